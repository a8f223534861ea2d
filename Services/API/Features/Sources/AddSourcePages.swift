import Actions
import Bus
import Foundation
import Hummingbird
import Messages
import Pages

/// Adding a source: an app that sends by itself is paired, and what it brings is watched.
struct AddSourcePages: FeaturePages {
    let pager: Pager
    let bus: any Requesting
    let accounts: Accounts
    let reconfirmer: Reconfirmer

    private var companions: CompanionEndpoints { CompanionEndpoints(accounts: accounts, bus: bus) }
    private var pairings: Pairings { companions.pairings }

    func add(to router: Router<EdgeContext>) {
        page("sources", on: router) { visit, request, _ in try await sources(visit, request) }
        page("sources/add", on: router) { visit, request, _ in
            let device = request.uri.queryParameters["device"].flatMap { SourceDevice(rawValue: String($0)) }
            return show(AddSourceScreen(device, for: visit.reader), in: .settings, visit, request)
        }
        page("sources/add/{app}", on: router) { visit, request, context in
            try await connect(try Self.app(context), visit, request, context)
        }
        action(.pair, on: router) { visit, request, context in try await pair(visit, request, context) }
        action(.endPairing, on: router) { visit, _, context in
            try await pairings.end(try context.entity("id"), of: visit.user, from: "\(context.clientAddress)")
            return seeOther("/sources", toast: "unpaired")
        }
        action(.undoPairing, on: router) { visit, request, context in
            do {
                try await reconfirmer.check(visit, try await request.form(), context)
                let done = try await companions.undo(try context.entity("id"), of: visit.user)
                return seeOther("/sources", toast: done.hasMore ? "sourceUndonePart" : "sourceUndone")
            } catch let error as ServiceError {
                return try await sources(visit, request, problem: error)
            }
        }
        action(.deleteAside, on: router) { visit, _, context in
            _ = try await bus.request(RemoveAside(user: visit.user, id: try context.entity("id")))
            return seeOther("/sources", toast: "deleted")
        }
        action(.answerGroup, on: router) { visit, request, context in
            do {
                let form = try await request.form()
                let (kinds, group) = (KindActions(bus: bus), context.parameters.get("group") ?? "")
                // A form without the value of a button, such as one sent by a script, is no answer.
                guard let isKept = ["yes": true, "no": false][form["keep"] ?? ""] else {
                    throw ServiceError(.invalid, "Answer with yes or no.")
                }
                if !isKept, try await kinds.isKept(group, of: visit.user) {
                    try await reconfirmer.check(visit, form, context)
                }
                _ = try await kinds.answer(group, isKept: isKept, of: visit.user)
                await accounts.record.note(.groupAnswered, of: visit.user, from: "\(context.clientAddress)")
                return seeOther("/sources#groups", toast: isKept ? "groupKept" : "groupDeleted")
            } catch let error as ServiceError {
                return try await sources(visit, request, problem: error)
            }
        }
        // The phone has no session. Whoever knows the ids of a pairing can say no more than that they were here.
        open(.get, "sources/check/{user}/{id}", on: router) { request, context in
            guard let user = context.parameters.get("user").flatMap({ UserID($0) }) else { throw Problem.nothingHere }
            try await pairings.reach(try context.entity("id"), of: user)
            let reader = request.stranger(at: now())
            return html(ReachedScreen(isClearText: context.isClearText, for: reader), PageFrame(), for: reader)
        }
    }

    private static func app(_ context: EdgeContext) throws -> CompanionApp {
        guard let app = context.parameters.get("app").flatMap({ CompanionApp(rawValue: $0) }) else {
            throw Problem.nothingHere
        }
        return app
    }

    // MARK: Pages

    private func sources(_ visit: Visit, _ request: Request, problem: ServiceError? = nil) async throws -> Response {
        async let aside = part(AsideQuery(user: visit.user))
        async let groups = part(IntimateGroups(user: visit.user))
        let known = (try? await SourceHabits(accounts: accounts, bus: bus).sources(of: visit.user)) ?? []
        let screen = SourcesScreen(
            try await states(of: visit, habits: known),
            devices: known.filter { $0.id == nil && !$0.habits.findings.isEmpty && !$0.habits.isReplaced }.map {
                TroubledDevice($0.label, $0.habits.findings, date: visit.dateInSentence, for: visit.reader)
            }, aside: await aside, groups: (await groups)?.groups ?? [],
            asks: try await reconfirmer.asks(visit, at: "/sources"),
            problem: problem.map { visit.reader.sentence($0) }, date: visit.dateInSentence, for: visit.reader)
        return show(screen, in: .settings, visit, request, status: problem.map { Problem($0).status } ?? .ok)
    }

    private func connect(
        _ app: CompanionApp, _ visit: Visit, _ request: Request, _ context: EdgeContext,
        made: ConnectSourceScreen.Made? = nil, form: FormBody? = nil, problem: ServiceError? = nil
    ) async throws -> Response {
        let address = context.site.reachable(request.head.authority).first
        let label = form?["label"] ?? app.page.label(for: visit.reader)
        let free = try await pairings.freeLabel(label, for: app, of: visit.user)
        let isTaken = problem?.code == .conflict && free != label
        let screen = ConnectSourceScreen(
            app.page, address: address, isClearText: address?.hasPrefix("http:") ?? false, made: made,
            arrivals: try await states(of: visit, only: app),
            asks: try await reconfirmer.asks(visit, at: "/sources/add/\(app.rawValue)"),
            label: form == nil ? free : label,
            isLabelTaken: isTaken, member: form?["member"],
            problem: isTaken ? nil : problem.map { visit.reader.sentence($0) }, for: visit.reader)
        return show(screen, in: .settings, visit, request, status: problem.map { Problem($0).status } ?? .ok)
    }

    private func pair(_ visit: Visit, _ request: Request, _ context: EdgeContext) async throws -> Response {
        let app = try Self.app(context)
        let form = try await request.form()
        do {
            try await reconfirmer.check(visit, form, context)
            guard let address = context.site.reachable(request.head.authority).first else {
                throw ServiceError(.refused, "No phone reaches this installation.")
            }
            let made = try await pairings.make(
                app, label: form["label"] ?? "", member: form["member"], for: visit.user,
                from: "\(context.clientAddress)")
            let now = accounts.now()
            let new = try CompanionEndpoints.NewPairing(made, app, address: address, now: now)
            let shown = ConnectSourceScreen.Made(
                app.page, address: new.address ?? address, token: new.token, code: new.code, link: new.link,
                settings: new.settings.map { Data($0.utf8).base64EncodedString() },
                check: "\(address)/sources/check/\(visit.user)/\(new.id)", left: new.expires - now, for: visit.reader)
            return try await connect(app, visit, request, context, made: shown)
        } catch let error as ServiceError {
            return try await connect(app, visit, request, context, form: form, problem: error)
        }
    }

    // MARK: Pairings

    /// Pairings of the page of one app that are shown.
    private static let shown = 3
    /// Milliseconds after its first post until an app has sent all kinds that it may read.
    private static let settling: Milliseconds = 86_400_000

    /// The pairings, the newest first.
    /// - Parameters:
    ///   - app: whose pairings that have not ended are shown; nil for all.
    ///   - habits: what is known of their deliveries.
    private func states(
        of visit: Visit, only app: CompanionApp? = nil, habits: [SourceHabits.Source] = []
    ) async throws -> [SourceState] {
        var paired = Array(try await pairings.all(of: visit.user).reversed())
        if let app {
            paired = Array(
                paired.filter { $0.pairing.companion == app.rawValue && $0.pairing.ended == nil }.prefix(Self.shown))
        }
        func device(_ pairing: Pairing) -> UInt64 { Credentials.Token.device(of: visit.user, pairing: pairing.id) }
        let devices = paired.map(\.pairing).filter(\.isUsed).map(device)
        async let hidesBody = devices.isEmpty ? false : bus.hidesNumbers(of: visit.user)
        let brought =
            devices.isEmpty ? nil : await part(CompanionArrivals(user: visit.user, devices: devices))
        let hidden = await hidesBody
        return paired.compactMap { pairing, token, isPaired in
            guard let app = CompanionApp(rawValue: pairing.companion) else { return nil }
            let device = device(pairing)
            var facts = SourceFacts(
                id: pairing.id, app: app.page, label: pairing.label, used: token?.used,
                standing: pairing.standing(isPaired: isPaired, at: visit.at),
                arrival: brought.map { reply in
                    reply.devices.first { $0.device == device }
                        ?? CompanionArrival(device: device, kinds: [], isPart: false)
                }, isSettled: visit.at - (pairing.begun ?? pairing.created) >= Self.settling, hidesBody: hidden)
            if let known = habits.first(where: { $0.id == pairing.id })?.habits {
                (facts.findings, facts.isReplaced) = (known.findings, known.isReplaced)
            }
            return SourceState(facts, date: visit.dateOrTime, for: visit.reader)
        }
    }
}

extension CompanionApp {
    /// The app as pages describe it.
    var page: SourceApp {
        switch self {
        case .hcWebhook: .hcWebhook
        case .openWearables: .openWearables
        case .healthBridge: .healthBridge
        case .openScale: .openScale
        case .healthAutoExport: .healthAutoExport
        }
    }
}

extension Pairing {
    /// - Parameter isPaired: whether anything leads to a token.
    fileprivate func standing(isPaired: Bool, at now: Milliseconds) -> SourceFacts.Standing {
        if let ended { return .ended(ended) }
        guard let expires else { return .sending }
        guard expires > now else { return .expired }
        if redeemed != nil { return isPaired ? .connected : .expired }
        return reached == nil ? .waiting(expires - now) : .reached(expires - now)
    }
}
