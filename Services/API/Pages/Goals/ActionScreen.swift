import Localization
import Messages

/// An action in a form, as it is typed.
public struct ActionForm: Sendable {
    /// The version to replace; nil for a new action.
    public var edited: EditedVersion?
    /// Title of the action.
    public var title = ""
    /// More about it.
    public var detailedDescription = ""
    /// Notes.
    public var freeformNotes = ""
    /// `yyyy-mm-dd`, or as it was typed.
    public var day = ""
    /// Wall clock, `hh:mm`.
    public var time = ""
    /// Start in milliseconds as it was before; empty for a new action. Day and time do not show its seconds.
    public var start = ""
    /// Duration in minutes.
    public var minutes = ""
    /// Amounts.
    public var rows: [Row] = []
    /// Contributions that may be ticked.
    public var offers: [Offer] = []
    /// A further goal that the action counts for: an id; empty for none.
    public var goal = ""
    /// True if the form shows no amounts of food and weight, which stay stored (PLN-10).
    public var isAway = false

    public init() {}

    /// How much of a measure the action was.
    public struct Row: Sendable {
        /// The measure's id; empty for none.
        public var measure: String
        /// The amount, as it is typed.
        public var value: String
        /// The value before it was changed; empty for none.
        public var was: String
        /// Why it cannot be saved.
        public var problem: String?

        public init(measure: String = "", value: String = "", was: String = "", problem: String? = nil) {
            (self.measure, self.value, self.was, self.problem) = (measure, value, was, problem)
        }
    }

    /// A contribution to a goal.
    public struct Offer: Sendable {
        /// Goal, measure and amount.
        public var contribution: GoalContribution
        /// Whether it is to count.
        public var isTicked: Bool
        /// Why it is proposed; empty for one that counts already.
        public var reasons: [MatchReason]

        public init(_ contribution: GoalContribution, isTicked: Bool, reasons: [MatchReason] = []) {
            (self.contribution, self.isTicked, self.reasons) = (contribution, isTicked, reasons)
        }
    }

    /// The form of an action.
    /// - Parameter minute: of its start, minutes after midnight on the wall clock.
    public init(_ content: ActionContent, day: Day, minute: Int) {
        title = content.title ?? ""
        detailedDescription = content.detailedDescription ?? ""
        freeformNotes = content.freeformNotes ?? ""
        (self.day, time, start) = ("\(day)", Self.time(minute), "\(content.start)")
        minutes = content.duration.map { Self.number(Double($0) / 60) } ?? ""
        rows = content.measurements.map {
            Row(measure: "\($0.measure)", value: Self.number($0.value), was: Self.number($0.value))
        }
        offers = content.contributions.map { Offer($0, isTicked: true) }
    }

    /// The proposed goals of a sentence. The one that the sentence names is ticked, if it names one alone.
    public static func offers(_ proposals: [MatchProposal]) -> [Offer] {
        let named = proposals.filter { proposal in
            !proposal.contributions.isEmpty && proposal.reasons.contains { $0.kind == .words }
        }
        return proposals.flatMap { proposal in
            proposal.contributions.map {
                Offer(
                    $0, isTicked: named.count == 1 && named[0].goal == proposal.goal, reasons: proposal.reasons)
            }
        }
    }

    /// `hh:mm`, as fields of the type `time` take it.
    public static func time(_ minute: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(minute / 60)):\(two(minute % 60))"
    }

    /// A number as fields of the type `number` take it: “5”, “5.25”.
    public static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }
}

/// A new action before it is saved, or a stored one to change.
public struct ActionScreen: Screen {
    public static let template = "action"
    public let title: String
    let tabs: GoalTabs
    let key: String
    /// Path of the form.
    let address: String
    let version: String
    /// The sentence that was read; nil without one.
    let sentence: String?
    let introduction: String?
    /// Amounts of the sentence that fit no measure; nil if there are none.
    let unmeasured: String?
    let problems: [String: String]
    let form: ActionForm
    /// The day of its start.
    let day: DayField
    let rows: [RowFields]
    let hasRows: Bool
    let offers: [OfferField]
    let hasOffers: Bool
    let choices: [Choice]
    let hasGoals: Bool
    let asksForGoals: Bool
    let hasMore: Bool
    /// Path of the form that deletes it; nil for a new action.
    let delete: String?
    /// Says that amounts are not shown; nil while they are.
    let awayNote: String?

    /// The fields of a measure.
    struct RowFields: Sendable {
        let number: Int
        let value: String
        let was: String
        let measures: [Choice]
        let rowProblem: String
        let hasProblem: Bool
    }

    /// A contribution to tick.
    struct OfferField: Sendable {
        let value: String
        let text: String
        let reason: String?
        let isTicked: Bool
    }

    /// Beside the typed values.
    public struct Facts: Sendable {
        /// The person's measures, in the order of the choices.
        public var measures: [Measure] = []
        /// Goals by id, for the names of contributions.
        public var titles: [EntityID: String] = [:]
        /// Goals that an action may count for, in the order of the choices.
        public var open: [(id: EntityID, title: String)] = []
        /// The sentence that was read.
        public var sentence = ""
        /// Amounts that were read and fit no measure.
        public var unmeasured: [ReadAmount] = []
        /// On a quiet day nothing asks to count.
        public var isQuiet = false

        public init() {}
    }

    /// - Parameter key: idempotency key of the form.
    public init(
        _ form: ActionForm, _ facts: Facts, key: String, problems: [String: String] = [:], for reader: Reader
    ) {
        let isNew = form.edited == nil
        title = reader.words(
            !isNew
                ? "actionpages.action.change"
                : facts.sentence.isEmpty ? "actionpages.action.new" : "actionpages.action.read")
        tabs = GoalTabs(.actions, for: reader)
        (self.key, self.problems, self.form) = (key, problems, form)
        day = DayField(
            "day", form.day, label: reader.words("actionpages.action.day"),
            problem: problems["start"].map { _ in "problem-start" }, for: reader)
        address = form.edited.map { "/actions/\($0.id)/edit" } ?? "/actions"
        delete = form.edited.map { "/actions/\($0.id)/delete" }
        version = form.edited.map { "\($0.version)" } ?? ""
        awayNote = form.isAway ? reader.words("goals.awayForm") : nil
        sentence = facts.sentence.isEmpty ? nil : facts.sentence
        introduction = facts.sentence.isEmpty ? nil : reader.words("actionpages.action.notSaved")
        // A duration is kept without a measure.
        let unplaced = facts.unmeasured.filter { $0.kind != .duration || form.minutes.isEmpty }
        let amounts = unplaced.map { reader.amount($0) }.filter { !$0.isEmpty }
        unmeasured =
            amounts.isEmpty
            ? nil
            : reader.words(
                facts.measures.isEmpty ? "actionpages.action.noMeasures" : "actionpages.action.unmeasured",
                ["amounts": reader.list(amounts)])
        let spare = max(1, min(3, unplaced.count))
        let typed = form.rows.filter { !$0.value.isEmpty || !$0.measure.isEmpty || $0.problem != nil }
        let shown = typed + Array(repeating: ActionForm.Row(), count: max(0, min(spare, 20 - typed.count)))
        rows = shown.enumerated().map { index, row in
            RowFields(
                number: index + 1, value: row.value, was: row.was,
                measures: Self.choices(facts.measures, selected: row.measure, reader),
                rowProblem: row.problem ?? "", hasProblem: row.problem != nil)
        }
        hasRows = !facts.measures.isEmpty
        let measures = Dictionary(facts.measures.map { ($0.facts.id, $0) }) { first, _ in first }
        offers = form.offers.map { offer in
            let contribution = offer.contribution
            let unit = measures[contribution.measure]?.content.unit ?? ""
            return OfferField(
                value: "\(CountToken(contribution))",
                text: reader.words(
                    "actionpages.action.offer",
                    [
                        "goal": facts.titles[contribution.goal] ?? reader.words("actionpages.untitled"),
                        "amount": reader.amount(contribution.amount, unit: unit),
                    ]),
                reason: offer.reasons.isEmpty ? nil : reader.sentence(offer.reasons, measures),
                isTicked: offer.isTicked)
        }
        hasOffers = !offers.isEmpty
        choices =
            [Choice(value: "", text: reader.words("actionpages.action.noGoal"), isSelected: form.goal.isEmpty)]
            + facts.open.map { Choice(value: "\($0.id)", text: $0.title, isSelected: "\($0.id)" == form.goal) }
        let offersGoals = !facts.open.isEmpty && (!facts.isQuiet || !isNew)
        (hasGoals, asksForGoals) = (offersGoals, offersGoals || !form.offers.isEmpty)
        hasMore =
            !form.detailedDescription.isEmpty || !form.freeformNotes.isEmpty
            || problems["detailedDescription"] != nil || problems["freeformNotes"] != nil
    }

    private static func choices(_ measures: [Measure], selected: String, _ reader: Reader) -> [Choice] {
        [Choice(value: "", text: reader.words("actionpages.action.noMeasure"), isSelected: selected.isEmpty)]
            + measures.map { measure in
                let value = "\(measure.facts.id)"
                return Choice(value: value, text: measure.content.name, isSelected: value == selected)
            }
    }
}
