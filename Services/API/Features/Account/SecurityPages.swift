import Bus
import HTTPTypes
import Hummingbird
import Messages
import Pages
import ServiceKit

/// Password, sessions, second factor and the security record.
struct SecurityPages: FeaturePages {
    let pager: Pager
    let bus: any Requesting
    let accounts: Accounts
    /// Nil without an identity provider.
    let team: TeamSignIn?

    func add(to router: Router<EdgeContext>) {
        page("settings/security", on: router) { visit, request, _ in try await security(visit, request) }
        action(.password, on: router) { visit, request, context in
            let form = try await request.form()
            let fresh = form.exactly("fresh")
            let isShort = (try? Accounts.validate(password: fresh)) == nil
            return try await attempt(visit, request, isShort ? "fresh" : "old") {
                try Accounts.validate(password: fresh)
                try await accounts.confirm(
                    visit.identity, password: form.exactly("old"), from: "\(context.clientAddress)")
                try await accounts.setPassword(
                    fresh, of: visit.user, keeping: visit.identity.id,
                    device: request.deviceCookie(context.site))
                await note(.passwordChanged, visit, context)
                return seeOther("/settings/security", toast: "changed")
            }
        }
        action(.endSession, on: router) { visit, _, context in
            let ended = try await accounts.credentials.revoke(
                try context.entity("id"), of: visit.user, kind: .session)
            if ended != nil { await note(.sessionsEnded, visit, context) }
            return seeOther("/settings/security", toast: "saved")
        }
        action(.endSessions, on: router) { visit, _, context in
            try await accounts.credentials.endSessions(of: visit.user, except: visit.identity.id)
            await note(.sessionsEnded, visit, context)
            return seeOther("/settings/security", toast: "saved")
        }
        action(.beginFactor, on: router) { visit, request, context in
            let form = try await request.form()
            return try await attempt(visit, request, "factor") {
                try await accounts.confirm(
                    visit.identity, password: form.exactly("password"), from: "\(context.clientAddress)")
                let secret = try await accounts.secondFactors.begin(for: visit.user)
                let uri = TOTP.uri(secret, name: visit.account.name)
                return try await security(visit, request, begun: (Base32.encode(secret), uri))
            }
        }
        action(.confirmFactor, on: router) { visit, request, context in
            let form = try await request.form()
            return try await attempt(visit, request, "code") {
                let codes = try await accounts.secondFactors.confirm(form["code"] ?? "", for: visit.user)
                await note(.secondFactorChanged, visit, context)
                return try await security(visit, request, recoveryCodes: codes)
            }
        }
        action(.disableFactor, on: router) { visit, request, context in
            let form = try await request.form()
            return try await attempt(visit, request, "factor") {
                try await accounts.confirm(
                    visit.identity, password: form.exactly("password"), from: "\(context.clientAddress)")
                let wasEnabled = try await accounts.store.write {
                    try SecondFactorRows(user: visit.user, transaction: $0).remove()
                }
                if wasEnabled { await note(.secondFactorChanged, visit, context) }
                return seeOther("/settings/security", toast: "changed")
            }
        }
    }

    private func note(_ event: SecurityEvent, _ visit: Visit, _ context: EdgeContext) async {
        await accounts.record.note(
            event, of: visit.user, from: "\(context.clientAddress)", label: visit.identity.label)
    }

    /// Shows a refusal at the field of its form.
    private func attempt(
        _ visit: Visit, _ request: Request, _ field: String, _ action: () async throws -> Response
    ) async throws -> Response {
        do {
            return try await action()
        } catch let error as ServiceError {
            return try await security(visit, request, problem: error, at: field)
        }
    }

    private func security(
        _ visit: Visit, _ request: Request, begun: (key: String, uri: String)? = nil, recoveryCodes: [String] = [],
        problem: ServiceError? = nil, at field: String = "form"
    ) async throws -> Response {
        let words = visit.reader.words
        let sessions = try await accounts.credentials.tokens(of: visit.user, kind: .session).reversed().map { session in
            SecurityScreen.Session(
                id: "\(session.id)", device: session.label,
                used: session.used.map { words("security.lastUsed", ["date": visit.dateInSentence($0)]) }
                    ?? words("security.since", ["date": visit.dateInSentence(session.created)]),
                isCurrent: session.id == visit.identity.id)
        }
        let factor = try await accounts.secondFactors.status(of: visit.user)
        let isConfirming = field == "code" && problem?.code == .refused
        let place = field == "code" && !isConfirming ? "form" : field
        let record = try await accounts.record.entries(of: visit.user, limit: 50)
        let entries = record.entries.map {
            SecurityScreen.Entry(
                date: visit.date($0.at), event: $0.event, from: $0.address, device: $0.label, for: visit.reader)
        }
        let ways = try await accounts.waysIn(visit.user)
        let screen = SecurityScreen(
            sessions: sessions, hasSecondFactor: factor.enabled, codesLeft: factor.recoveryCodesLeft,
            isBegun: isConfirming, begun: begun,
            recoveryCodes: recoveryCodes, entries: entries, damaged: record.damaged,
            problems: problem.map { [place: visit.reader.sentence($0)] } ?? [:], hasPassword: ways.hasPassword,
            provider: team.map {
                ProviderLink(
                    name: $0.name, isLinked: ways.isLinked, hasPassword: ways.hasPassword, for: visit.reader)
            },
            for: visit.reader)
        return html(
            screen, visit.frame(.settings, request), for: visit.reader,
            status: problem.map { Problem($0).status } ?? .ok)
    }
}
