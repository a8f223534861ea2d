import Wire

/// A plan with the changes since the one before it. Every request about the present plan is answered with it.
public struct PlanReply: Message, Equatable {
    /// The active plan; absent with `care`.
    public var plan: Plan?
    /// True if this request computed it.
    public var recomputed: Bool
    /// Targets of the plan before it; absent for a first plan and while numbers are hidden.
    public var previousTargets: PlannedTargets?
    /// Targets that differ from `previousTargets`; empty while numbers are hidden.
    public var changes: [PlanChange]
    /// By how many weeks the projected day moved, positive for later; absent where either plan has none.
    public var weeksMoved: Int32?
    /// Why there is no plan with a deficit.
    public var care: CareNotice?
    /// True while the person sees no numbers.
    public var numbersHidden: Bool
    /// True if a verdict on the journal hid them, not the person (PLN-10).
    public var hiddenForCare: Bool
    /// True if the plan was computed without the person and they have not seen it, and notices are on.
    public var isNews: Bool
    /// True if the person wants a notice of plans that were computed without them.
    public var announces: Bool
    /// True if the profile or the weight is newer than the plan; the next computation uses it.
    public var isStale: Bool
    /// `PlanNumbers.Reply.revision` of the state that this reply shows.
    public var stateRevision: UInt64
    /// A weight that no body reaches since the one before, until a second one confirms it; absent while numbers are
    /// hidden.
    public var waitingWeight: WaitingWeight?
    public init(
        plan: Plan?, recomputed: Bool = false, previousTargets: PlannedTargets? = nil, changes: [PlanChange] = [],
        weeksMoved: Int32? = nil, care: CareNotice? = nil, numbersHidden: Bool = false, hiddenForCare: Bool = false,
        isNews: Bool = false, announces: Bool = true, isStale: Bool = false, stateRevision: UInt64 = 0
    ) {
        (self.plan, self.recomputed, self.previousTargets) = (plan, recomputed, previousTargets)
        (self.changes, self.weeksMoved, self.care) = (changes, weeksMoved, care)
        (self.numbersHidden, self.hiddenForCare) = (numbersHidden, hiddenForCare)
        (self.isNews, self.announces, self.isStale) = (isNews, announces, isStale)
        self.stateRevision = stateRevision
    }
    enum CodingKeys: Int, CodingKey {
        case plan = 1, recomputed, previousTargets, changes, weeksMoved, care, numbersHidden, hiddenForCare, isNews
        case announces, isStale, stateRevision, waitingWeight
    }
}

/// A weight that waits for a second one, and the one that counts meanwhile.
public struct WaitingWeight: Message, Equatable {
    /// The weight that waits, kg.
    public var kilograms: Double
    /// Time of the reading or statement.
    public var at: Milliseconds
    /// The weight that counts, kg.
    public var countedKilograms: Double
    public init(kilograms: Double, at: Milliseconds, countedKilograms: Double) {
        (self.kilograms, self.at, self.countedKilograms) = (kilograms, at, countedKilograms)
    }
    enum CodingKeys: Int, CodingKey { case kilograms = 1, at, countedKilograms }
}

/// Returns the active plan, computed if there is none, its week ended, the body profile changed or a new weight came
/// (PLN-5). `invalid` with a field of code `needed` for each missing value of the profile (PLN-1), and with one of code
/// `implausible` if a result is outside its limits (PLN-4), without these limits while numbers are hidden. A computation
/// whose inputs and results are those of the active plan adds no plan: the reply has that one, and its targets as
/// `previousTargets`.
public struct GeneratePlan: UserRequest {
    public typealias Reply = PlanReply
    public static let type = MessageType(0x0A01)
    public static let service: ServiceName? = .plans
    public var user: UserID
    /// True to compute in any case.
    public var forceRecompute: Bool
    /// The API's present body profile, whose event may still be on its way; absent to use what plans has heard of.
    public var body: BodyProfile?
    public init(user: UserID, forceRecompute: Bool = false, body: BodyProfile? = nil) {
        (self.user, self.forceRecompute, self.body) = (user, forceRecompute, body)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, forceRecompute, body }
}

/// Returns the targets that `GeneratePlan` would give with a body profile, and stores nothing (PLN-9).
public struct EstimatePlan: UserRequest {
    public static let type = MessageType(0x0A09)
    public static let service: ServiceName? = .plans
    public var user: UserID
    /// The stored body profile with the values that are being typed.
    public var body: BodyProfile
    public init(user: UserID, body: BodyProfile) { (self.user, self.body) = (user, body) }
    enum CodingKeys: Int, CodingKey { case user = 1, body }

    /// The result, empty while numbers are hidden and without an active plan.
    public struct Reply: Message, Equatable {
        /// Absent where no plan could be computed, or care asks for none.
        public var targets: PlannedTargets?
        /// As `PlanReply.waitingWeight`.
        public var waitingWeight: WaitingWeight?
        public init(targets: PlannedTargets? = nil, waitingWeight: WaitingWeight? = nil) {
            (self.targets, self.waitingWeight) = (targets, waitingWeight)
        }
        enum CodingKeys: Int, CodingKey { case targets = 1, waitingWeight }
    }
}

/// Requests the active plan as it is stored; `notFound` if there is none.
public struct CurrentPlan: UserRequest {
    public typealias Reply = PlanReply
    public static let type = MessageType(0x0A02)
    public static let service: ServiceName? = .plans
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }
}

/// How a plan's days went.
public struct PlanAdherence: Message, Equatable {
    /// Days of the plan with a recorded intake, up to the day on which a later plan took its place.
    public var intakeDays: Int32
    /// Days with a recorded intake within 10 % of the energy target.
    public var daysNear: Int32
    /// Mean of the recorded intake, kcal a day; absent without any.
    public var meanKilocalories: Double?
    /// Change of weight from the first to the last reading of its days, kg; absent with fewer than two.
    public var weightChange: Double?
    public init(intakeDays: Int32, daysNear: Int32, meanKilocalories: Double?, weightChange: Double?) {
        (self.intakeDays, self.daysNear) = (intakeDays, daysNear)
        (self.meanKilocalories, self.weightChange) = (meanKilocalories, weightChange)
    }
    enum CodingKeys: Int, CodingKey { case intakeDays = 1, daysNear, meanKilocalories, weightChange }
}

/// A plan of the history.
public struct PastPlan: Message, Equatable {
    /// The active one, or an earlier one.
    public var plan: Plan
    /// Absent while numbers are hidden.
    public var adherence: PlanAdherence?
    public init(plan: Plan, adherence: PlanAdherence?) { (self.plan, self.adherence) = (plan, adherence) }
    enum CodingKeys: Int, CodingKey { case plan = 1, adherence }
}

/// Requests a person's plans, the active one included, the latest first.
public struct PlanHistory: UserRequest {
    public static let type = MessageType(0x0A03)
    public static let service: ServiceName? = .plans
    public var user: UserID
    /// Most plans in the reply, 1 … 100; absent for 20.
    public var limit: Int32?
    /// `next` of the page before.
    public var after: ListCursor?
    public init(user: UserID, limit: Int32? = nil, after: ListCursor? = nil) {
        (self.user, self.limit, self.after) = (user, limit, after)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, limit, after }

    /// One page.
    public struct Reply: Message, Equatable {
        /// The latest first.
        public var plans: [PastPlan]
        /// Absent after the last page.
        public var next: ListCursor?
        /// True while the person sees no numbers.
        public var numbersHidden: Bool
        public init(plans: [PastPlan], next: ListCursor?, numbersHidden: Bool) {
            (self.plans, self.next, self.numbersHidden) = (plans, next, numbersHidden)
        }
        enum CodingKeys: Int, CodingKey { case plans = 1, next, numbersHidden }
    }
}

/// Changes targets of the active plan by hand, within the limits of PLN-4 and PLN-10: `invalid` with every wrong field,
/// `conflict` if `revision` is not the stored one, `notFound` if the plan is not active.
public struct AdjustPlan: UserRequest {
    public typealias Reply = PlanReply
    public static let type = MessageType(0x0A04)
    public static let service: ServiceName? = .plans
    public var user: UserID
    /// The active plan.
    public var plan: EntityID
    /// `Plan.revision` of the plan that was edited; absent to change any revision.
    public var revision: UInt64?
    /// kcal a day; absent for the computed target.
    public var kilocalories: Int32?
    /// g a day; absent for the computed target.
    public var proteinGrams: Int32?
    /// ml a day; absent for the computed target.
    public var waterMillilitres: Int32?
    public init(
        user: UserID, plan: EntityID, revision: UInt64? = nil, kilocalories: Int32? = nil, proteinGrams: Int32? = nil,
        waterMillilitres: Int32? = nil
    ) {
        (self.user, self.plan, self.revision) = (user, plan, revision)
        (self.kilocalories, self.proteinGrams, self.waterMillilitres) = (kilocalories, proteinGrams, waterMillilitres)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, plan, revision, kilocalories, proteinGrams, waterMillilitres }
}

/// Hides numbers, or shows them again. Only this request shows numbers that a verdict on the journal hid (PLN-10).
public struct ShowNumbers: UserRequest {
    public static let type = MessageType(0x0A05)
    public static let service: ServiceName? = .plans
    public var user: UserID
    /// False to hide them.
    public var shown: Bool
    public init(user: UserID, shown: Bool) { (self.user, self.shown) = (user, shown) }
    enum CodingKeys: Int, CodingKey { case user = 1, shown }

    /// The state after the request.
    public struct Reply: Message, Equatable {
        /// True while the person sees no numbers.
        public var numbersHidden: Bool
        public init(numbersHidden: Bool) { self.numbersHidden = numbersHidden }
        enum CodingKeys: Int, CodingKey { case numbersHidden = 1 }
    }
}

/// A day of the course of weight and intake.
public struct CourseDay: Message, Equatable {
    public var day: Day
    /// The day's weight, kg: the later of the reading and the person's statement; absent without both.
    public var kilograms: Double?
    /// Energy of the day's intake, kcal; absent without a record.
    public var kilocalories: Double?
    /// Protein of the day's intake, g; absent without a record.
    public var proteinGrams: Double?
    /// Water of the day, ml; absent without a record.
    public var waterMillilitres: Double?
    /// Energy target of the plan in effect, kcal; absent without one.
    public var targetKilocalories: Double?
    /// Lower end of the corridor in which the plan in effect expects the weight, kg; absent without a plan.
    public var expectedLow: Double?
    /// Upper end of the corridor, kg.
    public var expectedHigh: Double?
    /// True if `kilograms` is the person's statement; absent for a reading.
    public var isStated: Bool?
    public init(
        day: Day, kilograms: Double? = nil, kilocalories: Double? = nil, proteinGrams: Double? = nil,
        waterMillilitres: Double? = nil, targetKilocalories: Double? = nil, expectedLow: Double? = nil,
        expectedHigh: Double? = nil, isStated: Bool? = nil
    ) {
        (self.day, self.kilograms, self.kilocalories, self.proteinGrams) = (day, kilograms, kilocalories, proteinGrams)
        (self.waterMillilitres, self.targetKilocalories) = (waterMillilitres, targetKilocalories)
        (self.expectedLow, self.expectedHigh, self.isStated) = (expectedLow, expectedHigh, isStated)
    }
    enum CodingKeys: Int, CodingKey {
        case day = 1, kilograms, kilocalories, proteinGrams, waterMillilitres, targetKilocalories, expectedLow
        case expectedHigh, isStated
    }
}

/// Requests weight and intake of a range of at most 400 days, with the corridor that the plans of that time expected.
public struct PlanCourse: UserRequest {
    public static let type = MessageType(0x0A06)
    public static let service: ServiceName? = .plans
    public var user: UserID
    /// First day of the range.
    public var from: Day
    /// Last day of the range.
    public var through: Day
    public init(user: UserID, from: Day, through: Day) { (self.user, self.from, self.through) = (user, from, through) }
    enum CodingKeys: Int, CodingKey { case user = 1, from, through }

    /// The days.
    public struct Reply: Message, Equatable {
        /// Days with at least one value, oldest first; empty while numbers are hidden.
        public var days: [CourseDay]
        /// True while the person sees no numbers.
        public var numbersHidden: Bool
        public init(days: [CourseDay], numbersHidden: Bool) { (self.days, self.numbersHidden) = (days, numbersHidden) }
        enum CodingKeys: Int, CodingKey { case days = 1, numbersHidden }
    }
}

/// Changes the notice of plans that were computed without the person, or marks a plan as seen.
public struct SetPlanNotice: UserRequest {
    public static let type = MessageType(0x0A07)
    public static let service: ServiceName? = .plans
    public var user: UserID
    /// False for no notices; absent to keep the setting.
    public var announces: Bool?
    /// The plan that the person has seen; absent for none.
    public var seen: EntityID?
    public init(user: UserID, announces: Bool? = nil, seen: EntityID? = nil) {
        (self.user, self.announces, self.seen) = (user, announces, seen)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, announces, seen }

    /// The state after the request.
    public struct Reply: Message, Equatable {
        /// True if notices are on.
        public var announces: Bool
        public init(announces: Bool) { self.announces = announces }
        enum CodingKeys: Int, CodingKey { case announces = 1 }
    }
}

/// Asks whether the person sees numbers, for callers that show numbers of food and weight from elsewhere.
public struct PlanNumbers: UserRequest {
    public static let type = MessageType(0x0A08)
    public static let service: ServiceName? = .plans
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }

    /// The present state.
    public struct Reply: Message, Equatable {
        /// True while the person sees no numbers.
        public var numbersHidden: Bool
        /// `PlanUpdated.revision` of the last event, 0 before the first: it increases whenever numbers are hidden or
        /// shown, and with every change of the plan.
        public var revision: UInt64
        public init(numbersHidden: Bool, revision: UInt64) {
            (self.numbersHidden, self.revision) = (numbersHidden, revision)
        }
        enum CodingKeys: Int, CodingKey { case numbersHidden = 1, revision }
    }
}
