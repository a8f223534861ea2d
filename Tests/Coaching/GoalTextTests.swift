import Messages
import Testing

@testable import Coaching

/// Verdicts on the texts of goals, which the coach hears of without the texts.
@Suite struct GoalTextTests {
    @Test(
        "SAF-4 SCO-7 a crisis in a goal's text counts as one in the chat, and can be withdrawn; every verdict is told")
    func goalText() async throws {
        let world = try await World()
        let id = EntityID.random()
        func hear(_ revision: UInt64, _ level: Verdict.Level, at: Milliseconds = World.at) async throws {
            let event = GoalTextJudged(user: world.user, id: id, revision: revision, at: at, level: level)
            try await world.store.write { [coaching = world.coaching] in try coaching.apply(event, $0) }
        }
        try await hear(1, .caution)
        #expect(try await world.cards(at: World.at + 1).cards.count == 3)
        try await hear(2, .crisis, at: World.at + 1)
        try await hear(2, .crisis, at: World.at + 1)
        #expect(try await world.cards(at: World.at + 1).cards.isEmpty)
        // A change of the text does not end it.
        try await hear(3, .safe, at: World.at + 2)
        #expect(try await world.cards(at: World.at + 2).cards.isEmpty)
        _ = try await world.coaching.notACrisis(NotACrisis(user: world.user, at: World.at + 3), id: .random())
        #expect(try await world.cards(at: World.at + 4).cards.count == 3)
        try await hear(4, .safe, at: World.at + 4)
        #expect(try await world.cards(at: World.at + 4).cards.count == 3)
        // A crisis in a later text is a new one, whatever number the withdrawal took.
        try await hear(4, .crisis, at: World.at + 5)
        #expect(try await world.cards(at: World.at + 5).cards.isEmpty)
        let told = try await world.verdicts()
        #expect(told.map(\.withdrawn) == [true, false, false, false, true, true, false])
        #expect(told.map(\.revision) == [1, 2, 2, 3, 4, 4, 5])
        #expect(told.map(\.at) == [0, 1, 1, 1, 1, 1, 5].map { World.at + $0 })
        // Goals has the verdicts on its texts.
        let withdrawals = try await world.verdicts(to: .goals)
        #expect(withdrawals.map(\.withdrawn) == [true] && withdrawals.map(\.revision) == [4])
    }
}

/// What the coach stores and tells about messages, whatever their verdict (SEC-15).
@Suite struct AlikeTests {
    private func rows(_ verdict: Verdict) async throws -> [String] {
        let world = try await World()
        world.others.judge(verdict)
        _ = try await world.say("I want to tell you something.")
        return try await world.store.read { transaction in
            try [
                "SELECT 'chats ' || length(reply) FROM chats",
                "SELECT 'conversation ' || length(body) FROM conversation",
                "SELECT consumer || ' ' || sequence || ' ' || length(sealed) FROM storage_outbox",
            ].flatMap { try transaction.rows($0).map { try $0[0] as String } }
        }
    }

    @Test(
        "SEC-15 SCO-7 a crisis, a caution and an ordinary message leave rows and events of the same number and length")
    func chat() async throws {
        let safe = try await rows(Verdict(level: .safe))
        #expect(safe.count == 4 && safe[0] == "chats 4125" && safe[1] == "conversation 2077")
        #expect(try await rows(Others.crisis) == safe)
        #expect(try await rows(Verdict(level: .caution, reason: .distress)) == safe)
    }

    @Test("SCO-7 rows of messages that are not kept show nothing")
    func placeholders() async throws {
        let world = try await World()
        world.others.judge(Others.crisis)
        _ = try await world.say("…")
        world.others.judge(Verdict(level: .safe))
        _ = try await world.say("How can I sleep better?", at: World.at + 1)
        let turns = try await world.coaching.conversation(ConversationQuery(user: world.user, at: World.at + 2)).turns
        #expect(turns.map(\.text) == ["How can I sleep better?"])
        let files = try await world.coaching.export(world.user, nil).files
        let export = files.map { String(decoding: $0.content, as: UTF8.self) }.joined()
        #expect(export.contains("sleep better") && !export.contains("…") && !export.contains("isPlaceholder"))
    }
}
