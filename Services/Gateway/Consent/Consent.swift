import GRDB
import Messages
import Storage
import Wire

/// The text a person agrees to (GAT-1). A changed text needs a new version; consent to an older version does not count.
enum ConsentCopy {
    static let version: Int32 = 1
    static let banner =
        "Pulsum can optionally use GPT-5 to phrase brief coaching text. If you allow cloud processing, Pulsum sends only minimized context (no journals, no raw health data, no identifiers). PII is redacted. You can turn this off anytime in Settings ▸ Cloud Processing."
}

/// One consent record: a grant or a withdrawal.
struct Consent: Message, Equatable {
    /// Counts a person's records from 1.
    var version: Int64
    var granted: Bool
    /// Version of the consent text the person saw.
    var copyVersion: Int32
    var at: Milliseconds
    /// Random; nil only in a stored reply of the previous release.
    var id: EntityID?
    enum CodingKeys: Int, CodingKey { case version = 1, granted, copyVersion, at, id }

    /// True if the record allows calls under the current text.
    var allows: Bool { granted && copyVersion == ConsentCopy.version }
}

/// One person's consent records in a transaction; append-only.
struct ConsentRows {
    let user: UserID
    let transaction: Transaction

    /// The latest record; nil before the first.
    func current() throws -> Consent? {
        try transaction.row(
            "SELECT version, granted, copy_version, at, id FROM consents WHERE user = ? ORDER BY version DESC LIMIT 1",
            [user]
        ).map(
            Self.consent)
    }

    func all() throws -> [Consent] {
        try transaction.rows(
            "SELECT version, granted, copy_version, at, id FROM consents WHERE user = ? ORDER BY version", [user]
        ).map(Self.consent)
    }

    /// Id that the next grant must name: the latest record, else the latest restore; nil if neither exists.
    func latest() throws -> EntityID? {
        if let consent = try current() { return consent.id }
        return try transaction.value(EntityID.self, "SELECT id FROM restores")
    }

    /// Appends a grant.
    /// - Throws: `ServiceError(.conflict)` if `seen` is not the latest record.
    func grant(copyVersion: Int32, at: Milliseconds, following seen: EntityID?) throws -> Consent {
        guard WithdrawalBarrier.allowsGrant(following: seen, latest: try latest()) else {
            throw ServiceError(.conflict, "Your consent changed meanwhile: look again before you agree.")
        }
        return try append(granted: true, copyVersion, at)
    }

    func withdraw(copyVersion: Int32, at: Milliseconds) throws -> Consent {
        try append(granted: false, copyVersion, at)
    }

    private func append(granted: Bool, _ copyVersion: Int32, _ at: Milliseconds) throws -> Consent {
        let consent = Consent(
            version: (try current()?.version ?? 0) + 1, granted: granted, copyVersion: copyVersion, at: at,
            id: .random())
        try transaction.execute(
            "INSERT INTO consents (user, version, granted, copy_version, at, id) VALUES (?, ?, ?, ?, ?, ?)",
            [user, consent.version, granted, copyVersion, at, consent.id])
        try transaction.emit(ConsentChanged(user: user, version: consent.version, granted: granted))
        return consent
    }

    private static func consent(_ row: Row) -> Consent {
        Consent(
            version: row["version"], granted: row["granted"], copyVersion: row["copy_version"], at: row["at"],
            id: row["id"])
    }
}

extension Transaction {
    /// Withdraws every consent of a database restored from a backup, because withdrawals made since the backup are
    /// lost. Call it in the transaction that marks the restore as handled, before any request is served.
    ///
    /// Every person with a record gets a new one, even if the last record is a withdrawal: a grant that follows a
    /// record of the backup may still be in transit, sent before a withdrawal that is now lost. For people without a
    /// record, the restore itself gets an id, which their first grant must name.
    /// - Returns: the people whose consent this ended, with the withdrawal's version.
    @discardableResult
    func withdrawRestoredConsents(at now: Milliseconds) throws -> [(user: UserID, version: Int64)] {
        var ended: [(user: UserID, version: Int64)] = []
        for user: UserID in try rows("SELECT DISTINCT user FROM consents ORDER BY user").map({ $0["user"] }) {
            let rows = ConsentRows(user: user, transaction: self)
            guard let consent = try rows.current() else { continue }
            let withdrawn = try rows.withdraw(copyVersion: consent.copyVersion, at: now)
            if consent.granted { ended.append((user, withdrawn.version)) }
        }
        try execute(
            "INSERT INTO restores (one, id) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET id = excluded.id",
            [EntityID.random()])
        return ended
    }
}
