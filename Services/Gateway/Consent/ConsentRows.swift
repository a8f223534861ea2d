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
    private static let query = "SELECT * FROM consents WHERE user = ? ORDER BY version DESC"

    /// The latest record that counts; nil before the first.
    func current() throws -> Consent? {
        guard let latest = try transaction.row(Self.query + " LIMIT 1", [user]) else { return nil }
        if let consent = try counting(latest) { return consent }
        return try transaction.rows(Self.query, [user]).compactMap(counting).first
    }

    private func counting(_ row: Row) throws -> Consent? {
        guard let consent = try consent(row) else { return nil }
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
            .filter { try transaction.isAuthentic($0, in: .consents, ["user": user]) }.compactMap(consent)
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
        let id = EntityID.random()
        let consent = Consent(version: version, granted: granted, copyVersion: copyVersion, at: at, id: id)
        try insert(consent, granted: transaction.hide(granted ? 1 : 0, of: id, user: user))
        try note(head: version)
        try transaction.emit(ConsentChanged(user: user, version: version, granted: granted))
        return consent
    }

    private func insert(_ consent: Consent, granted: Int64) throws {
        try transaction.insert(
            [
                "user": user, "version": consent.version, "granted": granted, "copy_version": consent.copyVersion,
                "at": consent.at, "id": consent.id,
            ], into: .consents)
    }

    /// Hides the answers of everybody that are in the clear. Records are never changed, so each is added anew.
    static func hideAnswers(_ transaction: Transaction) throws {
        for row in try transaction.rows("SELECT * FROM consents WHERE granted IN (0, 1) AND id IS NOT NULL") {
            guard let user = try? row["user"] as UserID, try !transaction.isErased(user) else { continue }
            let rows = ConsentRows(user: user, transaction: transaction)
            // A planted record gets no proof.
            guard try transaction.isAuthentic(row, in: .consents, ["user": user]),
                let consent = try rows.consent(row), let id = consent.id
            else { continue }
            let granted = try transaction.hide(consent.granted ? 1 : 0, of: id, user: user, always: true)
            try transaction.execute("DELETE FROM consents WHERE user = ? AND version = ?", [user, consent.version])
            try rows.insert(consent, granted: granted)
        }
    }

    private func note(head version: Int64) throws {
        try transaction.insert(
            ["user": user, "version": version], into: .consentHeads,
            "ON CONFLICT (user) DO UPDATE SET version = excluded.version, proof = excluded.proof")
    }

    /// Notes everybody's latest record, in the transaction from which proofs are required: a release without proofs does
    /// not.
    static func noteHeads(_ transaction: Transaction) throws {
        guard try !transaction.requiresProofs() else { return }
        let numbers = try transaction.rows(
            "SELECT user, max(version) AS version FROM consents WHERE version <= \(maximumVersion) GROUP BY user")
        for row in numbers {
            guard let user = try? row["user"] as UserID else { continue }
            let rows = ConsentRows(user: user, transaction: transaction)
            // A withdrawal that was deleted keeps its number.
            try rows.note(head: max(rows.head() ?? 0, row["version"]))
        }
    }

    /// What is neither a grant in the clear nor one that was hidden with the person's key is an end.
    /// - Returns: nil for a record that cannot be read, which must not keep others from being read, and for a grant with a
    ///   version that only a planted one has.
    private func consent(_ row: Row) throws -> Consent? {
        guard let stored = try? row["granted"] as Int64, let id = try? row["id"] as EntityID?,
            let version = try? row["version"] as Int64, let copyVersion = try? row["copy_version"] as Int32,
            let at = try? row["at"] as Milliseconds
        else { return nil }
        let isGrant = try isGrant(stored, id)
        guard !isGrant || version <= Self.maximumVersion else { return nil }
        return Consent(version: version, granted: isGrant, copyVersion: copyVersion, at: at, id: id)
    }

    private func isGrant(_ stored: Int64, _ id: EntityID?) throws -> Bool {
        guard let id else { return stored == 1 }
        do {
            return try transaction.show(stored, of: id, user: user) == 1
        } catch let error as StorageError where error.code == .damagedValue {
            return false
        } catch let error as ServiceError where error.code == .notFound {
            // The person has no key here.
            return false
        }
    }
}
