import Fixtures
import Foundation
import Localization
import Messages
import Testing

@testable import Questions

/// What the coach has no answer to, and conditions that no rule reads.
@Suite struct ElsewhereTests: AnswerSuite {
    private static let examples: [(place: Elsewhere, hour: Int32?, messages: [String])] = [
        (
            .awakeNow, 12,
            [
                "its 11 pm and I can't sleep", "cant sleep. its 3am and I have to be up at half 5",
                "it's past midnight, I can't fall asleep",
                "Es ist halb eins und ich kann nicht einschlafen",
            ]
        ),
        (.awakeNow, 2, ["I can't sleep", "ich liege wach", "cannot fall asleep"]),
        (
            .anotherPerson, 12,
            [
                "how did my son sleep last night?", "what is my husband's heart rate",
                "did my husband sleep better than me", "wie hat mein Mann geschlafen?",
            ]
        ),
        (.outside, 12, ["What's the weather like?", "wird es morgen regnen", "who won yesterday"]),
        (
            .night, 12,
            ["how often did I wake up on Monday?", "wie oft bin ich aufgewacht?", "when did I fall asleep on Monday"]
        ),
        (.ill, 12, ["I'm down with the flu", "bin erkältet", "I have a cold", "habe Fieber"]),
        (.injured, 12, ["sprained my ankle yesterday", "habe mir den Fuß verstaucht"]),
        (
            .aching, 12,
            [
                "my knee hurts, can I still do the run that's planned today?", "Lower back is killing me, gym or rest?",
                "Schulter tut weh beim Schwimmen, was kann ich stattdessen machen?",
            ]
        ),
        (.entry, 12, ["how do I delete an entry", "can I edit a check-in?", "wie lösche ich einen Eintrag?"]),
        (.goal, 12, ["set my step goal to 8000", "how do I change my goal?", "ändere mein Ziel auf 9000 Schritte"]),
        (.readers, 12, ["can my boss see my journal?", "can anyone read my data", "kann jemand mein Tagebuch lesen?"]),
        (.missing, 12, ["why is my sleep missing?", "warum fehlt mein Schlaf von gestern"]),
        (.origin, 12, ["how do you know how deep I slept", "woher weißt du wie lange ich schlafe"]),
    ]

    @Test("COA-8 What the coach has no answer to is known as such, in both languages", arguments: examples.indices)
    func places(index: Int) {
        let (place, hour, messages) = Self.examples[index]
        for message in messages { #expect(Elsewhere.read(message, hour: hour, as: nil) == place, "\(message)") }
    }

    @Test(
        "COA-8 What the coach can answer, and what needs more care, is left to it",
        arguments: [
            "how did I sleep last night?", "why couldn't I sleep last night", "I often can't sleep, what helps?",
            "I'm sick of this job", "he hurt my feelings", "what helps against a cold bedroom",
            "I want to reach my goals",
            "how do I reach my goal?", "how many steps did I walk on my trip", "my friend and I walked 10 km",
            "does walking help my mood?", "is my hrv higher than last month?", "how am I doing?",
            "wie war meine Woche?",
            "warum bin ich so müde", "what is sleep debt", "I feel tense in my shoulders", "was tun gegen Stress",
            "I just got the news that my dad has cancer", "The weather makes me sad", "Alcohol ruined my life",
            "My mother has covid and I'm scared", "I took a cold shower", "Woher kommen meine Kopfschmerzen?",
            "Which goals did I set?", "My goal is to lower my stress, what helps?", "does my dog affect my sleep?",
            "Is my baby the reason my sleep was bad last night?", "What helps me when my kids wake me at night?",
            "Why did I wake up tired?", "I lay awake worrying about money", "How much sleep am I missing?",
            "Wie waren meine Tage letzte Woche?", "How did my HRV change since my last entry?",
            "I can't sleep because I am in pain", "I'm back from my run", "I don't have a fever any more",
            "Er hat mir das Herz gebrochen", "Ich bin krank vor Sorge um meinen Vater", "Meine Tochter hat Fieber",
            "Wie viele Schritte fehlen mir noch für mein Ziel?", "I can't sleep, I took two pills already, it's 1 am",
        ])
    func answered(message: String) { #expect(Elsewhere.read(message, hour: 12, as: nil) == nil) }

    @Test("COA-8 A question about a dose or an illness stays one")
    func medical() {
        for kind in [Question.Kind.doses, .medical] {
            #expect(Elsewhere.read("It's 2 am and I can't sleep", hour: 2, as: kind) == nil)
        }
    }

    @Test("COA-8 Every place has its words in both languages, and so has every page")
    func words() {
        for language in Language.allCases {
            for place in Elsewhere.allCases where place != .outside {
                let text = writer(language).elsewhere(place)
                #expect(!text.isEmpty && !text.contains("answer."), "\(place)")
            }
            for page in CoachPage.allCases {
                #expect(Catalogue.shipped(language).contains("coach.opens.\(page.rawValue)"))
            }
        }
    }

    // MARK: Conditions that no rule reads

    private struct Asked: Decodable {
        var text: String
        var language: String
        var kind: String?
    }

    @Test("COA-8 Of questions that are answered, few are called unread in part or unanswerable")
    func known() throws {
        let numbers = try ["acceptance", "acceptance-fresh", "acceptance-second", "acceptance-third"].flatMap { name in
            try String(contentsOfFile: Repository.path("Benchmarks/Coach/\(name).jsonl"), encoding: .utf8)
                .split(separator: "\n").compactMap { try? JSONDecoder().decode(Asked.self, from: Data($0.utf8)) }
        }.filter { ["status", "compare", "cause"].contains($0.kind) }
        #expect(numbers.count > 150)
        let unread = numbers.filter { UnreadClause.of($0.text, in: $0.language == "de" ? .german : .english) != nil }
        #expect(unread.count * 33 <= numbers.count, "\(unread.map(\.text))")
        let words = numbers.compactMap { UnreadWords.of($0.text, in: $0.language == "de" ? .german : .english) }
        #expect(words.count * 12 <= numbers.count, "\(words)")
        let moved = numbers.filter { Elsewhere.read($0.text, hour: 12, as: nil) != nil }
        #expect(moved.count * 100 <= numbers.count, "\(moved.map(\.text))")
    }

    @Test(
        "COA-8 A condition that changes the question is named, as it was written",
        arguments: [
            ("Do I sleep worse when I eat late?", "when I eat late"),
            ("my steps with the pram, please", "with the pram"),
            ("how is my sleep with my phone in bed", "with my phone in bed"), ("how did I sleep last night", nil),
            ("how was my stress after Monday", nil), ("compare my sleep with last month", nil),
            ("is my hrv lower since January?", nil), ("how was my sleep since my father died", nil),
            ("Schlafe ich schlechter bei Vollmond?", "bei Vollmond"),
            ("Wie ist mein Puls nach der Sauna", "nach der Sauna"),
            ("Wie war mein Schlaf seit Montag?", nil),
        ] as [(String, String?)])
    func unread(message: String, clause: String?) {
        let language: Language = message.hasPrefix("Schlafe") || message.hasPrefix("Wie") ? .german : .english
        #expect(UnreadClause.of(message, in: language) == clause)
    }

    @Test(
        "COA-8 A word that no rule reads is named",
        arguments: [
            ("did the argument cost me sleep last night?", "argument"), ("how did i sleep last night", nil),
            ("does my new mattress change my sleep?", "mattress"), ("whats my hrv this month", nil),
            ("Why is my score low after the wedding?", "wedding"), ("is my sleep honestly ok this month", nil),
            ("is my hrv lower since my mum died?", nil),
            ("Hat die Matratze meinen Schlaf verändert?", "Matratze"), ("Wie viele Schritte diese Woche?", nil),
        ] as [(String, String?)])
    func unreadWords(message: String, part: String?) {
        let language: Language = message.hasPrefix("Hat") || message.hasPrefix("Wie") ? .german : .english
        #expect(UnreadWords.of(message, in: language) == part)
    }

    @Test("COA-8 An answer says what it leaves out", arguments: Language.allCases)
    func leftOut(language: Language) {
        var writer = writer(language)
        writer.unread = "when I eat late"
        let values = (0..<40).map { Double(25_000 + $0 % 7 * 300) }
        let text = writer.status(numbers(.metric("sleep"), values), period(7)).text
        #expect(text.contains("when I eat late") && !text.contains("{"))
    }

    @Test("COA-8 “Is that a lot?” asks for the value before once more, with what is usual")
    func judging() {
        let before = Question(.status, [.metric("steps")], language: .english)
        let reader = QuestionReader(today: Self.today)
        let asked = reader.read("is that a lot?", in: .english, after: before)
        #expect(asked?.kind == .status && asked?.subjects == [.metric("steps")])
    }

    @Test("COA-8 A watch that died is no loss, a person is", arguments: ["watch", "phone", "battery"])
    func devices(thing: String) {
        #expect(FeelingWords.feeling(of: FoldedText("my \(thing) died on sunday so there is a hole"))?.valence != .loss)
        #expect(FeelingWords.feeling(of: FoldedText("my father died on sunday"))?.valence == .loss)
    }

    // MARK: Alcohol

    @Test("COA-8 A question for what alcohol does names a drink and something of one's own")
    func alcoholQuestion() {
        for (message, subject) in [
            ("does beer affect my hrv?", Subject.metric("hrv")), ("does wine make my sleep worse?", .metric("sleep")),
            ("Do I sleep worse after wine?", .metric("sleep")),
            ("macht mir der Wein was aus beim Schlaf, wirkt er?", .metric("sleep")),
            ("schlafe ich schlechter wenn ich Bier trinke", .metric("sleep")),
        ] { #expect(AlcoholQuestion(message)?.subject == subject, "\(message)") }
        for message in [
            "do I sleep worse when I drink coffee late?", "Alcohol ruined my life", "My drinking hurts my family",
            "does alcohol hurt the liver", "Does drinking more water affect my hrv?", "what does alcohol do",
            "I had wine, my sleep was bad",
        ] { #expect(AlcoholQuestion(message) == nil, "\(message)") }
    }

    @Test("COA-8 Nights after alcohol are compared from ten on, and a difference within chance is called that")
    func alcohol() {
        let today = Self.today
        func answer(_ count: Int, effect: Double) -> String {
            let noted = Set((0..<count).map { today.advanced(by: -3 * $0 - 2) })
            var dice = SplitMix(seed: 7)
            let values = (0..<200).map { index -> Double? in
                let day = today.advanced(by: index - 199)
                let noise = Double(dice.next() % 2_001) - 1_000
                return 26_000 + noise + (noted.contains(day.advanced(by: -1)) ? effect : 0)
            }
            return writer().afterAlcohol(numbers(.metric("sleep"), values), noted: noted).text
        }
        #expect(answer(9, effect: -3_000).contains("9 days"))
        #expect(answer(20, effect: -3_000).contains("more than chance"))
        #expect(answer(20, effect: -3_000).contains("20 nights after alcohol"))
        #expect(answer(20, effect: 0).contains("may be chance"))
    }
}
