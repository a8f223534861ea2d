import Fixtures
import Foundation
import Messages
import Storage
import Testing

@testable import Scoring

/// Scores computed from checkpoints equal those of a full replay.
@Suite struct CheckpointTests {
    /// The submitted inputs, for a replay.
    private struct Shadow {
        var metrics: [Day: (input: ScoringInput, revision: UInt64)] = [:]
        var entries: [Int: (sentiment: JournalSentiment, revision: UInt64, deleted: Bool)] = [:]
        var checkIns: [EntityID: CheckIn] = [:]
        var context: [Day: [ContextFlag]] = [:]
        var crises: [Int: (at: Milliseconds, revision: UInt64, withdrawn: Bool)] = [:]
        var mask = ContextMask.initial
        /// Offset of the user's zone from UTC, in hours.
        var ahead = 0

        var states: [DayState] {
            var inputs = metrics.values.map(\.input) + checkIns.values.map { .checkIn($0) }
            for (number, entry) in entries where !entry.deleted {
                var sentiment = entry.sentiment
                if crises[number]?.withdrawn == true { sentiment.crisis = false }
                inputs.append(.journal(sentiment))
            }
            for (number, crisis) in crises {
                let day = Day(number: Int32((crisis.at + Milliseconds(ahead) * 3_600_000) / 86_400_000))
                inputs.append(crisis.withdrawn ? .noCrisis(day: day) : .crisis(day: day, id: entity(number)))
            }
            inputs += context.map { .context(DayContext(day: $0, flags: $1)) }
            // The order means nothing; each number of inputs has its own.
            var random = SplitMix(seed: UInt64(inputs.count))
            return ScoreCalculator.states(inputs.shuffled(using: &random), mask: mask)
        }
    }

    @Test(
        "SCO-6 after any edits, insertions, deletions, flags and switches, in any order, scores are bit for bit those of a full replay; an erased person leaves no row",
        arguments: 1...3 as ClosedRange<UInt64>)
    func anyEdits(_ seed: UInt64) async throws {
        let world = try ServiceWorld(workers: 2)
        var random = SplitMix(seed: seed)
        var shadow = Shadow()
        var profile: UInt64 = 0
        // Half of the edits affect the last days, as in practice.
        func pick() -> Int {
            Bool.random(using: &random)
                ? Int.random(in: 30...40, using: &random) : Int.random(in: -150...40, using: &random)
        }
        /// One to three edits.
        func sliders() -> (stress: Int32?, energy: Int32?, sleep: Int32?) {
            var given = (0..<3).map { _ in Bool.random(using: &random) ? Int32.random(in: 1...7, using: &random) : nil }
            if given.allSatisfy({ $0 == nil }) {
                given[Int.random(in: 0..<3, using: &random)] = Int32.random(in: 1...7, using: &random)
            }
            return (given[0], given[1], given[2])
        }
        for step in 0..<72 {
            let worker = step % 2
            switch Int.random(in: 0..<12, using: &random) {
            case 0...2:
                let days = (0..<Int.random(in: 1...25, using: &random)).map { _ in pick() }
                var events: [DailyMetricsChanged] = []
                for offset in Set(days) {
                    let revision = (shadow.metrics[day(offset)]?.revision ?? 0) + 1
                    let isEmpty = Int.random(in: 0..<8, using: &random) == 0
                    let input = metrics(
                        offset, hrv: isEmpty ? nil : 50 + 8 * random.standardNormal(),
                        nocturnal: isEmpty ? nil : 55 + random.standardNormal(),
                        steps: isEmpty ? nil : 8_000 + 1_000 * random.standardNormal()
                    ) { $0.hrv?.device = UInt64(offset / 40 + 10) }
                    shadow.metrics[day(offset)] = (input, revision)
                    events.append(world.reduced(input, revision: revision))
                }
                try await world.deliver(events, by: worker)
            case 3...4:
                let offset = pick()
                let id = RequestID(high: 9, low: UInt64(step))
                let (stress, energy, sleep) = sliders()
                let checkIn = try await world.workers[worker].checkIn(
                    SubmitCheckIn(
                        user: world.user, day: day(offset), at: Milliseconds(step % 7), stress: stress, energy: energy,
                        sleepQuality: sleep), id: id)
                shadow.checkIns[checkIn.id] = checkIn
            case 5...6:
                let number = Int.random(in: 0..<12, using: &random)
                let old = shadow.entries[number]
                let (offset, revision) = (pick(), (old?.revision ?? 0) + 1)
                let deleted = old != nil && Int.random(in: 0..<3, using: &random) == 0
                let crisis = Int.random(in: 0..<4, using: &random) == 0
                let sentiment = Bool.random(using: &random) ? Double.random(in: -1...1, using: &random) : nil
                let place = old != nil && Bool.random(using: &random) ? old?.sentiment.day ?? day(offset) : day(offset)
                shadow.entries[number] = (
                    JournalSentiment(entry: entity(number), day: place, sentiment: sentiment, crisis: crisis), revision,
                    deleted
                )
                try await world.deliver(
                    [
                        JournalEntryChanged(
                            user: world.user, entry: entity(number), revision: revision, day: place, at: 0,
                            sentiment: sentiment,
                            level: crisis ? .crisis : .safe, deleted: deleted)
                    ], from: .sentiment, by: worker)
            case 7:
                let number = Int.random(in: 0..<16, using: &random)
                let revision = (shadow.crises[number]?.revision ?? 0) + 1
                let crisis = (
                    at: Milliseconds(day(pick()).number) * 86_400_000
                        + Milliseconds.random(in: 0..<86_400_000, using: &random), revision,
                    withdrawn: Bool.random(using: &random)
                )
                shadow.crises[number] = crisis
                try await world.deliver(
                    [
                        CrisisChanged(
                            user: world.user, id: entity(number), revision: revision, at: crisis.at,
                            withdrawn: crisis.withdrawn)
                    ], from: .coaching,
                    by: worker)
            case 8:
                let offset = pick()
                let flags = ContextFlag.all.filter { _ in Bool.random(using: &random) }
                _ = try await world.workers[worker].setContext(
                    SetDayContext(user: world.user, day: day(offset), flags: flags), id: .random())
                shadow.context[day(offset)] = flags
            case 9...10:
                guard let id = shadow.checkIns.keys.sorted().randomElement(using: &random) else { continue }
                if Bool.random(using: &random) {
                    let (stress, energy, sleep) = sliders()
                    shadow.checkIns[id] = try await world.workers[worker].correct(
                        CorrectCheckIn(
                            user: world.user, checkIn: id, stress: stress, energy: energy, sleepQuality: sleep),
                        id: .random())
                } else {
                    shadow.checkIns[id] = nil
                    _ = try await world.workers[worker].delete(
                        DeleteCheckIn(user: world.user, checkIn: id), id: .random())
                }
            default:
                if Bool.random(using: &random) {
                    shadow.mask = ContextMask(ContextFlag.all.filter { _ in Bool.random(using: &random) })
                    _ = try await world.workers[worker].setMask(
                        SetContextMask(user: world.user, flags: shadow.mask.flags), id: .random())
                } else {
                    profile += 1
                    shadow.ahead = Int(profile % 2) * 9
                    try await world.deliver(
                        [
                            ProfileChanged(
                                user: world.user,
                                profile: Profile(
                                    user: world.user, revision: profile,
                                    timeZones: [ZonePeriod(since: 0, zone: shadow.ahead == 0 ? "UTC" : "Asia/Tokyo")],
                                    country: "", sourceOrder: []))
                        ], from: .api, by: worker)
                }
            }
            let scored = try await world.states()
            let replayed = shadow.states
            let days = Set(replayed.map(\.day))
            #expect(scored.filter { days.contains($0.day) } == replayed, "after step \(step) of seed \(seed)")
            #expect(scored.filter { !days.contains($0.day) }.allSatisfy { $0 == .empty($0.day) })
        }
        #expect(try await world.count("checkpoints") > 3)
        _ = try await world.store.erase(world.user)
        for table in ["inputs", "scores", "checkpoints", "tallies", "people"] {
            #expect(try await world.count(table) == 0, "\(table)")
        }
    }

    @Test(
        "SCO-6 checkpoints and scores of another version of the formula are not gone on from: the next event computes every day again"
    )
    func anotherVersion() async throws {
        let world = try ServiceWorld()
        let inputs = person(29, days: 40)
        try await world.enter(inputs)
        let user = world.user
        try await world.store.write { transaction in
            // As left by a release with another formula: other values, all readable.
            let odd = ScoreCalculator.states(person(30, days: 40))
            _ = try ScoreRows(user: user, transaction: transaction).update(odd, from: day(0))
            var checkpoint = Checkpoint()
            for input in DayInputs.days(of: person(30, days: 36)) { _ = checkpoint.advance(over: input) }
            let sealed = try transaction.seal(checkpoint, user: user, table: "checkpoints", row: "\(day(35))")
            try transaction.execute(
                "INSERT OR REPLACE INTO checkpoints (user, day, sealed) VALUES (?, ?, ?)", [user, day(35), sealed])
            try transaction.execute("UPDATE people SET version = ? WHERE user = ?", [Checkpoint.version + 1, user])
        }
        let added = try await world.submit(40)
        #expect(try await world.states() == ScoreCalculator.states(inputs + [.checkIn(added)]))
        // Afterwards it uses its own.
        try await world.damage("UPDATE inputs SET sealed = x'00' WHERE day < \(day(10).number)")
        _ = try await world.submit(41)
    }

    @Test(
        "SCO-6 a check-in, an entry and a day's metrics read no inputs but those since the last checkpoint: older ones may be unreadable"
    )
    func readsLittle() async throws {
        let world = try ServiceWorld()
        try await world.deliver((-200..<40).map { world.reduced(metrics($0, hrv: Double(50 + abs($0) % 5))) })
        for offset in 30..<40 { try await world.deliver([world.analyzed(offset, 0.3)], from: .sentiment) }
        // Damage, not an edit: the triggers that drop checkpoints do not run.
        try await world.damage("UPDATE inputs SET sealed = x'00' WHERE day < \(day(10).number)")
        _ = try await world.submit(40)
        try await world.deliver([world.reduced(metrics(40, hrv: 51), revision: 7)])
        try await world.deliver([world.analyzed(40, 0.5)], from: .sentiment)
        let breakdown = try await world.breakdown(40)
        #expect(breakdown.report.score != nil)
        #expect(breakdown.contributions.count { !$0.missing } == 5)
    }

    @Test("SCO-6 one more entry of a day reads none of the day's others")
    func busyDay() async throws {
        let world = try ServiceWorld()
        try await world.deliver((0..<40).map { world.reduced(metrics($0, hrv: 50)) })
        try await world.deliver((0..<50).map { _ in world.analyzed(39, 0.25) }, from: .sentiment)
        try await world.damage("UPDATE inputs SET sealed = x'00' WHERE kind = 3")
        try await world.deliver([world.analyzed(39, -0.77)], from: .sentiment)
        let sentiment = try await world.breakdown(39).contributions.first { $0.signal == .sentiment }
        #expect(abs((sentiment?.value ?? 0) - (50 * 0.25 - 0.77) / 51) < 1e-9)
    }

    @Test(
        "SCO-6 a database of the release before opens, and its inputs are scored as a replay scores them; what that release still writes counts"
    )
    func earlierRelease() async throws {
        let world = try ServiceWorld(migrations: 1)
        let inputs = person(23, days: 60)
        func keep(_ inputs: [ScoringInput], _ world: ServiceWorld, revision: Int = 1) async throws {
            try await world.store.write { [user = world.user] transaction in
                for input in inputs {
                    let (kind, id, message): (InputRows.Kind, EntityID, any Message) =
                        switch input {
                        case .metrics(let metrics): (.metrics, InputRows.id(of: metrics.day), metrics)
                        case .checkIn(let checkIn): (.checkIn, checkIn.id, checkIn)
                        case .journal(let journal):
                            (.journal, journal.entry, JournalMark(sentiment: journal, deleted: false))
                        case .context(let context): (.context, InputRows.id(of: context.day), context)
                        case .crisis, .noCrisis: (.crisis, entity(1), CrisisMark(at: 0, withdrawn: true))
                        }
                    try transaction.execute(
                        """
                        INSERT INTO inputs (user, kind, id, revision, sealed) VALUES (?, ?, ?, ?, ?)
                        ON CONFLICT (user, kind, id) DO UPDATE SET revision = excluded.revision, sealed = excluded.sealed
                        """,
                        [
                            user, kind.rawValue, id, revision,
                            try transaction.seal(
                                message, user: user, table: "inputs", row: InputRows.address(kind, id)),
                        ])
                }
            }
        }
        let all = inputs + [journal(20, 0.5), .context(DayContext(day: day(10), flags: [.illness]))]
        try await keep(all, world)
        let now = try ServiceWorld(reopening: world)
        _ = try await now.submit(41, id: RequestID(high: 3, low: 3))
        var more =
            all + [
                .checkIn(
                    CheckIn(
                        id: EntityID(high: 3, low: 3), day: day(41), at: Milliseconds(day(41).number) * 86_400_000,
                        stress: 3, energy: 5, sleepQuality: 5))
            ]
        #expect(try await now.states() == ScoreCalculator.states(more))
        /// Settles as that release does: it writes states of its own formula, which has no mask, and records that no
        /// work remains.
        func settle(_ inputs: [ScoringInput], from first: Day) async throws {
            try await now.store.write { [user = now.user] transaction in
                for var state in ScoreCalculator.states(inputs, mask: ContextMask([])) where state.day >= first {
                    state.quantile = nil
                    let sealed = try transaction.seal(state, user: user, table: "scores", row: "\(state.day)")
                    try transaction.execute(
                        """
                        INSERT INTO scores (user, day, revision, filled, sealed) VALUES (?, ?, 1, 1, ?)
                        ON CONFLICT (user, day) DO UPDATE SET revision = revision + 1, filled = excluded.filled, sealed = excluded.sealed
                        """, [user, state.day, sealed])
                }
                try transaction.execute("UPDATE people SET touched = NULL WHERE user = ?", [user])
            }
        }
        // Beside this release it changes one row and adds one, without the day column; the next event here is of a
        // later day.
        let changed = [metrics(5, hrv: 90), journal(20, -0.5, id: 8)]
        try await keep(changed, now, revision: 2)
        more = more.filter { $0.day != day(5) || { if case .metrics = $0 { false } else { true } }($0) } + changed
        try await settle(more, from: day(5))
        more.append(.checkIn(try await now.submit(41, after: 5)))
        #expect(try await now.states() == ScoreCalculator.states(more))
        // A note of the day does not affect its formula's scores, so it writes none.
        try await keep([.context(DayContext(day: day(10), flags: []))], now, revision: 2)
        try await settle([], from: day(10))
        more.removeAll { if case .context = $0 { true } else { false } }
        more.append(.checkIn(try await now.submit(41, after: 6)))
        #expect(try await now.states() == ScoreCalculator.states(more))
        // Afterwards it continues from checkpoints again.
        try await now.damage("UPDATE inputs SET sealed = x'00' WHERE day < \(day(10).number)")
        _ = try await now.submit(41, after: 7)
    }
}
