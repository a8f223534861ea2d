import Messages
import Storage

extension GatewayService {
    /// Why nothing leaves an installation on PostgreSQL (GAT-2): a gateway sees that another one's call has ended by the
    /// kernel's lock, and only on its own machine (`WithdrawalBarrier`).
    static let noBarrier =
        "With PostgreSQL nothing is sent to a cloud model: a withdrawal could not stop a call of another machine."

    /// Decides whether a person's consent allows a call. Checked before a request is prepared, and again in the
    /// transaction that opens a call's receipt.
    /// - Returns: the consent that allows it.
    /// - Throws: `Refusal(.consent)` if the latest record is not a grant under the current text.
    static func checkConsent(_ user: UserID, _ copy: ConsentCopy, _ transaction: Transaction) throws -> Consent {
        guard !transaction.spansMachines else { throw Refusal(.consent, noBarrier) }
        guard let consent = try ConsentRows(user: user, transaction: transaction).current(),
            WithdrawalBarrier.admits(isGranted: consent.allows(copy))
        else {
            throw Refusal(.consent, "Cloud processing is off; allow it in settings first.")
        }
        return consent
    }
}
