import Fixtures
import Foundation
import Language
import Logging
import Messages
import TestTraits
import Testing

@testable import Goals
@testable import Storage

/// Titles alike in meaning, with the database of goals and sentiment's own answer.
@Suite struct MeaningTests {
    /// A goals service that keeps its pause after a failure.
    private struct Meaning {
        let world: World
        let bus: EmbeddingBus
        let service: GoalsService

        init(_ model: (any SentenceEmbedder)?) throws {
            let world = try World()
            let bus = EmbeddingBus(model, otherwise: world.bus)
            (self.world, self.bus) = (world, bus)
            service = GoalsService(
                store: world.store, bus: bus, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                now: { world.time.withLock { $0 } })
        }

        func similar(_ title: String, kind: TitleKind? = nil, language: String = "en") async throws
            -> SimilarTitles.Reply
        {
            try await service.similar(
                SimilarTitles(user: World.ada, title: title, kind: kind, language: language), id: .random())
        }

        func kept() async throws -> Int { try await world.state().rows["title_embeddings"] ?? 0 }

        func rename(_ value: EntityID, version: UInt64, to title: String) async throws {
            _ = try await service.save(
                SaveValue(
                    user: World.ada, edited: EditedVersion(id: value, version: version),
                    content: ValueContent(title: title)), id: .random())
        }
    }

    @Test(
        "GOL-3: titles alike by meaning are offered with their cosine, the nearest first; nothing else changes",
        .needs(.sentenceModel))
    func alike() async throws {
        let meaning = try Meaning(try MiniLMEmbedder(folder: SentenceModel.folder, spare: SentenceModel.spare))
        let cleaning = try await meaning.world.value("House cleaning")
        let exact = try await meaning.world.value("clean the house!")
        let housework = try await meaning.world.value("Do the housework")
        for title in ["Start cleaning the house", "Stop cleaning the house", "Piano", "Clean 3 houses"] {
            try await meaning.world.value(title)
        }
        var before = try await meaning.world.state()
        let reply = try await meaning.similar("Clean the house", kind: .value)
        for same in [exact, cleaning] {
            #expect(reply.similar.contains { $0.id == same && $0.cosine == nil }, "of the same words")
        }
        let near = try #require(reply.similar.first { $0.id == housework })
        #expect((0.5...1).contains(near.cosine ?? 0) && reply.similar[0].cosine == nil)
        #expect(reply.comparison == .meaning)
        #expect(!reply.similar.contains { ["Stop cleaning the house", "Piano", "Clean 3 houses"].contains($0.title) })
        before.rows["title_embeddings"] = try await meaning.kept()
        #expect(try await meaning.world.state().withoutVerdicts == before.withoutVerdicts)
        let german = try await meaning.similar("Clean the house", language: "de-AT")
        #expect(german.similar.first?.id == exact && german.comparison == .form, "German is compared by words")
        #expect(german.similar.allSatisfy { $0.cosine == nil })
    }

    @Test("GOL-3: a stored title is embedded once; a comparison asks at most once, with 50 texts at most")
    func once() async throws {
        let meaning = try Meaning(HashingEmbedder())
        for number in 0..<60 { try await meaning.world.value("\(Self.word(number)) garden") }
        #expect(try await meaning.similar("Roof garden").comparison == .partly)
        #expect(meaning.bus.asked.map(\.count) == [50] && meaning.bus.asked[0][0] == "Roof garden")
        #expect(try await meaning.kept() == 49)
        #expect(try await meaning.similar("Roof garden").comparison == .meaning)
        #expect(meaning.bus.asked.map(\.count) == [50, 12])
        #expect(try await meaning.similar("Rose garden").comparison == .meaning)
        #expect(meaning.bus.asked.map(\.count) == [50, 12, 1], "only the new title")
        let stored = "\(Self.word(3)) garden"
        #expect(try await meaning.similar(stored).similar.map(\.title).contains(stored))
        #expect(meaning.bus.asked.count == 3, "a title that is stored and embedded needs no request")
        #expect(try await meaning.kept() == 60, "a title that was only compared is not kept")
        let (first, rest) = (meaning.bus.asked[0].dropFirst(), meaning.bus.asked[1].dropFirst())
        #expect(Set(first).union(rest).count == 60, "none twice")
    }

    /// Distinct words without numbers, so that no pair is excluded by its form.
    private static func word(_ number: Int) -> String {
        let letters = Array("bdfgklmnpr")
        return "\(letters[number / 10])a\(letters[number % 10])o"
    }

    @Test("GOL-3: titles that share words are embedded before the others")
    func order() async throws {
        let meaning = try Meaning(HashingEmbedder())
        for number in 0..<60 { try await meaning.world.value(Self.word(number)) }
        try await meaning.world.value("zebra garden")
        _ = try await meaning.similar("Roof garden")
        #expect(meaning.bus.asked[0][1] == "zebra garden")
    }

    @Test("SAF-1: nothing is embedded that safety did not judge, or judged as a crisis")
    func judged() async throws {
        let meaning = try Meaning(HashingEmbedder())
        let world = meaning.world
        try await world.value("Safe garden")
        world.bus.state.withLock { $0.verdict = nil }
        try await world.value("Unjudged garden")
        #expect(await code { _ = try await meaning.similar("Roof garden") } == .unavailable)
        world.bus.state.withLock { $0.verdict = Verdict(level: .crisis, reason: .selfHarm) }
        try await world.value("Crisis garden")
        let crisis = try await meaning.similar("Roof garden")
        #expect(crisis.similar.isEmpty && crisis.comparison == nil && meaning.bus.asked.isEmpty)
        world.bus.state.withLock { $0.verdict = Verdict(level: .safe) }
        _ = try await meaning.similar("Roof garden")
        #expect(meaning.bus.asked == [["Roof garden", "Safe garden"]])
    }

    @Test(
        "GOL-3: without sentiment or its model titles are compared by form, the reply says so, and the next are spared")
    func away() async throws {
        let meaning = try Meaning(HashingEmbedder())
        let exact = try await meaning.world.value("Roof garden")
        try await meaning.world.value("Garden")
        for failure in [ServiceError.Code.unavailable, .timeout] {
            meaning.bus.failure = ServiceError(failure, "Nobody answers.")
            let before = meaning.bus.asked.count
            let reply = try await meaning.similar("roof GARDEN")
            #expect(reply.similar.map(\.id) == [exact] && reply.comparison == .form)
            #expect(try await meaning.similar("roof GARDEN").comparison == .form)
            #expect(meaning.bus.asked.count == before + 1, "it is not asked again at once")
            meaning.world.time.withLock { $0 += EmbeddingSource.rest }
        }
        meaning.bus.failure = nil
        #expect(try await meaning.similar("roof GARDEN").comparison == .meaning, "asked again after the pause")
        meaning.bus.failure = ServiceError(.cancelled, "Cancelled.")
        #expect(await code { _ = try await meaning.similar("Orchard") } == .cancelled)

        let without = try Meaning(nil)
        try await without.world.value("Garden")
        #expect(try await without.similar("Roof garden").comparison == .form, "sentiment runs without its model")
    }

    @Test("GOL-3: an embedding is sealed under a keyed hash, and goes with its title and with its person")
    func kept() async throws {
        let meaning = try Meaning(HashingEmbedder())
        let world = meaning.world
        let garden = try await world.value("Quince garden")
        let orchard = try await world.value("Quince orchard")
        try await world.value("Quince garden", of: World.ben)
        _ = try await meaning.similar("Roof garden")
        _ = try await meaning.service.similar(SimilarTitles(user: World.ben, title: "Roof garden"), id: .random())
        let keys = try await world.store.read { transaction in
            try transaction.rows("SELECT key FROM title_embeddings").map { try $0["key"] as Data }
        }
        #expect(keys.count == 3 && Set(keys).count == 3, "one title of two people has two keys")
        let vector = Data(TextEmbedding(HashingEmbedder().read(["Quince garden"])[0].meaning).elements)
        for name in try FileManager.default.contentsOfDirectory(atPath: world.directory) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(world.directory)/\(name)"))
            #expect(bytes.range(of: vector) == nil && bytes.range(of: Data("Quince".utf8)) == nil, "\(name)")
        }
        try await meaning.rename(garden, version: 1, to: "Quince garden")
        #expect(try await meaning.kept() == 3, "an unchanged title keeps its embedding")
        try await meaning.rename(garden, version: 2, to: "Quince hedge")
        #expect(try await meaning.kept() == 2)
        _ = try await meaning.service.delete(
            DeleteValue(user: World.ada, value: orchard), id: .random())
        #expect(try await meaning.kept() == 1)
        _ = try await meaning.similar("Roof garden")
        #expect(try await meaning.kept() == 2)
        _ = try await world.store.erase(World.ada)
        #expect(try await meaning.kept() == 1, "of another person")
    }

    @Test(
        "GOL-3: embeddings are kept only of titles still stored and judged, and of one model; their number is bounded")
    func bounded() async throws {
        let meaning = try Meaning(HashingEmbedder())
        let world = meaning.world
        let id = try await world.value("Quince garden")
        let embedding = TextEmbedding([1, 0])
        func put(_ title: String, _ model: String) async throws {
            try await world.store.write { transaction in
                try TitleEmbeddingRows(user: World.ada, transaction: transaction).put(
                    [.init(entry: id, title: title, embedding: embedding)], model: model, now: World.now)
            }
        }
        try await put("An earlier title", "one")
        #expect(try await meaning.kept() == 0)
        try await put("Quince garden", "one")
        #expect(try await meaning.kept() == 1)
        #expect(try await meaning.similar("Roof garden").comparison == .partly, "of another model")
        #expect(try await meaning.similar("Roof garden").comparison == .meaning)
        try await world.store.write { transaction in
            for number in 0..<TitleEmbeddingRows.maximumRows + 5 {
                try transaction.execute(
                    "INSERT INTO title_embeddings (user, key, model, at, sealed) VALUES (?, ?, 'hashing-1', 0, ?)",
                    [World.ada, Data("\(number)".utf8), Data()])
            }
        }
        try await put("Quince garden", "hashing-1")
        #expect(try await meaning.kept() == TitleEmbeddingRows.maximumRows)
        #expect(try await meaning.similar("Roof garden").comparison == .meaning, "the newest are kept")
        _ = try await world.store.erase(World.ada)
        #expect(await code { try await put("Quince garden", "one") } == .erased)
    }
}
