import Bus
import Messages
import Questions

/// Fetches a person's own numbers over the bus, to answer a question with.
struct PersonNumbers: Sendable {
    let bus: any Requesting
    let user: UserID
    /// The person's local date.
    let today: Day

    /// Longest range of one request, in days.
    private static let page = 400
    /// Days before a period from which its usual band is taken.
    private static let before = 98
    /// Thirty years; nothing is older.
    private static let maximumPages = 28

    /// The values of a subject from before the earliest period until today.
    /// - Throws: `ServiceError` of the service that has them.
    func numbers(of subject: Subject, for periods: [Period]) async throws -> SubjectNumbers {
        let first = (periods.map(\.days.lowerBound).min() ?? today).advanced(by: -Self.before)
        var (values, last) = ([Series.Value](), today)
        if subject == .journal {
            return SubjectNumbers(subject, Series(try await moods()))
        }
        for _ in 0..<Self.maximumPages where last >= first {
            let from = max(first, last.advanced(by: 1 - Self.page))
            let part = try await page(of: subject, from, last)
            values = part + values
            // Years without a value end a search without a beginning; a gap within the period asked about does not.
            if part.isEmpty, first.distance(to: today) > 3_000 { break }
            last = from.advanced(by: -1)
        }
        return SubjectNumbers(subject, Series(values))
    }

    /// Days of a kind in one request: a year of a dense one is more than one may read.
    private static let daysOfKind = 92

    /// The result of a query for a measure's values.
    enum Kept {
        case values(MeasureNumbers)
        case none
        /// The person's numbers of food and the body are put away (PLN-10).
        case hidden
    }

    /// The values of a measure from before the earliest period until today.
    /// - Throws: `ServiceError` of the service that has them.
    func numbers(of measure: Questions.Measure, for periods: [Period]) async throws -> Kept {
        guard let kind = measure.kind else { return .none }
        let first = (periods.map(\.days.lowerBound).min() ?? today).advanced(by: -Self.before)
        var (days, info, last) = ([KindDay](), KindInfo?.none, today)
        while last >= first {
            let from = max(first, last.advanced(by: 1 - Self.daysOfKind))
            let part = try await bus.request(KindDaysQuery(user: user, kind: kind, from: from, through: last))
            if info == nil, part.info.isOfBody,
                try await bus.request(PlanNumbers(user: user)).numbersHidden
            {
                return .hidden
            }
            info = part.info
            days = part.days + days
            // Years without a value end a search without a beginning; a gap within the period asked about does not.
            if part.days.isEmpty, first.distance(to: today) > 3_000 { break }
            last = from.advanced(by: -1)
        }
        guard let info, !days.isEmpty else { return .none }
        return .values(MeasureNumbers(measure, info, days))
    }

    /// The days around today with what their scores were made of, latest first.
    func days(until day: Day?) async throws -> [ScoredDay] {
        try await bus.request(RecentDays(user: user, day: day, today: today, compared: 1)).days
    }

    /// The flags of a day and of the day before it.
    func context(of day: Day) async -> [ContextFlag] {
        var flags: [ContextFlag] = []
        for day in [day, day.advanced(by: -1)] {
            let breakdown = try? await bus.request(BreakdownQuery(user: user, day: day, today: today))
            for flag in breakdown?.context ?? [] where !flags.contains(flag) { flags.append(flag) }
        }
        return flags
    }

    /// The mood of the journal by day, of the last seven days: older ones are not kept by day.
    private func moods() async throws -> [Series.Value] {
        try await days(until: today).reversed().compactMap { day in
            day.contributions.first { $0.signal == .sentiment }?.value.map { Series.Value(day.report.day, $0) }
        }
    }

    private func page(of subject: Subject, _ from: Day, _ through: Day) async throws -> [Series.Value] {
        switch subject {
        case .score:
            let history = ScoreHistory(user: user, from: from, through: through, today: today)
            return try await bus.request(history).scores.compactMap { report in
                report.score.map { Series.Value(report.day, $0, isUncertain: report.status == .provisional) }
            }
        case .slider(let slider):
            let checkIns = try await bus.request(CheckInsQuery(user: user, from: from, through: through)).checkIns
            // Latest first: of a day's answers the last one counts (SCO-4).
            var byDay: [Day: Double] = [:]
            for checkIn in checkIns {
                guard byDay[checkIn.day] == nil, let value = checkIn[slider] else { continue }
                byDay[checkIn.day] = Double(value)
            }
            return byDay.sorted { $0.key < $1.key }.map { Series.Value($0.key, $0.value) }
        case .metric(let key):
            guard let metric = SignalTable.metrics.first(where: { $0.key == key }) else { return [] }
            return try await bus.request(MetricsQuery(user: user, from: from, through: through)).days.compactMap {
                day in
                // An estimate for missing samples is no night or day that was measured.
                metric.value(day).flatMap {
                    $0.imputed ? nil : Series.Value(day.day, $0.value, isUncertain: $0.lowConfidence)
                }
            }
        case .journal: return []
        }
    }
}

extension CheckIn {
    fileprivate subscript(slider: CheckInSlider) -> Int32? {
        switch slider {
        case .stress: stress
        case .energy: energy
        case .sleepQuality: sleepQuality
        }
    }
}
