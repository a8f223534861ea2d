import Foundation
import Localization
import Messages
import Testing

@testable import Pages

/// Adding a source, and the list of sources.
@Suite struct SourceScreenTests {
    private static func reader(_ language: Language) -> Reader {
        Reader(DisplaySettings(language: language, region: "GB"), today: Day(number: 20_000), minute: 600)
    }

    private static func html(_ screen: some Screen, _ reader: Reader) throws -> String {
        try PageRenderer(assets: "/assets/x").html(screen, PageFrame(), for: reader)
    }

    private static func connect(
        _ app: SourceApp, address: String?, isClearText: Bool = false, made: ConnectSourceScreen.Made? = nil,
        arrivals: [SourceState] = [], _ reader: Reader
    ) throws -> String {
        try html(
            ConnectSourceScreen(
                app, address: address, isClearText: isClearText, made: made, arrivals: arrivals, asks: .nothing,
                for: reader), reader)
    }

    private static func state(
        _ standing: SourceFacts.Standing, _ kinds: [ArrivedKind] = [], isPart: Bool = false, isSettled: Bool = true,
        isKnown: Bool = true, hidesBody: Bool = false
    ) -> SourceState {
        SourceState(
            SourceFacts(
                id: .random(), app: .hcWebhook, label: "Phone", used: 7, standing: standing,
                arrival: isKnown ? CompanionArrival(device: 1, kinds: kinds, isPart: isPart) : nil,
                isSettled: isSettled,
                hidesBody: hidesBody),
            date: { "at \($0)" }, for: reader(.english))
    }

    private static func kind(_ name: String, isOfBody: Bool = false) -> ArrivedKind {
        ArrivedKind(kind: name, count: 2, last: 5, isOfBody: isOfBody)
    }

    @Test(
        "ING-20 every fault has its sentences in every language, for every app and for none",
        arguments: Language.allCases)
    func troubles(language: Language) {
        let reader = Self.reader(language)
        for fault in ["silent", "looping", "partial", "late", "clockWrong"] {
            for app in SourceApp.allCases.map({ $0 as SourceApp? }) + [nil] {
                for kinds in [[], ["sleep", "unheardOf"]] {
                    for (interval, by) in [(3_600_000, nil), (86_400_000, 488), (4 * 86_400_000, nil)]
                        as [(Int64, Int32?)]
                    {
                        let trouble = SourceTrouble(
                            ArrivalProblem(fault: fault, kinds: kinds, since: 1, interval: interval, by: by), of: app,
                            date: { "at \($0)" }, for: reader)
                        for text in [trouble.text, trouble.usual, trouble.mend] {
                            #expect(!text.isEmpty && !text.contains("{") && !text.contains("source."), "\(text)")
                        }
                    }
                }
            }
            let device = DeviceHabits(
                device: 1, lastPost: 1, lastNew: 1, kinds: ["sleep"],
                findings: [
                    ArrivalProblem(
                        fault: fault, kinds: fault == "partial" ? ["sleep"] : [], since: 1, interval: 1,
                        isSure: ["silent", "clockWrong"].contains(fault))
                ])
            let line = TodayTrouble([("Phone", device)], date: { "at \($0)" }, for: reader)
            guard device.findings[0].isSure else {
                #expect(line == nil, "\(fault)")
                continue
            }
            #expect(line?.text.contains("Phone") == true && line?.text.contains("{") == false)
        }
    }

    @Test("WEB-6 every app has its facts, steps, limits and advice in every language", arguments: Language.allCases)
    func words(language: Language) throws {
        let reader = Self.reader(language)
        for app in SourceApp.allCases {
            let (steps, limits) = (app.list("step", reader.words), app.list("limit", reader.words))
            #expect(steps.count >= 3 && limits.count >= 2)
            for key in ["facts", "label", "make", "how", "advice"] {
                #expect(reader.words.keys.contains("source.\(app).\(key)"), "\(app) \(key)")
            }
            let page = try Self.connect(app, address: "https://pulsum.home.arpa", reader)
            #expect(page.contains("action=\"/sources/add/\(app.rawValue)\""))
            #expect(page.contains("name=\"member\"") == (app == .openScale))
        }
        for device in SourceDevice.allCases {
            let page = try Self.html(AddSourceScreen(device, for: reader), reader)
            for app in device.apps { #expect(page.contains("href=\"/sources/add/\(app.rawValue)\"")) }
        }
        #expect(Set(SourceDevice.allCases.flatMap(\.apps)) == Set(SourceApp.allCases))
        let names = SourceState.neighbours.joined().compactMap(\.first)
        for name in names { #expect(reader.words.keys.contains("source.kind.\(name)"), "\(name)") }
    }

    @Test("WEB-6 Without an address that a phone reaches there is no form, and clear text is said")
    func address() throws {
        let reader = Self.reader(.english)
        let without = try Self.connect(.hcWebhook, address: nil, reader)
        #expect(!without.contains("<form method=\"post\" action=\"/sources"))
        #expect(without.contains("PULSUM_PUBLIC_URL") && without.contains("href=\"/reach\""))
        let clear = try Self.connect(.hcWebhook, address: "http://192.168.1.5", isClearText: true, reader)
        #expect(clear.contains("This address is not encrypted"))
        #expect(!(try Self.connect(.hcWebhook, address: "https://a", reader)).contains("not encrypted"))
    }

    @Test("WEB-6 What was made is shown in the form that the app takes, with the time that is left")
    func made() throws {
        let reader = Self.reader(.english)
        func page(
            _ app: SourceApp, token: String? = nil, code: String? = nil, link: String? = nil, settings: String? = nil
        ) throws -> String {
            let made = ConnectSourceScreen.Made(
                app, address: "https://p/x", token: token, code: code, link: link, settings: settings,
                check: "https://p/sources/check/1/2", left: 20 * 60_000, for: reader)
            return try Self.connect(app, address: "https://p", made: made, reader)
        }
        let bridge = try page(.healthBridge, code: "ABCDEFGHJKLMNPQ", link: "healthbridge://pair?payload=x")
        #expect(bridge.contains("ABCDE-FGHJK-LMNPQ") && bridge.contains("href=\"healthbridge://pair?payload=x\""))
        #expect(bridge.contains("20\u{202F}min"))
        #expect(try page(.openWearables, code: "ABCD2345").contains(">ABCD2345<"))
        let file = try page(.hcWebhook, token: "t", settings: "e30=")
        #expect(file.contains("href=\"data:application/json;base64,e30=\" download"))
        // A code for the camera: the link, the typed lines, and the address that the phone opens.
        #expect(bridge.components(separatedBy: "class=\"qr\"").count == 3)
        #expect(try page(.openScale, token: "t").components(separatedBy: "class=\"qr\"").count == 3)
        #expect(file.components(separatedBy: "class=\"qr\"").count == 2)
        #expect(!bridge.contains("<form method=\"post\" action=\"/sources"), "one step")
    }

    @Test("WEB-6 A taken name is said at its field, and the region that speaks stays when its content is replaced")
    func regions() throws {
        for language in Language.allCases {
            let reader = Self.reader(language)
            let screen = ConnectSourceScreen(
                .openScale, address: "https://p", isClearText: false, arrivals: [], asks: .nothing, label: "Mine",
                isLabelTaken: true, for: reader)
            let page = try Self.html(screen, reader)
            #expect(page.contains("value=\"Mine\" required aria-invalid=\"true\" aria-describedby=\"label-problem\""))
            #expect(page.contains("id=\"label-problem\" role=\"alert\">\(reader.words("source.labelTaken"))"))
            #expect(page.contains("<div role=\"status\"><div data-live=\"arrival\">"))
            #expect(!(try Self.connect(.openScale, address: "https://p", reader)).contains("label-problem"))
        }
    }

    @Test("WEB-6 What came is named with its number and newest time, and what is missing beside it is said")
    func arrived() {
        let some = Self.state(.sending, [Self.kind("heartRate"), Self.kind("steps"), Self.kind("nikeFuel")])
        #expect(some.kinds.map(\.name) == ["Heart rate", "Steps"] && some.others == "and 1 other kind")
        #expect(some.kinds.first?.state == "2 readings · newest at 5")
        #expect(some.missing?.contains("Sleep") == true && some.missing?.contains("Steps") == false)
        #expect(some.advice != nil)
        #expect(SourceState.missing(["bodyMass"]).isEmpty)
        #expect(
            SourceState.missing(["sleepTotal", "heartRateVariabilityRMSSD"]) == [
                "heartRate", "restingHeartRate", "respiratoryRate",
            ])
        let part = Self.state(.sending, [Self.kind("heartRate")], isPart: true)
        #expect(part.kinds.first?.state == "at least 2 readings · newest at 5")
        #expect(part.missing == nil && part.advice == nil, "its other records may be of the missing kinds")
        let new = Self.state(.sending, [Self.kind("heartRate")], isSettled: false)
        #expect(new.missing == nil && new.advice == nil, "its first post is of today")
        #expect(Self.state(.sending).state.contains("No reading has come yet"))
        let unknown = Self.state(.sending, isKnown: false)
        #expect(unknown.state == "What it brought is not known at the moment." && unknown.missing == nil)
        #expect(Self.state(.expired).state.contains("opens nothing any more") && Self.state(.expired).missing == nil)
    }

    @Test("PLN-10 Weight, energy and food are not named to a person who sees no numbers of them")
    func hidden() {
        let kinds = [Self.kind("bodyMass", isOfBody: true), Self.kind("heartRate")]
        #expect(Self.state(.sending, kinds, hidesBody: true).kinds.map(\.name) == ["Heart rate"])
        #expect(Self.state(.sending, kinds, hidesBody: true).others == nil)
        #expect(Self.state(.sending, kinds).kinds.map(\.name) == ["Weight", "Heart rate"])
    }

    @Test("ING-16 Bodies that cannot be read are listed with their size, and escaped", arguments: Language.allCases)
    func aside(language: Language) throws {
        let reader = Self.reader(language)
        let body = AsideBody(
            id: .random(), companion: "hc-webhook", at: 3, bytes: 2_500_000,
            problem: ImportProblem(code: "unknown", message: "<b>"), isText: true)
        let reply = AsideQuery.Reply(bodies: [body], bytes: 2_500_000, maximumBytes: 32 << 20)
        let page = try Self.html(
            SourcesScreen([], aside: reply, asks: .nothing, date: { "at \($0)" }, for: reader), reader)
        #expect(page.contains("href=\"/v1/companions/aside/\(body.id)\"") && page.contains("HC Webhook"))
        #expect(!page.contains("<b>"))
        #expect(page.contains(language == .german ? "2,50\u{202F}MB" : "2.50\u{202F}MB"))
    }
}
