import Messages

/// The kinds of samples that are stored. Raw values are part of the storage format and never reused.
package enum SampleKind: UInt8, CaseIterable, Sendable {
    case heartRateVariability = 1
    case heartRate = 2
    case restingHeartRate = 3
    case respiratoryRate = 4
    case sleep = 5
    case steps = 6
    case activeEnergy = 7
    case basalEnergy = 8
    case bodyMass = 9
    case height = 10
    case dietaryEnergy = 11
    case dietaryProtein = 12
    case dietaryWater = 13
    case exerciseTime = 14
    case mindfulSession = 15
    /// Value: duration without pauses, s; the note is the activity.
    case workout = 16
    /// RMSSD of the heartbeats behind an SDNN sample; see `BeatVariability`.
    case beatVariability = 17
    // Totals of a workout, with the workout's times and note.
    case workoutEnergy = 18
    case workoutDistance = 19
    /// Mean over the workout.
    case workoutHeartRate = 20
    /// A night's total from an app. Value: time asleep, s. Starts at 18:00 of the evening before, the start of a sleep
    /// day (ING-13), so that a later total of the same night has the same start. Ends when the sleep ended, or at its
    /// start if that is unknown.
    case sleepTotal = 21

    /// Returns true if nights are computed from this kind; the search for a day's earlier nights uses it. No `default`,
    /// so that a new kind must decide.
    package var tellsNights: Bool {
        switch self {
        case .sleep, .sleepTotal: true
        case .heartRateVariability, .heartRate, .restingHeartRate, .respiratoryRate, .steps, .activeEnergy,
            .basalEnergy, .bodyMass, .height, .dietaryEnergy,
            .dietaryProtein, .dietaryWater, .exerciseTime, .mindfulSession, .workout, .beatVariability, .workoutEnergy,
            .workoutDistance, .workoutHeartRate:
            false
        }
    }

    /// Returns true if the kind is derived from part of another kind's record and not counted as a sample of its own.
    package var isPart: Bool {
        switch self {
        case .beatVariability, .workoutEnergy, .workoutDistance, .workoutHeartRate: true
        default: false
        }
    }

    /// The kinds derived from parts of this kind's records; they are added and deleted with it.
    package var parts: [SampleKind] {
        switch self {
        case .heartRateVariability: [.beatVariability]
        case .workout: [.workoutEnergy, .workoutDistance, .workoutHeartRate]
        default: []
        }
    }

    /// The kind whose records this one is part of; the kind itself if `isPart` is false.
    package var whole: SampleKind { isPart ? (isOfWorkout ? .workout : .heartRateVariability) : self }

    /// Returns false for point measurements, whose end carries no information.
    var hasMeaningfulEnd: Bool {
        isCumulative || isOfWorkout || self == .sleep || self == .mindfulSession || self == .sleepTotal
    }

    /// Returns true if an app's mean over a day is not comparable to a single sample.
    var hasDailyMean: Bool { self == .heartRateVariability || self == .respiratoryRate || self == .heartRate }

    /// Returns true if the note is an activity; otherwise it is a time zone.
    package var isOfWorkout: Bool {
        switch self {
        case .workout, .workoutEnergy, .workoutDistance, .workoutHeartRate: true
        default: false
        }
    }

    /// HealthKit's identifier without `HKQuantityTypeIdentifier` or `HKCategoryTypeIdentifier`; nil if it has none.
    var healthKit: String? {
        Self.byIdentifier.first { $0.value == self }?.key.split(separator: "Identifier").last.map(String.init)
    }

    /// From HealthKit's identifier in an export's `type` attribute; nil for unused kinds.
    package init?(healthKit identifier: String) {
        guard let kind = Self.byIdentifier[identifier] else { return nil }
        self = kind
    }

    private static let byIdentifier: [String: SampleKind] = [
        "HKQuantityTypeIdentifierHeartRateVariabilitySDNN": .heartRateVariability,
        "HKQuantityTypeIdentifierHeartRate": .heartRate,
        "HKQuantityTypeIdentifierRestingHeartRate": .restingHeartRate,
        "HKQuantityTypeIdentifierRespiratoryRate": .respiratoryRate,
        "HKCategoryTypeIdentifierSleepAnalysis": .sleep, "HKQuantityTypeIdentifierStepCount": .steps,
        "HKQuantityTypeIdentifierActiveEnergyBurned": .activeEnergy,
        "HKQuantityTypeIdentifierBasalEnergyBurned": .basalEnergy,
        "HKQuantityTypeIdentifierBodyMass": .bodyMass, "HKQuantityTypeIdentifierHeight": .height,
        "HKQuantityTypeIdentifierDietaryEnergyConsumed": .dietaryEnergy,
        "HKQuantityTypeIdentifierDietaryProtein": .dietaryProtein,
        "HKQuantityTypeIdentifierDietaryWater": .dietaryWater,
        "HKQuantityTypeIdentifierAppleExerciseTime": .exerciseTime,
        "HKCategoryTypeIdentifierMindfulSession": .mindfulSession,
    ]

    /// From the name in Pulsum's exports or HealthKit's identifier; nil for any other name.
    package init?(named name: some StringProtocol) {
        guard let kind = Self.allCases.first(where: { $0.exported.name == name }) ?? Self(healthKit: String(name))
        else { return nil }
        self = kind
    }

    /// Returns true for amounts that add up over time, false for states at a time.
    var isCumulative: Bool {
        switch self {
        case .steps, .activeEnergy, .basalEnergy, .dietaryEnergy, .dietaryProtein, .dietaryWater, .exerciseTime: true
        case .heartRateVariability, .heartRate, .restingHeartRate, .respiratoryRate, .sleep, .bodyMass, .height,
            .mindfulSession, .workout, .beatVariability,
            .workoutEnergy, .workoutDistance, .workoutHeartRate, .sleepTotal:
            false
        }
    }

    /// The name and canonical unit in exported files (COM-2).
    package var exported: (name: String, unit: String) {
        switch self {
        case .heartRateVariability: ("heartRateVariability", "ms")
        case .heartRate: ("heartRate", "count/min")
        case .restingHeartRate: ("restingHeartRate", "count/min")
        case .respiratoryRate: ("respiratoryRate", "count/min")
        case .sleep: ("sleep", "stage")
        case .steps: ("steps", "count")
        case .activeEnergy: ("activeEnergy", "kcal")
        case .basalEnergy: ("basalEnergy", "kcal")
        case .bodyMass: ("bodyMass", "kg")
        case .height: ("height", "cm")
        case .dietaryEnergy: ("dietaryEnergy", "kcal")
        case .dietaryProtein: ("dietaryProtein", "g")
        case .dietaryWater: ("dietaryWater", "mL")
        case .exerciseTime: ("exerciseTime", "s")
        case .mindfulSession: ("mindfulSession", "")
        case .workout: ("workout", "s")
        case .beatVariability: ("heartRateVariabilityRMSSD", "ms")
        case .workoutEnergy: ("workoutEnergy", "kcal")
        case .workoutDistance: ("workoutDistance", "m")
        case .workoutHeartRate: ("workoutHeartRate", "count/min")
        case .sleepTotal: ("sleepTotal", "s")
        }
    }

    /// Range of one sample's value in the canonical unit. Values outside are sensor or typing errors and are rejected
    /// (ING-7).
    var plausible: ClosedRange<Double> {
        switch self {
        // Short-term SDNN of healthy adults is 32–93 ms (Nunan 2010, Pacing Clin Electrophysiol 33:1407); athletes and
        // ectopic beats reach about 300 ms.
        case .heartRateVariability, .beatVariability: 1...400
        // Lowest recorded in a healthy adult: 26/min (Guinness World Records). Fastest conducted tachycardia: about
        // 300/min (Chhabra 2012, Tex Heart Inst J 39:570).
        case .heartRate, .workoutHeartRate: 20...300
        case .restingHeartRate: 20...200
        // The National Early Warning Score scores rates up to 8 and from 25/min highest (Royal College of Physicians
        // 2017); the range allows about a factor of two beyond either.
        case .respiratoryRate: 4...60
        // The raw values of `SleepStage`.
        case .sleep: 0...6
        // The 24 h running record is 319.6 km (Sorokin 2022), about 320,000 steps.
        case .steps: 0...350_000
        // A stage of the Tour de France takes about 6,000 kcal (Saris 1989, Int J Sports Med 10:S26).
        case .activeEnergy, .basalEnergy, .dietaryEnergy, .workoutEnergy: 0...20_000
        // As for values that a person types: a scale's slip of the decimal point must not decide about a plan.
        case .bodyMass: BodyLimits.weights
        case .height: BodyLimits.heights
        case .dietaryProtein: 0...2000
        case .dietaryWater: 0...30_000
        case .exerciseTime: 0...345_600
        case .mindfulSession: 0...0
        case .sleepTotal: 0...86_400
        case .workout: 0...345_600
        // Twice the 24 h cycling record of 1,026 km (Strasser 2021), as a workout may last four days.
        case .workoutDistance: 0...2_000_000
        }
    }
}

extension SampleKind {
    /// Samples kept per UTC day; bounds the memory that computing a day's metrics takes. Allows one heart rate a
    /// second, one energy value every three seconds, and one value every nine seconds of all other kinds. A watch
    /// records a tenth of that on a day of workouts.
    package var maximumPerDay: Int {
        switch self {
        case .heartRate: 90_000
        case .activeEnergy, .basalEnergy: 30_000
        default: 10_000
        }
    }

    /// Samples that start earlier are rejected, s since 1970. Computing metrics again holds all of a person's days in
    /// memory: 20,000 days since 1970. Kinds without daily metrics (such as an old body mass) may go back to 1900.
    private var earliest: Int64 { Self.metrics.contains(self) ? 0 : -2_208_988_800 }

    /// Returns true if a sample of this kind may not start at `start`, s since 1970: it is older than the kind can be.
    /// Samples of a clock that was reset are kept and do not count, see `HistoryStart`.
    @inline(__always) func isTooEarly(_ start: Int64) -> Bool { start < 0 && start < earliest }
}

/// HealthKit's sleep stages, with its raw values.
package enum SleepStage: Int, Sendable {
    case inBed = 0
    case asleepUnspecified = 1
    case awake = 2
    case core = 3
    case deep = 4
    case rem = 5
    /// A stage whose name is not known: asleep or not, the night is not whole without it. None of HealthKit's.
    case unknown = 6

    /// In bed does not count as asleep; it overlaps the stages (ING-13).
    var isAsleep: Bool { self != .inBed && self != .awake && self != .unknown }

    /// From the `value` attribute of a sleep record, or its number; nil if unknown. `Asleep` is the name before iOS 16.
    package init?(healthKit value: String) {
        let prefix = "HKCategoryValueSleepAnalysis"
        guard value.hasPrefix(prefix) else {
            guard let number = Int(value), let stage = SleepStage(rawValue: number) else { return nil }
            self = stage
            return
        }
        switch value.dropFirst(prefix.count) {
        case "InBed": self = .inBed
        case "Asleep", "AsleepUnspecified": self = .asleepUnspecified
        case "Awake": self = .awake
        case "AsleepCore": self = .core
        case "AsleepDeep": self = .deep
        case "AsleepREM": self = .rem
        default: return nil
        }
    }
}
