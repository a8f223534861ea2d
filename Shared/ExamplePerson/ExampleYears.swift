import LocalTime
import Messages

/// Two made-up years of a person: pure values, equal for equal arguments.
///
/// One hidden daily wellbeing, an autoregressive series (AR(1), coefficient 0.75) with a weekly rhythm, drives sleep,
/// pulse, variability, steps, check-ins and the tone of the journal, so that all of them correlate as they do in
/// people. An illness, a journey over six time zones, a new watch and days without data occur at fixed distances from
/// the day on which the person was made; days after it go on from there. `ExampleBody` has weight, food and drink.
struct ExampleYears {
    /// Unusual events of a day.
    enum Event: Equatable { case none, illness, travel }

    /// One day of the example person.
    struct Entry {
        let day: Day
        let event: Event
        /// Hidden wellbeing; about −2.5 … 2.5, 0 is usual.
        let wellbeing: Double
        /// Hours asleep in the night that ends on this day.
        let sleep: Double
        /// Minutes from this day's midnight to falling asleep; negative on the evening before.
        let bed: Int
        /// False if the watch was not worn that night.
        let isWorn: Bool

        var isWeekend: Bool { ExampleYears.isWeekend(day) }
    }

    /// Days up to the one on which the person is made.
    static let length = 730
    /// The zone of the person except on the journey.
    let zone: String
    static let journeyZone = "America/New_York"
    let seed: UInt64
    /// The last of the two years.
    let made: Day
    let today: Day
    let days: [Entry]
    let body: ExampleBody
    let periods: [ZonePeriod]
    let calendar: LocalCalendar

    /// - Parameters:
    ///   - made: the day on which the person was made; today if nil.
    ///   - today: the last day.
    ///   - zone: IANA name of the zone the person lives in.
    init(made: Day? = nil, today: Day, zone: String, seed: UInt64) {
        let made = min(made ?? today, today)
        self.made = made
        self.today = today
        self.zone = zone
        self.seed = seed
        var wellbeing = 0.0
        let days = (0..<Self.length + made.distance(to: today)).map { index in
            let day = made.advanced(by: index - Self.length + 1)
            let ago = Self.length - 1 - index
            var random = SeededGenerator(seed, 1, Int32(index))
            let event: Event =
                switch ago {
                case 200...205: .illness
                case Self.journey: .travel
                default: .none
                }
            wellbeing = 0.75 * wellbeing + 0.5 * random.normal()
            let isWeekend = Self.isWeekend(day)
            let shown = wellbeing + (isWeekend ? 0.35 : -0.1) - (event == .illness ? 2 : 0)
            let sleep = min(10, max(4, 7.2 + 0.35 * shown + (isWeekend ? 0.6 : 0) + 0.5 * random.normal()))
            let bed = Int(-35 + (isWeekend ? 50 : 0) + 25 * random.normal())
            let isWorn = !(320...324).contains(ago) && !(511...512).contains(ago) && (ago < 14 || random.unit() > 0.03)
            return Entry(day: day, event: event, wellbeing: shown, sleep: sleep, bed: bed, isWorn: isWorn)
        }
        self.days = days
        body = ExampleBody(days, made: made, seed: seed)
        let home = LocalCalendar([ZonePeriod(since: 0, zone: zone)])
        periods = [
            ZonePeriod(since: 0, zone: zone),
            ZonePeriod(
                since: home.instant(of: made.advanced(by: -Self.journey.upperBound), at: 12 * 3600) * 1000,
                zone: Self.journeyZone),
            ZonePeriod(
                since: home.instant(of: made.advanced(by: -Self.journey.lowerBound + 1), at: 12 * 3600) * 1000,
                zone: zone),
        ]
        calendar = LocalCalendar(periods)
    }

    /// The day on which a person was made, from the zones of its profile; nil before it has them.
    static func made(zones: [ZonePeriod], home: String) -> Day? {
        guard let journey = zones.first(where: { $0.zone == journeyZone }) else { return nil }
        return LocalCalendar([ZonePeriod(since: 0, zone: home)]).day(millisecond: journey.since)
            .advanced(by: Self.journey.upperBound)
    }

    /// 1970-01-01 was a Thursday: 2 is Saturday, 3 Sunday.
    private static func isWeekend(_ day: Day) -> Bool { [2, 3].contains((Int(day.number) % 7 + 7) % 7) }

    /// Days before the last one.
    private static let journey = 110...118
    /// From this distance on towards the last day the person wears the newer watch.
    private static let newWatch = 150

    /// Seconds since 1970 of a minute of the wall clock, which may lie on the day before or after.
    func instant(_ day: Day, minute: Int) -> Int64 {
        let shift = minute >= 0 ? minute / 1440 : -((1439 - minute) / 1440)
        return calendar.instant(of: day.advanced(by: shift), at: Int64((minute - shift * 1440) * 60))
    }

    // MARK: Samples

    /// All samples that ended by `now`, as a CSV file of samples (docs/data-formats.md).
    /// - Parameters:
    ///   - first: the first day; all if nil.
    ///   - now: seconds since 1970.
    func csv(from first: Day? = nil, now: Int64) -> [UInt8] {
        var text = "kind,start,end,value,unit,source\n"
        text.reserveCapacity(8 << 20)
        for (index, entry) in days.enumerated() where entry.day >= first ?? entry.day {
            write(entry, ago: Self.length - 1 - index, now: now, to: &text)
            write(body.records[index], of: entry, now: now, to: &text)
        }
        return Array(text.utf8)
    }

    private func write(_ record: ExampleBody.Record, of entry: Entry, now: Int64, to text: inout String) {
        func add(_ kind: String, _ minute: Int, _ value: Double, _ unit: String, _ source: String) {
            let at = instant(entry.day, minute: minute)
            guard at <= now else { return }
            text += "\(kind),\(Self.date(at)),,\(Self.number(value)),\(unit),\(source)\n"
        }
        if let kilograms = record.kilograms {
            let wake = entry.bed + Int(entry.sleep * 60)
            add("bodyMass", wake + 15, kilograms, "kg", "Example Scale")
        }
        for meal in record.meals {
            add("dietaryEnergy", meal.minute, meal.kilocalories, "kcal", "Example Diary")
            add("dietaryProtein", meal.minute, meal.proteinGrams, "g", "Example Diary")
        }
        for drink in record.drinks { add("dietaryWater", drink.minute, drink.millilitres, "mL", "Example Diary") }
    }

    private func write(_ entry: Entry, ago: Int, now: Int64, to text: inout String) {
        var random = SeededGenerator(seed, 2, entry.day.number)
        let watch = ago < Self.newWatch ? "Example Watch 2" : "Example Watch"
        let isIll = entry.event == .illness
        func add(_ kind: String, _ start: Int64, _ end: Int64, _ value: String, _ unit: String, _ source: String) {
            guard max(start, end) <= now else { return }
            text += "\(kind),\(Self.date(start)),\(end > start ? Self.date(end) : ""),\(value),\(unit),\(source)\n"
        }
        let wake = entry.bed + Int(entry.sleep * 60)
        let resting = 58 - 1.6 * entry.wellbeing + (isIll ? 5 : 0) + 1.2 * random.normal()
        if entry.isWorn {
            var minute = entry.bed
            var cycle = 0
            while minute < wake {
                let deep = max(6, 32 - 9 * cycle) + Int(3 * random.normal())
                let rem = 8 + 6 * cycle + Int(3 * random.normal())
                for (stage, length) in [
                    ("core", 34), ("deep", deep), ("core", 14), ("rem", rem), ("awake", random.unit() < 0.4 ? 4 : 0),
                ] where length > 0 && minute < wake {
                    let end = min(wake, minute + length)
                    add("sleep", instant(entry.day, minute: minute), instant(entry.day, minute: end), stage, "", watch)
                    minute = end
                }
                cycle += 1
            }
            // The newer watch reads variability a little higher, as a change of device does.
            let level = 47 * Self.exp(0.13 * entry.wellbeing) * (ago < Self.newWatch ? 1.09 : 1)
            for step in 0..<5 {
                let at = instant(entry.day, minute: entry.bed + 30 + step * (wake - entry.bed - 60) / 5)
                let value = min(180, max(8, level * Self.exp(0.16 * random.normal())))
                add("heartRateVariability", at, at, Self.number(value), "ms", watch)
            }
            for minute in stride(from: entry.bed + 5, to: wake, by: 10) {
                let at = instant(entry.day, minute: minute)
                add("heartRate", at, at, Self.number(resting - 2 + 2.5 * random.normal()), "count/min", watch)
                guard (minute - entry.bed) % 30 == 5 else { continue }
                let breaths = 14.3 - 0.2 * entry.wellbeing + (isIll ? 1.6 : 0) + 0.4 * random.normal()
                add("respiratoryRate", at, at, Self.number(breaths), "count/min", watch)
            }
            let noted = instant(entry.day, minute: wake + 20)
            add("restingHeartRate", noted, noted, Self.number(resting), "count/min", watch)
            var active = SeededGenerator(seed, 11, entry.day.number)
            if !isIll, active.unit() < 0.6 {
                let (start, minutes) = (instant(entry.day, minute: 17 * 60 + 45), Int64(20 + 40 * active.unit()))
                add("exerciseTime", start, start + minutes * 60, "\(minutes)", "min", watch)
            }
            for minute in stride(from: wake + 30, to: 21 * 60 + 30, by: 20) {
                let at = instant(entry.day, minute: minute)
                add(
                    "heartRate", at, at, Self.number(max(48, resting + 17 + 9 * random.normal())), "count/min", watch)
            }
        }
        let total =
            7_600 * Self.exp(0.1 * entry.wellbeing + 0.3 * random.normal()) * (isIll ? 0.3 : 1)
            * (entry.event == .travel ? 1.6 : 1)
        for hour in 8..<22 {
            let share = (0.5 + random.unit()) / 14
            let start = instant(entry.day, minute: hour * 60 + 4)
            add("steps", start, start + 45 * 60, "\(Int(total * share))", "count", "Example Phone")
        }
    }

    // MARK: Answers

    /// Stress, energy and sleep quality of a day, 1 … 7 each; nil where the person did not answer.
    func answers(_ entry: Entry) -> (stress: Int32, energy: Int32, sleepQuality: Int32)? {
        var random = SeededGenerator(seed, 3, entry.day.number)
        guard random.unit() < 0.82 else { return nil }
        func value(_ center: Double) -> Int32 { Int32(min(7, max(1, (center + 0.6 * random.normal()).rounded()))) }
        return (
            stress: value(3.6 - 0.9 * entry.wellbeing), energy: value(4.3 + 0.95 * entry.wellbeing),
            sleepQuality: value(4.4 + 0.8 * (entry.sleep - 7.2) + 0.4 * entry.wellbeing)
        )
    }

    /// The journal entry of a day; nil on most days.
    func words(_ entry: Entry, inGerman: Bool) -> String? {
        var random = SeededGenerator(seed, 4, entry.day.number)
        guard random.unit() < (entry.event == .none ? 0.2 : 0.5) else { return nil }
        return ExampleJournal(inGerman: inGerman).text(
            entry.event, wellbeing: entry.wellbeing, sleep: entry.sleep, using: &random)
    }

    /// The tag of a day in the person's own words; nil on most days.
    func tag(_ entry: Entry, inGerman: Bool) -> String? {
        var random = SeededGenerator(seed, 15, entry.day.number)
        return random.unit() < 0.065 ? (inGerman ? "Später Kaffee" : "Late coffee") : nil
    }

    // MARK: Text

    /// e to the power of `x` for |x| ≤ 2 by its series: the same last digit on every platform.
    private static func exp(_ x: Double) -> Double {
        var (sum, term) = (1.0, 1.0)
        for step in 1...20 {
            term *= x / Double(step)
            sum += term
        }
        return sum
    }

    private static func number(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

    private static func date(_ second: Int64) -> String {
        let day = second.floorDivided(by: 86_400)
        let time = Int(second - day * 86_400)
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(Day(number: Int32(day)))T\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60))Z"
    }
}
