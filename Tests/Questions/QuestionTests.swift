import Localization
import Messages
import Testing

@testable import Questions

/// What the rules read in a message. Monday, 4 May 2026.
@Suite struct QuestionTests {
    static let today = Day(year: 2026, month: 5, day: 4)!
    private let reader = QuestionReader(today: QuestionTests.today)

    private func read(_ text: String, _ language: Language = .english, after: Question? = nil) -> Question? {
        reader.read(text, in: language, after: after)
    }

    @Test("COA-6 every phrase of the signal table names its subject alone, as the rules fold text")
    func spoken() {
        let rows =
            SignalTable.entries.map { (Subject($0), $0.spoken) }
            + SignalTable.beside.map { (Subject.metric($0.metric.key), $0.spoken) }
        for (subject, phrases) in rows {
            #expect(!phrases.isEmpty, "\(subject)")
            for phrase in phrases {
                let text = FoldedText(phrase)
                #expect(
                    text.words.joined(separator: " ") == phrase && Subject.named(in: text) == [subject], "\(phrase)")
            }
        }
    }

    static let english: [(String, Question.Kind, Subject?)] = [
        ("How did I sleep this week?", .status, .metric("sleep")),
        ("how was my hrv last month", .status, .metric("hrv")),
        ("How many steps did I take yesterday?", .status, .metric("steps")),
        ("What's my resting heart rate?", .status, .metric("restingHeartRate")),
        ("How am I doing?", .status, .score),
        ("Is my resting pulse better than in spring?", .compare, .metric("restingHeartRate")),
        ("Has my HRV improved since March?", .compare, .metric("hrv")),
        ("Do I sleep longer than usual?", .compare, .metric("sleep")),
        ("Why is my score low today?", .cause, .score),
        ("Why was my night pulse so high last night?", .cause, .metric("nocturnalHeartRate")),
        ("What does RMSSD mean?", .explain, .metric("rmssd")),
        ("What is HRV?", .explain, .metric("hrv")),
        ("How is the score calculated?", .explain, .score),
        ("How can I improve my HRV?", .howTo, .metric("hrv")),
        ("what helps against stress?", .howTo, .slider(.stress)),
        ("What should I do tonight?", .plan, nil),
        ("Suggest something", .plan, nil),
        ("What do you know about me?", .meta, nil),
        ("Does this leave my machine?", .meta, nil),
        ("Are you ChatGPT?", .meta, nil),
        ("How are you?", .courtesy, nil),
        ("I feel exhausted", .feelings, nil),
        ("Do I have sleep apnea?", .medical, .metric("sleep")),
        ("How much melatonin should I take?", .doses, nil),
        ("Can I take two sleeping pills before bed?", .doses, .metric("sleep")),
    ]

    static let german: [(String, Question.Kind, Subject?)] = [
        ("Wie habe ich diese Woche geschlafen?", .status, .metric("sleep")),
        ("Wie war meine HRV letzten Monat?", .status, .metric("hrv")),
        ("Wie viele Schritte bin ich gestern gegangen?", .status, .metric("steps")),
        ("Wie geht es mir heute?", .status, .score),
        ("Ist mein Ruhepuls niedriger als im Frühling?", .compare, .metric("restingHeartRate")),
        ("Hat sich meine HRV seit März verbessert?", .compare, .metric("hrv")),
        ("Warum ist mein Wert heute niedrig?", .cause, .score),
        ("Was bedeutet RMSSD?", .explain, .metric("rmssd")),
        ("Wie kann ich meine HRV verbessern?", .howTo, .metric("hrv")),
        ("Was hilft gegen Stress?", .howTo, .slider(.stress)),
        ("Was soll ich heute Abend machen?", .plan, nil),
        ("Was weißt du über mich?", .meta, nil),
        ("Bleiben meine Daten auf diesem Rechner?", .meta, nil),
        ("Wie geht es dir?", .courtesy, nil),
        ("Ich fühle mich müde", .feelings, nil),
        ("Habe ich eine Schlafapnoe?", .medical, nil),
        ("Wie viel Melatonin soll ich nehmen?", .doses, nil),
    ]

    @Test("COA-8 kinds and subjects are read from the words", arguments: english)
    func readsEnglish(_ text: String, _ kind: Question.Kind, _ subject: Subject?) {
        let question = read(text)
        #expect(
            question?.kind == kind && question?.subjects.first == subject, "\(text): \(String(describing: question))")
    }

    @Test("COA-8 kinds and subjects are read from German words", arguments: german)
    func readsGerman(_ text: String, _ kind: Question.Kind, _ subject: Subject?) {
        let question = read(text, .german)
        #expect(
            question?.kind == kind && question?.subjects.first == subject, "\(text): \(String(describing: question))")
    }

    @Test(
        "COA-8 what no rule knows is left to the gate",
        arguments: ["The capital of France", "blue", "", "Is it raining", "So much stress today"])
    func unknown(_ text: String) { #expect(read(text) == nil) }

    private static func day(_ year: Int, _ month: Int, _ day: Int) -> Day { Day(year: year, month: month, day: day)! }

    static let periods: [(String, Day, Day, Int)] = [
        ("How did I sleep last night?", today, today, 1),
        ("How did I sleep yesterday?", day(2026, 5, 3), day(2026, 5, 3), 1),
        ("How did I sleep this week?", today, today, 1),
        ("How did I sleep last week?", day(2026, 4, 27), day(2026, 5, 3), 7),
        ("How did I sleep last month?", day(2026, 4, 1), day(2026, 4, 30), 30),
        ("How did I sleep in March?", day(2026, 3, 1), day(2026, 3, 31), 31),
        ("How did I sleep in August?", day(2025, 8, 1), day(2025, 8, 31), 31),
        ("How did I sleep in March 2024?", day(2024, 3, 1), day(2024, 3, 31), 31),
        ("How did I sleep in 2024?", day(2024, 1, 1), day(2024, 12, 31), 366),
        ("How did I sleep on 3 March?", day(2026, 3, 3), day(2026, 3, 3), 1),
        ("How did I sleep since March?", day(2026, 3, 1), today, 65),
        ("How did I sleep in the last 14 nights?", day(2026, 4, 21), today, 14),
        ("How did I sleep the past three weeks?", day(2026, 4, 14), today, 21),
        ("How did I sleep on Tuesdays?", day(2026, 2, 4), today, 12),
        ("How did I sleep on Tuesday?", day(2026, 4, 28), day(2026, 4, 28), 1),
        ("How did I sleep last winter?", day(2025, 12, 1), day(2026, 2, 28), 90),
        ("How did I sleep the week before last?", day(2026, 4, 20), day(2026, 4, 26), 7),
        ("How did I sleep this year?", day(2026, 1, 1), today, 124),
    ]

    @Test("COA-8 periods are read relative to today", arguments: periods)
    func readsPeriods(_ text: String, _ from: Day, _ through: Day, _ count: Int) {
        let period = read(text)?.period
        #expect(period?.days == from...through && period?.count == count, "\(text): \(String(describing: period))")
    }

    @Test("COA-8 German periods")
    func germanPeriods() {
        func days(_ text: String) -> ClosedRange<Day>? { read(text, .german)?.period?.days }
        #expect(days("Wie habe ich letzte Woche geschlafen?") == Self.day(2026, 4, 27)...Self.day(2026, 5, 3))
        #expect(
            days("Wie habe ich seit dem 3. März geschlafen?") == Self.day(2026, 3, 1)...Self.today
                || days("Wie habe ich seit dem 3. März geschlafen?") == Self.day(2026, 3, 3)...Self.today)
        #expect(days("Wie habe ich in den letzten drei Wochen geschlafen?") == Self.day(2026, 4, 14)...Self.today)
        #expect(read("Wie habe ich dienstags geschlafen?", .german)?.period?.weekdays == [3])
        #expect(days("Wie habe ich im Sommer geschlafen?") == Self.day(2025, 6, 1)...Self.day(2025, 8, 31))
    }

    @Test("COA-10 a message can refer to the one before")
    func follows() throws {
        let first = try #require(read("How did I sleep this week?"))
        let month = read("And last month?", after: first)
        #expect(month?.kind == .status && month?.subjects == first.subjects && month?.period?.label == "last month")
        let steps = read("What about my steps?", after: first)
        #expect(steps?.kind == .status && steps?.subjects == [.metric("steps")] && steps?.period == first.period)
        #expect(read("Why?", after: first)?.kind == .cause)
        let plan = read("Something shorter", after: read("How can I sleep better?"))
        #expect(plan?.kind.isSuggestion == true && plan?.wantsShorter == true && plan?.subjects == [.metric("sleep")])
        #expect(read("And last month?") == nil, "nothing to refer to")
    }
}
