extension ArrivalHabits {
    /// A device with a longer usual time between posts is judged by that time, ms.
    private static let slow = 8 * hour
    private static let minimumGaps = 5
    /// A silence is sure beyond its limit by half, and from this length on, ms.
    private static let sure = (part: 1.5, time: day)
    /// A kind of which no mate comes is missing from this time on, ms.
    private static let aloneTime = 3 * day
    /// Posts of one time follow each other within this time, ms.
    private static let together = 5 * minute
    /// Hours of a silence that are looked at.
    private static let maximumHours: Int64 = 14 * 24

    /// What is wrong at an instant; empty if nothing is, or in a pause.
    /// - Parameters:
    ///   - now: ms since 1970.
    ///   - offset: UTC offset of the person then, ms.
    public func findings(at now: Int64, offset: Int64, pauses: ArrivalPauses = ArrivalPauses()) -> [ArrivalFinding] {
        guard Self.instants.contains(now), let first, let lastPost = posts.last, now >= lastPost,
            (-Self.day...Self.day).contains(offset), now - first >= Self.minimumHistory, !pauses.holds(now)
        else { return [] }
        let start = max(lastPost, pauses.lastEnd(before: now, interval: posts.interval ?? 0) ?? lastPost)
        func finding(_ fault: ArrivalFault, _ track: HabitTrack, since: Int64? = nil) -> ArrivalFinding {
            ArrivalFinding(
                fault: fault, since: since ?? track.last ?? lastPost, interval: track.interval ?? Self.day,
                by: track.by)
        }
        if let silence = silence(now, since: start, offset), silence > 1 {
            var found = finding(.silent, posts)
            found.isSure = silence > Self.sure.part && now - start >= Self.sure.time
            return [found]
        }
        if let wrongSince {
            var found = finding(.clockWrong, posts, since: wrongSince)
            found.isSure = true
            return [found]
        }
        let regular = kinds.filter { $0.maximumLag != nil && $0.isRegular }
        let old = regular.filter { $0.oldSince != nil }
        if !old.isEmpty, old.count == regular.count {
            return [finding(.late, news, since: old.map(\.newest).max())]
        }
        if old.isEmpty, isLooping(now, offset) { return [finding(.looping, news)] }
        let missing = kinds.filter { isMissing($0, now, offset, pauses) }
        return [(ArrivalFault.partial, missing), (.late, old)].compactMap { fault, kinds in
            guard let one = kinds.min(by: { ($0.track.interval ?? .max) < ($1.track.interval ?? .max) }) else {
                return nil
            }
            var found = finding(fault, one.track, since: kinds.compactMap(\.track.last).min())
            found.kinds = kinds.map(\.name).sorted()
            return found
        }
    }

    /// The time without a post, as a part of the greatest usual one; nil if that is not known.
    private func silence(_ now: Int64, since start: Int64, _ offset: Int64) -> Double? {
        if let interval = posts.interval, interval >= Self.slow {
            guard posts.gaps.count >= Self.minimumGaps, let most = posts.gaps.max() else { return nil }
            return Double(now - start) / (Double(Int64(most) * Self.minute) * 1.1 + Double(Self.hour))
        }
        guard let measure = postMeasure, now - start > Self.hour else { return nil }
        let (current, last) = ((now + offset) / Self.hour, (start + offset) / Self.hour)
        // What stays away for weeks is away.
        guard current - last <= Self.maximumHours, current > last else { return current > last ? .infinity : nil }
        let part = Double(max(0, now + offset) % Self.hour) / Double(Self.hour)
        let sum = (last + 1..<current).reduce(part * measure.weight(current)) { $0 + measure.weight($1) }
        return sum / max(measure.limit, 0.01)
    }

    private func isLooping(_ now: Int64, _ offset: Int64) -> Bool {
        guard let measure = newsMeasure, let last = news.last, (posts.last ?? 0) > last else { return false }
        return sum(measure, posts, after: last, now, offset) > measure.limit
    }

    private func isMissing(_ kind: HabitKind, _ now: Int64, _ offset: Int64, _ pauses: ArrivalPauses) -> Bool {
        guard let last = kind.track.last, kind.oldSince == nil else { return false }
        let start = max(last, pauses.lastEnd(before: now, interval: 0) ?? last)
        func sum(_ place: Int, _ measure: HabitMeasure) -> Double {
            guard let latest = kinds[place].track.last, latest > last else { return 0 }
            return self.sum(measure, kinds[place].track, after: start, now, offset)
        }
        let isOver = kind.measures.enumerated().contains { place, measure in
            measure.map { sum(place, $0) > $0.limit } ?? false
        }
        guard isOver else { return false }
        guard !kind.mates.isEmpty else { return now - start > Self.aloneTime }
        return kind.mates.contains { place in
            kind.measures[Int(place)].map { sum(Int(place), $0) > $0.most } ?? false
        }
    }

    /// The sum of the weights of the occasions since an instant.
    private func sum(
        _ measure: HabitMeasure, _ occasions: HabitTrack, after start: Int64, _ now: Int64, _ offset: Int64
    ) -> Double {
        let current = (min(posts.last ?? now, now - Self.together) + offset) / Self.hour
        let oldest = current - Int64(HabitTrack.maximumDays - 1) * 24
        let first = max((start + offset) / Self.hour + 1, oldest, 0)
        guard first <= current else { return 0 }
        return (first...current).reduce(0) { sum, hour in
            occasions.has(hour) && !posts.isStrange(hour) ? sum + measure.weight(hour) : sum
        }
    }
}
