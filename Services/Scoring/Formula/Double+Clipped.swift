extension Double {
    /// The value clipped to −`limit` … `limit`.
    func clipped(_ limit: Double) -> Double { Swift.min(Swift.max(self, -limit), limit) }
}
