import Bus
import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// OWN-1 under concurrent work: accounts are erased during their imports, while services are stopped or die.
@Suite(.serialized, .tags(.processes)) struct EraseUnderFireTests {
    private struct Person {
        let user: UserID
        let name: String
        let text: String
        let value: Double
        /// The person's wrapped data keys, from every database.
        var keys: [Data] = []
    }

    /// Python: the wrapped keys of a user in every database of a directory, in hexadecimal.
    private static let listKeys = """
        import sys, glob, sqlite3
        for path in glob.glob(sys.argv[1] + "/db/*.sqlite"):
            for (wrapped,) in sqlite3.connect(path).execute("SELECT hex(wrapped) FROM storage_keys WHERE user = ?", (bytes.fromhex(sys.argv[2]),)):
                print(wrapped)
        """

    /// Python: the tables of every database that have a row with a number in any column. SQLite's secure deletion
    /// overwrites deleted data, but may leave a copy of an index's key in unused bytes of the index. That copy is only
    /// the number, which the lists of erased people keep anyway.
    private static let listTables = """
        import sys, glob, sqlite3
        number = bytes.fromhex(sys.argv[2])
        for path in glob.glob(sys.argv[1] + "/db/*.sqlite"):
            connection = sqlite3.connect(path)
            for (table,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
                if any(number in row for row in connection.execute(f'SELECT * FROM "{table}"')):
                    print(table)
        """

    /// Python: checkpoints every database's write-ahead log.
    private static let mergeLogs = """
        import sys, glob, sqlite3
        for path in glob.glob(sys.argv[1] + "/db/*.sqlite"):
            connection = sqlite3.connect(path)
            assert connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
            connection.close()
        """

    @Test(
        "OWN-1 erased in the middle of an import, with services stopped and killed: no key, text, value or name is in any file, no row but the lists of erased people's has the number",
        .timeLimit(.minutes(6)))
    func underFire() async throws {
        let stack = try await Stack.start(environment: ["PULSUM_LOG": "trace"])
        let people = try await stack.during(remove: false) { stack in
            let crowd = Crowd([try await stack.makeAccount("Bystander")], bus: stack.bus)
            await crowd.start()
            var people: [Person] = []
            for number in 0..<3 { people.append(try await settle(number, on: stack)) }
            // All import together; each is erased during the import.
            for person in people {
                let path = stack.scratch.file("zanzibar\(person.name).xml")
                try CanaryTests.export(value: person.value, days: 500).write(
                    toFile: path, atomically: true, encoding: .utf8)
                let job = EntityID.random()
                try await stack.upload(path, for: person.user, job: job)
                try await eventually("the import is under way") {
                    let status = try await stack.bus.request(ImportQuery(user: person.user, job: job))
                    return status.phase != .queued || person.user != people[0].user ? () : nil
                }
            }
            _ = try await stack.bus.request(StartErase(user: people[0].user))

            let stopped = [ServiceName.scoring, .coaching].flatMap { stack.processIDs(of: $0) }
            for pid in stopped { kill(pid, SIGSTOP) }
            let partly = try await stack.bus.request(StartErase(user: people[1].user))
            #expect(Set(partly.services.filter { !$0.done }.map(\.service)) == [.scoring, .coaching], "\(partly)")
            for pid in stopped { kill(pid, SIGCONT) }

            let (bus, last) = (stack.bus, people[2].user)
            async let killed = bus.request(StartErase(user: last))
            for service in [ServiceName.ingestion, .sentiment, .api] {
                for pid in stack.processIDs(of: service) { kill(pid, SIGKILL) }
            }
            _ = try? await killed
            for person in people {
                try await eventually("everything of \(person.name) is erased", within: .seconds(60)) {
                    (try? await stack.bus.request(StartErase(user: person.user)).done) == true ? () : nil
                }
                await #expect(throws: ServiceError.self) {
                    _ = try await stack.bus.request(ImportList(user: person.user))
                }
            }
            let bystanders = try await crowd.stop()
            try await stack.settle()
            for writer in bystanders { try await writer.expectEach(on: stack.bus) }
            let files = try CanaryTests.files(under: stack.directory) + [("the log", stack.log)]
            for person in people { search(files, for: person) }
            return people
        }
        // The stack is stopped and every log is checkpointed, so the files hold all data.
        let merged = try await Executable.run("/usr/bin/env", ["python3", "-c", Self.mergeLogs, stack.directory])
        #expect(merged.status == 0, "\(merged)")
        let files = try CanaryTests.files(under: stack.directory)
        var places = 0
        for person in people {
            search(files, for: person)
            for (name, content) in files {
                let count = occurrences(of: Data(person.user.bytes), in: content)
                if !name.hasSuffix(".sqlite") { #expect(count == 0, "the number of \(person.name) stands in \(name)") }
                #expect(!name.contains("\(person.user)"), "\(name)")
                places += count
            }
            let listed = try await Executable.run(
                "/usr/bin/env", ["python3", "-c", Self.listTables, stack.directory, hexadecimal(person.user)])
            #expect(
                Set(listed.output.split(separator: "\n")) == ["storage_erased", "erase_jobs"],
                "\(person.name): \(listed)")
        }
        print(
            """
            erased under fire: \(people.count) people, \(files.count) files searched; no row but those of the lists of erased people has their numbers, \
            which stand \(places) times in the files
            """)
        stack.scratch.remove()
    }

    /// Creates a person with a journal, a chat and a cloud key, and reads their data keys.
    private func settle(_ number: Int, on stack: Stack) async throws -> Person {
        let name = "quetzal\(number)name"
        let user = try await stack.makeAccount(name)
        var person = Person(
            user: user, name: name, text: "quetzal\(number)text", value: 61.732_19 + Double(number) / 1000)
        _ = try await stack.bus.request(
            SubmitJournal(
                user: user, day: World.lastDay, at: World.noon(World.lastDay),
                text: "The \(person.text) was calm and happy."))
        _ = try await stack.bus.request(
            SubmitCheckIn(
                user: user, day: World.lastDay, at: World.noon(World.lastDay), stress: 3, energy: 4, sleepQuality: 4))
        _ = try await stack.bus.request(SetCloudKey(user: user, key: "sk-\(person.text)"))
        let sample = stack.scratch.file("sample\(number).xml")
        try CanaryTests.export(value: person.value, days: 5).write(toFile: sample, atomically: true, encoding: .utf8)
        _ = try await stack.importFile(sample, for: user)
        try await stack.settle()
        let listed = try await Executable.run(
            "/usr/bin/env", ["python3", "-c", Self.listKeys, stack.directory, hexadecimal(user)])
        person.keys = listed.output.split(separator: "\n").map { line in
            Data(stride(from: 0, to: line.count, by: 2).compactMap { UInt8(line.dropFirst($0).prefix(2), radix: 16) })
        }
        #expect(person.keys.count >= 5 && person.keys.allSatisfy { $0.count > 40 }, "\(listed)")
        return person
    }

    private func search(_ files: [(String, Data)], for person: Person) {
        var needles = [
            ("the name", Data(person.name.utf8)), ("the text", Data(person.text.utf8)),
            ("the file's name", Data("zanzibar\(person.name)".utf8)),
        ]
        needles.append(("the value as text", Data("\(person.value)".utf8)))
        needles.append(("the value", withUnsafeBytes(of: person.value.bitPattern.littleEndian) { Data($0) }))
        needles += person.keys.enumerated().map { ("data key \($0)", $1) }
        for (place, content) in files {
            for (what, bytes) in needles {
                #expect(content.range(of: bytes) == nil, "\(what) of \(person.name) stands in \(place)")
            }
        }
    }

    private func hexadecimal(_ user: UserID) -> String {
        user.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private func occurrences(of needle: Data, in content: Data) -> Int {
        var (count, start) = (0, content.startIndex)
        while let found = content.range(of: needle, in: start..<content.endIndex) {
            count += 1
            start = found.upperBound
        }
        return count
    }
}
