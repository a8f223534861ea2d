import Statistics

@testable import Drawing

extension Standing {
    /// A score among others; with fewer than fourteen it is compared with nothing.
    init(_ score: Double, among scores: [Double]) {
        let last = scores.suffix(90)
        guard last.count >= 14, let range = UsualRange(Array(last)) else {
            self = .uncompared
            return
        }
        let half = score < range.median ? range.median - range.low : range.high - range.median
        self.init(
            place: half > 0 ? (score - range.median) / half : 0,
            share: Double(last.count { $0 <= score }) / Double(last.count))
    }
}
