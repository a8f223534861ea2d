import Statistics

/// The values of a chart's vertical axis.
enum ChartDomain {
    /// Share of the domain that stays free at each end.
    static let margin = 0.08
    /// Share of the values that are left out at each end: one value far away must not flatten the others.
    static let tail = 0.01

    /// The usual band and the middle 98 % of the values, plus 8 %, and more where fewer than three ticks would lie
    /// inside. Totals begin at zero; the score has 20 … 80, or more if values need it. nil without values.
    static func of(_ kind: ChartKind, _ values: [ChartValue], usual: ClosedRange<Double>?) -> ClosedRange<Double>? {
        let sorted = values.flatMap { [$0.value] + ($0.band.map { [$0.lowerBound, $0.upperBound] } ?? []) }.sorted()
        guard let low = Statistics.quantile(tail, of: sorted), let high = Statistics.quantile(1 - tail, of: sorted)
        else { return nil }
        switch kind {
        case .score:
            return max(0, min(20, low))...min(100, max(80, high))
        case .total:
            let top = max(high, usual?.upperBound ?? high)
            return withTicks(0...(top > 0 ? top * (1 + margin) : 1), fromZero: true)
        case .metric, .pair:
            let (bottom, top) = (min(low, usual?.lowerBound ?? low), max(high, usual?.upperBound ?? high))
            let free = (top - bottom) * margin
            return withTicks((bottom - free)...(top + free))
        }
    }

    /// Widens a domain to the next ticks until it has three: to the side where less is missing.
    static func withTicks(_ domain: ClosedRange<Double>, fromZero: Bool = false) -> ClosedRange<Double> {
        guard domain.lowerBound < domain.upperBound else {
            return withTicks((domain.lowerBound - 1)...(domain.upperBound + 1), fromZero: fromZero)
        }
        let (ticks, step) = Scale.ticks(domain)
        guard ticks.count < 3 else { return domain }
        let below = (ticks.first ?? (domain.lowerBound / step).rounded(.up) * step) - step
        let above = (ticks.last ?? (domain.upperBound / step).rounded(.down) * step) + step
        let isUp = fromZero || above - domain.upperBound <= domain.lowerBound - below
        return withTicks(
            isUp ? domain.lowerBound...above : below...domain.upperBound, fromZero: fromZero)
    }
}
