/// Ends what takes too long.
package enum TimeLimit: Sendable {
    /// The result of `body`, or `late` once `limit` has passed. The body is then cancelled; this waits until it ends,
    /// so it must react to cancellation.
    package static func run<T: Sendable>(
        _ limit: Duration, or late: T, _ body: @escaping @Sendable () async -> T
    ) async -> T {
        await withTaskGroup(of: T.self) { group in
            group.addTask(operation: body)
            group.addTask {
                try? await Task.sleep(for: limit)
                return late
            }
            defer { group.cancelAll() }
            return await group.next() ?? late
        }
    }
}
