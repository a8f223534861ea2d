import Foundation

/// Decides whether and when a transaction runs again. Waits longer each time, with a random factor, so that
/// transactions that conflicted do not meet again.
struct PostgresRetries {
    private static let longest = 0.2
    private static let most = 40

    private let begin = ContinuousClock.now
    private let time: Duration
    private(set) var count = 0

    /// - Parameter time: how long a lost connection is opened again; conflicts are bounded by their number, since jobs
    ///   that wait for others wait long.
    init(lasting time: Duration = .seconds(3)) { self.time = time }

    /// Waits if another attempt is worthwhile.
    /// - Returns: false if not.
    mutating func waits(after fault: PostgresFault) -> Bool {
        count += 1
        guard fault.isConflict || fault.isStale ? count < Self.most : fault.isLost && .now - begin < time else {
            return false
        }
        let pause = min(Self.longest, 0.001 * Double(1 << min(count, 10)))
        Thread.sleep(forTimeInterval: pause * Double.random(in: 0.5...1))
        return true
    }
}
