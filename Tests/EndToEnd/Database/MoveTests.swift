import Fixtures
import Foundation
import Messages
import Storage
import TestTraits
import Testing

/// `pulsum move` between SQLite files and a PostgreSQL server, with every service's program.
@Suite(.needs(.postgres), .serialized, .tags(.processes)) struct MoveTests {
    private static let pulsum = Executable.folder.appendingPathComponent("pulsum").path

    @Test(
        "DESIGN: everything moves to PostgreSQL and back through kills at any moment and is the same; the old place refuses, the new one works",
        .timeLimit(.minutes(12)))
    func thereAndBack() async throws {
        let cluster = try await PostgresCluster.running
        let database = try await cluster.makeDatabase()
        let scratch = try Scratch()
        let user = try await Stack.start(scratch: scratch).during(remove: false) { try await fill($0) }
        let before = try tables(scratch)
        #expect(before.values.count { !$0.isEmpty } > 40, "\(before.filter { $0.value.isEmpty }.keys.sorted())")

        #expect(try await move(scratch, to: database, from: "") > 2)
        let old = try await Executable.run(
            Self.pulsum, ["up", "--data", scratch.file("data"), "--http", "127.0.0.1:0", "--without-model"])
        #expect(old.status != 0 && old.errors.contains("was moved to the schema pulsum_"), "\(old)")
        #expect(try await move(scratch, to: "sqlite", from: database) > 2)
        #expect(try tables(scratch) == before)
        let server = try await Executable.run(
            Self.pulsum, ["up", "--data", scratch.file("data"), "--http", "127.0.0.1:0", "--without-model"],
            environment: ["PULSUM_DATABASE": database])
        #expect(server.status != 0 && server.errors.contains("was moved to \(scratch.file("data"))/db/"), "\(server)")

        // Used on the server, and then from files again.
        let configuration = scratch.file("next.conf")
        try Data("PULSUM_DATABASE=\"\(database)\"\n".utf8).write(to: URL(fileURLWithPath: configuration))
        _ = try await move(scratch, to: configuration, from: "")
        // A login that reaches one database less is an error, not a service that never ran here.
        let lists = try FileManager.default.contentsOfDirectory(atPath: scratch.file("data/erased"))
        #expect(Set(lists).isSuperset(of: Topology.services.map { "\($0).log" }), "\(lists)")
        let wrong = try await Executable.run(
            Self.pulsum, ["restored", "--data", scratch.file("data")],
            environment: ["PULSUM_DATABASE": database.replacing("//postgres@", with: "//pulsum_{service}@")])
        #expect(wrong.status == 1 && wrong.errors.contains("pulsum_ingestion"), "\(wrong)")
        try await Stack.start(environment: ["PULSUM_DATABASE": database], scratch: scratch).during(remove: false) {
            try await use($0, user, entries: 1)
        }
        let there = try await Executable.run(
            Self.pulsum, ["move", "--to", database, "--data", scratch.file("data")],
            environment: ["PULSUM_DATABASE": database])
        #expect(there.status == 1 && there.errors.contains("PULSUM_DATABASE"), "\(there)")
        _ = try await move(scratch, to: "sqlite", from: database)
        try await Stack.start(scratch: scratch).during { try await use($0, user, entries: 2) }
    }

    /// An account with an entry and an import, and the example person's two years.
    private func fill(_ stack: Stack) async throws -> UserID {
        let account = try await stack.setUp(Browser(stack.url), "Ada")
        let user = try #require((account.json["user"] as? String).flatMap { UserID($0) })
        // Each move to the server begins with empty tables, also where a list names a person who was erased.
        #expect(try await stack.bus.request(StartErase(user: try await stack.makeAccount("Eve"))).done)
        let made = try await stack.pulsum("demo", "--language", "en")
        #expect(made.status == 0, "\(made.errors)")
        let job = try await stack.importFile(try World.export(in: stack.scratch, days: 20), for: user)
        #expect(job.phase == .done)
        _ = try await stack.bus.request(
            SubmitJournal(user: user, day: World.lastDay, at: World.noon(World.lastDay), text: "Calm and happy."))
        try await stack.settle()
        // While it runs nothing is moved.
        let running = try await stack.pulsum("move", "--to", "postgresql://nobody@db.invalid/none")
        #expect(running.status == 1 && running.errors.contains("already runs"), "\(running)")
        return user
    }

    private func use(_ stack: Stack, _ user: UserID, entries: Int) async throws {
        let browser = Browser(stack.url)
        let signedIn = try await browser.post("/v1/sessions", ["name": "Ada", "password": "correct horse battery"])
        #expect(signedIn.status < 300, "\(signedIn.text)")
        #expect(try await stack.bus.request(JournalQuery(user: user)).entries.count == entries)
        _ = try await stack.bus.request(
            SubmitJournal(
                user: user, day: World.lastDay.advanced(by: -entries), at: World.noon(World.lastDay), text: "A walk."))
        try await stack.settle()
        for service in Topology.services {
            #expect(try await stack.bus.request(ListParked(), to: service).lanes.isEmpty, "\(service)")
        }
    }

    /// Runs the command, kills it, and repeats that with more and more time until it ends by itself.
    /// - Returns: the number of kills.
    private func move(_ scratch: Scratch, to place: String, from: String) async throws -> Int {
        let log = scratch.file("move.log")
        var (kills, time) = (0, 0.1)
        while true {
            try Data().write(to: URL(fileURLWithPath: log))
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
            let process = try ChildProcess(
                Self.pulsum, ["move", "--to", place, "--data", scratch.file("data")],
                environment: ["PULSUM_DATABASE": from], output: .file(handle), errors: nil)
            _ = try? await process.end(within: .seconds(time))
            try Task.checkCancellation()
            let ending = await process.killed()
            let text = try String(contentsOfFile: log, encoding: .utf8)
            if case .exit(let status) = ending {
                try #require(status == 0, "\(text)")
                let last = text.split(separator: "\n").last ?? ""
                #expect(last.contains("PULSUM_DATABASE") && last.contains("before the next start"), "\(text)")
                return kills
            }
            (kills, time) = (kills + 1, time * 1.4)
        }
    }

    /// The rows of every table of every service, as hashes, by service and table.
    private func tables(_ scratch: Scratch) throws -> [String: [Int]] {
        var tables: [String: [Int]] = [:]
        for service in Topology.services {
            let file = try DatabaseFile(scratch.file("data/db/\(service).sqlite"))
            let names = try file.rows(
                """
                SELECT name FROM sqlite_schema WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_' ORDER BY name
                """
            ).map { try $0["name"] as String }
            for name in names {
                let columns = try file.rows("SELECT name FROM pragma_table_info('\(name)')").map {
                    try $0["name"] as String
                }
                let line = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ',' || ")
                tables["\(service) \(name)"] = try file.rows("SELECT \(line) AS line FROM \"\(name)\" ORDER BY line")
                    .map {
                        (try $0["line"] as String).hashValue
                    }
            }
        }
        return tables
    }
}
