import Foundation

/// The form of a model's reply: a few fields, each a word of a list, a number of a range or a short text, all of them
/// required and no others allowed.
public struct ReplySchema: Sendable {
    /// Allowed values of a field.
    public enum Kind: Sendable {
        case word([String])
        case number(ClosedRange<Double>)
        /// At most so many characters.
        case text(Int)
    }

    /// Name of the schema in the request.
    public let name: String
    /// The fields in the order of the request.
    public let fields: [(name: String, kind: Kind)]

    public init(_ name: String, _ fields: [(name: String, kind: Kind)]) { (self.name, self.fields) = (name, fields) }

    /// Parses and checks a model's reply. Servers do not enforce ranges, and some ignore the schema, so the check
    /// happens here.
    /// - Returns: nil if the reply deviates from the schema.
    func read(_ text: String) -> LocalReply? {
        guard let values = try? JSONDecoder().decode([String: Value].self, from: Data(text.utf8)),
            values.count == fields.count
        else { return nil }
        var answer = LocalReply()
        for field in fields {
            switch (field.kind, values[field.name]) {
            case (.word(let words), .word(let word)?) where words.contains(word): answer.words[field.name] = word
            case (.text(let most), .word(let text)?) where text.count <= most: answer.words[field.name] = text
            case (.number(let range), .number(let number)?) where range.contains(number):
                answer.numbers[field.name] = number
            default: return nil
            }
        }
        return answer
    }

    /// Longest reply in tokens: a word or number each, and texts at two characters a token.
    var maximumTokens: Int {
        fields.reduce(64) { sum, field in
            if case .text(let most) = field.kind { sum + most / 2 } else { sum }
        }
    }

    private enum Value: Decodable {
        case word(String)
        case number(Double)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let word = try? container.decode(String.self) {
                self = .word(word)
            } else {
                self = .number(try container.decode(Double.self))
            }
        }
    }
}

/// A reply that conforms to its schema.
public struct LocalReply: Sendable, Equatable {
    var words: [String: String] = [:]
    var numbers: [String: Double] = [:]

    /// The word or text of a field; nil if the field is a number.
    public func word(_ field: String) -> String? { words[field] }
    /// The number of a field; nil if the field is not a number.
    public func number(_ field: String) -> Double? { numbers[field] }
}

extension ReplySchema: Encodable {
    private enum Key: String, CodingKey {
        case type, properties, required, additionalProperties, `enum`, minimum, maximum
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ text: String) { stringValue = text }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Encodes the schema as a strict JSON schema.
    public func encode(to encoder: any Encoder) throws {
        var schema = encoder.container(keyedBy: Key.self)
        try schema.encode("object", forKey: .type)
        try schema.encode(fields.map(\.name), forKey: .required)
        try schema.encode(false, forKey: .additionalProperties)
        var properties = schema.nestedContainer(keyedBy: Name.self, forKey: .properties)
        for field in fields {
            var property = properties.nestedContainer(keyedBy: Key.self, forKey: Name(field.name))
            switch field.kind {
            case .word(let words):
                try property.encode("string", forKey: .type)
                try property.encode(words, forKey: .enum)
            // Some servers reject `maxLength`; `read` checks the length.
            case .text: try property.encode("string", forKey: .type)
            case .number(let range):
                try property.encode("number", forKey: .type)
                try property.encode(range.lowerBound, forKey: .minimum)
                try property.encode(range.upperBound, forKey: .maximum)
            }
        }
    }
}
