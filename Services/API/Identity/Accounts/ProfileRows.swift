import Foundation
import Messages
import Storage

/// One person's profile in a transaction, sealed.
struct ProfileRows {
    let user: UserID
    let transaction: Transaction

    /// - Throws: `ServiceError(.notFound)` if the account does not exist.
    func profile() throws -> Profile {
        guard let profile = try stored() else {
            throw ServiceError(.notFound, "This account does not exist (any more).")
        }
        return profile
    }

    /// The stored profile; nil if the account does not exist.
    func stored() throws -> Profile? {
        try transaction.value(Data.self, "SELECT sealed FROM profiles WHERE user = ?", [user]).map {
            try transaction.open(Profile.self, $0, user: user, table: "profiles", row: "profile")
        }
    }

    /// Stores the profile and emits the change.
    func write(_ profile: Profile) throws {
        let sealed = try transaction.seal(profile, user: user, table: "profiles", row: "profile")
        try transaction.execute(
            """
            INSERT INTO profiles (user, revision, sealed) VALUES (?, ?, ?)
            ON CONFLICT (user) DO UPDATE SET revision = excluded.revision, sealed = excluded.sealed
            """, [user, Int64(profile.revision), sealed])
        try transaction.emit(ProfileChanged(user: user, profile: profile))
    }
}
