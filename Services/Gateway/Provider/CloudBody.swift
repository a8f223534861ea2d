import Foundation

/// The body of a request: the minimised prompt, a strict JSON schema, no storage at the provider (GAT-8).
struct CloudBody {
    let model: CloudModel
    let shape: CloudShape
    /// Whether chat completions get `store: false`: only OpenAI's own servers know the field there.
    let isOpenAI: Bool
    let instructions: String
    let input: String

    /// The encoded body; equal values have equal bytes.
    func bytes() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](
            try shape == .responses ? encoder.encode(ResponsesBody(self)) : encoder.encode(ChatBody(self)))
    }
}

/// The Responses API.
private struct ResponsesBody: Encodable {
    struct Text: Encodable { var format = Format() }
    struct Format: Encodable {
        var type = "json_schema"
        var name = ReplySchema.name
        var strict = true
        var schema = ReplySchema()
    }
    struct Reasoning: Encodable { var effort: String }

    var model: String
    var instructions: String
    var input: String
    var store = false
    var maximumTokens: Int
    var reasoning: Reasoning?
    var text = Text()

    private enum CodingKeys: String, CodingKey {
        case model, instructions, input, store, reasoning, text
        case maximumTokens = "max_output_tokens"
    }

    init(_ body: CloudBody) {
        (model, instructions, input) = (body.model.name, body.instructions, body.input)
        maximumTokens = body.model.tokens
        reasoning = body.model.effort.map(Reasoning.init)
    }
}

/// Chat completions. A model outside the table gets `max_tokens`, which other providers know, instead of
/// `max_completion_tokens`.
private struct ChatBody: Encodable {
    struct Message: Encodable {
        var role: String
        var content: String
    }
    struct Format: Encodable {
        var type = "json_schema"
        var schema = Named()

        private enum CodingKeys: String, CodingKey {
            case type
            case schema = "json_schema"
        }
    }
    struct Named: Encodable {
        var name = ReplySchema.name
        var strict = true
        var schema = ReplySchema()
    }

    var model: String
    var messages: [Message]
    var store: Bool?
    var maximumCompletionTokens: Int?
    var maximumTokens: Int?
    var effort: String?
    var format = Format()

    private enum CodingKeys: String, CodingKey {
        case model, messages, store
        case maximumCompletionTokens = "max_completion_tokens"
        case maximumTokens = "max_tokens"
        case effort = "reasoning_effort"
        case format = "response_format"
    }

    init(_ body: CloudBody) {
        model = body.model.name
        messages = [
            Message(role: "system", content: body.instructions), Message(role: "user", content: body.input),
        ]
        store = body.isOpenAI ? false : nil
        maximumCompletionTokens = body.model.isKnown ? body.model.tokens : nil
        maximumTokens = body.model.isKnown ? nil : body.model.tokens
        effort = body.model.effort
    }
}

/// The JSON schema of a reply, the same for both shapes.
private struct ReplySchema: Encodable {
    static let name = "coach_reply"

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

    var type = "object"
    var properties = ["coachReply": Property(type: ["string"]), "nextAction": Property(type: ["string", "null"])]
    var required = ["coachReply", "nextAction"]
    var additionalProperties = false
}
