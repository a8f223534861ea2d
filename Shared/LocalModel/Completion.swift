import Foundation

/// The body of a chat completions request, which every local server supports: a strict JSON schema, no randomness.
struct CompletionRequest: Encodable {
    struct Message: Encodable {
        var role: String
        var content: String
    }
    struct Format: Encodable {
        var type = "json_schema"
        var schema: NamedSchema
        private enum CodingKeys: String, CodingKey {
            case type
            case schema = "json_schema"
        }
    }
    struct NamedSchema: Encodable {
        var name: String
        var strict = true
        var schema: ReplySchema
    }

    var model: String
    var messages: [Message]
    var temperature = 0.0
    var maximumTokens = 64
    var stream = false
    var format: Format

    private enum CodingKeys: String, CodingKey {
        case model, messages, temperature, stream
        case maximumTokens = "max_tokens"
        case format = "response_format"
    }

    init(model: String, instructions: String, text: String, schema: ReplySchema) {
        self.model = model
        messages = [Message(role: "system", content: instructions), Message(role: "user", content: text)]
        format = Format(schema: NamedSchema(name: schema.name, schema: schema))
        maximumTokens = schema.maximumTokens
    }
}

/// Parses the relevant part of a chat completions reply.
enum Completion {
    /// Openings of refusals by models that were asked for JSON.
    private static let refusals = [
        "i'm sorry", "i am sorry", "sorry", "i can't", "i cannot", "i won't", "i'm unable", "as an ai",
        "es tut mir leid", "ich kann",
    ]

    /// Parses a reply.
    /// - Throws: `refused` or `malformed`.
    static func read(_ bytes: [UInt8], schema: ReplySchema) throws(LocalModelError) -> LocalReply {
        guard let body = try? JSONDecoder().decode(Body.self, from: Data(bytes)), let choice = body.choices.first else {
            throw .malformed
        }
        if choice.ending == "content_filter" || choice.message.refusal?.isEmpty == false { throw .refused }
        let text = choice.message.content ?? ""
        if let answer = schema.read(text), choice.ending ?? "stop" == "stop" { return answer }
        let opening = text.drop(while: \.isWhitespace).prefix(40).lowercased().replacing("’", with: "'")
        throw refusals.contains(where: opening.hasPrefix) ? .refused : .malformed
    }

    /// Whether an error's body states that a guardrail blocked the request.
    static func isGuardrail(_ bytes: [UInt8]) -> Bool {
        guard let error = try? JSONDecoder().decode(Failure.self, from: Data(bytes)).error else { return false }
        return [error.code, error.type].contains {
            ["content_filter", "content_policy_violation", "guardrail", "refusal"].contains($0)
        }
    }

    private struct Body: Decodable {
        struct Message: Decodable {
            var content: String?
            var refusal: String?
        }
        struct Choice: Decodable {
            var message: Message
            var ending: String?
            private enum CodingKeys: String, CodingKey {
                case message
                case ending = "finish_reason"
            }
        }
        var choices: [Choice]
    }

    private struct Failure: Decodable {
        struct Cause: Decodable {
            var code: String?
            var type: String?
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                // Some servers send the status here as a number.
                code = try? container.decode(String.self, forKey: .code)
                type = try? container.decode(String.self, forKey: .type)
            }
            private enum CodingKeys: String, CodingKey { case code, type }
        }
        var error: Cause
    }
}
