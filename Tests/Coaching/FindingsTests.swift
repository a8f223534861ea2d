import Foundation
import Localization
import Messages
import Moments
import Questions
import Testing

@testable import Coaching

/// Answers of every form but the median of a period, in a conversation.
@Suite struct FindingsTests {
    private static let minute: Milliseconds = 60_000

    @Test(
        "COA-10 the reason of a suggestion names its source with title and year; before one it says that there is none")
    func reason() async throws {
        let world = try await World()
        try await world.hear(score: 45, [(.sleepDebt, 2.5)])
        let none = try await world.say("Why did you suggest that?")
        #expect(none.kind == "cause", "\(none.coachReply)")
        #expect(none.coachReply.contains("suggested nothing"), "\(none.coachReply)")
        let offer = try await world.say("How can I fall asleep faster?", at: World.at + Self.minute)
        let moment = try #require(Moments.shipped[offer.moment ?? ""])
        let source = try #require(moment.citation)
        let why = try await world.say("why this one?", at: World.at + 2 * Self.minute)
        #expect(why.coachReply.contains(AnswerWriter.phrase(moment.title)), "\(why.coachReply)")
        #expect(why.coachReply.contains(AnswerWriter.phrase(source.title)), "\(why.coachReply)")
        if let year = source.year { #expect(why.coachReply.contains("(\(year))"), "\(why.coachReply)") }
        #expect(PhraseWall.sentences(why.coachReply) <= 2, "\(why.coachReply)")
        // “Something shorter” can still follow.
        let next = try await world.say("something else", at: World.at + 3 * Self.minute)
        #expect(next.moment != nil)
        #expect(next.moment != offer.moment)
        let again = try await world.say("Why did you suggest that?", at: World.at + 4 * Self.minute)
        #expect(again.coachReply.contains(AnswerWriter.phrase(Moments.shipped[next.moment ?? ""]?.title ?? "?")))
        let german = try await world.say("Warum hast du mir das vorgeschlagen?", at: World.at + 5 * Self.minute)
        #expect(german.language == "de", "\(german.coachReply)")
        #expect(german.coachReply.contains("Quelle"), "\(german.coachReply)")
    }

    @Test("COA-10 nothing stands before a refusal, however often it comes")
    func refusals() async throws {
        let world = try await World()
        let messages = [
            ("Do I have sleep apnoea?", "coaching.help.medical"), ("What dose of melatonin is good?", "answer.doses"),
            ("Does ibuprofen affect my HRV?", "coaching.help.medical"),
        ]
        for step in 0..<9 {
            let (text, key) = messages[step % 3]
            let reply = try await world.say(text, at: World.at + Milliseconds(step) * Self.minute)
            #expect(reply.coachReply == Catalogue.shipped(.english)(key), "\(text): \(reply.coachReply)")
        }
    }

    @Test("COA-8 whether walking helps the mood is no medical question; it is answered from numbers or not at all")
    func mood() async throws {
        let world = try await World()
        for text in ["does walking help my mood?", "Does walking affect my sleep?", "Does exercise affect my sleep?"] {
            let reply = try await world.say(text)
            #expect(reply.kind == "compare", "\(text): \(reply.coachReply)")
            #expect(reply.phrasesNoDoctor, "\(text): \(reply.coachReply)")
        }
        #expect(world.others.phrases.isEmpty)
    }

    @Test("COA-6 the lowest score of a period is found over the bus, and “and last month?” asks for that of another")
    func extremes() async throws {
        let world = try await World()
        let scores = (0..<60).map { (World.day.advanced(by: -$0), Double(50 + $0 % 7)) }
        var byDay = Dictionary(uniqueKeysWithValues: scores)
        (byDay[World.day.advanced(by: -2)], byDay[World.day.advanced(by: -20)]) = (31, 22)
        world.others.score(byDay)
        let month = try await world.say("What was my lowest score this month?")
        #expect(month.kind == "status", "\(month.coachReply)")
        #expect(month.chart?.metric == "score", "\(month.coachReply)")
        #expect(month.coachReply.contains("31"), "\(month.coachReply)")
        #expect(month.coachReply.contains("2 May 2026"), "\(month.coachReply)")
        let last = try await world.say("and last month?", at: World.at + Self.minute)
        #expect(last.coachReply.contains("22"), "\(last.coachReply)")
        #expect(last.coachReply.contains("14 April 2026"), "\(last.coachReply)")
        let often = try await world.say(
            "how often was my score under 40 in the last 30 days", at: World.at + 2 * Self.minute)
        #expect(often.coachReply.contains("2 of 30"), "\(often.coachReply)")
        let norm = try await world.say("Is 70 a good score?", at: World.at + 3 * Self.minute)
        #expect(norm.kind == "compare", "\(norm.coachReply)")
        #expect(norm.coachReply.contains("above your own usual range"), "\(norm.coachReply)")
    }

    @Test("COA-9 a local model's phrasing may not change the numbers of such an answer")
    func wall() {
        let composed =
            "Your resting heart rate was lowest this month on 3 May 2026: 54/min. 4 of 4 days have a value."
        let wall = PhraseWall(composed: composed, title: nil, inGerman: false)
        #expect(
            wall.passes(
                "On 3 May 2026 your resting heart rate was lowest this month at 54/min, and 4 of 4 days have a value."))
        #expect(
            !wall.passes(
                "On 3 May 2026 your resting heart rate was lowest this month at 52/min, and 4 of 4 days have a value."))
        #expect(
            !wall.passes(
                "On 3 May 2026 your resting heart rate was lowest, a healthy 54/min, and 4 of 4 days have a value.")
        )
    }
}

extension ChatReply {
    /// Whether it sends nobody to a doctor.
    fileprivate var phrasesNoDoctor: Bool { !coachReply.lowercased().contains("doctor") }
}

/// Questions about kinds of health data beyond the daily metrics.
@Suite struct MeasureReplyTests {
    private static func info(_ kind: String, _ unit: String, shape: String = "quantity", isOfBody: Bool = false)
        -> KindInfo
    {
        KindInfo(
            kind: kind, group: isOfBody ? "body" : "heart", unit: unit, shape: shape, rule: "mean", levels: [],
            isOfBody: isOfBody)
    }

    /// Sixty days until today: the last seven with one value, those before with another and its neighbours.
    private static func days(_ now: Double, _ before: Double, second: Double? = nil) -> [KindDay] {
        (0..<60).map { index in
            let isNow = index > 52
            return KindDay(
                day: World.day.advanced(by: index - 59), value: isNow ? now : before + Double(index % 3) - 1,
                second: second, count: 1)
        }
    }

    private static func said(_ text: String, _ world: World) async throws -> String {
        try await world.say(text, country: "IE").coachReply.replacing("\u{202F}", with: " ")
    }

    @Test("COA-6 ING-19 The coach answers how a kind was, and how it differed, with what is usual and no verdict")
    func answers() async throws {
        let world = try await World()
        world.others.kind(Self.info("bloodPressure", "mmHg", shape: "pair"), Self.days(128, 120, second: 78))
        let pressure = try await Self.said("How was my blood pressure this week?", world)
        #expect(pressure.contains("128/78 mmHg") && pressure.contains("Usually it is 1"), "\(pressure)")
        world.others.kind(Self.info("vo2Max", "mL/min·kg"), Self.days(46, 41))
        let uptake = try await Self.said("Is my VO2max higher this week than last month?", world)
        #expect(uptake.contains("46 ml/kg/min") && uptake.contains("41 ml/kg/min"), "\(uptake)")
        for word in ["better", "harder", "healthy", "worse"] { #expect(!uptake.contains(word), "\(uptake)") }
        let german = try await Self.said("Wie war meine VO2max diese Woche?", world)
        #expect(german.contains("46 ml/kg/min") && german.contains("VO2max"), "\(german)")
    }

    @Test("COA-6 ING-19 Of a kind without data the coach says that there is none")
    func nothing() async throws {
        let world = try await World()
        let text = try await Self.said("How was my blood sugar last week?", world)
        #expect(text.contains("I have no blood sugar of yours last week"), "\(text)")
    }

    @Test("PLN-10 Of a person whose numbers are away the coach says none of the body, however it is asked")
    func hidden() async throws {
        let world = try await World()
        world.others.kind(Self.info("bodyFat", "%", isOfBody: true), Self.days(24.5, 25))
        #expect(try await Self.said("How was my body fat this week?", world).contains("24.5"))
        world.others.kind(Self.info("bodyFat", "%", isOfBody: true), Self.days(24.5, 25), hidesNumbers: true)
        for question in [
            "How was my body fat this week?", "Is my body fat lower than last month?", "Why is my body fat high?",
            "Wie war mein Körperfett diese Woche?",
        ] {
            let text = try await Self.said(question, world)
            #expect(!text.contains("24") && !text.contains("25"), "\(text)")
            #expect(text == writer(question.hasPrefix("Wie") ? .german : .english).hiddenNumbers, "\(text)")
        }
    }

    private func writer(_ language: Localization.Language) -> AnswerWriter {
        AnswerWriter(language, region: "", today: Day(number: 20_000), turn: 0)
    }

    @Test("PLN-10 An earlier answer with numbers of the body is shown without them once they are put away")
    func hiddenLater() async throws {
        let world = try await World()
        world.others.kind(Self.info("bodyFat", "%", isOfBody: true), Self.days(24.5, 25))
        let id = RequestID.random()
        #expect(try await world.say("How was my body fat this week?", id: id).coachReply.contains("24.5"))
        let event = PlanUpdated(user: world.user, revision: 1, plan: nil, care: nil, numbersHidden: true)
        try await world.store.write { [coaching = world.coaching] in try coaching.apply(event, $0) }
        let again = try await world.say("How was my body fat this week?", id: id)
        #expect(!again.coachReply.contains { $0.isNumber }, "\(again.coachReply)")
    }

    @Test("COA-8 In a conversation “and last month?” goes on with the measure of the question before")
    func followedMeasure() async throws {
        for (first, next) in [
            ("How was my blood pressure this week?", "and last month?"),
            ("Wie war mein Blutdruck diese Woche?", "und letzten Monat?"),
        ] {
            let world = try await World()
            #expect(try await Self.said(first, world).contains(first.hasPrefix("Wie") ? "Blutdruck" : "blood pressure"))
            let text = try await Self.said(next, world)
            #expect(text.contains(first.hasPrefix("Wie") ? "Blutdruck" : "blood pressure"), "\(text)")
            #expect(!text.lowercased().contains("dein score") && !text.contains("your score"), "\(text)")
        }
    }
}
