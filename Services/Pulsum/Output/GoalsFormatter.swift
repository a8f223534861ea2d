import LocalTime
import Localization
import Messages

/// Formats goals and actions as text for people, without pressure.
struct GoalsFormatter {
    private static let words = Catalogue.shipped(.english)
    private static let formats = Formats(DisplaySettings(language: .english, region: "GB"), words)

    private let units: [EntityID: String]
    private let names: [EntityID: String]

    init(_ measures: [Measure]) {
        units = Dictionary(measures.map { ($0.facts.id, $0.content.unit) }) { $1 }
        names = Dictionary(measures.map { ($0.facts.id, $0.content.title ?? $0.content.unit) }) { $1 }
    }

    // MARK: Goals

    func list(_ reply: GoalsQuery.Reply) -> String {
        guard !reply.goals.isEmpty else {
            return "No goals yet; “pulsum goals add” makes one, and so does the web app, under Ahead."
        }
        var table = TextTable(["goal", "until", "progress", "", "id"])
        for goal in reply.goals {
            let away = goal.numbersHidden == true ? ["numbers away"] : []
            let progress = (goal.progress.map(sum) + away).joined(separator: ", ")
            table.add(
                goal.content.title, "\(goal.content.target)", progress, goal.state.map(Self.said) ?? status(goal),
                "\(goal.facts.id)")
        }
        return table.text + (reply.next == nil ? "" : "\nThere are more; see --limit.")
    }

    func show(_ reply: GoalsQuery.Reply) -> String { reply.goals.map(goal).joined(separator: "\n\n") }

    func saved(_ reply: SaveGoal.Reply) -> String {
        let card = reply.verdict?.card.map { "\n\n\(ReplyFormatter.crisis($0))" } ?? ""
        return "Saved.\n\(goal(reply.goal))\n  id: \(reply.goal.facts.id)" + card
    }

    private func goal(_ goal: Goal) -> String {
        let content = goal.content
        var lines = ["\(content.title)  (\(content.start) to \(content.target), \(status(goal)))"]
        lines += [content.detailedDescription, content.actionPlan].compactMap(\.self)
        for target in goal.progress { lines.append("  \(name(target.measure)): \(sum(target))\(pace(target))") }
        if goal.numbersHidden == true { lines.append("  Amounts of food and weight are put away.") }
        for step in content.milestones {
            let done = step.reached.map { "reached \($0)" } ?? "by \(step.target)"
            lines.append("  milestone: \(step.title ?? step.detailedDescription ?? ""), \(done)")
        }
        for promise in content.obligations {
            let done = promise.met.map { "kept \($0)" } ?? "by \(promise.deadline)"
            let whom = promise.toWhom.map { " to \($0)" } ?? ""
            lines.append("  promised\(whom): \(promise.title ?? promise.detailedDescription ?? ""), \(done)")
        }
        return lines.joined(separator: "\n")
    }

    /// Refuses a goal with a line for each thing that has to change.
    static func refusal(_ lines: [String]) -> CLIError {
        CLIError((["Nothing was saved."] + lines.map { "  \($0)" }).joined(separator: "\n"))
    }

    /// The option that sets a field, with what has to change.
    /// - Parameter goal: the refused one.
    func line(_ fault: FieldError, of goal: GoalContent) -> String {
        let parts = fault.field.split(separator: "[", maxSplits: 1).map(String.init)
        let list = parts.first ?? ""
        let place = parts.count == 2 ? Int(parts[1].prefix { $0 != "]" }) : nil
        let option: String
        switch (list, place) {
        case ("targets", let place?) where goal.targets.indices.contains(place):
            let isMeasure = fault.field.hasSuffix(".measure")
            option = "\(isMeasure ? "--measure" : "--target of") \(name(goal.targets[place].measure))"
        case ("milestones", let place?): option = "milestone \(place + 1)"
        case ("obligations", let place?): option = "promise \(place + 1)"
        default: option = Self.options[list] ?? fault.field
        }
        return "\(option): \(fault.sentence(in: .english))"
    }

    private static let options = [
        "title": "title", "start": "--from", "target": "--by", "termWeeks": "--weeks", "status": "--status",
        "detailedDescription": "--about", "actionPlan": "--plan", "freeformNotes": "--notes",
        "importance": "--importance", "urgency": "--urgency", "targets": "--measure, --target", "relevance": "--value",
        "terms": "--term",
    ]

    private func sum(_ target: TargetProgress) -> String {
        guard let start = target.start else {
            let sum = hours(target.sum, target.measure) ?? Self.number(target.sum)
            return "\(sum) of \(amount(target.target, target.measure))"
        }
        let way = "from \(Self.number(start)) towards \(amount(target.target, target.measure))"
        return "\(amount(target.sum, target.measure)), \(way)"
    }

    private func pace(_ target: TargetProgress) -> String {
        guard let pace = target.pace else { return "" }
        var parts = [Self.said(pace.state)]
        if let needed = pace.neededPerWeek, pace.state != .ahead {
            parts.append("about \(amount(abs(needed), target.measure)) a week would get there")
        }
        if let finish = pace.finish {
            let interval = pace.earliest.map { ", between \($0) and \(pace.latest.map { "\($0)" } ?? "an open end")" }
            parts.append("at this pace around \(finish)\(interval ?? "")")
        }
        return "; " + parts.joined(separator: "; ")
    }

    private func status(_ goal: Goal) -> String {
        let state = goal.content.status ?? .active
        let key = "goals.status.\(state)"
        return Self.words.contains(key) ? Self.words(key).lowercased() : "\(state)"
    }

    /// In the words of the pages, without what the numbers after it say.
    private static func said(_ state: PaceState) -> String {
        switch state {
        case .done: "reached"
        case .ahead: "further than the time that has passed"
        case .onTrack: "as far as the time that has passed"
        case .behind: "more to come"
        case .notStarted: "not begun yet"
        default: "\(state)"
        }
    }

    // MARK: Actions

    /// The action that a sentence was read as, with the goals that fit.
    func read(_ reply: ReadAction.Reply) -> String {
        guard let action = reply.action, let day = reply.day else { return "" }
        var lines = [([action.title ?? "", "\(day)"] + values(action)).joined(separator: "  ")]
        let why =
            names.isEmpty
            ? "there is no measure for it yet; you make measures with a goal"
            : "none of your measures clearly fits; name one in the sentence, or choose one in the web app"
        lines += Self.unkept(reply).map { "Not kept: \($0); \(why)." }
        for (index, proposal) in reply.proposals.filter({ !$0.contributions.isEmpty }).enumerated() {
            let counted = proposal.contributions.map { self.amount($0.amount, $0.measure) }.joined(separator: ", ")
            lines.append("\(index + 1). would count \(counted) towards “\(proposal.title)”")
        }
        return lines.joined(separator: "\n")
    }

    /// Amounts of a sentence that its action does not hold. A duration is kept without a measure.
    static func unkept(_ reply: ReadAction.Reply) -> [String] {
        reply.unmeasured.filter { $0.kind != .duration || reply.action?.duration == nil }.map(text)
    }

    func saved(_ reply: SaveAction.Reply) -> String {
        let action = reply.action
        let card = reply.verdict?.card.map { "\n\n\(ReplyFormatter.crisis($0))" } ?? ""
        return (["Saved for \(action.day): \(action.content.title ?? "")"] + values(action.content))
            .joined(separator: "  ") + card
    }

    private func values(_ action: ActionContent) -> [String] {
        action.measurements.map { amount($0.value, $0.measure) }
            + [action.duration.flatMap { $0 > 0 ? Amount.time(Double($0)) : nil }].compactMap(\.self)
    }

    /// An amount of a sentence, which has no measure.
    private static func text(_ amount: ReadAmount) -> String {
        switch amount.kind {
        case .duration: Amount.time(amount.value)
        case .distance where amount.value < 1000: "\(number(amount.value)) m"
        case .distance: "\(number(amount.value / 1000)) km"
        case .mass, .bodyMass: "\(number(amount.value)) kg"
        case .energy: "\(number(amount.value)) kcal"
        case .volume where amount.value < 1000: "\(number(amount.value)) ml"
        case .volume: "\(number(amount.value / 1000)) l"
        default: number(amount.value)
        }
    }

    private func amount(_ value: Double, _ measure: EntityID) -> String {
        hours(value, measure) ?? "\(Self.number(value)) \(units[measure] ?? "")"
    }

    /// “1 h 20 min”; nil for a measure in another unit than hours.
    private func hours(_ value: Double, _ measure: EntityID) -> String? {
        units[measure].flatMap { Self.formats.hours(value, unit: $0) }?.replacing("\u{202F}", with: " ")
    }

    private func name(_ measure: EntityID) -> String { names[measure] ?? "\(measure)" }

    /// Whole, or with one decimal; small amounts with two.
    private static func number(_ value: Double) -> String {
        let digits = abs(value) < 1 ? 2 : 1
        let rounded = abs(value) < 1 ? (value * 100).rounded() / 100 : (value * 10).rounded() / 10
        return Amount.number(rounded, rounded == rounded.rounded() ? 0 : digits)
    }
}
