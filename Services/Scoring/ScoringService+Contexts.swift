import LocalTime
import Messages
import Storage

/// Circumstances that go on over days, and the flags of a range of days.
extension ScoringService {
    /// The flags of each day of a range.
    /// - Throws: `ServiceError(.invalid)` for an implausible day or a range that is empty or longer than 400 days.
    func contexts(_ request: DayContextsQuery) async throws -> DayContextsQuery.Reply {
        for day in [request.from, request.through, request.today] { try check(day) }
        guard request.from <= request.through, request.from.distance(to: request.through) < Self.historyLimit else {
            throw ServiceError(.invalid, "A range spans 1 to \(Self.historyLimit) days; ask for a shorter one.")
        }
        let last = min(request.through, request.today)
        guard request.from <= last else { return DayContextsQuery.Reply(days: [], lasting: []) }
        let range = request.from...last
        return try await store.read { transaction in
            let inputs = InputRows(user: request.user, transaction: transaction)
            let lasting = try inputs.shownLasting().filter {
                $0.from <= range.upperBound && $0.through.map { $0 >= range.lowerBound } ?? true
            }
            return DayContextsQuery.Reply(days: try inputs.contexts(of: range, lasting), lasting: lasting)
        }
    }

    /// Begins a lasting circumstance, or moves the beginning of one that goes on to an earlier day.
    /// - Throws: `ServiceError(.invalid)` for an unknown flag or a day that has not begun in any time zone.
    func start(_ request: StartLastingContext, id: RequestID) async throws -> LastingContext {
        try check(request.from)
        try check([request.flag])
        guard LocalCalendar.earliest.hasBegun(request.from, at: clock()) else {
            throw ServiceError(.invalid, "That day has not begun; choose today or an earlier day.")
        }
        return try await store.command(id, user: request.user) { transaction in
            let inputs = InputRows(user: request.user, transaction: transaction)
            let open = try inputs.lasting().first { $0.flag == request.flag && $0.through == nil }
            if let open, open.from <= request.from { return open }
            var context =
                open
                ?? LastingContext(
                    id: EntityID(high: id.high, low: id.low), flag: request.flag, from: request.from)
            context.from = request.from
            try inputs.set(context)
            try recalculate(request.user, from: context.from, through: nil, transaction)
            return context
        }
    }

    /// Ends or removes a lasting circumstance.
    /// - Throws: `ServiceError`: `notFound` for an unknown one, `invalid` for an end before its first day.
    func end(_ request: EndLastingContext, id: RequestID) async throws -> LastingContext {
        if let day = request.through { try check(day) }
        return try await store.command(id, user: request.user) { transaction in
            let inputs = InputRows(user: request.user, transaction: transaction)
            guard var context = try inputs.lasting().first(where: { $0.id == request.context }) else {
                throw ServiceError(.notFound, "There is no such circumstance (any more); list them again.")
            }
            if let last = request.through {
                guard last >= context.from else {
                    throw ServiceError(.invalid, "It cannot end before it began; choose its first day or a later one.")
                }
                context.through = last
                try inputs.set(context)
            } else {
                try inputs.remove(.lasting, context.id)
            }
            try recalculate(request.user, from: context.from, through: nil, transaction)
            return context
        }
    }
}
