import Fixtures
import Foundation
import Messages
import Storage
import Testing

@testable import Goals

/// Running sums of days.
@Suite struct SumTests {
    /// The running sums, by goal, measure and day.
    private static func kept(_ transaction: Transaction) throws -> [String: [Double]] {
        var sums: [String: [Double]] = [:]
        let days = GoalDayRows(user: World.ada, transaction: transaction)
        for row in try transaction.rows("SELECT goal, measure, days, sealed FROM goal_days WHERE user = ?", [World.ada])
        {
            let (goal, measure): (EntityID, EntityID) = (try row["goal"], try row["measure"])
            for entry in try days.days(row, of: goal, measure).entries {
                sums["\(goal) \(measure) \(entry.day)"] = [entry.amount, Double(entry.number)]
            }
        }
        return sums
    }

    /// The same, counted from the contributions.
    private static func counted(_ transaction: Transaction) throws -> [String: [Double]] {
        var sums: [String: [Double]] = [:]
        let rows = try transaction.rows(
            """
            SELECT c.action, c.goal, c.measure, a.day, c.amount, c.sealed
            FROM action_goal_contributions c JOIN actions a ON a.user = c.user AND a.id = c.action WHERE c.user = ?
            """, [World.ada])
        for row in rows {
            let (action, goal, measure): (EntityID, EntityID, EntityID) =
                (try row["action"], try row["goal"], try row["measure"])
            let amount = try AmountColumn.contributed.amount(
                row, of: [action, goal, measure], World.ada, transaction)
            let key = "\(goal) \(measure) \(try row["day"] as Day)"
            let before = sums[key] ?? [0, 0]
            sums[key] = [before[0] + amount, before[1] + 1]
        }
        return sums
    }

    private static func areEqual(_ one: [String: [Double]], _ other: [String: [Double]]) -> Bool {
        one.keys.sorted() == other.keys.sorted()
            && one.allSatisfy { key, values in
                zip(values, other[key] ?? []).allSatisfy { abs($0 - $1) <= 1e-9 * max(1, abs($1)) }
            }
    }

    @Test(
        "GOL-4: after any additions, changes and deletions the running sums are those of the contributions",
        arguments: [1, 2, 3] as [UInt64])
    func anyWrites(_ seed: UInt64) async throws {
        let world = try World()
        let (km, miles) = (try await world.measure("km"), try await world.measure("mi"))
        var goals: [EntityID] = []
        for title in ["Run", "Walk"] {
            goals.append(
                try await world.goal(
                    GoalContent(
                        title: title, start: World.start, target: World.start.advanced(by: 70),
                        targets: [MeasureTarget(measure: km, value: 100)])))
        }
        let goalIDs = goals
        try await world.store.write { transaction in
            var random = SplitMix(seed: seed)
            var stored: [(id: EntityID, version: UInt64)] = []
            for step in 0..<300 {
                let day = World.start.advanced(by: Int(random.next() % 6))
                var contributions: [GoalContribution] = []
                for goal in goalIDs {
                    for measure in [km, miles] where random.next() % 2 == 0 {
                        contributions.append(
                            GoalContribution(
                                goal: goal, measure: measure, amount: Double(random.next() % 997) / 7 + 0.1))
                    }
                }
                let content = ActionContent(title: "Out", start: World.now, contributions: contributions)
                let coordinator = ActionCoordinator(user: World.ada, in: transaction)
                let place = stored.isEmpty ? 0 : Int(random.next() % UInt64(stored.count))
                switch random.next() % 4 {
                case 0 where !stored.isEmpty:
                    try coordinator.delete(DeleteAction(user: World.ada, action: stored.remove(at: place).id))
                case 1 where !stored.isEmpty:
                    let edited = EditedVersion(id: stored[place].id, version: stored[place].version)
                    _ = try coordinator.save(
                        SaveAction(user: World.ada, edited: edited, content: content, day: day), id: edited.id,
                        now: World.now)
                    stored[place].version += 1
                default:
                    let id = EntityID(high: 5, low: UInt64(step) + 1)
                    _ = try coordinator.save(
                        SaveAction(user: World.ada, content: content, day: day), id: id, now: World.now)
                    stored.append((id, 1))
                }
                guard step % 10 == 0 || step == 299 else { continue }
                #expect(Self.areEqual(try Self.kept(transaction), try Self.counted(transaction)), "step \(step)")
            }
            #expect(try !Self.kept(transaction).isEmpty)
            for action in stored {
                try ActionCoordinator(user: World.ada, in: transaction).delete(
                    DeleteAction(user: World.ada, action: action.id))
            }
            #expect(try Self.kept(transaction).isEmpty)
        }
    }

    @Test("GOL-4: contributions of an earlier release get their sums at the start of the service, once")
    func fill() async throws {
        let world = try World()
        _ = try await Write.prepare(world)
        let before = try await world.store.read { try Self.kept($0) }
        #expect(!before.isEmpty)
        try await world.store.write { transaction in
            try transaction.check(World.ada)
            try transaction.execute("DELETE FROM goal_days")
        }
        #expect(try await world.state().goals[0].progress[0].sum == 0)
        try await GoalDayRows.fill(world.store)
        #expect(try await world.store.read { try Self.kept($0) } == before)
        #expect(try await world.state().goals[0].progress[0].sum == 5)
        try await GoalDayRows.fill(world.store)
        #expect(try await world.store.read { try Self.kept($0) } == before)
    }

    @Test("A series is read as it was stored, in order of days; damaged bytes are an error")
    func bytes() throws {
        var series = DaySeries()
        for day in [20_703, 20_700, 20_701, 20_703, -5] as [Int32] { series.add(0.1, on: Day(number: day)) }
        #expect(series.entries.map(\.day.number) == [-5, 20_700, 20_701, 20_703])
        #expect(series.entries.map(\.number) == [1, 1, 1, 2])
        #expect(try DaySeries(series.data) == series)
        #expect(series.through(Day(number: 20_700)).count == 2)
        #expect(series.through(nil).count == 4)
        series.set(0, number: 0, on: Day(number: 20_700))
        series.set(7, number: 1, on: Day(number: 20_702))
        #expect(series.entries.map(\.day.number) == [-5, 20_701, 20_702, 20_703])
        #expect(throws: StorageError.self) { try DaySeries(Data([1, 2, 3])) }
    }
}
