/// Medians and quantiles.
enum Statistics {
    /// The middle value, or the mean of the two middle ones; nil without values.
    static func median(_ values: [Double]) -> Double? { quantile(values, 0.5) }

    /// Linear interpolation between order statistics (type 7 of Hyndman & Fan 1996, The American Statistician 50:361);
    /// nil without values.
    /// - Parameter probability: 0 to 1.
    static func quantile(_ values: [Double], _ probability: Double) -> Double? {
        let sorted = values.sorted()
        guard let last = sorted.last else { return nil }
        let place = Double(sorted.count - 1) * probability
        let index = Int(place)
        guard index + 1 < sorted.count else { return last }
        return sorted[index] + (place - Double(index)) * (sorted[index + 1] - sorted[index])
    }

    /// The smallest value for which the values up to it carry at least this share of the weight. If all weights are 0,
    /// all values count equally. Nil without values.
    static func weightedQuantile(_ values: [(value: Double, weight: Double)], _ probability: Double) -> Double? {
        let sorted = values.sorted { $0.value < $1.value }
        let total = sorted.reduce(0) { $0 + $1.weight }
        guard total > 0 else {
            return sorted.isEmpty ? nil : weightedQuantile(values.map { ($0.value, 1) }, probability)
        }
        var sum = 0.0
        for (value, weight) in sorted {
            sum += weight
            if sum >= probability * total { return value }
        }
        return sorted.last?.value
    }
}
