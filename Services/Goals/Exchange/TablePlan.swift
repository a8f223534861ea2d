import Foundation
import GoalsCore
import Messages
import Storage

/// A row after it was checked.
struct PlannedRow: Sendable {
    enum Outcome: Sendable {
        case bad([FieldError])
        case unchanged
        /// The time at which the entry was first recorded; nil for now.
        case add(EntityID, Draft, logged: Milliseconds?)
        case change(StoredEntry, Draft)
    }

    var line: Int64
    var outcome: Outcome
}

/// Checks the rows of a table in their order, each as if those before it were written (GOL-2, GOL-5). Checking and
/// writing use the same plan.
struct TablePlan: Sendable {
    let user: UserID
    let kind: TableKind
    let header: TableSource.Header
    private(set) var context: TableContext
    private var seen: Set<EntityID> = []
    private var row: UInt64 = 0

    init(user: UserID, kind: TableKind, header: TableSource.Header, context: TableContext) {
        (self.user, self.kind, self.header, self.context) = (user, kind, header, context)
    }

    /// Leaves out rows that an earlier attempt has written. Their ids stay unknown here: the whole table was checked.
    mutating func skip(_ rows: Int) { row += UInt64(rows) }

    /// Errors that are named of one row, at most.
    private static let maximumErrors = 100

    private struct Parsed {
        var line: Int64
        var id: EntityID?
        var kind: EntryKind
        var content: Content

        enum Content {
            case line(TableLine)
            case entry(StoredEntry)
            case unreadable
            case noLists
        }

        /// True if its export left amounts out.
        var isIncomplete: Bool {
            switch content {
            case .line(let line): line.text(Sheets.hidden) != nil
            case .entry(let entry): entry.isIncomplete
            case .unreadable, .noLists: false
            }
        }
    }

    mutating func plan(_ rows: [SourceRow], _ transaction: Transaction) throws -> [PlannedRow] {
        let parsed = rows.map(parse)
        var known: [EntryKind: Set<EntityID>] = [:]
        for row in parsed { if let id = row.id { known[row.kind, default: []].insert(id) } }
        var stored: [EntityID: StoredEntry] = [:]
        let entries = StoredEntries(user: user, transaction: transaction)
        for (kind, ids) in known { stored.merge(try entries.entries(kind, ids)) { $1 } }
        let hidden =
            try parsed.contains(where: \.isIncomplete) ? HiddenAmounts.all(of: user, transaction) : .none
        return try parsed.map { parsed in
            defer { row += 1 }
            return PlannedRow(line: parsed.line, outcome: try outcome(parsed, stored, hidden, transaction))
        }
    }

    // MARK: Reading

    private func parse(_ row: SourceRow) -> Parsed {
        switch row.content {
        case .unreadable: return Parsed(line: row.line, kind: .value, content: .unreadable)
        case .noLists: return Parsed(line: row.line, kind: .value, content: .noLists)
        case .cells(let cells):
            var line = TableLine(places: header.places, fields: cells, mark: header.mark)
            let id = line.id("id")
            return Parsed(line: row.line, id: id, kind: Sheets.of(kind)?.kind ?? .value, content: .line(line))
        case .json(let kind, let bytes):
            let decoder = JSONDecoder()
            let entry = try? StoredEntry(kind) { type in try decoder.decode(type, from: Data(bytes)) }
            guard let entry else { return Parsed(line: row.line, kind: kind, content: .unreadable) }
            return Parsed(line: row.line, id: entry.facts.id, kind: kind, content: .entry(entry))
        }
    }

    private mutating func outcome(
        _ parsed: Parsed, _ stored: [EntityID: StoredEntry], _ hidden: HiddenAmounts, _ transaction: Transaction
    ) throws -> PlannedRow.Outcome {
        let base = parsed.id.flatMap { stored[$0] }
        var errors: [FieldError] = []
        var (draft, logged): (Draft?, Milliseconds?) = (nil, nil)
        switch parsed.content {
        case .unreadable: return .bad([FieldError(field: "", code: .unreadableRow)])
        case .noLists: return .bad([FieldError(field: "", code: .listNeeded)])
        case .line(var line):
            draft = Sheets.of(kind)?.draft(&line, base?.draft, &context)
            errors = line.errors
        case .entry(let entry): (draft, logged) = (entry.draft, entry.facts.logTime)
        }
        if let id = parsed.id, !seen.insert(id).inserted { errors.append(FieldError(field: "id", code: .repeated)) }
        let id = parsed.id ?? context.newID(row)
        guard var draft = draft?.normal else { return .bad(errors) }
        if parsed.isIncomplete { draft = hidden.completed(draft, over: base?.draft) }
        let found = try DraftCheck(context: context, transaction: transaction, user: user).errors(id, draft, base)
        if case .line(let line) = parsed.content {
            errors += found.map { Self.named($0, line) }
        } else {
            errors += found
        }
        // One cell may be wrong for two reasons; the first one is reported.
        var fields: Set<String> = []
        errors = Array(errors.filter { fields.insert($0.field).inserted }.prefix(Self.maximumErrors))
        guard errors.isEmpty else { return .bad(errors) }
        let settled = Self.settled(draft, base)
        context.note(id, settled)
        guard let base else { return .add(id, settled, logged: logged) }
        return base.draft == settled ? .unchanged : .change(base, settled)
    }

    /// A closed term stays closed, and a term without a number keeps its own.
    private static func settled(_ draft: Draft, _ base: StoredEntry?) -> Draft {
        guard case .term(var term, let reflection) = draft, case .term(let stored)? = base else { return draft }
        term.number = term.number ?? stored.content.number
        if stored.content.status == .completed { term.status = .completed }
        return .term(term, reflection: reflection)
    }

    /// The error of a field as one of its column. The first measurement and its goal have columns of their own.
    private static func named(_ error: FieldError, _ line: TableLine) -> FieldError {
        var error = error
        switch error.field {
        case "measurements[0].value" where line.text("value") != nil: error.field = "value"
        case "measurements[0].measure" where line.text("value") != nil: error.field = "measure"
        case let field where field.hasPrefix("contributions[0].") && line.text("goal") != nil: error.field = "goal"
        default: error.field = Sheets.column(error.field)
        }
        return error
    }
}

/// Checks a draft as the coordinators do, with the references of a table.
struct DraftCheck {
    let context: TableContext
    let transaction: Transaction
    let user: UserID

    func errors(_ id: EntityID, _ draft: Draft, _ base: StoredEntry?) throws -> [FieldError] {
        try Self.fields {
            switch draft {
            case .value(let value): try ValueValidator.form(value)
            case .measure(let measure):
                try MeasureValidator.form(measure)
                try unchanged(id, measure, base)
            case .goal(let goal):
                try GoalValidator.form(goal)
                try GoalValidator.references(
                    goal, measure: { context.facts[$0] }, hasValue: context.values.contains,
                    hasTerm: context.terms.contains)
            case .term(let term, let reflection): try check(id, term, reflection, base)
            case .action(let action, let day):
                try ActionValidator.form(action, day: day)
                try ActionValidator.references(
                    action, measure: { context.facts[$0] },
                    targets: { context.goals.contains($0) ? context.targets[$0] : nil })
            }
        }
    }

    /// The errors that depend on rows other than the entry's own: those may have changed since the draft was checked.
    func useErrors(_ id: EntityID, _ draft: Draft, _ base: StoredEntry) throws -> [FieldError] {
        guard case .measure(let measure) = draft else { return [] }
        return try Self.fields { try unchanged(id, measure, base) }
    }

    /// The wrong fields that a check names.
    private static func fields(_ check: () throws -> Void) throws -> [FieldError] {
        do {
            try check()
            return []
        } catch let error as ServiceError where error.code == .invalid {
            return error.fields
        }
    }

    /// A measure in use keeps its unit.
    private func unchanged(_ id: EntityID, _ measure: MeasureContent, _ base: StoredEntry?) throws {
        guard case .measure(let stored)? = base else { return }
        let (old, new) = (stored.content, measure)
        let isSame = old.unit == new.unit && MeasureFacts(old) == MeasureFacts(new)
        guard try !isSame && MeasureRows(user: user, transaction: transaction).isUsed(id) else { return }
        throw ServiceError(.invalid, "", fields: [FieldError(field: "unit", code: .unitMismatch)])
    }

    private func check(_ id: EntityID, _ term: TermContent, _ reflection: String?, _ base: StoredEntry?) throws {
        var closed: Term?
        if case .term(let stored)? = base, stored.content.status == .completed { closed = stored }
        try TermValidator.form(term, isClosed: term.status == .completed)
        if let closed {
            // The words of a close are not rewritten by a table.
            guard reflection == closed.reflection.nonblank else { throw Self.closeInstead }
        } else if term.status == .completed {
            try TermValidator.reflection(reflection ?? "")
        } else if reflection != nil {
            throw Self.closeInstead
        }
        let others = context.neighbours.filter { $0.key != id }.map(\.value)
        try TermValidator.references(
            term, as: closed == nil ? term.status ?? .planned : .completed, others: others,
            hasGoal: context.goals.contains)
    }

    private static let closeInstead = ServiceError(
        .invalid, "", fields: [FieldError(field: "reflection", code: .closeInstead)])
}
