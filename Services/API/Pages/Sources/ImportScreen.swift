import Localization
import Messages

/// One import: its results, and the form that undoes it.
public struct ImportScreen: Screen {
    public static let template = "import"
    public let title: String
    let state: String
    let details: [String]
    let hasDetails: Bool
    let job: String
    /// Explains what undoing does; nil if it cannot be undone.
    let undo: String?
    /// Explains why it cannot be undone; nil if it can, or if there is nothing to undo.
    let whyNot: String?
    /// Says how much undoing removed, and when.
    let undone: String?
    let hasLetter: Bool

    /// - Parameters:
    ///   - hasLetter: whether there is a letter about it.
    ///   - date: text of an instant.
    public init(_ status: ImportStatus, hasLetter: Bool, date: (Milliseconds) -> String, for reader: Reader) {
        let words = reader.words
        title = status.fileName
        let row = DataScreen.Import(status, reader)
        (state, details, job) = (row.state, row.details, "\(status.job)")
        hasDetails = !details.isEmpty
        undo =
            status.undo == .possible
            ? words("import.undoText", ["samples": reader.formats.number(Double(status.samplesNew))]) : nil
        whyNot = status.undo.flatMap { $0 == .possible ? nil : words("import.whyNot.\($0)") }
        undone = status.undoneAt.map { at in
            words(
                "import.undone",
                ["date": date(at), "samples": reader.formats.number(Double(status.samplesUndone ?? 0))])
        }
        self.hasLetter = hasLetter
    }
}
