import Fixtures
import Foundation
import Messages
import Storage
import Testing
import Wire

@testable import Scoring

@Suite struct ServiceTests {
    @Test("SCO-6 a batch of events is replayed once, told once, and equals a replay of its inputs")
    func batch() async throws {
        let world = try ServiceWorld()
        let inputs = (0..<30).map { metrics($0, hrv: Double(45 + $0 % 7), steps: Double(7_000 + 100 * $0)) }
        let deliveries = try await world.deliver(inputs.map { world.reduced($0) })
        #expect(deliveries < 30)
        #expect(try await world.states() == ScoreCalculator.states(inputs))
        #expect(try await world.updates() == Int64(deliveries))
    }

    @Test("SCO-6 whatever order and grouping events arrive in, on three workers at once, the rows are the same")
    func threeWorkers() async throws {
        let world = try ServiceWorld(workers: 3)
        let inputs = (0..<36).map {
            metrics($0, hrv: Double(45 + $0 % 7), debt: Double(1_000 * ($0 % 5)), steps: Double(7_000 + 100 * $0))
        }
        var random = Seed(of: "threeWorkers").generator
        let days = inputs.shuffled(using: &random)
        async let entries: Void = {
            for offset in 10..<30 {
                try await world.deliver(
                    [world.analyzed(offset, 0.05 * Double(offset - 20), entry: entity(offset))], from: .sentiment, by: 1
                )
            }
        }()
        async let checkIns: Void = {
            for offset in 5..<25 {
                _ = try await world.workers[2].checkIn(
                    SubmitCheckIn(user: world.user, day: day(offset), at: 1, stress: 2, energy: 6, sleepQuality: 5),
                    id: RequestID(high: 1, low: UInt64(offset))
                )
            }
        }()
        for start in stride(from: 0, to: 36, by: 4) {
            try await world.deliver(days[start..<start + 4].map { world.reduced($0) })
        }
        _ = try await (entries, checkIns)

        var reference = inputs
        for offset in 10..<30 { reference.append(journal(offset, 0.05 * Double(offset - 20), id: offset)) }
        for offset in 5..<25 {
            reference.append(
                .checkIn(
                    CheckIn(
                        id: EntityID(high: 1, low: UInt64(offset)), day: day(offset), at: 1, stress: 2, energy: 6,
                        sleepQuality: 5)))
        }
        #expect(try await world.states() == ScoreCalculator.states(reference))
    }

    @Test("LOOK the last days carry the places that an open day was shown with, in their order, a closed day none")
    func shownBefore() async throws {
        let world = try ServiceWorld()
        try await world.deliver(
            (0..<24).map { world.reduced(metrics($0, hrv: Double(45 + $0 % 7), steps: Double(7_000 + 100 * $0))) })
        var places: [Double] = []
        for (at, energy) in [2, 6, 4].enumerated() {
            let checkIn = SubmitCheckIn(
                user: world.user, day: day(24), at: Int64(at), stress: nil, energy: Int32(energy))
            _ = try await world.service.checkIn(checkIn, id: .random())
            let reply = try await world.service.recentDays(RecentDays(user: world.user, today: day(24)))
            #expect(reply.shown == places)
            places.append(try #require(reply.days.first?.report.comparison?.place))
        }
        #expect(places.count == 3)
        let closed = try await world.service.recentDays(RecentDays(user: world.user, day: day(24), today: day(25)))
        #expect(closed.shown.isEmpty)
        #expect(closed.days.first?.report.status == .final)
    }

    @Test("LOOK the scores that a day is compared with are those of the days' own reports")
    func comparedScores() async throws {
        let world = try ServiceWorld()
        try await world.deliver(
            (0..<24).filter { $0 != 15 }.map {
                world.reduced(metrics($0, hrv: Double(45 + $0 % 7), steps: Double(7_000 + 100 * $0)))
            })
        for today in [day(23), day(24)] {
            let reply = try await world.service.recentDays(RecentDays(user: world.user, today: today, compared: 90))
            let own = try await world.states().enumerated().compactMap {
                $1.report(today: today, revision: UInt64($0)).score
            }
            #expect(!own.isEmpty)
            #expect(reply.scores == own)
            #expect(reply.days.first?.report.score == own.last)
        }
    }

    @Test("SCO-6 an older revision is ignored and no event is published without a change")
    func revisions() async throws {
        let world = try ServiceWorld()
        try await world.deliver((0..<10).map { world.reduced(metrics($0, hrv: 50), revision: 3) })
        let (before, updates) = (try await world.states(), try await world.updates())
        try await world.deliver([
            world.reduced(metrics(4, hrv: 90), revision: 2), world.reduced(metrics(5, hrv: 50), revision: 9),
        ])
        #expect(try await world.states() == before)
        #expect(try await world.updates() == updates)
    }

    @Test("SCO-6 a late sample rewrites its day and those after it, and only those")
    func lateSample() async throws {
        let world = try ServiceWorld()
        try await world.deliver((0..<20).map { world.reduced(metrics($0, hrv: Double(48 + $0 % 5))) })
        let before = try await world.history(0, 19)
        try await world.deliver([world.reduced(metrics(10, hrv: 80), revision: 2)])
        let after = try await world.history(0, 19)
        #expect(Array(after.prefix(10)) == Array(before.prefix(10)))
        #expect(after[10].revision > before[10].revision)
        #expect(after[10].score != before[10].score)
        #expect(after[15].revision > before[15].revision)
    }

    @Test("SCO-6 a score is kept as it was shown, together with its revision")
    func shown() async throws {
        let world = try ServiceWorld()
        try await world.deliver((0..<20).map { world.reduced(metrics($0, hrv: Double(48 + $0 % 5))) })
        let first = try await world.breakdown(15).report
        _ = try await world.breakdown(15)
        try await world.deliver([world.reduced(metrics(15, hrv: 80), revision: 2)])
        let second = try await world.breakdown(15).report
        let page = try await world.store.read { [user = world.user] in
            try ShownRows(user: user, transaction: $0).page(after: day(0), 0, limit: 10).map(\.report)
        }
        #expect(page == [first, second])
        #expect(first.score != second.score)
    }

    @Test("SCO-6 a deleted day and a deleted entry leave the scores as if they had never been")
    func deletion() async throws {
        let world = try ServiceWorld()
        try await world.deliver((0..<15).map { world.reduced(metrics($0, hrv: Double(48 + $0 % 5))) })
        let before = try await world.history(0, 14).map(\.score)
        try await world.deliver(
            [world.analyzed(20, -0.5, entry: entity(1)), world.analyzed(8, 0.9, entry: entity(2))], from: .sentiment)
        #expect(try await world.service.score(ScoreQuery(user: world.user, today: day(40))).day == day(20))
        try await world.deliver(
            [
                world.analyzed(20, nil, entry: entity(1), revision: 2, deleted: true),
                world.analyzed(8, nil, entry: entity(2), revision: 2, deleted: true),
            ],
            from: .sentiment)
        #expect(try await world.history(0, 14).map(\.score) == before)
        #expect(try await world.history(20, 20).map(\.status) == [.noData])
        #expect(try await world.service.score(ScoreQuery(user: world.user, today: day(40))).day == day(14))
    }

    @Test(
        "SCO-7 a crisis in the chat withholds the score of that day in the person's own time zone, until it is withdrawn"
    )
    func crisis() async throws {
        let world = try ServiceWorld()
        try await world.deliver((0..<20).map { world.reduced(metrics($0, hrv: 50)) })
        // 02:00 UTC on day 16 is still day 15 in New York.
        let at = Milliseconds(day(16).number) * 86_400_000 + 2 * 3_600_000
        try await world.deliver(
            [CrisisChanged(user: world.user, id: entity(1), revision: 1, at: at, withdrawn: false)], from: .coaching)
        #expect(try await world.history(15, 16).map(\.status) == [.final, .withheld])
        let profile = Profile(
            user: world.user, revision: 1, timeZones: [ZonePeriod(since: 0, zone: "America/New_York")], country: "US",
            sourceOrder: [])
        try await world.deliver([ProfileChanged(user: world.user, profile: profile)], from: .api)
        #expect(try await world.history(15, 16).map(\.status) == [.withheld, .final])
        try await world.deliver(
            [CrisisChanged(user: world.user, id: entity(1), revision: 2, at: at, withdrawn: true)], from: .coaching)
        #expect(try await world.history(15, 16).map(\.status) == [.final, .final])
    }

    @Test(
        "SAF-5 SCO-7 “this was not a crisis” about a journal entry gives its day a score, in whatever order the two are heard",
        arguments: [true, false])
    func journalWithdrawn(isEntryFirst: Bool) async throws {
        let world = try ServiceWorld()
        try await world.deliver((0..<20).map { world.reduced(metrics($0, hrv: 50)) })
        let crisis = world.analyzed(15, -0.8, entry: entity(1), level: .crisis)
        // Recorded a day late: the entry's own day counts.
        let at = Milliseconds(day(16).number) * 86_400_000
        let withdrawal = CrisisChanged(user: world.user, id: entity(1), revision: 1, at: at, withdrawn: true)
        if isEntryFirst {
            try await world.deliver([crisis], from: .sentiment)
            #expect(try await world.history(15, 15).map(\.status) == [.withheld])
        }
        try await world.deliver([withdrawal], from: .coaching)
        if !isEntryFirst { try await world.deliver([crisis], from: .sentiment) }
        #expect(try await world.history(15, 15).map(\.status) == [.final])
        // Analysing the entry again does not restore it.
        try await world.deliver(
            [world.analyzed(15, -0.8, entry: entity(1), revision: 2, level: .crisis)], from: .sentiment)
        #expect(try await world.history(15, 15).map(\.status) == [.final])
        // The verdict on an edited text is a new one.
        var edited = world.analyzed(15, -0.8, entry: entity(1), revision: 3, level: .crisis)
        edited.edited = at + 1
        try await world.deliver([edited], from: .sentiment)
        #expect(try await world.history(15, 15).map(\.status) == [.withheld])
        let second = CrisisChanged(user: world.user, id: entity(1), revision: 3, at: at + 1, withdrawn: true)
        try await world.deliver([second], from: .coaching)
        #expect(try await world.history(15, 15).map(\.status) == [.final])
    }

    @Test("SCO-2 a check-in sent twice under one id is one; a slider or a day that cannot be is refused")
    func checkIns() async throws {
        let world = try ServiceWorld()
        let id = RequestID.random()
        let first = try await world.submit(3, id: id)
        #expect(try await world.submit(3, id: id) == first)
        #expect(try await world.states().map(\.checkIns) == [1])
        for (stress, offset) in [(0 as Int32, 3), (8, 3), (4, 42), (4, 60_000), (4, -60_000)] {
            await #expect(throws: ServiceError.self) { try await world.submit(offset, stress: stress) }
        }
        await #expect(throws: ServiceError.self) { try await world.submit(3, stress: nil, energy: nil, sleep: nil) }
        #expect(try await world.states().count == 1)
    }

    @Test("SCO-2 SCO-4 a slider that was not given is absent; of each the last value given for the day counts")
    func partial() async throws {
        let world = try ServiceWorld()
        func given() async throws -> [Double?] {
            let parts = try await world.breakdown(3).contributions
            return [Signal.stress, .energy, .sleepQuality].map { signal in parts.first { $0.signal == signal }?.value }
        }
        let first = try await world.submit(3, stress: 2, energy: nil, sleep: 6, after: 10)
        #expect(try await given() == [2, nil, 6])
        _ = try await world.submit(3, stress: nil, energy: 5, sleep: 1, after: 5)
        #expect(try await given() == [2, 5, 6])
        _ = try await world.submit(3, stress: 7, energy: nil, sleep: nil, after: 20)
        #expect(try await given() == [7, 5, 6])
        _ = try await world.service.correct(
            CorrectCheckIn(user: world.user, checkIn: first.id, stress: 3), id: .random())
        #expect(try await given() == [7, 5, 1])
        let listed = try await world.service.checkIns(CheckInsQuery(user: world.user, from: day(3), through: day(3)))
            .checkIns
        #expect(listed.map(\.stress) == [7, 3, nil])
        for checkIn in listed {
            _ = try await world.service.delete(DeleteCheckIn(user: world.user, checkIn: checkIn.id), id: .random())
        }
        #expect(try await world.states().map(\.kind) == [.noData])
        let gone = await #expect(throws: ServiceError.self) {
            try await world.service.delete(DeleteCheckIn(user: world.user, checkIn: first.id), id: .random())
        }
        #expect(gone?.code == .notFound)
    }

    @Test("SCO-2 a list of check-ins reads no day before the one that fills it: the latest first, whatever lies before")
    func manyCheckIns() async throws {
        let world = try ServiceWorld()
        try await world.store.write { [user = world.user] transaction in
            let inputs = InputRows(user: user, transaction: transaction)
            for number in 0..<CheckInsQuery.limit + 5 {
                let (id, offset) = (EntityID(high: 5, low: UInt64(number)), number < 3 ? 1 : number < 10 ? 2 : 3)
                let checkIn = CheckIn(
                    id: id, day: day(offset), at: Milliseconds(number), stress: 3, energy: nil, sleepQuality: nil)
                try inputs.put(.checkIn, id, revision: 1, checkIn, touching: checkIn.day)
            }
        }
        try await world.damage("UPDATE inputs SET sealed = x'00' WHERE day = \(day(1).number)")
        let listed = try await world.service.checkIns(CheckInsQuery(user: world.user, from: day(0), through: day(3)))
            .checkIns
        #expect(listed.map(\.at) == (5..<CheckInsQuery.limit + 5).reversed().map { Milliseconds($0) })
    }

    @Test("OWN-2 a slider that was not given is an empty cell of the export")
    func partialExport() async throws {
        let world = try ServiceWorld()
        let checkIn = try await world.submit(3, stress: nil, energy: 5, sleep: nil)
        let page = try await world.service.export(world.user, "checkIns")
        #expect(
            page.files.map { String(decoding: $0.content, as: UTF8.self) }.first?.hasSuffix(",,5,,\(checkIn.id),\n")
                == true)
    }

    @Test("SCO-7 every day of a history that has no score says why; a range too long is refused")
    func reasons() async throws {
        let world = try ServiceWorld()
        try await world.deliver((0..<12).map { world.reduced(metrics($0, hrv: 50)) })
        let reports = try await world.history(-5, 45)
        #expect(reports.map(\.day) == (-5...40).map { day($0) })
        for report in reports { #expect((report.score == nil) == (report.reason != nil)) }
        await #expect(throws: ServiceError.self) { try await world.history(0, 400) }
        await #expect(throws: ServiceError.self) { try await world.history(5, 4) }
    }

    @Test("SCO-5 somebody nobody knows has no score and a reason")
    func stranger() async throws {
        let world = try ServiceWorld()
        let report = try await world.service.score(ScoreQuery(user: .random(), today: day(40)))
        #expect(report.status == .noData)
        #expect(report.day == day(40))
        #expect(report.reason != nil)
    }

    @Test("OWN-1 an erased person has no row left and their later events are dropped")
    func erased() async throws {
        let world = try ServiceWorld()
        try await world.deliver((0..<12).map { world.reduced(metrics($0, hrv: 50)) })
        _ = try await world.history(0, 12)
        #expect(try await world.store.erase(world.user) > 24)
        try await world.deliver([world.reduced(metrics(13, hrv: 50))])
        await #expect(throws: ServiceError.self) { try await world.submit(3) }
        let (store, user) = (world.store, world.user)
        let late = await #expect(throws: ServiceError.self) {
            try await store.write { transaction in try InputRows(user: user, transaction: transaction).touch(day(3)) }
        }
        #expect(late?.code == .erased)
        #expect(try await world.states().isEmpty)
    }

    @Test("OWN-2 the export pages through everything and its parts join to whole files")
    func export() async throws {
        let world = try ServiceWorld()
        let inputs = (-1_200..<20).map { metrics($0, hrv: Double(50 + abs($0) % 3)) }
        for start in stride(from: 0, to: inputs.count, by: 400) {
            try await world.deliver(inputs[start..<min(start + 400, inputs.count)].map { world.reduced($0) })
        }
        let checkIn = try await world.submit(3)
        _ = try await world.history(0, 10)
        let files = try await world.exported()
        func lines(_ name: String) -> [Substring] { files[name]?.split(separator: "\n") ?? [] }
        #expect(lines("scoring/scores.csv").count == 1 + 1_220)
        #expect(Set(lines("scoring/scores.csv")).count == 1 + 1_220)
        #expect(lines("scoring/scores-as-shown.csv").count == 1 + 11)
        #expect(
            lines("scoring/check-ins.csv").dropFirst() == [
                "\(day(3)),\(Milliseconds(day(3).number) * 86_400_000),3,5,5,\(checkIn.id),false"
            ])
        #expect(lines("scoring/inputs.jsonl").count == 1_221)
        for line in lines("scoring/inputs.jsonl") { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        await #expect(throws: ServiceError.self) { try await world.service.export(world.user, "elsewhere") }
    }
}
