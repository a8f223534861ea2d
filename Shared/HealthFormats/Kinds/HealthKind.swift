import Messages

/// One row of the table of kinds: what a value is, in which unit, how a day is made of its values, and who may see it.
/// To add a kind, add a row to one of the lists of `KindTable`.
package final class HealthKind: Sendable {
    /// What one value is.
    package enum Shape: Equatable, Sendable {
        /// A number with a unit.
        case quantity
        /// One half of a pair of quantities that are measured together and drawn together; the name of the pair.
        case half(of: String)
        /// A place on a scale: the value is an index into these names.
        case level([String])
        /// Something that happened: the value is 1, its words are the reading's labels.
        case event
        /// A time with a start and an end; the value is 0.
        case interval
        /// A stage of a night: the value is that of a `SleepStage`.
        case stage
        /// A workout, or one of its totals.
        case workout
    }

    /// How a day's value is made of the readings of a day.
    package enum DayRule: Equatable, Sendable {
        case sum, mean, last, maximum
        /// The number of readings.
        case count
        /// The number of doses that were taken.
        case taken
        /// A rule of its own: `MetricReducer`, `DayActivity`.
        case own
    }

    /// Where a kind is found among others.
    package enum Group: String, CaseIterable, Sendable {
        case heart, breath, blood, temperature, body, sleep, activity, walking, training, workout, nutrition
        case mind, symptoms, cycle, medication, alcohol, hygiene, surroundings
    }

    /// Its name in exports and tables; never changed and never reused.
    package let name: String
    /// What one value is.
    package let shape: Shape
    /// The unit in which values are kept; empty for shapes without one.
    package let unit: String
    /// The units that are accepted, by HealthKit's spelling.
    let units: [String: UnitScale]
    /// Values outside are errors of a sensor or of typing and are rejected (ING-7).
    package let plausible: ClosedRange<Double>
    /// How a day's value is made.
    package let day: DayRule
    /// Where it is found.
    package let group: Group
    /// True for kinds that are shown only after their owner has agreed.
    package let isIntimate: Bool
    /// HealthKit's identifier without `HKQuantityTypeIdentifier` or `HKCategoryTypeIdentifier`; nil if it has none.
    package let healthKit: String?
    /// The kind of sample by which it is stored today; nil for kinds that are stored as readings only.
    package let stored: SampleKind?

    private init(
        name: String, shape: Shape, unit: String, units: [String: UnitScale], plausible: ClosedRange<Double>,
        day: DayRule, group: Group, isIntimate: Bool, healthKit: String?, stored: SampleKind?
    ) {
        self.name = name
        self.shape = shape
        self.unit = unit
        self.units = units
        self.plausible = plausible
        self.day = day
        self.group = group
        self.isIntimate = isIntimate
        self.healthKit = healthKit
        self.stored = stored
    }

    /// A row of a kind that is not stored as samples.
    /// - Parameters:
    ///   - unit: one of `units`.
    ///   - plausible: in `unit`.
    convenience init(
        _ name: String, _ shape: Shape = .quantity, _ unit: String = "", _ units: UnitFamily = .none,
        _ plausible: ClosedRange<Double>, _ day: DayRule, _ group: Group, _ healthKit: String? = nil
    ) {
        self.init(
            name: name, shape: shape, unit: unit, units: units.scales(to: unit), plausible: plausible, day: day,
            group: group, isIntimate: group.isIntimate, healthKit: healthKit, stored: nil)
    }

    /// The row of a kind that is stored, from what `SampleKind` and `UnitConversion` say of it.
    /// - Parameter row: the row that the kind had before it was stored; decides what they do not say.
    convenience init(_ kind: SampleKind, before row: HealthKind?) {
        let group = row?.group ?? Self.group(kind)
        self.init(
            name: kind.exported.name, shape: row?.shape ?? Self.shape(kind), unit: kind.exported.unit,
            units: UnitConversion.table(kind).mapValues { UnitScale(factor: $0) }, plausible: kind.plausible,
            day: row?.day ?? (kind.isCumulative ? .sum : kind == .bodyMass || kind == .height ? .last : .own),
            group: group, isIntimate: row?.isIntimate ?? false, healthKit: kind.healthKit ?? row?.healthKit,
            stored: kind)
    }

    private static func shape(_ kind: SampleKind) -> Shape {
        if kind == .sleep { return .stage }
        if kind == .mindfulSession { return .interval }
        return kind.isOfWorkout ? .workout : .quantity
    }

    /// The group of a kind that never had another row.
    private static func group(_ kind: SampleKind) -> Group {
        switch kind {
        case .heartRateVariability, .heartRate, .restingHeartRate, .beatVariability: .heart
        case .respiratoryRate: .breath
        case .sleep, .sleepTotal: .sleep
        case .bodyMass, .height: .body
        case .dietaryEnergy, .dietaryProtein, .dietaryWater: .nutrition
        case .mindfulSession: .mind
        case .workout, .workoutEnergy, .workoutDistance, .workoutHeartRate: .workout
        default: .activity
        }
    }

    /// Number of a value in `unit`; nil if the unit does not measure this kind. A missing unit is never assumed.
    /// - Parameter unit: in HealthKit's spelling, or in one that a companion uses.
    package func canonical(_ value: Double, _ unit: String) -> Double? {
        guard let scale = units[unit] ?? units[UnitFamily.spelled(unit)] else { return nil }
        return scale.canonical(value)
    }

    /// False for readings of one instant, whose end says nothing.
    var hasEnd: Bool {
        if let stored { return stored.hasMeaningfulEnd }
        return day == .sum || shape == .interval || shape == .workout
    }

    /// Index of a level by its name; nil if there is none or the kind has no levels.
    package func level(_ name: String) -> Double? {
        guard case .level(let names) = shape else { return nil }
        return names.firstIndex(of: name).map(Double.init)
    }
}

extension HealthKind: Hashable {
    package static func == (left: HealthKind, right: HealthKind) -> Bool {
        left === right || left.name == right.name
    }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension HealthKind.Group {
    /// Groups whose kinds say more of a person than their owner may want to see again, or anybody else to see. One
    /// question decides about a group.
    package var isIntimate: Bool {
        switch self {
        case .mind, .symptoms, .cycle, .medication, .alcohol: true
        case .heart, .breath, .blood, .temperature, .body, .sleep, .activity, .walking, .training, .workout, .nutrition,
            .hygiene, .surroundings:
            false
        }
    }
}
