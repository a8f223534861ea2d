import Messages

extension Comparison {
    /// A score with a usual range whose median is its middle.
    public init(
        _ score: Double, usually range: ClosedRange<Double>, days: Int32 = 40, leftOut: [Signal] = [],
        reasons: [Reason] = []
    ) {
        self.init(days: days, daysNeeded: 0, leftOut: leftOut, reasons: reasons)
        let half = (range.upperBound - range.lowerBound) / 2
        low = range.lowerBound
        high = range.upperBound
        median = range.lowerBound + half
        place = (score - range.lowerBound - half) / half
        share = min(max(0.5 + 0.4 * (place ?? 0), 0), 1)
    }
}
