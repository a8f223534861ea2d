import Foundation
import Messages
import Storage

/// One person's sealed state in a transaction.
struct CoachRows {
    /// Least length of the sealed state, bytes: on a day without a score it is shorter by the signals.
    private static let minimumBytes = 4_096

    let user: UserID
    let transaction: Transaction

    /// The state; the initial state if none is stored.
    func state() throws -> CoachState {
        guard let sealed = try transaction.value(Data.self, "SELECT body FROM coaches WHERE user = ?", [user]) else {
            return CoachState()
        }
        return try transaction.open(CoachState.self, sealed, user: user, table: "coaches", row: "")
    }

    func save(_ state: CoachState) throws {
        try transaction.execute(
            "INSERT INTO coaches (user, body) VALUES (?, ?) ON CONFLICT (user) DO UPDATE SET body = excluded.body",
            [
                user,
                try transaction.seal(state, user: user, table: "coaches", row: "", minimum: Self.minimumBytes),
            ])
    }

    /// Reads, modifies and writes the state in this transaction.
    func change<T>(_ body: (inout CoachState) throws -> T) throws -> T {
        var state = try self.state()
        let before = state
        let value = try body(&state)
        if state != before { try save(state) }
        return value
    }
}
