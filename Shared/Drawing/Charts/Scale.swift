import Foundation

/// Maps values to coordinates, linearly.
struct Scale: Sendable {
    /// Values from the first to the last coordinate.
    let domain: ClosedRange<Double>
    /// Coordinate of the domain's lower bound.
    let start: Double
    /// Coordinate of the domain's upper bound.
    let end: Double

    /// - Parameter domain: widened to each side if it is empty.
    init(_ domain: ClosedRange<Double>, from start: Double, to end: Double) {
        self.domain =
            domain.lowerBound < domain.upperBound ? domain : (domain.lowerBound - 1)...(domain.upperBound + 1)
        (self.start, self.end) = (start, end)
    }

    func callAsFunction(_ value: Double) -> Double {
        start + (value - domain.lowerBound) / (domain.upperBound - domain.lowerBound) * (end - start)
    }

    /// Round values inside the domain, 1, 2 or 5 × 10ⁿ apart: at most four. A domain by `ChartDomain.withTicks` has at
    /// least three.
    var ticks: [Double] { Self.ticks(domain).values }

    /// The ticks of a domain, and how far they are apart.
    static func ticks(_ domain: ClosedRange<Double>) -> (values: [Double], step: Double) {
        let width = domain.upperBound - domain.lowerBound
        let power = pow(10, (log10(width / 4)).rounded(.down))
        let steps = [1, 2, 5, 10, 20].map { $0 * power }
        func ticks(_ step: Double) -> [Double] {
            let (first, last) = (
                (domain.lowerBound / step - 1e-9).rounded(.up), (domain.upperBound / step + 1e-9).rounded(.down)
            )
            guard first <= last else { return [] }
            // Multiplied, not summed: 0.1 × 3 is nearer to 0.3 than three sums are.
            return stride(from: first, through: last, by: 1).map { $0 * step }
        }
        let step = steps.first { ticks($0).count <= 4 } ?? width
        return (ticks(step), step)
    }
}
