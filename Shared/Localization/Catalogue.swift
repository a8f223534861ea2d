import Foundation

/// The words of one language: phrases by dotted key, such as `today.usual`.
///
/// A catalogue is one or several JSON files of nested objects. A string is a phrase; an object whose keys are plural
/// categories is a phrase that depends on the placeholder `{count}`.
public struct Catalogue: Sendable {
    enum Entry: Equatable, Sendable {
        case phrase(PhraseTemplate)
        case plural([PluralCategory: PhraseTemplate])

        var templates: [PhraseTemplate] {
            switch self {
            case .phrase(let template): [template]
            case .plural(let forms): Array(forms.values)
            }
        }
    }

    /// The language of all phrases.
    public let language: Language
    let entries: [String: Entry]

    /// Why a catalogue cannot be read.
    public struct Malformed: Error, CustomStringConvertible {
        /// The dotted key of the first wrong phrase; empty for the file as a whole.
        public let key: String
        /// The first wrong phrase, without its text.
        public var description: String { key.isEmpty ? "The catalogue is not a JSON object." : "\(key) is malformed." }
    }

    /// - Parameter files: the bytes of its files, UTF-8, each with other keys.
    /// - Throws: `Malformed`, also for a key in two files.
    public init(_ language: Language, files: [some DataProtocol]) throws {
        self.language = language
        var entries: [String: Entry] = [:]
        for file in files {
            guard let root = try? JSONSerialization.jsonObject(with: Data(file)) as? [String: Any] else {
                throw Malformed(key: "")
            }
            for (key, entry) in try Self.entries(root, below: "") {
                guard entries.updateValue(entry, forKey: key) == nil else { throw Malformed(key: key) }
            }
        }
        self.entries = entries
    }

    /// - Parameter json: the bytes of its only file, UTF-8.
    /// - Throws: `Malformed`.
    public init(_ language: Language, json: some DataProtocol) throws { try self.init(language, files: [Data(json)]) }

    private static func entries(_ object: [String: Any], below path: String) throws -> [String: Entry] {
        var entries: [String: Entry] = [:]
        for (name, value) in object {
            let key = path.isEmpty ? name : "\(path).\(name)"
            switch value {
            case let phrase as String:
                guard let template = try? PhraseTemplate(phrase) else { throw Malformed(key: key) }
                entries[key] = .phrase(template)
            case let forms as [String: String] where forms["other"] != nil:
                var templates: [PluralCategory: PhraseTemplate] = [:]
                for (name, phrase) in forms {
                    guard let category = PluralCategory(rawValue: name), let template = try? PhraseTemplate(phrase)
                    else { throw Malformed(key: "\(key).\(name)") }
                    templates[category] = template
                }
                entries[key] = .plural(templates)
            case let object as [String: Any]:
                entries.merge(try Self.entries(object, below: key)) { old, _ in old }
            default: throw Malformed(key: key)
            }
        }
        return entries
    }

    /// All keys, dotted.
    public var keys: Set<String> { Set(entries.keys) }

    /// Whether there is a phrase with this key.
    public func contains(_ key: String) -> Bool { entries[key] != nil }

    /// The phrase of a key with its placeholders filled. An unknown key is returned as it is: the tests of the callers
    /// look for keys that no catalogue has.
    /// - Parameter values: formatted text by placeholder.
    public func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String {
        switch entries[key] {
        case .phrase(let template): template.filled(values)
        case .plural(let forms): forms[.other].map { $0.filled(values) } ?? key
        case nil: key
        }
    }

    /// The phrase of a key for a number of things.
    /// - Parameters:
    ///   - count: decides on the plural form.
    ///   - formatted: the text of `{count}`.
    ///   - values: the text of further placeholders.
    public func callAsFunction(
        _ key: String, count: Int, _ formatted: String? = nil, _ values: [String: String] = [:]
    ) -> String {
        let values = values.merging(["count": formatted ?? "\(count)"]) { _, number in number }
        guard case .plural(let forms) = entries[key] else { return self(key, values) }
        return (forms[language.plural(count)] ?? forms[.other]).map { $0.filled(values) } ?? key
    }

    /// How this catalogue differs from another: keys of one only, and keys whose placeholders or plural forms differ;
    /// sorted, empty if they agree.
    public func differences(from other: Catalogue) -> [String] {
        let missing = keys.symmetricDifference(other.keys)
        let different = keys.intersection(other.keys).filter { key in
            guard let mine = entries[key], let theirs = other.entries[key] else { return true }
            func shape(_ entry: Entry, _ language: Language) -> ([String], Set<String>) {
                let names = Set(entry.templates.flatMap(\.placeholders))
                guard case .plural(let forms) = entry else { return ([], names) }
                return (forms.keys.map(\.rawValue).sorted(), names)
            }
            return shape(mine, language) != shape(theirs, other.language)
        }
        return (missing.union(different)).sorted()
    }
}
