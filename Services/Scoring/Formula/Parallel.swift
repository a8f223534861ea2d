import Dispatch
import Foundation
import Synchronization

/// Runs the same work on many values on all processors.
enum Parallel {
    /// Below this number of items one processor is faster than several.
    private static let worthwhile = 256

    /// The non-nil results of `body` in the order of the items. `body` must not share mutable state between calls.
    /// - Throws: the error of the first item, in order, for which `body` threw.
    static func compactMap<Item: Sendable, Result: Sendable>(
        _ items: [Item], _ body: @Sendable (Item) throws -> Result?
    ) throws -> [Result] {
        let parts = min(ProcessInfo.processInfo.activeProcessorCount, 8)
        guard items.count >= worthwhile, parts > 1 else { return try items.compactMap(body) }
        // Four parts per processor, so that a busy processor does not delay the whole.
        let size = (items.count + 4 * parts - 1) / (4 * parts)
        let count = (items.count + size - 1) / size
        let results = Mutex([Swift.Result<[Result], any Error>?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count) { part in
            let result = Swift.Result {
                try items[(part * size)..<min(items.count, (part + 1) * size)].compactMap(body)
            }
            results.withLock { $0[part] = result }
        }
        var found: [Result] = []
        found.reserveCapacity(items.count)
        for part in results.withLock({ $0 }) { found += try part?.get() ?? [] }
        return found
    }
}
