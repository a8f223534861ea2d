import Messages
import Storage

extension GatewayService {
    /// Why a fenced host's gateways call nobody.
    static let fencedRefusal =
        "This host was declared fenced, so it calls nobody; restart its machine, or say “pulsum fence HOST --lift”."

    static let restoredRefusal =
        "The PostgreSQL database was restored and its consents have not ended yet: restart the gateways; until then nobody can consent, and nothing is sent to a cloud model."

    /// Why nobody can consent and nothing is sent, whoever asks; nil where that is possible. A gateway that ran on while
    /// the server was restored must not use the consents of the backup.
    static func refusal(_ transaction: Transaction) throws -> String? {
        guard transaction.spansMachines else { return nil }
        if try transaction.isRestorePending { return restoredRefusal }
        return try ServerReplicationRows(transaction: transaction).current().keepsConfirmed
            ? nil : ServerReplication.refusal
    }

    /// Decides whether a person's consent allows a call from a host. Checked before a request is prepared, and again in
    /// the transaction that opens a call's receipt.
    /// - Parameter host: this host's id; nil on SQLite.
    /// - Returns: the consent that allows it.
    /// - Throws: `Refusal(.consent)` if the latest record is not a grant under the current text, or if the server may
    ///   lose a withdrawal; `Refusal(.call)` if the host is fenced.
    static func checkConsent(_ user: UserID, _ copy: ConsentCopy, _ host: EntityID?, _ transaction: Transaction) throws
        -> Consent
    {
        if let reason = try refusal(transaction) { throw Refusal(.consent, reason) }
        let consent = try ConsentRows(user: user, transaction: transaction).current()
        let isGranted = consent?.allows(copy) ?? false
        let isFenced = try host.map { try HostRows(transaction: transaction).fenced($0) != nil } ?? false
        guard WithdrawalBarrier.admits(isGranted: isGranted, isFenced: isFenced), let consent else {
            throw isGranted
                ? Refusal(.call, fencedRefusal)
                : Refusal(.consent, "Cloud processing is off; allow it in settings first.")
        }
        return consent
    }
}
