import Foundation

/// When the data of one device usually arrives, learned from its own deliveries, and what is wrong with them now. A value
/// of bounded size: times come in as parameters.
///
/// The measure is an age: at each hour of the local day, how old the last post, the last new data and the newest sample of
/// each kind have been in the last three weeks. A phone that is quiet every night has a great age at four in the morning,
/// and a small one at ten.
public struct ArrivalHabits: Codable, Sendable, Equatable {
    /// Kinds that are kept of a device.
    public static let maximumKinds = 20
    /// Time from the first delivery until something is judged, ms.
    public static let minimumHistory: Int64 = 7 * 86_400_000
    private static let maximumName = 64
    private static let day: Int64 = 86_400_000
    private static let instants: Range<Int64> = 0..<1 << 50
    private static let maximumSkews = 16
    /// How far a clock may be ahead, or behind, of what is usual for it, s.
    private static let maximumSkew = (ahead: Int32(15 * 60), behind: Int32(45 * 60))
    /// Two posts of a clock that is behind differ by no more than this, s. Those that had to wait differ more.
    private static let maximumDrift: Int32 = 15 * 60

    private struct Kind: Codable, Sendable, Equatable {
        var name: String
        /// Age of its newest sample.
        var newest = HabitTrack()
        /// Smallest time from its newest sample to its arrival on each of the last days, minutes, the newest last.
        var lags: [Int32] = []
        var lagDay: Int32 = 0
        enum CodingKeys: Int, CodingKey { case name = 1, newest, lags, lagDay }

        /// - Parameter lag: ms.
        mutating func note(lag: Int64, day: Int64) {
            let (lag, day) = (Int32(clamping: lag / 60_000), Int32(clamping: day))
            if day == lagDay, let least = lags.last {
                lags[lags.count - 1] = min(least, lag)
            } else {
                lags = (lags + [lag]).suffix(HabitTrack.maximumDays)
                lagDay = day
            }
        }
    }

    private var first: Int64?
    /// Age of the last post.
    private var posts = HabitTrack()
    /// Age of the last post with anything new.
    private var news = HabitTrack()
    /// Age of the newest sample of all kinds.
    private var newest = HabitTrack()
    private var kinds: [Kind] = []
    /// Posts since the last one with anything new.
    private var repeats: Int32 = 0
    /// The phone's clock less ours, s, of posts as usual, the newest last.
    private var skews: [Int32] = []
    /// That of the last post.
    private var skew: Int32?
    /// Since when the clock is wrong.
    private var wrongSince: Int64?

    enum CodingKeys: Int, CodingKey {
        case first = 1, posts, news, newest, kinds, repeats, skews, skew, wrongSince
    }

    public init() {}

    /// Whether stored habits can be used: false for damaged ones, and for those that lie in the future.
    /// - Parameter now: ms since 1970.
    public func isSound(at now: Int64) -> Bool {
        let latest = now + 3_600_000
        return kinds.count <= Self.maximumKinds && skews.count <= Self.maximumSkews && repeats >= 0
            && Set(kinds.map(\.name)).count == kinds.count
            && [first, wrongSince].compactMap(\.self).allSatisfy { (0...latest).contains($0) }
            && ([posts, news, newest] + kinds.map(\.newest)).allSatisfy { $0.isSound(latest: latest) }
            && kinds.allSatisfy { $0.lags.count <= HabitTrack.maximumDays }
    }

    /// When the last post arrived, ms since 1970.
    public var lastPost: Int64? { posts.last }
    /// When something new last arrived, ms since 1970.
    public var lastNew: Int64? { news.last }
    /// The kinds that arrived more than now and then, sorted.
    public var kindNames: [String] { kinds.filter { $0.newest.arrivals >= 3 }.map(\.name).sorted() }

    /// What is known, for an export.
    public var summary: [ArrivalSummary] {
        [ArrivalSummary("posts", posts), ArrivalSummary("anything new", news), ArrivalSummary("newest sample", newest)]
            + kinds.map { ArrivalSummary($0.name, $0.newest) }
    }

    // MARK: Learning

    /// Learns from a delivery. One that is older than the last is counted at its time.
    /// - Parameters:
    ///   - offset: UTC offset of the person at that time, ms.
    ///   - pauses: of the time since the last delivery.
    public mutating func record(_ delivery: ArrivalDelivery, offset: Int64, pauses: ArrivalPauses = ArrivalPauses()) {
        let time = max(delivery.received, posts.last ?? .min)
        guard Self.instants.contains(time), (-Self.day...Self.day).contains(offset) else { return }
        let delivery = delivery.bounded(to: 0...time + 366 * Self.day)
        first = first ?? time
        posts.advance(to: time, offset: offset, pauses: pauses)
        news.advance(to: time, offset: offset, pauses: pauses)
        newest.advance(to: time, offset: offset, pauses: pauses)
        for index in kinds.indices { kinds[index].newest.advance(to: time, offset: offset, pauses: pauses) }
        let isWrong = judgeClock(delivery, time)
        wrongSince = isWrong ? wrongSince ?? time : nil
        posts.arrive(at: time, newest: time, offset: offset)
        let come = delivery.kinds.filter { $0.value.new > 0 }
        guard let latest = come.values.map(\.newest).max() else {
            repeats = min(repeats, .max - 1) + 1
            return
        }
        repeats = 0
        news.arrive(at: time, newest: time, offset: offset)
        newest.arrive(at: time, newest: latest, offset: offset)
        for (name, samples) in come.sorted(by: { $0.key < $1.key }) where name.utf8.count <= Self.maximumName {
            if !kinds.contains(where: { $0.name == name }) {
                guard kinds.count < Self.maximumKinds else { continue }
                kinds.append(Kind(name: name))
            }
            guard let index = kinds.firstIndex(where: { $0.name == name }) else { continue }
            kinds[index].newest.arrive(at: time, newest: samples.newest, offset: offset)
            if !isWrong { kinds[index].note(lag: time - samples.newest, day: (time + offset) / Self.day) }
        }
    }

    /// Whether a delivery shows a wrong clock, by its own time or by samples that lie in the future.
    private mutating func judgeClock(_ delivery: ArrivalDelivery, _ time: Int64) -> Bool {
        var isWrong = false
        if let clock = delivery.phoneClock {
            let skew = Int32(clamping: (clock - time) / 1000)
            let usual = skews.count < HabitTrack.minimumDays ? nil : skews.sorted()[skews.count / 2]
            if let usual {
                let (difference, before) = (Int64(skew) - Int64(usual), self.skew)
                isWrong = difference > Int64(Self.maximumSkew.ahead)
                if difference < -Int64(Self.maximumSkew.behind), let before {
                    isWrong = abs(Int64(before) - Int64(skew)) <= Int64(Self.maximumDrift)
                }
            }
            self.skew = skew
            if !isWrong { skews = (skews + [skew]).suffix(Self.maximumSkews) }
        }
        let isFuture = delivery.kinds.contains { name, samples in
            guard samples.samples > 0, let kind = kinds.first(where: { $0.name == name }),
                let least = kind.lags.min(), kind.lags.count >= 3
            else { return false }
            let ahead = (samples.newest - time) / 60_000
            return ahead > Int64(Self.maximumSkew.ahead / 60) - Int64(min(0, least))
        }
        return isWrong || isFuture
    }

    // MARK: Judging

    /// What is wrong at an instant; empty if nothing is, or in a pause.
    /// - Parameters:
    ///   - now: ms since 1970.
    ///   - offset: UTC offset of the person then, ms.
    public func findings(at now: Int64, offset: Int64, pauses: ArrivalPauses = ArrivalPauses()) -> [ArrivalFinding] {
        guard Self.instants.contains(now), let first, let lastPost = posts.last, now >= lastPost,
            now - first >= Self.minimumHistory, !pauses.holds(now)
        else { return [] }
        func isOver(_ track: HabitTrack) -> Bool { track.isOver(at: now, offset: offset, pauses) }
        func finding(_ fault: ArrivalFault, _ track: HabitTrack, since: Int64? = nil) -> ArrivalFinding {
            ArrivalFinding(
                fault: fault, since: since ?? track.last ?? lastPost, interval: track.interval ?? Self.day,
                by: track.by)
        }
        if isOver(posts) { return [finding(.silent, posts)] }
        if let wrongSince { return [finding(.clockWrong, posts, since: wrongSince)] }
        if repeats > 0, isOver(news) { return [finding(.looping, news)] }
        if isOver(newest) { return [finding(.late, newest, since: newest.base)] }
        let over = kinds.filter { isOver($0.newest) }
        guard !over.isEmpty else { return [] }
        // Of a kind that still arrives, the newest sample is old; of one that does not, nothing has arrived for as long.
        let late = over.filter { kind in
            guard let last = kind.newest.last, let age = kind.newest.age(at: now, pauses) else { return false }
            return now - last < age / 2
        }
        let missing = over.filter { kind in !late.contains { $0.name == kind.name } }
        return [(ArrivalFault.partial, missing), (.late, late)].compactMap { fault, kinds in
            guard let one = kinds.min(by: { ($0.newest.interval ?? .max) < ($1.newest.interval ?? .max) }) else {
                return nil
            }
            var found = finding(fault, one.newest, since: kinds.compactMap(\.newest.last).min())
            found.kinds = kinds.map(\.name).sorted()
            return found
        }
    }
}
