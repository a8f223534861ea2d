import GoalsCore
import Messages

enum ValueSheet: Sheet {
    static let kind = EntryKind.value
    static let columns = ["id", "title", "description", "notes", "level", "priority", "domain", "guidance"]
    static let numbers = ["priority"]

    static func cells(_ entry: StoredEntry, _ context: TableContext) -> [TableCell] {
        guard case .value(let value) = entry.draft else { return [] }
        return [
            .plain("\(entry.facts.id)"), .optional(value.title), .optional(value.detailedDescription),
            .optional(value.freeformNotes), .plain("\(value.level ?? .general)"), .optional(value.priority),
            .optional(value.lifeDomain), .optional(value.alignmentGuidance),
        ]
    }

    static func draft(_ line: inout TableLine, _ base: Draft?, _ context: inout TableContext) -> Draft? {
        var value = ValueContent()
        if case .value(let stored) = base { value = stored }
        if line.has("title") { value.title = line.text("title") }
        if line.has("description") { value.detailedDescription = line.text("description") }
        if line.has("notes") { value.freeformNotes = line.text("notes") }
        if line.has("level") { value.level = line.choice("level", ValueLevel.self) }
        if line.has("priority") { value.priority = line.integer("priority") }
        if line.has("domain") { value.lifeDomain = line.text("domain") }
        if line.has("guidance") { value.alignmentGuidance = line.text("guidance") }
        return .value(value)
    }
}
