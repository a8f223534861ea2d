import Localization

/// Explains an error: its cause, what is kept, and the next step.
public struct ProblemScreen: Screen {
    public static let template = "problem"
    public let title: String
    let detail: String
    let suggestion: String
    /// Address for another attempt; nil if it could not help.
    let again: String?
    let code: String

    /// - Parameters:
    ///   - code: stable name of the problem, for a report.
    ///   - problem: in the reader's language.
    ///   - again: path of the page that did not open, where the same request may succeed later.
    public init(code: String, _ problem: ProblemWords, again: String? = nil, for reader: Reader) {
        title = reader.words("problem.title")
        (self.code, self.again) = (code, again)
        (detail, suggestion) = (problem.what, problem.todo)
    }
}

/// An error in the words of its reader.
public struct ProblemWords: Equatable, Sendable {
    /// The error, in one sentence.
    public let what: String
    /// The next step.
    public let todo: String
    /// Whether `what` is a sentence for this very error, which includes the next step.
    let isOwn: Bool

    /// - Parameters:
    ///   - code: stable name of the problem.
    ///   - sentence: the English sentence of a service or route.
    ///   - isOurs: false for a fault of this installation.
    public init(code: String, sentence: String, isOurs: Bool = false, in words: Catalogue) {
        func phrase(_ kind: String) -> String {
            let key = "problem.\(kind).\(code)"
            return words(words.keys.contains(key) ? key : "problem.\(kind).\(isOurs ? "failed" : "invalid")")
        }
        todo = phrase("todo")
        if let said = words.said(sentence) {
            (what, isOwn) = (said, true)
        } else if words.language == .english {
            // Services speak English, and say it more exactly than a phrase for all problems of a code.
            (what, isOwn) = (sentence, true)
        } else {
            (what, isOwn) = (phrase("what"), false)
        }
    }

    /// Both in one paragraph, for a form.
    public var text: String { isOwn ? what : "\(what) \(todo)" }
}
