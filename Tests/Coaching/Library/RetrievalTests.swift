import Fixtures
import Foundation
import Messages
import Moments
import Storage
import Testing

@testable import Coaching

@Suite struct RetrievalTests {
    private let moments = Array(Moments.shipped.moments.prefix(3))

    @Test("COA-3 similarity is 1/(1 + L2 distance), exact, the nearest first")
    func similarity() {
        let index = Retrieval([
            .init(item: moments[0], vector: [0, 1]), .init(item: moments[1], vector: [1, 0]),
            .init(item: moments[2], vector: [0.6, 0.8]),
        ])
        let matches = index.nearest([[0, 1]], limit: 3)
        #expect(matches.map(\.item.id) == [moments[0].id, moments[2].id, moments[1].id])
        #expect(matches[0].similarity == 1)
        #expect(abs(matches[1].similarity - 1 / (1 + (0.36 + 0.04).squareRoot())) < 1e-6)
        #expect(index.nearest([[0, 1]], limit: 1).count == 1)
    }

    @Test("COA-3 vectors that cannot be compared are no match")
    func incomparable() {
        let index = Retrieval([
            .init(item: moments[0], vector: [0, 0]), .init(item: moments[1], vector: [1]),
            .init(item: moments[2], vector: [.nan, 1]),
        ])
        #expect(index.nearest([[1, 0]], limit: 5).isEmpty)
        #expect(index.nearest([[0, 0]], limit: 5).isEmpty)
        #expect(Retrieval([]).nearest([[1, 0]], limit: 5).isEmpty)
    }

    private struct Item: Identifiable, Equatable, Sendable { let id: String }

    private static func vector(_ dimensions: Int, _ random: inout SplitMix) -> [Float] {
        (0..<dimensions).map { _ in Float.random(in: -1...1, using: &random) }
    }

    /// Every distance in double precision, all of them sorted.
    private static func plain(_ entries: [VectorSearch<Item>.Entry], _ queries: [[Float]], _ limit: Int) -> [(
        id: String, similarity: Double
    )] {
        func unit(_ vector: [Float]) -> [Float] {
            let length = vector.reduce(0.0) { $0 + Double($1) * Double($1) }.squareRoot()
            return vector.map { Float(Double($0) / length) }
        }
        let all = entries.map { entry in
            let distances = queries.map { query in
                zip(unit(entry.vector), unit(query)).reduce(0.0) {
                    let difference = Double($1.0) - Double($1.1)
                    return $0 + difference * difference
                }.squareRoot()
            }
            return (id: entry.item.id, similarity: 1 / (1 + distances.min()!))
        }
        return Array(all.sorted { ($1.similarity, $0.id) < ($0.similarity, $1.id) }.prefix(limit))
    }

    @Test("COA-3 the matrix finds what a plain search over L2 distances finds, in its order; ties come by id")
    func plainSearch() {
        var random = SplitMix(seed: 11)
        for round in 0..<60 {
            let dimensions = [3, 16, 17, 64, 384][round % 5]
            let count = Int.random(in: 1...80, using: &random)
            var entries = (0..<count).map { number in
                VectorSearch<Item>.Entry(
                    item: Item(id: "\((number * 37) % 101)-\(number)"), vector: Self.vector(dimensions, &random))
            }
            // Equal vectors under several ids, and the same direction at another length.
            for copy in 0..<min(6, count) { entries[copy].vector = entries[count - 1].vector }
            let queries = (0...round % 3).map { _ in Self.vector(dimensions, &random) } + [entries[0].vector]
            let limit = Int.random(in: 1...count + 2, using: &random)
            let search = VectorSearch(entries.shuffled(using: &random))
            let found = search.nearest(queries, limit: limit)
            let expected = Self.plain(entries, queries, limit)
            #expect(found.count == expected.count)
            for (one, other) in zip(found, expected) {
                #expect(abs(one.similarity - other.similarity) < 1e-6, "round \(round)")
            }
            // Of bit-equal vectors the smaller id comes first, whatever the order they were given in.
            let copies = Set(entries.filter { $0.vector == entries[0].vector }.map(\.item.id))
            let order = found.map(\.item.id).filter(copies.contains)
            #expect(order == order.sorted())
            #expect(order.prefix(copies.count) == copies.sorted().prefix(limit)[...], "the query itself is nearest")
            // Two matrices together find what one finds.
            let half = entries.count / 2
            let halves = [VectorSearch(Array(entries[..<half])), VectorSearch(Array(entries[half...]))]
            #expect(VectorSearch.nearest(queries, in: halves, limit: limit) == found)
        }
    }
}

/// People's libraries in memory.
@Suite struct OpenedLibrariesTests {
    private func file(_ titles: [String]) -> [UInt8] {
        let entries = titles.map { "{\"recommendation\":\"\($0)\"}" }.joined(separator: ",")
        return Array("[{\"recommendations\":[\(entries)]}]".utf8)
    }

    private func add(_ world: World, _ titles: String..., user: UserID? = nil) async throws {
        _ = try await world.coaching.importLibrary(
            ImportLibrary(user: user ?? world.user, fileName: "mine.json", json: file(titles), at: World.at))
    }

    @Test("COA-3 a library is opened once per revision, and again after a change, also one by another replica")
    func once() async throws {
        let world = try await World()
        #expect(try await world.cards().cards.count == 3)
        #expect(world.coaching.opened.state.openings == 0, "nothing to open")
        try await add(world, "Whistle", "Hum")
        for _ in 0..<3 {
            _ = try await world.cards()
            _ = try await world.say("How can I sleep better?")
        }
        #expect(world.coaching.opened.state.openings == 1)
        // A second replica on the same database.
        let other = OpenedLibraries(embedder: world.coaching.embedder.name)
        let replica = try world.another()
        func titles(_ libraries: OpenedLibraries, _ store: Store) async throws -> Set<String> {
            try await store.read { [user = world.user] in
                Set(try libraries.library(of: user, in: $0).moments.map(\.title))
            }
        }
        #expect(try await titles(other, replica) == ["Whistle", "Hum"])
        try await add(world, "Skip stones")
        #expect(try await titles(other, replica) == ["Whistle", "Hum", "Skip stones"])
        #expect(try await titles(world.coaching.opened, world.store) == ["Whistle", "Hum", "Skip stones"])
        #expect(other.state.openings == 2)
        let listed = try await world.coaching.libraries(LibrariesQuery(user: world.user)).libraries
        _ = try await world.coaching.removeLibrary(RemoveLibrary(user: world.user, library: listed[0].id))
        #expect(try await titles(other, replica).isEmpty)
    }

    @Test("OWN-1 an erased person's library leaves memory and does not come back; others are bounded")
    func dropped() async throws {
        let world = try await World()
        let users = (0..<5).map { _ in UserID.random() }
        for user in users { try await add(world, "Whistle", "Hum", user: user) }
        let now = ContinuousClock.now
        let libraries = OpenedLibraries(embedder: world.coaching.embedder.name, maximumCount: 3)
        for (step, user) in users.enumerated() {
            try await world.store.read {
                _ = try libraries.library(of: user, in: $0, now: now + .seconds(step))
            }
        }
        #expect(libraries.state.users == Set(users.suffix(3)), "the least recently used go first")
        libraries.erase(users[4])
        #expect(libraries.state.users == Set(users[2...3]))
        try await world.store.read { _ = try libraries.library(of: users[4], in: $0, now: now) }
        #expect(!libraries.state.users.contains(users[4]), "a request that began before the erasure keeps nothing")
        libraries.dropIdle(at: now + .seconds(2) + OpenedLibraries.idle)
        #expect(libraries.state.users == [users[3]])
        let one = try #require(libraries.state.bytes as Int?)
        let small = OpenedLibraries(embedder: world.coaching.embedder.name, maximumBytes: one - 1)
        try await world.store.read { _ = try small.library(of: users[0], in: $0) }
        #expect(small.state.users.isEmpty, "a library larger than the cache is not kept")
    }

    @Test("COA-3 vectors of another embedder are made anew once")
    func renewed() async throws {
        let world = try await World()
        try await add(world, "Whistle", "Hum")
        let libraries = OpenedLibraries(embedder: "another")
        let stale = try await world.store.read { [user = world.user] in
            try libraries.library(of: user, in: $0)
        }
        #expect(stale.stale.count == 2)
        #expect(stale.search.items.isEmpty)
        let fresh = libraries.renew(stale, of: world.user, [[1, 0], [0, 1]])
        #expect(fresh.stale.isEmpty)
        #expect(fresh.search.items.count == 2)
        #expect(fresh.moments == stale.moments)
        let again = try await world.store.read { [user = world.user] in
            try libraries.library(of: user, in: $0)
        }
        #expect(again.stale.isEmpty)
        #expect(libraries.state.openings == 1)
    }
}
