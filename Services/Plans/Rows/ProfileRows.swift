import Foundation
import LocalTime
import Messages
import Storage

/// A person's time zones and country, as of the latest event.
struct ProfileRows {
    let user: UserID
    let transaction: Transaction

    /// Without zones and country for a person whose profile has not arrived.
    func profile() throws -> KeptProfile {
        let sealed = try transaction.value(Data.self, "SELECT sealed FROM profiles WHERE user = ?", [user])
        return try sealed.map {
            try transaction.open(KeptProfile.self, $0, user: user, table: "profiles", row: "profile")
        } ?? KeptProfile(revision: 0, timeZones: [], country: "")
    }

    /// Stores a profile, unless a later revision is known.
    func put(_ profile: Profile) throws {
        let kept = KeptProfile(
            revision: profile.revision, timeZones: profile.timeZones, country: profile.country)
        let sealed = try transaction.seal(kept, user: user, table: "profiles", row: "profile")
        try transaction.execute(
            """
            INSERT INTO profiles (user, revision, sealed) VALUES (?, ?, ?)
            ON CONFLICT (user) DO UPDATE SET revision = excluded.revision, sealed = excluded.sealed
            WHERE excluded.revision > profiles.revision
            """, [user, Int64(clamping: profile.revision), sealed])
    }

    /// Accepts an older revision: the API was restored from an older copy.
    func forgetRevision() throws {
        try transaction.check(user)
        try transaction.execute("UPDATE profiles SET revision = -1 WHERE user = ?", [user])
    }
}

extension KeptProfile {
    /// The person's calendar; that of UTC without time zones.
    var calendar: LocalCalendar { LocalCalendar(timeZones) }

    /// The zone in effect at an instant; UTC without time zones.
    func zone(at instant: Milliseconds) -> TimeZone {
        (timeZones.last { $0.since <= instant } ?? timeZones.first).flatMap { TimeZone(identifier: $0.zone) } ?? .gmt
    }
}
