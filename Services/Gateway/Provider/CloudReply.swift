import Foundation

/// The model's reply, parsed against the schema.
struct CloudReply: Equatable {
    var coachReply: String
    var nextAction: String?
}

extension CloudReply {
    /// nil for any deviation: another shape, an unknown key, a refusal, an incomplete reply.
    init?(response bytes: [UInt8], shape: CloudShape = .responses) {
        guard let text = shape == .responses ? Self.response(bytes) : Self.completion(bytes),
            let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
            Set(object.keys) == ["coachReply", "nextAction"],
            let coachReply = object["coachReply"] as? String
        else { return nil }
        self.coachReply = coachReply
        switch object["nextAction"] {
        case let action as String: nextAction = action
        case is NSNull: nextAction = nil
        default: return nil
        }
    }

    /// The text of the only message of a response.
    private static func response(_ bytes: [UInt8]) -> String? {
        guard let response = try? JSONDecoder().decode(Response.self, from: Data(bytes)),
            response.status ?? "completed" == "completed"
        else { return nil }
        let contents = response.output.filter { $0.type == "message" }.flatMap { $0.content ?? [] }
        return contents.count == 1 && contents[0].type == "output_text" ? contents[0].text : nil
    }

    /// The text of the only choice of a chat completion.
    private static func completion(_ bytes: [UInt8]) -> String? {
        guard let completion = try? JSONDecoder().decode(Completion.self, from: Data(bytes)),
            completion.choices.count == 1, let choice = completion.choices.first,
            choice.reason ?? "stop" == "stop", choice.message.refusal == nil
        else { return nil }
        return choice.message.content
    }

    private struct Response: Decodable {
        struct Item: Decodable {
            var type: String
            var content: [Content]?
        }
        struct Content: Decodable {
            var type: String
            var text: String?
        }
        var status: String?
        var output: [Item]
    }

    private struct Completion: Decodable {
        struct Choice: Decodable {
            var message: Message
            var reason: String?

            private enum CodingKeys: String, CodingKey {
                case message
                case reason = "finish_reason"
            }
        }
        struct Message: Decodable {
            var content: String?
            var refusal: String?
        }
        var choices: [Choice]
    }
}
