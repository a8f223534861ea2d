import Foundation
import Localization
import Messages

/// A reply about goals.
public struct GoalAnswer: Equatable, Sendable {
    /// At most two sentences, and the words of the goals' own pages.
    public var text: String
    /// Whether it names amounts of food or weight, which the person may put away later (PLN-10).
    public var namesFoodOrWeight: Bool
}

/// Answers from a person's goals (GOL-8). Titles are named as they are; nothing is called too little.
extension AnswerWriter {
    /// Number of goals that a sentence names.
    private static let maximumNamed = 3

    /// The answer to a question about goals.
    /// - Returns: nil if the message names no goal and speaks of none.
    public func answer(_ question: GoalQuestion, from known: PersonGoals) -> GoalAnswer? {
        guard !known.goals.isEmpty else {
            return question.saysGoal ? GoalAnswer(text: words("answer.goals.none"), namesFoodOrWeight: false) : nil
        }
        let named = question.named(of: known.goals, known.measures)
        guard question.impliesGoals || question.saysGoal || !named.isEmpty else { return nil }
        let goals = named.isEmpty ? known.goals : named
        if known.isQuiet {
            return GoalAnswer(text: words("answer.goals.quiet", ["goals": titles(goals)]), namesFoodOrWeight: false)
        }
        let text =
            switch question.kind {
            case .list: list(goals, known)
            case .progress where goals.count == 1: progress(goals[0], known)
            case .progress: list(goals, known)
            case .week: week(known)
            }
        return GoalAnswer(text: text, namesFoodOrWeight: goals.contains(where: known.namesFoodOrWeight))
    }

    /// “You pursue 2 goals: …”
    private func list(_ goals: [Goal], _ known: PersonGoals) -> String {
        let shown = goals.prefix(Self.maximumNamed).map { goal in
            words(
                goal.progress.isEmpty ? "answer.goals.plain" : "answer.goals.one",
                [
                    "title": title(goal), "sum": sums(goal, known),
                    "date": formats.dateWithYear(goal.content.target),
                ])
        }
        let first = words("answer.goals.list", count: goals.count, nil, ["goals": shown.joined(separator: "; ")])
        let more = goals.count - shown.count
        return more > 0 ? first + " " + words("answer.goals.more", count: more) : first
    }

    /// How far one goal is reached, and what would help.
    private func progress(_ goal: Goal, _ known: PersonGoals) -> String {
        let (start, date) = (formats.dateWithYear(goal.content.start), formats.dateWithYear(goal.content.target))
        let key = goal.progress.isEmpty ? goal.numbersHidden == true ? "away" : "noSum" : "progress"
        let first = words(
            "answer.goals.\(key)", ["title": title(goal), "sum": sums(goal, known), "start": start, "date": date])
        // The least advanced target says most.
        let least = goal.progress.min { $0.share < $1.share }
        let pace = least.flatMap { formats.pace($0, in: known.measures[$0.measure]) }
        return [first, pace].compactMap { $0 }.joined(separator: " ")
    }

    /// The rest of this week's amount of each goal, and the steps that are due this week.
    private func week(_ known: PersonGoals) -> String {
        let sunday = today.monday.advanced(by: 6)
        var parts: [String] = []
        var isCounted = false
        for goal in known.goals {
            for progress in goal.progress {
                if progress.sum >= progress.target { isCounted = true }
                guard let left = known.left(of: progress, goal, today: today) else { continue }
                isCounted = true
                let measure = known.measures[progress.measure]
                let amount = measure?.kind == .count ? left.rounded(.up) : rounded(left)
                let shown = formats.amount(amount, in: measure)
                if left > 0 { parts.append(words("answer.goals.left", ["amount": shown, "title": title(goal)])) }
            }
        }
        let due = known.goals.flatMap { goal -> [(day: Day, title: String)] in
            goal.content.milestones.filter { $0.reached == nil && $0.target <= sunday }
                .map { ($0.target, $0.title ?? $0.detailedDescription ?? "") }
                + goal.content.obligations.filter { $0.met == nil && $0.deadline <= sunday }
                .map { ($0.deadline, $0.title ?? $0.detailedDescription ?? "") }
        }.filter { !$0.title.isEmpty }.sorted { ($0.day, $0.title) < ($1.day, $1.title) }
        var sentences: [String] = []
        if !parts.isEmpty {
            sentences.append(
                words("answer.goals.week", ["parts": formats.list(Array(parts.prefix(Self.maximumNamed)))]))
        } else if isCounted {
            sentences.append(words("answer.goals.weekDone"))
        }
        for (key, steps) in [("overdue", due.filter { $0.day < today }), ("steps", due.filter { $0.day >= today })]
        where !steps.isEmpty {
            let shown = steps.prefix(Self.maximumNamed).map {
                words("answer.goals.step", ["title": quoted($0.title), "date": formats.date($0.day)])
            }
            sentences.append(words("answer.goals.\(key)", ["steps": formats.list(shown)]))
        }
        return sentences.isEmpty ? words("answer.goals.weekEmpty") : sentences.joined(separator: " ")
    }

    /// “5 of 100 km and 2 of 12 books”
    private func sums(_ goal: Goal, _ known: PersonGoals) -> String {
        let sums = goal.progress.map { formats.sum($0, in: known.measures[$0.measure]).droppedStop }
        return formats.list(sums)
    }

    private func titles(_ goals: [Goal]) -> String { formats.list(goals.prefix(Self.maximumNamed).map(title)) }
    private func title(_ goal: Goal) -> String { quoted(goal.content.title) }
    private func quoted(_ title: String) -> String { words("answer.goals.title", ["title": Self.phrase(title)]) }

    /// Two digits that count, upwards, so that the amount is enough.
    private func rounded(_ amount: Double) -> Double {
        guard amount > 0, amount.isFinite else { return 0 }
        let unit = max(0.1, pow(10, floor(log10(amount)) - 1))
        return (amount / unit).rounded(.up) * unit
    }
}

extension String {
    /// Without a full stop at its end: the words of a page are a sentence of their own there.
    fileprivate var droppedStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
