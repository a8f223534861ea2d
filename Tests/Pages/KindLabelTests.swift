import Localization
import Messages
import Testing

@testable import Pages

/// Words of readings of kinds.
@Suite struct KindLabelTests {
    @Test("ING-19 Words of readings are in the person's language, numbers in its spelling, and what was written stays")
    func labels() {
        let reader = Reader(DisplaySettings(language: .german, region: "DE"), today: Day(number: 20_000), minute: 600)
        for (label, text) in [
            ("meal:before", "vor dem Essen"), ("reason:bolus", "Bolus"), ("label:lonely", "einsam"),
            ("association:self_care", "Selbstfürsorge"), ("dose:1.0", "Dosis 1"), ("dose:1.5", "Dosis 1,5"),
            ("rate:62.0", "62/min"), ("threshold:120.0", "über oder unter 120"), ("count:2", "2-mal"),
            ("cycle start", "Beginn des Zyklus"), ("temporal artery", "Schläfe"), ("Sore Throat", "Halsschmerzen"),
            ("Levothyroxin 50", "Levothyroxin 50"), ("label:ganz eigen", "ganz eigen"),
        ] {
            #expect(KindScreen.label(label, reader) == text, "\(label)")
        }
    }

    @Test("ING-19 A day on which there was nothing is no mark in the calendar")
    func absence() throws {
        let today = Day(number: 20_000)
        let reader = Reader(DisplaySettings(language: .english, region: "IE"), today: today, minute: 600)
        let info = KindInfo(
            kind: "symptom", group: "symptoms", unit: "", shape: "level", rule: "maximum",
            levels: ["unspecified", "not present", "mild", "moderate", "severe"], isOfBody: false)
        let days = [1.0, 4, 0].enumerated().map { index, value in
            KindDay(day: today.advanced(by: index - 3), value: value, count: 1)
        }
        let screen = KindScreen(
            KindScreen.Facts(
                info, .month, days: today.advanced(by: -29)...today, values: days, readings: [], next: nil),
            moment: { _ in "" }, asks: .nothing, for: reader)
        let figure = try #require(screen.figure)
        #expect(figure.components(separatedBy: "calendar-mark").count == 3, "\(figure)")
        #expect(figure.contains("Symptoms: 2 days"), "\(figure)")
    }

    @Test(
        "ING-19 The mark of a day grows with its level, and one of no known strength is not the smallest there can be")
    func marks() {
        for levels in [
            ["unspecified", "not present", "mild", "moderate", "severe"], ["unspecified", "none", "light", "heavy"],
            ["indeterminate", "negative", "positive"],
        ] {
            let info = KindInfo(
                kind: "zz", group: "zz", unit: "", shape: "level", rule: "maximum", levels: levels, isOfBody: false)
            let shares = levels.indices.compactMap {
                KindScreen.share(KindDay(day: Day(number: 1), value: Double($0), count: 1), info)
            }
            #expect(shares == shares.sorted() && Set(shares).count == shares.count, "\(shares)")
            #expect(shares.first ?? 0 > 0 && shares.last == 1, "\(shares)")
            #expect(shares.count == levels.filter { !KindInfo.absences.contains($0) }.count)
        }
    }
}
