import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import Storage

/// What an erasure leaves on the server's disk.
@Suite(.needs(.postgres), .timeLimit(.minutes(2)), .tags(.processes)) struct PostgresErasureTests {
    @Test("OWN-1 After an erasure no table's file holds the person's data key, and the others' keys still open")
    func keys() async throws {
        let (cluster, database) = (try await PostgresCluster.running, try await TestDatabase.onServer)
        let scratch = try TestDatabase.$current.withValue(database) { try Scratch() }
        let store = try scratch.store()
        let users = (0..<40).map { _ in UserID.random() }
        for user in users { try await store.write { try $0.put(1, "text", user: user) } }
        let (ann, bob) = (users[7], users[8])
        func wrapped(_ user: UserID) async throws -> Data {
            try #require(
                try await store.read {
                    try $0.value(Data.self, "SELECT wrapped FROM storage_keys WHERE user = ?", [user])
                })
        }
        let (annKey, bobKey) = (try await wrapped(ann), try await wrapped(bob))
        guard case .server(let address) = store.address else { throw Fault() }
        let admin = try PostgresConnection(address, isBare: true)
        func files(holding key: Data) throws -> Int {
            try admin.command("CHECKPOINT")
            let base = cluster.folder + "/data/base"
            return try FileManager.default.subpathsOfDirectory(atPath: base).filter {
                FileManager.default.contents(atPath: "\(base)/\($0)")?.range(of: key) != nil
            }.count
        }
        #expect(try files(holding: annKey) == 1)
        #expect(try await store.erase(ann) > 0)
        #expect(try files(holding: annKey) == 0)
        #expect(try files(holding: bobKey) == 1)
        #expect(try await store.read { try $0.note(1, user: bob) } == "text")
    }

    @Test("OWN-1 While an older transaction may still see the rows, the erasure is not confirmed; repeated later it is")
    func olderReader() async throws {
        let cluster = try await PostgresCluster.running
        // Transactions in other databases do not count.
        let url = try await cluster.makeDatabase()
        let scratch = try TestDatabase.$current.withValue(.postgres(url: url)) { try Scratch() }
        let store = try scratch.store()
        let user = UserID.random()
        try await store.write { try $0.put(1, "text", user: user) }
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let end = DispatchSemaphore(value: 0)
        // Holds a snapshot, and no lock of a table that the erasure needs.
        let reading = Task {
            try await store.read { transaction in
                _ = try transaction.value(Int.self, "SELECT count(*) FROM storage_migrations")
                begin.yield()
                end.wait()
            }
        }
        for await _ in begun { break }
        #expect(await code { _ = try await store.erase(user) } == .busy)
        #expect(await code { try await store.write { try $0.check(user) } } == .erased)
        end.signal()
        try await reading.value
        #expect(try await store.erase(user) == 0)
    }

    @Test("OWN-1 An erasure while a dump holds every table keeps nobody else waiting, and ends after it")
    func dump() async throws {
        let cluster = try await PostgresCluster.running
        let url = try await cluster.makeDatabase()
        let scratch = try TestDatabase.$current.withValue(.postgres(url: url)) { try Scratch() }
        let store = try scratch.store()
        let (user, other) = (UserID.random(), UserID.random())
        for user in [user, other] { try await store.write { try $0.put(1, "text", user: user) } }
        guard case .server(let address) = store.address else { throw Fault() }
        let dump = try PostgresConnection(address, isBare: true)
        let schema = try await store.read { try $0.value(String.self, "SELECT current_schema()::text") } ?? ""
        try dump.command("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        try dump.command("LOCK TABLE \(schema).storage_keys IN ACCESS SHARE MODE")
        let erasing = Task { await code { _ = try await store.erase(user) } }
        // The erasure tries for 4.5 s; meanwhile others read their keys. Worst of 40 tries.
        let clock = ContinuousClock()
        var worst = Duration.zero
        for number in 0..<40 {
            let began = clock.now
            try await store.write { try $0.put(2 + number, "text", user: other) }
            worst = max(worst, clock.now - began)
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(worst < .seconds(2), "\(worst)")
        #expect(await erasing.value == .busy)
        try dump.command("COMMIT")
        #expect(try await store.erase(user) == 0)
    }
}
