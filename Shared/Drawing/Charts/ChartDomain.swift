/// The values of a chart's vertical axis.
enum ChartDomain {
    /// Share of the domain that stays free at each end.
    static let margin = 0.08
    /// Share of the values that are left out at each end: one value far away must not flatten the others.
    static let tail = 0.01

    /// The usual band and the middle 98 % of the values, plus 8 %. Totals begin at zero; the score has 20 … 80, or more
    /// if values need it. nil without values.
    static func of(_ kind: ChartKind, _ values: [ChartValue], usual: ClosedRange<Double>?) -> ClosedRange<Double>? {
        let sorted = values.flatMap { [$0.value] + ($0.band.map { [$0.lowerBound, $0.upperBound] } ?? []) }.sorted()
        guard let low = Statistics.quantile(tail, of: sorted), let high = Statistics.quantile(1 - tail, of: sorted)
        else { return nil }
        switch kind {
        case .score:
            return max(0, min(20, low))...min(100, max(80, high))
        case .total:
            return 0...max(high * (1 + margin), 1)
        case .metric:
            let (bottom, top) = (min(low, usual?.lowerBound ?? low), max(high, usual?.upperBound ?? high))
            let free = (top - bottom) * margin
            return (bottom - free)...(top + free)
        }
    }
}
