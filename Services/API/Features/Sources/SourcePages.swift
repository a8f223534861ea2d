import Bus
import Hummingbird
import Messages
import Pages
import ServiceKit
import SystemKit

/// Bringing data: imports, sources, device tokens.
struct DataPages: FeaturePages {
    let pager: Pager
    let bus: any Requesting
    let accounts: Accounts
    let profiles: Profiles
    let reconfirmer: Reconfirmer

    func add(to router: Router<EdgeContext>) {
        page("settings/data", on: router) { visit, request, context in try await data(visit, request, context) }
        action("settings/data/sources", on: router) { visit, request, _ in
            let form = try await request.form()
            var order = try await bus.request(SourcesQuery(user: visit.user)).sources.map(\.name)
            if let name = form["rise"], let place = order.firstIndex(of: name), place > 0 {
                order.swapAt(place, place - 1)
                var profile = visit.profile
                profile.sourceOrder = order
                _ = try await profiles.set(.random(), profile)
            }
            return seeOther("/settings/data", toast: "saved")
        }
        action(.makeToken, on: router) { visit, request, context in
            let form = try await request.form()
            do {
                try await reconfirmer.check(visit, form, context)
            } catch let error as ServiceError {
                return try await data(visit, request, context, problem: error, at: "password")
            }
            do {
                let scopes = form.all("scope").compactMap { TokenScope(name: $0) }
                let wanted = CreateToken(user: visit.user, label: form["label"] ?? "", scopes: scopes)
                let made = try await accounts.deviceTokens.make(wanted, from: "\(context.clientAddress)")
                return try await data(visit, request, context, made: made.secret)
            } catch let error as ServiceError {
                return try await data(visit, request, context, problem: error, at: "label")
            }
        }
        action(.revokeToken, on: router) { visit, _, context in
            _ = try await accounts.deviceTokens.revoke(
                try context.entity("id"), of: visit.user, from: "\(context.clientAddress)")
            return seeOther("/settings/data", toast: "saved")
        }
    }

    private func data(
        _ visit: Visit, _ request: Request, _ context: EdgeContext, made: String? = nil, problem: ServiceError? = nil,
        at field: String = "form"
    ) async throws -> Response {
        async let imports = part(ImportList(user: visit.user))
        async let sources = part(SourcesQuery(user: visit.user))
        async let arrivals = part(KindArrivals(user: visit.user))
        async let anchors = part(AnchorsQuery(user: visit.user))
        let tokens = try await accounts.deviceTokens.all(of: visit.user)
        let screen = DataScreen(
            imports: (await imports)?.imports ?? [], sources: (await sources)?.sources ?? [], tokens: tokens,
            arrivals: (await arrivals)?.kinds ?? [], anchors: (await anchors)?.anchors ?? [], made: made,
            asks: try await reconfirmer.asks(visit, at: "/settings/data"),
            problems: problem.map { [field: visit.reader.sentence($0)] } ?? [:], date: visit.date,
            day: visit.profile.calendar.day(millisecond:),
            for: visit.reader)
        return html(
            screen, visit.frame(.settings, request), for: visit.reader,
            status: problem.map { Problem($0).status } ?? .ok)
    }
}

/// Letters, and the imports that some are about. One that was opened is gone from Today.
struct LetterPages: FeaturePages {
    let pager: Pager
    let bus: any Requesting
    let record: SecurityRecord
    let profiles: Profiles
    let sights: NightSights

    func add(to router: Router<EdgeContext>) {
        page("letters", on: router) { visit, request, _ in
            let periods = PeriodLetters(bus: bus, profile: visit.profile, reader: visit.reader)
            async let weeks = try? periods.weeks()
            let letters = try await bus.request(LettersQuery(user: visit.user)).letters
            let screen = LettersScreen(
                letters, weeks: await weeks ?? [], weekday: periods.weekday, date: visit.date, for: visit.reader)
            return show(screen, in: .lookBack, visit, request)
        }
        for span in LetterPeriod.Span.allCases {
            page("letters/\(span)/{day}", on: router) { visit, request, context in
                try await letter(try context.letterPeriod(span, for: visit.reader), visit, request)
            }
        }
        page("letters/{id}", on: router) { visit, request, context in
            let letter = try await bus.request(LetterQuery(user: visit.user, letter: try context.entity("id")))
            let screen = LetterScreen(
                letter, date: { visit.reader.formats.longDate(visit.profile.calendar.day(millisecond: $0)) },
                for: visit.reader)
            try await profiles.note(ReadLetters(importedAt: letter.at), of: visit.user)
            return show(screen, in: .lookBack, visit, request)
        }
        page("imports/{job}", on: router) { visit, request, context in
            let job = try context.entity("job")
            async let letters = part(LettersQuery(user: visit.user))
            let status = try await bus.request(ImportQuery(user: visit.user, job: job))
            let letter = (await letters)?.letters.first { $0.id == job }
            let screen = ImportScreen(status, letter: letter, date: visit.date, for: visit.reader)
            return show(screen, in: .settings, visit, request)
        }
        action(.undoImport, on: router) { visit, _, context in
            let job = try context.entity("job")
            let status = try await bus.request(UndoImport(user: visit.user, job: job))
            await record.note(
                .importUndone, of: visit.user, from: "\(context.clientAddress)", label: status.fileName)
            return seeOther("/imports/\(job)", toast: "undoing")
        }
    }

    private func letter(_ period: LetterPeriod, _ visit: Visit, _ request: Request) async throws -> Response {
        let periods = PeriodLetters(bus: bus, profile: visit.profile, reader: visit.reader)
        let letter = try await periods.letter(period)
        if letter?.tellsNights == true {
            await sights.note([period.last.advanced(by: -1), period.last], of: visit.user, at: visit.at, on: bus)
        }
        if period.span == .week { try await profiles.note(ReadLetters(week: period.last), of: visit.user) }
        return show(PeriodLetterScreen(letter, about: period, for: visit.reader), in: .lookBack, visit, request)
    }
}

/// How this installation is reached.
struct ReachPages: FeaturePages {
    let pager: Pager
    let bus: any Requesting
    let accounts: Accounts
    let certificate: ServerCertificate?

    func add(to router: Router<EdgeContext>) {
        // For a phone that does not trust this machine yet, so without a session.
        open(.get, "trust", on: router) { request, _ in
            guard let authority = certificate?.authority else { throw Problem.nothingHere }
            let reader = request.stranger(at: now())
            return html(TrustScreen(authority.shown, for: reader), PageFrame(), for: reader)
        }
        open(.get, "trust/pulsum.crt", on: router) { _, _ in
            guard let authority = certificate?.authority else { throw Problem.nothingHere }
            return Response(
                status: .ok, headers: [.contentType: "application/x-x509-ca-cert"],
                body: .init(byteBuffer: ByteBuffer(bytes: authority.bytes)))
        }
        open(.get, "reach", on: router) { request, context in
            // Addresses of the network are for its people: for whoever sets Pulsum up, and for who is signed in.
            let isEmpty = try await accounts.isEmpty()
            let visit = isEmpty ? nil : try await visit(request, context)
            let reader = visit?.reader ?? request.stranger(at: now())
            let site = context.site
            let addresses = site.reachable(request.head.authority)
            // The others would warn of the certificate for ever.
            let covered = certificate?.authority.map { authority in
                addresses.filter { WebOrigin($0).map { authority.permits($0.host) } ?? false }
            }
            let screen = ReachScreen(
                ReachScreen.Exposure(site.exposure), addresses: covered ?? addresses,
                authority: certificate?.authority?.shown, for: reader)
            return html(screen, visit?.frame(.settings, request) ?? PageFrame(), for: reader)
        }
    }
}

extension OwnAuthority {
    fileprivate var shown: TrustScreen.Authority {
        TrustScreen.Authority(name: name, names: names, fingerprint: fingerprint)
    }
}

extension ReachScreen.Exposure {
    fileprivate init(_ exposure: HTTPExposure) {
        self =
            switch exposure {
            case .loopback: .loopback
            case .encrypted: .encrypted
            case .proxied: .proxied
            case .clearText: .clearText
            }
    }
}

extension Site {
    /// Origins under which other devices reach this installation, the best first; none if only this machine does.
    /// - Parameter authority: of the request.
    func reachable(_ authority: String?) -> [String] {
        if let publicOrigin, !publicOrigin.isLoopback { return ["\(publicOrigin)"] }
        guard exposure == .encrypted || exposure == .clearText else { return [] }
        let scheme = exposure == .encrypted ? "https" : "http"
        let own = WebOrigin(scheme: scheme, authority: authority ?? "")
        var origins = own.map { $0.isLoopback ? [] : ["\($0)"] } ?? []
        // Addresses of a container are not those of its machine.
        guard published == nil, let port = own?.port else { return origins }
        let suffix = port == (exposure == .encrypted ? 443 : 80) ? "" : ":\(port)"
        for host in names.sorted() + NetworkAddress.ofThisMachine().map({ "\($0)" }) {
            let origin = "\(scheme)://\(host)\(suffix)"
            if !origins.contains(origin) { origins.append(origin) }
        }
        return origins
    }
}

extension WebOrigin {
    fileprivate var isLoopback: Bool { host == "localhost" || NetworkAddress(host)?.isLoopback == true }
}
