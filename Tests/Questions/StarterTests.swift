import Localization
import Messages
import Testing

@testable import Questions

/// The questions that the coach's page offers to begin with are ones that the rules know.
@Suite struct StarterTests {
    private let reader = QuestionReader(today: QuestionTests.today)

    @Test("WEB-2 every question to begin with is read as what it asks, for every signal", arguments: Language.allCases)
    func known(language: Language) throws {
        let words = Catalogue.shipped(language)
        func kind(_ key: String, _ values: [String: String] = [:]) -> Question? {
            reader.read(words("coach.starter.\(key)", values), in: language)
        }
        #expect(kind("abilities")?.meta == .abilities)
        #expect(kind("sleepBetter")?.kind == .howTo && kind("sleepBetter")?.subjects.first?.topic == .sleep)
        #expect(kind("meaning")?.kind == .explain && kind("meaning")?.subjects.first == .metric("hrv"))
        #expect(kind("score")?.kind == .cause && kind("score")?.subjects.first == .score)
        #expect(kind("sleep")?.kind == .status && kind("sleep")?.subjects.first == .metric("sleep"))
        #expect(kind("today")?.kind == .plan && kind("tonight")?.kind == .plan)
        let past = try #require(kind("sleepIn", ["month": language == .german ? "Dezember 2021" : "December 2021"]))
        #expect(past.kind == .status && past.subjects.first == .metric("sleep"))
        #expect(
            past.period?.days.lowerBound == Day(year: 2021, month: 12, day: 1), "\(String(describing: past.period))")
        let signals = words.keys.filter { $0.hasPrefix("coach.mine.") }.map { String($0.dropFirst(11)) }
        #expect(signals.count >= 8)
        for signal in signals {
            let subject = Subject(key: signal)
            let mine = ["mine": words("coach.mine.\(signal)")]
            for direction in ["above", "below"] {
                #expect(kind(direction, mine)?.kind == .cause, "\(signal)")
                #expect(kind(direction, mine)?.subjects.first == subject, "\(signal)")
            }
            let compared = kind("compare", mine)
            #expect(compared?.kind == .compare && compared?.subjects.first == subject, "\(signal)")
            #expect(compared?.other != nil, "\(signal)")
        }
    }
}
