import Messages
import Storage
import Synchronization

/// Writes the last uses of sessions and tokens together, once per `interval`, so that a request neither waits for the
/// disk nor has a commit of its own. A crash loses the uses of that time.
final class TokenUses: Sendable {
    private static let interval = Duration.seconds(2)

    private let store: Store
    /// Instants of uses that are not written yet.
    private let waiting = Mutex<[EntityID: Milliseconds]>([:])

    init(store: Store) { self.store = store }

    func note(_ token: EntityID, at moment: Milliseconds) { waiting.withLock { $0[token] = moment } }

    /// Writes until cancelled.
    func run() async throws {
        while true {
            try await Task.sleep(for: Self.interval)
            await write()
        }
    }

    func write() async {
        let uses = waiting.withLock { waiting in
            defer { waiting = [:] }
            return waiting
        }
        guard !uses.isEmpty else { return }
        // The next use is noted again, if a full disk prevents this.
        try? await store.write { transaction in
            let rows = TokenRows(transaction: transaction)
            for (token, moment) in uses {
                try rows.noteUse(of: token, at: moment, unlessSince: moment - Credentials.usePrecision)
            }
        }
    }
}
