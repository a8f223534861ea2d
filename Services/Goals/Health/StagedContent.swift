import Messages

/// The values of a staged record, sealed.
struct StagedContent: Message, Equatable {
    /// Steps, seconds, kilocalories, grams of protein, millilitres of water or kilograms of the body.
    var value: Double
    /// Start of a workout, time of a weight; absent for a day's total.
    var start: Milliseconds?
    /// Of a workout, in lower case.
    var activity: String?
    /// Of a workout, metres.
    var distance: Double?
    enum CodingKeys: Int, CodingKey { case value = 1, start, activity, distance }
}

/// The errors of a staged record, sealed.
struct StagedErrors: Message, Equatable {
    var errors: [FieldError]
    enum CodingKeys: Int, CodingKey { case errors = 1 }
}

/// One state of a day's total or of a workout, as an event brought it.
struct HealthState: Equatable {
    var id: EntityID
    var kind: HealthRecordKind
    var day: Day
    var revision: UInt64
    /// Nil if nothing is left of it.
    var content: StagedContent?

    /// The states of a day's four totals.
    static func states(of totals: DayTotals) -> [HealthState] {
        let values: [(HealthRecordKind, Double?)] = [
            (.steps, totals.steps), (.mindful, totals.mindful), (.sleep, totals.sleep), (.exercise, totals.exercise),
        ]
        return values.map { kind, value in
            HealthState(
                id: id(of: kind, on: totals.day), kind: kind, day: totals.day, revision: totals.revision,
                content: value.map { StagedContent(value: $0) })
        }
    }

    /// The state of a day's weight.
    init(_ mass: BodyMassRecorded) {
        self.init(
            id: Self.id(of: .bodyMass, on: mass.day), kind: .bodyMass, day: mass.day, revision: mass.revision,
            content: mass.deleted ? nil : StagedContent(value: mass.kilograms, start: mass.at))
    }

    /// The states of a day's food and drink.
    static func states(of intake: IntakeRecorded) -> [HealthState] {
        let values: [(HealthRecordKind, Double?)] = [
            (.kilocalories, intake.kilocalories), (.protein, intake.proteinGrams), (.water, intake.waterMillilitres),
        ]
        return values.map { kind, value in
            HealthState(
                id: id(of: kind, on: intake.day), kind: kind, day: intake.day, revision: intake.revision,
                content: value.map { StagedContent(value: $0) })
        }
    }

    init(id: EntityID, kind: HealthRecordKind, day: Day, revision: UInt64, content: StagedContent?) {
        (self.id, self.kind, self.day, self.revision, self.content) = (id, kind, day, revision, content)
    }

    init(_ workout: WorkoutRecorded) {
        self.init(
            id: workout.workout, kind: .workout, day: workout.day, revision: workout.revision,
            content: workout.deleted
                ? nil
                : StagedContent(
                    value: workout.duration, start: workout.start, activity: workout.activity,
                    distance: workout.distance))
    }

    /// The id of a day's total. No workout has it: ids of workouts begin with their start in seconds since 1970.
    static func id(of kind: HealthRecordKind, on day: Day) -> EntityID {
        EntityID(
            high: 0xFFFF_FFFF_0000_0000 | UInt64(UInt32(bitPattern: kind.rawValue)),
            low: UInt64(UInt32(bitPattern: day.number)))
    }
}
