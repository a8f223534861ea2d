import Messages
import Testing

@testable import Coaching

/// Verdicts on the texts of goals, which the coach hears of without the texts.
@Suite struct GoalTextTests {
    @Test("SAF-4 SCO-7 a crisis in a goal's text counts as one in the chat, once a version, and can be withdrawn")
    func goalText() async throws {
        let world = try await World()
        let id = EntityID.random()
        func hear(_ revision: UInt64, _ level: Verdict.Level) async throws {
            let event = GoalTextJudged(user: world.user, id: id, revision: revision, at: World.at, level: level)
            try await world.store.write { [coaching = world.coaching] in try coaching.apply(event, $0) }
        }
        try await hear(1, .caution)
        #expect(world.told(CrisisChanged.type) == 0)
        try await hear(2, .crisis)
        try await hear(2, .crisis)
        #expect(world.told(CrisisChanged.type) == 1)
        #expect(try await world.cards(at: World.at + 1).cards.isEmpty)
        _ = try await world.coaching.notACrisis(NotACrisis(user: world.user, at: World.at + 1), id: .random())
        #expect(world.told(CrisisChanged.type) == 2)
        #expect(try await world.cards(at: World.at + 2).cards.count == 3)
    }
}
