import Foundation

/// How old the newest of something usually is at each hour of the local day, for the last three weeks. One track is about
/// 700 bytes.
struct HabitTrack: Codable, Sendable, Equatable {
    /// Days that are kept.
    static let maximumDays = 21
    /// Known days at an hour, and arrivals, without which nothing is judged.
    static let minimumDays = 5
    /// Bounds of the time by which something has to be overdue, minutes: an eighth of the usual interval.
    static let patience = (minimum: 25, maximum: 180)
    private static let unknown = UInt8.max
    private static let noDay: Int32 = 0
    private static let hour: Int64 = 3_600_000
    /// Days of an episode that are written, as disturbed ones. Those after it would push out what is usual.
    private static let maximumDisturbedDays = 3
    /// Episodes within so many days that are taken as a new habit.
    private static let newHabit = (episodes: 3, days: 10)
    /// Ages of so many last hours are not compared with.
    private static let hoursOfNow: Int64 = 12
    private static let maximumGaps = 24
    private static let maximumFirsts = 14

    /// The instant from which the age counts; nil before the first arrival.
    private(set) var base: Int64?
    /// When something last arrived.
    private(set) var last: Int64?
    private(set) var arrivals: Int32 = 0
    /// Local hour since 1970 from which on ages are written.
    private var filled: Int64?
    /// Greatest age in each hour of each day, coded; row by row.
    private var ages: [UInt8]
    /// Local day of each row.
    private var days: [Int32]
    /// Rows of days with an age over the threshold, as bits.
    private var disturbed: Int64 = 0
    /// Since when the age is over the threshold.
    private var episode: Int64?
    private var episodes: [Int64] = []
    /// Minutes between arrivals, the newest last.
    private(set) var gaps: [Int32] = []
    /// Local minute of the day of the first arrival of a day, the newest last.
    private(set) var firsts: [Int32] = []

    enum CodingKeys: Int, CodingKey {
        case base = 1, last, arrivals, filled, ages, days, disturbed, episode, episodes, gaps, firsts
    }

    init() {
        ages = Array(repeating: Self.unknown, count: Self.maximumDays * 24)
        days = Array(repeating: Self.noDay, count: Self.maximumDays)
    }

    /// Whether a decoded track can be used: its lists have their lengths, and nothing in it is later than `latest`.
    func isSound(latest: Int64) -> Bool {
        let instants = [base, last, episode].compactMap(\.self) + episodes
        return ages.count == Self.maximumDays * 24 && days.count == Self.maximumDays && arrivals >= 0
            && gaps.count <= Self.maximumGaps && firsts.count <= Self.maximumFirsts
            && episodes.count <= Self.newHabit.episodes
            && gaps.allSatisfy { $0 >= 0 } && firsts.allSatisfy { (0..<1440).contains($0) }
            && instants.allSatisfy { (0...latest).contains($0) }
            && (filled ?? 0) >= 0 && (filled ?? 0) <= latest / Self.hour + 48
            && days.allSatisfy { $0 >= 0 && Int64($0) <= latest / (24 * Self.hour) + 2 }
    }

    // MARK: Codes of ages

    private static let minutes: [Int64] = (0..<255).map { Int64((4 * (exp2(Double($0) / 16) - 1)).rounded(.up)) }

    /// A logarithmic code, steps of 4.4 %.
    private static func code(_ age: Int64) -> UInt8 {
        let minutes = Double(max(0, age)) / 60_000
        return UInt8(min(254, (16 * log2(1 + minutes / 4)).rounded(.up)))
    }

    // MARK: Learning

    /// Writes the ages until an instant.
    /// - Parameters:
    ///   - offset: UTC offset at that time, ms.
    ///   - pauses: times of which nothing is learned.
    mutating func advance(to time: Int64, offset: Int64, pauses: ArrivalPauses) {
        guard base != nil else { return }
        let current = (time + offset) / Self.hour
        let first = max(filled ?? current, current - Int64(Self.maximumDays * 24))
        guard first <= current else { return }
        for hour in first...current {
            let end = min((hour + 1) * Self.hour - offset, time)
            guard let age = age(at: end, pauses), !pauses.overlap(hour * Self.hour - offset, end) else { continue }
            let isOver = isOver(at: end, offset: offset, pauses)
            if isOver { episode = episode ?? end } else if episode != nil { close(at: end, offset: offset) }
            if let episode, end - episode > Int64(Self.maximumDisturbedDays) * 24 * Self.hour { continue }
            write(age, hour, isOver: isOver)
        }
        filled = current
    }

    private mutating func write(_ age: Int64, _ hour: Int64, isOver: Bool) {
        let day = Int32(clamping: hour / 24)
        guard day > Self.noDay else { return }
        let row = Int(day) % Self.maximumDays
        if days[row] != day {
            days[row] = day
            disturbed &= ~(1 << Int64(row))
            for place in row * 24..<(row + 1) * 24 { ages[place] = Self.unknown }
        }
        if isOver { disturbed |= 1 << Int64(row) }
        let place = row * 24 + Int(hour % 24)
        let code = Self.code(age)
        ages[place] = ages[place] == Self.unknown ? code : max(ages[place], code)
    }

    /// Ends an episode; several in a few days are a new habit, whose days count.
    private mutating func close(at time: Int64, offset: Int64) {
        episode = nil
        episodes = (episodes + [time]).suffix(Self.newHabit.episodes)
        let span = Int64(Self.newHabit.days) * 24 * Self.hour
        guard episodes.count == Self.newHabit.episodes, time - episodes[0] < span else { return }
        let first = (episodes[0] + offset) / (24 * Self.hour)
        for row in 0..<Self.maximumDays where Int64(days[row]) >= first { disturbed &= ~(1 << Int64(row)) }
        episodes = []
    }

    /// Something arrived. Call `advance` before.
    /// - Parameter newest: the instant from which the age counts now.
    mutating func arrive(at time: Int64, newest: Int64, offset: Int64) {
        let local = time + offset
        if let last {
            if time - last >= 60_000 {
                gaps = (gaps + [Int32(clamping: (time - last) / 60_000)]).suffix(Self.maximumGaps)
            }
            if (last + offset) / (24 * Self.hour) != local / (24 * Self.hour) {
                firsts = (firsts + [Int32(local / 60_000 % 1440)]).suffix(Self.maximumFirsts)
            }
        }
        filled = filled ?? local / Self.hour
        last = time
        base = max(base ?? newest, min(newest, time))
        arrivals = min(arrivals, .max - 1) + 1
    }

    // MARK: Judging

    /// Median time between arrivals, ms; nil with too few.
    var interval: Int64? {
        guard gaps.count >= 3 else { return nil }
        return Int64(gaps.sorted()[gaps.count / 2]) * 60_000
    }

    /// Minute of the local day by which the first arrival of a day usually came; nil unless it comes about once a day.
    var by: Int? {
        guard let interval, (18 * Self.hour...30 * Self.hour).contains(interval), firsts.count >= 5 else { return nil }
        return Int(firsts.sorted()[firsts.count * 4 / 5])
    }

    /// The age, counted from the end of the last pause if that is later; nil before the first arrival.
    func age(at time: Int64, _ pauses: ArrivalPauses) -> Int64? {
        base.map { time - max($0, pauses.lastEnd(before: time, interval: interval ?? 0) ?? $0) }
    }

    /// The greatest usual age at each hour of the local day, minutes; nil where none is known.
    var usualAges: [Int64?] {
        (0..<24).map { hour in
            let known = rows.map { ages[$0 * 24 + hour] }.filter { $0 != Self.unknown }
            return known.max().map { Self.minutes[Int($0)] }
        }
    }

    /// The rows that count.
    private var rows: [Int] {
        (0..<Self.maximumDays).filter { days[$0] != Self.noDay && disturbed & (1 << Int64($0)) == 0 }
    }

    private var patience: Int64 {
        let minutes = (interval ?? 24 * Self.hour) / 60_000 / 8
        return min(max(minutes, Int64(Self.patience.minimum)), Int64(Self.patience.maximum)) * 60_000
    }

    /// The greatest usual age at an instant, ms: what was never exceeded at this hour and the time of patience before it.
    /// Nil if too little is known.
    func threshold(at time: Int64, offset: Int64) -> Int64? {
        guard arrivals >= Self.minimumDays else { return nil }
        let patience = patience
        let local = time + offset
        let hour = local / Self.hour
        var most: Int64?
        var known = 0
        let rows = rows
        for earlier in ((local - patience) / Self.hour)...hour {
            // The age has grown since the end of that hour.
            let grown = max(0, local - (earlier + 1) * Self.hour) / 60_000
            let place = Int(((earlier % 24) + 24) % 24)
            var count = 0
            for row in rows {
                let code = ages[row * 24 + place]
                // What has grown until now says nothing of what is usual.
                let isOfNow = Int64(days[row]) * 24 + Int64(place) > hour - Self.hoursOfNow
                guard code != Self.unknown, !isOfNow else { continue }
                count += 1
                most = max(most ?? 0, Self.minutes[Int(code)] + grown)
            }
            if earlier == hour { known = count }
        }
        guard known >= Self.minimumDays, let most else { return nil }
        // With few days the greatest age of them says less of the next one.
        let doubt = Int64(max(0, 14 - known)) * patience / 14
        return most * 60_000 + patience / 2 + doubt
    }

    /// Whether the age is greater than usual.
    func isOver(at time: Int64, offset: Int64, _ pauses: ArrivalPauses) -> Bool {
        guard let age = age(at: time, pauses), let threshold = threshold(at: time, offset: offset) else { return false }
        return age > threshold
    }
}
