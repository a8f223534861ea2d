import Fixtures
import Messages
import Synchronization
import TestTraits
import Testing

@testable import Storage

/// Commits that wait for a synchronous standby which is away.
@Suite(.needs(.postgres), .timeLimit(.minutes(2)), .tags(.processes)) struct PostgresStandbyTests {
    /// Names the standby that commits wait for; nobody for none.
    private func setStandby(_ name: String, of cluster: PostgresCluster) async throws {
        for statement in ["ALTER SYSTEM SET synchronous_standby_names = '\(name)'", "SELECT pg_reload_conf()"] {
            _ = try await cluster.query(statement, in: cluster.url())
        }
    }

    /// Waits until so many commits wait for the standby, one of them of a query like this.
    private func waiting(
        _ count: Int, _ cluster: PostgresCluster, isQuery: (String) -> Bool = { _ in true }
    ) async throws -> [(pid: Substring, query: String)] {
        for _ in 0..<200 {
            let rows = try await cluster.query(
                "SELECT pid, query FROM pg_stat_activity WHERE wait_event = 'SyncRep' ORDER BY query_start",
                in: cluster.url())
            let waiting = rows.map { $0.split(separator: "|", maxSplits: 1) }.map { (pid: $0[0], query: String($0[1])) }
            if waiting.count == count, waiting.contains(where: { isQuery($0.query) }) { return waiting }
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("no \(count) commits wait for the standby")
        return []
    }

    @Test("A commit whose wait for a standby is cancelled is not acknowledged before a later commit has waited")
    func cancelled() async throws {
        let cluster = try await PostgresCluster.start()
        let scratch = try Scratch()
        let address = try #require(PostgresAddress(cluster.url(), service: "scoring", connections: 2))
        let key = try MasterKey.loadOrCreate(path: scratch.file("master.key"))
        let store = try Store(at: .server(address), service: .scoring, key: key, migrations: notes)
        let (user, other, id) = (UserID.random(), UserID.random(), RequestID.random())
        let reply = try await store.command(id, user: other) { transaction in
            try transaction.put(0, user: other)
            return EraseUser.Reply(rows: 1)
        }

        try await setStandby("nobody", of: cluster)
        let written = Mutex(0)
        let isStopping = Mutex(false)
        // The server takes up the setting after a while.
        let writing = Task {
            while !isStopping.withLock({ $0 }) {
                let next = written.withLock { $0 + 1 }
                try await store.write { try $0.put(next, user: user) }
                written.withLock { $0 = next }
            }
        }
        let first = try await waiting(1, cluster)
        let done = written.withLock { $0 }
        isStopping.withLock { $0 = true }

        // The stored reply proves nothing yet.
        let isAnswered = Mutex(false)
        let again = Task {
            let reply = try await store.command(id, user: other) { _ in EraseUser.Reply(rows: 9) }
            isAnswered.withLock { $0 = true }
            return reply
        }
        _ = try await waiting(2, cluster)

        // The look-up of the marker waits in a commit of its own; a second time after its wait was cancelled too.
        let pid = try #require(first.first?.pid)
        _ = try await cluster.query("SELECT pg_cancel_backend(\(pid))", in: cluster.url())
        let second = try await waiting(2, cluster) { $0 == "COMMIT" }
        let next = try #require(second.first { $0.query == "COMMIT" }?.pid)
        _ = try await cluster.query("SELECT pg_cancel_backend(\(next))", in: cluster.url())
        try await Task.sleep(for: .milliseconds(300))
        _ = try await waiting(2, cluster) { $0 == "COMMIT" }
        #expect(written.withLock { $0 } == done)
        #expect(!isAnswered.withLock { $0 })

        try await setStandby("", of: cluster)
        try await writing.value
        #expect(try await again.value == reply)
        #expect(try await store.read { try $0.numbers(user) } == Array(1...(done + 1)))
    }
}
