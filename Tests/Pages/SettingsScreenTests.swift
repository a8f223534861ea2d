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

    @Test("OWN-1 the report on an erasure names every service and what it erased", arguments: Language.allCases)
    func erased(language: Language) {
        let services = Topology.services.enumerated().map { place, service in
            EraseReport.Entry(service: service, done: place > 0, rows: Int64(place))
        }
        let lines = EraseReport(user: .random(), done: false, services: services).lines(for: reader(language))
        #expect(lines.count == Topology.services.count && Set(lines).count == lines.count)
        #expect(lines[0].hasSuffix(Catalogue.shipped(language)("account.pending")))
        #expect(lines[1].contains(" 1 ") && lines[2].contains(" 2 "))
        for (line, service) in zip(lines, Topology.services) { #expect(line.contains("(\(service))")) }
    }

    @Test("WEB-1 the page about one's data says when it was last backed up, beside export and deletion")
    func backup() throws {
        let screen = OwnDataScreen(needsPassword: false, backup: "Die letzte Sicherung: heute.", for: reader(.german))
        let page = try PageRenderer(assets: "/assets/0").html(screen, PageFrame(), for: reader(.german))
        #expect(page.contains("Die letzte Sicherung: heute.") && page.contains("pulsum backup"))
    }

    @Test("WEB-5 the status names what each service and model does", arguments: Language.allCases)
    func status(language: Language) {
        let keys = Catalogue.shipped(language).keys
        for service in Topology.services { #expect(keys.contains("status.service.\(service)")) }
        for (_, kind) in ModelStatus.Kind.names { #expect(keys.contains("status.named.\(kind)")) }
    }

    @Test("ING-7 devices that send in steps are listed with how far they are", arguments: Language.allCases)
    func anchors(language: Language) throws {
        let anchors = [
            StoredAnchor(device: "Watch", kind: "sleep", anchor: "secret", at: 5),
            StoredAnchor(device: "Phone", kind: "newer", anchor: "secret", at: 6),
        ]
        let screen = DataScreen(
            imports: [], sources: [], tokens: [], arrivals: [], anchors: anchors, address: "", needsPassword: false,
            date: { "at \($0)" }, day: { _ in Day(number: 1) }, for: reader(language))
        let kind = Catalogue.shipped(language)("arrivals.kind.sleep")
        #expect(screen.anchors.map(\.name) == ["Phone · newer", "Watch · \(kind)"])
        #expect(screen.anchors[0].state.contains("at 6"))
        let page = try PageRenderer(assets: "/assets/0").html(screen, PageFrame(), for: reader(language))
        #expect(page.contains("id=\"anchors\"") && !page.contains("secret"))
    }
}
