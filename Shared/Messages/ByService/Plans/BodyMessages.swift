import Wire

/// The sex that the equations for the resting metabolic rate distinguish.
public struct BodySex: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// As the equations know it.
    public static let female = BodySex(rawValue: 1)
    /// As the equations know it.
    public static let male = BodySex(rawValue: 2)
    public static let names: [(value: BodySex, name: String)] = [(female, "female"), (male, "male")]
}

/// The direction in which a person wants their weight to go.
public struct WeightAim: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// Less weight.
    public static let lose = WeightAim(rawValue: 1)
    /// The same weight.
    public static let maintain = WeightAim(rawValue: 2)
    /// More weight.
    public static let gain = WeightAim(rawValue: 3)
    public static let names: [(value: WeightAim, name: String)] = [
        (lose, "lose"), (maintain, "maintain"), (gain, "gain"),
    ]
}

/// Physical activity of a usual week; each level has a factor of the resting metabolic rate (PLN-2).
public struct ActivityLevel: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// Factor 1.2.
    public static let sedentary = ActivityLevel(rawValue: 1)
    /// Factor 1.375.
    public static let light = ActivityLevel(rawValue: 2)
    /// Factor 1.55.
    public static let moderate = ActivityLevel(rawValue: 3)
    /// Factor 1.725.
    public static let active = ActivityLevel(rawValue: 4)
    /// Factor 1.9.
    public static let veryActive = ActivityLevel(rawValue: 5)
    public static let names: [(value: ActivityLevel, name: String)] = [
        (sedentary, "sedentary"), (light, "light"), (moderate, "moderate"), (active, "active"),
        (veryActive, "veryActive"),
    ]
}

/// A person's own statements about their body (PLN-1), sealed. Separate from `Profile`, so that scoring and ingestion
/// learn nothing of it. An absent value was not stated.
public struct BodyProfile: Message, Equatable {
    public var user: UserID
    /// Increases with every change; 0 for a person who has stated nothing.
    public var revision: UInt64
    /// The sex that the equations distinguish.
    public var sex: BodySex?
    /// Date of birth.
    public var birthday: Day?
    /// 50 … 272 cm.
    public var heightCentimetres: Double?
    /// 30 … 300 kg.
    public var weightKilograms: Double?
    /// Time at which the person stated the weight; set by the service when the weight changes.
    public var weightAt: Milliseconds?
    /// 30 … 300 kg.
    public var targetKilograms: Double?
    /// The direction of the weight.
    public var aim: WeightAim?
    /// Activity of a usual week.
    public var activity: ActivityLevel?
    /// 2 … 75 %.
    public var bodyFatPercent: Double?
    /// True while pregnant or nursing.
    public var isPregnantOrNursing: Bool?
    /// True once the person saved the form: what it offered from imported data is answered. Stays true.
    public var isFormSaved: Bool?
    public init(
        user: UserID, revision: UInt64 = 0, sex: BodySex? = nil, birthday: Day? = nil,
        heightCentimetres: Double? = nil, weightKilograms: Double? = nil, weightAt: Milliseconds? = nil,
        targetKilograms: Double? = nil, aim: WeightAim? = nil, activity: ActivityLevel? = nil,
        bodyFatPercent: Double? = nil, isPregnantOrNursing: Bool? = nil, isFormSaved: Bool? = nil
    ) {
        (self.user, self.revision, self.sex, self.birthday) = (user, revision, sex, birthday)
        (self.heightCentimetres, self.weightKilograms, self.weightAt) = (heightCentimetres, weightKilograms, weightAt)
        (self.targetKilograms, self.aim, self.activity) = (targetKilograms, aim, activity)
        (self.bodyFatPercent, self.isPregnantOrNursing) = (bodyFatPercent, isPregnantOrNursing)
        self.isFormSaved = isFormSaved
    }
    enum CodingKeys: Int, CodingKey {
        case user = 1, revision, sex, birthday, heightCentimetres, weightKilograms, weightAt, targetKilograms, aim
        case activity, bodyFatPercent, isPregnantOrNursing, isFormSaved
    }

    /// The profile as it is shown while the person sees no numbers: without weight, target weight and body fat (PLN-10).
    public var withoutNumbers: BodyProfile {
        var shown = self
        (shown.weightKilograms, shown.weightAt, shown.targetKilograms, shown.bodyFatPercent) = (nil, nil, nil, nil)
        return shown
    }

    /// True if `withoutNumbers` leaves something out.
    public var hasNumbers: Bool { self != withoutNumbers }

    /// A change that was made without seeing the numbers: those that it does not state are the stored ones.
    public func keepingNumbers(of stored: BodyProfile) -> BodyProfile {
        var kept = self
        if weightKilograms == nil { (kept.weightKilograms, kept.weightAt) = (stored.weightKilograms, stored.weightAt) }
        kept.targetKilograms = targetKilograms ?? stored.targetKilograms
        kept.bodyFatPercent = bodyFatPercent ?? stored.bodyFatPercent
        return kept
    }
}

/// Requests a person's body profile; revision 0 without values if the person has stated nothing.
public struct BodyProfileQuery: UserRequest {
    public typealias Reply = BodyProfile
    public static let type = MessageType(0x0806)
    public static let service: ServiceName? = .api
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }
}

/// Replaces the body profile; `conflict` if `body.revision` is not the stored one, `invalid` with every wrong field.
public struct SetBodyProfile: UserRequest {
    public typealias Reply = BodyProfile
    public static let type = MessageType(0x0807)
    public static let service: ServiceName? = .api
    public var user: UserID
    /// The new body profile with the stored revision. `body.user` is `user`.
    public var body: BodyProfile
    public init(user: UserID, body: BodyProfile) { (self.user, self.body) = (user, body) }
    enum CodingKeys: Int, CodingKey { case user = 1, body }
}

/// A person's body profile changed. Only plans consumes it.
public struct BodyProfileChanged: BusEvent, Equatable {
    public static let type = MessageType(0x0882)
    public var user: UserID
    /// The body profile after the change.
    public var body: BodyProfile
    public init(user: UserID, body: BodyProfile) { (self.user, self.body) = (user, body) }
    enum CodingKeys: Int, CodingKey { case user = 1, body }
}

extension BodyProfile {
    /// Whether the target lies above the weight to lose, or below it to gain. Maintaining ignores a target.
    public var isTargetAgainstAim: Bool {
        guard let aim, let weightKilograms, let targetKilograms else { return false }
        return aim == .lose && targetKilograms > weightKilograms || aim == .gain && targetKilograms < weightKilograms
    }
}

/// The weight of a day changed; carries its current value, one for all sources of the day: that of the most trusted
/// source (ING-6).
public struct BodyMassRecorded: BusEvent, Equatable {
    public static let type = MessageType(0x0284)
    public var user: UserID
    /// Increases with every change of this day.
    public var revision: UInt64
    /// Local day of the reading.
    public var day: Day
    /// 0 if `deleted`.
    public var kilograms: Double
    /// Time of the reading.
    public var at: Milliseconds
    /// True if the day has no reading any more.
    public var deleted: Bool
    /// The same for readings that one import or post brought: they do not confirm each other. Nil if it is not known.
    public var batch: Int64?
    public init(
        user: UserID, revision: UInt64, day: Day, kilograms: Double, at: Milliseconds, deleted: Bool = false,
        batch: Int64? = nil
    ) {
        (self.user, self.revision, self.day) = (user, revision, day)
        (self.kilograms, self.at, self.deleted, self.batch) = (kilograms, at, deleted, batch)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, revision, day, kilograms, at, deleted, batch }
}

/// The food and drink of a day changed; carries its current totals, those of the most trusted source of the day
/// (ING-6). An absent value is unknown, never zero (COM-3); without any value the day has no record any more.
public struct IntakeRecorded: BusEvent, Equatable {
    public static let type = MessageType(0x0285)
    public var user: UserID
    /// Increases with every change of this day.
    public var revision: UInt64
    public var day: Day
    /// Energy eaten and drunk, kcal.
    public var kilocalories: Double?
    /// Protein, g.
    public var proteinGrams: Double?
    /// Water drunk, ml.
    public var waterMillilitres: Double?
    public init(
        user: UserID, revision: UInt64, day: Day, kilocalories: Double? = nil, proteinGrams: Double? = nil,
        waterMillilitres: Double? = nil
    ) {
        (self.user, self.revision, self.day) = (user, revision, day)
        (self.kilocalories, self.proteinGrams, self.waterMillilitres) = (kilocalories, proteinGrams, waterMillilitres)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, revision, day, kilocalories, proteinGrams, waterMillilitres }
}
