import Messages
import Testing

@testable import Localization

/// The table of formats in LOOK.md and its edges.
@Suite struct FormatsTests {
    private func formats(_ language: Language, _ region: String) -> Formats {
        Formats(DisplaySettings(language: language, region: region), .shipped(language))
    }
    private var american: Formats { formats(.english, "US") }
    private var british: Formats { formats(.english, "GB") }
    private var german: Formats { formats(.german, "DE") }
    private let day = Day("2026-11-22")!

    @Test("LOOK: the table of words and formats, for en-US, en-GB and de")
    func table() {
        let (space, wednesday) = ("\u{202F}", Day("2023-11-22")!)
        let rows: [(Formats) -> String] = [
            { $0.date(wednesday) }, { $0.time(minute: 460) }, { "\($0.firstWeekday)" },
            { $0.number(1690.5, digits: 1) }, { $0.mass(kilograms: 70) }, { $0.energy(kilocalories: 2000) },
            { $0.range("48", "73") }, { $0.number(-3) },
        ]
        #expect(
            rows.map { row in [american, british, german].map(row) } == [
                ["Wed, Nov 22", "Wed 22 Nov", "Mi., 22. Nov."], ["7:40\(space)AM", "07:40", "07:40"],
                ["1", "2", "2"], ["1,690.5", "1,690.5", "1.690,5"],
                ["154.3\(space)lb", "11\(space)st 0.3\(space)lb", "70,0\(space)kg"],
                ["2,000\(space)kcal", "2,000\(space)kcal", "2.000\(space)kcal"],
                ["48–73", "48–73", "48 bis 73"], ["\u{2212}3", "\u{2212}3", "\u{2212}3"],
            ])
    }

    @Test("LOOK: dates")
    func dates() {
        #expect([american, british, german].map { $0.date(day) } == ["Sun, Nov 22", "Sun 22 Nov", "So., 22. Nov."])
        #expect(
            [american, british, german].map { $0.longDate(day) } == [
                "Sunday, November 22, 2026", "Sunday 22 November 2026", "Sonntag, 22. November 2026",
            ])
        #expect(
            [american, british, german].map { $0.dateWithYear(day) } == [
                "Nov 22, 2026", "22 Nov 2026", "22. Nov. 2026",
            ]
        )
        #expect([american, british, german].map { $0.shortDate(day) } == ["Nov 22", "22 Nov", "22. Nov."])
        #expect([american, german].map { $0.month(of: Day("2024-03-01")!) } == ["March 2024", "März 2024"])
        // A date before 1970 and a leap day.
        #expect(british.date(Day("1969-12-31")!) == "Wed 31 Dec")
        #expect(british.longDate(Day("2024-02-29")!) == "Thursday 29 February 2024")
    }

    @Test("LOOK: a day in a field is written and read in the person's order")
    func typedDays() {
        let all = [american, british, german]
        #expect(all.map { $0.typed(day) } == ["11/22/2026", "22/11/2026", "22.11.2026"])
        #expect(
            all.map(\.typedExample) == ["For example 12/31/2026", "For example 31/12/2026", "Zum Beispiel 31.12.2026"])
        for formats in all {
            #expect(formats.day(typed: formats.typed(day)) == day)
            #expect(formats.day(typed: "2026-11-22") == day)
            #expect(formats.retyped("2026-11-22") == formats.typed(day))
            #expect(formats.retyped("soon") == "soon")
            for text in ["", "22", "22.11.", "22.11.26", "22.11.2026.5", "32.1.2026", "a.b.2026", "2026-13-01", "-"] {
                #expect(formats.day(typed: text) == nil, "\(text)")
            }
        }
        let march = Day("2026-03-05")!
        #expect(american.day(typed: "3/5/2026") == march)
        #expect(british.day(typed: "5/3/2026") == march)
        for text in ["5.3.2026", "05.03.2026", " 5. 3. 2026 ", "5/3/2026", "5-3-2026"] {
            #expect(german.day(typed: text) == march, "\(text)")
        }
        // No month has the day, so nothing is guessed.
        #expect(german.day(typed: "29.2.2026") == nil)
        #expect(british.day(typed: "11/22/2026") == nil)
    }

    @Test("LOOK: times and weeks")
    func times() {
        #expect(
            [american, british, german].map { $0.time(minute: 460) } == ["7:40\u{202F}AM", "07:40", "07:40"])
        #expect(
            [0, 59, 719, 720, 780, 1439].map { american.time(minute: $0) } == [
                "12:00\u{202F}AM", "12:59\u{202F}AM", "11:59\u{202F}AM", "12:00\u{202F}PM", "1:00\u{202F}PM",
                "11:59\u{202F}PM",
            ])
        #expect([american, british, german].map(\.firstWeekday) == [1, 2, 2])
    }

    @Test("LOOK: numbers")
    func numbers() {
        #expect(
            [american, british, german].map { $0.number(1690.5, digits: 1) } == ["1,690.5", "1,690.5", "1.690,5"])
        #expect(
            [0, -0.4, -1, 999, 1000, 1_234_567].map { british.number($0) } == [
                "0", "0", "\u{2212}1", "999", "1,000", "1,234,567",
            ])
        #expect(british.number(-0.05, digits: 2) == "\u{2212}0.05")
        #expect([british, german].map { $0.range("48", "73") } == ["48–73", "48 bis 73"])
        #expect(german.quantity(41.26, "ms", digits: 1) == "41,3\u{202F}ms")
    }

    @Test("LOOK: mass and energy")
    func mass() {
        #expect(
            [american, british, german].map { $0.mass(kilograms: 72.4) } == [
                "159.6\u{202F}lb", "11\u{202F}st 5.6\u{202F}lb", "72,4\u{202F}kg",
            ])
        // Pounds that round up to a whole stone become one.
        #expect(british.mass(kilograms: 14 * 0.453_592_37 * 11 - 0.001) == "11\u{202F}st 0.0\u{202F}lb")
        #expect(german.energy(kilocalories: 1690) == "1.690\u{202F}kcal")
        // LOOK gives Germany both; the person chooses.
        func kilojoules(_ language: Language, _ region: String) -> Formats {
            var settings = DisplaySettings(language: language, region: region)
            settings.energy = .kilojoules
            return Formats(settings, .shipped(language))
        }
        #expect(
            [1690, 1, 0, -500].map { kilojoules(.german, "DE").energy(kilocalories: $0) } == [
                "7.071\u{202F}kJ", "4\u{202F}kJ", "0\u{202F}kJ", "\u{2212}2.092\u{202F}kJ",
            ])
        #expect(kilojoules(.english, "GB").energy(kilocalories: 2000) == "8,368\u{202F}kJ")
    }

    @Test("Durations are hours and minutes")
    func durations() {
        #expect(
            [0, 29, 2400, 27_600, 28_800, -3600].map { british.duration(seconds: $0) } == [
                "0\u{202F}min", "0\u{202F}min", "40\u{202F}min", "7\u{202F}h 40\u{202F}min", "8\u{202F}h",
                "\u{2212}1\u{202F}h",
            ])
    }

    @Test("Language, region, units and clock are separate")
    func separate() {
        var settings = DisplaySettings(language: .english, region: "DE")
        #expect(settings.units == .metric && settings.clock == .twentyFourHours)
        settings.clock = .twelveHours
        settings.units = .unitedKingdom
        let mixed = Formats(settings, .shipped(.english))
        #expect(mixed.date(day) == "Sun 22 Nov")
        #expect(mixed.time(minute: 460) == "7:40\u{202F}AM")
        #expect(mixed.mass(kilograms: 72.4) == "11\u{202F}st 5.6\u{202F}lb")
        #expect(mixed.energy(kilocalories: 1586) == "1,586\u{202F}kcal")
    }

    @Test("Numbers are in the language of the words; a region decides between spellings of that language only")
    func separators() {
        for region in ["US", "GB", "DE", "AT", "CH", "FR", "ZA", ""] {
            #expect(formats(.english, region).number(1690.5, digits: 1) == "1,690.5", "\(region)")
        }
        for region in ["DE", "AT", "US", "GB", "FR", ""] {
            #expect(formats(.german, region).number(1690.5, digits: 1) == "1.690,5", "\(region)")
        }
        #expect(formats(.german, "CH").number(1690.5, digits: 1) == "1’690.5")
    }

    @Test(
        "GOL-4 hours of a goal are a duration, in both languages; other units are numbers",
        arguments: [
            (0.58, "h", "35 min"), (26, "h", "26 h"), (4.33, "h", "4 h 20 min"), (0, "h", "0 min"), (-1, "h", "−1 h"),
            (0.58, "km", nil), (35, "min", nil), (1e12, "h", nil),
        ] as [(Double, String, String?)])
    func goalHours(value: Double, unit: String, text: String?) {
        for language in Language.allCases {
            let said = formats(language, "DE").hours(value, unit: unit)
            #expect(said?.replacing("\u{202F}", with: " ") == text, "\(language)")
        }
    }

    @Test("GOL-4 the progress, the pace and the amounts of a goal in hours are durations")
    func goalProgress() {
        let hours = MeasureContent(title: "Movement", unit: "h", kind: .duration)
        let pace = TargetPace(state: .behind, share: 0.02, neededPerWeek: 2.5)
        let progress = TargetProgress(
            measure: EntityID(high: 0, low: 1), sum: 0.58, target: 26, contributions: 1, pace: pace)
        func plain(_ text: String?) -> String? { text?.replacing("\u{202F}", with: " ") }
        #expect(plain(british.sum(progress, in: hours)) == "35 min of 26 h")
        #expect(plain(british.pace(progress, in: hours)) == "About 2 h 30 min a week would get there.")
        #expect(plain(british.amount(1.75, in: hours)) == "1 h 45 min")
        let distance = MeasureContent(title: "Running", unit: "km", kind: .distance)
        #expect(plain(british.sum(progress, in: distance)) == "0.58 of 26 km")
    }
}
