import Foundation
import Messages
import Storage

/// Contributions of one measure to one goal, summed for each day, in ascending order of days; of a level each day's latest.
///
/// Stored as 16 bytes for each day, little endian: the day's number and the number of contributions as 32-bit integers,
/// and the sum as a 64-bit float.
struct DaySeries: Equatable, Sendable {
    /// The contributions of one day.
    struct Entry: Equatable, Sendable {
        var day: Day
        /// Number of contributions, at least 1.
        var number: Int32
        /// Their sum, in the measure's unit; of a level the latest.
        var amount: Double
    }

    private(set) var entries: [Entry] = []

    init() {}

    private static let width = 16

    private static let damaged = StorageError.damaged(
        "The sums of a goal's days are damaged; restore the database from a backup.")

    /// - Throws: `StorageError(.damagedValue)` for bytes that no series has.
    init(_ data: Data) throws {
        guard data.count.isMultiple(of: Self.width) else { throw Self.damaged }
        entries.reserveCapacity(data.count / Self.width)
        data.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count, by: Self.width) {
                entries.append(
                    Entry(
                        day: Day(
                            number: Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: Int32.self))),
                        number: Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: start + 4, as: Int32.self)),
                        amount: Double(
                            bitPattern: UInt64(
                                littleEndian: bytes.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self)))))
            }
        }
        var last: Day?
        for entry in entries {
            guard entry.amount.isFinite, (1..<Int32.max).contains(entry.number), last.map({ $0 < entry.day }) ?? true
            else { throw Self.damaged }
            last = entry.day
        }
    }

    /// The stored form.
    var data: Data {
        var data = Data(count: entries.count * Self.width)
        data.withUnsafeMutableBytes { bytes in
            for (place, entry) in entries.enumerated() {
                let start = place * Self.width
                bytes.storeBytes(of: entry.day.number.littleEndian, toByteOffset: start, as: Int32.self)
                bytes.storeBytes(of: entry.number.littleEndian, toByteOffset: start + 4, as: Int32.self)
                bytes.storeBytes(of: entry.amount.bitPattern.littleEndian, toByteOffset: start + 8, as: UInt64.self)
            }
        }
        return data
    }

    /// Adds a contribution. O(days); O(1) for the latest day.
    /// - Parameter replacing: true for a later value of a level, which does not add up.
    mutating func add(_ amount: Double, on day: Day, replacing: Bool = false) {
        let place = place(of: day)
        if place < entries.count, entries[place].day == day {
            entries[place].amount = replacing ? amount : entries[place].amount + amount
            entries[place].number += 1
        } else {
            entries.insert(Entry(day: day, number: 1, amount: amount), at: place)
        }
    }

    /// Replaces the sum of a day; a number of 0 removes it.
    mutating func set(_ amount: Double, number: Int32, on day: Day) {
        let place = place(of: day)
        if place < entries.count, entries[place].day == day { entries.remove(at: place) }
        if number > 0 { entries.insert(Entry(day: day, number: number, amount: amount), at: place) }
    }

    /// The place of a day, or that at which it is inserted.
    private func place(of day: Day) -> Int {
        guard let last = entries.last, last.day >= day else { return entries.count }
        var (low, high) = (0, entries.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].day < day { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The entries up to a day; all for nil.
    func through(_ day: Day?) -> ArraySlice<Entry> {
        guard let day else { return entries[...] }
        var end = entries.count
        while end > 0, entries[end - 1].day > day { end -= 1 }
        return entries[..<end]
    }
}
