import Foundation
import SystemKit

/// A time zone: an IANA name, or a fixed offset if the name is unknown. Instants are whole seconds since 1970.
public struct LocalZone: Sendable, Equatable {
    private let zone: TimeZone?
    private let fixed: Int64

    /// nil if the system has no zone of this name.
    public init?(name: String) {
        guard let zone = TimeZone(identifier: name) else { return nil }
        (self.zone, fixed) = (zone, 0)
    }

    /// - Parameter name: an IANA name, or an offset as `name` writes it; nil for any other text.
    public init?(written name: String) {
        guard let sign = name.first, sign == "+" || sign == "-" else {
            self.init(name: name)
            return
        }
        let numbers = name.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        guard numbers.count == 2, numbers.allSatisfy({ $0.utf8.count == 2 }), let hours = Int32(numbers[0]),
            let minutes = Int32(numbers[1]), (0...18).contains(hours), (0...59).contains(minutes)
        else { return nil }
        self.init(offset: (hours * 3600 + minutes * 60) * (sign == "-" ? -1 : 1))
    }

    /// True for an offset without a name.
    public var isFixed: Bool { zone == nil }

    /// - Parameter offset: seconds east of UTC.
    public init(offset: Int32) { (zone, fixed) = (nil, Int64(offset)) }

    /// IANA name, or the offset as `+02:00`.
    public var name: String {
        if let zone { return zone.identifier }
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return (fixed < 0 ? "-" : "+") + two(fixed.magnitudeValue / 3600) + ":" + two(fixed.magnitudeValue / 60 % 60)
    }

    /// Seconds east of UTC at an instant in seconds since 1970.
    public func offset(at instant: Int64) -> Int64 {
        zone.map { Int64($0.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(instant)))) } ?? fixed
    }

    /// The first instant whose wall clock shows this second (counted from 1970 as if local time were UTC) or a later
    /// one. O(log of a day).
    public func instant(local: Int64) -> Int64 {
        // No zone is more than a day from UTC, and none changes twice within two days.
        let (before, after) = (offset(at: local - 86_400), offset(at: local + 86_400))
        let (early, late) = (local - max(before, after), local - min(before, after))
        if offset(at: early) + early >= local { return early }
        // The wall clock jumps over it between the two, or reaches it only at the second.
        return (early..<late).partitioningIndex { offset(at: $0) + $0 >= local }
    }
}

extension Int64 {
    fileprivate var magnitudeValue: Int64 { self < 0 ? -self : self }

    /// Quotient rounded towards minus infinity; `divisor` > 0.
    public func floorDivided(by divisor: Int64) -> Int64 { self / divisor - (self % divisor < 0 ? 1 : 0) }
}
