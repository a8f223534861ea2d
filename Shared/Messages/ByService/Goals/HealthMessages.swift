import Wire

/// The kind of health record that a rule turns into actions (GOL-6).
public struct HealthRecordKind: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// Steps of a day.
    public static let steps = HealthRecordKind(rawValue: 1)
    /// Mindful time of a day.
    public static let mindful = HealthRecordKind(rawValue: 2)
    /// Sleep of the night that ends on a day.
    public static let sleep = HealthRecordKind(rawValue: 3)
    /// Exercise of a day.
    public static let exercise = HealthRecordKind(rawValue: 4)
    /// One workout.
    public static let workout = HealthRecordKind(rawValue: 5)
    /// Energy eaten and drunk on a day, kcal.
    public static let kilocalories = HealthRecordKind(rawValue: 6)
    /// Protein of a day, g.
    public static let protein = HealthRecordKind(rawValue: 7)
    /// Water of a day, ml.
    public static let water = HealthRecordKind(rawValue: 8)
    /// The weight of a day, kg.
    public static let bodyMass = HealthRecordKind(rawValue: 9)
    public static let names: [(value: HealthRecordKind, name: String)] = [
        (steps, "steps"), (mindful, "mindful"), (sleep, "sleep"), (exercise, "exercise"), (workout, "workout"),
        (kilocalories, "kilocalories"), (protein, "protein"), (water, "water"), (bodyMass, "bodyMass"),
    ]
}

/// The quantity of a workout that a rule takes.
public struct WorkoutQuantity: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// Its duration.
    public static let duration = WorkoutQuantity(rawValue: 1)
    /// Its distance; a workout without one gives no action.
    public static let distance = WorkoutQuantity(rawValue: 2)
    /// One for each workout.
    public static let number = WorkoutQuantity(rawValue: 3)
    public static let names: [(value: WorkoutQuantity, name: String)] = [
        (duration, "duration"), (distance, "distance"), (number, "number"),
    ]
}

/// A rule as a person sets it: records of a kind become actions with a title, a measure and, if named, a goal.
public struct HealthRuleContent: Message, Equatable {
    /// The kind of the records.
    public var kind: HealthRecordKind
    /// Only workouts of this activity, such as `running`, compared without case; absent for all. At most 200 characters.
    public var activity: String?
    /// Of a workout; absent for its duration. Absent for other kinds.
    public var quantity: WorkoutQuantity?
    /// Smaller values give no action; in the measure's unit, absent for 0.
    public var least: Double?
    /// Only records from this day on; absent for all.
    public var from: Day?
    /// Title of the actions; 1 … 200 characters.
    public var title: String
    /// Id of the measure of the actions; its kind is that of the value: a count for steps and for a number of workouts,
    /// energy, a mass for protein, a volume for water, the mass of a body, a distance for distances, else a duration.
    public var measure: EntityID
    /// Id of the goal that the actions count for; absent for none.
    public var goal: EntityID?
    public init(
        kind: HealthRecordKind, activity: String? = nil, quantity: WorkoutQuantity? = nil, least: Double? = nil,
        from: Day? = nil, title: String, measure: EntityID, goal: EntityID? = nil
    ) {
        (self.kind, self.activity, self.quantity, self.least) = (kind, activity, quantity, least)
        (self.from, self.title, self.measure, self.goal) = (from, title, measure, goal)
    }
    enum CodingKeys: Int, CodingKey { case kind = 1, activity, quantity, least, from, title, measure, goal }
}

/// A stored rule.
public struct StoredHealthRule: Message, Equatable {
    /// Id, version, time and safety's judgement of its title. A rule makes actions once its title is judged.
    public var facts: RecordFacts
    /// The values that the person entered.
    public var content: HealthRuleContent
    /// Number of actions that it made and that still follow it.
    public var actions: Int32
    /// True if `content.least` of a rule about food is left out, because the person sees no numbers (PLN-10).
    public var numbersHidden: Bool?
    public init(facts: RecordFacts, content: HealthRuleContent, actions: Int32, numbersHidden: Bool? = nil) {
        (self.facts, self.content, self.actions, self.numbersHidden) = (facts, content, actions, numbersHidden)
    }
    enum CodingKeys: Int, CodingKey { case facts = 1, content, actions, numbersHidden }
}

/// Adds a rule, or replaces one. The request id is a new rule's id. The staged records of its kind are read again; a
/// reply may come before the last of them.
///
/// Errors as of `SaveGoal`.
public struct SaveHealthRule: UserRequest {
    public static let type = MessageType(0x0920)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// The rule to replace; absent for a new one.
    public var edited: EditedVersion?
    /// The values that the person entered.
    public var content: HealthRuleContent
    /// As in `SaveGoal`.
    public var country: String?
    /// As in `SaveGoal`, for `content.least` of a rule whose kind and measure stay.
    public var keepsHidden: Bool?
    public init(
        user: UserID, edited: EditedVersion? = nil, content: HealthRuleContent, country: String? = nil,
        keepsHidden: Bool? = nil
    ) {
        (self.user, self.edited, self.content, self.country) = (user, edited, content, country)
        self.keepsHidden = keepsHidden
    }
    enum CodingKeys: Int, CodingKey { case user = 1, edited, content, country, keepsHidden }

    /// The stored rule.
    public struct Reply: Message, Equatable {
        /// As stored.
        public var rule: StoredHealthRule
        /// As in `SaveGoal.Reply`.
        public var verdict: Verdict?
        public init(rule: StoredHealthRule, verdict: Verdict? = nil) { (self.rule, self.verdict) = (rule, verdict) }
        enum CodingKeys: Int, CodingKey { case rule = 1, verdict }
    }
}

/// Deletes a rule with the actions that it made, except those that the person edited. Errors as of `DeleteGoal`.
public struct DeleteHealthRule: UserRequest {
    public typealias Reply = Empty
    public static let type = MessageType(0x0921)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// The rule's id.
    public var rule: EntityID
    /// Absent to delete any version.
    public var version: UInt64?
    /// True to keep its actions; they follow no record any more.
    public var keepsActions: Bool?
    public init(user: UserID, rule: EntityID, version: UInt64? = nil, keepsActions: Bool? = nil) {
        (self.user, self.rule, self.version, self.keepsActions) = (user, rule, version, keepsActions)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, rule, version, keepsActions }
}

/// Requests a person's rules, in the order in which they were recorded; at most 50 exist.
public struct HealthRulesQuery: UserRequest {
    public static let type = MessageType(0x0922)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// This rule only: `notFound` if it does not exist.
    public var rule: EntityID?
    public init(user: UserID, rule: EntityID? = nil) { (self.user, self.rule) = (user, rule) }
    enum CodingKeys: Int, CodingKey { case user = 1, rule }

    /// The rules.
    public struct Reply: Message, Equatable {
        /// In the stated order.
        public var rules: [StoredHealthRule]
        public init(rules: [StoredHealthRule]) { self.rules = rules }
        enum CodingKeys: Int, CodingKey { case rules = 1 }
    }
}

/// The state of a staged record.
public struct StagedState: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// Not read yet.
    public static let pending = StagedState(rawValue: 1)
    /// Read under at least one rule.
    public static let parsed = StagedState(rawValue: 2)
    /// No rule is about it.
    public static let unmatched = StagedState(rawValue: 3)
    /// It cannot be read under a rule; `StagedRecord.errors` says why.
    public static let failed = StagedState(rawValue: 4)
    /// Nothing is left of it: its samples were deleted.
    public static let empty = StagedState(rawValue: 5)
    public static let names: [(value: StagedState, name: String)] = [
        (pending, "pending"), (parsed, "parsed"), (unmatched, "unmatched"), (failed, "failed"), (empty, "empty"),
    ]
}

/// A health record that waits in the staging table.
public struct StagedRecord: Message, Equatable {
    /// The day's total or the workout; the same for every state of it.
    public var id: EntityID
    /// A day's total of something, or a workout.
    public var kind: HealthRecordKind
    public var day: Day
    /// Whether it gave an action, waits, or failed.
    public var state: StagedState
    /// Steps, seconds, kcal, g, ml or kg; absent if nothing is left of it, and with `numbersHidden`.
    public var value: Double?
    /// Of a workout, in lower case; absent for other kinds.
    public var activity: String?
    /// Of a workout, in metres; absent without a distance.
    public var distance: Double?
    /// Of a failed record: `amount`, `measure`, `goal`, `day` or `activity`, each with its code.
    public var errors: [FieldError]
    /// True if the value of food is left out, because the person sees no numbers (PLN-10).
    public var numbersHidden: Bool?
    public init(
        id: EntityID, kind: HealthRecordKind, day: Day, state: StagedState, value: Double? = nil,
        activity: String? = nil, distance: Double? = nil, errors: [FieldError] = [], numbersHidden: Bool? = nil
    ) {
        (self.id, self.kind, self.day, self.state, self.value) = (id, kind, day, state, value)
        (self.activity, self.distance, self.errors) = (activity, distance, errors)
        self.numbersHidden = numbersHidden
    }
    enum CodingKeys: Int, CodingKey { case id = 1, kind, day, state, value, activity, distance, errors, numbersHidden }
}

/// Requests staged records, the latest day first and then by id.
public struct StagedHealthQuery: UserRequest {
    public static let type = MessageType(0x0923)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// Only records in this state; absent for unmatched and failed ones.
    public var state: StagedState?
    /// Only records of this kind.
    public var kind: HealthRecordKind?
    /// Most records in the reply, 1 … 1,000; absent for 100.
    public var limit: Int32?
    /// `next` of the page before.
    public var after: ListCursor?
    public init(
        user: UserID, state: StagedState? = nil, kind: HealthRecordKind? = nil, limit: Int32? = nil,
        after: ListCursor? = nil
    ) {
        (self.user, self.state, self.kind, self.limit, self.after) = (user, state, kind, limit, after)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, state, kind, limit, after }

    /// One page.
    public struct Reply: Message, Equatable {
        /// In the stated order.
        public var records: [StagedRecord]
        /// Number of records in each state, by name; states without records are absent.
        public var counts: [String: Int64]
        /// Absent after the last page.
        public var next: ListCursor?
        public init(records: [StagedRecord], counts: [String: Int64], next: ListCursor? = nil) {
            (self.records, self.counts, self.next) = (records, counts, next)
        }
        enum CodingKeys: Int, CodingKey { case records = 1, counts, next }
    }
}

/// Reads failed and unmatched records again under the present rules. A reply may come before the last of them.
public struct ReparseStaged: UserRequest {
    public static let type = MessageType(0x0924)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// Only records of this kind; absent for all.
    public var kind: HealthRecordKind?
    public init(user: UserID, kind: HealthRecordKind? = nil) { (self.user, self.kind) = (user, kind) }
    enum CodingKeys: Int, CodingKey { case user = 1, kind }

    /// The effect.
    public struct Reply: Message, Equatable {
        /// Number of records to be read again.
        public var records: Int64
        /// How many of them still wait; the background reads them.
        public var waiting: Int64
        public init(records: Int64, waiting: Int64) { (self.records, self.waiting) = (records, waiting) }
        enum CodingKeys: Int, CodingKey { case records = 1, waiting }
    }
}
