import Fixtures
import Foundation
import TestTraits
import Testing

/// The pages of plans in a real browser.
@Suite(.needs(.browser), .serialized, .tags(.browser)) struct PlanBrowserTests {
    /// The output of `plans.py`.
    private struct Seen: Decodable {
        /// Facts that the empty profile lacks.
        let missing: Int
        /// Fields with a fault in the refused form, and texts that it kept.
        let refused: Int
        let kept: [String]
        let kind: String
        let sentence: String
        let reasons: Int
        let sources: Int
        let recomputed: String
        /// The line while a weight is typed, the sentence of the plan that followed, and the line for a weight that is
        /// none and once the plan was there.
        let estimate: String
        let followed: String
        let noEstimate: String
        let estimateLater: String
        /// The weight right after it was typed.
        let atOnce: String
        /// Weight on the page, stored weight, and how often the profile changed.
        let online: [Datum]
        let change: String
        /// The last of two weights that wait, and whether the page says that it waits.
        let waits: [Datum]
        /// The weight after the last one was taken back.
        let rolledBack: String
        /// Sentences of the plan and the weight on the page that was opened without the line.
        let keptPlan: [Datum]
        /// How often the profile changed by the weight that waited.
        let sentOnce: Int
        /// The stored weight while the person is asked, and after they kept it.
        let asked: Double
        let keptStored: Double
        let bounded: String
        let byHand: Int
        /// Digits on the page without numbers, and on a kept page whose numbers another device put away.
        let digits: Int
        let slow: Int
        let plans: Bool
        let pair: Bool
        /// The notice of care, and whether it has help lines.
        let care: [Datum]
        let careNumbers: Int
    }

    /// A number, a text or a truth in the output.
    private enum Datum: Decodable, Equatable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
        ExpressibleByStringLiteral, ExpressibleByBooleanLiteral
    {
        case number(Double)
        case text(String)
        case truth(Bool)

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let truth = try? value.decode(Bool.self) {
                self = .truth(truth)
            } else if let number = try? value.decode(Double.self) {
                self = .number(number)
            } else {
                self = .text(try value.decode(String.self))
            }
        }
        init(floatLiteral value: Double) { self = .number(value) }
        init(integerLiteral value: Int) { self = .number(Double(value)) }
        init(stringLiteral value: String) { self = .text(value) }
        init(booleanLiteral value: Bool) { self = .truth(value) }
    }

    @Test(
        "PLN-5 PLN-9 PLN-10 From an empty account to a plan and its history; weights online, offline, taken back and asked about",
        .timeLimit(.minutes(8)))
    func journey() async throws {
        try await Stack.run { stack in
            let seen: Seen = try await BrowserScript.run(
                "plans.py", [try stack.setUpLink(), BrowserScript.pictures])
            #expect(seen.missing == 6 && seen.refused == 2 && seen.kept == ["wide", "70"])
            #expect(seen.kind == "plan" && seen.sentence.contains("kcal a day"))
            #expect(seen.reasons == 4 && seen.sources >= 4)
            #expect(seen.recomputed.hasPrefix("The plan is up to date."))
            let energy = try #require(seen.estimate.firstMatch(of: /Energy ([\d,]+ kcal)/)?.output.1)
            #expect(seen.estimate.hasPrefix("Estimated with 74.2 kg: "))
            #expect(seen.followed == "About \(energy) a day")
            #expect(seen.noEstimate.isEmpty && seen.estimateLater.isEmpty)
            #expect(seen.atOnce == "74.2 kg" && seen.online == ["74.2 kg", 74.2, 1])
            #expect(seen.change.contains("adjusted") || seen.change.contains("moved a little"))
            #expect(seen.waits == ["60 kg", true] && seen.rolledBack == "73.5 kg")
            #expect(seen.keptPlan == [1, "73.5 kg"] && seen.sentOnce == 1)
            #expect(seen.asked == 72.8 && seen.keptStored == 72.8)
            #expect(seen.bounded.contains("kcal") && seen.byHand == 0)
            #expect(seen.digits == 0 && seen.slow == 0 && seen.plans && seen.pair)
            #expect(seen.care == [1, true] && seen.careNumbers == 0)
        }
    }
}
