import Fixtures
import Foundation
import Messages
import Synchronization
import Testing

@testable import Goals
@testable import Storage

@Suite struct KeepingTests {
    @Test("SAF-1: every free text is judged before anything else may use it, those of steps and notes too")
    func judged() async throws {
        let world = try World()
        let content = try await GoalTests.parts(world)
        world.bus.state.withLock { $0.asked = [] }
        try await world.goal(content)
        let asked = world.bus.state.withLock { $0.asked }.joined(separator: "\n")
        for text in [
            "Run a half marathon", "In spring.", "New shoes.", "Three runs a week.", "All runs.", "10 km", "15 km",
            "Register", "The club", "No place.",
        ] { #expect(asked.contains(text), "\(text)") }
    }

    @Test("SAF-1: a text that fits one question is judged before it is stored, and both are one commit")
    func oneCommit() async throws {
        let world = try World()
        let before = world.store.statistics.transactions
        let stored = Mutex(-1)
        world.bus.onRequest.withLock { $0 = { stored.withLock { $0 = world.store.statistics.transactions } } }
        let action = try await world.action(ActionContent(title: "Run", freeformNotes: "In rain.", start: World.now))
        #expect(stored.withLock { $0 } == before)
        #expect(world.store.statistics.transactions == before + 1)
        #expect(world.bus.state.withLock { $0.asked } == ["Run\nIn rain."])
        let read = try await world.service.actions(ActionsQuery(user: World.ada, action: action)).actions[0]
        #expect(read.facts.level == .safe)
        // Longer texts are stored first: their questions could take more time than the request has.
        let long = ActionContent(
            title: "Run", detailedDescription: String(repeating: "d", count: 2_000),
            freeformNotes: String(repeating: "n", count: 4_000), start: World.now)
        try await world.action(long)
        #expect(stored.withLock { $0 } == before + 2)
        #expect(world.store.statistics.transactions == before + 3)
        #expect(world.bus.state.withLock { $0.asked.count } == 3)
    }

    @Test("SAF-4: a crisis in an action is stored with it, and a retry gets the card again")
    func crisisInOneCommit() async throws {
        let world = try World()
        world.bus.state.withLock { $0.verdict = Verdict(level: .crisis, reason: .selfHarm) }
        let (save, id) = (
            SaveAction(
                user: World.ada, content: ActionContent(title: "Run", start: World.now), day: World.start),
            RequestID.random()
        )
        let first = try await world.service.save(save, id: id)
        #expect(first.verdict?.level == .crisis)
        #expect(first.action.facts.level == .crisis)
        let isQuiet = try await world.store.read {
            try CrisisRows(user: World.ada, transaction: $0).isInEffect(at: World.now)
        }
        #expect(isQuiet)
        let again = try await world.service.save(save, id: id)
        #expect(again == first)
        let told = try await world.store.read {
            try AbstractionRows(user: World.ada, transaction: $0).crises(since: nil)
        }
        #expect(told.map(\.id) == [first.action.facts.id])
    }

    @Test("A form with wrong fields is refused before safety reads its texts")
    func wrongForm() async throws {
        let world = try World()
        let content = ActionContent(title: "Run", start: World.now, duration: -1)
        #expect(await code { try await world.action(content) } == .invalid)
        #expect(world.bus.state.withLock { $0.asked } == [])
    }

    @Test("SAF-6: a text that safety does not judge in time is stored, has no level, and is judged later")
    func late() async throws {
        let world = try World()
        world.bus.state.withLock { $0.verdict = nil }
        let reply = try await world.service.save(
            SaveValue(user: World.ada, content: ValueContent(title: "Family")), id: .random())
        #expect(reply.verdict == nil)
        #expect(reply.value.facts.level == nil)
        world.bus.state.withLock { $0.verdict = Verdict(level: .caution, reason: .distress) }
        #expect(try await world.service.judge.judgeDue(now: World.now + 1_000) == 0, "it has a pause")
        #expect(try await world.service.judge.judgeDue(now: World.now + 120_000) == 1)
        let value = try await world.service.values(ValuesQuery(user: World.ada)).values[0]
        #expect(value.facts.level == .caution)
        #expect(try await world.service.judge.judgeDue(now: World.now + 240_000) == 0)
    }

    @Test("SAF-4: the gravest verdict of a goal's texts is returned with its card, and the goal has its level")
    func gravest() async throws {
        let world = try World()
        let content = try await GoalTests.parts(world)
        let card = CrisisCard(
            title: "You are not alone", message: "Talk to someone.", emergencyNumber: "112", lines: [], disclaimer: "",
            country: "DE", checkedOn: World.start)
        world.bus.state.withLock { $0.verdict = Verdict(level: .crisis, reason: .selfHarm, card: card) }
        let reply = try await world.service.save(SaveGoal(user: World.ada, content: content), id: .random())
        #expect(reply.verdict?.card == card)
        #expect(reply.goal.facts.level == .crisis)
        // Coaching hears of it, without the text, also if it asks anew.
        let told = try await world.store.read {
            try AbstractionRows(user: World.ada, transaction: $0).crises(since: nil)
        }
        #expect(told.contains { $0.id == reply.goal.facts.id && $0.at == World.now && $0.level == .crisis })
    }

    @Test("A judgement of a text that was changed meanwhile is not stored for the new text")
    func changedMeanwhile() async throws {
        let world = try World()
        world.bus.state.withLock { $0.verdict = nil }
        let id = try await world.value("First")
        let waiting = try await world.store.read {
            try AbstractionRows(user: World.ada, transaction: $0).waiting(id)
        }
        let edit = SaveValue(
            user: World.ada, edited: EditedVersion(id: id, version: 1), content: ValueContent(title: "Second"))
        _ = try await world.service.save(edit, id: .random())
        try await world.store.write {
            try AbstractionRows(user: World.ada, transaction: $0).judge(
                id, version: waiting[0].version, .safe, now: World.now)
        }
        #expect(try await world.service.values(ValuesQuery(user: World.ada)).values[0].facts.level == nil)
    }

    @Test("Texts are sealed: no file holds them")
    func sealed() async throws {
        let world = try World()
        var content = try await GoalTests.parts(world)
        content.title = "quincecanary title"
        content.targets[0].notes = "quincecanary note"
        content.obligations[0].toWhom = "quincecanary aunt"
        let goal = try await world.goal(content)
        let term = try await world.service.terms(TermsQuery(user: World.ada)).terms[0]
        _ = try await world.service.close(
            CloseTerm(
                user: World.ada, edited: EditedVersion(id: term.facts.id, version: term.facts.version),
                reflection: "quincecanary reflection"), id: .random())
        for name in try FileManager.default.contentsOfDirectory(atPath: world.directory) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(world.directory)/\(name)"))
            #expect(bytes.range(of: Data("quincecanary".utf8)) == nil, "\(name)")
        }
        let read = try await world.service.goals(GoalsQuery(user: World.ada, goal: goal)).goals[0]
        #expect(read.content.targets[0].notes == "quincecanary note")
    }

    @Test("OWN-1: erasing leaves nothing of a person and everything of another")
    func erased() async throws {
        let world = try World()
        _ = try await Write.prepare(world)
        let bens = try await world.value("Bens", of: World.ben)
        #expect(try await world.store.erase(World.ada) > 15)
        let state = try await world.state(of: World.ben)
        #expect(state.values.map(\.facts.id) == [bens])
        #expect(state.rows["abstractions"] == 1 && state.rows["goals"] == 0 && state.rows["terms"] == 0)
        #expect(await code { try await world.value("Again") } == .erased)
        #expect(try await world.service.judge.judgeDue(now: .max / 2) == 0)
    }

    @Test("OWN-2: the export holds everything, in pages that join to valid JSON")
    func export() async throws {
        let world = try World()
        let prepared = try await Write.prepare(world)
        for number in 0..<450 {
            let content = ActionContent(
                title: "Run \(number)", freeformNotes: String(repeating: "n", count: 3_000),
                start: World.now + Milliseconds(number % 3))
            try await world.store.write { transaction in
                _ = try ActionCoordinator(user: World.ada, in: transaction).save(
                    SaveAction(user: World.ada, content: content, day: World.start), id: .random(), now: World.now)
            }
        }
        let export = GoalsExport(store: world.store)
        var files: [String: [UInt8]] = [:]
        var (cursor, pages): (String?, Int) = (nil, 0)
        repeat {
            let page = try await export.page(World.ada, cursor)
            for file in page.files {
                #expect(file.content.count < (1 << 20) + 100_000)
                files[file.name, default: []] += file.content
            }
            (cursor, pages) = (page.next, pages + 1)
        } while cursor != nil
        #expect(pages > 6)
        func read<T: Decodable>(_ name: String, _ type: T.Type) throws -> T {
            try JSONDecoder().decode(type, from: Data(files["goals/\(name).json"] ?? []))
        }
        let state = try await world.state()
        #expect(try read("goals", [Goal].self) == state.goals && state.goals[0].facts.id == prepared.goal)
        #expect(try read("terms", [Term].self) == state.terms)
        #expect(try read("values", [PersonalValue].self) == state.values)
        #expect(try read("measures", [Measure].self) == state.measures)
        #expect(try read("actions", [Action].self) == state.actions && state.actions.count == 451)
        let nobody = try await export.page(World.ben, nil)
        #expect(nobody.files[0].content == Array("[\n]\n".utf8))
        #expect(await code { _ = try await export.page(World.ada, "goals/1") } == .invalid)
    }
}
