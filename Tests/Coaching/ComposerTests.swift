import Foundation
import Messages
import Moments
import Testing

@testable import Coaching

@Suite struct ComposerTests {
    private static let claims = [
        "cure", "treat", "therap", "diagnos", "disease", "disorder", "symptom", "depress", "medic", "patient",
        "prevent", "guarantee", "clinical", "doctor",
    ]

    private func signals(_ levels: [(Signal, Double)], score: Double? = 60, context: [ContextFlag] = []) -> SignalState
    {
        SignalState(
            revision: 1, day: World.day, score: score,
            levels: levels.map { SignalLevel(signal: $0.0, z: $0.1, contribution: 0) }, context: context)
    }

    @Test("COA-6 any reply has at most two sentences and makes no medical claim")
    func twoSentences() {
        let values = [-6, -1, -0.6, 0, 0.6, 1, 6]
        for moment in Moments.shipped.moments {
            for signal in Signal.all {
                for z in values {
                    let reply = Composer.reply(
                        topic: moment.topic, signals: signals([(signal, z)]), today: World.day, moment: moment,
                        completed: "Have a glass of water")
                    #expect((1...2).contains(sentences(reply.text)), "\(reply.text)")
                    #expect(reply.nextAction == moment.activity)
                    for claim in Self.claims { #expect(!reply.text.lowercased().contains(claim), "\(reply.text)") }
                }
            }
            #expect(sentences(Composer.supportive(moment).text) == 2)
        }
        #expect(
            sentences(Composer.reply(topic: .sleep, signals: nil, today: World.day, moment: nil, completed: nil).text)
                == 1)
    }

    @Test("COA-6 a reply is grounded in the signals, the sliders and what was finished lately")
    func grounded() {
        let moment = Moments.shipped.moments.first { $0.topic == .stress }
        let reply = Composer.reply(
            topic: .stress, signals: signals([(.stress, 1), (.hrv, -3)]), today: World.day, moment: moment,
            completed: "Have a glass of water"
        ).text
        #expect(reply.contains("You rated your stress as high"))
        #expect(reply.contains("Have a glass of water"))
        #expect(reply.contains(moment?.title ?? "?"))
        #expect(
            Composer.reply(
                topic: .hrv, signals: signals([(.hrv, -2)]), today: World.day, moment: moment, completed: nil
            ).text.contains("well below your usual")
        )
        // A signal that is not about the topic is not named; without a topic the strongest is.
        for (topic, isNamed) in [(Topic.nutrition, false), (.none, true)] {
            let reply = Composer.reply(
                topic: topic, signals: signals([(.steps, 0.7)]), today: World.day, moment: moment, completed: nil)
            #expect(reply.text.contains("a little above your usual") == isNamed, "\(reply.text)")
        }
        #expect(
            Composer.reply(
                topic: .none, signals: signals([], score: 71.6), today: World.day, moment: nil, completed: nil
            ).text.contains("72 of 100"))
        #expect(
            Composer.reply(topic: .sleep, signals: nil, today: World.day, moment: nil, completed: nil).text.contains(
                "enough of your data"))
    }

    @Test("COA-6 what is older than yesterday is named with its day, in the past tense, and not called usual of now")
    func old() {
        for signal in Signal.all {
            for z in [-2.0, -1, 0, 1, 2] {
                let old = signals([(signal, z)])
                let reply = Composer.reply(
                    topic: signal.entry?.topic ?? .none, signals: old, today: World.day.advanced(by: 2), moment: nil,
                    completed: nil
                )
                .text
                #expect(
                    reply.hasPrefix("On 4 May 2026, the latest day with data, you")
                        || reply.contains("your sleep debt was"), "\(reply)")
                #expect(sentences(reply) == 1, "\(reply)")
                #expect(!reply.contains(" is "), "\(reply)")
                #expect(!reply.contains("Your"), "\(reply)")
                let fresh = Composer.reply(
                    topic: signal.entry?.topic ?? .none, signals: old, today: World.day.advanced(by: 1), moment: nil,
                    completed: nil
                )
                .text
                #expect(!fresh.contains("May"), "\(fresh)")
            }
        }
        let score = Composer.reply(
            topic: .none, signals: signals([], score: 71.6), today: World.day.advanced(by: 90), moment: nil,
            completed: nil
        ).text
        #expect(score.contains("On 4 May 2026"))
        #expect(score.contains("your score was 72 of 100"))
    }

    @Test("COA-6 each signal has its clause, of today and of a day that is over")
    func clauses() {
        func said(_ signal: Signal, _ z: Double, daysAgo: Int) -> String {
            let today = World.day.advanced(by: daysAgo)
            return Composer.reply(
                topic: .none, signals: signals([(signal, z)]), today: today, moment: nil, completed: nil
            ).text
        }
        let usual = ["close to your usual", "a little below your usual", "well above your usual"]
        let rated = ["in the middle", "low", "high"]
        let words: [(Signal, now: String, past: String, [String])] = [
            (.hrv, "Your latest heart rate variability is", "your heart rate variability was", usual),
            (.nocturnalHeartRate, "Your heart rate at night is", "your heart rate at night was", usual),
            (.restingHeartRate, "Your resting heart rate is", "your resting heart rate was", usual),
            (.sleepDebt, "Your sleep debt is", "your sleep debt was", usual),
            (.steps, "Your step count is", "your step count was", usual),
            (.respiratoryRate, "Your breathing rate at night is", "your breathing rate at night was", usual),
            (.stress, "You rated your stress as", "you rated your stress as", rated),
            (.energy, "You rated your energy as", "you rated your energy as", rated),
            (.sleepQuality, "You rated your sleep as", "you rated your sleep as", ["in the middle", "poor", "good"]),
            (
                .sentiment, "Your latest journal sounds", "your journal sounded",
                ["neither light nor heavy", "heavier", "lighter"]
            ),
        ]
        #expect(Set(Signal.all).isSuperset(of: words.map(\.0)))
        for (signal, now, past, judgements) in words {
            for (z, judgement) in zip([0.1, -0.7, 1.8], judgements) {
                #expect(said(signal, z, daysAgo: 0) == "\(now) \(judgement).")
                #expect(said(signal, z, daysAgo: 2) == "On 4 May 2026, the latest day with data, \(past) \(judgement).")
            }
        }
    }

    @Test("COA-6 nothing is said of a signal that this release does not know")
    func unknown() {
        let newer = signals([(Signal(rawValue: 99), 5)])
        #expect(newer.strongest == nil)
        #expect(newer.need(.none) == 0)
        #expect(
            Composer.reply(topic: .none, signals: newer, today: World.day, moment: nil, completed: nil).text
                == "Your latest score is 60 of 100.")
    }

    @Test("COA-6 a title with sentences in it stays inside one")
    func ownTitles() {
        var moment = Moments.shipped.moments[0]
        moment.title = "Stop! Breathe. Now? Go on"
        #expect(
            sentences(
                Composer.reply(topic: .stress, signals: nil, today: World.day, moment: moment, completed: "One. Two.")
                    .text) == 2)
    }

    @Test("COA-5 a cheer is short, fits the hour and counts the days in a row")
    func cheer() {
        for hour in 0..<24 {
            for streak in 1...40 {
                for count in 0..<3 {
                    #expect((1...70).contains(CompletionText.text(hour: hour, streak: streak, count: count).count))
                }
            }
        }
        #expect(CompletionText.text(hour: 7, streak: 1, count: 0).contains("start to the day"))
        #expect(CompletionText.text(hour: 20, streak: 4, count: 1).contains("evening"))
        #expect(CompletionText.text(hour: 20, streak: 4, count: 1).contains("4 days in a row"))
        #expect(CompletionText.text(hour: 13, streak: 7, count: 2).contains("week in a row"))
    }

    @Test(
        "COA-11 a card that asks for effort carries a caution when the day argues against it",
        arguments: [
            (Signal.restingHeartRate, 2.0), (.nocturnalHeartRate, 1.5), (.hrv, -1.6), (.sleepDebt, 3), (.energy, -1),
            (.sleepQuality, -0.67),
        ])
    func caution(signal: Signal, z: Double) {
        let (exerting, gentle) = (
            Moments.shipped.moments.filter(\.isExerting), Moments.shipped.moments.filter { !$0.isExerting }
        )
        for moment in exerting {
            #expect(ExertionCaution.text(for: moment, signals: signals([(signal, z)])) != nil)
            #expect(ExertionCaution.text(for: moment, signals: signals([(signal, -z)])) == nil)
        }
        for moment in gentle { #expect(ExertionCaution.text(for: moment, signals: signals([(signal, z)])) == nil) }
    }

    @Test("COA-11 of several reasons the one nearest to the heart is named")
    func rankedCautions() {
        let moment = Moments.shipped.moments.first(where: \.isExerting)!
        var levels: [(Signal, Double)] = [
            (.energy, -1), (.sleepQuality, -1), (.sleepDebt, 2), (.respiratoryRate, 2), (.hrv, -2),
            (.nocturnalHeartRate, 2), (.restingHeartRate, 2),
        ]
        var named: [String] = []
        while !levels.isEmpty {
            named.append(
                ExertionCaution.text(for: moment, signals: signals(levels))?.components(separatedBy: ";")[0] ?? "")
            levels.removeLast()
        }
        #expect(
            named == [
                "Your resting heart rate is well above your usual",
                "Your heart rate at night was well above your usual",
                "Your heart rate variability is well below your usual",
                "Your breathing rate at night was well above your usual",
                "You have slept much less than usual lately", "You rated your sleep as poor",
                "You rated your energy as low",
            ])
    }

    @Test("COA-11 a low score alone is reason enough; without signals nothing is claimed")
    func lowScore() {
        let moment = Moments.shipped.moments.first(where: \.isExerting)!
        #expect(ExertionCaution.text(for: moment, signals: signals([], score: 12)) != nil)
        #expect(ExertionCaution.text(for: moment, signals: signals([], score: 60)) == nil)
        #expect(ExertionCaution.text(for: moment, signals: nil) == nil)
        let strained = signals([(.hrv, -2)], score: 60)
        #expect(
            CardWriter(.shipped(.english), signals: strained).card(moment, why: .signal(.hrv)).named == [.hrv, .hrv])
        #expect(CardWriter(.shipped(.english), signals: nil).card(moment, why: .new).named.isEmpty)
        #expect(ExertionCaution.text(for: moment, signals: signals([], score: 60, context: [.illness])) != nil)
        #expect(ExertionCaution.text(for: moment, signals: signals([], score: 60, context: [.travel])) == nil)
    }

    @Test("GAT-3 what goes to the gateway is enumerations and half steps; nothing of a journal, no own moment")
    func minimised() {
        let levels: [(Signal, Double)] = [
            (.sentiment, -0.8), (.stress, 0.66), (.hrv, -1.74), (.sleepDebt, 99), (.steps, .nan),
        ]
        var moment = Moments.shipped.moments[0]
        let intent = Intent(topic: .hrv, isNamed: true, isCovered: true)
        let phrase = PhraseWriter.request(
            user: .random(), intent: intent, signals: signals(levels), moment: moment, hasRecentCompletion: true)
        #expect(phrase.topMomentID == moment.id)
        #expect(
            phrase.zScoreSummary == [
                SignalStep(signal: .hrv, halfSteps: -3), SignalStep(signal: .sleepDebt, halfSteps: 12),
                SignalStep(signal: .stress, halfSteps: 1),
            ])
        #expect(phrase.rationale == .belowUsual)
        #expect(phrase.toneHints.contains(.encouraging))
        moment.title = "Mine"
        #expect(
            PhraseWriter.request(
                user: .random(), intent: intent, signals: nil, moment: moment, hasRecentCompletion: false
            ).topMomentID == nil)
    }
}
