/// The kinds of samples that are kept. Numbers are stored: never reused.
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
    /// Value: duration without pauses, s; the note names the activity.
    case workout = 16
    /// RMSSD of the beats that an SDNN sample was made from; see `BeatVariability`.
    case beatVariability = 17
    // Totals of a workout, with its times and its note.
    case workoutEnergy = 18
    case workoutDistance = 19
    /// Mean over the workout.
    case workoutHeartRate = 20
    /// A night that an app summed up. Value: sleep in it, s. Starts at 18:00 the evening before, where a day's sleep
    /// begins (ING-13), so that a later telling of the same night has the same start; ends when the sleep ended, or at
    /// once where that is not known.
    case sleepTotal = 21

    /// The kinds that daily metrics are made of.
    package static let metrics: [SampleKind] = [
        .heartRateVariability, .heartRate, .restingHeartRate, .respiratoryRate, .sleep, .steps, .beatVariability,
        .sleepTotal,
    ]

    /// True where a day's sleep is read from it. Without `default`: a new kind decides for itself, as the nights before
    /// a day are looked for where such samples are.
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

    /// Made from a part of another kind's record: not counted as a sample of its own.
    package var isPart: Bool {
        switch self {
        case .beatVariability, .workoutEnergy, .workoutDistance, .workoutHeartRate: true
        default: false
        }
    }

    /// Made from parts of this kind's records: they go with it.
    package var parts: [SampleKind] {
        switch self {
        case .heartRateVariability: [.beatVariability]
        case .workout: [.workoutEnergy, .workoutDistance, .workoutHeartRate]
        default: []
        }
    }

    /// The kind whose records this one is a part of; itself for others.
    package var whole: SampleKind { isPart ? (isOfWorkout ? .workout : .heartRateVariability) : self }

    /// False for states at a time, where an end is no more than detail.
    var hasMeaningfulEnd: Bool {
        isCumulative || isOfWorkout || self == .sleep || self == .mindfulSession || self == .sleepTotal
    }

    /// Kinds of which an app's mean over a whole day is not what one sample is.
    var hasDailyMean: Bool { self == .heartRateVariability || self == .respiratoryRate || self == .heartRate }

    /// True where the note is an activity, not a time zone.
    package var isOfWorkout: Bool {
        switch self {
        case .workout, .workoutEnergy, .workoutDistance, .workoutHeartRate: true
        default: false
        }
    }

    /// HealthKit's identifier in an export's `type` attribute; nil for kinds that are not used.
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

    /// The name in exported files, or HealthKit's identifier.
    package init?(named name: some StringProtocol) {
        guard let kind = Self.allCases.first(where: { $0.exported.name == name }) ?? Self(healthKit: String(name))
        else { return nil }
        self = kind
    }

    /// Amounts that add up over time; the others are states at a time.
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

    /// Values outside are set aside (ING-7): what a sensor or a typing error makes, not what a body does. In the
    /// canonical unit, per sample.
    var plausible: ClosedRange<Double> {
        switch self {
        // Short-term SDNN of healthy adults 32–93 ms (Nunan 2010, Pacing Clin Electrophysiol 33:1407), athletes and
        // ectopic beats to about 300 ms.
        case .heartRateVariability, .beatVariability: 1...400
        // Lowest recorded in a healthy adult 26/min (Guinness World Records), fastest conducted tachycardia about
        // 300/min (Chhabra 2012, Tex Heart Inst J 39:570).
        case .heartRate, .workoutHeartRate: 20...300
        case .restingHeartRate: 20...200
        // Vital-sign limits of the National Early Warning Score are 8 and 25/min (Royal College of Physicians 2017);
        // twice that either way.
        case .respiratoryRate: 4...60
        // HealthKit sleep stages.
        case .sleep: 0...5
        // The 24 h running record is 319.6 km (Sorokin 2022), about 320,000 steps.
        case .steps: 0...350_000
        // A stage of the Tour de France takes about 6,000 kcal (Saris 1989, Int J Sports Med 10:S26).
        case .activeEnergy, .basalEnergy, .dietaryEnergy, .workoutEnergy: 0...20_000
        // Heaviest person recorded 635 kg, tallest 272 cm (Guinness World Records); the smallest newborns that live.
        case .bodyMass: 0.2...650
        case .height: 20...280
        case .dietaryProtein: 0...2000
        case .dietaryWater: 0...30_000
        case .exerciseTime: 0...345_600
        case .mindfulSession: 0...0
        case .sleepTotal: 0...86_400
        case .workout: 0...345_600
        // Twice the 24 h cycling record of 1,026 km (Strasser 2021): a workout may last four days.
        case .workoutDistance: 0...2_000_000
        }
    }
}

extension SampleKind {
    /// Samples of one UTC day that are kept: what is read of a day, and so the memory that its metrics take, has a
    /// bound. A heart rate for each second, an energy every three seconds, of all else one every nine; a watch records
    /// a tenth of that in a day of workouts.
    package var mostPerDay: Int {
        switch self {
        case .heartRate: 90_000
        case .activeEnergy, .basalEnergy: 30_000
        default: 10_000
        }
    }

    /// Samples that begin before are set aside, s since 1970. The days of a person are held in memory when their
    /// metrics are computed again: those from 1970 on are 20,000. Kinds without daily metrics (a weight of long ago) go
    /// back to 1900.
    private var earliest: Int64 { Self.metrics.contains(self) ? 0 : -2_208_988_800 }

    @inline(__always) func isTooEarly(_ start: Int64) -> Bool { start < 0 && start < earliest }
}

/// HealthKit's sleep stages; raw values are HealthKit's.
package enum SleepStage: Int, Sendable {
    case inBed = 0
    case asleepUnspecified = 1
    case awake = 2
    case core = 3
    case deep = 4
    case rem = 5

    /// In bed is not asleep, and overlaps the stages (ING-13).
    var isAsleep: Bool { self != .inBed && self != .awake }

    /// The `value` attribute of a sleep record; `Asleep` is how it was called before iOS 16.
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
