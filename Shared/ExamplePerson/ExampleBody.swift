import Messages

/// Weight, food and drink of the example person: a year with a scale, and of it the last fourteen weeks with a diary of
/// meals and the aim to lose. The tissue follows the energy balance at 7,700 kcal a kilogram, as plans expect it (PLN-2);
/// water moves the scale from day to day.
struct ExampleBody {
    /// What is recorded of one day.
    struct Record {
        /// kg in the morning; nil without a weigh-in.
        var kilograms: Double?
        /// Minute of the day, kcal and g of protein; empty without a record.
        var meals: [(minute: Int, kilocalories: Double, proteinGrams: Double)] = []
        /// Minute of the day and ml; empty without a record.
        var drinks: [(minute: Int, millilitres: Double)] = []
    }

    /// Days with a scale, and with a diary, before and with the last one.
    static let (weighed, recorded) = (364, 98)
    /// Weight at the beginning, kg, and the energy of a usual day at that weight, kcal.
    static let (first, expenditure) = (76.6, 2_110.0)

    /// One for each day.
    let records: [Record]

    /// - Parameters:
    ///   - days: oldest first, without gaps.
    ///   - made: the day on which the person was made. On later days the weight is kept.
    init(_ days: [ExampleYears.Entry], made: Day, seed: UInt64) {
        var (tissue, water) = (Self.first, 0.0)
        records = days.map { entry in
            let ago = entry.day.distance(to: made)
            var random = SeededGenerator(seed, 8, entry.day.number)
            var record = Record()
            water = 0.6 * water + 0.32 * random.normal()
            let used = Self.expenditure + 22 * (tissue - Self.first) + 30 * entry.wellbeing
            let isDiary = ago < Self.recorded
            let aimed = ago < 0 ? used - 74 : 1_640
            let eaten = isDiary ? aimed + (entry.isWeekend ? 260 : 0) + 170 * random.normal() : used
            let isAtHome = entry.event == .none
            if isAtHome, ago < Self.weighed, random.unit() < (isDiary ? 0.6 : 0.14) {
                record.kilograms = ((tissue + water) * 10).rounded() / 10
            }
            if isDiary, random.unit() < 0.9 { record.write(eaten, using: &random) }
            tissue += (eaten - used + (isDiary ? 0 : 100 * random.normal())) / 7_700
            return record
        }
    }

    /// The statements of the body profile, made when the diary began (PLN-1).
    static func profile(of user: UserID, revision: UInt64, statedAt: Milliseconds) -> BodyProfile {
        BodyProfile(
            user: user, revision: revision, sex: .female, birthday: Day(year: 1988, month: 4, day: 12),
            heightCentimetres: 170, weightKilograms: first, weightAt: statedAt, targetKilograms: 68, aim: .lose,
            activity: .light)
    }
}

extension ExampleBody.Record {
    /// Writes down a day's food, of which a fifth of the energy is protein at 4 kcal a gram, and its drinks.
    fileprivate mutating func write(_ kilocalories: Double, using random: inout SeededGenerator) {
        let shares = [(465, 0.25), (760, 0.35), (1_155, 0.4)]
        meals = shares.map { minute, share in
            let energy = (kilocalories * share * (0.9 + 0.2 * random.unit())).rounded()
            return (minute + Int(20 * random.unit()), energy, (energy * (0.17 + 0.06 * random.unit()) / 4).rounded())
        }
        drinks = (0..<6).map { glass in
            (480 + 150 * glass + Int(40 * random.unit()), 50 * (5 + 3 * random.unit()).rounded())
        }
    }
}
