import Bus
import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// A backup taken during concurrent work, and its restore.
@Suite(.serialized, .tags(.processes)) struct BackupTests {
    @Test(
        "A backup under load restores to its instant: what was accepted before is there once, imports go on, and who was erased since stays erased",
        .timeLimit(.minutes(8)))
    func underLoad() async throws {
        let scratch = try Scratch()
        let archive = scratch.file("pulsum.tar")
        let first = try await Stack.start(scratch: scratch)
        let (writers, written, importer, job, eve) = try await first.during(remove: false) { stack in
            let importer = try await stack.makeAccount("Ida")
            let eve = try await stack.makeAccount("evecanary")
            _ = try await stack.bus.request(
                SubmitJournal(
                    user: eve, day: World.lastDay, at: World.noon(World.lastDay), text: "The quetzalcanary sang."))
            var users: [UserID] = []
            for name in ["Ada", "Ben", "Cem"] { users.append(try await stack.makeAccount(name)) }
            let crowd = Crowd(users, bus: stack.bus)
            await crowd.start()
            let job = EntityID.random()
            try await stack.upload(try World.export(in: scratch, days: 120), for: importer, job: job)
            try await eventually("everybody writes") { await crowd.written.allSatisfy { $0 > 3 } ? () : nil }

            let unsaved = try await Browser(try stack.healthAddress(of: .goals)).get("/metrics").text
            #expect(unsaved.contains("\npulsum_backup_timestamp_seconds "), "none was made: when the database was")
            let before = await crowd.written
            let begin = ContinuousClock.now
            let made = try await stack.pulsum("backup", archive)
            let taken = ContinuousClock.now - begin
            #expect(made.status == 0 && made.output.contains("\(Topology.services.count) databases"), "\(made)")
            // The page about one's data says when.
            let noted = try String(contentsOfFile: stack.directory + "/last-backup", encoding: .utf8)
            let time = try #require(Milliseconds(noted.dropLast()))
            for service in [ServiceName.api, .goals] {
                let metrics = try await Browser(try stack.healthAddress(of: service)).get("/metrics").text
                let line = metrics.split(separator: "\n").first { $0.hasPrefix("pulsum_backup_timestamp_seconds ") }
                let shown = line.flatMap { Double($0.split(separator: " ").last ?? "") }
                #expect(shown == Double(time) / 1000, "\(service): \(line ?? "")")
            }
            let again = try await stack.pulsum("backup", archive)
            #expect(again.status == 1 && again.errors.contains("exists already"), "\(again)")

            let report = try await stack.bus.request(StartErase(user: eve))
            #expect(report.done, "\(report)")
            let after = await crowd.written
            try await eventually("they go on writing") {
                await zip(crowd.written, after).allSatisfy { $0 > $1 } ? () : nil
            }
            let writers = try await crowd.stop()
            let slowest = writers.map(\.slowest).max() ?? .zero
            print(
                "backup under load: \(taken); the slowest of \(writers.reduce(0) { $0 + $1.written.count }) entries took \(slowest)"
            )
            return (writers, before, importer, job, eve)
        }
        let content = try Data(contentsOf: URL(fileURLWithPath: archive))
        let key = try Data(contentsOf: URL(fileURLWithPath: first.directory + "/master.key"))
        #expect(
            content.range(of: key) == nil && content.range(of: Data("quetzalcanary".utf8)) == nil,
            "neither the key nor a text is in the file")
        #expect(
            content.starts(with: Data("pulsum-backup 1\n".utf8))
                && content.range(of: Data("SQLite format".utf8)) == nil, "all of it is encrypted")

        let restored = try await first.pulsum("restore", archive)
        #expect(restored.status == 0 && restored.output.contains("One person who was erased since"), "\(restored)")
        try await Stack.start(scratch: scratch).during(remove: false) { stack in
            let status = try await stack.importEnded(job, for: importer)
            #expect(status.phase == .done)
            try await stack.settle()
            var total = 0
            for (writer, count) in zip(writers, written) {
                total += try await writer.expectEach(on: stack.bus, atLeast: count)
            }
            for service in Topology.services {
                #expect(
                    try await stack.bus.request(ListParked(), to: service).lanes.isEmpty,
                    "nothing is parked at \(service)")
            }
            let scored = try await stack.bus.request(
                ScoreHistory(
                    user: importer, from: World.lastDay.advanced(by: -119), through: World.lastDay,
                    today: World.lastDay.advanced(by: 1)))
            #expect(scored.scores.count { $0.score != nil } > 90)
            try await expectErased(eve, stack)
            print(
                "restored: \(written.reduce(0, +)) entries were accepted before the backup, \(total) are there, each once; the import is whole"
            )
        }

        // Another machine: only the master key and the files that the person kept are left.
        let elsewhere = try Scratch()
        try FileManager.default.createDirectory(atPath: elsewhere.file("data"), withIntermediateDirectories: true)
        let pulsum = Executable.folder.appendingPathComponent("pulsum").path
        let environment = ["PULSUM_DATA": elsewhere.file("data")]
        let later = scratch.file("later.tar")
        #expect(try await first.pulsum("backup", later).status == 0, "a stopped installation can be backed up too")
        let without = try await Executable.run(pulsum, ["restore", archive], environment: environment)
        #expect(without.status == 1 && without.errors.contains("master key"), "\(without)")
        try Data((0..<32).map { _ in UInt8.random(in: 0...255) }).write(
            to: URL(fileURLWithPath: elsewhere.file("data/master.key")))
        chmod(elsewhere.file("data/master.key"), 0o600)
        let wrong = try await Executable.run(pulsum, ["restore", archive], environment: environment)
        #expect(wrong.status == 1 && wrong.errors.contains(archive) && wrong.errors.contains("--key"), "\(wrong)")
        try key.write(to: URL(fileURLWithPath: elsewhere.file("data/master.key")))
        let moved = try await Executable.run(pulsum, ["restore", archive, "--erased", later], environment: environment)
        #expect(moved.status == 0 && moved.output.contains("One person who was erased since"), "\(moved)")
        try await Stack.start(scratch: elsewhere).during { stack in
            for (writer, count) in zip(writers, written) { try await writer.expectEach(on: stack.bus, atLeast: count) }
            try await expectErased(eve, stack)
        }
        scratch.remove()
    }

    @Test(
        "One service's database alone is put back from an old backup: the others forget what it no longer knows, and hear everything else again",
        .timeLimit(.minutes(4)))
    func oneDatabase() async throws {
        let scratch = try Scratch()
        let archive = scratch.file("pulsum.tar")
        func write(_ texts: ClosedRange<Int>, _ user: UserID, _ stack: Stack) async throws -> [EntityID] {
            var entries: [EntityID] = []
            for number in texts {
                let day = World.lastDay.advanced(by: -number)
                entries.append(
                    try await stack.bus.request(
                        SubmitJournal(user: user, day: day, at: World.noon(day), text: "Day \(number): calm, happy.")
                    ).id)
            }
            try await stack.settle()
            return entries
        }
        let (ada, ben, first) = try await Stack.start(scratch: scratch).during(remove: false) { stack in
            let (ada, ben) = (try await stack.makeAccount("Ada"), try await stack.makeAccount("Ben"))
            let first = [ada: try await write(0...2, ada, stack), ben: try await write(0...2, ben, stack)]
            #expect(try await stack.pulsum("backup", archive).status == 0)
            // Data that the backup lacks: new entries, and a deleted one.
            for user in [ada, ben] {
                _ = try await write(10...13, user, stack)
                let entry = try #require(first[user]?.first)
                _ = try await stack.bus.request(DeleteJournalEntry(user: user, entry: entry))
            }
            try await stack.settle()
            #expect(try await heard(ada, stack).count == 6)
            return (ada, ben, first)
        }
        for suffix in ["", "-wal", "-shm", ".lock"] {
            try? FileManager.default.removeItem(atPath: scratch.file("data/db/sentiment.sqlite\(suffix)"))
        }
        let aside = try Scratch()
        defer { aside.remove() }
        try FileManager.default.createDirectory(atPath: aside.file("data"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: scratch.file("data/master.key"), toPath: aside.file("data/master.key"))
        let put = try await Executable.run(
            Executable.folder.appendingPathComponent("pulsum").path, ["restore", archive],
            environment: ["PULSUM_DATA": aside.file("data")])
        #expect(put.status == 0, "\(put)")
        try FileManager.default.copyItem(
            atPath: aside.file("data/db/sentiment.sqlite"), toPath: scratch.file("data/db/sentiment.sqlite"))
        try await Stack.start(scratch: scratch).during { stack in
            // As many as were lost, so that numbers are assigned again and exceeded.
            let new = try await write(20...26, ada, stack)
            try await eventually("scoring knows what the journal knows") {
                try await heard(ada, stack) == Set(first[ada, default: []] + new) ? () : nil
            }
            // Ben writes nothing, so his state must be re-sent without a new event.
            #expect(try await heard(ben, stack).count == 6)
            for consumer in ["scoring", "coaching"] {
                #expect(try await stack.pulsum("bus", "replay", consumer).status == 0)
            }
            try await eventually("scoring knows what the journal knows of Ben") {
                try await heard(ben, stack) == Set(first[ben, default: []]) ? () : nil
            }
            try await stack.settle()
            for user in [ada, ben] {
                let entries = try await stack.bus.request(JournalQuery(user: user, limit: 100)).entries
                #expect(Set(entries.map(\.id)) == (try await heard(user, stack)))
            }
            for service in [ServiceName.sentiment, .scoring, .coaching, .api] {
                #expect(
                    try await stack.bus.request(ListParked(), to: service).lanes.isEmpty,
                    "nothing is parked at \(service)")
            }
            #expect(stack.logText.contains("this is an older copy"))
            print(
                "the journal's database alone from an old backup: 8 entries and 2 deletions forgotten, \(first.count * 3 + new.count) entries known at both ends"
            )
        }
    }

    /// The journal entries that scoring has consumed.
    private func heard(_ user: UserID, _ stack: Stack) async throws -> Set<EntityID> {
        var text = ""
        var cursor: String?
        repeat {
            let page = try await stack.bus.request(ExportUser(user: user, cursor: cursor), to: .scoring)
            for file in page.files where file.name == "scoring/inputs.jsonl" {
                text += String(decoding: file.content, as: UTF8.self)
            }
            cursor = page.next
        } while cursor != nil
        struct Line: Decodable {
            struct Input: Decodable {
                struct Sentiment: Decodable { let entry: String }
                let sentiment: Sentiment?
                let deleted: Bool?
            }
            let kind: String
            let input: Input
        }
        let lines = text.split(separator: "\n").filter { $0.contains("\"kind\":\"journal\"") }
        return Set(
            try lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)).input }.filter {
                $0.deleted != true
            }
            .compactMap { $0.sentiment.flatMap { EntityID($0.entry) } })
    }

    @Test(
        "Each service's own data, as containers have it, through a pipe: what was accepted before is there, and who was erased since is not",
        .timeLimit(.minutes(4)))
    func apart() async throws {
        let scratch = try Scratch()
        let pulsum = Executable.folder.appendingPathComponent("pulsum").path
        let keepers: [ServiceName] = [.sentiment, .scoring, .api]
        // The volume of one service: its database and its copy of the key.
        func volume(_ service: ServiceName) -> String { scratch.file("volumes/\(service)") }
        func pipe(_ command: String, _ service: ServiceName) async throws -> Executable.Result {
            try await Executable.run(
                "/bin/sh", ["-c", command], environment: ["PULSUM_DATA": volume(service), "PULSUM": pulsum])
        }
        func exchange(_ service: ServiceName, outward: Bool) throws {
            let (inside, outside) = (
                scratch.file("data/db/\(service).sqlite"), volume(service) + "/db/\(service).sqlite"
            )
            let (from, to) = outward ? (inside, outside) : (outside, inside)
            try FileManager.default.createDirectory(
                atPath: volume(service) + "/db", withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: to + suffix)
                if FileManager.default.fileExists(atPath: from + suffix) {
                    try FileManager.default.copyItem(atPath: from + suffix, toPath: to + suffix)
                }
            }
            let key = volume(service) + "/master.key"
            if !FileManager.default.fileExists(atPath: key) {
                try FileManager.default.copyItem(atPath: scratch.file("data/master.key"), toPath: key)
            }
        }
        let (ada, eve) = try await Stack.start(scratch: scratch).during(remove: false) { stack in
            let (ada, eve) = (try await stack.makeAccount("Ada"), try await stack.makeAccount("evecanary"))
            for user in [ada, eve] {
                _ = try await stack.bus.request(
                    SubmitJournal(user: user, day: World.lastDay, at: World.noon(World.lastDay), text: "Calm."))
            }
            try await stack.settle()
            return (ada, eve)
        }
        for service in keepers {
            try exchange(service, outward: true)
            let made = try await pipe("\"$PULSUM\" backup - > \"$PULSUM_DATA/backup.tar\"", service)
            #expect(
                made.status == 0 && made.errors.contains("The database of \(service) is") && made.output.isEmpty,
                "\(made)")
        }
        try await Stack.start(scratch: scratch).during(remove: false) { stack in
            #expect(try await stack.bus.request(StartErase(user: eve)).done)
            _ = try await stack.bus.request(SubmitJournal(user: ada, day: World.lastDay, at: 1, text: "Later."))
            try await stack.settle()
        }
        for service in keepers {
            try exchange(service, outward: true)
            let restored = try await pipe("\"$PULSUM\" restore - < \"$PULSUM_DATA/backup.tar\"", service)
            #expect(restored.status == 0 && restored.output.contains("One person who was erased since"), "\(restored)")
            let short = try await pipe("head -c 3000 \"$PULSUM_DATA/backup.tar\" | \"$PULSUM\" restore -", service)
            #expect(short.status == 1 && short.errors.contains("cut short"), "\(short)")
            try exchange(service, outward: false)
        }
        try await Stack.start(scratch: scratch).during { stack in
            #expect(try await stack.bus.request(JournalQuery(user: ada)).entries.map(\.text) == ["Calm."])
            try await expectErased(eve, stack)
        }
    }

    @Test("What is no backup, or is cut short, changes nothing")
    func damaged() async throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        let user = try await Stack.start(scratch: scratch).during(remove: false) { try await $0.makeAccount() }
        let pulsum = Executable.folder.appendingPathComponent("pulsum").path
        let environment = ["PULSUM_DATA": scratch.file("data")]
        let archive = scratch.file("pulsum.tar")
        #expect(try await Executable.run(pulsum, ["backup", archive], environment: environment).status == 0)
        let whole = try Data(contentsOf: URL(fileURLWithPath: archive))
        var strange = whole
        strange.replaceSubrange(0..<4, with: Data("../x".utf8))
        for (name, content) in [
            ("short", whole.prefix(whole.count / 2)), ("text", Data("no backup".utf8)), ("strange", strange),
        ] {
            let path = scratch.file(name)
            try content.write(to: URL(fileURLWithPath: path))
            let refused = try await Executable.run(pulsum, ["restore", path], environment: environment)
            #expect(refused.status == 1 && !refused.errors.isEmpty, "\(name): \(refused)")
        }
        // A backup of a single service would replace all.
        let alone = scratch.file("alone")
        try FileManager.default.createDirectory(
            atPath: alone + "/db", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for name in ["master.key", "db/scoring.sqlite"] {
            try FileManager.default.copyItem(atPath: scratch.file("data/" + name), toPath: "\(alone)/\(name)")
        }
        #expect(
            try await Executable.run(
                pulsum, ["backup", scratch.file("alone.tar")], environment: ["PULSUM_DATA": alone]
            ).status == 0)
        let partial = try await Executable.run(
            pulsum, ["restore", scratch.file("alone.tar")], environment: environment)
        #expect(partial.status == 1 && partial.errors.contains("has no database of ingestion, sentiment"), "\(partial)")
        // A backup that was made after a database was lost neither counts as one nor clears the way for an empty one.
        let gone = scratch.file("gone")
        try FileManager.default.copyItem(atPath: alone, toPath: gone)
        try Data().write(to: URL(fileURLWithPath: gone + "/db/plans.sqlite.lock"))
        try? FileManager.default.removeItem(atPath: gone + "/last-backup")
        let without = try await Executable.run(
            pulsum, ["backup", scratch.file("gone.tar")], environment: ["PULSUM_DATA": gone])
        #expect(without.status == 0 && without.errors.contains("plans was here and is missing"), "\(without)")
        #expect(!FileManager.default.fileExists(atPath: gone + "/last-backup"))
        let hidden = try await Executable.run(
            pulsum, ["restore", scratch.file("gone.tar")], environment: ["PULSUM_DATA": gone])
        #expect(hidden.status == 1 && hidden.errors.contains("Restore an earlier backup"), "\(hidden)")
        // A service does not start empty next to the databases of an interrupted restore.
        try FileManager.default.createDirectory(atPath: alone + "/db.replaced", withIntermediateDirectories: false)
        let scoring = Executable.folder.appendingPathComponent("pulsum-scoring").path
        let refused = try await Executable.run(scoring, [], environment: ["PULSUM_DATA": alone])
        #expect(refused.status != 0 && (refused.errors + refused.output).contains("was interrupted"), "\(refused)")

        try await Stack.start(scratch: scratch).during(remove: false) { stack in
            #expect(try await stack.bus.request(ListAccounts()).accounts.map(\.user) == [user])
            let running = try await stack.pulsum("restore", archive)
            #expect(running.status == 1 && running.errors.contains("already runs"), "\(running)")
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: scratch.file("data/run")).filter {
            $0.hasPrefix("backup")
        }
        #expect(left.isEmpty)
    }

    private func expectErased(_ user: UserID, _ stack: Stack) async throws {
        #expect(try await !stack.bus.request(ListAccounts()).accounts.contains { $0.user == user })
        for request in 0..<2 {
            await #expect(throws: ServiceError.self) {
                if request == 0 {
                    _ = try await stack.bus.request(JournalQuery(user: user))
                } else {
                    _ = try await stack.bus.request(ImportList(user: user))
                }
            }
        }
        #expect(stack.scratch.filesHolding("evecanary").allSatisfy { !$0.hasPrefix("data/") })
    }
}
