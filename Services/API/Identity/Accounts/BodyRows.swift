import Foundation
import Messages
import Storage

/// One person's body profile in a transaction, sealed apart from the profile.
struct BodyRows {
    let user: UserID
    let transaction: Transaction

    /// Without values and with revision 0 if the person has stated nothing.
    func body() throws -> BodyProfile { try stored() ?? BodyProfile(user: user) }

    /// The stored body profile; nil if the person has stated nothing.
    func stored() throws -> BodyProfile? {
        try transaction.value(Data.self, "SELECT sealed FROM bodies WHERE user = ?", [user]).map {
            try transaction.open(BodyProfile.self, $0, user: user, table: "bodies", row: "body")
        }
    }

    /// Replaces the body profile and emits the change; does nothing if every value is the stored one.
    /// - Returns: the stored body profile.
    /// - Throws: `ServiceError(.conflict)` if its revision is not the stored one; `invalid` with every wrong field.
    func replace(with new: BodyProfile, now: Milliseconds) throws -> BodyProfile {
        let old = try body()
        guard new.revision == old.revision else {
            throw ServiceError(.conflict, "The profile has changed meanwhile: load it again.")
        }
        try BodyValidator(now: now).check(new, over: old)
        var next = new
        next.user = user
        next.weightAt = Self.time(of: new, after: old, now: now)
        next.isFormSaved = old.isFormSaved == true ? true : new.isFormSaved
        guard next != old else { return old }
        next.revision += 1
        let sealed = try transaction.seal(next, user: user, table: "bodies", row: "body")
        try transaction.execute(
            """
            INSERT INTO bodies (user, revision, sealed) VALUES (?, ?, ?)
            ON CONFLICT (user) DO UPDATE SET revision = excluded.revision, sealed = excluded.sealed
            """, [user, Int64(next.revision), sealed])
        try transaction.emit(BodyProfileChanged(user: user, body: next))
        return next
    }

    /// The time of the new weight: that of the client, who may have been offline, but not a later one than now. An
    /// unchanged weight keeps its time unless the client states a later one.
    private static func time(of new: BodyProfile, after old: BodyProfile, now: Milliseconds) -> Milliseconds? {
        guard new.weightKilograms != nil else { return nil }
        let stated = new.weightAt.map { min($0, now) }
        guard new.weightKilograms == old.weightKilograms, let before = old.weightAt else { return stated ?? now }
        return max(before, stated ?? before)
    }
}
