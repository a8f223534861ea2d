import PrivateHTTP

/// Reason why the local model gave no valid reply. It never contains the question or the reply.
public enum LocalModelError: String, Error, Sendable, CaseIterable {
    /// No private address, no connection, or a broken connection.
    case unreachable
    case timeout
    /// An HTTP status other than success.
    case status
    /// The model refused, or a guardrail blocked the request.
    case refused
    /// The reply does not conform to the schema.
    case malformed
    /// Not asked, because the text tries to steer a language model.
    case steered
    /// Not asked, because it failed several times in a row and is paused.
    case resting

    init(_ failure: PrivateHTTP.Failure) {
        self =
            switch failure {
            case .unreachable: .unreachable
            case .timeout: .timeout
            case .tooLarge: .malformed
            }
    }
}
