import GoalsCore
import Messages

/// The first measurement has columns of its own, and so has the goal that it counts for; further ones are lists.
enum ActionSheet: Sheet {
    static let kind = EntryKind.action
    static let columns = [
        "id", "day", "start", "minutes", "title", "description", "notes", "value", "unit", "measure", "goal",
        "measurements", "contributions",
    ]
    static let numbers = ["minutes", "value"]

    static func cells(_ entry: StoredEntry, _ context: TableContext) -> [TableCell] {
        guard case .action(let action, let day) = entry.draft else { return [] }
        let first = action.measurements.first
        let counted = action.contributions.first.flatMap { contribution in
            contribution.measure == first?.measure && contribution.amount == first?.value ? contribution : nil
        }
        let rest = action.contributions.dropFirst(counted == nil ? 0 : 1)
        return [
            .plain("\(entry.facts.id)"), .plain("\(day)"), .plain(Instant.text(action.start)),
            .number(Double(action.duration ?? 0) / 60), .optional(action.title),
            .optional(action.detailedDescription), .optional(action.freeformNotes),
            first.map { .number($0.value) } ?? .plain(""), .optional(first.flatMap { context.units[$0.measure] }),
            .optional(first.map { context.reference(measure: $0.measure) }),
            .optional(counted.map { context.goals.reference($0.goal) }),
            TableLine.cell(
                action.measurements.dropFirst().map { measured in
                    [
                        .number(measured.value), .inList(context.units[measured.measure]),
                        .inList(context.reference(measure: measured.measure)),
                    ]
                }),
            TableLine.cell(
                rest.map { contribution in
                    [
                        .number(contribution.amount), .inList(context.units[contribution.measure]),
                        .inList(context.reference(measure: contribution.measure)),
                        .inList(context.goals.reference(contribution.goal)),
                    ]
                }),
        ]
    }

    static func draft(_ line: inout TableLine, _ base: Draft?, _ context: inout TableContext) -> Draft? {
        var action = ActionContent(start: .min)
        var day: Day?
        if case .action(let stored, let storedDay) = base { (action, day) = (stored, storedDay) }
        if line.has("title") { action.title = line.text("title") }
        if line.has("description") { action.detailedDescription = line.text("description") }
        if line.has("notes") { action.freeformNotes = line.text("notes") }
        if line.has("minutes") {
            let seconds = (line.number("minutes") ?? 0) * 60
            action.duration = Int64(exactly: seconds.rounded()) ?? .max
        }
        times(&line, &action, &day)
        parts(&line, &action, &context)
        guard action.start != .min, let day else {
            if line.text("day") == nil, line.text("start") == nil { line.add("day", .notADay) }
            return nil
        }
        return .action(action, day)
    }

    /// A start without a day is on the day that it shows; a day without a start is at noon in UTC.
    private static func times(_ line: inout TableLine, _ action: inout ActionContent, _ day: inout Day?) {
        let start = line.has("start") ? line.instant("start") : nil
        if let given = line.has("day") ? line.day("day") : nil {
            if start == nil, given != day { action.start = Milliseconds(given.number) * 86_400_000 + 43_200_000 }
            day = given
        } else if let start {
            day = start.day
        }
        if let start { action.start = start.instant }
    }

    private static func parts(
        _ line: inout TableLine, _ action: inout ActionContent, _ context: inout TableContext
    ) {
        // The columns of the first measurement and the lists are one thing: any of them replaces all.
        let columns = ["value", "measurements", "goal", "contributions"]
        guard columns.contains(where: line.has) else { return }
        (action.measurements, action.contributions) = ([], [])
        if let value = line.number("value") {
            if let measure = line.found("measure", context.measure(line.text("measure"), unit: line.word("unit"))) {
                action.measurements.append(MeasuredValue(measure: measure, value: value))
            }
        }
        if let goal = line.text("goal"), let goal = line.found("goal", context.goals.find(goal)) {
            if let first = action.measurements.first {
                action.contributions.append(GoalContribution(goal: goal, measure: first.measure, amount: first.value))
            } else if line.text("value") == nil {
                line.add("value", .notANumber)
            }
        }
        for row in line.list("measurements", fields: 2...3) {
            guard let value = row.number(0, &line),
                let measure = line.found("measurements", context.measure(row.text(2), unit: row.word(1)))
            else { continue }
            action.measurements.append(MeasuredValue(measure: measure, value: value))
        }
        for row in line.list("contributions", fields: 4...4) {
            guard let amount = row.number(0, &line),
                let measure = line.found("contributions", context.measure(row.text(2), unit: row.word(1))),
                let goal = line.found("contributions", context.goals.find(row.fields[3]))
            else { continue }
            action.contributions.append(GoalContribution(goal: goal, measure: measure, amount: amount))
        }
    }
}
