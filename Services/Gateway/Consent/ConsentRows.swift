import Messages
import Storage

/// One person's consent records in a transaction; append-only.
struct ConsentRows {
    let user: UserID
    let transaction: Transaction

    /// The latest record; nil before the first.
    func current() throws -> Consent? {
        try transaction.row(
            "SELECT version, granted, copy_version, at, id FROM consents WHERE user = ? ORDER BY version DESC LIMIT 1",
            [user]
        ).map(Self.consent)
    }

    func all() throws -> [Consent] {
        try transaction.rows(
            "SELECT version, granted, copy_version, at, id FROM consents WHERE user = ? ORDER BY version", [user]
        ).map(Self.consent)
    }

    /// Id that the next grant must name: the latest record, else the latest restore; nil if neither exists.
    func latest() throws -> EntityID? {
        if let consent = try current() { return consent.id }
        return try RestoreRows(transaction: transaction).latest()
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

    private static func consent(_ row: Row) throws -> Consent {
        try Consent(
            version: row["version"], granted: row["granted"], copyVersion: row["copy_version"], at: row["at"],
            id: row["id"])
    }
}
