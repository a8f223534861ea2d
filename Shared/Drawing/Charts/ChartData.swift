/// A value of one day.
public struct ChartValue: Equatable, Sendable {
    /// How far a value can be relied on.
    public enum Quality: Sendable { case measured, imputed, doubtful }

    /// Days since 1970-01-01.
    public let day: Int
    /// In the unit of the chart.
    public let value: Double
    /// How far the value can be relied on.
    public let quality: Quality
    /// Band around the value, for the score; the two values of a pair; nil otherwise.
    public let band: ClosedRange<Double>?

    /// No measured value is larger; arithmetic with one that is would lose its digits.
    static let maximumMagnitude = 1e9

    /// Nil if the value or its band is not finite, or beyond ± 10⁹.
    public init?(day: Int, value: Double, quality: Quality = .measured, band: ClosedRange<Double>? = nil) {
        let values = [value] + (band.map { [$0.lowerBound, $0.upperBound] } ?? [])
        guard values.allSatisfy({ abs($0) <= Self.maximumMagnitude }) else { return nil }
        (self.day, self.value, self.quality, self.band) = (day, value, quality, band)
    }
}

/// Kinds of charts.
public enum ChartKind: Sendable {
    /// A metric with the band of its usual values.
    case metric
    /// Daily totals; bars from zero.
    case total
    /// Two values that were measured together, as the ends of `band`; bars between them.
    case pair
    /// The score with its band, on an axis of 20 … 80 or wider.
    case score
}

/// A mark at a day.
public struct ChartMark: Equatable, Sendable {
    /// Days since 1970-01-01.
    public let day: Int
    /// One letter for a circumstance; the name for a new device.
    public let label: String
    /// The circumstance in words, for the description of the mark.
    public let words: String

    public init(day: Int, label: String, words: String) { (self.day, self.label, self.words) = (day, label, words) }
}

/// Size of a chart in CSS pixels.
public enum ChartSize: Sendable {
    /// 358 × 200, for phones.
    case narrow
    /// 640 × 240.
    case wide

    var width: Double { self == .narrow ? 358 : 640 }
    var height: Double { self == .narrow ? 200 : 240 }
}
