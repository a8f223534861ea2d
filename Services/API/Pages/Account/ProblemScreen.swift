/// Explains an error: its cause, what is kept, and the next step.
public struct ProblemScreen: Screen {
    public static let template = "problem"
    public let title: String
    let detail: String
    let code: String

    /// - Parameters:
    ///   - code: stable name of the problem, for a report.
    ///   - detail: one sentence with a next step.
    public init(code: String, detail: String, for reader: Reader) {
        title = reader.words("problem.title")
        (self.code, self.detail) = (code, detail)
    }
}
