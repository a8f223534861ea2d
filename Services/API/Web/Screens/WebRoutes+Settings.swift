import Foundation
import HTTPTypes
import Hummingbird
import Localization
import Messages
import Pages
import ServiceKit

/// Settings of the person and of the installation.
extension WebRoutes {
    func addSettings(to router: Router<EdgeContext>) {
        page("settings", on: router) { visit, request, _ in
            async let consent = part(ConsentQuery(user: visit.user))
            async let arrival = part(LatestArrival(user: visit.user))
            async let installation = InstallationState(bus, within: .milliseconds(500))
            let sessions = try await accounts.credentials.tokens(of: visit.user, kind: .session).count
            let words = visit.reader.words
            let zone = visit.profile.calendar.zone(second: visit.at / 1000).name
            var states: [SettingsPage: String] = [
                .you: visit.reader.summary(zone: zone),
                .security: words("settings.state.signedIn", count: sessions),
            ]
            if let state = await consent {
                states[.cloud] = words(state.granted ? "settings.state.on" : "settings.state.off")
            }
            if let last = await arrival {
                states[.data] =
                    last.at.map { words("settings.state.arrived", ["time": visit.dateOrTime($0)]) }
                    ?? words("settings.state.none")
            }
            let state = await installation
            let isFine = state.warnings.isEmpty && state.unanswered.isEmpty
            states[.status] = words(isFine ? "settings.state.fine" : "settings.state.look")
            let screen = SettingsScreen(
                name: visit.account.name, states: states, offersAhead: visit.account.hasAhead != true,
                isOperator: visit.identity.roles.contains(.operator), for: visit.reader)
            return html(screen, visit.frame(.settings, request), for: visit.reader)
        }
        page("settings/you", on: router) { visit, request, _ in
            let screen = YouScreen(
                country: visit.profile.country, zone: visit.profile.timeZones.last?.zone ?? "UTC",
                display: visit.profile.display ?? Display(), for: visit.reader)
            return html(screen, visit.frame(.settings, request), for: visit.reader)
        }
        action("settings/you", on: router) { visit, request, _ in
            let form = try await request.form()
            var profile = visit.profile
            profile.country = form["country"] ?? ""
            if let zone = form["timeZone"], zone != profile.timeZones.last?.zone {
                profile.timeZones.append(ZonePeriod(since: visit.at, zone: zone))
            }
            profile.display = Display(
                language: form["language"], units: form["units"], clock: form["clock"], theme: form["theme"],
                number: form["number"], followsChanges: form["follows"] != nil,
                eveningHour: form["eveningHour"].flatMap { Int32($0) },
                countsStreak: form["streak"] != nil ? true : nil, energy: form["energy"],
                vibrates: form["vibrates"] != nil)
            _ = try await profiles.set(.random(), profile)
            return seeOther("/settings/you", toast: "saved")
        }
        page("settings/status", on: router) { visit, request, _ in
            async let inference = InstallationState.inference(bus, user: visit.user)
            let state = await InstallationState(bus)
            let services = Topology.services.map { ($0, state.processes[$0]) }
            let isOperator = try await accounts.seesInstallation(visit.identity)
            let screen = StatusScreen(
                services, models: await inference, ends: isOperator ? state.ends : nil,
                warnings: state.warnings.map { warning in
                    visit.reader.warning(kind: warning.kind, text: isOperator ? warning.text : nil)
                },
                date: visit.dateInSentence, for: visit.reader)
            return html(screen, visit.frame(.settings, request), for: visit.reader)
        }
        action("settings/status/clear", on: router) { visit, _, _ in
            guard try await accounts.seesInstallation(visit.identity) else { throw Problem.operatorNeeded }
            await InstallationState.clearEnds(bus)
            return seeOther("/settings/status", toast: "saved")
        }
        addCloud(to: router)
        addOwnData(to: router)
        addTexts(to: router)
    }

    // MARK: Cloud

    private func addCloud(to router: Router<EdgeContext>) {
        page("settings/cloud", on: router) { visit, request, _ in try await cloud(visit, request) }
        action(.cloud, on: router) { visit, request, context in
            let form = try await request.form()
            let granted = form["granted"] == "true"
            if granted { try await confirmed(visit, form, context) }
            let consent = SetConsent(
                user: visit.user, granted: granted, copyVersion: form["copyVersion"].flatMap { Int32($0) } ?? 0,
                at: visit.at, follows: form["record"].flatMap { EntityID($0) })
            _ = try await bus.request(consent, id: .random())
            await accounts.record.note(
                granted ? .consentGiven : .consentWithdrawn, of: visit.user, from: "\(context.clientAddress)")
            return seeOther("/settings/cloud", toast: "saved")
        }
        action(.cloudKey, on: router) { visit, request, context in
            let form = try await request.form()
            try await confirmed(visit, form, context)
            let key = form["key"] ?? ""
            _ = try await bus.request(SetCloudKey(user: visit.user, key: key), id: .random())
            await accounts.record.note(
                key.isEmpty ? .keyRemoved : .keySet, of: visit.user, from: "\(context.clientAddress)")
            return seeOther("/settings/cloud", toast: "saved")
        }
        action(.cloudTest, on: router) { visit, request, _ in
            let result = try await bus.request(TestConnection(user: visit.user))
            return try await cloud(
                visit, request,
                result: ProblemWords(code: "unavailable", sentence: result.message, in: visit.reader.words).text)
        }
        page("receipts", on: router) { visit, request, _ in
            let query = ReceiptsQuery(
                user: visit.user, before: try request.query("before") { Milliseconds($0) },
                beforeID: try request.query("beforeID") { EntityID($0) })
            async let usage = part(CloudUsage(user: visit.user, since: CloudUsage.month(visit.profile, at: visit.at)))
            let receipts = try await bus.request(query).receipts
            let older =
                receipts.count >= ReceiptsQuery.limit
                ? receipts.last.map { "/receipts?before=\($0.at)&beforeID=\($0.id)" } : nil
            let screen = ReceiptsScreen(
                receipts, calls: await usage?.calls, at: visit.date, older: older, for: visit.reader)
            return html(screen, visit.frame(.settings, request), for: visit.reader)
        }
        page("settings/cloud/preview", on: router) { visit, request, _ in
            let preview = try await bus.request(CloudPreview(user: visit.user, at: visit.at, today: visit.today))
            return html(
                CloudPreviewScreen(preview, for: visit.reader), visit.frame(.settings, request), for: visit.reader)
        }
    }

    private func cloud(_ visit: Visit, _ request: Request, result: String? = nil) async throws -> Response {
        async let usage = part(CloudUsage(user: visit.user, since: CloudUsage.month(visit.profile, at: visit.at)))
        let state = try await bus.request(ConsentQuery(user: visit.user))
        let screen = CloudScreen(
            state, calls: await usage?.calls, asks: try await asked(visit, at: "/settings/cloud"), result: result,
            for: visit.reader)
        return html(screen, visit.frame(.settings, request), for: visit.reader)
    }

    /// Checks the password of a form unless it was checked a short while ago. An account without a password needs a
    /// login at the identity provider of a short while ago.
    /// - Throws: `ServiceError`, `refused` for a wrong one; a `Problem` `loginNeeded`.
    func confirmed(_ visit: Visit, _ form: FormBody, _ context: EdgeContext) async throws {
        guard !accounts.credentials.isConfirmed(visit.identity) else { return }
        try await confirmedAnew(visit, form, context)
    }

    /// Checks the password of a form, whenever it was checked before; otherwise as `confirmed`.
    private func confirmedAnew(_ visit: Visit, _ form: FormBody, _ context: EdgeContext) async throws {
        guard try await accounts.waysIn(visit.user).hasPassword else {
            guard accounts.credentials.isConfirmed(visit.identity) else { throw Problem.loginNeeded }
            return
        }
        try await accounts.confirm(
            visit.identity, password: form.exactly("password"), from: "\(context.clientAddress)")
    }

    /// What a page asks before a sensitive step: the password, or of an account without one a fresh login.
    /// - Parameters:
    ///   - next: path of the page.
    ///   - isAnew: whether the password is asked for, whenever it was checked before.
    func asked(_ visit: Visit, at next: String, isAnew: Bool = false) async throws -> Reconfirmation {
        let isConfirmed = accounts.credentials.isConfirmed(visit.identity)
        guard !isConfirmed || isAnew else { return .nothing }
        guard try await !accounts.waysIn(visit.user).hasPassword else { return .password }
        return isConfirmed ? .nothing : Reconfirmation(password: false, login: freshLogin(next, for: visit.reader))
    }

    /// Every way in which a person can confirm a session.
    private func reconfirmation(_ visit: Visit, _ next: String) async throws -> Reconfirmation {
        let ways = try await accounts.waysIn(visit.user)
        return Reconfirmation(
            password: ways.hasPassword, login: ways.isLinked ? freshLogin(next, for: visit.reader) : nil)
    }

    // MARK: Own data

    /// A sentence with the time of the last backup, or that none is known.
    private func backup(_ visit: Visit) -> String {
        let words = visit.reader.words
        return lastBackup().map { words("account.backupAt", ["date": visit.dateInSentence($0)]) }
            ?? words("account.backupNone")
    }

    private func addOwnData(to router: Router<EdgeContext>) {
        page("settings/account", on: router) { visit, request, _ in
            let screen = OwnDataScreen(
                asks: try await asked(visit, at: "/settings/account", isAnew: true), backup: backup(visit),
                for: visit.reader)
            return html(screen, visit.frame(.settings, request), for: visit.reader)
        }
        page("settings/account/export", on: router) { visit, _, _ in
            accounts.credentials.isConfirmed(visit.identity)
                ? seeOther("/v1/export") : seeOther("/confirm?next=/settings/account/export")
        }
        page("confirm", on: router) { visit, request, _ in
            let next = Self.ownPath(request.uri.queryParameters["next"].map(String.init)) ?? "/"
            let screen = ConfirmScreen(next: next, asks: try await reconfirmation(visit, next), for: visit.reader)
            return html(screen, visit.frame(nil, request), for: visit.reader)
        }
        action(.confirm, on: router) { visit, request, context in
            let form = try await request.form()
            let next = Self.ownPath(form["next"]) ?? "/"
            do {
                try await accounts.confirm(
                    visit.identity, password: form.exactly("password"), from: "\(context.clientAddress)")
                return seeOther(next)
            } catch let error as ServiceError {
                let screen = ConfirmScreen(
                    next: next, asks: try await reconfirmation(visit, next), problem: visit.reader.sentence(error),
                    for: visit.reader)
                return html(
                    screen, visit.frame(nil, request), for: visit.reader, status: Problem(error).status)
            }
        }
        action(.erase, on: router) { visit, request, context in
            let form = try await request.form()
            let asks = try await asked(visit, at: "/settings/account", isAnew: true)
            func shown(_ problem: String, _ status: HTTPResponse.Status) -> Response {
                html(
                    OwnDataScreen(asks: asks, backup: backup(visit), problem: problem, for: visit.reader),
                    visit.frame(.settings, request), for: visit.reader, status: status)
            }
            guard form["word"]?.lowercased() == visit.reader.words("account.word") else {
                return shown(visit.reader.words("account.wrongWord"), .badRequest)
            }
            do {
                try await confirmedAnew(visit, form, context)
            } catch let error as ServiceError {
                return shown(visit.reader.sentence(error), Problem(error).status)
            }
            await accounts.record.note(.eraseAsked, of: visit.user, from: "\(context.clientAddress)")
            let report = try await erasures.start(visit.user)
            let reader = visit.reader
            let text = reader.words(report.done ? "account.erased" : "account.erasing")
            let screen = TextScreen(
                title: reader.words("account.erase"),
                parts: [.init(heading: text, paragraphs: report.lines(for: reader))], version: "")
            var response = html(screen, PageFrame(), for: reader)
            response.headers[.clearSiteData] = "\"cache\", \"storage\""
            response.setCookie(Authentication.expiredCookie(for: context.site))
            response.setCookie(Authentication.expiredDeviceCookie(for: context.site))
            return response
        }
    }

    // MARK: Texts

    private func addTexts(to router: Router<EdgeContext>) {
        open(.get, "privacy", on: router) { request, context in
            let visit = try? await visit(request, context)
            let reader = visit?.reader ?? request.stranger(at: now())
            return html(
                TextScreen.privacy(for: reader), visit?.frame(nil, request) ?? PageFrame(), for: reader)
        }
        open(.get, "questions", on: router) { request, context in
            let visit = try? await visit(request, context)
            let reader = visit?.reader ?? request.stranger(at: now())
            return html(
                TextScreen.questions(for: reader), visit?.frame(nil, request) ?? PageFrame(), for: reader)
        }
        open(.get, "about", on: router) { request, context in
            let visit = try? await visit(request, context)
            let reader = visit?.reader ?? request.stranger(at: now())
            let screen = TextScreen.about(release: Release.description, for: reader)
            return html(screen, visit?.frame(nil, request) ?? PageFrame(), for: reader)
        }
    }
}
