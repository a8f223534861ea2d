import Foundation
import Messages
import ServiceKit
import Testing

@testable import API

/// The pages that add a source, over a bus of closures.
@Suite struct SourcePageTests {
    private static func world(_ body: @escaping @Sendable (FeatureWorld) async throws -> Void) async throws {
        var site = Site()
        site.publicOrigin = WebOrigin("http://pulsum.home.arpa")
        try await FeatureWorld.run(site: site, body)
    }

    private static func pairings(_ world: FeatureWorld) -> Pairings { Pairings(accounts: world.application.accounts) }

    /// The proof of a form on a page.
    private static func proof(_ action: String, on path: String, in world: FeatureWorld) async throws -> String {
        let page = try await world.open(path).text
        let form = try #require(page.range(of: "action=\"\(action)\""), "\(path) has no \(action)")
        let match = page[form.upperBound...].firstMatch(of: /name="proof" value="([^"]+)"/)
        return try #require(match.map { "\($0.output.1)" })
    }

    private static func pair(
        _ app: CompanionApp, _ fields: [String: String] = [:], in world: FeatureWorld
    ) async throws -> FeatureWorld.Answer {
        let path = "/sources/add/\(app.rawValue)"
        let proof = try await proof(path, on: path, in: world)
        let all = ["label": "Phone", "password": goodPassword, "proof": proof].merging(fields) { $1 }
        return try await world.submit(path, all)
    }

    /// Makes the check of the password as old as the account.
    private static func forgetPassword(in world: FeatureWorld) async throws {
        let credentials = world.application.accounts.credentials
        let session = try #require(try await credentials.tokens(of: world.user, kind: .session).first)
        try await credentials.store.write { try TokenRows(transaction: $0).confirm(session.id, at: 1) }
    }

    @Test("WEB-6 SEC-1 A source is made once more only after the password, with the form's own proof")
    func guarded() async throws {
        try await Self.world { world in
            try await Self.forgetPassword(in: world)
            let path = "/sources/add/hc-webhook"
            let none = try await world.submit(path, ["label": "Phone", "password": goodPassword])
            #expect(none.status == .forbidden)
            let wrong = try await Self.pair(.hcWebhook, ["password": "wrong"], in: world)
            #expect(wrong.status == .forbidden && wrong.text.contains("role=\"alert\""))
            #expect(try await Self.pairings(world).all(of: world.user).count == 1)
            let made = try await Self.pair(.hcWebhook, in: world)
            #expect(made.status == .ok && made.text.contains("data:application/json;base64,"), "\(made.status)")
            #expect(made.headers[.cacheControl]?.contains("no-transform") == true)
            #expect(!(try await world.open(path).text).contains("data:application/json"), "shown once")
            // The secret was lost: the same name gives another one.
            #expect(try await Self.pair(.hcWebhook, in: world).status == .ok)
            #expect(try await Self.pairings(world).all(of: world.user).count == 2)
            let taken = try await Self.pair(.healthBridge, in: world)
            #expect(taken.status == .conflict && taken.text.contains("value=\"Phone\""))
            #expect(taken.text.contains("Another source or device has this name"))
            #expect(!taken.text.contains("changed meanwhile"))
            let scale = "/sources/add/openscale"
            #expect(try await Self.pair(.hcWebhook, ["label": "Scale"], in: world).status == .ok)
            #expect(try await world.open(scale).text.contains("value=\"Scale 2\""))
            #expect(try await world.open("/sources/add/none").status == .notFound)
        }
    }

    @Test("WEB-6 No code holds an address of this machine alone", arguments: CompanionApp.allCases)
    func loopback(app: CompanionApp) async throws {
        try await FeatureWorld.run { world in
            let page = try await world.open("/sources/add/\(app.rawValue)")
            #expect(page.status == .ok && page.text.contains("PULSUM_PUBLIC_URL"))
            #expect(!page.text.contains("name=\"label\""))
        }
        try await Self.world { world in
            let made = try await Self.pair(app, ["member": "Mia"], in: world)
            #expect(made.status == .ok)
            let main = made.text.components(separatedBy: "<main").last ?? ""
            #expect(!main.contains("localhost") && !main.contains("127.0.0.1"))
            #expect(main.contains("http://pulsum.home.arpa") && main.contains("not encrypted"))
        }
    }

    @Test("WEB-6 The page sees the phone that opened the code's address, once, and only before the first data")
    func reached() async throws {
        try await Self.world { world in
            let pairings = Self.pairings(world)
            let made = try await pairings.make(
                .openWearables, label: "ow", member: nil, for: world.user, from: "10.0.0.1")
            func standing() async throws -> String { try await world.open("/sources/add/open-wearables").text }
            #expect(try await standing().contains("Waiting for the first data. This line"))
            for path in ["\(world.user)/\(EntityID.random())", "\(UserID.random())/\(made.pairing.id)"] {
                #expect(try await world.open("/sources/check/\(path)", as: .nobody).status == .ok)
            }
            #expect(try await !standing().contains("Your phone reaches this Pulsum"))
            let check = "/sources/check/\(world.user)/\(made.pairing.id)"
            #expect(try await world.open(check, as: .nobody).text.contains("This phone reaches Pulsum"))
            #expect(try await standing().contains("Your phone reaches this Pulsum"))
            let at = try await pairings.pairing(made.pairing.id, of: world.user)?.reached
            _ = try await world.open(check, as: .nobody)
            #expect(at != nil)
            #expect(try await pairings.pairing(made.pairing.id, of: world.user)?.reached == at)
            #expect(try await world.open("/sources/check/x/y", as: .nobody).status == .notFound)
        }
    }

    @Test("WEB-6 A code that nobody used in time is said to be dead")
    func expired() async throws {
        try await Self.world { world in
            for (app, age) in [(CompanionApp.healthBridge, 20 * 60_000), (.openWearables, 86_400_000)] {
                let made = try await Self.pairings(world).make(
                    app, label: app.rawValue, member: nil, for: world.user, from: "10.0.0.1")
                try await Self.pairings(world).change(made.pairing.id, of: world.user) { pairing, _ in
                    pairing.created -= Milliseconds(age)
                }
                let page = try await world.open("/sources/add/\(app.rawValue)").text
                #expect(page.contains("Nobody used it in time"), "\(app)")
            }
        }
    }

    @Test("WEB-6 ING-16 What a source brought is shown, ended and undone; a service that is away leaves the list")
    func listed() async throws {
        try await Self.world { world in
            let pairings = Self.pairings(world)
            let made = try await pairings.make(
                .healthAutoExport, label: "export", member: nil, for: world.user, from: "10.0.0.1")
            let secret = try #require(made.token)
            let token = try #require(try await world.application.accounts.credentials.authenticate(secret))
            _ = try await pairings.use(token, by: .healthAutoExport)
            #expect(try await world.open("/sources").text.contains("not known at the moment"))
            world.bus.on(CompanionArrivals.self) { _ in CompanionArrivals.Reply(devices: []) }
            #expect(try await world.open("/sources").text.contains("No reading has come yet"))
            let device = Credentials.Token.device(of: world.user, pairing: made.pairing.id)
            world.bus.on(CompanionArrivals.self) { request in
                CompanionArrivals.Reply(
                    devices: request.devices.map { _ in
                        CompanionArrival(
                            device: device,
                            kinds: [
                                ArrivedKind(kind: "bodyMass", count: 3, last: 1, isOfBody: true),
                                ArrivedKind(kind: "steps", count: 4, last: 1, isOfBody: false),
                            ], isPart: false)
                    })
            }
            // Plans do not answer: then no numbers of the body.
            let hidden = try await world.open("/sources").text
            #expect(hidden.contains("4 readings") && !hidden.contains("Weight"))
            #expect(!hidden.contains("Missing, though"))
            try await pairings.change(made.pairing.id, of: world.user) { pairing, _ in
                #expect(pairing.begun != nil)
                pairing.begun = pairing.begun.map { $0 - 86_400_000 }
            }
            #expect(
                try await world.open("/sources").text.contains("Missing, though what belongs to it comes: Distance"))
            world.bus.on(PlanNumbers.self) { _ in PlanNumbers.Reply(numbersHidden: false, revision: 0) }
            #expect(try await world.open("/sources").text.contains("Weight"))

            let path = "/sources/pairings/\(made.pairing.id)"
            let proof = try await Self.proof("\(path)/end", on: "/sources", in: world)
            #expect(try await world.submit("\(path)/end", [:]).status == .forbidden)
            #expect(try await world.submit("\(path)/end", ["proof": proof]).status == .seeOther)
            #expect(try await world.open("/sources").text.contains("What it brought is still here"))
            world.bus.on(ForgetCompanion.self) { _ in ForgetCompanion.Reply(removed: 1, hasMore: false) }
            try await Self.forgetPassword(in: world)
            let undo = try await Self.proof("\(path)/undo", on: "/sources", in: world)
            #expect(try await world.submit("\(path)/undo", ["proof": undo, "password": "wrong"]).status == .forbidden)
            #expect(world.bus.sent(ForgetCompanion.self).isEmpty)
            let done = try await world.submit("\(path)/undo", ["proof": undo, "password": goodPassword])
            #expect(done.status == .seeOther && world.bus.sent(ForgetCompanion.self).map(\.device) == [device])
            #expect(try await pairings.pairing(made.pairing.id, of: world.user) == nil)
        }
    }

    @Test("ING-20 PLN-10 Findings are on the pages and in the API, without numbers that the person put away")
    func findings() async throws {
        try await Self.world { world in
            let made = try await Self.pairings(world).make(
                .hcWebhook, label: "Mia's <phone>", member: nil, for: world.user, from: "10.0.0.1")
            let secret = try #require(made.token)
            let token = try #require(try await world.application.accounts.credentials.authenticate(secret))
            _ = try await Self.pairings(world).use(token, by: .hcWebhook)
            world.bus.on(CompanionArrivals.self) { _ in CompanionArrivals.Reply(devices: []) }
            let device = Credentials.Token.device(of: world.user, pairing: made.pairing.id)
            func answer(_ findings: [ArrivalProblem], isReplaced: Bool = false) {
                let gone = DeviceHabits(
                    device: device ^ 1, lastPost: 1, lastNew: 1, kinds: ["sleep"],
                    findings: [ArrivalProblem(fault: "silent", since: 9, interval: 1, isSure: true)])
                let known = DeviceHabits(
                    device: device, lastPost: 1, lastNew: 1, kinds: ["sleep", "bodyMass"], findings: findings,
                    isReplaced: isReplaced)
                world.bus.on(HabitsQuery.self) { _ in HabitsQuery.Reply(devices: [gone, known]) }
            }
            let silent = ArrivalProblem(fault: "silent", since: 1, interval: 86_400_000, by: 488, isSure: true)
            answer([silent])
            let page = try await world.open("/sources").text
            #expect(page.contains("Nothing has arrived since") && page.contains("every day by 08:10"))
            #expect(page.contains("choose unrestricted"))
            let today = try await world.open("/").text
            #expect(
                today.contains("&lt;phone&gt; has sent nothing since"), "no line, or one that is not escaped")
            let listed = try await world.open("/v1/sources/arrivals").text
            #expect(listed.contains("\"silent\"") && listed.components(separatedBy: "\"label\"").count == 2)
            answer([ArrivalProblem(fault: "silent", since: 1, interval: 86_400_000)])
            #expect(try await world.open("/sources").text.contains("Nothing has arrived since"))
            #expect(!(try await world.open("/").text).contains("source-trouble"), "not sure enough for Today")
            answer([silent], isReplaced: true)
            #expect(try await world.open("/sources").text.contains("Another source brings the same now"))
            #expect(!(try await world.open("/").text).contains("source-trouble"))
            // Plans do not answer: then nothing about weight.
            answer([ArrivalProblem(fault: "partial", kinds: ["bodyMass"], ofBody: ["bodyMass"], since: 1, interval: 1)])
            #expect(!(try await world.open("/sources").text).contains("although the rest arrives"))
            #expect(!(try await world.open("/v1/sources/arrivals").text).contains("bodyMass"))
            world.bus.on(PlanNumbers.self) { _ in PlanNumbers.Reply(numbersHidden: false, revision: 0) }
            #expect(try await world.open("/sources").text.contains("although the rest arrives: Weight"))
            #expect(!(try await world.open("/").text).contains("source-trouble"), "Today shows no weight")
        }
    }

    @Test("ING-16 A body that cannot be read is downloaded whole and deleted by its form")
    func aside() async throws {
        try await Self.world { world in
            let body = AsideBody(
                id: .random(), companion: "openscale", at: 1, bytes: 4,
                problem: ImportProblem(code: "notJSON", message: "Not JSON."))
            world.bus.on(AsideQuery.self) { _ in AsideQuery.Reply(bodies: [body], bytes: 4, maximumBytes: 9) }
            world.bus.on(AsidePiece.self) { request in
                let pieces = request.id == body.id ? ["ab", "cd"] : []
                let number = Int(request.number)
                return AsidePiece.Reply(bytes: number < pieces.count ? Array(pieces[number].utf8) : nil)
            }
            world.bus.on(RemoveAside.self) { _ in Empty() }
            let whole = try await world.call(.get, "/v1/companions/aside/\(body.id)")
            #expect(whole.text == "abcd" && whole.headers[.contentDisposition]?.hasPrefix("attachment") == true)
            #expect(try await world.call(.get, "/v1/companions/aside/\(EntityID.random())").status == .notFound)
            let path = "/sources/aside/\(body.id)/delete"
            let proof = try await Self.proof(path, on: "/sources", in: world)
            #expect(try await world.submit(path, [:]).status == .forbidden)
            #expect(try await world.submit(path, ["proof": proof]).status == .seeOther)
            #expect(world.bus.sent(RemoveAside.self).map(\.id) == [body.id])
        }
    }

    @Test("WEB-6 The link of Health Auto Export uses the documented parameters, and lets yesterday come again")
    func link() throws {
        let link = HealthAutoExportLink.automation("https://pulsum.home.arpa:8443/x", token: "a+b&c=ü")
        let parts = try #require(URLComponents(string: link))
        #expect(parts.scheme == "com.HealthExport" && parts.host == "automation")
        let items = Dictionary(uniqueKeysWithValues: (parts.queryItems ?? []).map { ($0.name, $0.value ?? "") })
        #expect(items["url"] == "https://pulsum.home.arpa:8443/x")
        #expect(items["headers"] == "api-key,a+b&c=ü")
        #expect(items["period"] == "none" && items["format"] == "json" && items["aggregatedata"] == "false")
        #expect(items["enabled"] == "true" && items["name"] == "Pulsum")
        let known: Set = [
            "url", "name", "headers", "format", "datatype", "aggregatedata", "period", "interval", "syncinterval",
            "syncquantity", "enabled",
        ]
        #expect(Set(items.keys) == known)
    }
}
