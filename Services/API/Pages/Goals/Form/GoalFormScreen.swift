import Localization
import Messages

/// Measures, values and terms that the form of a goal offers to choose from.
public struct GoalSurroundings: Sendable {
    /// The person's measures.
    public var measures: [Measure]
    /// The person's values.
    public var values: [PersonalValue]
    /// The person's terms, the highest number first.
    public var terms: [Term]

    public init(measures: [Measure], values: [PersonalValue], terms: [Term]) {
        (self.measures, self.values, self.terms) = (measures, values, terms)
    }
}

/// The form of a goal, in `goal-form.mustache`.
struct GoalForm: Sendable {
    let action: String
    let key: String
    /// The edited version; nil for a new goal.
    let version: String?
    let notes: [String]
    let isMarked: Bool
    /// Goals with a title alike; a form that shows them is saved when it is sent again.
    let alike: [Link]
    let hasAlike: Bool
    let name: [GoalField]
    let amount: [GoalField]
    let amountsFault: String?
    let until: [GoalField]
    /// Measure and notes of the first amount.
    let unit: [GoalField]
    let isUnitOpen: Bool
    /// Whether it counts by itself what the phone records.
    let counts: Bool
    let isNew: Bool
    /// Description, start and state.
    let more: [GoalField]
    /// Amounts after the first.
    let amounts: [Row]
    let isMoreOpen: Bool
    let steps: [Row]
    let promises: [Row]
    let isStepsOpen: Bool
    let values: [Value]
    let hasValues: Bool
    let isValuesOpen: Bool
    let terms: [Choice]
    let hasTerms: Bool
    /// Closed terms that the goal stays in.
    let keptTerms: [String]
    let plan: [GoalField]
    let isPlanOpen: Bool
    /// Says that amounts are not shown; nil while they are.
    let awayNote: String?

    /// A link to a goal.
    struct Link: Sendable {
        let address: String
        let text: String
    }

    /// A target, milestone or obligation.
    struct Row: Sendable {
        let legend: String
        let fields: [GoalField]
        /// Fields that stay folded.
        let folded: [GoalField]
        let hasFolded: Bool
        let isFoldedOpen: Bool
    }

    /// A value that the goal may serve.
    struct Value: Sendable {
        let id: String
        let text: String
        let isSelected: Bool
        let strength: GoalField
    }

    init(
        _ draft: GoalDraft, _ around: GoalSurroundings, action: String, key: String, version: UInt64?,
        faults: TypedForm, alike: [SimilarTitle], for reader: Reader
    ) {
        let words = reader.words
        var form = faults
        form.texts = draft.texts
        let typed = form
        let day = GoalField.Control.day(reader.formats)
        (self.action, self.key, self.version) = (action, key, version.map { "\($0)" })
        awayNote = draft.isAway ? words("goals.awayForm") : nil
        func field(
            _ name: String, _ key: String, _ control: GoalField.Control, isNeeded: Bool = false, advice: String? = nil
        ) -> GoalField {
            GoalField(
                name, words("goals.form.\(key)"), control, in: typed, isNeeded: isNeeded,
                advice: advice.map { words("goals.form.\($0)") })
        }
        func ranks(_ at: (String) -> String) -> [GoalField] {
            [
                field(at("importance"), "importance", .wholeNumber, advice: "rankAdvice"),
                field(at("urgency"), "urgency", .wholeNumber, advice: "rankAdvice"),
            ]
        }
        name = [field("title", "title", .line(200), isNeeded: true)]
        let offered = MeasureChoices.offered(around.measures, for: reader)
        let targets = draft.shownRows(.targets).map { row in
            let at = { GoalDraft.Part.targets.name(row, $0) }
            return Row(
                words("goals.form.amountLegend", ["number": "\(row + 1)"]),
                [
                    field(at("value"), "amount", .amount),
                    field(at("measure"), "measure", .choice(offered)),
                    field(at("unit"), "unit", .line(20), advice: "unitAdvice"),
                ], [field(at("notes"), "notes", .long(1_000))])
        }
        // The first amount may be typed with its unit.
        let first = GoalDraft.Part.targets.name(0, "value")
        amount = [field(first, "amountFirst", .line(40), advice: "amountAdvice")]
        var unit = Array(targets[0].fields.dropFirst())
        if draft.count(.targets) > 0 { unit += targets[0].folded }
        self.unit = unit
        isUnitOpen = unit.contains(where: \.isFilled) || version == nil && !draft.counts
        amounts = Array(targets.dropFirst())
        amountsFault = typed.faults["targets"]
        until = [field("target", "target", day, isNeeded: true)]
        (isNew, counts) = (version == nil, draft.counts)
        var more = [
            field("detailedDescription", "description", .long(2_000)), field("start", "start", day, isNeeded: true),
        ]
        if version != nil {
            let states = GoalStatus.names.map { (value: $0.name, text: words("goals.status.\($0.name)")) }
            more.append(field("status", "status", .choice(states)))
        }
        self.more = more
        steps = draft.shownRows(.milestones).map { row in
            let at = { GoalDraft.Part.milestones.name(row, $0) }
            return Row(
                words("goals.form.milestoneLegend", ["number": "\(row + 1)"]),
                [
                    field(at("title"), "title", .line(200)), field(at("target"), "by", day),
                    field(at("reached"), "reachedOn", day),
                ],
                [
                    field(at("detailedDescription"), "description", .long(2_000)),
                    field(at("freeformNotes"), "notes", .long(4_000)),
                ] + ranks(at))
        }
        promises = draft.shownRows(.obligations).map { row in
            let at = { GoalDraft.Part.obligations.name(row, $0) }
            return Row(
                words("goals.form.obligationLegend", ["number": "\(row + 1)"]),
                [
                    field(at("title"), "title", .line(200)), field(at("deadline"), "by", day),
                    field(at("toWhom"), "toWhom", .line(200)), field(at("met"), "metOn", day),
                ],
                [
                    field(at("consequence"), "consequence", .long(1_000)),
                    field(at("detailedDescription"), "description", .long(2_000)),
                    field(at("freeformNotes"), "notes", .long(4_000)),
                ] + ranks(at))
        }
        isStepsOpen =
            draft.count(.milestones) + draft.count(.obligations) > 0 || typed.hasFaults(below: "milestones")
            || typed.hasFaults(below: "obligations")
        values = around.values.map { value in
            Value(
                id: "\(value.facts.id)", text: value.content.title ?? value.content.detailedDescription ?? "",
                isSelected: draft.values.contains(value.facts.id),
                strength: field(
                    GoalDraft.strength(value.facts.id), "strength", .wholeNumber, advice: "rankAdvice"))
        }
        hasValues = !around.values.isEmpty
        isValuesOpen = !draft.values.isEmpty || typed.hasFaults(below: "strength")
        let open = around.terms.filter { term in
            term.content.status != .completed && term.content.status != .cancelled
        }
        terms = open.map { term in
            Choice(
                value: "\(term.facts.id)", text: reader.termName(term.content),
                isSelected: draft.terms.contains(term.facts.id))
        }
        hasTerms = !open.isEmpty
        keptTerms = draft.terms.filter { id in !open.contains { $0.facts.id == id } }.map { "\($0)" }
        plan =
            [
                field("actionPlan", "plan", .long(4_000)), field("freeformNotes", "notes", .long(4_000)),
                field("termWeeks", "weeks", .wholeNumber, advice: "weeksAdvice"),
            ] + ranks { $0 }
        isPlanOpen = plan.contains(where: \.isFilled)
        self.alike = alike.map { Link(address: "/goals/\($0.id)", text: $0.title) }
        hasAlike = !alike.isEmpty
        let rows = (amounts + steps + promises).flatMap { $0.fields + $0.folded }
        let all = [name, amount, unit, until, more, plan, rows].flatMap { $0 }
        // A new goal has its start filled in.
        isMoreOpen =
            version != nil || isStepsOpen || isPlanOpen || isValuesOpen
            || more.contains { $0.name == "start" ? $0.isInvalid : $0.isFilled }
            || amounts.flatMap(\.fields).contains(where: \.isFilled)
        notes = typed.notes(shown: all.map(\.name) + values.map(\.strength.name) + ["targets"])
        isMarked = !typed.faults.isEmpty
    }
}

extension GoalForm.Row {
    init(_ legend: String, _ fields: [GoalField], _ folded: [GoalField]) {
        (self.legend, self.fields, self.folded) = (legend, fields, folded)
        hasFolded = !folded.isEmpty
        isFoldedOpen = folded.contains(where: \.isInvalid)
    }
}

/// A new goal, or a change that could not be saved yet.
public struct GoalFormScreen: Screen {
    public static let template = "goal-edit"
    public let title: String
    let tabs: GoalTabs
    let back: String
    let backText: String
    let form: GoalForm

    /// - Parameters:
    ///   - edited: the goal and the version that the form replaces; nil for a new one.
    ///   - key: idempotency key of the form.
    ///   - faults: what has to change.
    ///   - alike: goals with a title alike, which the person sees before a new one is saved.
    public init(
        _ draft: GoalDraft, _ around: GoalSurroundings, edited: EditedVersion? = nil, key: String,
        faults: TypedForm = TypedForm(), alike: [SimilarTitle] = [], for reader: Reader
    ) {
        title = reader.words(edited == nil ? "goals.new" : "goals.change")
        tabs = GoalTabs(.goals, for: reader)
        back = edited.map { "/goals/\($0.id)" } ?? "/goals"
        backText = reader.words(edited == nil ? "goals.title" : "goals.back")
        form = GoalForm(
            draft, around, action: edited.map { "/goals/\($0.id)/edit" } ?? "/goals", key: key,
            version: edited?.version, faults: faults, alike: alike, for: reader)
    }
}
