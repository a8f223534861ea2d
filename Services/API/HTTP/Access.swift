import Messages

/// The access class of a route of the HTTP API. A route that nobody declared is refused (`Endpoints`).
enum Access: Sendable, CaseIterable {
    /// Unauthenticated.
    case open
    /// A session.
    case session
    /// A session whose password was checked within `Credentials.confirmationLifetime`.
    case recent
    /// A session, or a device token with the scope `read`.
    case read
    /// A session, or a device token with the scope `ingest`.
    case ingest
    /// The token of a pairing, which opens nothing else.
    case companion

    /// - Throws: `Problem`, 403, if this session or token has no access.
    func check(_ identity: Credential, isConfirmed: Bool) throws(Problem) {
        guard self == .open || identity.roles.contains(.person) else { throw .personNeeded }
        switch (identity.kind, self) {
        case (_, .open), (.session, .session), (.session, .read), (.session, .ingest): return
        case (.session, .recent):
            guard isConfirmed else { throw .confirmationNeeded(identity) }
        case (.device, .read):
            guard identity.scopes.contains(.read) else { throw .scopeNeeded("read") }
        case (.device, .ingest):
            guard identity.scopes.contains(.ingest) else { throw .scopeNeeded("ingest") }
        case (.device, .companion) where identity.isCompanion: return
        case (_, .companion):
            throw Problem(
                status: .forbidden, code: "pairingNeeded",
                detail: "A companion sends with the token of its pairing: pair it first.")
        case (.device, .session), (.device, .recent):
            throw Problem(
                status: .forbidden, code: "sessionNeeded",
                detail: "A device token cannot do this: sign in with a browser.")
        }
    }
}

extension Problem {
    /// A session was not confirmed recently.
    static func confirmationNeeded(_ session: Credential) -> Problem {
        guard session.granted == nil else { return .loginNeeded }
        return Problem(
            status: .forbidden, code: "passwordNeeded",
            detail: "Enter your password once more: it was last checked more than 15 minutes ago.")
    }

    static var loginNeeded: Problem {
        Problem(
            status: .forbidden, code: "loginNeeded",
            detail: "Sign in once more with your identity provider: this needs a login of the last 15 minutes.")
    }

    /// A session of an operator who is no person of this installation.
    static var personNeeded: Problem {
        Problem(
            status: .forbidden, code: "personNeeded",
            detail: "Your groups let you see the operators' page, and no data of a person.")
    }

    fileprivate static func scopeNeeded(_ scope: String) -> Problem {
        Problem(
            status: .forbidden, code: "scopeNeeded",
            detail: "This device token lacks the scope \(scope): make a token that has it in the settings, or sign in."
        )
    }
}

/// A browser session or a device token.
struct Credential: Sendable {
    enum Kind: String { case session, device }
    let id: EntityID
    let user: UserID
    let kind: Kind
    let label: String
    /// Scopes of a device token; empty for a session, which may do everything, and for the token of a pairing, which
    /// opens the routes of its companion only.
    let scopes: Set<TokenScope>
    let created: Milliseconds
    let expires: Milliseconds?
    /// Last use, to the minute.
    let used: Milliseconds?
    /// Time of the last password check; sessions only.
    let confirmed: Milliseconds?
    /// True for a device token created before scopes existed.
    let isOlder: Bool
    /// What the groups of the identity provider grant; nil if the session was not opened through it.
    var granted: Set<Role>?
    /// True for the token of a pairing, whose id it has.
    var isCompanion = false
    /// True for a device token of a linked account that lacks the role of a person: it opens nothing until the
    /// role returns.
    var isSuspended = false

    /// A session by password and a device token are a person's.
    var roles: Set<Role> { granted ?? [.person] }
}

/// What a session may see. A session through the identity provider has the roles of its person's groups; every other
/// session is a person's.
enum Role: String, Sendable {
    /// Has data of their own, and sees no other.
    case person
    /// Sees the state of the installation, and no data of anybody.
    case `operator`
}
