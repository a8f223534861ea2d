import Drawing
import Foundation
import Localization
import Messages
import Testing

@testable import Pages

/// Forms: a refusal is shown at its field, and tags in a person's own words.
@Suite struct FormScreenTests {
    private static let today = Day(number: 20_780)

    private func reader(_ language: Language) -> Reader {
        Reader(
            DisplaySettings(language: language, region: language == .german ? "DE" : "GB"), today: Self.today,
            minute: 600)
    }

    private func page(_ screen: some Screen, _ language: Language = .english) throws -> String {
        let page = try PageRenderer(assets: "/assets/0").html(screen, PageFrame(), for: reader(language))
        #expect(!page.contains("{{"))
        return page
    }

    /// The attributes of the field with an id, and what follows it up to the next field.
    private func field(_ id: String, _ page: String) throws -> (attributes: String, after: String) {
        let start = try #require(page.range(of: " id=\"\(id)\""), "\(id)")
        let begin = page[..<start.lowerBound].lastIndex(of: "<") ?? page.startIndex
        let end = try #require(page[start.upperBound...].firstIndex(of: ">"))
        let after = page[end...]
        let next = after.range(of: "<label")?.lowerBound ?? after.endIndex
        return (String(page[begin..<end]), String(after[..<next]))
    }

    /// Checks that the sentence is shown once, at this field, and that only this field is marked and described by it.
    private func expectAt(_ id: String, _ sentence: String, _ page: String) throws {
        #expect(page.components(separatedBy: sentence).count == 2, "once")
        #expect(page.components(separatedBy: "id=\"problem\"").count == 2)
        let found = try field(id, page)
        #expect(found.attributes.contains("aria-invalid=\"true\""), "\(found.attributes)")
        #expect(found.attributes.contains("aria-describedby=\"problem"))
        #expect(found.after.contains("<p class=\"error\" role=\"alert\" id=\"problem\">\(sentence)</p>"))
        #expect(page.components(separatedBy: "aria-invalid").count == 2, "no other field")
    }

    @Test("COM-5 a refusal at welcome stands at its field", arguments: ["name", "password", "country", "zone", "code"])
    func welcome(field: String) throws {
        func shown(_ problems: [String: String]) throws -> String {
            try page(
                WelcomeScreen(
                    name: "Ada", country: "DE", timeZone: "Europe/Berlin", problems: problems, isClearText: false,
                    for: reader(.english)))
        }
        try expectAt(field, "That does not work.", try shown([field: "That does not work."]))
        // What describes the field otherwise is not lost, and a first visit is no error.
        #expect(try self.field("password", shown(["password": "x"])).attributes.contains("problem password-help"))
        let first = try shown([:])
        #expect(!first.contains("role=\"alert\""))
        #expect(!first.contains("aria-invalid"))
        #expect(first.contains("aria-describedby=\"password-help\""))
        // A refused code is not in a field that is hidden where the link had one.
        #expect(try shown(["code": "x"]).contains("data-setup-code=\"refused\"") && first.contains("data-setup-code>"))
        let of = try shown(["form": "Too many at once."])
        #expect(of.contains("role=\"alert\""))
        #expect(!of.contains("aria-invalid"))
    }

    @Test("COM-5 a refused welcome keeps what was typed, the code of the set-up link too, and the chosen zone")
    func kept() throws {
        func shown(_ problems: [String: String]) throws -> String {
            try page(
                WelcomeScreen(
                    name: "Ada", country: "AT", timeZone: "Europe/Vienna", code: "abcde", problems: problems,
                    isClearText: false, for: reader(.english)))
        }
        let again = try shown(["name": "This name is taken."])
        #expect(again.contains("name=\"code\" value=\"abcde\""))
        #expect(again.contains("name=\"name\" value=\"Ada\""))
        #expect(again.contains("<option value=\"Europe/Vienna\" data-country=\"AT\" selected>Europe/Vienna</option>"))
        #expect(again.contains("<option value=\"AT\" selected>"))
        // The browser's own zone replaces the machine's at the first visit only.
        #expect(again.contains("data-zone=\"kept\""))
        #expect(try shown([:]).contains("data-zone=\"\""))
        #expect(!again.contains("<option value=\"EU\""))
    }

    @Test("COM-5 a zone knows its country, also by an older name; without the system's tables none does")
    func countries() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("zones-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(ZoneCountries(folder: folder).all.isEmpty)
        let tables = [
            "zone.tab": "# comment\nIN\t+2232+08822\tAsia/Kolkata\nbroken\n", "iso3166.tab": "IN\tIndia\n",
            "tzdata.zi": "# version\nL Asia/Kolkata Asia/Calcutta\nL Nowhere Else\n",
        ]
        for (name, text) in tables { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        let zones = ZoneCountries(folder: folder)
        #expect(zones.byZone == ["Asia/Kolkata": "IN", "Asia/Calcutta": "IN"])
        #expect(zones.all == ["IN"])
    }

    @Test("COM-5 a refusal at signing in stands at the password, or at the code")
    func signIn() throws {
        func shown(_ problems: [String: String], needsCode: Bool) throws -> String {
            try page(
                SignInScreen(
                    name: "Ada", needsCode: needsCode, problems: problems, isClearText: false, for: reader(.german)),
                .german)
        }
        try expectAt("password", "Name oder Passwort.", shown(["password": "Name oder Passwort."], needsCode: false))
        try expectAt("code", "Dieser Code.", shown(["code": "Dieser Code."], needsCode: true))
    }

    @Test("COM-5 a refusal of the security page stands at its field; a wrong code leaves the code's field")
    func security() throws {
        func shown(_ problems: [String: String], hasFactor: Bool = false, isBegun: Bool = false) throws -> String {
            try page(
                SecurityScreen(
                    sessions: [], hasSecondFactor: hasFactor, codesLeft: 3, isBegun: isBegun, entries: [],
                    problems: problems, for: reader(.english)))
        }
        try expectAt("old", "Wrong.", shown(["old": "Wrong."]))
        try expectAt("fresh", "Short.", shown(["fresh": "Short."]))
        try expectAt("factor-password", "Wrong.", shown(["factor": "Wrong."]))
        try expectAt("factor-password", "Wrong.", shown(["factor": "Wrong."], hasFactor: true))
        try expectAt("factor-code", "Wrong.", shown(["code": "Wrong."], isBegun: true))
    }

    @Test("COM-5 a refusal of a device token stands at its field")
    func tokens() throws {
        func shown(_ problems: [String: String]) throws -> String {
            try page(
                DataScreen(
                    imports: [], sources: [], tokens: [], arrivals: [], asks: .password,
                    problems: problems, date: { "\($0)" }, day: { _ in Self.today }, for: reader(.english)))
        }
        try expectAt("label", "Taken.", shown(["label": "Taken."]))
        try expectAt("password", "Wrong.", shown(["password": "Wrong."]))
    }

    // MARK: Own tags

    @Test("SCO-7 own tags are chosen and added at Pulse and in the day, escaped, and absent where they are unknown")
    func tags() throws {
        #expect(TagFields.typed(" sauna, late  shift;\n,x ") == [" sauna", " late  shift", "x "])
        let known = (0..<20).map { "tag \($0)" }
        let fields = TagFields(chosen: ["TAG 3", "<b>"], known: known, typed: "a\"b")
        #expect(fields.choices.filter(\.isSelected).map(\.value) == ["TAG 3", "<b>"])
        #expect(fields.choices.count == 2 + TagFields.offered)
        #expect(!fields.choices.contains { $0.value == "tag 3" })
        let breakdown = ScoreBreakdown(
            report: ScoreReport(day: Self.today, status: .noData), bias: 0, contributions: [], labels: 0,
            methodology: "")
        for language in Language.allCases {
            let words = Catalogue.shipped(language)
            for text in try [
                page(PulseScreen(flags: [], tags: fields, key: "k", for: reader(language)), language),
                page(BreakdownScreen(breakdown, mask: [], tags: fields, for: reader(language)), language),
            ] {
                #expect(text.contains("name=\"tag\" value=\"TAG 3\" checked"))
                #expect(text.contains("value=\"tag 0\">tag 0"))
                #expect(text.contains("&lt;b&gt;"))
                #expect(!text.contains("<b>"))
                #expect(text.contains("a&quot;b"))
                #expect(text.contains(words("tags.help")))
                #expect(text.contains("name=\"tags\" value=\"given\""))
            }
            // A form that does not know the tags says nothing about them, so that it takes none away.
            let without = try page(PulseScreen(flags: [], key: "k", for: reader(language)), language)
            #expect(!without.contains("name=\"tags\""))
            #expect(!without.contains("newTag"))
        }
    }

    @Test("SCO-7 days with an own tag are compared with the others by its name")
    func compared() throws {
        #expect(DayMark("alcohol") == .flag(.alcohol))
        #expect(DayMark("own: late  shift ") == .own("late shift"))
        #expect(DayMark("boredom") == nil)
        #expect(DayMark("own:") == nil)
        let first = Self.today.advanced(by: -79)
        let values = (0..<80).map { number -> Double in
            let usual = 55 + Double(number % 3)
            return number % 4 == 0 ? usual + 10 : usual
        }
        let facts = TrendFacts(
            .metric("hrv"), .quarter, days: first...Self.today,
            values: values.enumerated().compactMap {
                ChartValue(day: Int(first.number) + $0.offset, value: $0.element)
            },
            comparesYear: false)
        let noted = Set((0..<20).map { first.advanced(by: $0 * 4) })
        for language in Language.allCases {
            let screen = CompareScreen(
                facts, with: .own("Sauna"), known: ["Sauna", "gym"], on: noted, isDayAfter: false, for: reader(language)
            )
            #expect(screen.finding.hasPrefix("Sauna: "))
            #expect(screen.figure != nil)
            let text = try page(screen, language)
            #expect(text.contains("value=\"own:Sauna\" selected>Sauna"))
            #expect(text.contains("value=\"own:gym\">gym"))
            #expect(text.contains("<optgroup label=\"\(Catalogue.shipped(language)("tags.title"))\">"))
        }
        let none = CompareScreen(
            facts, with: .flag(.alcohol), on: noted, isDayAfter: true, for: reader(.english))
        #expect(try !page(none).contains("<optgroup"))
    }
}
