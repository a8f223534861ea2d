import GoalsCore
import Messages

enum GoalSheet: Sheet {
    static let kind = EntryKind.goal
    static let columns = [
        "id", "title", "description", "notes", "plan", "start", "target", "weeks", "status", "importance", "urgency",
        "targets", "relevance", "milestones", "obligations",
    ]
    static let numbers = ["weeks", "importance", "urgency"]

    static func cells(_ entry: StoredEntry, _ context: TableContext) -> [TableCell] {
        guard case .goal(let goal) = entry.draft else { return [] }
        return [
            .plain("\(entry.facts.id)"), .text(goal.title), .optional(goal.detailedDescription),
            .optional(goal.freeformNotes), .optional(goal.actionPlan), .plain("\(goal.start)"),
            .plain("\(goal.target)"), .optional(goal.termWeeks), .plain("\(goal.status ?? .active)"),
            .optional(goal.importance), .optional(goal.urgency),
            TableLine.cell(
                goal.targets.map { target in
                    [
                        .number(target.value), .inList(context.units[target.measure]),
                        .inList(context.reference(measure: target.measure)), .inList(target.notes),
                    ]
                }),
            TableLine.cell(
                goal.relevance.map { [.optional($0.strength), .inList(context.values.reference($0.value))] }),
            TableLine.cell(goal.milestones.map(cells)), TableLine.cell(goal.obligations.map(cells)),
        ]
    }

    private static func cells(_ step: Milestone) -> [TableCell] {
        [
            .plain("\(step.target)"), .optional(step.reached), .optional(step.importance), .optional(step.urgency),
            .inList(step.title), .inList(step.detailedDescription), .inList(step.freeformNotes),
        ]
    }

    private static func cells(_ step: Obligation) -> [TableCell] {
        [
            .plain("\(step.deadline)"), .optional(step.met), .optional(step.importance), .optional(step.urgency),
            .inList(step.title), .inList(step.toWhom), .inList(step.consequence), .inList(step.detailedDescription),
            .inList(step.freeformNotes),
        ]
    }

    static func draft(_ line: inout TableLine, _ base: Draft?, _ context: inout TableContext) -> Draft? {
        let none = Day(number: .min)
        var goal = GoalContent(title: "", start: none, target: none, targets: [])
        if case .goal(let stored) = base { goal = stored }
        if line.has("title") { goal.title = line.text("title") ?? "" }
        if line.has("description") { goal.detailedDescription = line.text("description") }
        if line.has("notes") { goal.freeformNotes = line.text("notes") }
        if line.has("plan") { goal.actionPlan = line.text("plan") }
        if line.has("start") { goal.start = line.day("start") ?? none }
        if line.has("target") { goal.target = line.day("target") ?? none }
        if line.has("weeks") { goal.termWeeks = line.integer("weeks") }
        if line.has("status") { goal.status = line.choice("status", GoalStatus.self) }
        if line.has("importance") { goal.importance = line.integer("importance") }
        if line.has("urgency") { goal.urgency = line.integer("urgency") }
        if line.has("targets") { goal.targets = targets(&line, &context) }
        if line.has("relevance") {
            goal.relevance = line.list("relevance", fields: 2...2).compactMap { row in
                let strength = row.integer(0, &line)
                return line.found("relevance", context.values.find(row.fields[1])).map {
                    ValueRelevance(value: $0, strength: strength)
                }
            }
        }
        if line.has("milestones") { goal.milestones = milestones(&line) }
        if line.has("obligations") { goal.obligations = obligations(&line) }
        for (column, day) in [("start", goal.start), ("target", goal.target)] where day == none {
            if line.text(column) == nil { line.add(column, .notADay) }
        }
        return goal.start == none || goal.target == none ? nil : .goal(goal)
    }

    private static func targets(_ line: inout TableLine, _ context: inout TableContext) -> [MeasureTarget] {
        line.list("targets", fields: 2...4).compactMap { row in
            let measure = line.found("targets", context.measure(row.text(2), unit: row.word(1)))
            guard let value = row.number(0, &line) else {
                if row.text(0) == nil { line.add("targets", .notANumber) }
                return nil
            }
            return measure.map { MeasureTarget(measure: $0, value: value, notes: row.text(3)) }
        }
    }

    private static func milestones(_ line: inout TableLine) -> [Milestone] {
        line.list("milestones", fields: 5...7).compactMap { row in
            guard let target = row.day(0, &line) else {
                if row.text(0) == nil { line.add("milestones", .notADay) }
                return nil
            }
            return Milestone(
                title: row.text(4), detailedDescription: row.text(5), freeformNotes: row.text(6), target: target,
                reached: row.day(1, &line), importance: row.integer(2, &line), urgency: row.integer(3, &line))
        }
    }

    private static func obligations(_ line: inout TableLine) -> [Obligation] {
        line.list("obligations", fields: 5...9).compactMap { row in
            guard let deadline = row.day(0, &line) else {
                if row.text(0) == nil { line.add("obligations", .notADay) }
                return nil
            }
            return Obligation(
                title: row.text(4), detailedDescription: row.text(7), freeformNotes: row.text(8), deadline: deadline,
                met: row.day(1, &line), toWhom: row.text(5), consequence: row.text(6),
                importance: row.integer(2, &line), urgency: row.integer(3, &line))
        }
    }
}
