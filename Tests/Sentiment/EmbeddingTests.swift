import Foundation
import Language
import Messages
import Storage
import Synchronization
import Testing

@testable import Sentiment

/// The sentiment head's embedding, failing for a while.
@Suite struct EmbeddingTests {
    /// Answers under the name of the embedder that the head was trained on.
    private final class Flaky: SentenceEmbedder {
        struct Failed: Error {}
        let failures: Mutex<Int>
        let (name, dimensions) = ("minilm-l6-v2", 384)

        init(failures: Int) { self.failures = Mutex(failures) }

        func read(_ texts: [String]) async throws -> [SentenceReading] {
            let fails = failures.withLock { count in
                count -= 1
                return count >= 0
            }
            if fails { throw Failed() }
            let vector = [Float](repeating: 0.05, count: dimensions)
            return texts.map { _ in SentenceReading(meaning: vector, wording: vector) }
        }
    }

    private let user = UserID.random()

    private func service(_ world: World, _ embedder: Flaky) -> SentimentService {
        SentimentService(
            store: world.store, bus: world.bus, log: .init(label: "test") { _ in world.log }, embedder: embedder,
            now: { world.time.withLock { $0 } })
    }

    @Test(
        "SEN-2 SEN-3 A failed embedding is logged and retried: the lexicon answers at once, the head later; each result is published once"
    )
    func retried() async throws {
        let world = try World()
        let service = service(world, Flaky(failures: 3))
        let entry = try await service.submit(
            world.submission("It was a wonderful day and I am happy", user: user), id: .random())
        #expect(entry.analysis?.provider == "lexicon")
        #expect(world.log.lines.contains { $0.contains("embedding failed") })
        #expect(!world.log.lines.contains { $0.contains("wonderful") })
        // Delivered again meanwhile, it is stored.
        let user = user
        #expect(
            try await world.store.read { try EntryRows(user: user, transaction: $0).analyzed(since: nil) }.map(
                \.revision) == [2])
        for _ in 0..<3 {
            #expect(try await service.analyzeDue() == 0)
            world.time.withLock { $0 += 60_000 }
            #expect(try await service.analyzeDue() == 1)
        }
        #expect(try await service.entries(JournalQuery(user: user)).entries.first?.analysis?.provider == "head")
        world.time.withLock { $0 += 86_400_000 }
        #expect(try await service.analyzeDue() == 0)
        let told = try await world.events(for: .scoring, user: user)
        #expect(told.map(\.revision) == [2, 3])
        #expect(
            try await world.store.read { try EntryRows(user: user, transaction: $0).analyzed(since: nil) }
                == told.suffix(1))
    }

    @Test("SAF-6 A crisis that the reading in full finds is stored and emitted, although the embedding fails")
    func laterCrisis() async throws {
        let world = try World()
        let crisis = Verdict(level: .crisis, reason: .selfHarm)
        world.bus.state.withLock {
            $0.byEffort = [.prompt: Verdict(level: .safe).asReadInPart, .thorough: crisis]
        }
        let service = service(world, Flaky(failures: .max))
        let entry = try await service.submit(world.submission("A long day", user: user), id: .random())
        #expect(entry.analysis?.verdict.level == .caution)
        world.time.withLock { $0 += 60_000 }
        #expect(try await service.analyzeDue() == 1)
        let read = try await service.entry(JournalEntryQuery(user: user, entry: entry.id))
        #expect(read.analysis?.verdict == crisis)
        #expect(try await world.events(for: .scoring, user: user).map(\.level) == [.caution, .crisis])
    }

    @Test(
        "SEN-2 An embedding that never succeeds is given up after half a day, and the lexicon's answer stays; deleting tells the others all the same"
    )
    func givenUp() async throws {
        let world = try World()
        let service = service(world, Flaky(failures: .max))
        let entry = try await service.submit(
            world.submission("It was a wonderful day and I am happy", user: user), id: .random())
        var tries = 1
        for _ in 0..<100 {
            world.time.withLock { $0 += Journal.maximumEmbeddingBackoff }
            tries += try await service.analyzeDue()
            if tries == 3 { #expect(try await world.events(for: .scoring, user: user).count == 1) }
        }
        #expect(tries == Journal.maximumEmbeddingRetries)
        _ = try await service.delete(DeleteJournalEntry(user: user, entry: entry.id), id: .random())
        #expect(try await world.events(for: .coaching, user: user).map(\.deleted) == [false, true])
    }

    @Test("No embedding is kept of an entry")
    func notKept() async throws {
        let world = try World()
        let entry = try await service(world, Flaky(failures: 0)).submit(
            world.submission("It was a wonderful day and I am happy", user: user), id: .random())
        #expect(entry.analysis?.provider == "head")
        let user = user
        let sealed = try await world.store.read {
            try $0.value(Data.self, "SELECT embedding FROM entries WHERE user = ?", [user])
        }
        #expect(try #require(sealed).count < 100)
    }
}
