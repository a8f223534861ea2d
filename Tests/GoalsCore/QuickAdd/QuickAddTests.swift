import GoalsCore
import Localization
import Messages
import Testing

/// A sentence and its reading, as one line of text.
struct SentenceLine {
    let sentence: String
    let reading: String

    static func all(_ text: String) -> [SentenceLine] {
        text.split(separator: "\n").map { line in
            let halves = line.split(separator: " => ", maxSplits: 1).map(String.init)
            return SentenceLine(
                sentence: halves[0].trimmingPrefix { $0 == " " }.description, reading: normal(halves[1]))
        }
    }

    /// The line that a reading would have.
    static func line(_ action: QuickAction, today: Day) -> String {
        let units: [Quantity: String] = [.count: " x", .duration: " s", .distance: " m", .mass: " kg", .ratio: ""]
        let amounts = action.amounts.map { "\(number($0.value))\(units[$0.kind] ?? "")" }.joined(separator: "; ")
        let time = action.time.map { $0.start == $0.end ? clock($0.start) : "\(clock($0.start))-\(clock($0.end))" }
        return normal("\(action.title) | \(amounts) | \(today.distance(to: action.day)) | \(time ?? "")")
    }

    private static func normal(_ line: String) -> String {
        line.split(separator: "|", omittingEmptySubsequences: false).map {
            $0.split(separator: " ").joined(separator: " ")
        }.joined(separator: "|")
    }

    private static func number(_ value: Double) -> String {
        let rounded = (value * 1e8).rounded() / 1e8
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }

    private static func clock(_ minute: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(minute / 60)):\(two(minute % 60))"
    }
}

@Suite struct QuickAddTests {
    /// Thursday.
    static let today = Day(number: 20_524)

    private func wrong(_ text: String, _ language: Language) -> [String] {
        let reader = QuickAddReader(language: language, today: Self.today, hour: 20)
        return SentenceLine.all(text).compactMap { line in
            let read = SentenceLine.line(reader.read(line.sentence), today: Self.today)
            return read == line.reading ? nil : "\(line.sentence): \(read), not \(line.reading)"
        }
    }

    @Test("Quick add: English sentences give title, amounts, day and time")
    func english() {
        let wrong = wrong(EnglishSentences.first, .english)
        #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
    }

    @Test("Quick add: German sentences give title, amounts, day and time")
    func german() {
        let wrong = wrong(GermanSentences.first, .german)
        #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
    }
}
