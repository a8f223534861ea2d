import Messages

/// The size of a page.
enum PageLimit {
    /// - Throws: `ServiceError(.invalid)`.
    static func checked(_ limit: Int32?) throws -> Int {
        let limit = limit ?? 100
        guard (1...1_000).contains(limit) else {
            throw ServiceError(.invalid, "Between 1 and 1,000 come at once; go on from `next` for the rest.")
        }
        return Int(limit)
    }
}
