import Messages
import TestTraits
import Testing

@testable import Gateway

@Suite(.tags(.processes)) struct ReplyCheckTests {
    private func reason(_ topic: Topic, _ moment: String?, _ text: String, _ action: String?) throws -> String? {
        do {
            _ = try ReplyValidator.validate(
                CloudReply(coachReply: text, nextAction: action), try ReplyExamples.prompt(topic, moment))
            return nil
        } catch let refusal as Refusal {
            #expect(refusal.gate == .secondWall)
            return refusal.reason
        }
    }

    @Test("COA-9 a reply that keeps to its facts passes the reply validator", arguments: ReplyExamples.good.indices)
    func good(_ index: Int) throws {
        let (topic, moment, text, action) = ReplyExamples.good[index]
        #expect(try reason(topic, moment, text, action) == nil, "\(text)")
    }

    @Test("COA-9 a reply is refused with the name of its fault", arguments: ReplyExamples.bad.indices)
    func bad(_ index: Int) throws {
        let (expected, topic, moment, text, action) = ReplyExamples.bad[index]
        let reason = try reason(topic, moment, text, action)
        // An amount of a named drug is a drug too; any of the medical reasons names the fault.
        let medical: Set<ReplyFault> = [.dose, .drug, .supplement, .treatment, .diagnosis]
        if medical.contains(expected) {
            #expect(reason.flatMap(ReplyFault.init).map(medical.contains) == true, "\(text): \(reason ?? "passes")")
        } else {
            #expect(reason == expected.rawValue, "\(text): \(reason ?? "passes")")
        }
    }

    @Test("COA-9 every named reason but the schema and safety has an example")
    func everyReason() {
        #expect(Set(ReplyExamples.bad.map(\.0)) == Set(ReplyFault.allCases).subtracting([.schema, .safety]))
    }

    @Test(
        "COA-9 numbers are read as digits and as words, with what they count",
        arguments: [
            ("half an hour", [Amount(value: 1_800, unit: .seconds)]),
            ("30 minutes", [Amount(value: 1_800, unit: .seconds)]),
            ("thirty minutes", [Amount(value: 1_800, unit: .seconds)]),
            ("a quarter of an hour", [Amount(value: 900, unit: .seconds)]),
            ("an hour and a half", [Amount(value: 0.5)]),
            ("one and a half hours", [Amount(value: 5_400, unit: .seconds)]),
            ("twenty-five", [Amount(value: 25)]), ("a hundred and twenty", [Amount(value: 120)]),
            ("1,000 steps", [Amount(value: 1_000, unit: .other("step"))]),
            ("a thousand steps", [Amount(value: 1_000, unit: .other("step"))]),
            ("7.5 hours", [Amount(value: 27_000, unit: .seconds)]), ("½", [Amount(value: 0.5)]),
            ("20%", [Amount(value: 20, unit: .percent)]), ("twenty percent", [Amount(value: 20, unit: .percent)]),
            ("five slow breaths", [Amount(value: 5, unit: .other("breat"))]),
            ("９ pm", [Amount(value: 9, unit: .clock)]), ("10:30", [Amount(value: 10.5)]), ("twice", [Amount(value: 2)]),
            ("ten to fifteen minutes", [Amount(value: 600, unit: .seconds), Amount(value: 900, unit: .seconds)]),
            ("one small step", []), ("one breath", []), ("first", []), ("a second thought", []), ("once", []),
            ("a few minutes", []), ("one glass of water", [Amount(value: 1, unit: .other("glass"))]),
        ] as [(String, [Amount])])
    func amounts(_ text: String, _ amounts: [Amount]) {
        #expect(AmountReader.amounts(in: text) == amounts)
    }

    @Test("COA-9 a number of the suggestion does not lend itself to another unit")
    func units() throws {
        #expect(try reason(.energy, ReplyExamples.walk, "Walk for 15 minutes at an easy pace.", nil) == nil)
        #expect(try reason(.energy, ReplyExamples.walk, "Walk for 15 hours at an easy pace.", nil) == "number")
        // "+2.0" is a deviation, not two of anything.
        #expect(try reason(.sleep, ReplyExamples.lights, "Your sleep debt is two hours.", nil) == "number")
        #expect(
            try reason(.sleep, ReplyExamples.lights, "Your sleep debt is two standard deviations above usual.", nil)
                == nil)
    }

    @Test(
        "COA-9 advice of another topic than the prompt's is refused",
        arguments: [
            (
                Topic.sleep, ReplyExamples.lights,
                "Add protein and vegetables to your meals, and swap the snack for fruit."
            ),
            (.energy, ReplyExamples.walk, "Meditation trains attention. Scan your body and notice the present."),
            (
                .nutrition, ReplyExamples.plate,
                "Relax your shoulders, exhale slowly and let the tension in your neck soften."
            ),
        ])
    func otherTopic(_ topic: Topic, _ moment: String, _ text: String) throws {
        #expect(try reason(topic, moment, text, nil) == "grounding")
    }

    @Test("COA-9 what is cut off is read too")
    func cutOff() throws {
        let text = "Dim the lights before bed. A calm evening helps. Take 5 mg of melatonin."
        #expect(try reason(.sleep, ReplyExamples.lights, text, nil) == "dose")
    }

    @Test("COA-9 a word may be split by invisible characters, and is read")
    func invisible() throws {
        let text = "Dim the lights and take mela\u{200B}tonin before bed."
        #expect(try reason(.sleep, ReplyExamples.lights, text, nil) == "supplement")
    }
}
