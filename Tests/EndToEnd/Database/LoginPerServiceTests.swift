import Fixtures
import Foundation
import Messages
import Storage
import TestTraits
import Testing

/// PostgreSQL with a login, a data directory and a master key for each service, as with compose.
@Suite(.needs(.postgres), .serialized, .tags(.processes)) struct LoginPerServiceTests {
    private static let pulsum = Executable.folder.appendingPathComponent("pulsum").path

    /// A server on which two services have a login with a password that they alone know; all others are refused.
    private struct World {
        static let services: [ServiceName] = [.scoring, .plans]

        let cluster: PostgresCluster
        let database: String
        let scratch: Scratch

        init() async throws {
            cluster = try await PostgresCluster.start()
            database = cluster.url("health")
            scratch = try Scratch()
            _ = try await cluster.query("CREATE DATABASE health", in: cluster.url())
            try Data("local all postgres trust\nlocal all all scram-sha-256\n".utf8).write(
                to: URL(fileURLWithPath: cluster.folder + "/data/pg_hba.conf"))
            _ = try await cluster.query("SELECT pg_reload_conf()", in: database)
            for service in Self.services {
                let role = "pulsum_\(service)"
                _ = try await cluster.query(
                    "CREATE ROLE \(role) LOGIN PASSWORD 'of \(role)'; CREATE SCHEMA \(role) AUTHORIZATION \(role)",
                    in: database)
                try Data("*:*:*:\(role):of \(role)\n".utf8).write(to: URL(fileURLWithPath: passfile(service)))
                chmod(passfile(service), 0o600)
                let made = try await run("pulsum-\(service)", ["--migrate"], as: service)
                #expect(made.status == 0, "\(made)")
            }
        }

        private func passfile(_ service: ServiceName) -> String { scratch.file("pgpass.\(service)") }

        var plainURL: String { database.replacing("//postgres@", with: "//pulsum_{service}@") }

        private func url(_ service: ServiceName) -> String { plainURL + "&passfile=\(passfile(service))" }

        func file(_ name: String, of service: ServiceName) -> String { scratch.file("\(service)/\(name)") }

        /// - Parameter environment: takes precedence.
        func run(
            _ program: String, _ arguments: [String], as service: ServiceName, environment: [String: String] = [:]
        ) async throws -> Executable.Result {
            let programs = Executable.folder.path
            return try await Executable.run(
                program == "sh" ? "/bin/sh" : "\(programs)/\(program)", arguments,
                environment: [
                    "PULSUM_DATA": scratch.file("\(service)"), "PULSUM_DATABASE": url(service),
                    "PULSUM_DATABASE_CONNECTIONS": "2", "PULSUM_WITHOUT_MODEL": "1",
                    "PATH": "\(programs):/usr/bin:/bin",
                ].merging(environment) { $1 })
        }

        /// Gives a person a data key in a service's database.
        func store(_ user: UserID, in service: ServiceName) async throws {
            let key = try #require(try MasterKey.load(path: file("master.key", of: service)))
            let address = try #require(PostgresAddress(url(service), service: service.rawValue, connections: 1))
            let store = try Store(at: .server(address), service: service, key: key, migrations: [])
            _ = try await store.secret("of \(user)")
            try await store.write { _ = try $0.seal(Empty(), user: user, table: "tests", row: "1") }
            try store.close()
        }

        /// Notes that scoring alone erased a person since the backup.
        /// - Returns: path of its list.
        func note(erased user: UserID) throws -> String {
            let list = file("erased/scoring.log", of: .scoring)
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: list))
            try handle.seekToEnd()
            try handle.write(contentsOf: Data("erased \(user)\n".utf8))
            try handle.close()
            return list
        }

        func count(_ table: String, of service: ServiceName) async throws -> [String] {
            try await cluster.query("SELECT count(*) FROM pulsum_\(service).\(table)", in: database)
        }
    }

    @Test(
        "SEC-8 A service's master key is replaced with its login alone, and its old key is let go",
        .timeLimit(.minutes(4)))
    func rotation() async throws {
        let world = try await World()
        defer { world.scratch.remove() }
        try await world.store(.random(), in: .scoring)
        let (path, other) = (world.file("master.key", of: .scoring), world.file("master.key", of: .plans))
        let before = try [path, other].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        let status = try await world.run("pulsum", ["master-key", "status"], as: .scoring)
        #expect(status.status == 0, "\(status)")
        let done = try await world.run("pulsum", ["master-key", "rotate"], as: .scoring)
        #expect(done.status == 0 && done.output.contains("holds only this one"), "\(done)")
        #expect(done.errors.contains("ingestion") && done.errors.contains("plans"), "\(done)")
        let after = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(after.count == 32 && after != before[0])
        #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == before[1])
        // The new key opens the database.
        let again = try await world.run("pulsum-scoring", ["--migrate"], as: .scoring)
        #expect(again.status == 0, "\(again)")

        // A service that ran with this data directory must be asked: nothing begins without it.
        try Data("instant 1\n".utf8).write(to: URL(fileURLWithPath: world.file("erased/goals.log", of: .scoring)))
        let refused = try await world.run("pulsum", ["master-key", "rotate"], as: .scoring)
        #expect(refused.status == 1 && refused.errors.contains("pulsum_goals"), "\(refused)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == after)
    }

    @Test(
        "OWN-1 After a restore each service's login erases again whoever one of the lists names",
        .timeLimit(.minutes(4)))
    func restored() async throws {
        let world = try await World()
        defer { world.scratch.remove() }
        let (gone, stays) = (UserID.random(), UserID.random())
        for service in World.services { for user in [gone, stays] { try await world.store(user, in: service) } }
        let list = try world.note(erased: gone)
        let older = try await world.run("pulsum-scoring", ["--migrate"], as: .scoring)
        #expect(older.status != 0 && older.errors.contains("pulsum restored"), "\(older)")

        for (service, lists) in [(ServiceName.scoring, []), (.plans, ["--erased", list])] {
            let done = try await world.run("pulsum", ["restored"] + lists, as: service)
            #expect(done.status == 0 && done.output.contains("One database is accepted"), "\(done)")
            #expect(done.output.contains("One person who was erased since"), "\(done)")
            #expect(done.output.contains("does not reach the databases of ingestion"), "\(done)")
            #expect(try await world.count("storage_keys", of: service) == ["1"])
            #expect(try await world.count("storage_meta WHERE restored IS NOT NULL", of: service) == ["1"])
        }
        let started = try await world.run("pulsum-scoring", ["--migrate"], as: .scoring)
        #expect(started.status == 0, "\(started)")
    }

    /// The command of the jobs in deploy/kubernetes/examples/move.
    /// - Parameter folders: those of this machine that take the place of the container's.
    private static func jobCommand(_ job: String, _ folders: [String: String]) throws -> String {
        let file = Repository.root.appendingPathComponent("deploy/kubernetes/examples/\(job)/job.yaml")
        let text = try String(contentsOf: file, encoding: .utf8)
        let block = try #require(text.split(separator: "- >-\n").last?.split(separator: "volumeMounts:").first)
        let lines = block.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        return folders.reduce(lines.joined(separator: " ")) { $0.replacing($1.key, with: $1.value) }
    }

    @Test(
        "DESIGN: the jobs on Kubernetes move one service's file with its login alone, and its uploads, there and back; repeated they change nothing",
        .timeLimit(.minutes(4)))
    func moved() async throws {
        let world = try await World()
        defer { world.scratch.remove() }
        let (old, shared, user) = (world.scratch.file("old"), world.scratch.file("shared"), UserID.random())
        _ = try await world.cluster.query(
            "DROP SCHEMA pulsum_scoring CASCADE; CREATE SCHEMA pulsum_scoring AUTHORIZATION pulsum_scoring",
            in: world.database)
        // The volume of the overlay `small`: a database file, and an upload in progress.
        for folder in [old + "/pulsum/spool/\(user)", shared + "/spool"] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        let keyFile = world.file("master.key", of: .scoring)
        let files = ["PULSUM_DATA": old + "/pulsum", "PULSUM_DATABASE": "", "PULSUM_MASTER_KEY": keyFile]
        let made = try await world.run("pulsum-scoring", ["--migrate"], as: .scoring, environment: files)
        #expect(made.status == 0, "\(made)")
        let store = try Store(
            at: .file(old + "/pulsum/db/scoring.sqlite"), service: .scoring,
            key: try #require(try MasterKey.load(path: keyFile)), migrations: [])
        try await store.write { _ = try $0.seal(Empty(), user: user, table: "tests", row: "1") }
        try store.close()
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: old + "/pulsum/spool/\(user)/upload"))

        let folders = ["/old/": old + "/", "/shared/": shared + "/"]
        let command = try Self.jobCommand("move", folders)
        let upload = shared + "/spool/\(user)/upload"
        for turn in 1...2 {
            let done = try await world.run(
                "sh", ["-c", command], as: .scoring, environment: ["PULSUM_MASTER_KEY": keyFile])
            #expect(done.status == 0 && done.output.contains("One database is in PostgreSQL"), "\(turn): \(done)")
            #expect(try await world.count("storage_keys", of: .scoring) == ["1"])
            #expect(FileManager.default.fileExists(atPath: upload) == (turn == 1), "\(turn)")
            // Production has imported it; a repetition must not bring it back.
            try? FileManager.default.removeItem(atPath: upload)
        }
        let refused = try await world.run("pulsum-scoring", ["--migrate"], as: .scoring, environment: files)
        #expect(refused.status != 0 && refused.errors.contains("was moved to"), "\(refused)")
        let started = try await world.run("pulsum-scoring", ["--migrate"], as: .scoring)
        #expect(started.status == 0, "\(started)")

        // Back into the old volume and, after another move, into a new one, with an upload that is not imported yet.
        let back = try Self.jobCommand("back", folders)
        func job(_ command: String) async throws -> Executable.Result {
            try await world.run("sh", ["-c", command], as: .scoring, environment: ["PULSUM_MASTER_KEY": keyFile])
        }
        for isNew in [false, true] {
            if isNew {
                #expect(try await job(command).status == 0)
                try FileManager.default.removeItem(atPath: old + "/pulsum")
            }
            try FileManager.default.createDirectory(
                atPath: shared + "/spool/\(user)", withIntermediateDirectories: true)
            try Data([4, 5]).write(to: URL(fileURLWithPath: shared + "/spool/\(user)/waiting"))
            let arrived = old + "/pulsum/spool/\(user)/waiting"
            for turn in 1...2 {
                let done = try await job(back)
                #expect(done.status == 0 && done.output.contains("One database is in SQLite files"), "\(done)")
                #expect(done.output.contains("does not reach the databases of ingestion"), "\(done)")
                #expect(FileManager.default.fileExists(atPath: arrived) == (turn == 1), "\(turn)")
                try? FileManager.default.removeItem(atPath: arrived)
            }
            let small = try await world.run("pulsum-scoring", ["--migrate"], as: .scoring, environment: files)
            #expect(small.status == 0, "\(small)")
            let kept = try Store(
                at: .file(old + "/pulsum/db/scoring.sqlite"), service: .scoring,
                key: try #require(try MasterKey.load(path: keyFile)), migrations: [])
            #expect(try await kept.read { try $0.value(Int.self, "SELECT count(*) FROM storage_keys") } == 1)
            try kept.close()
        }
        let production = try await world.run("pulsum-scoring", ["--migrate"], as: .scoring)
        #expect(production.status != 0 && production.errors.contains("was moved to"), "\(production)")
    }

    @Test(
        "OWN-1 With compose one command puts a dump back, and every service accepts it with its own login",
        .timeLimit(.minutes(4)))
    func dump() async throws {
        let world = try await World()
        defer { world.scratch.remove() }
        let (gone, stays) = (UserID.random(), UserID.random())
        for service in World.services { for user in [gone, stays] { try await world.store(user, in: service) } }
        let dump = world.scratch.file("health.dump")
        let server = [
            "PGHOST": world.cluster.folder, "PGPORT": "\(world.cluster.port)", "PGUSER": "postgres",
        ]
        let dumped = try await Executable.run(
            world.cluster.programs + "/pg_dump", ["-Fc", "-f", dump, "health"], environment: server)
        #expect(dumped.status == 0, "\(dumped)")
        _ = try world.note(erased: gone)
        try await world.store(.random(), in: .plans)
        let compose = try ComposeStandIn(World.services.map(\.rawValue), in: world.scratch)
        func restore(_ file: String, programs: String = world.cluster.programs) async throws -> Executable.Result {
            try await Executable.run(
                "/usr/bin/env",
                ["bash", Repository.root.appendingPathComponent("deploy/compose/restored").path, file],
                environment: server.merging(
                    compose.environment(
                        volumes: world.scratch.path, pulsum: Self.pulsum, url: world.plainURL,
                        programs: programs)
                ) { $1 }.merging(["PULSUM_DATABASE_CONNECTIONS": "2"]) { $1 })
        }

        let damaged = world.scratch.file("damaged.dump")
        try Data(try Data(contentsOf: URL(fileURLWithPath: dump)).dropLast(2000)).write(
            to: URL(fileURLWithPath: damaged))
        let failed = try await restore(damaged)
        #expect(failed.status == 1 && failed.errors.contains("the database is the one before"), "\(failed)")
        #expect(try await world.count("storage_keys", of: .plans) == ["3"])

        // The database keeps its name if the restored one cannot take it.
        let folder = world.scratch.file("programs")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("#!/bin/sh\nexec \"\(world.cluster.programs)/psql\" \"$@\" --command 'SELECT 1/0'\n".utf8).write(
            to: URL(fileURLWithPath: folder + "/psql"))
        chmod(folder + "/psql", 0o755)
        let unnamed = try await restore(dump, programs: "\(folder):\(world.cluster.programs)")
        #expect(unnamed.status == 1 && unnamed.errors.contains("division by zero"), "\(unnamed)")
        #expect(unnamed.errors.contains("the database is the one before"), "\(unnamed)")
        #expect(try await world.count("storage_keys", of: .plans) == ["3"])

        let done = try await restore(dump)
        #expect(done.status == 0, "\(done)")
        for service in World.services {
            #expect(try await world.count("storage_keys", of: service) == ["1"], "\(service)")
            #expect(try await world.count("storage_meta WHERE restored IS NOT NULL", of: service) == ["1"])
            let started = try await world.run("pulsum-\(service)", ["--migrate"], as: service)
            #expect(started.status == 0, "\(started)")
        }
        let calls = try String(contentsOfFile: compose.calls, encoding: .utf8)
        #expect(calls.split(separator: "\n").map { $0.prefix { $0 != " " } } == ["stop", "stop", "stop", "up"])
        let databases = try await world.cluster.query(
            "SELECT datname FROM pg_database WHERE datname LIKE 'health%'", in: world.database)
        #expect(databases == ["health"])
    }
}
