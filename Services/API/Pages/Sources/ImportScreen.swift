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
    let isDone: Bool
    /// Whether the file was refused.
    let isRefused: Bool
    /// Share of the file that was read, in whole per cent; nil unless it is being read.
    let progress: Int?

    /// - Parameters:
    ///   - letter: the letter about it, if there is one.
    ///   - date: text of an instant.
    public init(_ status: ImportStatus, letter: Letter?, date: (Milliseconds) -> String, for reader: Reader) {
        let words = reader.words
        title = status.fileName
        let row = DataScreen.Import(status, reader)
        details = row.details
        job = "\(status.job)"
        isDone = status.phase == .done
        isRefused = status.phase == .failed
        progress = status.phase == .reading ? status.bytesTotal.map { Int(100 * status.bytesRead / max($0, 1)) } : nil
        state =
            letter.flatMap { letter in
                guard status.phase == .done else { return nil }
                return words(
                    "import.reached",
                    [
                        "days": words(
                            "letter.span.days", count: Int(letter.days), reader.formats.number(Double(letter.days))),
                        "nights": words(
                            "letter.nights", count: Int(letter.nights), reader.formats.number(Double(letter.nights))),
                    ])
            } ?? row.state
        hasDetails = !details.isEmpty
        undo = status.undo == .possible ? Self.offer(status, reader) : nil
        whyNot = status.undo.flatMap { $0 == .possible ? nil : words("import.whyNot.\($0)") }
        undone = status.undoneAt.map { at in
            let samples = status.samplesUndone ?? 0
            guard samples > 0 else { return words("import.undoneOnly", ["date": date(at)]) }
            return words(
                "import.undone", ["date": date(at), "samples": reader.formats.number(Double(samples))])
        }
        hasLetter = letter != nil
    }

    /// The text about undoing an import. Without counted samples it names no number: readings of intimate kinds are not
    /// counted.
    private static func offer(_ status: ImportStatus, _ reader: Reader) -> String {
        guard status.samplesNew > 0 else { return reader.words("import.undoOwn") }
        return reader.words("import.undoText", ["samples": reader.formats.number(Double(status.samplesNew))])
    }
}
