import Bus
import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// Processes die; results stay the same.
@Suite(.serialized, .tags(.processes)) struct ResilienceTests {
    /// Imports, disturbs the stack meanwhile, and returns all scores.
    private func scores(_ arguments: [String] = [], disturb: @escaping @Sendable (Stack) async throws -> Void)
        async throws -> [ScoreReport]
    {
        try await Stack.run(arguments) { stack in
            let user = try await stack.makeAccount()
            let export = try World.export(in: stack.scratch, days: 60)
            for back in (0..<20).reversed() {
                let day = World.lastDay.advanced(by: -3 * back)
                _ = try await stack.bus.request(
                    SubmitCheckIn(
                        user: user, day: day, at: World.noon(day), stress: Int32(1 + back % 7),
                        energy: Int32(7 - back % 7), sleepQuality: 4))
            }
            let job = EntityID.random()
            try await stack.upload(export, for: user, job: job)
            try await disturb(stack)
            let status = try await stack.importEnded(job, for: user)
            #expect(status.phase == .done)
            try await stack.settle()
            let day = World.lastDay
            return try await stack.bus.request(
                ScoreHistory(user: user, from: day.advanced(by: -59), through: day, today: day.advanced(by: 1))
            ).scores
        }
    }

    private func values(_ scores: [ScoreReport]) -> [String] {
        scores.map { "\($0.day) \($0.status) \($0.score ?? -1) \($0.low ?? -1) \($0.high ?? -1) \($0.personalised)" }
    }

    @Test(
        "SCO-6: scoring or ingestion killed in the middle of an import, or three scoring workers: the scores are the same to the last bit",
        .timeLimit(.minutes(8)))
    func sameScores() async throws {
        let calm = try await scores { _ in }
        #expect(calm.filter { $0.score != nil }.count > 40)

        let scoringKilled = try await scores { stack in
            for _ in 0..<3 {
                let pid = try await eventually("scoring runs") { stack.processIDs(of: .scoring).first }
                kill(pid, SIGKILL)
                try await eventually("scoring is restarted") {
                    stack.processIDs(of: .scoring).contains { $0 != pid } ? () : nil
                }
            }
        }
        #expect(values(scoringKilled) == values(calm))

        let ingestionKilled = try await scores { stack in
            let pid = try await eventually("ingestion runs") { stack.processIDs(of: .ingestion).first }
            kill(pid, SIGKILL)
        }
        #expect(values(ingestionKilled) == values(calm))

        let three = try await scores(["--scale", "scoring=3"]) { stack in
            try await eventually("three workers") { stack.processIDs(of: .scoring).count == 3 ? () : nil }
            let user = UserID.random()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<60 {
                    group.addTask { _ = try? await stack.bus.request(ScoreQuery(user: user, today: World.lastDay)) }
                }
            }
            let status = try await stack.bus.request(BusStatus())
            let workers = status.services.first { $0.service == .scoring }?.workers ?? []
            #expect(workers.count == 3)
            #expect(workers.filter { $0.answered > 0 }.count == 3, "the work is shared")
        }
        #expect(values(three) == values(calm))
    }

    @Test("DESIGN: the broker may be killed at any time; requests go on", .timeLimit(.minutes(3)))
    func brokerKilled() async throws {
        try await Stack.run { stack in
            let user = try await stack.makeAccount()
            let pid = try await eventually("a broker") { stack.processIDs(of: .broker).first }
            kill(pid, SIGKILL)
            let entry = try await stack.bus.request(
                SubmitJournal(user: user, day: World.lastDay, at: World.noon(World.lastDay), text: "A quiet day."),
                budget: .seconds(20))
            let entries = try await eventually("the entry is there") {
                try? await stack.bus.request(JournalQuery(user: user)).entries
            }
            #expect(entries.map(\.id) == [entry.id])
        }
    }

    @Test(
        "SAF-6 SEN-2: with safety down the journal is saved and analysed later, the chat stays here",
        .timeLimit(.minutes(3)))
    func safetyDown() async throws {
        try await Stack.run { stack in
            let user = try await stack.makeAccount()
            let pid = try await eventually("safety runs") { stack.processIDs(of: .safety).first }
            kill(pid, SIGSTOP)
            let entry = try await stack.bus.request(
                SubmitJournal(
                    user: user, day: World.lastDay, at: World.noon(World.lastDay), text: "A good and happy day."),
                budget: .seconds(10))
            #expect(entry.analysis == nil)
            let reply = try await stack.bus.request(
                Chat(user: user, text: "How do I sleep better?", at: World.noon(World.lastDay), country: "US"),
                budget: .seconds(20))
            #expect(reply.source == .fixed)
            kill(pid, SIGKILL)
            let analysed = try await eventually("the entry is analysed", within: .seconds(60)) {
                try await stack.bus.request(JournalQuery(user: user)).entries.first?.analysis
            }
            #expect(analysed.verdict.level == .safe && (analysed.sentiment ?? 0) > 0)
        }
    }
}
