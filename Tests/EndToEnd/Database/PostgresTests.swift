import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// The main job with every service's tables in PostgreSQL.
@Suite(.needs(.postgres), .serialized, .tags(.processes)) struct PostgresTests {
    @Test(
        "From an import and a journal entry to score, cards and a reply; export and erasure; statements find their rows by indexes",
        .timeLimit(.minutes(5)))
    func mainPath() async throws {
        let cluster = try await PostgresCluster.running
        let database = try await cluster.makeDatabase()
        try await Stack.run(environment: ["PULSUM_DATABASE": database, "PULSUM_DATABASE_CONNECTIONS": "4"]) { stack in
            _ = try await cluster.query("SELECT pg_stat_reset()", in: database)
            let user = try await use(stack)
            #expect(!FileManager.default.fileExists(atPath: stack.directory + "/db"))
            try await checkScans(cluster, database)
            try await checkOwners(cluster, database)

            let archive = stack.scratch.file("mine.zip")
            let exported = try await stack.pulsum("export", archive)
            #expect(exported.status == 0, "\(exported.errors)")
            let backup = try await Executable.run(
                Executable.folder.appendingPathComponent("pulsum").path, ["backup", stack.scratch.file("backup")],
                environment: ["PULSUM_DATA": stack.directory, "PULSUM_DATABASE": database])
            #expect(backup.status != 0 && backup.errors.contains("docs/postgresql.md"))
            try await eventually("every service has erased", within: .seconds(60)) {
                try await stack.bus.request(StartErase(user: user)).done ? () : nil
            }
            await #expect(throws: ServiceError.self) { try await stack.bus.request(JournalQuery(user: user)) }
            for service in Topology.services {
                let keys = try await cluster.query("SELECT count(*) FROM pulsum_\(service).storage_keys", in: database)
                #expect(keys == ["0"], "\(service)")
            }
        }
    }

    /// An account, an import, a check-in, an entry, a goal, a plan, cards and a chat.
    private func use(_ stack: Stack) async throws -> UserID {
        let browser = Browser(stack.url)
        let account = try await stack.setUp(browser, "Ada", ["country": "DE"])
        #expect(account.status == 201)
        let user = try #require((account.json["user"] as? String).flatMap { UserID($0) })
        let job = try await stack.importFile(try World.export(in: stack.scratch, days: 12), for: user)
        #expect(job.phase == .done && job.samplesNew > 500)
        try await stack.settle()
        let day = World.today()
        #expect(
            try await browser.post("/v1/check-ins", ["stress": 2, "energy": 6, "sleepQuality": 5]).status < 300)
        let entry = try await browser.post(
            "/v1/journal", ["text": "A calm and happy day, I slept really well and enjoyed a walk."])
        #expect(entry.status == 201)
        let sentiment = try #require(try await browser.analysis(of: entry)["sentiment"] as? Double)
        _ = try await eventually("the score follows the entry") { () -> Bool? in
            let parts =
                try await browser.get("/v1/score/breakdown?day=\(day)").json["contributions"] as? [[String: Any]] ?? []
            let value = parts.first { $0["signal"] as? String == "sentiment" }?["value"] as? Double
            return value.map { abs($0 - sentiment) < 1e-9 } == true ? true : nil
        }
        let cards = try #require(try await browser.get("/v1/cards").json["cards"] as? [[String: Any]])
        #expect(cards.count == 3)
        let moment = try #require(cards[0]["moment"] as? String)
        #expect(try await browser.post("/v1/cards/\(moment)/feedback", ["action": "completed"]).status == 200)
        let reply = try await browser.post("/v1/chat", ["text": "How can I sleep better tonight?"]).json
        #expect(!(reply["coachReply"] as? String ?? "").isEmpty && reply["gate"] as? String == "consent")
        try await stack.settle()
        // Names of accounts do not differ by case alone.
        let other = Browser(stack.url)
        let signedIn = try await other.post(
            "/v1/sessions", ["name": "ADA", "password": "correct horse battery"])
        #expect(signedIn.status < 300)
        return user
    }

    /// Tables of one row or few, which are read as a whole.
    private static let small = [
        "storage_meta", "storage_migrations", "storage_lock", "storage_leases", "restores", "set_up", "accounts",
        "throttle", "erase_jobs", "service_runs",
    ]

    /// No statement reads a whole table that grows. Sequential scans are disabled, so one is a statement without an
    /// index.
    private func checkScans(_ cluster: PostgresCluster, _ database: String) async throws {
        // Processes report their counts within a second.
        try await Task.sleep(for: .seconds(2))
        let scans = try await cluster.query(
            "SELECT relname, schemaname, seq_scan FROM pg_stat_user_tables WHERE seq_scan > 0", in: database)
        let large = scans.filter { scan in !Self.small.contains { scan.hasPrefix($0 + "|") } }
        #expect(large.isEmpty)
        let indexed = try await cluster.query(
            "SELECT count(*) FROM pg_stat_user_tables WHERE idx_scan > 0", in: database)
        #expect((indexed.first.flatMap { Int($0) } ?? 0) > 50)
    }

    /// Each service has a schema and a role of its own.
    private func checkOwners(_ cluster: PostgresCluster, _ database: String) async throws {
        let owners = try await cluster.query(
            "SELECT nspname, nspowner::regrole FROM pg_namespace WHERE nspname LIKE 'pulsum%' ORDER BY 1",
            in: database)
        #expect(owners == Topology.services.map { "pulsum_\($0)|pulsum_\($0)" }.sorted())
        let shared = try await cluster.query(
            """
            SELECT tablename FROM pg_tables WHERE schemaname LIKE 'pulsum%'
                AND (schemaname <> tableowner OR has_table_privilege('pulsum_api', schemaname || '.' || tablename, 'SELECT')
                    AND schemaname <> 'pulsum_api')
            """, in: database)
        #expect(shared.isEmpty)
    }
}
