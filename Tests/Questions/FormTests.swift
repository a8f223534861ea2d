import Localization
import Messages
import Testing

@testable import Questions

/// Which questions ask for more than the middle of a period, and what is read of them.
@Suite struct FormTests {
    private static let today = QuestionTests.today

    private func read(_ text: String, _ language: Language = .english, after: Question? = nil) -> Question? {
        QuestionReader(today: Self.today).read(text, in: language, after: after)
    }

    /// Message, subjects, and the form as it is stored.
    private static let english: [(String, [String], String)] = [
        ("What was my lowest resting heart rate this month?", ["restingHeartRate"], "extreme.low"),
        ("my best night in spring", ["sleep"], "extreme.high"),
        ("most steps ever", ["steps"], "extreme.high"),
        ("When was my stress at its worst in March?", ["stress"], "extreme.high"),
        ("How high did my night pulse get last week?", ["nocturnalHeartRate"], "extreme.high"),
        ("What's the fewest steps I took since February", ["steps"], "extreme.low"),
        ("Which day had the fewest steps in April?", ["steps"], "extreme.low"),
        ("Which day of the week do I sleep worst?", ["sleep"], "weekdays.low"),
        ("on which days am I most stressed", ["stress"], "weekdays.high"),
        ("What weekday do I have the least energy?", ["energy"], "weekdays.low"),
        ("which weekdays am I most tired", ["energy"], "weekdays.low"),
        ("When did I last have a really good night?", ["sleep"], "last.high"),
        ("When was the last time my stress was high?", ["stress"], "last.high"),
        ("When did I last walk more than 12,000 steps?", ["steps"], "last.above.12000.0"),
        ("how often did I sleep under six hours this month?", ["sleep"], "count.below.21600.0"),
        ("How many nights did I get at least 7.5 hours of sleep?", ["sleep"], "count.atLeast.27000.0"),
        ("how many days did I reach 10k steps in the last 30 days", ["steps"], "count.atLeast.10000.0"),
        ("How often was my resting pulse above 60 since March?", ["restingHeartRate"], "count.above.60.0"),
        ("Does walking affect my sleep?", ["steps", "sleep"], "influence"),
        ("does walking help my mood?", ["steps", "sentiment"], "influence"),
        ("Is my energy linked to how long I sleep?", ["sleep", "energy"], "influence"),
        ("Do I have less stress when I sleep longer?", ["sleep", "stress"], "influence"),
        ("Does exercise affect my sleep?", ["sleep"], "exercise"),
        ("Is 60 a good resting heart rate?", ["restingHeartRate"], "norm.60.0"),
        ("are seven hours of sleep enough for me", ["sleep"], "norm.25200.0"),
        ("Would 12,000 steps be a lot?", ["steps"], "norm.12000.0"),
    ]

    private static let german: [(String, [String], String)] = [
        ("Was war mein niedrigster Ruhepuls in diesem Monat?", ["restingHeartRate"], "extreme.low"),
        ("meine kürzeste Nacht im Winter", ["sleep"], "extreme.low"),
        ("An welchem Tag bin ich im April am meisten gelaufen?", ["steps"], "extreme.high"),
        ("An welchem Wochentag schlafe ich am längsten?", ["sleep"], "weekdays.high"),
        ("an welchen Tagen bin ich am gestresstesten", ["stress"], "weekdays.high"),
        ("An welchen Tagen bin ich am meisten gestresst?", ["stress"], "weekdays.high"),
        ("Wann hatte ich zuletzt eine richtig gute Nacht?", ["sleep"], "last.high"),
        ("wie oft habe ich diesen Monat weniger als 6 Stunden geschlafen?", ["sleep"], "count.below.21600.0"),
        ("An wie vielen Tagen kam ich über 8.000 Schritte?", ["steps"], "count.above.8000.0"),
        ("Beeinflusst Stress meinen Schlaf?", ["stress", "sleep"], "influence"),
        ("Hat Schlaf einen Einfluss auf meine Energie?", ["sleep", "energy"], "influence"),
        ("Hilft Gehen meiner Stimmung?", ["steps", "sentiment"], "influence"),
        ("Hat Sport einen Einfluss auf meinen Schlaf?", ["sleep"], "exercise"),
        ("Ist eine HRV von 45 gut?", ["hrv"], "norm.45.0"),
        ("sind 5000 Schritte wenig", ["steps"], "norm.5000.0"),
    ]

    @Test("COA-8 extremes, weekdays, the last time, the number of times, links and norms are read")
    func forms() {
        for (rows, language) in [(Self.english, Language.english), (Self.german, .german)] {
            for (text, subjects, note) in rows {
                let question = read(text, language)
                #expect(question?.form?.note == note, "\(text): \(question?.form?.note ?? "none")")
                #expect(question?.subjects.map(\.key) == subjects, "\(text)")
                #expect(question?.period != nil, "\(text)")
            }
        }
    }

    @Test("COA-8 what sounds alike is none of them")
    func others() {
        let english = [
            "What's the best way to fall asleep?", "How can I sleep better?", "Why was my worst night so short?",
            "How many steps did I take yesterday?", "how often should I exercise", "Is sleep important?",
            "How did I sleep last week?", "What helps most against stress?", "Does coffee affect sleep?",
            "Is my HRV higher than last month?", "What is the most important thing about sleep?",
            "Did I sleep at least once this week?", "Is 7 hours of sleep enough for a teenager?",
        ]
        for text in english { #expect(read(text)?.form == nil, "\(text): \(read(text)?.form?.note ?? "")") }
        let german = [
            "Wie schlafe ich am besten ein?", "Wie habe ich letzte Woche geschlafen?", "Wann war mein Puls hoch?",
            "Womit fange ich am besten an?", "Wie oft soll ich Sport machen?",
        ]
        for text in german {
            #expect(read(text, .german)?.form == nil, "\(text): \(read(text, .german)?.form?.note ?? "")")
        }
    }

    @Test("COA-8 numbers of a bound are no period, and a period beside it is kept")
    func periods() {
        #expect(read("how often did I sleep over 7 hours in April?")?.period?.days.lowerBound.components.month == 4)
        #expect(read("How many days did I walk more than 2000 steps in the last 20 days?")?.period?.count == 20)
        #expect(read("When did I last have a good night?")?.period?.count ?? 0 > 3_000)
        // Weekdays are ranked among all days of a period.
        #expect(read("which weekdays are my worst for sleep")?.period?.weekdays == nil)
    }

    @Test("COA-8 medicines, doses and illnesses stay refused in every form")
    func refused() {
        #expect(read("Does ibuprofen affect my HRV?")?.kind == .medical)
        #expect(read("how often did I take more than 400 mg of magnesium?")?.kind == .doses)
        #expect(read("Does my arrhythmia affect my sleep?")?.kind == .medical)
        #expect(read("Is 400 mg of ibuprofen a lot?")?.kind == .doses)
        #expect(read("Beeinflusst Melatonin meinen Schlaf?", .german)?.kind == .medical)
    }

    @Test(
        "COA-10 “and last month?” keeps the form, “why?” does not; the reason of a suggestion is asked for in many ways"
    )
    func follows() throws {
        let first = try #require(read("What was my lowest HRV this month?"))
        let next = try #require(read("and last month?", after: first))
        #expect(next.form == .extreme(isHighest: false) && next.period?.days.upperBound.components.month == 4)
        #expect(read("and my stress?", after: first)?.subjects == [.slider(.stress)])
        let why = read("why?", after: first)
        #expect(why?.kind == .cause && why?.form == nil)
        for text in ["Why did you suggest that?", "why this one?", "what made you pick that suggestion?"] {
            #expect(read(text)?.wantsReason == true, "\(text)")
        }
        for text in ["Warum hast du mir das vorgeschlagen?", "wieso gerade das?"] {
            #expect(read(text, .german)?.wantsReason == true, "\(text)")
        }
        #expect(read("Why is my score so low today?")?.wantsReason == false)
    }

    @Test("COA-10 a form is stored and read back")
    func notes() {
        let bounds: [ValueBound] = [.below(21_600), .atMost(7.5), .atLeast(1), .above(0), .usual(isHigh: true)]
        let forms =
            bounds.flatMap { [AnswerForm.last($0), .count($0)] }
            + [.extreme(isHighest: true), .weekdays(isHighest: false), .influence, .exercise, .norm(60.5)]
        for form in forms { #expect(AnswerForm(note: form.note) == form, "\(form)") }
        #expect(AnswerForm(note: "later") == nil && AnswerForm(note: "last.sideways.3") == nil)
    }
}
