import Localization
import Messages

/// Earlier plans, two of them next to each other, and how their days went.
public struct PlanHistoryScreen: Screen {
    public static let template = "plan-history"
    public let title: String
    let tabs: GoalTabs
    let isAway: Bool
    let isEmpty: Bool
    let plans: [Entry]
    let first: [Choice]
    let second: [Choice]
    let canCompare: Bool
    let pair: Pair?
    let further: String?

    /// A plan of the list.
    struct Entry: Sendable {
        let name: String
        let state: String
        let amounts: String?
        let went: String?
    }

    /// Two plans next to each other.
    struct Pair: Sendable {
        let firstName: String
        let secondName: String
        let rows: [Row]
    }

    /// A value of both.
    struct Row: Sendable {
        let name: String
        let one: String
        let other: String
    }

    /// - Parameters:
    ///   - chosen: the plans to show next to each other; without them the latest two.
    ///   - further: address of the next page; nil at the end.
    ///   - date: an instant as the person reads it.
    public init(
        _ reply: PlanHistory.Reply, chosen: (EntityID?, EntityID?), further: String?,
        date: (Milliseconds) -> String, for reader: Reader
    ) {
        let words = reader.words
        title = words("plan.history.title")
        tabs = GoalTabs(.plan, for: reader)
        (isAway, isEmpty, self.further) = (reply.numbersHidden, reply.plans.isEmpty, further)
        // Several plans may have the same week.
        func name(_ plan: Plan) -> String {
            words("plan.made", ["days": reader.days(of: plan), "date": date(plan.computedAt)])
        }
        plans = reply.plans.map { Entry($0, name: name($0.plan), reader) }
        let all = reply.numbersHidden ? [] : reply.plans
        func plan(_ id: EntityID?, _ usual: Int) -> PastPlan? {
            all.first { $0.plan.id == id } ?? (usual < all.count ? all[usual] : nil)
        }
        let (one, other) = (plan(chosen.0, 1), plan(chosen.1, 0))
        func choices(_ selected: PastPlan?) -> [Choice] {
            all.map { past in
                Choice(
                    value: "\(past.plan.id)", text: name(past.plan),
                    isSelected: past.plan.id == selected?.plan.id)
            }
        }
        (first, second, canCompare) = (choices(one), choices(other), all.count > 1)
        pair =
            all.count > 1
            ? one.flatMap { one in other.map { Pair(one, $0, names: (name(one.plan), name($0.plan)), reader) } } : nil
    }
}

extension PlanHistoryScreen.Entry {
    init(_ past: PastPlan, name: String, _ reader: Reader) {
        let words = reader.words
        self.name = name
        state = "\(words("plan.status.\(past.plan.status)")) · \(words("plan.occasion.\(past.plan.occasion)"))"
        amounts = past.plan.targets.map { targets in
            [PlanTarget.calories, .protein, .water, .weeklyRate].map { reader.amount(of: $0, in: targets) }
                .joined(separator: " · ")
        }
        went = past.adherence.map { reader.sentence($0) }
    }
}

extension PlanHistoryScreen.Pair {
    init(_ one: PastPlan, _ other: PastPlan, names: (String, String), _ reader: Reader) {
        let (words, formats) = (reader.words, reader.formats)
        (firstName, secondName) = names
        func row(_ key: String, _ text: (PastPlan) -> String?) -> PlanHistoryScreen.Row? {
            let (left, right) = (text(one), text(other))
            guard left != nil || right != nil else { return nil }
            let none = words("plan.history.none")
            return PlanHistoryScreen.Row(name: words(key), one: left ?? none, other: right ?? none)
        }
        let targets = [PlanTarget.calories, .protein, .water, .weeklyRate].map { target in
            row("plan.target.\(target)") { $0.plan.targets.map { reader.amount(of: target, in: $0) } }
        }
        let further = [
            row("plan.history.expenditure") { $0.plan.energy.map { formats.energy(kilocalories: $0.tdee) } },
            row("plan.history.source") { past in
                past.plan.energy.map { words("plan.history.sourceOf.\($0.source)") }
            },
            row("plan.body.weight") { $0.plan.inputs.map { formats.mass(kilograms: $0.kilograms) } },
            row("plan.history.expected") { $0.plan.targets?.projectedDay.map(formats.dateWithYear) },
            row("plan.history.recorded") { $0.adherence.map { formats.number(Double($0.intakeDays)) } },
            row("plan.history.near") { $0.adherence.map { formats.number(Double($0.daysNear)) } },
            row("plan.history.mean") { $0.adherence?.meanKilocalories.map { formats.energy(kilocalories: $0) } },
            row("plan.history.weightChange") { $0.adherence?.weightChange.map { formats.change(kilograms: $0) } },
        ]
        rows = (targets + further).compactMap(\.self)
    }
}

extension Reader {
    /// The days of a plan: “25 Nov–1 Dec 2026”.
    func days(of plan: Plan) -> String {
        formats.range(formats.dayAndMonth(plan.weekStart), formats.dateWithYear(plan.weekEnd))
    }

    /// How the days of a plan went, without a judgement.
    func sentence(_ adherence: PlanAdherence) -> String {
        guard adherence.intakeDays > 0 else { return words("plan.history.wentUnknown") }
        return words(
            "plan.history.went", count: Int(adherence.intakeDays), nil, ["near": "\(adherence.daysNear)"])
    }
}
