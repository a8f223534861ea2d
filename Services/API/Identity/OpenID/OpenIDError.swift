/// Why a sign-in through the identity provider failed. It never contains a token or a claim.
package enum OpenIDError: Error, Sendable, Equatable {
    /// The provider did not answer, or not in time.
    case unreachable
    /// The provider's documents or answers do not fit; `cause` is a sentence for the operator's log.
    case unfit(cause: String)
    /// The browser brought no state of ours, another one, or one that was used or is too old.
    case wrongState
    /// The provider does not accept the code (any more).
    case expiredCode
    /// The token's times are not near those of this machine.
    case clockSkew
    /// The person or the provider ended the sign-in.
    case cancelled
    /// The token is not one for this sign-in.
    case refused(IDToken.Fault)
    /// The provider did not ask the person anew.
    case notFresh
    /// No group of the person has access.
    case noGroup
    /// Another person signed in than the one who is asked once more.
    case otherPerson
    /// The identity or the account is linked already.
    case linked
}
