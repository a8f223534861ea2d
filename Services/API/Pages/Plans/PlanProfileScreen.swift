import Localization
import Messages

/// The body profile as a form (PLN-1).
public struct PlanProfileScreen: Screen {
    public static let template = "plan-profile"
    public let title: String
    let tabs: GoalTabs
    let key: String
    let revision: String
    let notes: [String]
    let isMarked: Bool
    let facts: [GoalField]
    let sizes: [Group]
    let aims: [GoalField]
    let activity: GoalField
    let fat: GoalField
    let isCare: Bool
    let isRestOpen: Bool
    /// Says that numbers are away; nil while they are shown.
    let away: String?

    /// Fields of one quantity, such as stones and pounds.
    struct Group: Sendable {
        /// Nil for a single field, whose label says it.
        let legend: String?
        let fields: [GoalField]
    }

    /// - Parameters:
    ///   - revision: of the stored profile that the form replaces.
    ///   - faults: what has to change.
    ///   - isAway: the draft has no stored numbers, because the person sees none (PLN-10).
    ///   - offer: what the draft has beyond what is stored; nil for nothing.
    public init(
        _ draft: BodyDraft, revision: UInt64, key: String, faults: TypedForm = TypedForm(), isAway: Bool = false,
        offer: BodyOffer? = nil, for reader: Reader
    ) {
        let (words, units) = (reader.words, reader.settings.units)
        title = words("plan.body.title")
        tabs = GoalTabs(.plan, for: reader)
        (self.key, self.revision) = (key, "\(revision)")
        var form = faults
        form.texts = draft.texts
        let typed = form
        let day = GoalField.Control.day(reader.formats)
        func field(
            _ name: String, _ control: GoalField.Control, label: String? = nil, advice: Bool = false
        ) -> GoalField {
            let sentences = [advice ? words("plan.body.advice.\(name)") : nil, offer?.origins[name]]
            let shown = sentences.compactMap(\.self).joined(separator: " ")
            return GoalField(
                name, label ?? words("plan.body.\(name)"), control, in: typed, advice: shown.isEmpty ? nil : shown)
        }
        func choice(_ name: String, _ names: [String]) -> GoalField.Control {
            .choice(
                [(value: "", text: words("plan.body.choose"))]
                    + names.map { (value: $0, text: words("plan.body.\(name)Of.\($0)")) })
        }
        func group(_ name: String, _ parts: [(name: String, unit: String)]) -> Group {
            let label = words("plan.body.\(name)")
            let fields = parts.map { part in
                field(
                    part.name, .amount, label: words("plan.body.inUnit", ["name": label, "unit": part.unit]),
                    advice: part.name == "target")
            }
            return Group(legend: fields.count > 1 ? label : nil, fields: fields)
        }
        func mass(_ name: String) -> [(name: String, unit: String)] {
            MassParts(name, units).parts.map { ($0.name, $0.unit) }
        }
        facts = [
            field("sex", choice("sex", BodySex.names.map(\.name)), advice: true), field("birthday", day),
        ]
        sizes = [
            group("height", HeightParts(units).parts), group("weight", mass("weight")), group("target", mass("target")),
        ]
        aims = [field("aim", choice("aim", WeightAim.names.map(\.name)))]
        activity = field("activity", choice("activity", ActivityLevel.names.map(\.name)), advice: true)
        fat = field("bodyFat", .amount, advice: true)
        isCare = draft.texts["care"] != nil
        away = isAway ? words("plan.body.away") : nil
        isRestOpen = fat.isInvalid || !fat.typed.isEmpty || isCare
        let all = facts + sizes.flatMap(\.fields) + aims + [activity, fat]
        notes = typed.notes(shown: all.map(\.name))
        isMarked = !typed.faults.isEmpty
    }
}
