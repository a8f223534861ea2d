import Foundation

/// The model's reply, parsed against the schema.
struct CloudReply: Equatable {
    var coachReply: String
    var nextAction: String?
}

extension CloudReply {
    /// nil for any deviation: another shape, an unknown key, a refusal, an incomplete reply.
    init?(response bytes: [UInt8]) {
        guard let response = try? JSONDecoder().decode(Response.self, from: Data(bytes)),
            response.status ?? "completed" == "completed"
        else { return nil }
        let contents = response.output.filter { $0.type == "message" }.flatMap { $0.content ?? [] }
        guard contents.count == 1, contents[0].type == "output_text", let text = contents[0].text,
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
}
