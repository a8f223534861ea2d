import Fixtures
import Language
import Localization
import TestTraits
import Testing

@testable import GoalsCore

/// A pair of titles with the judgement of a person.
struct TitlePair: Decodable {
    enum Relation: String, Decodable { case same, similar, different }

    /// English where absent.
    var language: Localization.Language?
    var relation: Relation
    var one: String
    var other: String

    static func all(_ text: String) throws -> [TitlePair] {
        try text.split(separator: "\n").map { line in
            let parts = line.split(separator: "|").map { part in
                part.split(separator: " ").joined(separator: " ")
            }
            return TitlePair(
                relation: try #require(Relation(rawValue: parts[0])), one: parts[1], other: parts[2])
        }
    }
}

/// How well pairs are distinguished.
struct LikenessMeasure: CustomStringConvertible {
    var found = 0
    var wrong: [String] = []
    var missed: [String] = []

    var precision: Double { found + wrong.count == 0 ? 1 : Double(found) / Double(found + wrong.count) }
    var recall: Double { found + missed.count == 0 ? 1 : Double(found) / Double(found + missed.count) }
    var description: String {
        "precision \(precision), recall \(recall) of \(found + missed.count)\nwrong: \(wrong)\nmissed: \(missed)"
    }

    /// - Parameter offered: the relations that should be found.
    mutating func add(_ pair: TitlePair, isAlike: Bool, offered: Set<TitlePair.Relation> = [.same]) {
        switch (offered.contains(pair.relation), isAlike) {
        case (true, true): found += 1
        case (true, false): missed.append("\(pair.one) | \(pair.other)")
        case (false, true): wrong.append("\(pair.one) | \(pair.other)")
        case (false, false): break
        }
    }
}

@Suite struct LikenessTests {
    private func likeness(
        _ one: String, _ other: String, _ language: Localization.Language = .english, cosine: Double? = nil
    ) -> Likeness? {
        Likeness.of(
            TitleForm(one, language: language), TitleForm(other, language: language), language: language
        ) { cosine }
    }

    @Test("GOL-3: titles are equal without case, accents and signs, and numbers are compared as numbers")
    func byTitle() {
        let equal = [
            ("Run 5 km", "run 5.0 KM"), ("Run five km", "Run 5 kilometres"), ("Run 5000 m", "run 5 km"),
            ("Café Müller!", "cafe muller"), ("Yoga twice a week", "Yoga 2 times a week"),
            ("Read 1,200 pages", "read 1200 pages"), ("Meditate half an hour", "meditate 30 min"),
            ("Run 10000 m", "Run 10 km"), ("Sleep 7.5 h", "Sleep 7 h 30 min"),
        ]
        for (one, other) in equal { #expect(likeness(one, other) == .title, "\(one) | \(other)") }
        let different = [
            ("Run 5 km", "Run 50 km"), ("Run 5 km", "Run 5 miles"), ("Read 5 books", "Read 12 books"),
            ("Run a marathon", "Run a half marathon"), ("Run 5 km", "Run"),
        ]
        for (one, other) in different { #expect(likeness(one, other, cosine: 0.99) == nil, "\(one) | \(other)") }
        #expect(likeness("", "", cosine: 1) == nil && likeness("!", "?", cosine: 1) == nil)
    }

    @Test("GOL-3: meaning is asked for in English only, and not where the words say enough or contradict each other")
    func byMeaning() {
        #expect(likeness("Get fit", "Join a gym", cosine: 0.9) == .meaning(0.9))
        #expect(likeness("Get fit", "Join a gym", cosine: 0.2) == nil)
        #expect(likeness("Get fit", "Join a gym") == nil)
        #expect(likeness("Quit smoking", "Stop smoking") == .words)
        #expect(likeness("Clean the house", "House cleaning") == .words)
        #expect(likeness("Start smoking", "Stop smoking", cosine: 0.99) == nil)
        #expect(likeness("Morning run", "Evening run", cosine: 0.99) == nil)
        #expect(likeness("Gesund essen", "Frisch kochen", .german, cosine: 0.99) == nil)
    }

    @Test("GOL-3: a part of life in common needs less likeness of meaning than nothing in common")
    func themes() {
        #expect(likeness("Reduce stress", "Learn to relax", cosine: 0.3) == .meaning(0.3))
        #expect(likeness("Reduce stress", "Plant a tree", cosine: 0.3) == nil)
    }

    @Test("GOL-3: a word for a whole is like its parts, which stay different among themselves")
    func wholes() {
        #expect(likeness("Learn a language", "Learn Swedish", cosine: 0.99) == .words)
        #expect(likeness("Call my parents", "Phone dad", cosine: 0.99) == .words)
        #expect(likeness("Learn Danish", "Learn Swedish", cosine: 0.99) == nil)
        #expect(likeness("Learn the Danish language", "Learn the Swedish language", cosine: 0.99) == nil)
    }

    @Test("GOL-3: German titles are alike by forms of words, compounds and synonyms, without a model")
    func germanWords() {
        let alike = [
            ("Mit dem Rauchen aufhören", "Nicht mehr rauchen"), ("Ich bin gelaufen", "Laufen"),
            ("Jeden Tag meditieren", "Tägliche Meditation"), ("Das Auto waschen", "Autowäsche"),
            ("Dankbar sein", "Dankbarkeit"), ("Fahrrad reparieren", "Rad reparieren"),
            ("Zuckerfrei leben", "Kein Zucker"), ("Um 6 Uhr aufstehen", "Aufstehen um 6:00"),
            ("Dreimal pro Woche schwimmen", "3 mal die Woche schwimmen"), ("2 Liter Wasser", "Wasser, 2000 ml"),
        ]
        for (one, other) in alike {
            #expect(likeness(one, other, .german) == .words, "\(one) | \(other)")
            #expect(likeness(other, one, .german) == .words, "\(other) | \(one)")
        }
        let different = [
            ("Wohnung kaufen", "Wohnung verkaufen"), ("5 kg abnehmen", "5 kg zunehmen"), ("Laufen", "Langlaufen"),
            ("Um 6 Uhr aufstehen", "Um 8 Uhr aufstehen"), ("Geld leihen", "Geld verleihen"),
            ("Mehr Salz", "Weniger Salz"), ("Zucker essen", "Zuckerfrei essen"), ("Mut", "Mutter"),
        ]
        for (one, other) in different { #expect(likeness(one, other, .german) == nil, "\(one) | \(other)") }
    }

    @Test("GOL-3: numbers are compared with their units: litres, times of day, thousands, kilometres and how often")
    func units() {
        let equal = [
            ("Drink 2 litres of water", "drink 2000 ml of water"), ("Get up at 6 am", "Get up at 6:00"),
            ("Be home by 6:30 p.m.", "Be home by 18:30"), ("Run a 10k", "Run a 10 km"), ("Save 5k", "Save 5,000"),
            ("Walk 10k steps", "Walk 10,000 steps"), ("Half an hour's walk", "30 min walk"),
            ("Yoga twice a week", "Yoga 2x a week"), ("Noon at 12 pm", "Noon at 12:00"),
            ("Bike to work twice a week", "Bike to work two days a week"), ("Lose 10 pounds", "Lose 10 lbs"),
        ]
        for (one, other) in equal {
            let (one, other) = (TitleForm(one, language: .english), TitleForm(other, language: .english))
            #expect(one.numbers == other.numbers && !one.numbers.isEmpty, "\(one) | \(other)")
        }
        let different = [
            ("Get up at 6 am", "Get up at 6 pm"), ("Drink 2 litres of water", "Drink 2 cups of water"),
            ("Save 10k", "Run 10k"), ("Yoga twice a week", "Yoga five times a week"), ("Run 5 km", "Run 5 miles"),
            ("Read 12 books", "Read books"), ("Get up at 6 am", "Get up early"),
            ("Save 10 pounds", "Lose 10 pounds"), ("Read a book", "Read 12 books"),
        ]
        for (one, other) in different { #expect(likeness(one, other, cosine: 0.99) == nil, "\(one) | \(other)") }
        #expect(likeness("Yoga twice a week", "Yoga regularly") == .words)
        #expect(likeness("Ran 5 km", "Run 5k") == .words)
        #expect(likeness("Call dad once a week", "Call dad weekly") == .words)
        #expect(likeness("Walk the dog twice a day", "Two dog walks a day") == .words)
    }

    @Test("GOL-3: negation and antonyms are never alike, however near the embeddings are")
    func opposites() {
        let pairs = [
            ("Start smoking", "Quit smoking"), ("Eat more sugar", "Eat less sugar"), ("Lose 5 kg", "Gain 5 kg"),
            ("Lost weight", "Gaining weight"), ("Work on weekends", "No work on weekends"),
            ("Buy a car", "Sell my car"),
            ("Started running", "Stopped running"), ("Increase my coffee intake", "Cut down on coffee"),
            ("Teach piano", "Learn piano"), ("Open a shop", "Close the shop"), ("Get up early", "Get up late"),
            ("Never eat sweets", "Eat sweets"), ("Borrow money", "Lend money"),
            ("Accept invitations", "Decline invitations"),
            ("More sport", "Avoid gyms"), ("Don't argue", "Argue with Tom"), ("Begin a diet", "End the diet"),
        ]
        for (one, other) in pairs {
            #expect(likeness(one, other, cosine: 0.99) == nil, "\(one) | \(other)")
            #expect(likeness(other, one, cosine: 0.99) == nil, "\(other) | \(one)")
        }
    }

    @Test("GOL-3: likeness is symmetric, and every title is like itself")
    func laws() throws {
        for (text, language) in [(TitlePairs.english, Localization.Language.english), (TitlePairs.german, .german)] {
            for pair in try TitlePair.all(text) {
                for cosine in [0.4, 0.6, 0.9] {
                    #expect(
                        likeness(pair.one, pair.other, language, cosine: cosine)
                            == likeness(pair.other, pair.one, language, cosine: cosine))
                }
                #expect(likeness(pair.one, pair.one, language) == .title)
                #expect(likeness(pair.one, pair.one.uppercased(), language) == .title, "\(pair.one)")
            }
        }
    }

    @Test("GOL-3: German pairs are told apart by title alone")
    func german() throws {
        var measure = LikenessMeasure()
        for pair in try TitlePair.all(TitlePairs.german) {
            measure.add(pair, isAlike: likeness(pair.one, pair.other, .german) != nil)
        }
        #expect(measure.precision >= 0.95 && measure.recall >= 0.8, "\(measure)")
    }

    @Test(
        "GOL-3: of either half of the first pairs 95 % of those found are the same, and 80 % are found",
        .needs(.sentenceModel), arguments: [1, 0])
    func measured(half: Int) async throws {
        let embedder = try MiniLMEmbedder(folder: SentenceModel.folder, spare: SentenceModel.spare)
        var counts: [TitlePair.Relation: Int] = [:]
        var measure = LikenessMeasure()
        for pair in try TitlePair.all(TitlePairs.english) {
            counts[pair.relation, default: 0] += 1
            guard counts[pair.relation, default: 0] % 2 == half else { continue }
            measure.add(pair, isAlike: try await isAlike(pair, embedder))
        }
        #expect(measure.precision >= 0.95 && measure.recall >= 0.8, "\(measure)")
    }

    /// These pairs are harder: most of the similar ones differ in one verb or noun.
    @Test(
        "GOL-3: of hard pairs written after the rules, nine in ten found are the same, and seven in ten are found",
        .needs(.sentenceModel),
        arguments: [TitlePairs.later, TitlePairs.last])
    func later(pairs: String) async throws {
        let embedder = try MiniLMEmbedder(folder: SentenceModel.folder, spare: SentenceModel.spare)
        var measure = LikenessMeasure()
        for pair in try TitlePair.all(pairs) {
            measure.add(pair, isAlike: try await isAlike(pair, embedder))
        }
        #expect(measure.precision >= 0.9 && measure.recall >= 0.7, "\(measure)")
    }

    private func isAlike(_ pair: TitlePair, _ embedder: MiniLMEmbedder) async throws -> Bool {
        let vectors = try await embedder.embed([pair.one, pair.other])
        let cosine = Double(zip(vectors[0], vectors[1]).reduce(0) { $0 + $1.0 * $1.1 })
        return likeness(pair.one, pair.other, cosine: cosine) != nil
    }
}
