import Foundation

/// The body of a Responses API request: strict JSON schema, no storage at the provider (GAT-8).
struct CloudBody: Encodable {
    var model: String
    var instructions: String
    var input: String
    var store = false
    var maximumTokens = 2_000
    var text = Text()

    init(model: String, instructions: String, input: String) {
        (self.model, self.instructions, self.input) = (model, instructions, input)
    }

    private enum CodingKeys: String, CodingKey {
        case model, instructions, input, store, text
        case maximumTokens = "max_output_tokens"
    }

    struct Text: Encodable { var format = Format() }

    struct Format: Encodable {
        var type = "json_schema"
        var name = "coach_reply"
        var strict = true
        var schema = Schema()
    }

    struct Schema: Encodable {
        var type = "object"
        var properties = ["coachReply": Property(type: ["string"]), "nextAction": Property(type: ["string", "null"])]
        var required = ["coachReply", "nextAction"]
        var additionalProperties = false
    }

    struct Property: Encodable {
        var type: [String]

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            if type.count == 1 {
                try container.encode(type[0], forKey: .type)
            } else {
                try container.encode(type, forKey: .type)
            }
        }

        private enum Key: String, CodingKey { case type }
    }

    /// The encoded body; equal values have equal bytes.
    func bytes() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(self))
    }
}
