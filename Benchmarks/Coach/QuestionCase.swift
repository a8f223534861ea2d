import Foundation
import Messages

/// One line of the acceptance file.
struct QuestionCase {
    let id: String
    let isGerman: Bool
    let person: QuestionPerson.Kind
    let text: String
    /// Any of these; empty if any kind will do.
    let kinds: Set<String>
    /// Any of these, as keys of `SignalTable`; empty if the question has none.
    let subjects: [String]
    /// Topic of a suggestion; nil if it does not matter.
    let topics: Set<String>
    let period: Any?
    let other: Any?
    /// Messages said before it in the same conversation.
    let previous: [String]
    /// At least one must be in the reply; in lower case.
    let must: [String]
    let mustNot: [String]
    /// The result asked for, such as `lowest` or `count:below:21600`; nil for the median of the period.
    let form: String?

    init(_ line: Substring) throws {
        guard let entry = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
            let text = entry["text"] as? String, let person = entry["person"] as? String,
            let kind = QuestionPerson.Kind(rawValue: person)
        else { throw BenchmarkError("a line of the acceptance file is not a question: \(line.prefix(80))") }
        func list(_ key: String) -> [String] {
            // A list may hold null: then none is right too.
            (entry[key] as? [Any])?.compactMap { $0 as? String } ?? (entry[key] as? String).map { [$0] } ?? []
        }
        id = entry["id"] as? String ?? "\(entry["id"] ?? "")"
        isGerman = (entry["language"] as? String)?.hasPrefix("de") == true
        (self.text, self.person) = (text, kind)
        kinds = Set(list("kind").map(Self.kind))
        (subjects, topics, previous) = (list("subject"), Set(list("topic")), list("previous"))
        func present(_ key: String) -> Any? { entry[key].flatMap { $0 is NSNull ? nil : $0 } }
        (period, other) = (present("period"), present("other"))
        must = list("must").map { $0.lowercased() }
        mustNot = list("mustNot").map { $0.lowercased() }
        form = entry["form"] as? String
    }

    /// A kind's name without hyphens and capitals.
    static func kind(_ name: String) -> String { name.lowercased().filter(\.isLetter) }

    static func all(_ path: String) throws -> [QuestionCase] {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        return try text.split(separator: "\n").filter { $0.hasPrefix("{") }.map(QuestionCase.init)
    }
}
