import Bus
import Fixtures
import Foundation
import Messages
import TestTraits
import Testing
import Wire

/// A producer can re-send everything that a service consumed.
@Suite(.serialized, .tags(.processes)) struct ReplayTests {
    @Test(
        "A replay changes no byte of any score; a scoring database that was lost comes back from what the others know, by a replay or by the next event",
        .timeLimit(.minutes(5)))
    func replay() async throws {
        let scratch = try Scratch()
        let export = try World.export(in: scratch, days: 45)
        let first = try await Stack.start(scratch: scratch)
        let (ada, ben) = (
            try await first.makeAccount("Ada"), try await first.makeAccount("Ben", zone: "America/New_York")
        )
        for user in [ada, ben] {
            #expect(try await first.importFile(export, for: user).phase == .done)
            for number in 0..<10 {
                let day = World.lastDay.advanced(by: -number)
                _ = try await first.bus.request(
                    SubmitJournal(user: user, day: day, at: World.noon(day), text: "Note \(number): a calm, happy day.")
                )
            }
        }
        _ = try await first.bus.request(
            SubmitCheckIn(
                user: ada, day: World.lastDay, at: World.noon(World.lastDay), stress: 2, energy: 6, sleepQuality: 5))
        try await analysed([ada, ben], first)
        let before = [ada: try await bytes(of: ada, first), ben: try await bytes(of: ben, first)]
        let values = [ada: try await scores(of: ada, first), ben: try await scores(of: ben, first)]
        #expect(values[ben, default: []].filter { $0.score != nil }.count > 20)

        let replayed = try await first.pulsum(
            "bus", "replay", "scoring", "--since", "\(World.lastDay.advanced(by: -40))")
        #expect(replayed.status == 0, "\(replayed)")
        let counts = Dictionary(
            uniqueKeysWithValues: replayed.output.split(separator: "\n").compactMap { line -> (String, Int)? in
                let cells = line.split(separator: " ")
                return cells.count == 2 ? Int(cells[1]).map { (String(cells[0]), $0) } : nil
            })
        #expect(
            counts["ingestion", default: 0] >= 80 && counts["sentiment"] == 20 && counts["api"] == 2,
            "\(replayed.output)")
        try await first.settle()
        for user in [ada, ben] { #expect(try await bytes(of: user, first) == before[user], "a replay is idempotent") }
        let refused = try await first.pulsum("bus", "replay", "gateway")
        #expect(refused.status == 1 && refused.errors.contains("consumes nothing"), "\(refused)")
        #expect(try await first.stop(remove: false) == 0)

        for suffix in ["", "-wal", "-shm", ".lock"] {
            try? FileManager.default.removeItem(atPath: "\(first.directory)/db/scoring.sqlite\(suffix)")
        }
        try await Stack.start(scratch: scratch).during { second in
            #expect(try await scores(of: ben, second).allSatisfy { $0.score == nil }, "the database is gone")
            // One event is enough: its producer detects that scoring lost its position, and re-sends everything about
            // this person.
            _ = try await second.bus.request(
                SubmitJournal(user: ben, day: World.lastDay, at: 1, text: "A calm, happy day."))
            try await analysed([ben], second)
            let sensors = try await second.pulsum("bus", "replay", "scoring")
            #expect(sensors.status == 0, "\(sensors)")
            try await second.settle()
            for service in [ServiceName.ingestion, .sentiment, .api] {
                #expect(
                    try await second.bus.request(ListParked(), to: service).lanes.isEmpty,
                    "nothing is parked at \(service)")
            }
            let rebuilt = try await scores(of: ben, second)
            // The day of the added entry has more data.
            #expect(
                plain(rebuilt).dropLast() == plain(values[ben, default: []]).dropLast(),
                "the scores come back as they were")
            print(
                "replay: \(counts.values.reduce(0, +)) events told again without effect; \(rebuilt.count { $0.score != nil }) scores rebuilt from nothing"
            )
        }
    }

    private func analysed(_ users: [UserID], _ stack: Stack) async throws {
        for user in users {
            try await eventually("the journal is analysed") {
                try await stack.bus.request(JournalQuery(user: user)).entries.allSatisfy { $0.analysis != nil }
                    ? () : nil
            }
        }
        try await stack.settle()
    }

    private func scores(of user: UserID, _ stack: Stack) async throws -> [ScoreReport] {
        let day = World.lastDay
        return try await stack.bus.request(
            ScoreHistory(user: user, from: day.advanced(by: -44), through: day, today: day.advanced(by: 1))
        ).scores
    }

    private func bytes(of user: UserID, _ stack: Stack) async throws -> [UInt8] {
        try WireEncoder().encode(ScoreHistory.Reply(scores: try await scores(of: user, stack)))
    }

    /// The scores without their revisions, which count recomputations of a day.
    private func plain(_ scores: [ScoreReport]) -> [ScoreReport] {
        scores.map { score in
            var score = score
            score.revision = 0
            return score
        }
    }
}
