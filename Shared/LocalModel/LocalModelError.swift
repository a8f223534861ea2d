/// Why the local model gave no answer that counts. Never carries what was asked or said.
public enum LocalModelError: String, Error, Sendable, CaseIterable {
    /// No private address, no connection, or one that broke.
    case unreachable
    case timeout
    /// An HTTP status that is no answer.
    case status
    /// It would not answer, or a guardrail stood before it.
    case refused
    /// Not the schema that was asked for.
    case malformed
    /// Not asked: the text tries to steer a language model.
    case steered
    /// It failed several times in a row and is left alone for a while.
    case resting
}
