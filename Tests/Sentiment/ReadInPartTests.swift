import Foundation
import Messages
import ServiceKit
import Storage
import Testing

@testable import Sentiment

/// Texts that safety reads in part, or never judges.
@Suite struct ReadInPartTests {
    private let user = UserID.random()
    private let text = String(repeating: "A long day. ", count: 800)

    private func due(_ world: World, _ entry: EntityID) async throws -> Milliseconds? {
        try await world.store.read { [user] in
            try $0.row("SELECT due FROM entries WHERE user = ? AND id = ?", [user, entry])?["due"]
        }
    }

    private func now(_ world: World) -> Milliseconds { world.time.withLock { $0 } }

    @Test(
        "SAF-6 A verdict on a part is careful and shown at once; the background asks for all of the text, with time for its length"
    )
    func thorough() async throws {
        let world = try World()
        world.bus.state.withLock {
            $0.byEffort = [.prompt: Verdict(level: .safe).asReadInPart, .thorough: Verdict(level: .safe)]
        }
        let entry = try await world.service.submit(world.submission(text, user: user), id: .random())
        #expect(entry.analysis?.verdict == Verdict(level: .caution, reason: .notReadInFull, readInPart: true))
        world.time.withLock { $0 += 2_000 }
        #expect(try await world.service.analyzeDue() == 1)
        let read = try await world.service.entry(JournalEntryQuery(user: user, entry: entry.id))
        #expect(read.analysis?.verdict == Verdict(level: .safe))
        #expect(try await due(world, entry.id) == nil)
        #expect(try await world.events(for: .scoring, user: user).map(\.level) == [.caution, .safe])
        let (asked, budgets) = world.bus.state.withLock { ($0.asked, $0.budgets) }
        #expect(asked.map(\.effort) == [.prompt, .thorough])
        #expect(budgets == [Classify.budget, Classify.budget(of: text)])
    }

    @Test("SAF-6 A crisis in a part is final, and a verdict on a part of it all is too")
    func final() async throws {
        let world = try World()
        let crisis = Verdict(level: .crisis, reason: .selfHarm, readInPart: true)
        world.bus.state.withLock { $0.byEffort = [.prompt: crisis] }
        let entry = try await world.service.submit(world.submission(text, user: user), id: .random())
        #expect(entry.analysis?.verdict == crisis)
        #expect(try await due(world, entry.id) == nil)
        world.bus.state.withLock { $0.byEffort = [:] }
        world.bus.state.withLock { $0.verdict = Verdict(level: .safe).asReadInPart }
        let second = try await world.service.submit(world.submission(text, user: user), id: .random())
        world.time.withLock { $0 += 2_000 }
        #expect(try await world.service.analyzeDue() == 1)
        #expect(try await due(world, second.id) == nil)
    }

    @Test(
        "SAF-6 SEN-2 A text that safety never judges ends as not read, is reported as a caution, and is read again when its person saves it again",
        arguments: [ServiceError.Code.timeout, .interrupted, .failed])
    func attempts(code: ServiceError.Code) async throws {
        let world = try World()
        world.bus.state.withLock { $0.error = ServiceError(code, "No verdict.") }
        let entry = try await world.service.submit(world.submission(text, user: user), id: .random())
        for _ in 1..<Journal.maximumAttempts {
            #expect(try await due(world, entry.id) != nil)
            world.time.withLock { $0 += 60_000 }
            #expect(try await world.service.analyzeDue() == 1)
        }
        #expect(try await due(world, entry.id) == nil)
        let read = try await world.service.entry(JournalEntryQuery(user: user, entry: entry.id))
        #expect(read.analysis?.verdict == Verdict(level: .safe).asReadInPart)
        #expect(try await world.events(for: .coaching, user: user).map(\.level) == [.caution])
        #expect(world.bus.state.withLock { $0.asked.count } == Journal.maximumAttempts)
        world.time.withLock { $0 += 600_000 }
        #expect(try await world.service.analyzeDue() == 0)
        // Saved again, unchanged.
        world.bus.state.withLock { $0.error = nil }
        let edit = EditJournalEntry(
            user: user, entry: entry.id, text: text, revision: read.revision, country: "DE")
        let again = try await world.service.edit(edit, id: .random())
        #expect(again.analysis?.verdict == Verdict(level: .safe))
        #expect(!world.log.lines.contains { $0.contains("long day") })
    }

    @Test("SEN-2 An outage of safety judges nothing, however long it is")
    func outage() async throws {
        let world = try World()
        world.bus.state.withLock { $0.verdict = nil }
        let entry = try await world.service.submit(world.submission("A happy day", user: user), id: .random())
        for _ in 0..<40 {
            world.time.withLock { $0 += 60_000 }
            #expect(try await world.service.analyzeDue() == 1)
        }
        world.bus.state.withLock { $0.error = ServiceError(.timeout, "No verdict.") }
        for _ in 0..<4 {
            world.time.withLock { $0 += 60_000 }
            #expect(try await world.service.analyzeDue() == 1)
        }
        #expect(try await due(world, entry.id) != nil)
        world.bus.state.withLock { $0.error = nil }
        world.bus.state.withLock { $0.verdict = Verdict(level: .safe) }
        world.time.withLock { $0 += 60_000 }
        #expect(try await world.service.analyzeDue() == 1)
        #expect(
            try await world.service.entry(JournalEntryQuery(user: user, entry: entry.id)).analysis?.verdict
                == Verdict(level: .safe))
    }

    @Test(
        "SAF-6 Many texts of one person are read briefly, in full only one after the other, and never before others' texts"
    )
    func shares() async throws {
        let world = try World()
        world.bus.state.withLock { $0.verdict = nil }
        let (other, many) = (UserID.random(), 40)
        for _ in 0..<many {
            _ = try await world.service.submit(world.submission(text, user: user), id: .random())
        }
        world.time.withLock { $0 += 1 }
        let last = try await world.service.submit(world.submission("A calm day", user: other), id: .random())
        world.time.withLock { $0 += 4_000 }
        let due = try await Journal(store: world.store).due(now: now(world))
        #expect(due.prefix(2).contains(Journal.Due(user: other, id: last.id)))
        world.bus.state.withLock {
            ($0.asked, $0.verdict) = ([], Verdict(level: .safe))
            $0.byEffort = [.brief: Verdict(level: .safe).asReadInPart]
        }
        while try await world.service.analyzeDue() > 0 {}
        let asked = world.bus.state.withLock { $0.asked }
        #expect(asked.count == many + 1)
        #expect(asked.count { $0.effort == .brief } == many + 1 - Journal.backlog)
        #expect(asked.first { $0.text == "A calm day" }?.effort == .thorough)
        // Every one has a careful verdict, and they are read in full one by one.
        let waiting = try await world.store.read { [user] in
            try $0.rows("SELECT due FROM entries WHERE user = ? AND due IS NOT NULL ORDER BY due", [user]).map {
                try $0["due"] as Milliseconds
            }
        }
        #expect(waiting.count == many + 1 - Journal.backlog)
        let pauses = zip(waiting, waiting.dropFirst()).map { $1 - $0 }
        #expect(pauses.allSatisfy { $0 == FairShares.pause(of: text) }, "\(pauses)")
        let page = try await world.service.entries(JournalQuery(user: user, limit: 100)).entries
        #expect(page.count == many && page.allSatisfy { $0.analysis != nil })
        world.bus.state.withLock { $0.asked = [] }
        world.time.withLock { $0 = (waiting.first ?? 0) }
        #expect(try await world.service.analyzeDue() == 1)
        #expect(world.bus.state.withLock { $0.asked.map(\.effort) } == [.thorough])
    }

    @Test("SAF-6 A person has a bounded number of texts judged at once")
    func atOnce() {
        let shares = FairShares()
        let other = UserID.random()
        for _ in 0..<FairShares.maximumAtOnce { #expect(shares.begin(user)) }
        #expect(!shares.begin(user))
        #expect(shares.begin(other))
        shares.end(user)
        #expect(shares.begin(user) && !shares.begin(user))
    }
}
