import Foundation
import Messages
import Statistics

/// Daily values of a subject.
public struct Series: Equatable, Sendable {
    /// One day's value.
    public struct Value: Equatable, Sendable {
        public var day: Day
        /// In the subject's unit.
        public var value: Double
        /// True if it is an estimate or rests on few samples.
        public var isUncertain: Bool
        public init(_ day: Day, _ value: Double, isUncertain: Bool = false) {
            (self.day, self.value, self.isUncertain) = (day, value, isUncertain)
        }
    }

    /// Oldest first.
    public var values: [Value]

    public init(_ values: [Value]) { self.values = values.filter(\.value.isFinite) }

    /// The values of a period's days.
    public func during(_ period: Period) -> Series { Series(values.filter { period.contains($0.day) }) }

    /// True without values.
    public var isEmpty: Bool { values.isEmpty }
    /// Number of days with a value.
    public var count: Int { values.count }

    /// nil without values.
    public var median: Double? { Statistics.median(values.map(\.value)) }

    /// The largest difference between the medians of two of its periods that chance explains, as neighbouring days are
    /// alike.
    public func chance(between now: Series, _ then: Series) -> Double {
        func numbers(_ series: Series) -> [Int] { series.values.map { Int($0.day.number) } }
        let byDay = Dictionary(values.map { (Int($0.day.number), $0.value) }) { $1 }
        let noise = PersistentNoise(byDay) ?? assumedNoise
        return noise.chance(numbers(now), numbers(then))
    }

    /// For a series that is too short to estimate its autocorrelation: 0.5, which most signals have.
    private var assumedNoise: PersistentNoise {
        let spread = Statistics.usual(values.map(\.value))?.spread ?? 0
        return PersistentNoise(variance: spread * spread, persistence: 0.5)
    }

    /// Fewest values that a usual band is made from, as for the words of Today.
    static let minimumForBand = 14

    /// Median ± 1.4826 · MAD, which holds the middle two thirds of usual days; nil with fewer than 14 values.
    public var band: ClosedRange<Double>? {
        count >= Self.minimumForBand ? Statistics.usual(values.map(\.value))?.band : nil
    }
}
