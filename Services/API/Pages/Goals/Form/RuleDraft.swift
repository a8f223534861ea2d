import Localization
import Messages

/// The form of a health rule as it was typed.
public struct RuleDraft: Sendable {
    private static let columns = ["kind", "activity", "quantity", "title", "measure", "unit", "least", "from", "goal"]

    /// By the names of the fields.
    var texts: [String: String] = [:]
    /// True if the form shows no amounts of food, which stay stored (PLN-10).
    public private(set) var isAway = false

    /// A new rule.
    public init() { texts = ["kind": "\(HealthRecordKind.workout)", "quantity": "\(WorkoutQuantity.duration)"] }

    /// - Parameter fields: the form that was sent.
    public init(fields: [(name: String, value: String)]) {
        let typed = Dictionary(
            fields.map { ($0.name, $0.value.trimmingCharacters(in: .whitespacesAndNewlines)) },
            uniquingKeysWith: { first, _ in first })
        for name in Self.columns { texts[name] = typed[name] }
        isAway = typed["away"] != nil
    }

    /// A stored rule.
    /// - Parameter isAway: it was read with `StoredHealthRule.numbersHidden`.
    public init(_ rule: HealthRuleContent, isAway: Bool = false, for reader: Reader) {
        self.isAway = isAway
        texts = ["kind": "\(rule.kind)", "title": rule.title, "measure": "\(rule.measure)"]
        texts["activity"] = rule.activity
        texts["quantity"] = "\(rule.quantity ?? .duration)"
        texts["least"] = rule.least.flatMap { $0 > 0 ? reader.typed($0) : nil }
        texts["from"] = rule.from.map { "\($0)" }
        texts["goal"] = rule.goal.map { "\($0)" }
    }

    /// The content of a form and its faults.
    public struct Reading: Sendable {
        /// The rule, as far as it could be read.
        public var content: HealthRuleContent
        /// Fields that cannot be read, or are missing.
        public var faults: [FieldError]
        /// Sentences about fields that do not go with the kind of the records.
        public var misplaced: [String: String]
        /// The measure to be made first.
        public var newMeasure: MeasureContent?
    }

    /// Reads the form.
    /// - Parameter measures: those that the person has: a new unit that one of them has takes it.
    public func reading(_ measures: [Measure], for reader: Reader) -> Reading {
        var fields = FieldReader(texts, reader)
        let kind = fields.text("kind").flatMap { HealthRecordKind(name: $0) }
        if kind == nil { fields.refuse("kind", .unknownChoice) }
        if fields.text("title") == nil { fields.refuse("title", .textNeeded) }
        let isWorkout = kind == .workout
        let chosen = MeasureChoices.chosen("measure", unit: "unit", &fields, measures, reader)
        var least: Double?
        if let text = fields.text("least"), reader.amount(typed: text) != 0 { least = fields.amount("least") }
        let content = HealthRuleContent(
            kind: kind ?? .workout, activity: fields.text("activity"),
            quantity: isWorkout ? fields.text("quantity").flatMap { WorkoutQuantity(name: $0) } : nil, least: least,
            from: fields.day("from"), title: texts["title"] ?? "", measure: chosen.id,
            goal: fields.text("goal").flatMap { EntityID($0) })
        var misplaced: [String: String] = [:]
        if !isWorkout, content.activity != nil {
            misplaced["activity"] = reader.words("healthrules.form.activityAdvice")
        }
        return Reading(
            content: content, faults: fields.faults, misplaced: misplaced, newMeasure: chosen.fresh)
    }

    /// Names the measure that was made, so that the form sent again makes no second one.
    public mutating func use(_ measure: EntityID) {
        texts["measure"] = "\(measure)"
        texts["unit"] = nil
    }
}

/// The form of a health rule, in `rule-form.mustache`.
struct RuleForm: Sendable {
    let action: String
    let key: String
    /// The edited version; nil for a new rule.
    let version: String?
    let notes: [String]
    let isMarked: Bool
    let fields: [GoalField]
    let folded: [GoalField]
    let isFoldedOpen: Bool
    /// Says that amounts are not shown; nil while they are.
    let awayNote: String?

    /// - Parameters:
    ///   - measures: the person's.
    ///   - goals: those that the actions may count for.
    init(
        _ draft: RuleDraft, _ measures: [Measure], _ goals: [(id: EntityID, title: String)], action: String,
        key: String, version: UInt64?, faults: TypedForm, for reader: Reader
    ) {
        let words = reader.words
        var form = faults
        form.texts = draft.texts
        let typed = form
        let day = GoalField.Control.day(reader.formats)
        (self.action, self.key, self.version) = (action, key, version.map { "\($0)" })
        awayNote = draft.isAway ? words("goals.awayForm") : nil
        func field(
            _ name: String, _ control: GoalField.Control, isNeeded: Bool = false, hasAdvice: Bool = false
        ) -> GoalField {
            GoalField(
                name, words("healthrules.form.\(name)"), control, in: typed, isNeeded: isNeeded,
                advice: hasAdvice ? words("healthrules.form.\(name)Advice") : nil)
        }
        let kinds = HealthRecordKind.names.map { (value: $0.name, text: words("healthrules.kind.\($0.name)")) }
        let quantities = WorkoutQuantity.names.map {
            (value: $0.name, text: words("healthrules.quantity.\($0.name)"))
        }
        let offered = MeasureChoices.offered(measures, for: reader)
        let none = [(value: "", text: words("healthrules.form.noGoal"))]
        fields = [
            field("kind", .choice(kinds), isNeeded: true),
            field("activity", .line(200), hasAdvice: true),
            field("quantity", .choice(quantities), hasAdvice: true),
            field("title", .line(200), isNeeded: true),
            field("measure", .choice(offered), hasAdvice: true), field("unit", .line(20), hasAdvice: true),
            field("goal", .choice(none + goals.map { (value: "\($0.id)", text: $0.title) })),
        ]
        folded = [field("least", .amount, hasAdvice: true), field("from", day, hasAdvice: true)]
        isFoldedOpen = folded.contains(where: \.isInvalid)
        notes = typed.notes(shown: (fields + folded).map(\.name))
        isMarked = !typed.faults.isEmpty
    }
}
