import GoalsCore
import Messages

/// The columns of a kind of entry: how entries become rows, and rows entries. A column that a table does not have leaves
/// a stored entry as it is there.
protocol Sheet {
    static var kind: EntryKind { get }
    static var columns: [String] { get }
    /// Columns with numbers, which show the decimal mark.
    static var numbers: [String] { get }
    /// - Parameter context: names measures, values and goals.
    static func cells(_ entry: StoredEntry, _ context: TableContext) -> [TableCell]
    /// - Parameter base: the stored entry with the row's id; nil for a new one.
    /// - Returns: nil if the line has errors without which there is no draft.
    static func draft(_ line: inout TableLine, _ base: Draft?, _ context: inout TableContext) -> Draft?
}

/// The sheets by kind of table.
enum Sheets {
    /// A further column while numbers are away: not empty in a row without its amounts of food and weight (PLN-10). The
    /// import of such a row keeps the stored ones.
    static let hidden = "hidden"

    /// True if entries of this kind have amounts.
    static func hasAmounts(_ kind: EntryKind) -> Bool { kind == .goal || kind == .action }

    static func of(_ kind: TableKind) -> (any Sheet.Type)? {
        switch kind {
        case .values: ValueSheet.self
        case .goals: GoalSheet.self
        case .terms: TermSheet.self
        case .actions: ActionSheet.self
        default: nil
        }
    }

    /// The column of a field of a draft.
    static func column(_ field: String) -> String {
        let name = field.prefix { $0 != "[" && $0 != "." }
        return columns[String(name)] ?? String(name)
    }

    private static let columns = [
        "detailedDescription": "description", "freeformNotes": "notes", "actionPlan": "plan", "termWeeks": "weeks",
        "lifeDomain": "domain", "alignmentGuidance": "guidance", "duration": "minutes",
    ]
}

extension TableCell {
    static func optional(_ text: String?) -> TableCell { .text(text ?? "") }
    static func optional(_ day: Day?) -> TableCell { .plain(day.map { "\($0)" } ?? "") }
    static func optional(_ number: Int32?) -> TableCell { number.map { .number(Double($0)) } ?? .plain("") }
    /// A field of a list in a cell: the cell as a whole is made harmless.
    static func inList(_ text: String?) -> TableCell { .plain(text ?? "") }
}
