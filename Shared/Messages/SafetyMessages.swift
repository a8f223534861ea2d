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
        public static let names: [(value: Reason, name: String)] = [
            (selfHarm, "selfHarm"), (abuseOrDanger, "abuseOrDanger"), (medicalEmergency, "medicalEmergency"), (harmToOthers, "harmToOthers"),
            (distress, "distress"), (concernForOthers, "concernForOthers"), (unknownLanguage, "unknownLanguage"), (unavailable, "unavailable"),
        ]
    }

    public var level: Level
    /// Present unless `safe`.
    public var reason: Reason?
    /// Names of the rules that decided; never text.
    public var rules: [String]
    /// Present with `crisis`.
    public var card: CrisisCard?
    public init(level: Level, reason: Reason? = nil, rules: [String] = [], card: CrisisCard? = nil) {
        (self.level, self.reason, self.rules, self.card) = (level, reason, rules, card)
    }
    enum CodingKeys: Int, CodingKey { case level = 1, reason, rules, card }
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

    public var title: String
    public var message: String
    public var emergencyNumber: String
    public var lines: [Line]
    public var disclaimer: String
    /// ISO 3166 alpha-2; empty for the international fallback.
    public var country: String
    public var checkedOn: Day
    public init(title: String, message: String, emergencyNumber: String, lines: [Line], disclaimer: String, country: String, checkedOn: Day) {
        (self.title, self.message, self.emergencyNumber, self.lines) = (title, message, emergencyNumber, lines)
        (self.disclaimer, self.country, self.checkedOn) = (disclaimer, country, checkedOn)
    }
    enum CodingKeys: Int, CodingKey { case title = 1, message, emergencyNumber, lines, disclaimer, country, checkedOn }
}

public struct CrisisResources: BusRequest {
    public typealias Reply = CrisisCard
    public static let type = MessageType(0x0402)
    public static let service: ServiceName? = .safety
    public var country: String
    public var reason: Verdict.Reason
    public init(country: String, reason: Verdict.Reason) { (self.country, self.reason) = (country, reason) }
    enum CodingKeys: Int, CodingKey { case country = 1, reason }
}
