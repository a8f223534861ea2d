import Dispatch
import Foundation
import Synchronization

/// The same work on many values, shared among the machine's processors.
enum Parallel {
    /// Fewer are done sooner on one.
    private static let worthwhile = 256

    /// What `body` found, in the order of the items. `body` touches nothing that another call of it may touch.
    /// - Throws: what `body` threw for the first of the items it threw for.
    static func compactMap<Item: Sendable, Result: Sendable>(_ items: [Item], _ body: @Sendable (Item) throws -> Result?) throws -> [Result] {
        let parts = min(ProcessInfo.processInfo.activeProcessorCount, 8)
        guard items.count >= worthwhile, parts > 1 else { return try items.compactMap(body) }
        // More parts than processors: one of them may have something else to do.
        let size = (items.count + 4 * parts - 1) / (4 * parts)
        let count = (items.count + size - 1) / size
        let results = Mutex([Swift.Result<[Result], any Error>?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count) { part in
            let result = Swift.Result { try items[(part * size)..<min(items.count, (part + 1) * size)].compactMap(body) }
            results.withLock { $0[part] = result }
        }
        var found: [Result] = []
        found.reserveCapacity(items.count)
        for part in results.withLock({ $0 }) { found += try part?.get() ?? [] }
        return found
    }
}
