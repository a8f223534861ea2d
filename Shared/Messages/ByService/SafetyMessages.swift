import Wire

/// Judges a text before any other use of it (SAF-1).
public struct Classify: BusRequest {
    public typealias Reply = Verdict
    public static let type = MessageType(0x0401)
    public static let service: ServiceName? = .safety
    /// SAF-6: a caller treats a later verdict as missing.
    public static let budget = Duration.milliseconds(1500)

    /// How much of a text the sentence model reads, and how long. The rules read all of it in any case.
    public struct Effort: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// An answer while a person waits: the rest of a long text is left to the rules.
        public static let prompt = Effort(rawValue: 1)
        /// The whole text, for callers that can wait `budget(of:)`.
        public static let thorough = Effort(rawValue: 2)
        /// Short texts only, and the rules for longer ones: for many texts of one person together.
        public static let brief = Effort(rawValue: 3)
        public static let names: [(value: Effort, name: String)] = [
            (prompt, "prompt"), (thorough, "thorough"), (brief, "brief"),
        ]
    }

    /// The budget of a thorough reading: 1.5 s, and 0.25 ms for each Unicode scalar.
    public static func budget(of text: String) -> Duration {
        budget + .microseconds(250) * text.unicodeScalars.count
    }

    public var text: String
    /// ISO 3166 alpha-2, for the resources; empty if unknown.
    public var country: String
    /// Whether a program composed the text for the person: an embedding alone must then be surer to call it `caution`.
    public var isAdvice: Bool
    /// Absent in requests of older releases: `prompt`.
    public var effort: Effort?
    public init(text: String, country: String, isAdvice: Bool = false, effort: Effort? = nil) {
        self.text = text
        self.country = country
        self.isAdvice = isAdvice
        self.effort = effort
    }
    enum CodingKeys: Int, CodingKey { case text = 1, country, isAdvice, effort }
}

/// Safety's judgement of a text.
public struct Verdict: Message, Equatable {
    /// Severity, in ascending order.
    public struct Level: OpenEnum, Comparable {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// No sign of danger.
        public static let safe = Level(rawValue: 1)
        /// Distress, or uncertain.
        public static let caution = Level(rawValue: 2)
        /// Acute danger.
        public static let crisis = Level(rawValue: 3)
        public static let names: [(value: Level, name: String)] = [
            (safe, "safe"), (caution, "caution"), (crisis, "crisis"),
        ]
        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// The main reason of a verdict.
    public struct Reason: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// Suicide or self-harm.
        public static let selfHarm = Reason(rawValue: 1)
        /// Abuse, or danger from others.
        public static let abuseOrDanger = Reason(rawValue: 2)
        /// A medical emergency.
        public static let medicalEmergency = Reason(rawValue: 3)
        /// A threat to others.
        public static let harmToOthers = Reason(rawValue: 4)
        /// Severe but not acute distress.
        public static let distress = Reason(rawValue: 5)
        /// Another person may be in danger.
        public static let concernForOthers = Reason(rawValue: 6)
        /// No rules exist for the text's language.
        public static let unknownLanguage = Reason(rawValue: 7)
        /// Safety did not answer in time.
        public static let unavailable = Reason(rawValue: 8)
        /// Starving oneself, purging, fear of food.
        public static let disorderedEating = Reason(rawValue: 9)
        /// No danger was found, but parts of the text were read by rules alone, or by nothing.
        public static let notReadInFull = Reason(rawValue: 10)
        public static let names: [(value: Reason, name: String)] = [
            (selfHarm, "selfHarm"), (abuseOrDanger, "abuseOrDanger"), (medicalEmergency, "medicalEmergency"),
            (harmToOthers, "harmToOthers"),
            (distress, "distress"), (concernForOthers, "concernForOthers"), (unknownLanguage, "unknownLanguage"),
            (unavailable, "unavailable"),
            (disorderedEating, "disorderedEating"), (notReadInFull, "notReadInFull"),
        ]
    }

    /// The severity.
    public var level: Level
    /// Present unless `safe`.
    public var reason: Reason?
    /// Names of the matching rules; never text.
    public var rules: [String]
    /// Present with `crisis`.
    public var card: CrisisCard?
    /// True if only phrase rules judged the text because the sentence model is missing, which misses more; else absent.
    public var withoutModel: Bool?
    /// True if the sentence model did not read all of the text; else absent. Such a verdict is never `safe`.
    public var readInPart: Bool?
    public init(
        level: Level, reason: Reason? = nil, rules: [String] = [], card: CrisisCard? = nil, withoutModel: Bool? = nil,
        readInPart: Bool? = nil
    ) {
        self.level = level
        self.reason = reason
        self.rules = rules
        self.card = card
        self.withoutModel = withoutModel
        self.readInPart = readInPart
    }
    enum CodingKeys: Int, CodingKey { case level = 1, reason, rules, card, withoutModel, readInPart }

    /// The verdict on a text that could not be read, or not in full: never `safe`, and graver ones stay.
    public var asReadInPart: Verdict {
        var verdict = self
        verdict.readInPart = true
        guard level < .caution else { return verdict }
        verdict.level = .caution
        verdict.reason = .notReadInFull
        return verdict
    }
}

/// Help shown to a person in danger (SAF-4).
public struct CrisisCard: Message, Equatable {
    /// A helpline.
    public struct Line: Message, Equatable {
        /// The helpline's name.
        public var name: String
        /// Empty if there is none.
        public var phone: String
        /// How to reach it by text or chat; empty if impossible.
        public var text: String
        /// Its web page; empty if there is none.
        public var url: String
        public init(name: String, phone: String, text: String, url: String) {
            (self.name, self.phone, self.text, self.url) = (name, phone, text, url)
        }
        enum CodingKeys: Int, CodingKey { case name = 1, phone, text, url }
    }

    /// An emergency service with a number of its own.
    public struct Emergency: Message, Equatable {
        /// Its name in the card's language, such as "Police".
        public var name: String
        /// Its phone number.
        public var phone: String
        public init(name: String, phone: String) { (self.name, self.phone) = (name, phone) }
        enum CodingKeys: Int, CodingKey { case name = 1, phone }
    }

    /// The card's heading.
    public var title: String
    /// The card's text.
    public var message: String
    /// The number to call first.
    public var emergencyNumber: String
    /// Helplines, the most relevant first.
    public var lines: [Line]
    /// A sentence about the limits of the card.
    public var disclaimer: String
    /// ISO 3166 alpha-2; empty for the international fallback.
    public var country: String
    /// Day on which the numbers were last verified.
    public var checkedOn: Day
    /// An exercise for the minutes until help answers; absent if unsuitable.
    public var exercise: Exercise?
    /// Text that leads to the person's safety plan; absent if unsuitable.
    public var plan: String?
    /// The verdict's reason; absent from older releases.
    public var reason: Verdict.Reason?
    /// All emergency numbers if police and ambulance differ, the one to call first in front. Empty if `emergencyNumber`
    /// serves all.
    public var emergencies: [Emergency]
    /// How to find local numbers; present if the country is unknown or not in the table.
    public var countryHint: String?
    public init(
        title: String, message: String, emergencyNumber: String, lines: [Line], disclaimer: String, country: String,
        checkedOn: Day, exercise: Exercise? = nil,
        plan: String? = nil, reason: Verdict.Reason? = nil, emergencies: [Emergency] = [], countryHint: String? = nil
    ) {
        (self.title, self.message, self.emergencyNumber, self.lines) = (title, message, emergencyNumber, lines)
        (self.disclaimer, self.country, self.checkedOn) = (disclaimer, country, checkedOn)
        (self.exercise, self.plan) = (exercise, plan)
        (self.reason, self.emergencies, self.countryHint) = (reason, emergencies, countryHint)
    }
    enum CodingKeys: Int, CodingKey {
        case title = 1, message, emergencyNumber, lines, disclaimer, country, checkedOn, exercise, plan, reason,
            emergencies, countryHint
    }
}

/// A short exercise in steps.
public struct Exercise: Message, Equatable {
    /// Its name.
    public var title: String
    /// Its steps in order.
    public var steps: [String]
    /// Source of the exercise.
    public var source: String
    public init(title: String, steps: [String], source: String) {
        (self.title, self.steps, self.source) = (title, steps, source)
    }
    enum CodingKeys: Int, CodingKey { case title = 1, steps, source }
}

/// A person's plan for their worst hours in their own words, after the Safety Planning Intervention of Stanley and
/// Brown (2012). Stored sealed, never judged, never sent elsewhere.
public struct SafetyPlan: Message, Equatable {
    /// A person to contact.
    public struct Contact: Message, Equatable {
        /// The contact's name.
        public var name: String
        /// Empty if there is none.
        public var phone: String
        public init(name: String, phone: String) { (self.name, self.phone) = (name, phone) }
        enum CodingKeys: Int, CodingKey { case name = 1, phone }
    }

    /// Increases with every change; 0 for a plan that was never saved.
    public var revision: UInt64
    /// Signs that a crisis may begin.
    public var warningSigns: [String]
    /// Steps the person can take alone.
    public var ownSteps: [String]
    /// Places that distract.
    public var places: [String]
    /// Friends and family to contact.
    public var people: [Contact]
    /// Professionals and services to contact.
    public var professionals: [Contact]
    /// Steps that make the surroundings safer.
    public var saferSurroundings: [String]
    /// Reasons to live.
    public var reasons: [String]
    public init(
        revision: UInt64 = 0, warningSigns: [String] = [], ownSteps: [String] = [], places: [String] = [],
        people: [Contact] = [],
        professionals: [Contact] = [],
        saferSurroundings: [String] = [], reasons: [String] = []
    ) {
        (self.revision, self.warningSigns, self.ownSteps, self.places) = (revision, warningSigns, ownSteps, places)
        (self.people, self.professionals, self.saferSurroundings, self.reasons) = (
            people, professionals, saferSurroundings, reasons
        )
    }
    enum CodingKeys: Int, CodingKey {
        case revision = 1, warningSigns, ownSteps, places, people, professionals, saferSurroundings, reasons
    }

    /// Every list is required in JSON: a plan is replaced as a whole, and a body that forgets a list would delete it.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        revision = try fields.decode(UInt64.self, forKey: .revision)
        warningSigns = try fields.required(forKey: .warningSigns)
        ownSteps = try fields.required(forKey: .ownSteps)
        places = try fields.required(forKey: .places)
        people = try fields.required(forKey: .people)
        professionals = try fields.required(forKey: .professionals)
        saferSurroundings = try fields.required(forKey: .saferSurroundings)
        reasons = try fields.required(forKey: .reasons)
    }
}

/// Explanations shown with a safety plan.
public struct PlanGuide: Message, Equatable {
    /// Explanation of one field.
    public struct Section: Message, Equatable {
        /// Name of the plan's field.
        public var field: String
        /// The field's heading.
        public var title: String
        /// How to fill in the field.
        public var hint: String
        public init(field: String, title: String, hint: String) {
            (self.field, self.title, self.hint) = (field, title, hint)
        }
        enum CodingKeys: Int, CodingKey { case field = 1, title, hint }
    }

    /// The page's heading.
    public var title: String
    /// The purpose of a plan.
    public var introduction: String
    /// In the order of a plan's use.
    public var sections: [Section]
    /// An exercise for the moment.
    public var exercise: Exercise
    /// Literature behind the plan.
    public var sources: [String]
    public init(title: String, introduction: String, sections: [Section], exercise: Exercise, sources: [String]) {
        (self.title, self.introduction, self.sections, self.exercise, self.sources) = (
            title, introduction, sections, exercise, sources
        )
    }
    enum CodingKeys: Int, CodingKey { case title = 1, introduction, sections, exercise, sources }
}

/// Requests a person's safety plan.
public struct SafetyPlanQuery: UserRequest {
    public static let type = MessageType(0x0403)
    public static let service: ServiceName? = .safety
    public var user: UserID
    /// Language of the guide: German for `de…`, else English.
    public var language: String
    public init(user: UserID, language: String) { (self.user, self.language) = (user, language) }
    enum CodingKeys: Int, CodingKey { case user = 1, language }

    /// The plan with its explanations.
    public struct Reply: Message, Equatable {
        /// The plan; empty with revision 0 if never saved.
        public var plan: SafetyPlan
        /// The explanations.
        public var guide: PlanGuide
        public init(plan: SafetyPlan, guide: PlanGuide) { (self.plan, self.guide) = (plan, guide) }
        enum CodingKeys: Int, CodingKey { case plan = 1, guide }
    }
}

/// Replaces the plan; `conflict` if `plan.revision` is not the stored one.
public struct SetSafetyPlan: UserRequest {
    public static let type = MessageType(0x0404)
    public static let service: ServiceName? = .safety
    public var user: UserID
    /// The new plan with the stored revision.
    public var plan: SafetyPlan
    public init(user: UserID, plan: SafetyPlan) { (self.user, self.plan) = (user, plan) }
    enum CodingKeys: Int, CodingKey { case user = 1, plan }

    /// The new revision, without the plan's content.
    public struct Reply: Message, Equatable {
        /// Revision of the saved plan.
        public var revision: UInt64
        public init(revision: UInt64) { self.revision = revision }
        enum CodingKeys: Int, CodingKey { case revision = 1 }
    }
}
