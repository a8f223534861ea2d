import Messages
import Wire

/// The texts of an abstraction and of the basic that shares its id, sealed as one value. A text of white space alone is
/// absent.
struct StoredTexts: Message, Equatable {
    var title: String?
    var detailedDescription: String?
    var freeformNotes: String?
    /// Of a goal.
    var actionPlan: String?
    /// Of an obligation.
    var toWhom: String?
    /// Of an obligation.
    var consequence: String?
    /// Of a term.
    var theme: String?
    /// Of a closed term.
    var reflection: String?
    /// Of a measure.
    var unit: String?
    /// Of a value.
    var lifeDomain: String?
    /// Of a value.
    var alignmentGuidance: String?
    /// Of a weekly review.
    var wentWell: String?
    /// Of a weekly review.
    var gotInTheWay: String?
    /// Of a weekly review.
    var nextWeek: String?
    /// Safety's verdict on the texts, where the database hides content; nil otherwise, and for texts that wait for it.
    var level: Verdict.Level?

    init(title: String? = nil, detailedDescription: String? = nil, freeformNotes: String? = nil) {
        self.title = title.nonblank
        self.detailedDescription = detailedDescription.nonblank
        self.freeformNotes = freeformNotes.nonblank
    }

    init(_ action: ActionContent) {
        self.init(
            title: action.title, detailedDescription: action.detailedDescription, freeformNotes: action.freeformNotes)
    }

    init(_ goal: GoalContent) {
        self.init(title: goal.title, detailedDescription: goal.detailedDescription, freeformNotes: goal.freeformNotes)
        actionPlan = goal.actionPlan.nonblank
    }

    init(_ term: TermContent) {
        self.init(title: term.title, detailedDescription: term.detailedDescription, freeformNotes: term.freeformNotes)
        theme = term.theme.nonblank
    }

    init(_ value: ValueContent) {
        self.init(
            title: value.title, detailedDescription: value.detailedDescription, freeformNotes: value.freeformNotes)
        (lifeDomain, alignmentGuidance) = (value.lifeDomain.nonblank, value.alignmentGuidance.nonblank)
    }

    init(_ measure: MeasureContent) {
        self.init(
            title: measure.title, detailedDescription: measure.detailedDescription,
            freeformNotes: measure.freeformNotes)
        unit = measure.unit
    }

    init(_ review: ReviewContent) {
        self.init()
        wentWell = review.wentWell.nonblank
        gotInTheWay = review.gotInTheWay.nonblank
        nextWeek = review.nextWeek.nonblank
    }

    enum CodingKeys: Int, CodingKey {
        case title = 1, detailedDescription, freeformNotes, actionPlan, toWhom, consequence, theme, reflection, unit
        case lifeDomain, alignmentGuidance, wentWell, gotInTheWay, nextWeek, level
    }

    init(from decoder: any Decoder) throws {
        let fields = try FieldDecoder<CodingKeys>(decoder)
        title = try fields.decodeIfPresent(forKey: .title)
        detailedDescription = try fields.decodeIfPresent(forKey: .detailedDescription)
        freeformNotes = try fields.decodeIfPresent(forKey: .freeformNotes)
        actionPlan = try fields.decodeIfPresent(forKey: .actionPlan)
        toWhom = try fields.decodeIfPresent(forKey: .toWhom)
        consequence = try fields.decodeIfPresent(forKey: .consequence)
        theme = try fields.decodeIfPresent(forKey: .theme)
        reflection = try fields.decodeIfPresent(forKey: .reflection)
        unit = try fields.decodeIfPresent(forKey: .unit)
        lifeDomain = try fields.decodeIfPresent(forKey: .lifeDomain)
        alignmentGuidance = try fields.decodeIfPresent(forKey: .alignmentGuidance)
        wentWell = try fields.decodeIfPresent(forKey: .wentWell)
        gotInTheWay = try fields.decodeIfPresent(forKey: .gotInTheWay)
        nextWeek = try fields.decodeIfPresent(forKey: .nextWeek)
        level = try fields.decodeIfPresent(forKey: .level)
    }

    /// All texts, for safety.
    var all: [String] {
        [
            title, detailedDescription, freeformNotes, actionPlan, toWhom, consequence, theme, reflection, unit,
            lifeDomain, alignmentGuidance, wentWell, gotInTheWay, nextWeek,
        ].compactMap(\.self)
    }
}

/// The notes of a goal's target, sealed.
struct StoredNotes: Message, Equatable {
    var text: String
    enum CodingKeys: Int, CodingKey { case text = 1 }
}

extension String? {
    /// Nil for a text without anything but white space.
    var nonblank: String? { flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } }
}
