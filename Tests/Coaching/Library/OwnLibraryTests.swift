import Foundation
import Messages
import Moments
import Storage
import Testing

@testable import Coaching

@Suite struct OwnLibraryTests {
    private func request(
        _ world: World, _ json: String, _ fileName: String = "mine.json", at: Milliseconds = World.at
    ) -> ImportLibrary {
        ImportLibrary(user: world.user, fileName: fileName, json: Array(json.utf8), at: at)
    }

    /// A library with these suggestions.
    private func file(_ titles: String...) -> String {
        "[{\"recommendations\":[\(titles.map { "{\"recommendation\":\"\($0)\"}" }.joined(separator: ","))]}]"
    }

    private func libraries(_ world: World) async throws -> [OwnLibrary] {
        try await world.coaching.libraries(LibrariesQuery(user: world.user)).libraries
    }

    @Test("OWN-1 libraries are listed by file name, the latest change first; a known name is joined, not doubled")
    func list() async throws {
        let world = try await World()
        #expect(try await libraries(world).isEmpty)
        _ = try await world.coaching.importLibrary(request(world, file("Whistle", "Hum"), "a.json"))
        _ = try await world.coaching.importLibrary(
            request(world, file("Hum", "Skip stones"), "b.json", at: World.at + 1))
        // Nothing usable is no library.
        _ = try await world.coaching.importLibrary(request(world, "[]", "empty.json", at: World.at + 1))
        #expect(try await libraries(world).map(\.fileName) == ["b.json", "a.json"])
        #expect(try await libraries(world).map(\.moments) == [2, 2])
        // The same file again keeps its time, a longer one of its name does not.
        _ = try await world.coaching.importLibrary(request(world, file("Whistle", "Hum"), "a.json", at: World.at + 2))
        #expect(try await libraries(world).last?.at == World.at)
        _ = try await world.coaching.importLibrary(request(world, file("Knit"), "a.json", at: World.at + 3))
        let now = try await libraries(world)
        #expect(now.map(\.fileName) == ["a.json", "b.json"])
        #expect(now.map(\.moments) == [3, 2])
        #expect(try await world.ownCount() == 4)
        #expect(try await world.coaching.libraries(LibrariesQuery(user: .random())).libraries.isEmpty)
    }

    @Test("OWN-1 a removed library takes its suggestions along, but none that another library has")
    func remove() async throws {
        let world = try await World()
        _ = try await world.coaching.importLibrary(request(world, file("Whistle", "Hum"), "a.json"))
        _ = try await world.coaching.importLibrary(request(world, file("Hum", "Skip stones"), "b.json"))
        let id = try #require(try await libraries(world).first { $0.fileName == "a.json" }?.id)
        await #expect(throws: ServiceError.self, "of somebody else") {
            _ = try await world.coaching.removeLibrary(RemoveLibrary(user: .random(), library: id))
        }
        let request = RemoveLibrary(user: world.user, library: id)
        #expect(try await world.coaching.removeLibrary(request).removed == 1)
        #expect(try await world.ownCount() == 2)
        #expect(try await libraries(world).map(\.fileName) == ["b.json"])
        await #expect(throws: ServiceError.self) { _ = try await world.coaching.removeLibrary(request) }
        // A suggestion that was removed can neither be opened nor answered.
        let gone = try LibraryParser.parse(Array(file("Whistle").utf8), prefix: "own.").moments[0].id
        await #expect(throws: ServiceError.self) {
            _ = try await world.coaching.card(CardQuery(user: world.user, moment: gone, today: World.day))
        }
    }

    @Test("OWN-1 cards that show a removed suggestion are dealt anew")
    func dealtAnew() async throws {
        let world = try await World()
        _ = try await world.coaching.importLibrary(request(world, library))
        // All shipped ones of every topic rest, so that own ones are dealt.
        for moment in Moments.shipped.moments { _ = try await world.answer(moment.id, .dismissed) }
        let shown = try await world.cards(at: World.at + 1)
        #expect(shown.cards.contains { $0.moment.hasPrefix("own.") })
        let id = try await libraries(world).first?.id
        _ = try await world.coaching.removeLibrary(RemoveLibrary(user: world.user, library: id))
        let next = try await world.cards(at: World.at + 2)
        #expect(!next.cards.contains { $0.moment.hasPrefix("own.") })
    }

    @Test("OWN-1 what earlier releases imported is listed without a name, can be removed, or joins a file that has it")
    func unnamed() async throws {
        let world = try await World()
        let user = world.user
        let old = try LibraryParser.parse(Array(file("Whistle", "Hum").utf8), prefix: "own.").moments.map {
            (moment: $0, vector: StoredVector(embedder: "hashing-1", vector: [1]))
        }
        _ = try await world.store.write { try OwnMomentRows(user: user, transaction: $0).keep(old) }
        #expect(try await libraries(world) == [OwnLibrary(id: nil, fileName: "", at: nil, moments: 2)])
        _ = try await world.coaching.importLibrary(request(world, file("Hum"), "a.json"))
        #expect(try await libraries(world).map(\.moments) == [1, 1])
        let request = RemoveLibrary(user: user, library: nil)
        #expect(try await world.coaching.removeLibrary(request).removed == 1)
        #expect(try await libraries(world).map(\.fileName) == ["a.json"])
        await #expect(throws: ServiceError.self) { _ = try await world.coaching.removeLibrary(request) }
    }

    @Test("OWN-1 one library too many keeps nothing of its file")
    func tooMany() async throws {
        let world = try await World()
        for number in 0..<OwnLibraryRows.maximumLibraries {
            _ = try await world.coaching.importLibrary(request(world, file("Whistle"), "\(number).json"))
        }
        await #expect(throws: ServiceError.self) {
            _ = try await world.coaching.importLibrary(request(world, file("Hum"), "more.json"))
        }
        #expect(try await world.ownCount() == 1)
        #expect(try await libraries(world).count == OwnLibraryRows.maximumLibraries)
    }

    @Test("OWN-2 OWN-3 the export names the libraries; erasing leaves none of them")
    func owned() async throws {
        let world = try await World()
        _ = try await world.coaching.importLibrary(request(world, library, "Ada's shelf.json"))
        let files = try await world.coaching.export(world.user, nil).files
        let names = try #require(files.first { $0.name == "coaching/libraries.json" })
        #expect(String(decoding: names.content, as: UTF8.self).contains("Ada's shelf.json"))
        _ = try await world.store.erase(world.user)
        let user = world.user
        for table in ["libraries", "library_moments", "moments"] {
            let left = try await world.store.read {
                try $0.value(Int.self, "SELECT count(*) FROM \(table) WHERE user = ?", [user])
            }
            #expect(left == 0, "\(table)")
        }
    }

    @Test(
        "COA-1 an import counts what it added and skipped; the same file again changes nothing, a changed one updates")
    func idempotent() async throws {
        let world = try await World()
        let first = try await world.coaching.importLibrary(request(world, library))
        let skips = [LibrarySkip(episode: 1, entry: 3, title: nil, reason: "noRecommendation")]
        #expect(
            first
                == ImportLibrary.Reply(
                    added: 2, updated: 0, unchanged: 0, skipped: ["noRecommendation": 1], skips: skips))
        let again = try await world.coaching.importLibrary(request(world, library))
        #expect(
            again
                == ImportLibrary.Reply(
                    added: 0, updated: 0, unchanged: 2, skipped: ["noRecommendation": 1], skips: skips))
        let changed = try await world.coaching.importLibrary(request(world, library.replacing("3 min", with: "4 min")))
        #expect(changed.updated == 1)
        #expect(changed.unchanged == 1)
        #expect(changed.added == 0)
        #expect(try await world.ownCount() == 2)
    }

    @Test("COA-1 a file that is no library is refused whole", arguments: ["", "{}", "[{\"recommendations\":", "text"])
    func refused(json: String) async throws {
        let world = try await World()
        await #expect(throws: ServiceError.self) { _ = try await world.coaching.importLibrary(request(world, json)) }
        #expect(try await world.ownCount() == 0)
    }

    @Test("COA-1 a library that would grow too large keeps nothing of the file")
    func atomic() async throws {
        let world = try await World()
        func entries(_ name: String, _ count: Int) throws -> [(moment: MicroMoment, vector: StoredVector)] {
            let json =
                "[{\"recommendations\":["
                + (0..<count).map { "{\"recommendation\":\"\(name) \($0)\"}" }.joined(separator: ",") + "]}]"
            return try LibraryParser.parse(Array(json.utf8), prefix: "own.").moments.map {
                ($0, StoredVector(embedder: "test", vector: [1]))
            }
        }
        let (first, second) = (try entries("First", 300), try entries("Second", LibraryParser.maximumEntries - 299))
        _ = try await world.store.write { [user = world.user] in
            try OwnMomentRows(user: user, transaction: $0).keep(first)
        }
        await #expect(throws: ServiceError.self) {
            _ = try await world.store.write { [user = world.user] in
                try OwnMomentRows(user: user, transaction: $0).keep(second)
            }
        }
        #expect(try await world.ownCount() == 300)
    }

    @Test("COA-3 vectors of another embedder do not compare and are made anew")
    func otherEmbedder() async throws {
        let world = try await World()
        _ = try await world.coaching.importLibrary(request(world, library))
        let user = world.user
        let kept = try await world.store.read {
            try OwnMomentRows(user: user, transaction: $0).index(embedder: "hashing-1")
        }
        #expect(kept.count == 2)
        #expect(kept.allSatisfy { $0.vector?.count == 384 })
        let foreign = kept.map { (moment: $0.moment, vector: StoredVector(embedder: "other", vector: [1, 2])) }
        let counts = try await world.store.write {
            try OwnMomentRows(user: user, transaction: $0).keep(foreign).updated
        }
        #expect(counts == 2)
        let stale = try await world.store.read {
            try OwnMomentRows(user: user, transaction: $0).index(embedder: "hashing-1")
        }
        #expect(stale.allSatisfy { $0.vector == nil })
        #expect(try await world.say("I want to sing in the shower, for my mood").coachReply.isEmpty == false)
    }

    @Test("GAT-3 an own moment is suggested to its owner and never named to the gateway")
    func neverTravels() async throws {
        let world = try await World()
        _ = try await world.coaching.importLibrary(request(world, library))
        let reply = try await world.say("sing in the shower mood mood singing shower")
        let own = try #require(reply.moment)
        if own.hasPrefix("own.") { #expect(world.others.phrases.last?.topMomentID == nil) }
        // All shipped moments of the topic are resting, so the user's own moment is chosen.
        for moment in Moments.shipped.moments where moment.topic == .mood {
            _ = try await world.answer(moment.id, .dismissed)
        }
        let second = try await world.say("sing in the shower for my mood", at: World.at + World.hour)
        #expect(second.moment?.hasPrefix("own.") == true)
        #expect(world.others.phrases.last?.topMomentID == nil)
        #expect(second.coachReply.contains("Sing in the shower"))
        // Other users do not get it.
        let other = try await world.coaching.chat(
            Chat(user: .random(), text: "sing in the shower for my mood", at: World.at, country: ""), id: .random())
        #expect(other.moment?.hasPrefix("pulsum.") == true)
    }

    @Test("OWN-2 the export holds feedback, the own library and the conversation, but no text with another verdict")
    func export() async throws {
        let world = try await World()
        _ = try await world.coaching.importLibrary(request(world, library))
        world.others.judge(Others.caution)
        _ = try await world.say("unmistakable words")
        world.others.judge(Verdict(level: .safe))
        _ = try await world.say("How can I sleep better in Timbuktu?")
        let first = try await world.coaching.export(world.user, nil)
        let second = try await world.coaching.export(world.user, first.next)
        let text = (first.files + second.files).map { String(decoding: $0.content, as: UTF8.self) }.joined()
        #expect(text.contains("Juggle three lemons"))
        #expect(text.contains("caution"))
        #expect(!text.contains("unmistakable"))
        #expect(text.contains("Timbuktu"))
        #expect(second.next == nil)
        await #expect(throws: ServiceError.self) { _ = try await world.coaching.export(world.user, "x") }
        let nobody = try await world.coaching.export(.random(), nil)
        #expect(nobody.files.count == 1)
        #expect(nobody.next == nil)
    }

    @Test("SEN-6 nothing readable of a person is in the database file")
    func sealed() async throws {
        let world = try await World()
        _ = try await world.coaching.importLibrary(request(world, library))
        try await world.hear([(.stress, 1)])
        _ = try await world.cards()
        try world.store.close()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: world.directory + "/coaching.sqlite"))
        for secret in ["lemons", "shower", "pulsum.", "Juggle", "mine.json"] {
            #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret)")
        }
    }
}
