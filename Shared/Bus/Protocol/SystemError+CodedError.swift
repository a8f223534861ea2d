import Messages
import SystemKit

extension SystemError: CodedError {
    /// The value of `errno` and the system's text for it.
    package var codeText: String { "errno \(number): \(reason)" }
}

extension PrivateFile.Problem: CodedError {
    /// The value of `errno` and the system's text for it, or what is wrong with the file's type or mode.
    package var codeText: String {
        switch self {
        case .system(let number): "errno \(number): \(sentence)"
        case .open, .writable, .noFile: sentence
        }
    }
}
