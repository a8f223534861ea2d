import Foundation

/// The error body of OpenAI and compatible providers: `{"error": {"type": …, "code": …}}`.
enum CloudError {
    /// True if the body reports an exhausted quota (https://platform.openai.com/docs/guides/error-codes).
    static func reportsExhaustedQuota(_ body: [UInt8]) -> Bool {
        guard let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any],
            let error = object["error"] as? [String: Any]
        else {
            return false
        }
        return ["type", "code"].contains { error[$0] as? String == "insufficient_quota" }
    }
}
