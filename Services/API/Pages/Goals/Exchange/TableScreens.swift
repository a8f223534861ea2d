import Localization
import Messages

/// Tables to take out, and a form to bring one in (GOL-5).
public struct TablesScreen: Screen {
    public static let template = "tables"
    public let title: String
    let tabs: GoalTabs
    let key: String
    let problem: String?
    let exports: [Export]
    let kinds: [Choice]
    let help: String

    /// A file to take out.
    struct Export: Sendable {
        let address: String
        let text: String
    }

    /// - Parameters:
    ///   - kind: chosen before; nil for goals.
    ///   - maximumMebibytes: MiB of the largest file that the form takes.
    ///   - problem: why the file that was sent could not be read.
    public init(
        kind: TableKind? = nil, maximumMebibytes: Int, key: String, problem: String? = nil, for reader: Reader
    ) {
        let words = reader.words
        title = words("goaltables.title")
        tabs = GoalTabs(.goals, for: reader)
        (self.key, self.problem) = (key, problem)
        exports = TableKind.shown.map { kind in
            Export(address: "/v1/goals/table?kind=\(kind)", text: reader.tableName(kind))
        }
        kinds = TableKind.shown.map { offered in
            Choice(
                value: "\(offered)", text: reader.tableName(offered), isSelected: offered == (kind ?? .goals))
        }
        help = words("goaltables.help", ["size": "\(maximumMebibytes)"])
    }
}

extension TableKind {
    /// In the order of the page.
    static let shown: [TableKind] = [.goals, .actions, .values, .terms, .graph]
}

extension Reader {
    /// “Goals (CSV)”.
    func tableName(_ kind: TableKind) -> String {
        words(kind == .graph ? "goaltables.json" : "goaltables.csv", ["kind": words("goaltables.kind.\(kind)")])
    }
}

/// A table that was brought: what it would change, or how far its import is.
public struct TableScreen: Screen {
    public static let template = "table"
    public let title: String
    let tabs: GoalTabs
    let key: String
    let id: String
    let kind: String
    let kindName: String
    /// The state of the import; nil for a preview.
    let phase: String?
    /// Whether the import goes on, so that there is more to see later.
    let isGoingOn: Bool
    /// The sums of the rows, in words.
    let sums: [String]
    /// Columns that are not read; nil without any.
    let unknown: String?
    /// How many rows cannot be read; nil without any.
    let bad: String?
    let rows: [Row]
    /// How many bad rows are not listed; nil if all are.
    let further: String?
    let canImport: Bool
    let hasNothing: Bool

    /// A row that cannot be read.
    struct Row: Sendable {
        let line: String
        let errors: [Fault]
    }

    /// A wrong field of a row.
    struct Fault: Sendable {
        let column: String
        let sentence: String
    }

    /// Bad rows that the page lists; nobody reads more.
    private static let maximumRows = 200

    /// - Parameters:
    ///   - status: of the import; nil for a preview.
    ///   - sentence: of a wrong field.
    ///   - key: idempotency key of the form.
    public init(
        _ table: EntityID, _ kind: TableKind, _ report: TableReport, status: TableImportPhase?,
        sentence: (FieldError) -> String, key: String, for reader: Reader
    ) {
        let words = reader.words
        title = words("goaltables.preview")
        tabs = GoalTabs(.goals, for: reader)
        (id, self.kind, self.key) = ("\(table)", "\(kind)", key)
        kindName = reader.tableName(kind)
        phase = status.map { words("goaltables.phase.\($0)") }
        isGoingOn = status == .writing || status == .undoing
        func count(_ key: String, _ number: Int64) -> String? {
            guard number > 0 else { return nil }
            return words("goaltables.\(key)", count: Int(clamping: number), reader.formats.number(Double(number)))
        }
        sums = [
            count("rows", report.rows), count("added", report.added), count("changed", report.changed),
            count("unchanged", report.unchanged),
        ].compactMap(\.self)
        unknown =
            report.unknownColumns.isEmpty
            ? nil : words("goaltables.unknown", ["columns": reader.list(report.unknownColumns)])
        bad = count("bad", report.bad)
        rows = report.badRows.prefix(Self.maximumRows).map { row in
            let line = reader.formats.number(Double(row.line))
            return Row(
                line: words(kind == .graph ? "goaltables.entry" : "goaltables.line", ["line": line]),
                errors: row.errors.map { Fault(column: $0.field, sentence: sentence($0)) })
        }
        further = count("further", report.bad - Int64(rows.count))
        canImport = status == nil && report.bad == 0 && report.added + report.changed > 0
        hasNothing = status == nil && report.bad == 0 && report.added + report.changed == 0
    }
}
