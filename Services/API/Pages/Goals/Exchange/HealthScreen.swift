import Localization
import Messages

/// Health rules with a form for another one, and the records that wait (GOL-6).
public struct HealthScreen: Screen {
    public static let template = "health"
    public let title: String
    let tabs: GoalTabs
    let key: String
    let problem: String?
    let rules: [Rule]
    let hasRules: Bool
    /// How many records wait, in words; empty on a quiet day.
    let counts: [String]
    let records: [Record]
    let hasRecords: Bool
    /// Says that amounts of records are not shown; nil while they are.
    let away: String?
    let older: String?
    let ruleForm: RuleForm
    /// Whether the form was sent and has to be seen.
    let isFormOpen: Bool

    /// A rule of the list.
    struct Rule: Sendable {
        let address: String
        let name: String
        /// The records that it is about.
        let match: String
        /// The actions that they become.
        let effect: String
        /// How many actions follow it; nil on a quiet day.
        let made: String?
    }

    /// A record that waits.
    struct Record: Sendable {
        let name: String
        let state: String
        /// Why it could not be read.
        let reasons: [String]
    }

    /// The facts of the page.
    public struct Facts: Sendable {
        /// In the order of recording.
        public var rules: [StoredHealthRule]
        /// Unmatched and failed ones, the latest day first.
        public var staged: StagedHealthQuery.Reply
        /// The person's measures.
        public var measures: [Measure] = []
        /// The person's goals by target date.
        public var goals: [Goal] = []
        /// Without counts.
        public var isQuiet = false
        /// Address of the records before these; nil at the end.
        public var older: String?

        public init(rules: [StoredHealthRule], staged: StagedHealthQuery.Reply) {
            (self.rules, self.staged) = (rules, staged)
        }

        /// The goals that a rule may name: active ones, and the one that it names.
        func choices(of goal: EntityID?) -> [(id: EntityID, title: String)] {
            goals.filter { ($0.content.status ?? .active) == .active || $0.facts.id == goal }
                .map { (id: $0.facts.id, title: $0.content.title) }
        }
    }

    /// - Parameters:
    ///   - draft: the form of a new rule as it was typed.
    ///   - key: idempotency key of the forms.
    ///   - problem: above the page.
    public init(
        _ facts: Facts, form draft: RuleDraft = RuleDraft(), faults: TypedForm = TypedForm(), key: String,
        problem: String? = nil, for reader: Reader
    ) {
        let words = reader.words
        title = words("healthrules.title")
        tabs = GoalTabs(.actions, for: reader)
        (self.key, self.problem, older) = (key, problem, facts.older)
        rules = facts.rules.map { Rule($0, facts, reader) }
        hasRules = !rules.isEmpty
        records = facts.staged.records.map { Record($0, reader) }
        hasRecords = !records.isEmpty
        away = facts.staged.records.contains { $0.numbersHidden == true } ? words("goals.away") : nil
        counts =
            facts.isQuiet
            ? []
            : ["unmatched", "failed"].compactMap { state in
                facts.staged.counts[state].flatMap { number in
                    number > 0
                        ? words(
                            "healthrules.waiting.\(state)", count: Int(clamping: number),
                            reader.formats.number(Double(number))) : nil
                }
            }
        ruleForm = RuleForm(
            draft, facts.measures, facts.choices(of: nil), action: "/actions/health", key: key, version: nil,
            faults: faults, for: reader)
        isFormOpen = rules.isEmpty || !faults.faults.isEmpty || faults.problem != nil
    }
}

extension HealthScreen.Rule {
    init(_ rule: StoredHealthRule, _ facts: HealthScreen.Facts, _ reader: Reader) {
        let (content, words) = (rule.content, reader.words)
        address = "/actions/health/\(rule.facts.id)"
        name = content.title
        let measure = facts.measures.first { $0.facts.id == content.measure }?.content
        match = Self.match(content, measure, isAway: rule.numbersHidden == true, reader)
        var values = ["title": content.title, "measure": measure?.name ?? ""]
        if let goal = content.goal, let title = facts.goals.first(where: { $0.facts.id == goal })?.content.title {
            values["goal"] = title
            effect = words("healthrules.effectGoal", values)
        } else {
            effect = words("healthrules.effect", values)
        }
        made =
            facts.isQuiet
            ? nil
            : words(
                "healthrules.actions", count: Int(rule.actions), reader.formats.number(Double(rule.actions)))
    }

    /// “Workouts of the kind “running”, how far · from 5 km on · since 1 Mar 2026”.
    private static func match(
        _ rule: HealthRuleContent, _ measure: MeasureContent?, isAway: Bool, _ reader: Reader
    ) -> String {
        let words = reader.words
        var kind = words("healthrules.kind.\(rule.kind)")
        if let activity = rule.activity, !activity.isEmpty {
            kind = words("healthrules.match.activity", ["activity": activity])
        }
        if rule.kind == .workout {
            let quantity = words("healthrules.quantity.\(rule.quantity ?? .duration)")
            kind = words("healthrules.match.quantity", ["kind": kind, "quantity": quantity])
        }
        var parts = [kind]
        if let least = rule.least, least > 0 {
            parts.append(words("healthrules.match.least", ["amount": reader.formats.amount(least, in: measure)]))
        }
        if isAway { parts.append(words("goals.away")) }
        if let from = rule.from {
            parts.append(words("healthrules.match.from", ["date": reader.formats.dateWithYear(from)]))
        }
        return parts.joined(separator: " · ")
    }
}

extension HealthScreen.Record {
    /// Fields of a record that have a sentence.
    private static let fields: Set = ["measure", "goal", "amount", "distance", "day", "activity"]

    init(_ record: StagedRecord, _ reader: Reader) {
        let words = reader.words
        var parts = [words("healthrules.kind.\(record.kind)")]
        if let activity = record.activity, !activity.isEmpty { parts.append(activity) }
        if let value = record.value, value.isFinite { parts.append(Self.amount(value, of: record.kind, reader)) }
        if let distance = record.distance { parts.append(reader.amount(ReadAmount(kind: .distance, value: distance))) }
        name = "\(reader.dayName(record.day)): " + parts.joined(separator: " · ")
        state = words(
            record.state == .failed ? "healthrules.waiting.isFailed" : "healthrules.waiting.isUnmatched")
        var reasons: [String] = []
        for error in record.errors where Self.fields.contains(error.field) {
            let reason = words("healthrules.error.\(error.field)")
            if !reasons.contains(reason) { reasons.append(reason) }
        }
        self.reasons = reasons
    }
}

extension HealthScreen.Record {
    private static func amount(_ value: Double, of kind: HealthRecordKind, _ reader: Reader) -> String {
        switch kind {
        case .steps: reader.plain(value)
        case .kilocalories: reader.amount(value, unit: "kcal")
        case .protein: reader.amount(value, unit: "g")
        case .water: reader.amount(value, unit: "ml")
        case .bodyMass: reader.formats.mass(kilograms: value)
        default: reader.formats.duration(seconds: value)
        }
    }
}

/// One health rule to change or delete.
public struct HealthRuleScreen: Screen {
    public static let template = "health-rule"
    public let title: String
    let tabs: GoalTabs
    let id: String
    let stored: String
    let key: String
    let problem: String?
    let ruleForm: RuleForm

    /// - Parameters:
    ///   - draft: as it was typed; nil for the stored rule.
    ///   - faults: what has to change.
    ///   - problem: above the page.
    public init(
        _ rule: StoredHealthRule, measures: [Measure], goals: [Goal], form draft: RuleDraft? = nil,
        faults: TypedForm = TypedForm(), key: String, problem: String? = nil, for reader: Reader
    ) {
        title = reader.words("healthrules.change")
        tabs = GoalTabs(.actions, for: reader)
        (id, stored) = ("\(rule.facts.id)", "\(rule.facts.version)")
        (self.key, self.problem) = (key, problem)
        let offered = goals.filter {
            ($0.content.status ?? .active) == .active || $0.facts.id == rule.content.goal
        }
        ruleForm = RuleForm(
            draft ?? RuleDraft(rule.content, isAway: rule.numbersHidden == true, for: reader), measures,
            offered.map { (id: $0.facts.id, title: $0.content.title) },
            action: "/actions/health/\(rule.facts.id)/edit", key: key, version: rule.facts.version, faults: faults,
            for: reader)
    }
}
