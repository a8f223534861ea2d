import Bus
import Fixtures
import Foundation
import Messages
import Storage
import Synchronization
import TestTraits
import Testing

@testable import Plans

/// Requests while plans is migrated, and while all data is restored (PLN-8).
@Suite(.serialized, .tags(.processes)) struct MaintenanceTests {
    private static let html = ["Accept": "text/html", "Accept-Language": "en"]

    private static var body: [String: Any] {
        let day = World.today().components
        return [
            "sex": "male", "birthday": "\(day.year - 30)-01-01", "heightCentimetres": 180, "weightKilograms": 80,
            "targetKilograms": 75, "aim": "lose", "activity": "moderate",
        ]
    }

    /// The first account, with a body profile and a plan. Returns the plan's id.
    private func planned(_ browser: Browser, _ stack: Stack) async throws -> String {
        #expect(try await stack.setUp(browser).status == 201)
        var profile = try await browser.get("/v1/profile").json
        let stored = try #require(profile["body"] as? [String: Any])
        profile["body"] = Self.body.merging(["user": stored["user"] ?? "", "revision": 0]) { $1 }
        #expect(try await browser.put("/v1/profile", profile).status == 200)
        return try plan(try await generate(browser, key: "first"))
    }

    private func generate(_ browser: Browser, key: String, force: Bool = false) async throws -> Browser.Answer {
        try await browser.post(
            "/v1/plans/generate", ["forceRecompute": force], headers: ["Idempotency-Key": key])
    }

    /// Has a plan computed for another weight, because an equal result adds none.
    private func replaced(_ plan: String, _ browser: Browser, key: String, kilograms: Double) async throws -> String {
        var profile = try await browser.get("/v1/profile").json
        var body = try #require(profile["body"] as? [String: Any])
        body["weightKilograms"] = kilograms
        profile["body"] = body
        #expect(try await browser.put("/v1/profile", profile).status == 200)
        return try await eventually("a plan for the new weight") {
            let next = try self.plan(try await generate(browser, key: key, force: true))
            return next == plan ? nil : next
        }
    }

    private func plan(_ answer: Browser.Answer) throws -> String {
        #expect(answer.status == 200, "\(answer.text)")
        return try #require((answer.json["plan"] as? [String: Any])?["id"] as? String, "\(answer.text)")
    }

    /// Checks the answer of the table of errors.
    private func expectMaintenance(_ answer: Browser.Answer) {
        #expect(answer.status == 503 && answer.retryAfter == 10, "\(answer.text)")
        #expect(answer.contentType.hasPrefix("application/problem+json"))
        #expect(answer.json["code"] as? String == "maintenance" && answer.json["isRetryable"] as? Bool == true)
        #expect((answer.json["recoverySuggestion"] as? String)?.isEmpty == false)
    }

    private static let steps: Int64 = 60_000_000
    /// The next release's schema: a table more, and work that takes a while.
    private static let next = Migration(
        Schema.migrations.count + 1, "remarks",
        """
        CREATE TABLE remarks (user BLOB NOT NULL PRIMARY KEY, plans INTEGER NOT NULL) WITHOUT ROWID;
        INSERT INTO remarks (user, plans)
            WITH RECURSIVE steps(step) AS (SELECT 1 UNION ALL SELECT step + 1 FROM steps WHERE step < \(steps))
            SELECT user, (SELECT count(*) FROM steps) FROM plans GROUP BY user;
        """)

    /// Migrates the database in a process of its own, as the start of the next release does.
    fileprivate static func migrate() throws {
        let directory = String(try Handover.words("maintenance")[0])
        try Data("\(getpid())".utf8).write(to: URL(fileURLWithPath: directory + "/migrating"))
        try Store(
            path: directory + "/db/plans.sqlite", service: .plans,
            key: try MasterKey.loadOrCreate(path: directory + "/master.key"), migrations: Schema.migrations + [next]
        ).close()
    }

    @Test(
        "PLN-8 While plans is migrated, requests get 503 with Retry-After and a page says so; everything else works, and afterwards the same requests do",
        .timeLimit(.minutes(5)))
    func migrated() async throws {
        try await Stack.run { stack in
            let browser = Browser(stack.url)
            let first = try await planned(browser, stack)
            let database = stack.directory + "/db/plans.sqlite"
            let handover = try Handover(stack.directory, to: "maintenance")
            defer { handover.end() }
            let isDone = Mutex(false)
            let migration = Task {
                await #expect(processExitsWith: .success) { try MaintenanceTests.migrate() }
                isDone.withLock { $0 = true }
            }
            // The copy before a migration is made under its lock.
            try await eventually("the migration has begun", within: .seconds(60)) {
                let names = try FileManager.default.contentsOfDirectory(atPath: stack.directory + "/db")
                return names.contains { $0.hasPrefix("plans.sqlite.before-") && !$0.hasSuffix("copying") } ? () : nil
            }
            // It stands still, under its lock, until everything below was asked for.
            let migrating = try #require(
                Int32(try String(contentsOfFile: stack.directory + "/migrating", encoding: .utf8)))
            kill(migrating, SIGSTOP)
            defer { kill(migrating, SIGCONT) }
            // As an update does: the process ends, and the one that follows it waits for the migration.
            kill(try #require(stack.processIDs(of: .plans).first), SIGTERM)
            try await eventually("plans are away") { try await stack.workers(of: .plans) == 0 ? () : nil }

            let begin = ContinuousClock.now
            expectMaintenance(try await browser.get("/v1/plans/current"))
            #expect(ContinuousClock.now - begin < .seconds(4))
            expectMaintenance(try await generate(browser, key: "second", force: true))
            expectMaintenance(try await browser.get("/v1/plans/history"))
            let page = try await browser.get("/plan", headers: Self.html)
            #expect(page.status == 503 && page.retryAfter == 10 && page.text.contains("looked after"), "\(page.text)")
            #expect(try await browser.get("/v1/profile").status == 200)
            #expect(try await browser.get("/", headers: Self.html).status == 200)
            #expect(!isDone.withLock { $0 }, "all of this happened during the migration")

            kill(migrating, SIGCONT)
            await migration.value
            let remarks = try DatabaseFile(database).rows("SELECT plans FROM remarks")
            #expect(try remarks.map { try $0[0] as Int64 } == [Self.steps])
            try await eventually("plans are back", within: .seconds(60)) {
                try await stack.workers(of: .plans) == 1 ? () : nil
            }
            #expect(try plan(try await browser.get("/v1/plans/current")) == first)
            let second = try await replaced(first, browser, key: "second", kilograms: 82)
            #expect(try plan(try await generate(browser, key: "second", force: true)) == second)
            let plans = try await browser.get("/v1/plans/history").json["plans"] as? [[String: Any]] ?? []
            #expect(plans.compactMap { ($0["plan"] as? [String: Any])?["id"] as? String } == [second, first])
            #expect(try await browser.get("/plan", headers: Self.html).status == 200)
        }
    }

    @Test(
        "PLN-8 While a backup is restored, the address answers 503 with Retry-After, a page and the safety page; afterwards the restored plan",
        .timeLimit(.minutes(5)))
    func restored() async throws {
        let scratch = try Scratch()
        let archive = scratch.file("pulsum.backup")
        let (address, browser, kept) = try await Stack.start(scratch: scratch).during(remove: false) { stack in
            let browser = Browser(stack.url)
            let kept = try await planned(browser, stack)
            #expect(try await stack.pulsum("backup", archive).status == 0)
            _ = try await replaced(kept, browser, key: "later", kilograms: 82)
            return (try stack.httpAddress(), browser, kept)
        }
        // From a pipe: the restore waits for the end of the archive.
        let restore = try ChildProcess(
            Executable.folder.appendingPathComponent("pulsum").path, ["restore", "-"],
            environment: ["PULSUM_DATA": scratch.file("data"), "PULSUM_HTTP": address], input: .pipe, errors: .pipe)
        let answer = try await eventually("the address answers during the restore") {
            try? await browser.get("/v1/plans/current")
        }
        expectMaintenance(answer)
        expectMaintenance(try await generate(browser, key: "meanwhile", force: true))
        expectMaintenance(try await browser.post("/v1/journal", ["text": "Nobody takes this now."]))
        let page = try await browser.get("/plan", headers: Self.html)
        #expect(page.status == 503 && page.retryAfter == 10 && page.text.contains("is being restored"), "\(page.text)")
        let safety = try await browser.get("/safety", headers: Self.html)
        #expect(safety.status == 200 && safety.text.contains("tel:"))
        #expect(restore.isRunning, "all of this happened during the restore")

        restore.send(try Data(contentsOf: URL(fileURLWithPath: archive)))
        let told = try await restore.errors()
        #expect(try await restore.end() == .exit(0), "\(told)")
        await #expect(throws: (any Error).self, "nobody answers any more") {
            try await browser.get("/v1/plans/current")
        }
        try await Stack.start(["--http", address], scratch: scratch).during { stack in
            #expect(try await browser.get("/v1/plans/current").status == 401, "sessions end with a restore")
            let signedIn = try await browser.post(
                "/v1/sessions", ["name": "Ada", "password": "correct horse battery"])
            #expect(signedIn.status < 300, "\(signedIn.text)")
            #expect(try plan(try await browser.get("/v1/plans/current")) == kept)
            _ = try await replaced(kept, browser, key: "after", kilograms: 83)
        }
    }
}
