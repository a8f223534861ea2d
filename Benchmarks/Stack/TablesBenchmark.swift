import Bus
import Fixtures
import Foundation
import Messages
import ServiceKit
import Storage

/// Tables of actions in and out of the goals service, and a restated day on its way to its action; separate broker,
/// ingestion, safety and goals.
///
///     pulsum-bench tables [--actions N]     100,000 by default
enum TablesBenchmark {
    static func run(arguments: [String]) async throws {
        var count = 100_000
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard option == "--actions", let number = rest.popFirst().flatMap({ Int($0) }) else {
                throw BenchmarkError("say: pulsum-bench tables [--actions N]")
            }
            count = number
        }
        let scratch = try Scratch()
        defer { scratch.remove() }
        let rig = try await ServiceRig(scratch.path, services: [.goals, .ingestion, .safety])
        defer { rig.stop() }
        try await tables(rig, count)
        try await restated(rig)
    }

    // MARK: Tables

    private static func tables(_ rig: ServiceRig, _ count: Int) async throws {
        let user = UserID.random()
        let measure = try await rig.bus.request(
            SaveMeasure(user: user, content: MeasureContent(title: "Running", unit: "km", kind: .distance))
        ).measure.facts.id
        let first = Day(number: 20_000)
        _ = try await rig.bus.request(
            SaveGoal(
                user: user,
                content: GoalContent(
                    title: "Run", start: first, target: first.advanced(by: 700),
                    targets: [MeasureTarget(measure: measure, value: 1e6)])))
        var csv = "day,start,minutes,title,notes,value,unit,measure,goal\n"
        for number in 0..<count {
            let day = first.advanced(by: number % 700)
            csv += "\(day),\(day)T07:\(number % 50 + 10):00Z,\(number % 90),Morning run \(number),Felt good,"
            csv += "\(Double(number % 200 + 1) / 10),km,Running,Run\n"
        }
        let bytes = Array(csv.utf8)
        var table = Table(
            "a table of \(count) actions, each with a measurement and a contribution; \(bytes.count >> 10) KiB",
            ["", "seconds", "peak of goals, MB"])
        let idle = rig.peakMegabytes(of: .goals)
        table.row("idle", "", Table.number(idle))
        let clock = ContinuousClock()
        var began = clock.now
        let report = try await rig.bus.request(
            ImportPreview(user: user, table: try await rig.upload(bytes, user), kind: .actions))
        table.row(
            "preview", Table.number((clock.now - began) / .seconds(1)), Table.number(rig.peakMegabytes(of: .goals)))
        guard report.bad == 0, report.added == Int64(count) else { throw BenchmarkError("the table has bad rows.") }
        began = clock.now
        let id = try await rig.upload(bytes, user)
        var status = try await rig.bus.request(ImportTable(user: user, table: id, kind: .actions))
        while status.phase == .writing {
            status = try await rig.bus.request(ImportTable(user: user, table: id, kind: .actions))
        }
        let (seconds, peak) = ((clock.now - began) / .seconds(1), rig.peakMegabytes(of: .goals))
        guard status.phase == .done else { throw BenchmarkError("the import ended as \(status.phase).") }
        table.row("import", Table.number(seconds), Table.number(peak))
        for kind in [TableKind.actions, .graph] {
            began = clock.now
            let size = try await rig.export(user, kind)
            table.row(
                "export as \(kind == .graph ? "JSON" : "CSV"), \(size >> 10) KiB",
                Table.number((clock.now - began) / .seconds(1)), Table.number(rig.peakMegabytes(of: .goals)))
        }
        table.print()
        Table.goal("seconds for \(count) actions", measured: seconds, atMost: 10)
        Table.goal("MB at the peak of the import", measured: peak, atMost: 150)
    }

    // MARK: Health

    /// A day of 200 samples is sent again with other values, until its action has the new one.
    private static func restated(_ rig: ServiceRig) async throws {
        let user = UserID.random()
        let measure = try await rig.bus.request(
            SaveMeasure(user: user, content: MeasureContent(title: "Steps", unit: "steps", kind: .count))
        ).measure.facts.id
        _ = try await rig.bus.request(
            SaveHealthRule(
                user: user, content: HealthRuleContent(kind: .steps, title: "Walked", measure: measure)))
        let start = Int64(20_500) * 86_400
        var (times, anchor): ([Double], String) = ([], "")
        for round in 1...30 {
            let samples = (0..<200).map { index in
                AnchoredSample(
                    id: EntityID(high: UInt64(round), low: UInt64(index)), start: start + Int64(index) * 300,
                    end: start + Int64(index) * 300 + 60, value: Double(round), unit: "count", source: "Watch")
            }
            let deleted = round == 1 ? [] : (0..<200).map { EntityID(high: UInt64(round - 1), low: UInt64($0)) }
            let began = ContinuousClock.now
            let reply = try await rig.bus.request(
                IngestSamples(
                    user: user, device: "phone", kind: "steps", anchor: anchor, newAnchor: "\(round)",
                    samples: samples, deleted: deleted))
            anchor = reply.anchor
            while true {
                let actions = try await rig.bus.request(ActionsQuery(user: user)).actions
                if actions.count == 1, actions[0].content.measurements.first?.value == Double(round * 200) { break }
                guard ContinuousClock.now - began < .seconds(30) else {
                    throw BenchmarkError("the day did not reach its action within 30 s.")
                }
                try await Task.sleep(for: .milliseconds(1))
            }
            times.append((ContinuousClock.now - began) / .milliseconds(1))
        }
        let sorted = times.dropFirst().sorted()
        var table = Table("a restated day of 200 samples, until its action has the new value", ["", "ms"])
        table.row("median", Table.number(Table.median(sorted)))
        table.row("slowest of \(sorted.count)", Table.number(sorted.last ?? 0))
        table.print()
        Table.goal("ms until a restated day reaches its action", measured: Table.median(sorted), atMost: 300)
    }
}

extension ServiceRig {
    func upload(_ bytes: [UInt8], _ user: UserID) async throws -> EntityID {
        let table = EntityID.random()
        for start in stride(from: 0, to: bytes.count, by: UploadTable.maximumPartBytes) {
            let part = Array(bytes[start..<min(bytes.count, start + UploadTable.maximumPartBytes)])
            _ = try await bus.request(UploadTable(user: user, table: table, offset: Int64(start), bytes: part))
        }
        return table
    }

    /// - Returns: the number of bytes.
    func export(_ user: UserID, _ kind: TableKind) async throws -> Int {
        var (size, cursor): (Int, String?) = (0, nil)
        repeat {
            let page = try await bus.request(ExportTable(user: user, kind: kind, cursor: cursor))
            (size, cursor) = (size + page.bytes.count, page.next)
        } while cursor != nil
        return size
    }
}
