import Bus
import Foundation
import HTTPTypes
import Hummingbird
import Localization
import Messages
import Pages
import ServiceKit

/// Settings of the person and of the installation.
struct SettingsPages: FeaturePages {
    let pager: Pager
    let bus: any Requesting
    let accounts: Accounts
    let profiles: Profiles
    let erasures: Erasures
    let reconfirmer: Reconfirmer
    /// The instant of the last backup; nil if none is known.
    let lastBackup: @Sendable () -> Milliseconds?

    func add(to router: Router<EdgeContext>) {
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
            let isFine = state.warnings.allSatisfy(\.isAdvice) && state.unanswered.isEmpty
            states[.status] = words(isFine ? "settings.state.fine" : "settings.state.look")
            let screen = SettingsScreen(
                name: visit.account.name, states: states,
                isOperator: visit.identity.roles.contains(.operator), for: visit.reader)
            return show(screen, in: .settings, visit, request)
        }
        page("settings/you", on: router) { visit, request, _ in
            let screen = YouScreen(
                country: visit.profile.country, zone: visit.profile.timeZones.last?.zone ?? "UTC",
                display: visit.profile.display ?? Display(), for: visit.reader)
            return show(screen, in: .settings, visit, request)
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
                vibrates: form["vibrates"] != nil, letterDay: form["letterDay"].flatMap { Int32($0) })
            _ = try await profiles.set(.random(), profile)
            return seeOther("/settings/you", toast: "saved")
        }
        page("settings/status", on: router) { visit, request, _ in
            async let inference = InstallationState.inference(bus, user: visit.user)
            let state = await InstallationState(bus)
            let services = Topology.services.map { ($0, state.processes[$0]) }
            let isOperator = try await accounts.seesInstallation(visit.identity)
            func sentences(_ warnings: [KeepingWarning]) -> [String] {
                warnings.map { visit.reader.warning(kind: $0.kind, text: isOperator ? $0.text : nil) }
            }
            let screen = StatusScreen(
                services, models: await inference, ends: isOperator ? state.ends : nil,
                warnings: sentences(state.warnings.filter { !$0.isAdvice }),
                advice: sentences(state.warnings.filter(\.isAdvice)), date: visit.dateInSentence, for: visit.reader)
            return show(screen, in: .settings, visit, request)
        }
        action("settings/status/clear", on: router) { visit, _, _ in
            guard try await accounts.seesInstallation(visit.identity) else { throw Problem.operatorNeeded }
            await InstallationState.clearEnds(bus)
            return seeOther("/settings/status", toast: "saved")
        }
        addCloud(to: router)
        addOwnData(to: router)
    }

    // MARK: Cloud

    private func addCloud(to router: Router<EdgeContext>) {
        page("settings/cloud", on: router) { visit, request, _ in try await cloud(visit, request) }
        action(.cloud, on: router) { visit, request, context in
            let form = try await request.form()
            let granted = form["granted"] == "true"
            if granted { try await reconfirmer.check(visit, form, context) }
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
            try await reconfirmer.check(visit, form, context)
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
            return show(screen, in: .settings, visit, request)
        }
        page("settings/cloud/preview", on: router) { visit, request, _ in
            let preview = try await bus.request(CloudPreview(user: visit.user, at: visit.at, today: visit.today))
            return show(CloudPreviewScreen(preview, for: visit.reader), in: .settings, visit, request)
        }
    }

    private func cloud(_ visit: Visit, _ request: Request, result: String? = nil) async throws -> Response {
        async let usage = part(CloudUsage(user: visit.user, since: CloudUsage.month(visit.profile, at: visit.at)))
        let state = try await bus.request(ConsentQuery(user: visit.user))
        let screen = CloudScreen(
            state, calls: await usage?.calls, asks: try await reconfirmer.asks(visit, at: "/settings/cloud"),
            result: result,
            for: visit.reader)
        return show(screen, in: .settings, visit, request)
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
                asks: try await reconfirmer.asks(visit, at: "/settings/account", isAnew: true), backup: backup(visit),
                for: visit.reader)
            return show(screen, in: .settings, visit, request)
        }
        page("settings/account/export", on: router) { visit, _, _ in
            accounts.credentials.isConfirmed(visit.identity)
                ? seeOther("/v1/export") : seeOther("/confirm?next=/settings/account/export")
        }
        page("confirm", on: router) { visit, request, _ in
            let next = SitePath.own(request.uri.queryParameters["next"].map(String.init)) ?? "/"
            let screen = ConfirmScreen(next: next, asks: try await reconfirmer.ways(visit, next), for: visit.reader)
            return show(screen, in: nil, visit, request)
        }
        action(.confirm, on: router) { visit, request, context in
            let form = try await request.form()
            let next = SitePath.own(form["next"]) ?? "/"
            do {
                try await accounts.confirm(
                    visit.identity, password: form.exactly("password"), from: "\(context.clientAddress)")
                return seeOther(next)
            } catch let error as ServiceError {
                let screen = ConfirmScreen(
                    next: next, asks: try await reconfirmer.ways(visit, next), problem: visit.reader.sentence(error),
                    for: visit.reader)
                return show(screen, in: nil, visit, request, status: Problem(error).status)
            }
        }
        action(.erase, on: router) { visit, request, context in
            let form = try await request.form()
            let asks = try await reconfirmer.asks(visit, at: "/settings/account", isAnew: true)
            func shown(_ problem: String, _ status: HTTPResponse.Status) -> Response {
                show(
                    OwnDataScreen(asks: asks, backup: backup(visit), problem: problem, for: visit.reader),
                    in: .settings, visit, request, status: status)
            }
            guard form["word"]?.lowercased() == visit.reader.words("account.word") else {
                return shown(visit.reader.words("account.wrongWord"), .badRequest)
            }
            do {
                try await reconfirmer.checkAnew(visit, form, context)
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
}
