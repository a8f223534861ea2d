import Bus
import Foundation
import Messages
import Storage
import Testing

@testable import Sentiment

@Suite struct JournalTests {
    private let user = UserID.random()
    private let canary = "Zyxquartz mailed anna.canary@example.org"

    @Test(
        "SEN-2 Safety first, with the user's country; then redaction and sentiment; the others hear numbers, never text"
    )
    func analyses() async throws {
        let world = try World()
        let entry = try await world.service.submit(
            world.submission("I met Anna today. It was a wonderful day, mail me at anna@example.org", user: user),
            id: .random())
        let analysis = try #require(entry.analysis)
        #expect(analysis.verdict.level == .safe)
        #expect(try #require(analysis.sentiment) > 0.3)
        #expect(analysis.provider == "lexicon")
        #expect(analysis.redacted == "I met [NAME] today. It was a wonderful day, mail me at [EMAIL]")
        let asked = world.bus.state.withLock { $0.asked }
        #expect(asked.map(\.country) == ["DE"])
        for consumer in [ServiceName.scoring, .coaching] {
            let event = try #require(try await world.events(for: consumer, user: user).first)
            #expect(event.entry == entry.id)
            #expect(event.sentiment == analysis.sentiment)
            #expect(event.level == .safe)
            #expect(!event.deleted)
            #expect(event.revision == 2)
        }
    }

    @Test(
        "SEN-2 The country that came with an entry is sealed with it and used by a late analysis; without one the card is the international one; nobody else is asked"
    )
    func country() async throws {
        let world = try World()
        world.bus.state.withLock { $0.verdict = nil }
        for country in ["US", "", nil] {
            _ = try await world.service.submit(
                world.submission("A happy day", user: user, country: country), id: .random())
        }
        #expect(try world.files().range(of: Data("A happy day".utf8)) == nil)
        world.bus.state.withLock { ($0.verdict, $0.asked) = (Verdict(level: .safe), []) }
        world.time.withLock { $0 += 60_000 }
        #expect(try await world.service.analyzeDue() == 3)
        #expect(world.bus.state.withLock { $0.asked.map(\.country).sorted() } == ["", "", "US"])
        #expect(world.bus.state.withLock { $0.others } == 0)
        await #expect(throws: ServiceError.self) {
            _ = try await world.service.submit(
                world.submission("A happy day", user: user, country: "Narnia"), id: .random())
        }
    }

    @Test("A damaged entry costs itself: list, search and export have all others, and count and name it")
    func damaged() async throws {
        let world = try World()
        var ids: [EntityID] = []
        for number in 0..<50 {
            let written = try await world.service.submit(
                world.submission("Walk number \(number)", user: user, at: 1_750_000_000_000 + Int64(number)),
                id: .random())
            ids.append(written.id)
        }
        // A whole page of the export, the newest one, and one entry of the next.
        let broken = Array(ids.suffix(20)) + [ids[10]]
        try await world.store.write { [user] transaction in
            for id in broken {
                try transaction.execute(
                    "UPDATE entries SET body = ? WHERE user = ? AND id = ?", [Data([1, 0, 0]), user, id])
            }
        }
        let names = Set(broken.map { "entries \($0)" })
        let list = try await world.service.entries(JournalQuery(user: user, limit: 100))
        #expect(list.entries.count == 29)
        #expect(list.damaged?.count == 21 && Set(list.damaged?.names ?? []) == names)
        let found = try await world.service.search(SearchJournal(user: user, words: "walk", limit: 100))
        #expect(found.entries.map(\.id) == list.entries.map(\.id))
        #expect(found.damaged == list.damaged)
        var (content, cursor) = ([UInt8](), String?.none)
        let damage = DamageLedger()
        repeat {
            let (service, position) = (world.service, cursor)
            let reply = try await DamageLedger.$current.withValue(damage) { try await service.export(user, position) }
            content += reply.files.flatMap(\.content)
            cursor = reply.next
        } while cursor != nil
        let parts = try #require(try JSONSerialization.jsonObject(with: Data(content)) as? [[String: Any]])
        #expect(parts.compactMap { $0["id"] as? String } == list.entries.map { "\($0.id)" })
        #expect(damage.damaged?.count == 21 && Set(damage.damaged?.names ?? []) == names)
    }

    @Test("SEN-3 A text without sentiment has a nil score, never 0.0")
    func silence() async throws {
        let world = try World()
        let entry = try await world.service.submit(world.submission("Went to the station.", user: user), id: .random())
        #expect(entry.analysis != nil)
        #expect(entry.analysis?.sentiment == nil)
        #expect(entry.analysis?.provider == "")
        #expect(try await world.events(for: .scoring, user: user).first?.sentiment == nil)
    }

    @Test("SAF-6 Safety silent: the entry is saved without sentiment and analysed once safety is back, exactly once")
    func failsClosed() async throws {
        let world = try World()
        world.bus.state.withLock { $0.verdict = nil }
        let entry = try await world.service.submit(world.submission("A happy day", user: user), id: .random())
        #expect(entry.analysis == nil)
        #expect(try await world.events(for: .scoring, user: user).isEmpty)
        #expect(world.bus.state.withLock { $0.budgets } == [.milliseconds(1500)])

        #expect(try await world.service.analyzeDue() == 0)
        world.bus.state.withLock { $0.verdict = Verdict(level: .safe) }
        world.time.withLock { $0 += 10_000 }
        #expect(try await world.service.analyzeDue() == 1)
        #expect(try await world.service.analyzeDue() == 0)
        #expect(try await world.service.entries(JournalQuery(user: user)).entries.first?.analysis?.sentiment != nil)
        #expect(try await world.events(for: .scoring, user: user).count == 1)
    }

    @Test("SEN-2 A worker that died between storing and analysing: another finds the entry")
    func survivesDeath() async throws {
        let world = try World()
        let request = world.submission("A happy day", user: user)
        _ = try await Journal(store: world.store).keep(request, id: .random(), now: world.time.withLock { $0 })
        world.time.withLock { $0 += Journal.grace }
        #expect(try await world.service.analyzeDue() == 1)
        #expect(try await world.service.entries(JournalQuery(user: user)).entries.first?.analysis != nil)
    }

    @Test("SEN-2 Several workers on one entry give one result and one event")
    func severalWorkers() async throws {
        let world = try World()
        world.bus.state.withLock { $0.verdict = nil }
        _ = try await world.service.submit(world.submission("A happy day", user: user), id: .random())
        world.bus.state.withLock { $0.verdict = Verdict(level: .safe) }
        world.time.withLock { $0 += 60_000 }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { try await world.service.analyzeDue() } }
            try await group.waitForAll()
        }
        #expect(try await world.events(for: .scoring, user: user).count == 1)
    }

    @Test("SEN-2 Attempts are spaced: 2, 4, 8 … seconds, at most a minute")
    func backsOff() async throws {
        let world = try World()
        world.bus.state.withLock { $0.verdict = nil }
        let entry = try await world.service.submit(world.submission("A happy day", user: user), id: .random())
        let user = user
        for expected: Milliseconds in [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000] {
            let due = try await world.store.read {
                try $0.value(Int64.self, "SELECT due FROM entries WHERE user = ? AND id = ?", [user, entry.id])
            }
            #expect(due == world.time.withLock { $0 } + expected)
            world.time.withLock { $0 += expected }
            #expect(try await world.service.analyzeDue() == 1)
        }
    }

    @Test("SAF-1 A crisis keeps its card, and the others learn the level")
    func crisis() async throws {
        let world = try World()
        world.bus.state.withLock { $0.verdict = Verdict(level: .crisis, reason: .selfHarm, rules: ["want-to-die"]) }
        let entry = try await world.service.submit(world.submission("words", user: user), id: .random())
        #expect(entry.analysis?.verdict.reason == .selfHarm)
        #expect(try await world.events(for: .coaching, user: user).first?.level == .crisis)
    }

    @Test("SEN-1 A retry with the same request id keeps one entry and gets the same answer")
    func idempotent() async throws {
        let world = try World()
        let id = RequestID.random()
        let first = try await world.service.submit(world.submission("A happy day", user: user), id: id)
        let again = try await world.service.submit(world.submission("A happy day", user: user), id: id)
        #expect(first == again)
        #expect(first.id.high == id.high)
        #expect(first.id.low == id.low)
        #expect(try await world.service.entries(JournalQuery(user: user)).entries.count == 1)
        #expect(try await world.events(for: .scoring, user: user).count == 1)
    }

    @Test("SEN-1 An entry that a browser sends again after weeks is still one, also while it can be restored")
    func idempotentForEver() async throws {
        let world = try World()
        let id = RequestID.random()
        let first = try await world.service.submit(world.submission("A happy day", user: user), id: id)
        // What `Store.command` does with replies after a day.
        try await world.store.write { _ = try $0.execute("DELETE FROM storage_replies") }
        let again = try await world.service.submit(world.submission("A happy day", user: user), id: id)
        #expect(again == first)
        #expect(try await world.service.entries(JournalQuery(user: user)).entries.count == 1)
        #expect(try await world.events(for: .scoring, user: user).count == 1)
        _ = try await world.service.delete(DeleteJournalEntry(user: user, entry: first.id), id: .random())
        try await world.store.write { _ = try $0.execute("DELETE FROM storage_replies") }
        await #expect(throws: ServiceError.self) {
            try await world.service.submit(world.submission("A happy day", user: user), id: id)
        }
        #expect(try await world.service.entries(JournalQuery(user: user)).entries.isEmpty)
    }

    @Test(
        "SEN-1 Empty and overlong texts are refused and nothing is kept",
        arguments: ["", " \n\t", String(repeating: "a", count: 10_001), String(repeating: "👨‍👩‍👧‍👦", count: 9_000)])
    func refuses(text: String) async throws {
        let world = try World()
        await #expect { try await world.service.submit(world.submission(text, user: user), id: .random()) } throws: {
            ($0 as? ServiceError)?.code == .invalid
        }
        #expect(try await world.service.entries(JournalQuery(user: user)).entries.isEmpty)
    }

    @Test("SEN-1 Ten thousand characters are kept and analysed")
    func longest() async throws {
        let world = try World()
        let text = String(String(repeating: "I slept well and felt happy. ", count: 400).prefix(10_000))
        let entry = try await world.service.submit(world.submission(text, user: user), id: .random())
        #expect(entry.text == text)
        #expect(entry.analysis != nil)
    }

    @Test("SEN-1 Entries come newest first, in pages")
    func pages() async throws {
        let world = try World()
        for minute in 0..<5 {
            _ = try await world.service.submit(
                world.submission("entry \(minute)", user: user, at: Milliseconds(minute) * 60_000), id: .random())
        }
        let first = try await world.service.entries(JournalQuery(user: user, limit: 2)).entries
        #expect(first.map(\.text) == ["entry 4", "entry 3"])
        let next = try await world.service.entries(JournalQuery(user: user, before: first[1].at, limit: 100)).entries
        #expect(next.map(\.text) == ["entry 2", "entry 1", "entry 0"])
        await #expect(throws: ServiceError.self) { try await world.service.entries(JournalQuery(user: user, limit: 0)) }
        #expect(try await world.service.entries(JournalQuery(user: .random())).entries.isEmpty)
    }

    @Test("SEN-6 Deleting an entry leaves no trace of it and publishes the deletion")
    func deletes() async throws {
        let world = try World()
        let id = RequestID.random()
        let entry = try await world.service.submit(world.submission(canary, user: user), id: id)
        let request = DeleteJournalEntry(user: user, entry: entry.id)
        let deletion = RequestID.random()
        _ = try await world.service.delete(request, id: deletion)
        _ = try await world.service.delete(request, id: deletion)
        await #expect { try await world.service.delete(request, id: .random()) } throws: {
            ($0 as? ServiceError)?.code == .notFound
        }
        await #expect { try await world.service.submit(world.submission(canary, user: user), id: id) } throws: {
            ($0 as? ServiceError)?.code == .notFound
        }
        #expect(try await world.service.entries(JournalQuery(user: user)).entries.isEmpty)
        let events = try await world.events(for: .scoring, user: user)
        #expect(events.map(\.deleted) == [false, true])
        #expect(events.map(\.revision) == [2, 3])
        #expect(events[1].sentiment == nil)
    }

    @Test("SEN-6 Neither database files nor logs hold a word of an entry, whatever happens to it")
    func canaries() async throws {
        let world = try World()
        _ = try await world.service.submit(world.submission(canary, user: user), id: .random())
        world.bus.state.withLock { $0.verdict = nil }
        _ = try await world.service.submit(world.submission("Second " + canary, user: user), id: .random())
        let bytes = try world.files()
        for word in ["Zyxquartz", "anna.canary", "example.org"] {
            #expect(bytes.range(of: Data(word.utf8)) == nil)
            #expect(!world.log.lines.contains { $0.contains(word) })
        }
        #expect(!world.log.lines.isEmpty)
    }

    @Test("OWN-1 An erased user's journal is gone and stays closed")
    func erased() async throws {
        let world = try World()
        _ = try await world.service.submit(world.submission(canary, user: user), id: .random())
        _ = try await world.store.erase(user)
        #expect(try await world.service.entries(JournalQuery(user: user)).entries.isEmpty)
        await #expect { try await world.service.submit(world.submission(canary, user: user), id: .random()) } throws: {
            ($0 as? ServiceError)?.code == .erased
        }
    }

    @Test("OWN-2 The export is one JSON array over all pages, and empty for nobody")
    func exports() async throws {
        let world = try World()
        // Two entries at each instant: a page that ends between them loses none.
        for index in 0..<45 {
            _ = try await world.service.submit(
                world.submission("entry \(index)", user: user, at: Milliseconds(index / 2)), id: .random())
        }
        for (user, count) in [(user, 45), (UserID.random(), 0)] {
            var content: [UInt8] = []
            var cursor: String?
            repeat {
                let page = try await world.service.export(user, cursor)
                #expect(page.files.map(\.name) == ["sentiment/journal.json"])
                content += page.files.flatMap(\.content)
                cursor = page.next
            } while cursor != nil
            let entries = try JSONDecoder().decode([JournalEntry].self, from: Data(content))
            #expect(Set(entries.map(\.text)).count == count)
        }
        await #expect { try await world.service.export(user, "nonsense") } throws: {
            ($0 as? ServiceError)?.code == .invalid
        }
    }
}
