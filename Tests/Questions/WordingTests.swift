import Localization
import Messages
import Testing

@testable import Questions

/// Members of the classes of wordings that the rules read: slips of the finger, short forms, frames, times. Monday, 4
/// May 2026.
@Suite struct WordingTests {
    private static let today = QuestionTests.today
    private let reader = QuestionReader(today: today)

    private func read(_ text: String, _ language: Language = .english, after: Question? = nil) -> Question? {
        reader.read(text, in: language, after: after)
    }

    static let english: [(String, Question.Kind, Subject?)] = [
        // Slips of the finger and short forms.
        ("how did i slep lst night", .status, .metric("sleep")),
        ("whats my resitng pulse this week", .status, .metric("restingHeartRate")),
        ("hows my enregy today", .status, .slider(.energy)),
        ("how many stteps yday", .status, .metric("steps")),
        ("im so exhausted", .feelings, nil),
        // Frames of politeness, and what follows them.
        ("Could you please tell me how long I slept last night?", .status, .metric("sleep")),
        ("I was wondering whether my HRV is higher than last month", .compare, .metric("hrv")),
        ("Do you know why my score is low today?", .cause, .score),
        ("quick question, what does SDNN stand for", .explain, .metric("hrv")),
        // Without a verb.
        ("Night pulse, past ten days", .status, .metric("nocturnalHeartRate")),
        ("steps wise, this week vs last", .compare, .metric("steps")),
        // About everybody, not about the person.
        ("does coffee affect sleep", .explain, .metric("sleep")),
        ("is a resting pulse higher in winter or am I imagining that", .explain, .metric("restingHeartRate")),
        // Wishes and advice.
        ("I'd like to sleep better", .howTo, .metric("sleep")),
        ("getting more steps in, how?", .howTo, .metric("steps")),
        ("Do I have enough sleep this week?", .status, .metric("sleep")),
        // The coach and the data.
        ("Can anybody else read what I write here?", .meta, nil),
        ("is this an artificial intelligence", .meta, nil),
        ("how do I connect my watch", .meta, nil),
        // Amounts.
        ("is 5mg before bed fine", .doses, nil),
    ]

    static let german: [(String, Question.Kind, Subject?)] = [
        ("wie viele schrite waren das gestern", .status, .metric("steps")),
        ("wie hab ich am wochende geschlafen", .status, .metric("sleep")),
        ("Können Sie mir bitte sagen, wie mein Ruhepuls letzte Woche war?", .status, .metric("restingHeartRate")),
        ("Ich wüsste gern, wie ich letzte Nacht geschlafen habe", .status, .metric("sleep")),
        ("schrittmäßig diese woche besser als letzte?", .compare, .metric("steps")),
        ("woran lag es, dass mein Puls gestern so hoch war", .cause, .metric("restingHeartRate")),
        ("wie wirkt sich stress auf den schlaf aus", .explain, nil),
        ("Wie ess ich gesünder?", .howTo, nil), ("ich würde gern besser schlafen", .howTo, .metric("sleep")),
        ("muede und kaputt", .feelings, nil), ("bin heute richtig gut drauf", .feelings, nil),
        ("rede ich mit einer maschine", .meta, nil), ("wer kann mein tagebuch lesen", .meta, nil),
        ("sind 400mg ok", .doses, nil),
    ]

    @Test("COA-8 other words for the same question", arguments: english)
    func readsEnglish(_ text: String, _ kind: Question.Kind, _ subject: Subject?) {
        let question = read(text)
        #expect(question?.kind == kind, "\(text): \(String(describing: question))")
        if let subject { #expect(question?.subjects.first == subject, "\(text): \(String(describing: question))") }
    }

    @Test("COA-8 other words for the same German question", arguments: german)
    func readsGerman(_ text: String, _ kind: Question.Kind, _ subject: Subject?) {
        let question = read(text, .german)
        #expect(question?.kind == kind, "\(text): \(String(describing: question))")
        if let subject { #expect(question?.subjects.first == subject, "\(text): \(String(describing: question))") }
    }

    private static func day(_ year: Int, _ month: Int, _ day: Int) -> Day { Day(year: year, month: month, day: day)! }

    static let periods: [(String, Language, Day, Day)] = [
        ("How did I sleep two weeks ago?", .english, day(2026, 4, 20), day(2026, 4, 26)),
        ("How did I sleep three days ago?", .english, day(2026, 5, 1), day(2026, 5, 1)),
        ("How did I sleep four months ago?", .english, day(2026, 1, 1), day(2026, 1, 31)),
        ("How did I sleep last weekend?", .english, day(2026, 5, 2), day(2026, 5, 3)),
        ("How did I sleep from February to March?", .english, day(2026, 2, 1), day(2026, 3, 31)),
        ("How did I sleep between January and March?", .english, day(2026, 1, 1), day(2026, 3, 31)),
        ("How did I sleep since last week?", .english, day(2026, 4, 27), today),
        ("How did I sleep on March 3rd?", .english, day(2026, 3, 3), day(2026, 3, 3)),
        ("How did I sleep on 2026-03-14?", .english, day(2026, 3, 14), day(2026, 3, 14)),
        ("How did I sleep over the last couple of weeks?", .english, day(2026, 4, 21), today),
        ("Wie habe ich vor zwei Wochen geschlafen?", .german, day(2026, 4, 20), day(2026, 4, 26)),
        ("Wie habe ich vor drei Tagen geschlafen?", .german, day(2026, 5, 1), day(2026, 5, 1)),
        ("Wie habe ich von Februar bis März geschlafen?", .german, day(2026, 2, 1), day(2026, 3, 31)),
        ("Wie habe ich am 14.3. geschlafen?", .german, day(2026, 3, 14), day(2026, 3, 14)),
        ("Wie habe ich letztes Wochenende geschlafen?", .german, day(2026, 5, 2), day(2026, 5, 3)),
        ("Wie habe ich seit letztem Monat geschlafen?", .german, day(2026, 4, 1), today),
    ]

    @Test("COA-8 times by their distance, their ends or in digits", arguments: periods)
    func readsPeriods(_ text: String, _ language: Language, _ from: Day, _ through: Day) {
        let period = read(text, language)?.period
        #expect(period?.days == from...through, "\(text): \(String(describing: period))")
    }

    @Test("COA-8 the period before the one named is the one of the same kind")
    func before() {
        let week = read("Did I sleep more this week than last?")
        #expect(week?.kind == .compare && week?.other?.days == Self.day(2026, 4, 27)...Self.day(2026, 5, 3))
        let year = read("ist meine hrv höher als letztes jahr", .german)
        #expect(year?.other?.days == Self.day(2025, 1, 1)...Self.day(2025, 12, 31))
        let month = read("and the month before that?", after: read("How did I sleep last month?"))
        #expect(month?.kind == .status && month?.period?.days == Self.day(2026, 3, 1)...Self.day(2026, 3, 31))
    }

    @Test("COA-6 a measure without numbers is named as such, and no other signal in its place")
    func measures() {
        for (text, measure) in [
            ("How was my VO2 max last month?", Measure.vo2max), ("How many calories did I burn yesterday?", .calories),
            ("How much deep sleep did I get last night?", .stages), ("what was my weight last week", .weight),
            ("how is my blood pressure this week", .pressure), ("what was my BMI last week", .bodyMassIndex),
            ("how was my skin temperature last week", .skin), ("how was my muscle mass last week", .muscle),
        ] {
            let question = read(text)
            #expect(
                question?.measure == measure && question?.subjects == [], "\(text): \(String(describing: question))")
        }
        #expect(read("How did I sleep last night?")?.measure == nil)
    }

    static let feelings: [(String, Language, Feeling.Valence, Topic)] = [
        ("I'm so happy today", .english, .good, .mood), ("not tired at all, I feel fresh", .english, .good, .mood),
        ("I feel drained", .english, .hard, .energy), ("so nervous about tomorrow", .english, .hard, .stress),
        ("I'm not happy", .english, .hard, .mood), ("proud but exhausted", .english, .mixed, .energy),
        ("my grandma passed away", .english, .loss, .mood), ("mir geht es super", .german, .good, .mood),
        ("bin total gestresst", .german, .hard, .stress), ("ich bin froh, aber müde", .german, .mixed, .energy),
        ("mein Hund ist gestorben", .german, .loss, .mood),
    ]

    @Test("COA-10 a feeling is told apart by its words", arguments: feelings)
    func readsFeelings(_ text: String, _ language: Language, _ valence: Feeling.Valence, _ topic: Topic) {
        let question = read(text, language)
        #expect(
            question?.kind == .feelings && question?.feeling?.valence == valence && question?.feeling?.topic == topic,
            "\(text): \(String(describing: question))")
    }

    @Test("COA-8 the language is told by the words of questions")
    func language() {
        for text in ["was hilft gegen grübeln im bett", "hä was ist denn ne schlafschuld", "womit fang ich an"] {
            #expect(MessageLanguage.of(text) == .german, "\(text)")
        }
        for text in ["im so stressed out right now", "was my sleep ok", "what is an sdnn"] {
            #expect(MessageLanguage.of(text) == .english, "\(text)")
        }
        #expect(MessageLanguage.of("HRV?") == nil)
    }

    @Test("COA-8 another letter makes another word; only slips are mended")
    func spelling() {
        let spelling = Spelling(["sleep", "behind", "yesterday", "regelmassiger", "wochenende"])
        func mended(_ word: String) -> String { spelling.mended(FoldedText(word)).words.joined() }
        #expect(mended("slep") == "sleep" && mended("behnd") == "behind" && mended("yesteday") == "yesterday")
        #expect(mended("wochende") == "wochenende" && mended("seelp") == "seelp" && mended("slepe") == "sleep")
        #expect(mended("sheep") == "sheep" && mended("sweep") == "sweep")
    }
}
