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

    /// - Throws: `Problem`, 403, if this session or token has no access.
    func check(_ identity: Credentials.Token, isConfirmed: Bool) throws(Problem) {
        guard self == .open || identity.roles.contains(.person) else { throw .personNeeded }
        switch (identity.kind, self) {
        case (_, .open), (.session, .session), (.session, .read), (.session, .ingest): return
        case (.session, .recent):
            guard isConfirmed else { throw .confirmationNeeded(identity) }
        case (.device, .read):
            guard identity.scopes.contains(.read) else { throw .scopeNeeded("read") }
        case (.device, .ingest):
            guard identity.scopes.contains(.ingest) else { throw .scopeNeeded("ingest") }
        case (.device, .session), (.device, .recent):
            throw Problem(
                status: .forbidden, code: "sessionNeeded",
                detail: "A device token cannot do this: sign in with a browser.")
        }
    }
}

extension Problem {
    /// A session was not confirmed recently.
    static func confirmationNeeded(_ session: Credentials.Token) -> Problem {
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
