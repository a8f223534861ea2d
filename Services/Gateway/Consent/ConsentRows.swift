import Messages
import Storage

/// One person's consent records in a transaction; append-only.
///
/// A grant counts only with a valid proof, and only as the record that the person's row in `consent_heads` names: a
/// later record that was deleted leaves no consent behind. A withdrawal always counts.
struct ConsentRows {
    let user: UserID
    let transaction: Transaction

    /// Highest version of a grant that counts. A grant with a higher version was planted: after the highest integer there
    /// is no version for its withdrawal.
    private static let maximumVersion: Int64 = 1 << 62
    private static let query =
        "SELECT * FROM consents WHERE user = ? AND (version <= \(maximumVersion) OR granted = 0) ORDER BY version DESC"

    /// The latest record that counts; nil before the first.
    func current() throws -> Consent? {
        guard let latest = try transaction.row(Self.query + " LIMIT 1", [user]) else { return nil }
        if let consent = try counting(latest) { return consent }
        return try transaction.rows(Self.query, [user]).compactMap(counting).first
    }

    private func counting(_ row: Row) throws -> Consent? {
        // A record that cannot be read grants nothing, and must not keep others from being read.
        guard let consent = try? Self.consent(row) else { return nil }
        guard consent.granted else { return consent }
        guard try transaction.isAuthentic(row, in: .consents, ["user": user]) else { return nil }
        // The previous release notes no head; a later one that has a proof counts in any case.
        let head = try head()
        if try transaction.requiresProofs() { return head == consent.version ? consent : nil }
        return head ?? 0 > consent.version ? nil : consent
    }

    /// The number of the latest record, with a proof; nil before the first.
    private func head() throws -> Int64? {
        guard let row = try transaction.row("SELECT user, version, proof FROM consent_heads WHERE user = ?", [user]),
            try transaction.isAuthentic(row, in: .consentHeads, ["user": user]),
            try transaction.isProved(row, in: .consentHeads)
        else { return nil }
        return try row["version"]
    }

    /// The authentic records that can be read.
    func all() throws -> [Consent] {
        try transaction.rows(Self.query, [user]).reversed()
            .filter { try transaction.isAuthentic($0, in: .consents, ["user": user]) }
            .compactMap { try? Self.consent($0) }
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
        let last = max(try all().last?.version ?? 0, try head() ?? 0)
        let version = min(last, .max - 1) + 1
        // Planted records may have this version or a higher one.
        try transaction.execute("DELETE FROM consents WHERE user = ? AND version >= ?", [user, version])
        let consent = Consent(version: version, granted: granted, copyVersion: copyVersion, at: at, id: .random())
        try transaction.insert(
            [
                "user": user, "version": version, "granted": granted, "copy_version": copyVersion, "at": at,
                "id": consent.id,
            ], into: .consents)
        try note(head: version)
        try transaction.emit(ConsentChanged(user: user, version: version, granted: granted))
        return consent
    }

    private func note(head version: Int64) throws {
        try transaction.insert(
            ["user": user, "version": version], into: .consentHeads,
            "ON CONFLICT (user) DO UPDATE SET version = excluded.version, proof = excluded.proof")
    }

    /// Notes everybody's latest record, in the transaction from which proofs are required: the previous release does
    /// not.
    static func noteHeads(_ transaction: Transaction) throws {
        let numbers = try transaction.rows(
            "SELECT user, max(version) AS version FROM consents WHERE version <= \(maximumVersion) GROUP BY user")
        for row in numbers {
            guard let user = try? row["user"] as UserID else { continue }
            let rows = ConsentRows(user: user, transaction: transaction)
            // A withdrawal that was deleted keeps its number.
            try rows.note(head: max(rows.head() ?? 0, row["version"]))
        }
    }

    private static func consent(_ row: Row) throws -> Consent {
        try Consent(
            version: row["version"], granted: row["granted"], copyVersion: row["copy_version"], at: row["at"],
            id: row["id"])
    }
}
