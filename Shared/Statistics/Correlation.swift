import Foundation

/// How two series of values moved together.
package struct Correlation: Equatable, Sendable {
    /// Pearson's coefficient, −1 … 1.
    package let coefficient: Double
    /// Its 95 % interval by Fisher's transformation: atanh(r) is nearly normal with the standard error 1/√(n − 3)
    /// (Fisher, Metron 1:3, 1921). Neighbouring pairs are alike, so n is the number of independent pairs that say as
    /// much, n · (1 − φ₁φ₂)/(1 + φ₁φ₂) with the correlations φ of neighbouring values (Bartlett, Journal of the Royal
    /// Statistical Society 98:536, 1935).
    package let interval: ClosedRange<Double>

    /// - Parameter pairs: in the order of their days.
    ///
    /// Nil for fewer than four pairs, if one of the series does not change, or for a value that is no number.
    package init?(_ pairs: [(Double, Double)]) {
        let count = Double(pairs.count)
        guard pairs.count >= 4 else { return nil }
        let (meanX, meanY) = (pairs.reduce(0) { $0 + $1.0 } / count, pairs.reduce(0) { $0 + $1.1 } / count)
        var (xx, yy, xy) = (0.0, 0.0, 0.0)
        for (x, y) in pairs {
            xx += (x - meanX) * (x - meanX)
            yy += (y - meanY) * (y - meanY)
            xy += (x - meanX) * (y - meanY)
        }
        guard xx > 0, yy > 0, xy.isFinite, (xx * yy).isFinite else { return nil }
        let coefficient = min(max(xy / (xx * yy).squareRoot(), -1), 1)
        self.coefficient = coefficient
        // At ±1 the transformation has no end; beyond this the interval is narrower than any display.
        let transformed = atanh(min(max(coefficient, -0.999_999), 0.999_999))
        let alike = Self.likeness(pairs.map { $0.0 - meanX }, xx) * Self.likeness(pairs.map { $0.1 - meanY }, yy)
        let independent = max(count * (1 - alike) / (1 + alike), 4)
        let half = 1.959_963_984_540_054 / (independent - 3).squareRoot()
        interval = min(coefficient, tanh(transformed - half))...max(coefficient, tanh(transformed + half))
    }

    /// Correlation of neighbouring values, 0 … 0.95, without the bias of short series ((1 + 3φ)/n; Kendall, Biometrika
    /// 41:403, 1954).
    private static func likeness(_ centred: [Double], _ squares: Double) -> Double {
        let found = zip(centred, centred.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 } / squares
        guard found > 0 else { return 0 }
        return min(found + (1 + 3 * found) / Double(centred.count), 0.95)
    }
}
