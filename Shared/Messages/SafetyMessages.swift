import Wire

/// The verdict on a text, before it is used for anything else (SAF-1).
public struct Classify: BusRequest {
    public typealias Reply = Verdict
    public static let type = MessageType(0x0401)
    public static let service: ServiceName? = .safety
    /// SAF-6: later than this is no answer.
    public static let budget = Duration.milliseconds(1500)
    public var text: String
    /// ISO 3166 alpha-2, for the resources; empty where unknown.
    public var country: String
    public init(text: String, country: String) { (self.text, self.country) = (text, country) }
    enum CodingKeys: Int, CodingKey { case text = 1, country }
}

public struct Verdict: Message, Equatable {
    /// Ordered by gravity.
    public struct Level: OpenEnum, Comparable {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        public static let safe = Level(rawValue: 1)
        public static let caution = Level(rawValue: 2)
        public static let crisis = Level(rawValue: 3)
        public static let names: [(value: Level, name: String)] = [(safe, "safe"), (caution, "caution"), (crisis, "crisis")]
        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    public struct Reason: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        public static let selfHarm = Reason(rawValue: 1)
        public static let abuseOrDanger = Reason(rawValue: 2)
        public static let medicalEmergency = Reason(rawValue: 3)
        public static let harmToOthers = Reason(rawValue: 4)
        /// Heavy but not acute.
        public static let distress = Reason(rawValue: 5)
        /// Somebody else may be in danger.
        public static let concernForOthers = Reason(rawValue: 6)
        /// A language without rules here.
        public static let unknownLanguage = Reason(rawValue: 7)
        /// Safety did not answer in time.
        public static let unavailable = Reason(rawValue: 8)
        /// Starving oneself, purging, fear of food.
        public static let disorderedEating = Reason(rawValue: 9)
        public static let names: [(value: Reason, name: String)] = [
            (selfHarm, "selfHarm"), (abuseOrDanger, "abuseOrDanger"), (medicalEmergency, "medicalEmergency"), (harmToOthers, "harmToOthers"),
            (distress, "distress"), (concernForOthers, "concernForOthers"), (unknownLanguage, "unknownLanguage"), (unavailable, "unavailable"),
            (disorderedEating, "disorderedEating"),
        ]
    }

    public var level: Level
    /// Present unless `safe`.
    public var reason: Reason?
    /// Names of the rules that decided; never text.
    public var rules: [String]
    /// Present with `crisis`.
    public var card: CrisisCard?
    /// True where phrases alone judged, which misses more, because the sentence model is absent or failed on this text;
    /// absent otherwise.
    public var withoutModel: Bool?
    public init(level: Level, reason: Reason? = nil, rules: [String] = [], card: CrisisCard? = nil, withoutModel: Bool? = nil) {
        (self.level, self.reason, self.rules, self.card, self.withoutModel) = (level, reason, rules, card, withoutModel)
    }
    enum CodingKeys: Int, CodingKey { case level = 1, reason, rules, card, withoutModel }
}

/// What a person in danger sees (SAF-4).
public struct CrisisCard: Message, Equatable {
    public struct Line: Message, Equatable {
        public var name: String
        /// Empty where there is none.
        public var phone: String
        /// How to reach it by text or chat; empty where there is no such way.
        public var text: String
        public var url: String
        public init(name: String, phone: String, text: String, url: String) { (self.name, self.phone, self.text, self.url) = (name, phone, text, url) }
        enum CodingKeys: Int, CodingKey { case name = 1, phone, text, url }
    }

    /// An emergency service with a number of its own.
    public struct Emergency: Message, Equatable {
        /// What it is, in the card's language: "Police".
        public var name: String
        public var phone: String
        public init(name: String, phone: String) { (self.name, self.phone) = (name, phone) }
        enum CodingKeys: Int, CodingKey { case name = 1, phone }
    }

    public var title: String
    public var message: String
    /// The one to call first.
    public var emergencyNumber: String
    public var lines: [Line]
    public var disclaimer: String
    /// ISO 3166 alpha-2; empty for the international fallback.
    public var country: String
    public var checkedOn: Day
    /// For the minutes until somebody answers; absent where it would be in the way.
    public var exercise: Exercise?
    /// Leads to the person's own safety plan; absent where it would be in the way.
    public var plan: String?
    /// What the card was made for; absent from older releases.
    public var reason: Verdict.Reason?
    /// Where police and ambulance have different numbers: both, the one to call first first. Empty where `emergencyNumber` serves all.
    public var emergencies: [Emergency]
    /// Present where the country is not known or not in the table: says so, and how to find the local numbers.
    public var countryHint: String?
    public init(
        title: String, message: String, emergencyNumber: String, lines: [Line], disclaimer: String, country: String, checkedOn: Day, exercise: Exercise? = nil,
        plan: String? = nil, reason: Verdict.Reason? = nil, emergencies: [Emergency] = [], countryHint: String? = nil
    ) {
        (self.title, self.message, self.emergencyNumber, self.lines) = (title, message, emergencyNumber, lines)
        (self.disclaimer, self.country, self.checkedOn) = (disclaimer, country, checkedOn)
        (self.exercise, self.plan) = (exercise, plan)
        (self.reason, self.emergencies, self.countryHint) = (reason, emergencies, countryHint)
    }
    enum CodingKeys: Int, CodingKey {
        case title = 1, message, emergencyNumber, lines, disclaimer, country, checkedOn, exercise, plan, reason, emergencies, countryHint
    }
}

/// Something to do right now, a step at a time.
public struct Exercise: Message, Equatable {
    public var title: String
    public var steps: [String]
    /// Where it is from.
    public var source: String
    public init(title: String, steps: [String], source: String) { (self.title, self.steps, self.source) = (title, steps, source) }
    enum CodingKeys: Int, CodingKey { case title = 1, steps, source }
}

/// What helps a person through their worst hours, in their own words: after the Safety Planning Intervention of Stanley and Brown (2012). Kept sealed, judged by
/// nothing, sent nowhere.
public struct SafetyPlan: Message, Equatable {
    public struct Contact: Message, Equatable {
        public var name: String
        /// Empty where there is none.
        public var phone: String
        public init(name: String, phone: String) { (self.name, self.phone) = (name, phone) }
        enum CodingKeys: Int, CodingKey { case name = 1, phone }
    }

    /// 0 for a plan that was never saved.
    public var revision: UInt64
    public var warningSigns: [String]
    /// What the person can do alone.
    public var ownSteps: [String]
    /// Places that take the mind off things.
    public var places: [String]
    /// Friends and family.
    public var people: [Contact]
    public var professionals: [Contact]
    public var saferSurroundings: [String]
    public var reasons: [String]
    public init(
        revision: UInt64 = 0, warningSigns: [String] = [], ownSteps: [String] = [], places: [String] = [], people: [Contact] = [],
        professionals: [Contact] = [],
        saferSurroundings: [String] = [], reasons: [String] = []
    ) {
        (self.revision, self.warningSigns, self.ownSteps, self.places) = (revision, warningSigns, ownSteps, places)
        (self.people, self.professionals, self.saferSurroundings, self.reasons) = (people, professionals, saferSurroundings, reasons)
    }
    enum CodingKeys: Int, CodingKey { case revision = 1, warningSigns, ownSteps, places, people, professionals, saferSurroundings, reasons }
}

/// What to say around a safety plan.
public struct PlanGuide: Message, Equatable {
    public struct Section: Message, Equatable {
        /// The plan's field.
        public var field: String
        public var title: String
        public var hint: String
        public init(field: String, title: String, hint: String) { (self.field, self.title, self.hint) = (field, title, hint) }
        enum CodingKeys: Int, CodingKey { case field = 1, title, hint }
    }

    public var title: String
    public var introduction: String
    /// In the order in which a plan is used.
    public var sections: [Section]
    public var exercise: Exercise
    public var sources: [String]
    public init(title: String, introduction: String, sections: [Section], exercise: Exercise, sources: [String]) {
        (self.title, self.introduction, self.sections, self.exercise, self.sources) = (title, introduction, sections, exercise, sources)
    }
    enum CodingKeys: Int, CodingKey { case title = 1, introduction, sections, exercise, sources }
}

public struct SafetyPlanQuery: BusRequest {
    public static let type = MessageType(0x0403)
    public static let service: ServiceName? = .safety
    public var user: UserID
    /// Of the guide: what begins with `de` is German, anything else English.
    public var language: String
    public init(user: UserID, language: String) { (self.user, self.language) = (user, language) }
    enum CodingKeys: Int, CodingKey { case user = 1, language }

    public struct Reply: Message, Equatable {
        public var plan: SafetyPlan
        public var guide: PlanGuide
        public init(plan: SafetyPlan, guide: PlanGuide) { (self.plan, self.guide) = (plan, guide) }
        enum CodingKeys: Int, CodingKey { case plan = 1, guide }
    }
}

/// Replaces the plan; `conflict` where `plan.revision` is not the stored one.
public struct SetSafetyPlan: BusRequest {
    public static let type = MessageType(0x0404)
    public static let service: ServiceName? = .safety
    public var user: UserID
    public var plan: SafetyPlan
    public init(user: UserID, plan: SafetyPlan) { (self.user, self.plan) = (user, plan) }
    enum CodingKeys: Int, CodingKey { case user = 1, plan }

    /// Repeats nothing of the plan.
    public struct Reply: Message, Equatable {
        public var revision: UInt64
        public init(revision: UInt64) { self.revision = revision }
        enum CodingKeys: Int, CodingKey { case revision = 1 }
    }
}
