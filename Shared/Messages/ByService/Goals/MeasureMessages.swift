import Wire

/// The quantity of a measure. Units convert within a kind, except counts: a page is no session.
public struct MeasureKind: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// A number of things.
    public static let count = MeasureKind(rawValue: 1)
    /// Canonical unit: the second.
    public static let duration = MeasureKind(rawValue: 2)
    /// Canonical unit: the metre.
    public static let distance = MeasureKind(rawValue: 3)
    /// Canonical unit: the kilogram.
    public static let mass = MeasureKind(rawValue: 4)
    /// Canonical unit: 1.
    public static let ratio = MeasureKind(rawValue: 5)
    /// Canonical unit: the kilocalorie.
    public static let energy = MeasureKind(rawValue: 6)
    /// Canonical unit: the millilitre.
    public static let volume = MeasureKind(rawValue: 7)
    /// The weight of a body; canonical unit: the kilogram. A level: the latest value counts, never a sum.
    public static let bodyMass = MeasureKind(rawValue: 8)
    public static let names: [(value: MeasureKind, name: String)] = [
        (count, "count"), (duration, "duration"), (distance, "distance"), (mass, "mass"), (ratio, "ratio"),
        (energy, "energy"), (volume, "volume"), (bodyMass, "bodyMass"),
    ]
}

/// A measure as a person sets it.
public struct MeasureContent: Message, Equatable {
    /// Its name, at most 200 characters; name or description is required.
    public var title: String?
    /// At most 2,000 characters.
    public var detailedDescription: String?
    /// At most 4,000 characters.
    public var freeformNotes: String?
    /// 1 … 20 characters, such as `km`.
    public var unit: String
    /// The quantity that the unit measures. A count of `kcal` or `ml` is stored as energy or volume.
    public var kind: MeasureKind
    /// Canonical units per unit, above 0: 1,000 for `km`. Absent for a unit that the service knows, and for counts.
    public var factor: Double?
    public init(
        title: String? = nil, detailedDescription: String? = nil, freeformNotes: String? = nil, unit: String,
        kind: MeasureKind, factor: Double? = nil
    ) {
        (self.title, self.detailedDescription, self.freeformNotes) = (title, detailedDescription, freeformNotes)
        (self.unit, self.kind, self.factor) = (unit, kind, factor)
    }
    enum CodingKeys: Int, CodingKey { case title = 1, detailedDescription, freeformNotes, unit, kind, factor }
}

extension MeasureContent {
    /// Units of energy and of drink, and the words that name them.
    private static let foodWords: Set<String> = [
        "kcal", "cal", "cals", "calorie", "calories", "kilocalorie", "kilocalories", "kalorie", "kalorien",
        "kilokalorie", "kilokalorien", "kj", "kilojoule", "kilojoules", "joule", "joules",
        "ml", "cl", "dl", "l", "litre", "litres", "liter", "liters", "millilitre", "millilitres", "milliliter",
        "milliliters",
    ]

    /// Whether its amounts are hidden with the numbers of plans (PLN-10): every weight of a body, energy and volume, and
    /// every mass, which may be that of protein; counts by their unit or name.
    public var isFoodOrWeight: Bool {
        if [.bodyMass, .mass, .energy, .volume].contains(kind) { return true }
        let text = "\(unit) \(title ?? "")".lowercased()
        return text.split { !$0.isLetter }.contains { Self.foodWords.contains(String($0)) }
    }
}

/// A stored measure.
public struct Measure: Message, Equatable {
    /// Id, version, time and safety's judgement.
    public var facts: RecordFacts
    /// With `factor`.
    public var content: MeasureContent
    public init(facts: RecordFacts, content: MeasureContent) { (self.facts, self.content) = (facts, content) }
    enum CodingKeys: Int, CodingKey { case facts = 1, content }
}

/// Creates a measure, or replaces one. The request id is a new measure's id. Errors as of `SaveGoal`; `conflict` also
/// for another kind or factor of a measure that is in use.
public struct SaveMeasure: UserRequest {
    public static let type = MessageType(0x090E)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// The measure to replace; absent for a new one.
    public var edited: EditedVersion?
    /// The values that the person entered.
    public var content: MeasureContent
    /// As in `SaveGoal`.
    public var country: String?
    public init(user: UserID, edited: EditedVersion? = nil, content: MeasureContent, country: String? = nil) {
        (self.user, self.edited, self.content, self.country) = (user, edited, content, country)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, edited, content, country }

    /// The stored measure.
    public struct Reply: Message, Equatable {
        /// As stored.
        public var measure: Measure
        /// As in `SaveGoal.Reply`.
        public var verdict: Verdict?
        public init(measure: Measure, verdict: Verdict? = nil) { (self.measure, self.verdict) = (measure, verdict) }
        enum CodingKeys: Int, CodingKey { case measure = 1, verdict }
    }
}

/// Deletes a measure that no goal and no action uses. Errors as of `DeleteGoal`; `conflict` if it is in use.
public struct DeleteMeasure: UserRequest {
    public typealias Reply = Empty
    public static let type = MessageType(0x090F)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// The measure's id.
    public var measure: EntityID
    /// Absent to delete any version.
    public var version: UInt64?
    public init(user: UserID, measure: EntityID, version: UInt64? = nil) {
        (self.user, self.measure, self.version) = (user, measure, version)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, measure, version }
}

/// Requests measures, in the order in which they were recorded.
public struct MeasuresQuery: UserRequest {
    public static let type = MessageType(0x0910)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// This measure only: `notFound` if it does not exist.
    public var measure: EntityID?
    /// Most measures in the reply, 1 … 1,000; absent for 100.
    public var limit: Int32?
    /// `next` of the page before.
    public var after: ListCursor?
    public init(user: UserID, measure: EntityID? = nil, limit: Int32? = nil, after: ListCursor? = nil) {
        (self.user, self.measure, self.limit, self.after) = (user, measure, limit, after)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, measure, limit, after }

    /// One page.
    public struct Reply: Message, Equatable {
        /// In the stated order.
        public var measures: [Measure]
        /// Absent after the last page.
        public var next: ListCursor?
        public init(measures: [Measure], next: ListCursor? = nil) { (self.measures, self.next) = (measures, next) }
        enum CodingKeys: Int, CodingKey { case measures = 1, next }
    }
}
