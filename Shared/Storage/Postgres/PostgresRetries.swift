import Foundation

/// Decides whether and when a transaction runs again. Waits longer each time, with a random factor, so that
/// transactions that conflicted do not meet again.
struct PostgresRetries: Sendable {
    private static let maximumPause = Duration.milliseconds(200)
    private static let maximumRetries = 100
    /// How long a transaction that conflicts runs again. Callers wait for less; what they gave up must not stay in the
    /// way of others.
    private static let conflictTime = Duration.seconds(20)
    private static let origin = ContinuousClock.now

    private let time: Duration
    /// When the first fault came since the job began to run.
    private var begin: Duration?
    private(set) var count = 0

    /// - Parameter time: how long a lost connection is opened again.
    init(lasting time: Duration = .seconds(10)) { self.time = time }

    /// The job waits for its turn again, which may take long.
    var waiting: PostgresRetries {
        var copy = self
        copy.begin = nil
        return copy
    }

    /// - Parameter now: time since any fixed moment.
    /// - Returns: the pause before another attempt; nil if none is worthwhile.
    mutating func pause(
        after fault: PostgresFault, now: Duration, using random: inout some RandomNumberGenerator
    ) -> Duration? {
        count += 1
        let begin = begin ?? now
        self.begin = begin
        let runsAgain = fault.isConflict || fault.isStale
        guard count < Self.maximumRetries, runsAgain || fault.isLost || fault == .unconfirmed,
            now - begin < (runsAgain ? Self.conflictTime : time)
        else { return nil }
        let pause = min(Self.maximumPause, .milliseconds(1 << min(count, 10)))
        return pause * Double.random(in: 0.5...1, using: &random)
    }

    /// Waits if another attempt is worthwhile.
    /// - Returns: false if not.
    mutating func waits(after fault: PostgresFault) -> Bool {
        var random = SystemRandomNumberGenerator()
        guard let pause = pause(after: fault, now: Self.now, using: &random) else { return false }
        Self.wait(pause)
        return true
    }

    static var now: Duration { ContinuousClock.now - origin }

    static func wait(_ pause: Duration) { Thread.sleep(forTimeInterval: pause / .seconds(1)) }
}
