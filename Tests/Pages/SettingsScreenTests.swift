import Localization
import Messages
import Testing

@testable import Pages

/// What the pages of the settings say.
@Suite struct SettingsScreenTests {
    private func reader(_ language: Language) -> Reader {
        Reader(
            DisplaySettings(language: language, region: language == .german ? "DE" : "GB"),
            today: Day(number: 20_780), minute: 600)
    }

    @Test("OWN-3 the row about oneself names language, units and zone")
    func you() {
        #expect(reader(.english).summary(zone: "America/New_York").hasSuffix(" · New York"))
        #expect(reader(.english).summary(zone: "Etc/GMT-9").hasSuffix(" · Etc/GMT-9"))
        #expect(reader(.german).summary(zone: "Europe/Berlin") == "Deutsch · Metrisch · Berlin")
    }

    @Test("The security record names the command line in the person's language", arguments: Language.allCases)
    func commandLine(language: Language) {
        func from(_ address: String) -> String {
            SecurityScreen.Entry(date: "", event: .exported, from: address, device: "", for: reader(language)).from
        }
        #expect(from("command-line") == Catalogue.shipped(language)("security.commandLine"))
        #expect(from("192.0.2.1") == "192.0.2.1")
    }

    @Test("Today and yesterday are small within a sentence, other days as they are", arguments: Language.allCases)
    func days(language: Language) {
        let reader = reader(language)
        let names = (0...2).map { reader.dayNameInSentence(reader.today.advanced(by: -$0)) }
        #expect(Array(names.prefix(2)) == (language == .german ? ["heute", "gestern"] : ["today", "yesterday"]))
        #expect(names[2] == reader.dayName(reader.today.advanced(by: -2)))
    }

    @Test("OWN-1 the report on an erasure names every service and what it erased", arguments: Language.allCases)
    func erased(language: Language) {
        let services = Topology.services.enumerated().map { place, service in
            EraseReport.Entry(service: service, done: place > 0, rows: Int64(place))
        }
        let lines = EraseReport(user: .random(), done: false, services: services).lines(for: reader(language))
        #expect(lines.count == Topology.services.count)
        #expect(Set(lines).count == lines.count)
        #expect(lines[0].hasSuffix(Catalogue.shipped(language)("account.pending")))
        #expect(lines[1].contains(" 1 ") && lines[2].contains(" 2 "))
        for (line, service) in zip(lines, Topology.services) { #expect(line.contains("(\(service))")) }
    }

    @Test("WEB-1 the page about one's data says when it was last backed up, beside export and deletion")
    func backup() throws {
        let screen = OwnDataScreen(asks: .nothing, backup: "Die letzte Sicherung: heute.", for: reader(.german))
        let page = try PageRenderer(assets: "/assets/0").html(screen, PageFrame(), for: reader(.german))
        #expect(page.contains("Die letzte Sicherung: heute."))
        #expect(page.contains("pulsum backup"))
    }

    @Test("WEB-5 the status names what each service and model does", arguments: Language.allCases)
    func status(language: Language) {
        let keys = Catalogue.shipped(language).keys
        for service in Topology.services { #expect(keys.contains("status.service.\(service)")) }
        for (_, kind) in ModelStatus.Kind.names { #expect(keys.contains("status.named.\(kind)")) }
    }

    @Test(
        "WEB-5 the status names the models in use as they are configured, and no address", arguments: Language.allCases)
    func models(language: Language) throws {
        let names: [(configured: String?, shown: String?)] = [
            ("llama3.2:3b", "llama3.2:3b"), ("Qwen/Qwen3-4B", "Qwen/Qwen3-4B"), (nil, nil), ("", nil),
            ("/home/ada/models/tiny.gguf", "tiny.gguf"), ("C:\\models\\tiny.gguf", "tiny.gguf"),
            ("https://ada:secret@10.0.0.1/v1", nil), ("ada@10.0.0.1", nil),
            (String(repeating: "m", count: 200), String(repeating: "m", count: 80)),
        ]
        for (configured, shown) in names {
            #expect(ModelStatus(kind: .language, state: .ready, name: configured).name == shown)
        }
        let models = [
            ModelStatus(kind: .sentence, state: .ready),
            ModelStatus(kind: .language, state: .ready, name: "llama3.2:3b"),
            ModelStatus(kind: .transcription, state: .failing, name: "whisper-1"),
            ModelStatus(kind: .cloud, state: .notConfigured, name: "GPT-5"),
        ]
        let screen = StatusScreen([], models: models, ends: [], warnings: [], date: { "\($0)" }, for: reader(language))
        let page = try PageRenderer(assets: "/assets/0").html(screen, PageFrame(), for: reader(language))
        let words = Catalogue.shipped(language)
        for (kind, name) in [("language", "llama3.2:3b"), ("transcription", "whisper-1"), ("cloud", "GPT-5")] {
            #expect(page.contains("\(words("status.named.\(kind)")) (\(name))"))
        }
    }

    @Test("Ended processes and paths are shown to operators only", arguments: Language.allCases)
    func operatorsOnly(language: Language) throws {
        let reader = reader(language)
        let end = ProcessEnd(service: "gateway", release: "1", startedAt: 0, foundAt: 1, cause: "signal 9")
        func page(_ ends: [ProcessEnd]?) throws -> String {
            let screen = StatusScreen(
                [], models: [], ends: ends, warnings: [reader.warning(kind: "keyBesideData", text: nil)],
                date: { "\($0)" }, for: reader)
            return try PageRenderer(assets: "/assets/0").html(screen, PageFrame(), for: reader)
        }
        let (some, none, unseen) = (try page([end]), try page([]), try page(nil))
        #expect(some.contains("signal 9") && some.contains("/settings/status/clear"))
        #expect(none.contains(reader.words("status.noEnds")))
        #expect(!unseen.contains("signal 9") && !unseen.contains(reader.words("status.noEnds")))
        let text = "The key /data/master.key is here."
        #expect(reader.warning(kind: "keyBesideData", text: text).contains("/data") == (language == .english))
        #expect(!reader.warning(kind: "keyBesideData", text: nil).contains("/"))
    }

    @Test("Advice of a usual installation is no warning: the page says that all is well, and the advice after it")
    func advice() throws {
        let reader = reader(.english)
        func page(_ warnings: [String], _ advice: [String]) throws -> String {
            let screen = StatusScreen(
                [], models: [], ends: nil, warnings: warnings, advice: advice, date: { "\($0)" }, for: reader)
            return try PageRenderer(assets: "/assets/0").html(screen, PageFrame(), for: reader)
        }
        let kinds = ["keyBesideData", "openToOthers"].map { KeepingWarning(kind: $0, text: "") }
        #expect(kinds.map(\.isAdvice) == [true, false])
        let text = reader.warning(kind: "keyBesideData", text: nil)
        let (usual, warned) = (try page([], [text]), try page([text], []))
        #expect(usual.contains(text) && usual.contains(reader.words("status.fine")) && !usual.contains("\"notice"))
        #expect(!warned.contains(reader.words("status.fine")) && warned.contains("\"notice"))
    }

    @Test("LOOK: a page of the settings has their list beside it, with its own row marked; the list itself has none")
    func beside() throws {
        let screen = OwnDataScreen(asks: .nothing, for: reader(.english))
        var frame = PageFrame(.settings, person: PageFrame.Person(name: "Ada"))
        let renderer = try PageRenderer(assets: "/assets/0")
        #expect(!renderer.html(screen, frame, for: reader(.english)).contains("class=\"sided\""))
        frame.settingsPath = "/settings/account"
        let page = renderer.html(screen, frame, for: reader(.english))
        #expect(page.contains("href=\"/settings/account\" aria-current=\"page\"><span>Your data"))
        #expect(page.components(separatedBy: "class=\"line\"").count == SettingsPage.allCases.count + 1)
        let preview = SettingsPage.links(at: "/settings/cloud/preview", for: reader(.english))
        #expect(preview.filter(\.isCurrent).map(\.address) == ["/settings/cloud"])
        let phone = SettingsPage.links(at: "/sources/add", for: reader(.english))
        #expect(phone.filter(\.isCurrent).map(\.address) == ["/settings/data"])
    }

    @Test(
        "SEC-14 the operators' page says what every service does, and nothing about a person",
        arguments: Language.allCases)
    func operators(language: Language) throws {
        let reader = reader(language)
        let process = ProcessQuery.Reply(release: "1.2.3", startedAt: 5, models: [], ends: [])
        let worker = WorkerStatus(
            release: "1.2.3", processID: 1, credit: 32, inFlight: 3, draining: false, answered: 9)
        let bus = BusStatus.Reply(
            services: [
                ServiceStatus(service: .scoring, workers: [worker, worker], queued: 17, answered: 9, failed: 0)
            ],
            uptime: 1000, release: "1.2.4", refusedFrames: 0)
        let keys = ["accounts", "linked", "sessions", "devices", "erasures"]
        func page(_ bus: BusStatus.Reply?, backup: Milliseconds?) throws -> String {
            let screen = OperatorsScreen(
                [(.scoring, process), (.goals, nil)], bus: bus, warnings: ["A warning."],
                counts: keys.map { ($0, 41) }, backup: backup, at: 3 * 86_400_000, offersSignOut: true,
                date: { "at \($0)" }, for: reader)
            return try PageRenderer(assets: "/assets/0").html(screen, PageFrame(), for: reader)
        }
        let shown = try page(bus, backup: 86_400_000)
        for text in ["1.2.3", "1.2.4", "<td>6</td><td>17</td>", "A warning.", "at 86400000", "at 259199000", "41"] {
            #expect(shown.contains(text), "\(text)")
        }
        #expect(shown.contains(reader.words("operators.backupAge", count: 2, "2")))
        #expect(shown.contains("/sign-out"))
        #expect(shown.contains(reader.words("status.silent")))
        #expect(!shown.contains("operators."))
        let silent = try page(nil, backup: nil)
        #expect(silent.contains(reader.words("operators.brokerSilent")))
        #expect(silent.contains("–"))
        #expect(silent.contains(reader.words("account.backupNone")))
    }

    @Test("SEC-14 an account without a password is asked for a fresh login, and never for a password")
    func freshLogin() throws {
        let reader = reader(.german)
        let renderer = try PageRenderer(assets: "/assets/0")
        func html(_ screen: some Screen) -> String { renderer.html(screen, PageFrame(), for: reader) }
        let login = ProviderButton(againWith: "A & B", address: "/openid/confirm?next=/x", for: reader)
        let asks = Reconfirmation(password: false, login: login)
        let state = ConsentState(
            granted: false, version: 0, at: nil, copyVersion: 1, pending: false, banner: "", hasKey: false)
        for page in [
            html(OwnDataScreen(asks: asks, for: reader)), html(ConfirmScreen(next: "/x", asks: asks, for: reader)),
            html(CloudScreen(state, asks: asks, for: reader)),
        ] {
            #expect(page.contains("Noch einmal mit A &amp; B anmelden"))
            #expect(page.contains("/openid/confirm?next=/x"))
            #expect(!page.contains("name=\"password\""))
        }
        for asks in [Reconfirmation.password, .nothing] {
            let page = html(OwnDataScreen(asks: asks, for: reader))
            #expect(page.contains("name=\"password\"") == asks.password)
            #expect(!page.contains("/openid/"))
        }
        func security(hasPassword: Bool, isLinked: Bool) -> String {
            html(
                SecurityScreen(
                    sessions: [], hasSecondFactor: false, codesLeft: 0, entries: [], hasPassword: hasPassword,
                    provider: ProviderLink(name: "Team", isLinked: isLinked, hasPassword: hasPassword, for: reader),
                    for: reader))
        }
        let only = security(hasPassword: false, isLinked: true)
        #expect(!only.contains("password\""))
        #expect(!only.contains("/openid/"))
        #expect(only.contains("kein Passwort"))
        #expect(security(hasPassword: true, isLinked: false).contains("href=\"/openid/link\""))
        let both = security(hasPassword: true, isLinked: true)
        #expect(both.contains("/settings/security/openid/remove"))
        #expect(both.contains("name=\"old\""))
    }

    @Test("ING-7 devices that send in steps are listed with how far they are", arguments: Language.allCases)
    func anchors(language: Language) throws {
        let anchors = [
            StoredAnchor(device: "Watch", kind: "sleep", anchor: "secret", at: 5),
            StoredAnchor(device: "Phone", kind: "newer", anchor: "secret", at: 6),
        ]
        let screen = DataScreen(
            imports: [], sources: [], tokens: [], arrivals: [], anchors: anchors, asks: .nothing,
            date: { "at \($0)" }, day: { _ in Day(number: 1) }, for: reader(language))
        let kind = Catalogue.shipped(language)("arrivals.kind.sleep")
        #expect(screen.anchors.map(\.name) == ["Phone · newer", "Watch · \(kind)"])
        #expect(screen.anchors[0].state.contains("at 6"))
        let page = try PageRenderer(assets: "/assets/0").html(screen, PageFrame(), for: reader(language))
        #expect(page.contains("id=\"anchors\""))
        #expect(!page.contains("secret"))
    }
}
