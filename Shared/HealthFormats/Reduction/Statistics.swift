/// Order statistics, with their definitions.
enum Statistics {
    /// The middle value, or the mean of the two middle ones; nil for none.
    static func median(_ values: [Double]) -> Double? { quantile(values, 0.5) }

    /// Linear interpolation between order statistics (type 7 of Hyndman & Fan 1996, The American Statistician 50:361);
    /// nil for none.
    static func quantile(_ values: [Double], _ probability: Double) -> Double? {
        let sorted = values.sorted()
        guard let last = sorted.last else { return nil }
        let place = Double(sorted.count - 1) * probability
        let index = Int(place)
        guard index + 1 < sorted.count else { return last }
        return sorted[index] + (place - Double(index)) * (sorted[index + 1] - sorted[index])
    }

    /// The smallest value at or below which at least this share of the weight lies; every value counts alike where all
    /// weights are 0. Nil for none.
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
