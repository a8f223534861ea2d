import GoalsCore
import Messages

enum TermSheet: Sheet {
    static let kind = EntryKind.term
    static let columns = [
        "id", "number", "title", "description", "notes", "theme", "start", "end", "status", "goals", "reflection",
    ]
    static let numbers = ["number"]

    static func cells(_ entry: StoredEntry, _ context: TableContext) -> [TableCell] {
        guard case .term(let term, let reflection) = entry.draft else { return [] }
        return [
            .plain("\(entry.facts.id)"), .optional(term.number), .optional(term.title),
            .optional(term.detailedDescription), .optional(term.freeformNotes), .optional(term.theme),
            .plain("\(term.start)"), .optional(term.end), .plain("\(term.status ?? .planned)"),
            TableLine.cell(term.goals.map { [.inList(context.goals.reference($0))] }), .optional(reflection),
        ]
    }

    static func draft(_ line: inout TableLine, _ base: Draft?, _ context: inout TableContext) -> Draft? {
        var term = TermContent(start: Day(number: .min))
        var reflection: String?
        if case .term(let stored, let text) = base { (term, reflection) = (stored, text) }
        if line.has("number") { term.number = line.integer("number") ?? term.number }
        if line.has("title") { term.title = line.text("title") }
        if line.has("description") { term.detailedDescription = line.text("description") }
        if line.has("notes") { term.freeformNotes = line.text("notes") }
        if line.has("theme") { term.theme = line.text("theme") }
        if line.has("start") {
            let start = line.day("start")
            if start != nil, !line.has("end") { term.end = nil }
            term.start = start ?? Day(number: .min)
        }
        if line.has("end") { term.end = line.day("end") }
        if line.has("status") { term.status = line.choice("status", TermStatus.self) }
        if line.has("reflection") { reflection = line.text("reflection") }
        if line.has("goals") {
            term.goals = line.list("goals", fields: 1...1).compactMap { row in
                line.found("goals", context.goals.find(row.fields[0]))
            }
        }
        guard term.start.number != .min else {
            if line.text("start") == nil { line.add("start", .notADay) }
            return nil
        }
        return .term(term, reflection: reflection)
    }
}
