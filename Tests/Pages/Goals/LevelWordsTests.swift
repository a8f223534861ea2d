import Foundation
import Localization
import Messages
import Testing

@testable import Pages

/// The weight of a body, energy and drink on the pages of goals.
@Suite struct LevelWordsTests {
    private static let today = Day(year: 2026, month: 11, day: 25)!

    private static func reader(
        _ language: Language = .english, _ region: String = "IE", energy: DisplaySettings.Energy = .kilocalories
    ) -> Reader {
        var settings = DisplaySettings(language: language, region: region)
        settings.energy = energy
        return Reader(settings, today: today, minute: 600)
    }

    private static let body = MeasureContent(title: "Weight", unit: "kg", kind: .bodyMass)

    private func progress(
        _ latest: Double, needed: Double?, _ state: PaceState, start: Double? = 75, reached: Day? = nil
    ) -> TargetProgress {
        TargetProgress(
            measure: .random(), sum: latest, target: 70, contributions: start == nil ? 0 : 9,
            pace: TargetPace(state: state, share: 0.52, neededPerWeek: needed, reached: reached), start: start)
    }

    private func plain(_ text: String?) -> String? { text?.replacing("\u{202F}", with: " ") }

    @Test("GOL-4 a weight is said with its start and its target, in both languages and before the first value")
    func sums() {
        let (english, german) = (Self.reader(), Self.reader(.german, "DE"))
        let progress = progress(72.4, needed: -0.4, .onTrack)
        #expect(plain(english.formats.sum(progress, in: Self.body)) == "72.4 kg now, from 75 kg towards 70 kg")
        #expect(plain(german.formats.sum(progress, in: Self.body)) == "jetzt 72,4 kg, von 75 kg auf dem Weg zu 70 kg")
        let none = self.progress(0, needed: nil, .notStarted, start: nil)
        #expect(plain(english.formats.sum(none, in: Self.body)) == "No weight yet. 70 kg is where you want to be.")
        #expect(plain(german.formats.sum(none, in: Self.body)) == "Noch kein Gewicht. Du möchtest 70 kg erreichen.")
        #expect(ProgressLine(progress, in: Self.body, for: english).percent == 52)
    }

    @Test("GOL-4 PLN-10 the pace of a weight presses nobody, and asks for no more than 1 % of it in a week")
    func pace() throws {
        let english = Self.reader()
        func said(_ progress: TargetProgress) -> String? { plain(english.formats.pace(progress, in: Self.body)) }
        #expect(
            said(progress(72.4, needed: -0.4, .behind))
                == "About 0.4 kg a week would get there. Date and weight can be changed at any time.")
        let late = try #require(said(progress(72.4, needed: -0.9, .behind)))
        #expect(late.contains("later one asks less"))
        #expect(!late.contains { $0.isNumber })
        #expect(said(progress(72.4, needed: 0.9, .behind))?.contains("0.9 kg") == true, "a gain has no such limit")
        #expect(said(progress(70, needed: nil, .done, reached: Self.today)) == "The weight was reached on 25 Nov 2026.")
        #expect(said(progress(72, needed: nil, .ahead)) == "Further than the time that has passed. There is no hurry.")
        for state in PaceState.names.map(\.value) {
            for reader in [english, Self.reader(.german, "DE")] {
                for needed in [nil, -0.2] {
                    let text = try #require(reader.formats.pace(progress(72, needed: needed, state), in: Self.body))
                    #expect(!text.contains("goals."), "\(text)")
                    #expect(!text.contains("{"), "\(text)")
                    #expect(!text.localizedCaseInsensitiveContains("fail"), "\(text)")
                    #expect(!text.contains("!"), "\(text)")
                }
            }
        }
        #expect(english.formats.pace(progress(72, needed: nil, PaceState(rawValue: 99)), in: Self.body) == nil)
    }

    @Test("GOL-2 forms offer energy, drink and the weight of a body in the reader's units, and make their measures")
    func offered() throws {
        func texts(_ reader: Reader) -> [String] { MeasureChoices.offered([], for: reader).map(\.text) }
        #expect(
            texts(Self.reader()).suffix(5) == [
                "Weight (g)", "Energy (kcal)", "Drink (l)", "Drink (ml)", "Body weight (kg)",
            ])
        #expect(
            texts(Self.reader(.english, "US", energy: .kilojoules)).suffix(5) == [
                "Weight (g)", "Energy (kJ)", "Drink (ml)", "Drink (fl oz)", "Body weight (lb)",
            ])
        #expect(texts(Self.reader(.german, "DE")).contains("Körpergewicht (kg)"))
        let reader = Self.reader()
        func made(_ choice: String, _ measures: [Measure] = []) -> MeasureChoices.Chosen {
            var fields = FieldReader(["measure": choice], reader)
            return MeasureChoices.chosen("measure", unit: "unit", &fields, measures, reader)
        }
        #expect(made("body:kg").fresh == MeasureContent(title: "Body weight", unit: "kg", kind: .bodyMass))
        #expect(made("unit:kg").fresh?.kind == .mass)
        #expect(made("unit:kJ").fresh?.kind == .energy)
        let stored = Measure(facts: RecordFacts(id: .random(), version: 1, logTime: 0), content: Self.body)
        #expect(made("body:kg", [stored]).id == stored.facts.id)
        #expect(made("unit:kg", [stored]).fresh?.kind == .mass)
        // A typed unit of food or drink is that quantity, any other a thing counted.
        var typed = FieldReader(["unit": "ml", "other": "pages"], reader)
        #expect(MeasureChoices.chosen("measure", unit: "unit", &typed, [], reader).fresh?.kind == .volume)
        #expect(MeasureChoices.chosen("measure", unit: "other", &typed, [], reader).fresh?.kind == .count)
    }

    @Test("GOL-10 amounts of energy and drink that fit no measure are named in the reader's units")
    func unmeasured() {
        let reader = Self.reader(.english, "IE", energy: .kilojoules)
        #expect(plain(reader.amount(ReadAmount(kind: .energy, value: 500))) == "2,092 kJ")
        #expect(plain(reader.amount(ReadAmount(kind: .volume, value: 330))) == "330 ml")
        #expect(plain(reader.amount(ReadAmount(kind: .volume, value: 1_500))) == "1.5 l")
    }
}
