import Localization

/// Explains an error: its cause, what is kept, and the next step.
public struct ProblemScreen: Screen {
    public static let template = "problem"
    public let title: String
    let detail: String
    let suggestion: String
    /// Address for another attempt; nil if it could not help.
    let again: String?
    /// Seconds after which the script opens the page again, and the line that says so; nil where it does not.
    let after: Int64?
    let soon: String?
    let code: String

    /// Longest time in seconds that a page waits by itself.
    private static let maximumWait: Int64 = 60

    /// - Parameters:
    ///   - code: stable name of the problem, for a report.
    ///   - problem: in the reader's language.
    ///   - again: path of the page that did not open, where the same request may succeed later.
    ///   - seconds: time after which it may succeed, as `Retry-After` says.
    public init(
        code: String, _ problem: ProblemWords, again: String? = nil, after seconds: Int64? = nil, for reader: Reader
    ) {
        title = reader.words("problem.kind.\(problem.kind.rawValue)")
        after = again == nil ? nil : seconds.flatMap { $0 <= Self.maximumWait ? $0 : nil }
        soon = after.map { reader.words("problem.soon", ["seconds": "\($0)"]) }
        (self.code, self.again) = (code, again)
        (detail, suggestion) = (problem.what, problem.todo)
    }
}

/// An error in the words of the person who sees it.
public struct ProblemWords: Equatable, Sendable {
    /// The kind of the failure. Each kind has its own title on the page.
    enum Kind: String, Sendable {
        case busy, late, away, broken, refused

        init(code: String, isOurs: Bool) {
            self =
                switch code {
                case "busy", "rate-limited", "tooManyStreams": .busy
                case "timeout": .late
                case "unavailable", "interrupted", "maintenance", "providerUnreachable": .away
                default: isOurs ? .broken : .refused
                }
        }
    }

    let kind: Kind
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
        kind = Kind(code: code, isOurs: isOurs)
        todo = phrase("todo")
        if let said = words.said(sentence) {
            (what, isOwn) = (said, true)
        } else if words.language == .english, kind != .late {
            // Services speak English, and say it more exactly than a phrase for all problems of a code. Of a request
            // that took too long they name the part and its budget, which helps nobody on a page.
            (what, isOwn) = (sentence, true)
        } else {
            (what, isOwn) = (phrase("what"), false)
        }
    }

    /// Both in one paragraph, for a form.
    public var text: String { isOwn ? what : "\(what) \(todo)" }
}
