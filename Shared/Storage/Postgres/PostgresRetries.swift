import Foundation

/// Decides whether and when a transaction runs again. Waits longer each time, with a random factor, so that
/// transactions that conflicted do not meet again.
struct PostgresRetries {
    private static let longest = 0.2
    private static let most = 100

    private let time: Duration
    /// When the first fault came since the job began to run.
    private var begin: ContinuousClock.Instant?
    private(set) var count = 0

    /// - Parameter time: how long a lost connection is opened again.
    init(lasting time: Duration = .seconds(10)) { self.time = time }

    /// The job waits for its turn again, which may take long.
    var waiting: PostgresRetries {
        var copy = self
        copy.begin = nil
        return copy
    }

    /// Waits if another attempt is worthwhile.
    /// - Returns: false if not.
    mutating func waits(after fault: PostgresFault) -> Bool {
        count += 1
        let begin = begin ?? .now
        self.begin = begin
        guard count < Self.most, fault.isConflict || fault.isStale || fault.isLost && .now - begin < time else {
            return false
        }
        let pause = min(Self.longest, 0.001 * Double(1 << min(count, 10)))
        Thread.sleep(forTimeInterval: pause * Double.random(in: 0.5...1))
        return true
    }
}
