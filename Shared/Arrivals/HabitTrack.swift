/// The hours of the last four weeks in which something arrived, and the times between its last arrivals.
struct HabitTrack: Codable, Sendable, Equatable {
    /// Days that are kept.
    static let maximumDays = 28
    private static let maximumGaps = 40
    private static let maximumFirsts = 14
    static let hour: Int64 = 3_600_000

    /// When something last arrived.
    private(set) var last: Int64?
    private(set) var arrivals: Int32 = 0
    /// Local day of the first arrival.
    private(set) var firstDay: Int32 = 0
    /// A bit per local hour with an arrival, a row per day: that of day n is n modulo `maximumDays`.
    private var hours: [UInt32]
    /// Hours that say nothing of what is usual: a pause, or a time that was a fault.
    private var strange: [UInt32]
    /// Minutes between arrivals, without pauses and faults, the newest last.
    private(set) var gaps: [Int32] = []
    /// Local minute of the day of the first arrival of a day, the newest last.
    private(set) var firsts: [Int32] = []

    enum CodingKeys: Int, CodingKey { case last = 1, arrivals, firstDay, hours, strange, gaps, firsts }

    init() {
        hours = Array(repeating: 0, count: Self.maximumDays)
        strange = hours
    }

    /// Whether a decoded track can be used: its lists have their lengths, and nothing in it is later than `latest`.
    func isSound(latest: Int64) -> Bool {
        hours.count == Self.maximumDays && strange.count == Self.maximumDays && arrivals >= 0
            && gaps.count <= Self.maximumGaps && firsts.count <= Self.maximumFirsts
            && gaps.allSatisfy { $0 >= 0 } && firsts.allSatisfy { (0..<1440).contains($0) }
            && (0...latest).contains(last ?? 0)
            && firstDay >= 0 && Int64(firstDay) <= latest / (24 * Self.hour) + 2
    }

    // MARK: Hours

    /// Whether something arrived in an hour, counted from 1970 in local time.
    func has(_ hour: Int64) -> Bool { hours[Self.row(hour)] & Self.bit(hour) != 0 }
    func isStrange(_ hour: Int64) -> Bool { strange[Self.row(hour)] & Self.bit(hour) != 0 }

    private static func row(_ hour: Int64) -> Int { Int(max(0, hour) / 24) % maximumDays }
    private static func bit(_ hour: Int64) -> UInt32 { 1 << UInt32(max(0, hour) % 24) }

    /// Empties the row of a day that begins.
    mutating func begin(_ day: Int32) {
        let row = Self.row(Int64(day) * 24)
        (hours[row], strange[row]) = (0, 0)
    }

    /// Leaves hours out of what is usual.
    mutating func leaveOut(_ range: ClosedRange<Int64>) {
        for hour in range { strange[Self.row(hour)] |= Self.bit(hour) }
    }

    /// Takes all hours as usual again.
    mutating func takeBack() { strange = strange.map { _ in 0 } }

    /// Something arrived.
    /// - Parameter isUsual: whether the time since the last arrival says what is usual.
    mutating func arrive(at time: Int64, offset: Int64, isUsual: Bool) {
        let local = time + offset
        if let last {
            if isUsual, time - last >= 60_000 {
                gaps = (gaps + [Int32(clamping: (time - last) / 60_000)]).suffix(Self.maximumGaps)
            }
            if (last + offset) / (24 * Self.hour) != local / (24 * Self.hour) {
                firsts = (firsts + [Int32(local / 60_000 % 1440)]).suffix(Self.maximumFirsts)
            }
        }
        let hour = local / Self.hour
        if arrivals == 0 { firstDay = Int32(clamping: hour / 24) }
        hours[Self.row(hour)] |= Self.bit(hour)
        last = time
        arrivals = min(arrivals, .max - 1) + 1
    }

    // MARK: What is usual

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

    /// Days with an arrival in each hour of the local day.
    var daysByHour: [Int] { (0..<24).map { hour in hours.count { $0 & (1 << UInt32(hour)) != 0 } } }
}
