import Messages

// Sealed values of this service's tables. Field numbers are never reused.

/// The part of a profile that plans need.
struct KeptProfile: Message, Equatable {
    var revision: UInt64
    /// Oldest first; the last one applies now.
    var timeZones: [ZonePeriod]
    /// ISO 3166 alpha-2; empty if unknown.
    var country: String
    enum CodingKeys: Int, CodingKey { case revision = 1, timeZones, country }
}

/// Weight and intake of one day. A day keeps its revisions when the values of ingestion are gone.
struct KeptDay: Message, Equatable {
    var day: Day
    /// `BodyMassRecorded.revision`; 0 before the first.
    var massRevision: UInt64 = 0
    var kilograms: Double?
    /// Time of the reading.
    var at: Milliseconds?
    /// `IntakeRecorded.revision`; 0 before the first.
    var intakeRevision: UInt64 = 0
    var kilocalories: Double?
    var proteinGrams: Double?
    var waterMillilitres: Double?
    /// The last weight that the person stated on this day, kg.
    var statedKilograms: Double?
    /// Time of the statement.
    var statedAt: Milliseconds?
    /// `BodyMassRecorded.batch` of the reading.
    var massBatch: Int64?
    /// Time of the day's first statement that agrees with the last one; nil if it is the only one.
    var statedFirstAt: Milliseconds?
    enum CodingKeys: Int, CodingKey {
        case day = 1, massRevision, kilograms, at, intakeRevision, kilocalories, proteinGrams, waterMillilitres
        case statedKilograms, statedAt, massBatch, statedFirstAt
    }

    init(day: Day) { self.day = day }

    /// The day's weight: the later of the reading and the statement.
    var weight: CurrentWeight? {
        CurrentWeight.later(
            stated: statedKilograms.flatMap { kilograms in statedAt.map { (kilograms, $0) } },
            measured: kilograms.flatMap { kilograms in at.map { (kilograms, $0) } })
    }

    /// The person's statement alone; nil without one.
    var statement: KeptDay? {
        guard statedKilograms != nil else { return nil }
        var day = KeptDay(day: day)
        (day.statedKilograms, day.statedAt, day.statedFirstAt) = (statedKilograms, statedAt, statedFirstAt)
        return day
    }
}

/// The days of one calendar month, in their order.
struct KeptMonth: Message, Equatable {
    var days: [KeptDay]
    enum CodingKeys: Int, CodingKey { case days = 1 }
}

/// A plan with the facts that decide on the next one.
struct KeptPlan: Message, Equatable {
    /// With all numbers.
    var plan: Plan
    /// `BodyProfile.revision` that it was computed from.
    var bodyRevision: UInt64
    /// Targets of the plan before it.
    var previous: PlannedTargets?
    /// The day on which a later plan took its place.
    var endedOn: Day?
    /// Orders a person's plans.
    var number: Int64
    /// `Plan.floorApplied` as computed, before changes by hand.
    var floorApplied: Bool
    /// `Plan.paceLimited` as computed, before changes by hand.
    var paceLimited: Bool
    enum CodingKeys: Int, CodingKey {
        case plan = 1, bodyRevision, previous, endedOn, number, floorApplied, paceLimited
    }
}

/// A verdict on a journal entry whose reason is disordered eating.
struct KeptVerdict: Message, Equatable {
    var entry: EntityID
    /// `JournalEntryChanged.revision`; absent after sentiment was restored from an older copy.
    var revision: UInt64?
    /// True if the person asked for numbers after it.
    var answered: Bool
    enum CodingKeys: Int, CodingKey { case entry = 1, revision, answered }
}

/// A person's settings and the state of their planning.
struct KeptState: Message, Equatable {
    /// `PlanUpdated.revision` of the last event.
    var revision: UInt64 = 0
    /// The person put numbers away.
    var hidden = false
    /// A verdict on the journal put numbers away (PLN-10).
    var hiddenForCare = false
    /// The person wants no notices.
    var isQuiet = false
    /// The last plan that the person has seen.
    var seen: EntityID?
    /// Why there is no plan; absent with one and before the first request.
    var care: CareNotice.Reason?
    /// Number of the last plan.
    var number: Int64 = 0
    /// Monday of the last ISO week whose weekly computation is done.
    var week: Day?
    /// The latest `KeptState.maximumVerdicts`.
    var verdicts: [KeptVerdict] = []
    /// `PlanUpdated.uncountedDays` of the last event.
    var uncountedDays: [Day] = []
    enum CodingKeys: Int, CodingKey {
        case revision = 1, hidden, hiddenForCare, isQuiet, seen, care, number, week, verdicts, uncountedDays
    }

    /// Verdicts that are remembered, so that a repeated one does not hide numbers again.
    static let maximumVerdicts = 200

    var numbersHidden: Bool { hidden || hiddenForCare }
}
