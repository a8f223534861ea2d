import Messages

/// The right to do what one process at a time does, as a row of a PostgreSQL database; on SQLite kernel locks serve.
///
/// The lease keeps others away while its holder renews it; its fencing number decides (M. Kleppmann, “How to do
/// distributed locking”, 2016): a transaction that requires the lease fails once another holder has it. Time is the
/// server's, so no clocks of two machines are compared.
struct Lease: Sendable, Equatable {
    /// How long it lasts without renewal, ms.
    static let length: Milliseconds = 15_000

    let name: String
    /// Random, so that a number that is given out again after the row was deleted cannot be mistaken.
    let holder: EntityID
    let fence: Int64

    /// The row of a lease, and the decisions about it.
    struct Stored: Sendable, Equatable {
        let holder: EntityID
        let fence: Int64
        /// Time until it ends without renewal, by the server's clock, ms; negative after the end.
        let remaining: Milliseconds

        /// False once another holder took the lease.
        func isHeld(by lease: Lease) -> Bool { holder == lease.holder && fence == lease.fence }
    }

    /// The lease for a new holder; nil while another one has it.
    static func next(_ name: String, after stored: Stored?, for holder: EntityID) -> Lease? {
        guard let stored else { return Lease(name: name, holder: holder, fence: 1) }
        // One that would last longer than a lease was taken before the server's clock was set back.
        let isEnded = stored.remaining < 0 || stored.remaining > 2 * length
        return isEnded ? Lease(name: name, holder: holder, fence: stored.fence + 1) : nil
    }

    /// The time of a lease by its holder's clock: tells when to renew it and when to end the work.
    struct Term: Sendable {
        private let length: Duration
        private var end: Duration

        /// - Parameter now: time since any fixed moment.
        init(lasting length: Duration = .milliseconds(Lease.length), now: Duration) {
            (self.length, end) = (length, now + length)
        }

        /// Pause before each renewal.
        var pause: Duration { length / 3 }

        /// - Parameters:
        ///   - isRenewed: false if another holder has the lease, nil if the database gave no answer.
        ///   - begin: when the renewal began.
        /// - Returns: false if the lease is lost, or may be.
        mutating func continues(after isRenewed: Bool?, begin: Duration, now: Duration) -> Bool {
            if isRenewed == true { end = begin + length }
            return isRenewed != false && now <= end
        }
    }
}
