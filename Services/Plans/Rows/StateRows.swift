import Foundation
import Messages
import Storage

/// A person's settings and the state of their planning.
struct StateRows {
    let user: UserID
    let transaction: Transaction

    func state() throws -> KeptState {
        let sealed = try transaction.value(Data.self, "SELECT sealed FROM states WHERE user = ?", [user])
        return try sealed.map {
            try transaction.open(KeptState.self, $0, user: user, table: "states", row: "state")
        } ?? KeptState()
    }

    func write(_ state: KeptState) throws {
        let sealed = try transaction.seal(state, user: user, table: "states", row: "state")
        try transaction.execute(
            """
            INSERT INTO states (user, sealed) VALUES (?, ?)
            ON CONFLICT (user) DO UPDATE SET sealed = excluded.sealed
            """, [user, sealed])
    }
}
