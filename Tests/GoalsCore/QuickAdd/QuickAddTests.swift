import Fixtures
import GoalsCore
import Language
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
        let units: [Quantity: String] = [
            .count: " x", .duration: " s", .distance: " m", .mass: " kg", .energy: " kcal", .volume: " ml",
        ]
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
        let texts = [EnglishSentences.first, EnglishSentences.later, EnglishSentences.last]
        let wrong = texts.flatMap { self.wrong($0, .english) }
        #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
    }

    @Test("Quick add: German sentences give title, amounts, day and time")
    func german() {
        let texts = [GermanSentences.first, GermanSentences.later, GermanSentences.last]
        let wrong = texts.flatMap { self.wrong($0, .german) }
        #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
    }

    private func read(_ sentence: String, _ language: Language = .english, hour: Int) -> String {
        let reader = QuickAddReader(language: language, today: Self.today, hour: hour)
        return SentenceLine.line(reader.read(sentence), today: Self.today)
    }

    @Test("Quick add: times are read against the person's hour, also just after midnight")
    func hours() {
        #expect(read("ran this morning", hour: 8) == "Ran||0|05:00-09:00")
        #expect(read("ran this morning", hour: 3) == "Ran||0|05:00-12:00")
        #expect(read("read this evening", hour: 1) == "Read||-1|17:00-24:00")
        #expect(read("heute Abend gelesen", .german, hour: 0) == "Gelesen||-1|17:00-24:00")
        #expect(read("ran 2 hours ago", hour: 1) == "Ran||-1|23:00-24:00")
        #expect(read("ran 20 minutes ago", hour: 12) == "Ran||0|11:40-12:40")
        #expect(read("ran at 7 in the evening", hour: 20) == "Ran||0|19:00")
        #expect(read("fell asleep last night at 1 am", hour: 9) == "Fell asleep||0|01:00")
        #expect(read("fell asleep last night at 11", hour: 9) == "Fell asleep||-1|23:00")
        #expect(read("ran on Thursday", hour: 9) == "Ran||0|" && read("ran last Thursday", hour: 9) == "Ran||-7|")
        #expect(read("ran on 29 February", hour: 9) == "Ran||-742|")
        #expect(read("ran on 31 February", hour: 9) == "Ran on 31 February||0|")
        #expect(read("ran on 25 December", hour: 9) == "Ran||-77|")
    }

    @Test("Quick add: a number is never guessed, and what is not understood stays in the title")
    func notGuessed() {
        for sentence in [
            "Ran more than 5 km", "Less than 20 minutes of yoga", "Ran 5 or 6 km", "5 per cent", "Ran -5 km",
            "B12 5", "Read 3 of 5 chapters of 10 pages", "Route 66", "Ran 1.2.3 km", "Ran 99999999999 km", "9-5 job",
            "Ran between 5 and 6 km", "10 minutes a day", "At 25:00", "3/4", "Ran 5 km 3 km", "Nothing", "1984",
        ] {
            #expect(read(sentence, hour: 20) == "\(sentence)||0|")
        }
        for sentence in [
            "Mehr als 5 km gelaufen", "Weniger als 20 Minuten", "5 oder 6 km", "Täglich 10 Minuten pro Tag",
            "Zwischen 5 und 6 km", "Einmal um den Block", "Um 25 Uhr", "3 Freunde",
        ] {
            #expect(read(sentence, .german, hour: 20) == "\(sentence)||0|")
        }
    }

    @Test("Quick add: any text is read, keeps a title, and has at most one amount of each kind")
    func anyText() {
        var generator = SplitMix(seed: 11)
        let words = """
            5 km 10 min half an hour a and - – . , : / x 3 of ago yesterday on Monday at 7 7:30 pm um halb acht Uhr vor \
            einer Stunde gestern Abend 1.3. 2026-03-10 8 March ½ % kg 1,5 10.000 to bis twice zweimal every 🏃🏽 e\u{301} \
            "" ( ) 99999999999999999999 0 00:00 24 k five hundred thousand fünfundzwanzig einhalb viertel drei last night
            """.split(separator: " ")
        for _ in 0..<4000 {
            let text = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
                String(words.randomElement(using: &generator) ?? "")
            }.joined(separator: Bool.random(using: &generator) ? " " : "")
            for language in Language.allCases {
                let reader = QuickAddReader(language: language, today: Self.today, hour: 12)
                let action = reader.read(text)
                #expect(action.title.isEmpty == text.allSatisfy(\.isWhitespace), "\(text)")
                #expect(Set(action.amounts.map(\.kind)).count == action.amounts.count)
                #expect(action.amounts.allSatisfy { $0.value.isFinite && $0.value >= 0 })
                if let time = action.time { #expect(0 <= time.start && time.start <= time.end && time.end <= 1440) }
                #expect(reader.read(text) == action)
            }
        }
        let long = String(repeating: "ran 5 km ", count: 1000)
        #expect(QuickAddReader(language: .english, today: Self.today, hour: 12).read(long).title == long)
    }
}
