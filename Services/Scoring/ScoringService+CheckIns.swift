import Foundation
import LocalTime
import Messages
import Storage

/// Creates, lists, corrects and deletes check-ins. Each change marks its day; `recalculate` then recomputes the scores
/// that depend on it.
extension ScoringService {
    /// Stores a check-in. The request's id makes it idempotent.
    /// - Throws: `ServiceError(.invalid)` without a slider, for a slider outside 1 … 7, or for a day that has not begun
    ///   in any time zone.
    func checkIn(_ request: SubmitCheckIn, id: RequestID) async throws -> CheckIn {
        let checkIn = CheckIn(
            id: EntityID(high: id.high, low: id.low), day: request.day, at: request.at, stress: request.stress,
            energy: request.energy,
            sleepQuality: request.sleepQuality)
        try Self.check(checkIn)
        let now = clock()
        try check(request.day)
        guard LocalCalendar.earliest.hasBegun(request.day, at: now), request.at <= now + 24 * 3_600_000 else {
            throw ServiceError(.invalid, "That day has not begun; check in for today or an earlier day.")
        }
        return try await store.command(id, user: request.user) { transaction in
            let inputs = InputRows(user: request.user, transaction: transaction)
            var checkIn = checkIn
            if checkIn.sleepQuality != nil {
                checkIn.nightSeen = try inputs.hasSeenNight(of: checkIn.day, at: checkIn.at)
            }
            try inputs.put(.checkIn, checkIn.id, revision: 1, checkIn, touching: checkIn.day)
            try recalculate(request.user, transaction)
            return checkIn
        }
    }

    /// Notes that measurements of a night were shown.
    /// - Throws: `ServiceError(.invalid)` for an implausible day.
    func note(_ request: NoteNightSeen) async throws -> Empty {
        try check(request.day)
        try await store.write { transaction in
            try InputRows(user: request.user, transaction: transaction).note(
                NightSight(day: request.day, at: request.at))
        }
        return Empty()
    }

    /// Lists the check-ins of a range of days.
    /// - Throws: `ServiceError(.invalid)` for a range of more than 400 days or one that ends before it begins.
    func checkIns(_ request: CheckInsQuery) async throws -> CheckInsQuery.Reply {
        try check(request.from)
        try check(request.through)
        guard request.from <= request.through, request.from.distance(to: request.through) < Self.historyLimit else {
            throw ServiceError(
                .invalid, "Check-ins are listed for 1 to \(Self.historyLimit) days; ask for a shorter range.")
        }
        let found = try await store.read { transaction in
            try InputRows(user: request.user, transaction: transaction).checkIns(
                on: request.from...request.through, limit: CheckInsQuery.limit)
        }
        return CheckInsQuery.Reply(checkIns: found)
    }

    /// Replaces a check-in's sliders.
    /// - Throws: `ServiceError`: `notFound` for an unknown or deleted check-in, `invalid` as for a new one.
    func correct(_ request: CorrectCheckIn, id: RequestID) async throws -> CheckIn {
        let now = clock()
        let at = min(request.at ?? now, now)
        return try await store.command(id, user: request.user) { transaction in
            let inputs = InputRows(user: request.user, transaction: transaction)
            var (checkIn, revision) = try inputs.checkIn(request.checkIn)
            let before = checkIn.sleepQuality
            checkIn.correct(\.stress, to: request.stress, \.stress, at: at, now)
            checkIn.correct(\.energy, to: request.energy, \.energy, at: at, now)
            checkIn.correct(\.sleepQuality, to: request.sleepQuality, \.sleepQuality, at: at, now)
            if checkIn.sleepQuality != before {
                checkIn.nightSeen =
                    checkIn.sleepQuality == nil ? nil : try inputs.hasSeenNight(of: checkIn.day, at: at)
            }
            try Self.check(checkIn)
            try inputs.put(.checkIn, checkIn.id, revision: revision + 1, checkIn, touching: checkIn.day)
            try recalculate(request.user, transaction)
            return checkIn
        }
    }

    /// Deletes a check-in.
    /// - Throws: `ServiceError(.notFound)` for an unknown or deleted check-in.
    func delete(_ request: DeleteCheckIn, id: RequestID) async throws -> Empty {
        try await store.command(id, user: request.user) { transaction in
            let inputs = InputRows(user: request.user, transaction: transaction)
            _ = try inputs.checkIn(request.checkIn)
            try inputs.remove(.checkIn, request.checkIn)
            try recalculate(request.user, transaction)
            return Empty()
        }
    }

    private static func check(_ checkIn: CheckIn) throws {
        let sliders = [("stress", checkIn.stress), ("energy", checkIn.energy), ("sleepQuality", checkIn.sleepQuality)]
        guard sliders.contains(where: { $0.1 != nil }) else {
            throw ServiceError(
                .invalid,
                "A check-in has at least one of stress, energy and sleepQuality; leave out only what was not given.")
        }
        for case (let name, let value?) in sliders where !(1...7).contains(value) {
            throw ServiceError(.invalid, "\(name) is a whole number from 1 to 7.")
        }
    }
}

extension CheckIn {
    /// Corrects a slider, unless its last correction is newer. One dated after now, by a clock that was set back since,
    /// is not.
    fileprivate mutating func correct(
        _ slider: WritableKeyPath<CheckIn, Int32?>, to value: Int32?,
        _ time: WritableKeyPath<Corrections, Milliseconds?>, at instant: Milliseconds, _ now: Milliseconds
    ) {
        var times = corrected ?? Corrections()
        let isNewest = times[keyPath: time].map { $0 <= instant || $0 > now } ?? true
        guard self[keyPath: slider] != value, isNewest else { return }
        self[keyPath: slider] = value
        times[keyPath: time] = instant
        corrected = times
    }
}
