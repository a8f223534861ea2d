import GRDB
import Messages
import Storage
import Wire

/// The text a person agrees to (GAT-1). Another text is another version, and what was agreed to before does not count for it.
enum ConsentCopy {
    static let version: Int32 = 1
    static let banner =
        "Pulsum can optionally use GPT-5 to phrase brief coaching text. If you allow cloud processing, Pulsum sends only minimized context (no journals, no raw health data, no identifiers). PII is redacted. You can turn this off anytime in Settings ▸ Cloud Processing."
}

/// One grant or withdrawal.
struct Consent: Message, Equatable {
    var version: Int64
    var granted: Bool
    var copyVersion: Int32
    var at: Milliseconds
    enum CodingKeys: Int, CodingKey { case version = 1, granted, copyVersion, at }

    /// True where it allows a call today.
    var allows: Bool { granted && copyVersion == ConsentCopy.version }
}

/// One person's consents in a transaction; rows are only added.
struct ConsentRows {
    let user: UserID
    let transaction: Transaction

    /// The last word; nil before the first.
    func current() throws -> Consent? {
        try transaction.row("SELECT version, granted, copy_version, at FROM consents WHERE user = ? ORDER BY version DESC LIMIT 1", [user]).map(Self.consent)
    }

    func all() throws -> [Consent] {
        try transaction.rows("SELECT version, granted, copy_version, at FROM consents WHERE user = ? ORDER BY version", [user]).map(Self.consent)
    }

    func append(granted: Bool, copyVersion: Int32, at: Milliseconds) throws -> Consent {
        let consent = Consent(version: (try current()?.version ?? 0) + 1, granted: granted, copyVersion: copyVersion, at: at)
        try transaction.execute(
            "INSERT INTO consents (user, version, granted, copy_version, at) VALUES (?, ?, ?, ?, ?)",
            [user, consent.version, granted, copyVersion, at])
        return consent
    }

    private static func consent(_ row: Row) -> Consent {
        Consent(version: row["version"], granted: row["granted"], copyVersion: row["copy_version"], at: row["at"])
    }
}
