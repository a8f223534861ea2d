import Localization
import Messages

/// A value in a form, as it is typed.
public struct ValueForm: Sendable {
    /// Its name.
    public var title = ""
    /// Its meaning for the person.
    public var detailedDescription = ""
    /// Notes.
    public var freeformNotes = ""
    /// A name of `ValueLevel`; empty for the default.
    public var level = ""
    /// 1 … 100; empty for the default.
    public var priority = ""
    /// The domain of life that it belongs to.
    public var lifeDomain = ""
    /// How to act in line with it.
    public var alignmentGuidance = ""

    public init() {}

    /// The form of a stored value.
    public init(_ content: ValueContent) {
        title = content.title ?? ""
        detailedDescription = content.detailedDescription ?? ""
        freeformNotes = content.freeformNotes ?? ""
        level = content.level.map { "\($0)" } ?? ""
        priority = content.priority.map { "\($0)" } ?? ""
        lifeDomain = content.lifeDomain ?? ""
        alignmentGuidance = content.alignmentGuidance ?? ""
    }
}

/// The names in `value-fields.mustache`.
struct ValueFields: Sendable {
    let form: ValueForm
    let levels: [Choice]
    let problems: [String: String]
    /// Whether the rank has a fault, so that it is shown open.
    let opensRanks: Bool
    let opensMore: Bool

    init(_ form: ValueForm, _ problems: [String: String], _ reader: Reader) {
        (self.form, self.problems) = (form, problems)
        let chosen = form.level.isEmpty ? "\(ValueLevel.general)" : form.level
        levels = ValueLevel.names.map {
            Choice(
                value: $0.name, text: reader.words("actionpages.values.level.\($0.name)"),
                isSelected: $0.name == chosen)
        }
        opensRanks = problems["level"] != nil || problems["priority"] != nil
        opensMore = problems["detailedDescription"] != nil || problems["freeformNotes"] != nil
    }
}

/// The person's values, and a form for another one.
public struct ValuesScreen: Screen {
    public static let template = "values"
    public let title: String
    let tabs: GoalTabs
    let key: String
    let fields: ValueFields
    let problems: [String: String]
    let values: [Entry]
    let hasValues: Bool
    let older: String?

    /// One value.
    struct Entry: Sendable {
        let id: String
        let name: String
        let area: String?
        let guidance: String?
    }

    /// - Parameters:
    ///   - values: by priority.
    ///   - older: address of the values after these; nil at the end.
    ///   - key: idempotency key of the form.
    public init(
        _ values: [PersonalValue], older: String?, form: ValueForm = ValueForm(), key: String,
        problems: [String: String] = [:], for reader: Reader
    ) {
        title = reader.words("actionpages.values.title")
        tabs = GoalTabs(.values, for: reader)
        (self.key, self.problems, self.older) = (key, problems, older)
        fields = ValueFields(form, problems, reader)
        self.values = values.map { value in
            let content = value.content
            let rank = content.level ?? .general
            let level = rank == .general ? nil : reader.words("actionpages.values.level.\(rank)")
            let area = [content.lifeDomain, level].compactMap(\.self).joined(separator: " · ")
            return Entry(
                id: "\(value.facts.id)", name: reader.heading(content.title, content.detailedDescription),
                area: area.isEmpty ? nil : area, guidance: content.alignmentGuidance)
        }
        hasValues = !values.isEmpty
    }
}

/// One value to change or delete.
public struct ValueScreen: Screen {
    public static let template = "value"
    public let title: String
    let tabs: GoalTabs
    let key: String
    let id: String
    let version: String
    let fields: ValueFields
    let problems: [String: String]

    /// - Parameters:
    ///   - stored: the version to replace.
    ///   - form: the typed values; nil for the stored ones.
    public init(
        _ stored: PersonalValue, form: ValueForm? = nil, key: String, problems: [String: String] = [:],
        for reader: Reader
    ) {
        title = reader.words("actionpages.values.change")
        tabs = GoalTabs(.values, for: reader)
        (self.key, self.problems) = (key, problems)
        (id, version) = ("\(stored.facts.id)", "\(stored.facts.version)")
        fields = ValueFields(form ?? ValueForm(stored.content), problems, reader)
    }
}
