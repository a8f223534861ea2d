/// When the data of one device usually arrives, learned from its own deliveries, and what is wrong with them now. A value
/// of bounded size: times come in as parameters.
///
/// What stays away is measured by what could have brought it: posts by the hours at which the device usually posts,
/// something new by posts, a kind by the other kinds. So a quiet night is no fault, and neither is a watch on the table,
/// since all its kinds are away.
public struct ArrivalHabits: Codable, Sendable, Equatable {
    /// Kinds that are kept of a device.
    public static let maximumKinds = 20
    /// Time from the first delivery until something is judged, ms.
    public static let minimumHistory: Int64 = 7 * day
    private static let maximumName = 64
    static let minute: Int64 = 60_000
    static let hour: Int64 = 60 * minute
    static let day: Int64 = 24 * hour
    static let instants: Range<Int64> = 0..<1 << 50
    private static let maximumSkews = 16
    private static let minimumSkews = 5
    /// How far a clock may be ahead, or behind, of what is usual for it, s.
    private static let maximumSkew: (behind: Int64, ahead: Int64) = (45 * 60, 15 * 60)
    /// Two posts of a clock that is behind differ by no more than this, s. Those that had to wait differ more.
    private static let maximumDrift: Int64 = 15 * 60
    /// A newest sample that is so much older than one before is of another time, ms.
    private static let minimumStep = 2 * hour
    /// What stays unusual for so long is a new habit, ms.
    private static let newHabit = 10 * day
    /// So many long faults within a time, ms, are a habit too.
    private static let repeated = (count: 3, time: 14 * day)
    /// Share of the days with posts that bring a kind; below it the kind is not judged.
    private static let minimumShare = 0.7
    /// Limits that chance alone may break, a month.
    private static let chances = (posts: 0.1, news: 0.2, kind: 0.03)

    private(set) var first: Int64?
    /// The last local day that was begun.
    private var today: Int32 = 0
    private(set) var posts = HabitTrack()
    /// Posts with anything new.
    private(set) var news = HabitTrack()
    private(set) var kinds: [HabitKind] = []
    private(set) var postMeasure: HabitMeasure?
    private(set) var newsMeasure: HabitMeasure?
    /// Beginnings of the last long faults.
    private var episodes: [Int64] = []
    /// The phone's clock less ours, s, of posts as usual, the newest last.
    private var skews: [Int32] = []
    /// That of the last post.
    private var skew: Int32?
    /// The phone's clock in it.
    private var clock: Int64?
    /// Since when the clock is wrong.
    private(set) var wrongSince: Int64?

    enum CodingKeys: Int, CodingKey {
        case first = 1, today, posts, news, kinds, postMeasure, newsMeasure, episodes, skews, skew, clock, wrongSince
    }

    public init() {}

    /// Whether stored habits can be used: false for damaged ones, and for those that lie in the future.
    /// - Parameter now: ms since 1970.
    public func isSound(at now: Int64) -> Bool {
        let latest = now + Self.hour
        return kinds.count <= Self.maximumKinds && skews.count <= Self.maximumSkews
            && episodes.count <= Self.repeated.count && Set(kinds.map(\.name)).count == kinds.count
            && today >= 0 && Int64(today) <= latest / Self.day + 2
            && ([first, wrongSince].compactMap(\.self) + episodes).allSatisfy { (0...latest).contains($0) }
            && (clock.map(Self.instants.contains) ?? true)
            && [posts, news].allSatisfy { $0.isSound(latest: latest) }
            && [postMeasure, newsMeasure].allSatisfy { $0?.isSound ?? true }
            && kinds.allSatisfy { $0.isSound(latest: latest, count: kinds.count) }
    }

    /// When the last post arrived, ms since 1970.
    public var lastPost: Int64? { posts.last }
    /// When something new last arrived, ms since 1970.
    public var lastNew: Int64? { news.last }
    /// The kinds that arrived more than now and then, sorted.
    public var kindNames: [String] { kinds.filter { $0.track.arrivals >= 3 }.map(\.name).sorted() }

    /// What is known, for an export.
    public var summary: [ArrivalSummary] {
        [ArrivalSummary("posts", posts), ArrivalSummary("anything new", news)]
            + kinds.map { ArrivalSummary($0.name, $0.track) }
    }

    /// Learns from a delivery. One that is older than the last is counted at its time.
    /// - Parameters:
    ///   - offset: UTC offset of the person at that time, ms.
    ///   - pauses: of the time since the last delivery.
    public mutating func record(_ delivery: ArrivalDelivery, offset: Int64, pauses: ArrivalPauses = ArrivalPauses()) {
        let time = max(delivery.received, posts.last ?? .min)
        guard Self.instants.contains(time), (-Self.day...Self.day).contains(offset) else { return }
        let delivery = delivery.bounded(to: 0...time + 366 * Self.day)
        first = first ?? time
        let found = findings(at: time, offset: offset, pauses: pauses)
        let isNewDay = begin(day: Int32(clamping: (time + offset) / Self.day))
        let strange = leaveOut(found, until: time, offset, pauses)
        if isNewDay { learn() }
        func isUsual(_ track: HabitTrack) -> Bool {
            guard let last = track.last, !strange else { return false }
            return !pauses.holds(time) && !pauses.overlap(last, time)
        }
        posts.arrive(at: time, offset: offset, isUsual: isUsual(posts))
        let isClockWrong = judgeClock(delivery, time)
        judgeSamples(delivery, time)
        let back = kinds.count { $0.backSince != nil }
        let isWrong = isClockWrong || back > 0 && back >= min(2, kinds.count(where: \.isRegular))
        wrongSince = isWrong ? wrongSince ?? time : nil
        let come = delivery.kinds.filter { $0.value.new > 0 }
        if !come.isEmpty { news.arrive(at: time, offset: offset, isUsual: isUsual(news)) }
        for (name, samples) in come.sorted(by: { $0.key < $1.key }) where name.utf8.count <= Self.maximumName {
            if !kinds.contains(where: { $0.name == name }) {
                guard kinds.count < Self.maximumKinds else { continue }
                kinds.append(HabitKind(name: name))
            }
            guard let index = kinds.firstIndex(where: { $0.name == name }) else { continue }
            kinds[index].track.arrive(at: time, offset: offset, isUsual: isUsual(kinds[index].track))
            kinds[index].newest = max(kinds[index].newest, min(samples.newest, time))
            let isUsualAge = kinds[index].oldSince.map { time - $0 > Self.newHabit } ?? true
            if !isWrong, isUsualAge { kinds[index].note(lag: time - samples.newest, day: today) }
        }
    }

    // MARK: What is usual

    /// Leaves pauses, and long faults that end or go on with this post, out of what is usual. A short one is a habit that was
    /// not known yet.
    /// - Returns: whether the time since the last post was one.
    private mutating func leaveOut(
        _ found: [ArrivalFinding], until time: Int64, _ offset: Int64, _ pauses: ArrivalPauses
    ) -> Bool {
        guard let lastPost = posts.last else { return false }
        let oldest = (time + offset) / Self.hour - Int64(HabitTrack.maximumDays - 1) * 24
        func hours(_ from: Int64, _ to: Int64) -> ClosedRange<Int64>? {
            let (from, to) = (max((from + offset) / Self.hour, oldest, 0), (to + offset) / Self.hour)
            return from <= to ? from...to : nil
        }
        for pause in pauses.all(from: lastPost, to: time) {
            if let range = hours(pause.lowerBound, pause.upperBound) { posts.leaveOut(range) }
        }
        var isSilence = false
        for finding in found where time - finding.since > max(Self.day * 3 / 2, 3 * finding.interval) {
            if finding.fault != .late, finding.fault != .clockWrong, isHabit(finding.since) { continue }
            if finding.kinds.isEmpty {
                if let range = hours(finding.since, time) { posts.leaveOut(range) }
                isSilence = isSilence || finding.fault == .silent
            }
            for index in kinds.indices where finding.kinds.contains(kinds[index].name) {
                let last = kinds[index].track.last ?? lastPost
                if let range = hours(last, time) { kinds[index].track.leaveOut(range) }
            }
        }
        return isSilence
    }

    /// Notes a long fault. Several of them in a short time are a new habit, and all hours count again.
    private mutating func isHabit(_ since: Int64) -> Bool {
        if !episodes.contains(since) { episodes = (episodes + [since]).suffix(Self.repeated.count) }
        guard episodes.count == Self.repeated.count, since - episodes[0] < Self.repeated.time else { return false }
        posts.takeBack()
        for index in kinds.indices { kinds[index].track.takeBack() }
        return true
    }

    /// Begins the days until one.
    /// - Returns: false if it is the last one still.
    private mutating func begin(day: Int32) -> Bool {
        guard day > today else { return false }
        for number in max(today + 1, day - Int32(HabitTrack.maximumDays) + 1)...day {
            posts.begin(number)
            news.begin(number)
            for index in kinds.indices { kinds[index].track.begin(number) }
        }
        today = day
        return true
    }

    private mutating func learn() {
        let end = Int64(today) * 24
        let oldest = Int64(today) - Int64(HabitTrack.maximumDays) + 1
        func hours(_ track: HabitTrack) -> Range<Int64> {
            min(max(Int64(track.firstDay), oldest) * 24, end)..<end
        }
        postMeasure = HabitMeasure(
            posts, occasions: { _ in true }, isStrange: posts.isStrange, hours: hours(posts), isWeighted: true,
            chances: Self.chances.posts)
        newsMeasure = HabitMeasure(
            news, occasions: posts.has, isStrange: posts.isStrange, hours: hours(posts), isWeighted: true,
            chances: Self.chances.news)
        for index in kinds.indices {
            let track = kinds[index].track
            let range = hours(track)
            let known = range.filter { !posts.isStrange($0) && !track.isStrange($0) }
            let days = Set(known.filter(track.has).map { $0 / 24 })
            let last = days.max() ?? 0
            let all = Set(known.filter(posts.has).map { $0 / 24 }).count { $0 <= last }
            // What belongs to no family depends on what the person does: workouts, or stepping on a scale.
            let isRegular =
                !KindFamily.near(kinds[index].name).isEmpty
                && Double(days.count) >= Self.minimumShare * Double(all)
            kinds[index].measures = kinds.indices.map { other in
                guard other != index, isRegular else { return nil }
                return HabitMeasure(
                    track, occasions: kinds[other].track.has,
                    isStrange: { posts.isStrange($0) || track.isStrange($0) }, hours: range, isWeighted: false,
                    chances: Self.chances.kind)
            }
            kinds[index].mates = isRegular ? mates(of: index, range) : []
        }
    }

    /// The near kinds that come in the same hours; if there are none, those of the family.
    private func mates(of index: Int, _ hours: Range<Int64>) -> [Int32] {
        let (name, track) = (kinds[index].name, kinds[index].track)
        let near = KindFamily.near(name)
        let twins = kinds.indices.filter { other in
            guard near.contains(kinds[other].name) else { return false }
            let both = hours.count { track.has($0) && kinds[other].track.has($0) }
            let any = hours.count { track.has($0) || kinds[other].track.has($0) }
            return both * 5 >= any * 3 && any > 0
        }
        let family = KindFamily.mates(of: name)
        return (twins.isEmpty ? kinds.indices.filter { family.contains(kinds[$0].name) } : twins).map { Int32($0) }
    }

    // MARK: Clocks

    /// Whether a delivery shows a wrong clock, by its own time or by samples that lie in the future.
    private mutating func judgeClock(_ delivery: ArrivalDelivery, _ time: Int64) -> Bool {
        var isWrong = false
        if let clock = delivery.phoneClock {
            let skew = Int32(clamping: (clock - time) / 1000)
            let usual = skews.count < Self.minimumSkews ? nil : skews.sorted()[skews.count / 2]
            let difference = usual.map { Int64(skew) - Int64($0) } ?? 0
            if difference > Self.maximumSkew.ahead {
                isWrong = true
            } else if difference < -Self.maximumSkew.behind, let before = self.skew, let last = self.clock {
                // Posts wait in order, and one that is sent again has the same time.
                let isNew = delivery.kinds.contains { $0.value.new > 0 }
                let isEarlier = clock < last - Self.maximumDrift * 1000 && isNew
                let isSame = clock != last && abs(Int64(before) - Int64(skew)) <= Self.maximumDrift
                isWrong = isEarlier || isSame || clock == last && wrongSince != nil
            }
            self.skew = skew
            self.clock = clock
            if let wrongSince, time - wrongSince > Self.newHabit { skews = [] }
            if (-Self.maximumSkew.behind...Self.maximumSkew.ahead).contains(difference) {
                skews = (skews + [skew]).suffix(Self.maximumSkews)
            }
        }
        return isWrong
            || delivery.kinds.contains { name, samples in
                guard samples.samples > 0, let lead = kinds.first(where: { $0.name == name })?.usualLead else {
                    return false
                }
                return (samples.newest - time) / Self.minute > Self.maximumSkew.ahead / 60 + lead
            }
    }

    /// Notes which kinds bring older samples than usual.
    private mutating func judgeSamples(_ delivery: ArrivalDelivery, _ time: Int64) {
        var isRight = false
        for index in kinds.indices {
            let kind = kinds[index]
            guard let samples = delivery.kinds[kind.name], samples.samples > 0, let maximumLag = kind.maximumLag else {
                continue
            }
            let lag = time - samples.newest
            if samples.new == 0 {
                // Sent again: old only if it had sent newer ones.
                let isBefore = samples.newest < kind.newest - Self.minimumStep
                if isBefore, lag > maximumLag { kinds[index].oldSince = kind.oldSince ?? time }
                continue
            }
            kinds[index].oldSince = lag > maximumLag ? kind.oldSince ?? time : nil
            if let least = kind.backLag {
                isRight = isRight || lag < least - Self.minimumStep
                kinds[index].backLag = min(least, lag)
            } else if samples.newest < kind.newest - Self.hour, kind.isRegular {
                (kinds[index].backSince, kinds[index].backLag) = (time, lag)
            }
        }
        guard isRight else { return }
        for index in kinds.indices { (kinds[index].backSince, kinds[index].backLag) = (nil, nil) }
    }
}
