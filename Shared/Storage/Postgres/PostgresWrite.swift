import Messages

/// Decides what a write does after each outcome of its transaction. Pure: outcomes, time and random numbers in, steps
/// out. `PostgresEngine` performs them, and the simulation of a server.
struct PostgresWrite: Sendable {
    enum Outcome: Sendable {
        /// The transaction has no effect.
        /// - Parameter person: whom it concerns, as far as that is known.
        case failed(PostgresFault, person: UserID?)
        case committed
        /// The commit took effect or not, or may still take effect.
        case unknown
        /// Of a look-up: whether the commit took effect. If not, it no longer can.
        case found(isCommitted: Bool)
        /// The look-up gave no answer.
        case notFound(PostgresFault)
    }

    enum Step: Sendable, Equatable {
        /// Runs the body in a new transaction.
        case run(after: Duration)
        /// Runs it once earlier jobs with the same `turn` have ended.
        case takeTurn(after: Duration)
        /// Looks up the marker of the last transaction.
        case lookUp(after: Duration)
        /// The change is on disk.
        case finish
        /// Nothing was changed.
        case fail(PostgresFault)
        /// It is not known whether anything was changed.
        case interrupt(PostgresFault)
    }

    /// Conflicts after which a job waits for others like it.
    private static let patience = 4
    /// The turn of those jobs.
    private static let last = UserID(high: .max, low: .max)

    /// Jobs with the same turn run one after the other.
    private(set) var turn: UserID?
    /// True once a transaction of the job had no effect.
    var hasFailed: Bool { retries.count > 0 }
    private var retries: PostgresRetries
    private var lookUps: PostgresRetries
    private var isCollided = false

    /// - Parameters:
    ///   - user: the person concerned, if it is known before.
    ///   - retries: how long a lost connection is opened again.
    ///   - lookUps: how long an unknown commit is looked up.
    init(for user: UserID?, retries: Duration = .seconds(10), lookUps: Duration = .seconds(20)) {
        turn = user
        (self.retries, self.lookUps) = (PostgresRetries(lasting: retries), PostgresRetries(lasting: lookUps))
    }

    /// A row is there already. A transaction at the same time may have added it, such as the same command on another
    /// machine: then a second run sees it.
    /// - Returns: true the first time.
    mutating func runsAgainAfterCollision() -> Bool {
        defer { isCollided = true }
        return !isCollided
    }

    /// - Parameter now: time since any fixed moment.
    mutating func next(
        after outcome: Outcome, now: Duration, using random: inout some RandomNumberGenerator
    ) -> Step {
        switch outcome {
        case .committed, .found(isCommitted: true): return .finish
        case .unknown: return .lookUp(after: .zero)
        case .found(isCommitted: false): return next(after: .failed(.lost, person: nil), now: now, using: &random)
        case .notFound(let fault):
            return lookUps.pause(after: fault, now: now, using: &random).map { .lookUp(after: $0) } ?? .interrupt(fault)
        case .failed(let fault, let person):
            guard let pause = retries.pause(after: fault, now: now, using: &random) else { return .fail(fault) }
            if turn == nil, let person {
                // Now it is known whom it concerns: it waits for its turn.
                turn = person
            } else if fault.isConflict, retries.count == Self.patience {
                // What conflicts again and again, as in small tables, whose rows share a page, runs one by one.
                turn = Self.last
            } else {
                return .run(after: pause)
            }
            retries = retries.waiting
            return .takeTurn(after: pause)
        }
    }
}
