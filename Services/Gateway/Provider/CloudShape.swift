/// The API that the provider speaks (GAT-8).
enum CloudShape: String, CaseIterable, Sendable {
    /// The Responses API.
    case responses
    /// Chat completions.
    case chatCompletions = "chat-completions"

    /// Path below the base URL.
    var path: String {
        switch self {
        case .responses: "/responses"
        case .chatCompletions: "/chat/completions"
        }
    }
}
