import Fixtures
import Foundation
import Messages
import Synchronization
import TestTraits
import Testing

@testable import Storage

/// Connections that break, during a commit and at other times.
@Suite(.needs(.postgres), .timeLimit(.minutes(2)), .tags(.processes)) struct PostgresCommitTests {
    /// A store behind a proxy and one without it, on the same tables.
    private func stores(_ cluster: PostgresCluster, _ scratch: Scratch) throws -> (CuttingProxy, Store, Store) {
        let folder = try Fixtures.Scratch()
        let proxy = try CuttingProxy(directory: folder.path, port: cluster.port, target: cluster.socket)
        let key = try MasterKey.loadOrCreate(path: scratch.file("master.key"))
        let installation = "t" + UUID().uuidString.prefix(8).lowercased()
        func open(_ host: String) throws -> Store {
            let url =
                "postgresql://postgres@/postgres?host=\(host)&port=\(cluster.port)&application_name=\(installation)"
            let address = try #require(
                PostgresAddress(url, service: "scoring", installation: installation, connections: 2))
            return try Store(at: .server(address), service: .scoring, key: key, migrations: notes)
        }
        return (proxy, try open(folder.path), try open(cluster.folder))
    }

    @Test(
        "A commit whose answer is lost is looked up: its effect happens once, whether the server had it, had it not, or gets it late",
        arguments: CuttingProxy.Cut.allCases)
    func ambiguous(cut: CuttingProxy.Cut) async throws {
        let cluster = try await PostgresCluster.running
        let scratch = try Scratch()
        let (proxy, store, beside) = try stores(cluster, scratch)
        defer { proxy.close() }
        let (user, id) = (UserID.random(), RequestID.random())
        try await store.write { try $0.put(0, user: user) }
        let runs = Mutex(0)
        proxy.cut(cut)
        let reply = try await store.command(id, user: user) { transaction in
            let run = runs.withLock { runs in
                runs += 1
                return runs
            }
            let next = (try transaction.numbers(user).last ?? 0) + 1
            try transaction.put(next, user: user)
            try transaction.emit(Noted(user: user, number: Int64(next)), id: .random(), to: [.coaching])
            return EraseUser.Reply(rows: Int64(run))
        }
        #expect(proxy.cuts == 1)
        // Until the server has noticed, the abandoned transaction may also conflict with its repetition.
        #expect(cut == .after ? runs.withLock { $0 } == 1 : runs.withLock { $0 } > 1)
        #expect(reply.rows == runs.withLock { Int64($0) })
        #expect(try await beside.read { try $0.numbers(user) } == [0, 1])
        #expect(try await beside.parkedLanes().pending == 1)
        let again = try await beside.command(id, user: user) { _ in EraseUser.Reply(rows: 9) }
        #expect(again == reply)
        // The commit that came late found the marker of the settlement, and had no effect.
        try await Task.sleep(for: .milliseconds(cut == .late ? 700 : 0))
        #expect(try await beside.read { try $0.numbers(user) } == [0, 1])
    }

    @Test("A commit that the server never had is repeated, also if the answer to looking it up is lost")
    func unknownTwice() async throws {
        let cluster = try await PostgresCluster.running
        let scratch = try Scratch()
        let (proxy, store, beside) = try stores(cluster, scratch)
        defer { proxy.close() }
        let user = UserID.random()
        try await store.write { try $0.put(0, user: user) }
        proxy.cut(.before, .after)
        try await store.write { try $0.put(1, user: user) }
        #expect(proxy.cuts == 2)
        #expect(try await beside.read { try $0.numbers(user) } == [0, 1])
    }

    @Test("Connections that the server ends are opened again; nothing is lost or done twice")
    func terminated() async throws {
        let cluster = try await PostgresCluster.running
        let scratch = try Scratch()
        let (proxy, _, store) = try stores(cluster, scratch)
        proxy.close()
        let user = UserID.random()
        guard case .server(let address) = store.address, let name = address.parameters["application_name"],
            let admin = PostgresAddress(cluster.url(), service: "admin")
        else { return }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                group.addTask { try await store.write { try $0.put(number, user: user) } }
                if number % 12 == 5 {
                    group.addTask {
                        _ = try PostgresConnection(admin, isBare: true).first(
                            """
                            SELECT count(pg_terminate_backend(pid))::text FROM pg_stat_activity
                            WHERE application_name = '\(name)'
                            """)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.read { try $0.numbers(user) } == Array(0..<60))
    }
}
