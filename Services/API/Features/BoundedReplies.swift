extension Array where Element: Sendable {
    /// The reply to each element, in the order of the elements.
    /// - Parameter limit: most requests under way at a time, at least 1.
    /// - Throws: what a request throws; the others are cancelled.
    func replies<Reply: Sendable>(
        atMost limit: Int, _ request: @escaping @Sendable (Element) async throws -> Reply
    ) async throws -> [Reply] {
        try await withThrowingTaskGroup(of: (place: Int, reply: Reply).self) { group in
            var replies: [Int: Reply] = [:]
            for (place, element) in enumerated() {
                if place >= limit, let next = try await group.next() { replies[next.place] = next.reply }
                group.addTask { (place, try await request(element)) }
            }
            while let next = try await group.next() { replies[next.place] = next.reply }
            return indices.compactMap { replies[$0] }
        }
    }
}
