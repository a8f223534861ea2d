import Foundation
import Messages
import Storage
import Testing

@testable import Sentiment

/// Edits, moods, deletions with undo, pages and search.
@Suite struct JournalChangeTests {
    private let user = UserID.random()

    private func entry(_ world: World, _ text: String = "A happy day", at: Milliseconds = 1_750_000_000_000)
        async throws -> JournalEntry
    {
        try await world.service.submit(world.submission(text, user: user, at: at), id: .random())
    }

    @Test("SEN-1 An edit is judged and analysed as a new entry; day and time stay; consumers get the new value")
    func edits() async throws {
        let world = try World()
        let first = try await entry(world)
        world.time.withLock { $0 += 60_000 }
        world.bus.state.withLock { ($0.verdict, $0.asked) = (Verdict(level: .crisis, reason: .selfHarm), []) }
        let request = EditJournalEntry(
            user: user, entry: first.id, text: "A terrible, sad day", revision: first.revision, country: "US")
        let id = RequestID.random()
        let edited = try await world.service.edit(request, id: id)
        #expect(try await world.service.edit(request, id: id) == edited)
        #expect(world.bus.state.withLock { $0.asked.map(\.text) } == ["A terrible, sad day"])
        #expect(world.bus.state.withLock { $0.asked.map(\.country) } == ["US"])
        #expect(edited.text == "A terrible, sad day")
        #expect(edited.day == first.day)
        #expect(edited.at == first.at)
        #expect(edited.edited == world.time.withLock { $0 })
        #expect(edited.revision > first.revision)
        #expect(edited.analysis?.verdict.level == .crisis)
        #expect((edited.analysis?.sentiment ?? 1) < 0)
        let events = try await world.events(for: .scoring, user: user)
        #expect(events.map(\.sentiment) == [first.analysis?.sentiment, edited.analysis?.sentiment])
        #expect(events.map(\.revision) == [first.revision, edited.revision])
        #expect(events.map(\.edited) == [nil, edited.edited] && events[1].level == .crisis)
        #expect(try await world.service.entries(JournalQuery(user: user)).entries == [edited])
    }

    @Test("SEN-1 Two devices edit one entry: the second is refused; a late analysis or a mood is no conflict")
    func conflicts() async throws {
        let world = try World()
        world.bus.state.withLock { $0.verdict = nil }
        let read = try await entry(world)
        world.bus.state.withLock { $0.verdict = Verdict(level: .safe) }
        world.time.withLock { $0 += 60_000 }
        _ = try await world.service.analyzeDue()
        _ = try await world.service.setMood(
            SetJournalMood(user: user, entry: read.id, mood: JournalMood(keptOut: true)), id: .random())
        func edit(_ text: String, _ revision: UInt64) async throws -> JournalEntry {
            try await world.service.edit(
                EditJournalEntry(user: user, entry: read.id, text: text, revision: revision), id: .random())
        }
        let first = try await edit("From the phone", read.revision)
        for revision in [read.revision, first.revision + 1, 0] {
            await #expect { try await edit("From the desk", revision) } throws: {
                ($0 as? ServiceError)?.code == .conflict
            }
        }
        #expect(try await world.service.entry(JournalEntryQuery(user: user, entry: read.id)).text == "From the phone")
        await #expect { try await edit(" ", first.revision) } throws: { ($0 as? ServiceError)?.code == .invalid }
        _ = try await world.service.delete(DeleteJournalEntry(user: user, entry: read.id), id: .random())
        await #expect { try await edit("x", first.revision) } throws: { ($0 as? ServiceError)?.code == .notFound }
    }

    @Test("SAF-6 An edit that safety did not judge has no analysis and keeps the last event; deleting it is emitted")
    func unjudgedEdit() async throws {
        let world = try World()
        let first = try await entry(world)
        world.bus.state.withLock { $0.verdict = nil }
        let edited = try await world.service.edit(
            EditJournalEntry(user: user, entry: first.id, text: "Another day", revision: first.revision), id: .random())
        #expect(edited.analysis == nil)
        #expect(try await world.events(for: .scoring, user: user).count == 1)
        _ = try await world.service.delete(DeleteJournalEntry(user: user, entry: first.id), id: .random())
        #expect(try await world.events(for: .scoring, user: user).map(\.deleted) == [false, true])
    }

    @Test("SEN-2 An analysis of a text that was edited meanwhile is dropped")
    func staleAnalysis() async throws {
        let world = try World()
        world.bus.state.withLock { $0.verdict = nil }
        let first = try await entry(world)
        let journal = Journal(store: world.store)
        let due = Journal.Due(user: user, id: first.id)
        let read = try #require(try await journal.waiting(due))
        _ = try await world.service.edit(
            EditJournalEntry(user: user, entry: first.id, text: "Another day", revision: 1), id: .random())
        let stale = JournalAnalysis(
            verdict: Verdict(level: .safe), sentiment: 0.5, provider: "lexicon", redacted: "A happy day")
        try await journal.record(stale, isFinal: true, isImproved: false, of: due, read: read.revision, now: 0)
        #expect(try await world.service.entry(JournalEntryQuery(user: user, entry: first.id)).analysis == nil)
        #expect(try await world.events(for: .scoring, user: user).isEmpty)
    }

    @Test("SEN-3 The person's mood counts instead of the machine's, which stays visible; kept out, nothing counts")
    func moods() async throws {
        let world = try World()
        let first = try await entry(world)
        let machine = try #require(first.analysis?.sentiment)
        func set(_ mood: JournalMood) async throws -> JournalEntry {
            try await world.service.setMood(SetJournalMood(user: user, entry: first.id, mood: mood), id: .random())
        }
        let corrected = try await set(JournalMood(value: -0.7))
        #expect(corrected.mood?.value == -0.7)
        #expect(corrected.word == .veryUnpleasant)
        #expect(corrected.analysis?.sentiment == machine)
        #expect(try await set(JournalMood(value: -0.7)).revision == corrected.revision)
        let keptOut = try await set(JournalMood(value: -0.7, keptOut: true))
        #expect(keptOut.word == .veryUnpleasant)
        _ = try await world.service.edit(
            EditJournalEntry(user: user, entry: first.id, text: "A lovely day", revision: keptOut.revision),
            id: .random())
        let back = try await set(JournalMood())
        #expect(back.word == MoodWord(sentiment: try #require(back.analysis?.sentiment)))
        let events = try await world.events(for: .scoring, user: user)
        #expect(events.map(\.sentiment) == [machine, -0.7, nil, nil, back.analysis?.sentiment])
        #expect(events.map(\.revision) == events.map(\.revision).sorted())
        for value in [1.01, -.infinity, .nan] {
            await #expect(throws: ServiceError.self) { _ = try await set(JournalMood(value: value)) }
        }
    }

    @Test("SEN-6 A deletion can be undone for ten minutes; meanwhile no list, search or export has the entry")
    func undo() async throws {
        let world = try World()
        let first = try await entry(world)
        _ = try await world.service.setMood(
            SetJournalMood(user: user, entry: first.id, mood: JournalMood(value: 0.1)), id: .random())
        _ = try await world.service.delete(DeleteJournalEntry(user: user, entry: first.id), id: .random())
        #expect(try await world.service.entries(JournalQuery(user: user)).entries.isEmpty)
        #expect(try await world.service.search(SearchJournal(user: user, words: "happy")).entries.isEmpty)
        #expect(try await world.service.months(JournalMonthsQuery(user: user)).months.isEmpty)
        #expect(try await world.service.export(user, nil).files[0].content == Array("[\n]\n".utf8))

        world.time.withLock { $0 += 599_999 }
        #expect(try await world.service.purge() == 0)
        let request = RestoreJournalEntry(user: user, entry: first.id)
        let restored = try await world.service.restore(request, id: .random())
        #expect(restored.text == first.text)
        #expect(restored.at == first.at)
        #expect(restored.mood?.value == 0.1)
        #expect(restored.analysis == first.analysis)
        #expect(try await world.service.restore(request, id: .random()) == restored)
        let events = try await world.events(for: .scoring, user: user)
        #expect(events.map(\.deleted) == [false, false, true, false] && events[3].sentiment == 0.1)
        #expect(events.map(\.revision) == [2, 3, 4, 5])

        _ = try await world.service.delete(DeleteJournalEntry(user: user, entry: first.id), id: .random())
        world.time.withLock { $0 += 600_000 }
        await #expect { try await world.service.restore(request, id: .random()) } throws: {
            ($0 as? ServiceError)?.code == .notFound
        }
        #expect(try await world.service.purge() == 1)
        let rows = try await world.store.read { try $0.value(Int64.self, "SELECT count(*) FROM deleted_entries", []) }
        #expect(rows == 0)
    }

    @Test("OWN-1 Erasing purges what could be undone")
    func erases() async throws {
        let world = try World()
        let first = try await entry(world)
        _ = try await world.service.delete(DeleteJournalEntry(user: user, entry: first.id), id: .random())
        _ = try await world.store.erase(user)
        let rows = try await world.store.read { try $0.value(Int64.self, "SELECT count(*) FROM deleted_entries", []) }
        #expect(rows == 0)
    }

    @Test("SEN-1 Pages lose no entry of a shared millisecond, by month too; the index counts months")
    func pages() async throws {
        let world = try World()
        let user = user
        let days = try (0..<40).map { index in
            try #require(Day(year: 2025, month: index < 30 ? 6 : 7, day: index % 28 + 1))
        }
        try await world.store.write { transaction in
            let rows = EntryRows(user: user, transaction: transaction)
            for (index, day) in days.enumerated() {
                try rows.add(
                    .random(), JournalText(text: "entry \(index)", country: nil), day: day,
                    at: Milliseconds(1_000 + index / 10), due: .max)
            }
        }
        for (from, through, count) in [(nil, nil, 40), (days[0], Day(year: 2025, month: 6, day: 30), 30)] {
            var (found, query) = ([JournalEntry](), JournalQuery(user: user, limit: 7, from: from, through: through))
            while true {
                let page = try await world.service.entries(query)
                found += page.entries
                guard let next = page.next else { break }
                (query.before, query.beforeID) = (next.at, next.id)
            }
            #expect(found.count == count)
            #expect(Set(found.map(\.id)).count == count)
            #expect(zip(found, found.dropFirst()).allSatisfy { ($0.at, $0.id) > ($1.at, $1.id) })
        }
        #expect(
            try await world.service.months(JournalMonthsQuery(user: user)).months == [
                JournalMonth(year: 2025, month: 7, entries: 10), JournalMonth(year: 2025, month: 6, entries: 30),
            ])
    }

    @Test(
        "SEN-1 A search ignores case, marks and ß, and wants every word at the start of a word",
        arguments: [
            ("müde", true), ("MUDE", true), ("strasse", true), ("Straße müd", true), ("cafe\u{301}", true),
            ("ude", false), ("müde zebra", false), ("睡眠", true), ("sleep-well", true), ("7", true),
        ])
    func searches(words: String, isFound: Bool) throws {
        let text = "Auf der STRASSE war ich Mu\u{308}de; Café, I sleep “well” 睡眠 at 7."
        #expect(try SearchTerms(words).match(text) == isFound)
    }

    @Test("SEN-1 A search without words, with too many or too long is refused")
    func refusesSearches() {
        let tooMany = (1...9).map { "w\($0)" }.joined(separator: " ")
        for words in ["", " -– ", String(repeating: "ab ", count: 100), tooMany] {
            #expect(throws: ServiceError.self) { try SearchTerms(words) }
        }
    }

    @Test("SEN-1 A search of 3,000 entries goes through pages, finds each match once, and leaves no text on disk")
    func searchesMany() async throws {
        let world = try World()
        let user = user
        try await world.store.write { transaction in
            let rows = EntryRows(user: user, transaction: transaction)
            let filler = String(repeating: "Ein ruhiger Tag und ein langer Weg. ", count: 10)
            for index in 0..<3_000 {
                let text = index % 100 == 0 ? filler + "Zanzíbarwort \(index)" : filler
                try rows.add(
                    .random(), JournalText(text: text, country: nil), day: Day(number: 20_000),
                    at: Milliseconds(index / 7), due: .max)
            }
        }
        let begin = ContinuousClock.now
        var (found, query) = ([JournalEntry](), SearchJournal(user: user, words: "zanzibar", limit: 7))
        repeat {
            let page = try await world.service.search(query)
            #expect(page.entries.count <= 7)
            found += page.entries
            query.after = page.next
        } while query.after != nil
        print("searched 3,000 entries in \(ContinuousClock.now - begin)")
        #expect(found.count == 30)
        #expect(Set(found.map(\.text)).count == 30)
        #expect(try world.files().range(of: Data("zanz".utf8)) == nil)

        // Without time one batch is opened, and the cursor goes on.
        let journal = Journal(store: world.store)
        let terms = try SearchTerms("nothing")
        let part = try await journal.search(terms, of: user, after: nil, limit: 7, time: .zero)
        #expect(part.entries.isEmpty)
        #expect(part.next != nil)
    }
}
