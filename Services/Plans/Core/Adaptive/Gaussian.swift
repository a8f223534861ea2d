/// A normal distribution over the filter's eight components, with the operations of a Kalman filter (Kalman, Journal of
/// Basic Engineering 82:35, 1960).
struct Gaussian: Sendable, Equatable {
    static let size = 8

    var mean: [Double]
    /// Row by row, symmetric.
    private(set) var covariance: [Double]

    /// Independent components.
    init(mean: [Double], deviations: [Double]) {
        self.mean = mean
        covariance = [Double](repeating: 0, count: Self.size * Self.size)
        for index in 0..<Self.size { covariance[index * Self.size + index] = deviations[index] * deviations[index] }
    }

    /// Variance of one component, or covariance of two.
    subscript(_ row: Int, _ column: Int) -> Double { covariance[row * Self.size + column] }

    /// Adds independent noise to one component.
    mutating func widen(_ index: Int, by variance: Double) { covariance[index * Self.size + index] += variance }

    /// x ← F·x + offset, P ← F·P·Fᵀ.
    /// - Parameter transition: F, row by row.
    mutating func transform(_ transition: [Double], plus offset: [Double]) {
        let size = Self.size
        var (moved, half) = (offset, [Double](repeating: 0, count: size * size))
        for row in 0..<size {
            for inner in 0..<size {
                let factor = transition[row * size + inner]
                guard factor != 0 else { continue }
                moved[row] += factor * mean[inner]
                for column in 0..<size {
                    half[row * size + column] += factor * covariance[inner * size + column]
                }
            }
        }
        var whole = [Double](repeating: 0, count: size * size)
        for row in 0..<size {
            for column in 0...row {
                var sum = 0.0
                for inner in 0..<size { sum += half[row * size + inner] * transition[column * size + inner] }
                whole[row * size + column] = sum
                whole[column * size + row] = sum
            }
        }
        (mean, covariance) = (moved, whole)
    }

    /// Adds noise of one source that moves several components together: P ← P + variance·d·dᵀ.
    mutating func widen(along direction: [Double], by variance: Double) {
        for row in 0..<Self.size where direction[row] != 0 {
            for column in 0..<Self.size {
                covariance[row * Self.size + column] += variance * direction[row] * direction[column]
            }
        }
    }

    /// Expected value and variance of h·x, without the noise of an observation.
    func projection(on observation: [Double]) -> (value: Double, variance: Double) {
        var (value, variance) = (0.0, 0.0)
        for row in 0..<Self.size where observation[row] != 0 {
            value += observation[row] * mean[row]
            for column in 0..<Self.size {
                variance += observation[row] * observation[column] * covariance[row * Self.size + column]
            }
        }
        return (value, variance)
    }

    /// Conditions on an observation y = h·x + noise.
    mutating func condition(on value: Double, of observation: [Double], noise: Double) {
        let size = Self.size
        let (expected, variance) = projection(on: observation)
        let total = variance + noise
        guard total > 0 else { return }
        var cross = [Double](repeating: 0, count: size)
        for row in 0..<size {
            for column in 0..<size { cross[row] += covariance[row * size + column] * observation[column] }
        }
        for row in 0..<size {
            mean[row] += cross[row] / total * (value - expected)
            for column in 0..<size {
                covariance[row * size + column] -= cross[row] * cross[column] / total
            }
        }
    }
}
