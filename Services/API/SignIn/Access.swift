import HTTPTypes
import Hummingbird

/// The access class of a route of the HTTP API.
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

    /// The access class of every route. A route missing here is refused.
    static let table: [String: Access] = [
        "GET /v1/setup": .open,
        "POST /v1/accounts": .open,
        "POST /v1/sessions": .open,

        "GET /v1/sessions": .session,
        "DELETE /v1/sessions": .session,
        "DELETE /v1/sessions/current": .session,
        "DELETE /v1/sessions/{id}": .session,
        "POST /v1/sessions/current/confirm": .session,
        // These requests carry the password themselves.
        "PUT /v1/password": .session,
        "POST /v1/second-factor": .session,
        "POST /v1/second-factor/disable": .session,
        "GET /v1/second-factor": .session,
        "POST /v1/second-factor/confirm": .session,
        "GET /v1/profile": .session,
        "PUT /v1/profile": .session,
        "PUT /auth/profile": .session,
        "GET /v1/tokens": .session,
        "POST /v1/tokens": .recent,
        "DELETE /v1/tokens/{id}": .session,
        "GET /v1/security-record": .session,
        "GET /v1/imports": .session,
        "POST /v1/imports/{job}/undo": .session,
        "PUT /v1/sources": .session,
        "PUT /v1/days/{day}/context": .session,
        "PUT /v1/days/{day}/tags": .session,
        "GET /v1/tags": .session,
        "GET /v1/contexts": .session,
        "POST /v1/contexts": .session,
        "PUT /v1/contexts/{id}": .session,
        "DELETE /v1/contexts/{id}": .session,
        "GET /v1/context-mask": .session,
        "PUT /v1/context-mask": .session,
        // It reveals the days on which the person wrote and noted circumstances.
        "GET /v1/calendar": .session,
        "GET /v1/check-ins": .session,
        "POST /v1/check-ins": .session,
        "PUT /v1/check-ins/{id}": .session,
        "DELETE /v1/check-ins/{id}": .session,
        "GET /v1/journal": .session,
        "POST /v1/journal": .session,
        "GET /v1/journal/days": .session,
        "GET /v1/journal/months": .session,
        "GET /v1/journal/search": .session,
        "GET /v1/journal/{id}": .session,
        "PUT /v1/journal/{id}": .session,
        "GET /v1/conversation": .session,
        "DELETE /v1/conversation": .session,
        "DELETE /v1/journal/{id}": .session,
        "POST /v1/journal/{id}/restore": .session,
        "PUT /v1/journal/{id}/mood": .session,
        "POST /v1/journal/{id}/not-a-crisis": .session,
        "GET /v1/transcriptions": .session,
        "POST /v1/transcriptions": .session,
        "GET /v1/cards": .session,
        "GET /v1/cards/{moment}": .session,
        "POST /v1/cards/{moment}/feedback": .session,
        "POST /v1/chat": .session,
        "POST /v1/chat/not-a-crisis": .session,
        "POST /v1/library": .session,
        "GET /v1/library": .session,
        "DELETE /v1/library/{id}": .session,
        "GET /v1/goals": .session,
        "POST /v1/goals": .session,
        "GET /v1/goals/{id}": .session,
        "PUT /v1/goals/{id}": .session,
        "DELETE /v1/goals/{id}": .session,
        "GET /v1/goals/health-rules": .session,
        "POST /v1/goals/health-rules": .session,
        "GET /v1/goals/health-rules/{id}": .session,
        "PUT /v1/goals/health-rules/{id}": .session,
        "DELETE /v1/goals/health-rules/{id}": .session,
        "GET /v1/goals/staged": .session,
        "POST /v1/goals/staged/reparse": .session,
        "POST /v1/goals/import": .session,
        "POST /v1/goals/import/preview": .session,
        "GET /v1/goals/import/{id}": .session,
        "GET /v1/goals/table": .session,
        "POST /v1/goals/{id}/restore": .session,
        "POST /v1/goals/{id}/steps": .session,
        "POST /v1/terms/{id}/restore": .session,
        "PUT /v1/terms/{id}/order": .session,
        "POST /v1/actions/{id}/restore": .session,
        "DELETE /v1/actions/{id}/proposals/{goal}": .session,
        "POST /v1/values/{id}/restore": .session,
        "GET /v1/terms": .session,
        "POST /v1/terms": .session,
        "GET /v1/terms/{id}": .session,
        "PUT /v1/terms/{id}": .session,
        "DELETE /v1/terms/{id}": .session,
        "POST /v1/terms/{id}/close": .session,
        "GET /v1/actions": .session,
        "POST /v1/actions": .session,
        "GET /v1/actions/{id}": .session,
        "PUT /v1/actions/{id}": .session,
        "DELETE /v1/actions/{id}": .session,
        "POST /v1/actions/read": .session,
        "GET /v1/actions/proposals": .session,
        "POST /v1/plans/generate": .session,
        "GET /v1/plans/current": .session,
        "GET /v1/plans/history": .session,
        "GET /v1/plans/course": .session,
        "PUT /v1/plans/adjustment": .session,
        "PUT /v1/plans/numbers": .session,
        "PUT /v1/plans/notice": .session,
        "GET /v1/goals/overview": .session,
        "POST /v1/goals/similar": .session,
        "GET /v1/reviews/{day}": .session,
        "PUT /v1/reviews/{day}": .session,
        "DELETE /v1/reviews/{day}": .session,
        "GET /v1/values": .session,
        "POST /v1/values": .session,
        "GET /v1/values/{id}": .session,
        "PUT /v1/values/{id}": .session,
        "DELETE /v1/values/{id}": .session,
        "GET /v1/measures": .session,
        "POST /v1/measures": .session,
        "GET /v1/measures/{id}": .session,
        "PUT /v1/measures/{id}": .session,
        "DELETE /v1/measures/{id}": .session,
        "GET /v1/crisis-resources": .session,
        "GET /v1/safety-plan": .session,
        "PUT /v1/safety-plan": .session,
        "GET /v1/consent": .session,
        // Withdrawing consent never needs the password; the route requires it for granting.
        "PUT /v1/consent": .session,
        "GET /v1/receipts": .session,
        "GET /v1/cloud-preview": .session,
        "GET /v1/cloud-usage": .session,
        "GET /v1/installation": .session,
        "DELETE /v1/installation/ends": .session,
        "GET /v1/inference": .session,
        "POST /v1/cloud-test": .session,

        "GET /v1/export": .recent,
        "POST /v1/erase": .recent,
        "PUT /v1/cloud-key": .recent,

        "GET /v1/me": .read,
        "GET /v1/today": .read,
        "GET /v1/metrics": .read,
        "GET /v1/sources": .read,
        "GET /v1/score": .read,
        "GET /v1/score/breakdown": .read,
        "GET /v1/score/history": .read,
        "GET /v1/score/record": .read,
        "GET /v1/days/{day}/readings": .read,
        "GET /v1/letters": .read,
        "GET /v1/letters/{id}": .read,
        "GET /v1/arrivals": .read,
        "GET /v1/events": .read,

        "POST /v1/imports": .ingest,
        "GET /v1/imports/{job}": .ingest,
        "POST /v1/ingest/health-auto-export": .ingest,
        "POST /v1/ingest/samples": .ingest,
        "GET /v1/ingest/anchors": .ingest,
    ]

    /// - Parameter path: the declared route, such as `/v1/tokens/{id}`.
    static func of(_ method: HTTPRequest.Method, _ path: String) -> Access? { table["\(method.rawValue) \(path)"] }

    /// Methods of the routes at a path, sorted; empty if there is none.
    static func methods(at path: String) -> [String] {
        let parts = path.split(separator: "/")
        let matching = table.keys.filter { route in
            let pattern = route.drop { $0 != "/" }.split(separator: "/")
            return pattern.count == parts.count && zip(pattern, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
        // A route that names the path counts before one with a parameter.
        let fewest = matching.map { route in route.count { $0 == "{" } }.min()
        return matching.filter { route in route.count { $0 == "{" } == fewest }
            .map { String($0.prefix { $0 != " " }) }.sorted()
    }

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
