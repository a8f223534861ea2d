import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

extension Security {
    /// `deploy/compose/backup` and `deploy/compose/restore` with a replacement for compose that runs each service's
    /// commands in a directory as its volume.
    @Suite(.serialized, .tags(.processes)) struct ComposeBackupTests {
        private static let root = Repository.root.path

        @Test(
            "SEC-8 Containers: one command makes one file, one puts it back, into empty volumes too where a passphrase was given; what lacks a service or was altered changes nothing",
            .timeLimit(.minutes(4)))
        func bundle() async throws {
            let scratch = try Scratch()
            defer { scratch.remove() }
            let user = try await Stack.start(scratch: scratch).during(remove: false) { stack in
                let user = try await stack.makeAccount("Ada")
                _ = try await stack.bus.request(SubmitJournal(user: user, day: RestoreTests.day, at: 1, text: "Calm."))
                try await stack.settle()
                return user
            }
            let compose = try ComposeStandIn(
                ["broker", "cli"] + Topology.services.map(\.rawValue), in: scratch)
            try Data("seven random words are a good passphrase".utf8).write(
                to: URL(fileURLWithPath: scratch.file("passphrase")))
            chmod(scratch.file("passphrase"), 0o600)
            for service in Topology.services {
                let volume = scratch.file("volumes/\(service)")
                try FileManager.default.createDirectory(
                    atPath: volume + "/db", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                for name in ["master.key", "db/\(service).sqlite", "db/\(service).sqlite-wal"]
                where FileManager.default.fileExists(atPath: scratch.file("data/\(name)")) {
                    try FileManager.default.copyItem(atPath: scratch.file("data/\(name)"), toPath: "\(volume)/\(name)")
                }
            }
            func run(_ script: String, _ arguments: [String], volumes: String = "volumes", passphrase: Bool = false)
                async throws -> Executable.Result
            {
                var environment = compose.environment(volumes: scratch.file(volumes), pulsum: RestoreTests.pulsum)
                if passphrase { environment["PULSUM_BACKUP_PASSPHRASE_FILE"] = scratch.file("passphrase") }
                return try await Executable.run(
                    "/usr/bin/env", ["bash", "\(Self.root)/deploy/compose/\(script)"] + arguments,
                    environment: environment)
            }

            let (plain, whole) = (scratch.file("plain.backup"), scratch.file("whole.backup"))
            let made = try await run("backup", [plain])
            #expect(made.status == 0, "\(made)")
            #expect(try FileManager.default.attributesOfItem(atPath: plain)[.posixPermissions] as? Int == 0o600)
            let twice = try await run("backup", [plain])
            #expect(twice.status == 1 && twice.errors.contains("exists already"), "\(twice)")
            let sealed = try await run("backup", ["--passphrase", whole], passphrase: true)
            #expect(sealed.status == 0, "\(sealed)")
            let content = try Data(contentsOf: URL(fileURLWithPath: whole))
            #expect(
                content.range(of: try Data(contentsOf: URL(fileURLWithPath: scratch.file("data/master.key")))) == nil)
            #expect(content.range(of: Data("SQLite format".utf8)) == nil)

            // A backup set without one service, and one with a modified archive.
            let shell =
                "mkdir x; tar -C x -xf \(plain); cd x; tar -cf ../lacking.backup --exclude=gateway.backup *.backup; "
                + "printf x | dd of=api.backup bs=1 seek=2000 conv=notrunc 2>/dev/null; tar -cf ../altered.backup *.backup"
            #expect(
                try await Executable.run("/usr/bin/env", ["bash", "-c", "cd \(scratch.path) && { \(shell); }"]).status
                    == 0)
            let lacking = try await run("restore", [scratch.file("lacking.backup")])
            #expect(
                lacking.status == 1 && lacking.errors.contains("gateway")
                    && lacking.errors.contains("nothing was changed"), "\(lacking)")
            #expect(!FileManager.default.fileExists(atPath: compose.calls), "nothing was stopped")
            let altered = try await run("restore", [scratch.file("altered.backup")])
            #expect(altered.status == 1 && altered.errors.contains("altered"), "\(altered)")

            let restored = try await run("restore", ["--erased", whole, plain], passphrase: true)
            #expect(restored.status == 0, "\(restored)")
            let calls = try String(contentsOfFile: compose.calls, encoding: .utf8)
            #expect(calls.hasSuffix("up -d --no-build\n") && calls.contains("stop api coaching gateway"), "\(calls)")
            // One service's database is lost, and comes back alone.
            let lost = scratch.file("volumes/scoring/db/scoring.sqlite")
            try FileManager.default.removeItem(atPath: lost)
            let nobody = try await run("restore", ["--only", "nobody", plain])
            #expect(nobody.status == 1 && nobody.errors.contains("no service nobody"), "\(nobody)")
            for (bundle, passphrase) in [(plain, false), (whole, true)] {
                let alone = try await run("restore", ["--only", "scoring", bundle], passphrase: passphrase)
                #expect(alone.status == 0 && FileManager.default.fileExists(atPath: lost), "\(alone)")
            }
            let last = try String(contentsOfFile: compose.calls, encoding: .utf8).split(separator: "\n").suffix(2)
            #expect(Array(last) == ["stop scoring", "up -d --no-build"], "no other was stopped: \(last)")
            let empty = try await run("restore", [whole], volumes: "new", passphrase: true)
            #expect(empty.status == 0, "\(empty)")
            // The new volumes are complete: merged, they form an installation again.
            let again = try Scratch()
            try FileManager.default.createDirectory(
                atPath: again.file("data/db"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700]
            )
            try FileManager.default.copyItem(
                atPath: scratch.file("new/api/master.key"), toPath: again.file("data/master.key"))
            for service in Topology.services {
                try FileManager.default.copyItem(
                    atPath: scratch.file("new/\(service)/db/\(service).sqlite"),
                    toPath: again.file("data/db/\(service).sqlite"))
            }
            try await Stack.start(scratch: again).during { stack in
                let texts = try await Web.journal(user, stack); #expect(texts == ["Calm."])
            }
        }

        @Test("SEC-8 The scripts find every service that keeps something in the compose file, by one list")
        func services() async throws {
            let text = try String(contentsOfFile: Self.root + "/docker-compose.yml", encoding: .utf8)
            let volumes = text.split(separator: "\n").compactMap { line -> String? in
                guard line.hasPrefix("  "), !line.hasPrefix("   "), line.hasSuffix("-data:") else { return nil }
                return String(line.dropFirst(2).dropLast("-data:".count))
            }
            #expect(Set(volumes).subtracting(["broker", "cli"]) == Set(Topology.services.map(\.rawValue)))
        }
    }
}
