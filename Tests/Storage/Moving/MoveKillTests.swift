import Fixtures
import Foundation
import Messages
import Synchronization
import TestTraits
import Testing

@testable import Storage

#if canImport(Glibc)
    import Glibc
#endif

/// A move whose process is killed with SIGKILL after every single commit, and repeated.
@Suite(.needs(.postgres), .serialized, .timeLimit(.minutes(10)), .tags(.processes)) struct MoveKillTests {
    private static let handover = "move"

    @Test(
        "Killed after each commit in turn, a move there and back loses and doubles nothing, and no two places are in use"
    )
    func killed() async throws {
        let world = try await MoveWorld()
        let before = try world.digests(world.file)
        for (name, from, target) in [("there", world.file, world.server), ("back", world.server, world.file)] {
            var kills = 0
            while !FileManager.default.fileExists(atPath: world.scratch.file(name)) {
                try #require(kills < 200)
                let handover = try Handover("\(name) \(world.words)", to: Self.handover)
                defer { handover.end() }
                await #expect(processExitsWith: .signal(SIGKILL)) { try MoveKillTests.moveUntilKilled() }
                kills += 1
                let usable = [from, target].count { (try? world.store($0).close()) != nil }
                #expect(usable <= 1, "two places are in use after \(kills) kills")
            }
            #expect(kills > 15)
            #expect(throws: StorageError.self) { try world.store(from) }
            #expect(try world.digests(target) == before)
        }
    }

    /// Goes on with the move, and is killed after the first commit; at the end it says so and is killed too.
    fileprivate static func moveUntilKilled() throws {
        let words = try Handover.words(handover)
        let world = MoveWorld(words: Array(words.dropFirst()))
        let (from, target) = words[0] == "there" ? (world.file, world.server) : (world.server, world.file)
        try DatabaseMove.$afterCommit.withValue({ _ = kill(getpid(), SIGKILL) }) {
            try MoveRows.$batch.withValue((rows: 60, bytes: 1 << 20)) { _ = try world.move(from, to: target) }
        }
        try Data().write(to: URL(fileURLWithPath: world.scratch.file(String(words[0]))))
        kill(getpid(), SIGKILL)
    }

    @Test("What the old place took between two runs of a move is moved too")
    func changedBetween() async throws {
        let world = try await MoveWorld()
        for _ in 1...6 {
            let handover = try Handover("there \(world.words)", to: Self.handover)
            defer { handover.end() }
            await #expect(processExitsWith: .signal(SIGKILL)) { try MoveKillTests.moveUntilKilled() }
        }
        let store = try world.store(world.file)
        try await store.write { transaction in
            try transaction.execute("DELETE FROM calls WHERE at = 3")
            try transaction.put(9, "between", user: MoveWorld.users[0])
        }
        _ = try await store.erase(MoveWorld.users[5])
        try store.close()
        let before = try world.digests(world.file)
        let result = try world.move(world.file, to: world.server)
        #expect(result.isRepeated && result.comparison?.different == [])
        #expect(try world.digests(world.server) == before)
    }
}
