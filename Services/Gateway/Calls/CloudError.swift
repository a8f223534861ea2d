import Foundation

/// The body of an answer that is an error, as OpenAI and those compatible with it write it: `{"error": {"type": …, "code": …}}`.
enum CloudError {
    /// True where it says that the key's quota is used up (https://platform.openai.com/docs/guides/error-codes).
    static func saysExhausted(_ body: [UInt8]) -> Bool {
        guard let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any], let error = object["error"] as? [String: Any] else {
            return false
        }
        return ["type", "code"].contains { error[$0] as? String == "insufficient_quota" }
    }
}
