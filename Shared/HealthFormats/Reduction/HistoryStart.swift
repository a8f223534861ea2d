import Messages

/// The UTC days on which a person's history begins (ING-7). A clock that was reset dates a few days years before the
/// rest. Their samples are kept and exported, but nothing is computed from them.
package struct HistoryStart: Message, Equatable {
    /// Of the kinds that daily metrics are computed from; `Int32.max` if none of their days counts.
    package var metrics: Int32
    /// Of all kinds that metrics and activity of days are computed from.
    package var all: Int32
    package enum CodingKeys: Int, CodingKey { case metrics = 1, all }

    /// Without arguments every day counts.
    package init(metrics: Int32 = .min, all: Int32 = .min) {
        self.metrics = metrics
        self.all = all
    }

    // MARK: Where a history begins

    /// Days without samples that separate lone days from a history: two years, since some people are weighed once a year.
    private static let maximumGap: Int32 = 730
    /// Fewest days of a history, without those that a reset clock shows.
    private static let minimumDays = 7
    /// UTC days on which the clocks of Unix and of Apple begin, in any time zone and with the values of a day.
    private static let resetDays: Set<Int32> = [-1, 0, 1, 11_322, 11_323, 11_324]

    /// Finds the first day of a history. Earlier groups of fewer than `minimumDays` days, more than `maximumGap` days
    /// before the next, are lone. Until there is a history only the days of a reset clock are.
    /// - Parameter following: up to `limit` days with samples after a day, oldest first.
    /// - Returns: `Int32.min` without any samples, `Int32.max` if all days are lone.
    package static func first(_ following: (_ after: Int32, _ limit: Int) throws -> [Int32]) rethrows -> Int32 {
        var (group, last, oldest): (Int32?, Int32?, Int32?) = (nil, nil, nil)
        var count = 0
        while true {
            let page = try following(last ?? .min, minimumDays)
            guard !page.isEmpty else { return last == nil ? .min : oldest ?? .max }
            for day in page {
                if let last, day - last > maximumGap { (group, count) = (nil, 0) }
                let start = group ?? day
                group = start
                last = day
                guard !resetDays.contains(day) else { continue }
                oldest = oldest ?? day
                count += 1
                if count == minimumDays { return start }
            }
        }
    }

    // MARK: What does not count

    /// Whether samples of a kind that something is computed from do not count on a UTC day, also once the history is
    /// looked for again with them: a day that may join it is none.
    package func isLone(_ kind: SampleKind, _ day: Int32) -> Bool {
        guard SampleKind.daily.contains(kind) else { return false }
        let start = SampleKind.metrics.contains(kind) ? metrics : all
        return start == .max ? Self.resetDays.contains(day) : Int(day) < Int(start) - Int(Self.maximumGap)
    }

    /// The metrics and the activity of a local day without those of lone days.
    package func counted(_ metrics: DailyMetrics, _ activity: DayActivity) -> (
        metrics: DailyMetrics, activity: DayActivity
    ) {
        var (metrics, activity) = (metrics, activity)
        if isBefore(self.metrics, metrics.day) {
            metrics = DailyMetrics(day: metrics.day)
            (activity.steps, activity.sleep) = (nil, nil)
        }
        if isBefore(all, activity.day) { activity = DayActivity(day: activity.day) }
        return (metrics, activity)
    }

    /// Whether no sample of the history reaches a local day.
    private func isBefore(_ start: Int32, _ day: Day) -> Bool {
        Int(day.number) < Int(start) - DayReducer.reach.after
    }
}
