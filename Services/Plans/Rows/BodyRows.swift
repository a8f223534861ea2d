import Foundation
import Messages
import Storage

/// The API's body profile of a person, as of the latest event.
struct BodyRows {
    let user: UserID
    let transaction: Transaction

    /// Nil if the person has stated nothing.
    func body() throws -> BodyProfile? {
        try transaction.value(Data.self, "SELECT sealed FROM bodies WHERE user = ?", [user]).map {
            try transaction.open(BodyProfile.self, $0, user: user, table: "bodies", row: "body")
        }
    }

    /// Stores a body profile, unless a later revision is known.
    /// - Returns: true if it was stored.
    @discardableResult
    func put(_ body: BodyProfile) throws -> Bool {
        let sealed = try transaction.seal(body, user: user, table: "bodies", row: "body")
        return try transaction.execute(
            """
            INSERT INTO bodies (user, revision, sealed) VALUES (?, ?, ?)
            ON CONFLICT (user) DO UPDATE SET revision = excluded.revision, sealed = excluded.sealed
            WHERE excluded.revision > bodies.revision
            """, [user, Int64(clamping: body.revision), sealed]) > 0
    }

    /// Accepts an older revision: the API was restored from an older copy.
    func forgetRevision() throws {
        try transaction.check(user)
        try transaction.execute("UPDATE bodies SET revision = -1 WHERE user = ?", [user])
    }
}
