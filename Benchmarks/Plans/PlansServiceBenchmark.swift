import Bus
import Fixtures
import Foundation
import Messages
import Storage

/// The plans service as a process: a plan computed anew, the cached one, the week's work of many people, idle memory.
enum PlansServiceBenchmark {
    /// Days of a person that the expenditure is learned from: half a year.
    private static let days = 182
    /// Later than the next Sunday 02:00 with its delay, whenever it begins.
    private static let step = 8 * 86_400

    /// One person with half a year of weight and intake.
    static func latencies() async throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        let rig = try await PlansRig(scratch.path)
        defer { rig.stop() }
        let atStart = try await rig.idleMegabytes()
        let user = UserID.random()
        try await rig.record(days: days, of: [user])
        let generated = try await Latencies("computed anew with another weight, durable") { round in
            let body = rig.body(of: user, revision: UInt64(round) + 1, kilograms: 80 - 0.1 * Double(round % 20))
            let reply = try await rig.bus.request(GeneratePlan(user: user, forceRecompute: true, body: body))
            return reply.recomputed && reply.plan?.energy?.source == .adaptive
        }
        let current = try await Latencies("the current plan") { _ in
            try await rig.bus.request(CurrentPlan(user: user)).plan != nil
        }
        let unchanged = try await Latencies("asked for where nothing changed") { _ in
            let reply = try await rig.bus.request(GeneratePlan(user: user))
            return !reply.recomputed && reply.plan != nil
        }
        Latencies.printTable(
            "Plans over the bus, a person with \(days) days of weight and intake, ms", [generated, current, unchanged])
        if let atStart, let after = try await rig.idleMegabytes() {
            var table = Table("The idle process, proportional set size", ["", "MB"])
            table.row("after the start", Table.number(atStart))
            table.row("after these requests", Table.number(after))
            table.print()
        }
        Table.goal("ms for a plan computed anew, p99", measured: generated.p99, atMost: 30)
        Table.goal("ms for the current plan, p99", measured: current.p99, atMost: 5)
    }

    /// Everybody's week is due together, as after a downtime, so that the spread over half an hour is no part of the
    /// time. The clock of the processes is set forward.
    static func week(people: Int, days: Int) async throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        let clock = try await SteppedClock(in: scratch)
        let data = scratch.file("data")
        try FileManager.default.createDirectory(
            atPath: data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let rig = try await PlansRig(data, environment: clock.environment)
        defer { rig.stop() }
        let users = (0..<people).map { _ in UserID.random() }
        try await rig.record(days: days, of: users)
        let (bus, bodies) = (rig.bus, users.map { rig.body(of: $0) })
        _ = try await inParallel(people) { number in
            let request = GeneratePlan(user: users[number], body: bodies[number])
            guard try await bus.request(request, budget: .seconds(30)).plan != nil else {
                throw BenchmarkError("somebody has no plan")
            }
        }
        let file = try DatabaseFile(data + "/db/plans.sqlite")
        func number(_ sql: String) throws -> Int { try file.rows(sql).first.map { try $0[0] as Int } ?? 0 }
        let now = Int(Date().timeIntervalSince1970 + Double(step)) * 1000
        let due = "SELECT count(*) FROM storage_due_work WHERE kind = 'weekly plans' AND due <= \(now)"
        guard try number(due) == people else { throw BenchmarkError("not everybody's week is due") }
        try clock.step(to: step)
        let start = ContinuousClock.now
        var began = start
        while true {
            let left = try number(due)
            if left == 0 { break }
            // The schedule is looked at every five seconds.
            if left == people { began = .now }
            guard ContinuousClock.now - start < .seconds(600) else { throw BenchmarkError("\(left) weeks are left") }
            try await Task.sleep(for: .milliseconds(50))
        }
        let end = ContinuousClock.now
        let (total, work) = ((end - start) / .seconds(1), (end - began) / .seconds(1))
        let second = try number("SELECT count(*) FROM plans WHERE status = 1 AND number = 2")
        let (all, told) = try (
            number("SELECT count(*) FROM plans"), number("SELECT count(*) FROM storage_streams WHERE last = 2")
        )
        let consumers = try number("SELECT count(DISTINCT consumer) FROM storage_streams")
        guard consumers > 0, second == people, all == 2 * people, told == people * consumers else {
            throw BenchmarkError(
                "\(second) of \(people) have a plan of the week, of \(all) plans, and \(told) streams of \(consumers) consumers have two events"
            )
        }
        var table = Table(
            "The week's work of \(people) people with \(days) days of intake, one process", ["", "seconds", "people/s"])
        table.row("from the instant on", Table.number(total), Table.number(Double(people) / total))
        table.row("from its first plan on", Table.number(work), Table.number(Double(people) / work))
        table.print()
        if let after = try await rig.idleMegabytes() {
            print("  \(Table.number(after)) MB proportional set size of the idle process after it")
        }
        Table.goal("s for the week's work of \(people) people", measured: total, atMost: 60)
    }
}
