import Bus
import Fixtures
import Foundation
import Messages
import ServiceKit
import Storage
import TestTraits
import Testing

extension Security {
    /// The master key: rotated during concurrent work, and stored where a stolen disk does not reveal it.
    @Suite(.serialized, .tags(.processes)) struct MasterKeyTests {
        private static let passphrase = "seven random words are a good passphrase"

        @Test(
            "SEC-8 A new master key comes in force while people write and processes are killed, the command and two services among them; old backups need the old key",
            .timeLimit(.minutes(5)))
        func rotation() async throws {
            let scratch = try Scratch()
            let (archive, keyFile) = (scratch.file("before.backup"), scratch.file("data/master.key"))
            let (users, old) = try await Stack.start(scratch: scratch).during(remove: false) { stack in
                var users: [UserID] = []
                for number in 0..<12 { users.append(try await stack.makeAccount("Person \(number)")) }
                for user in users { try await write("Before.", user, stack) }
                let old = try Data(contentsOf: URL(fileURLWithPath: keyFile))
                #expect(try await stack.pulsum("backup", archive).status == 0)

                // The command and two services die as soon as the file holds both keys.
                let command = try ChildProcess(
                    RestoreTests.pulsum, ["master-key", "rotate"], environment: ["PULSUM_DATA": stack.directory])
                try await eventually("a new key is in force") {
                    try Data(contentsOf: URL(fileURLWithPath: keyFile)) != old ? () : nil
                }
                command.signal(SIGKILL)
                for service in [ServiceName.sentiment, .api] {
                    for process in stack.processIDs(of: service) { kill(process, SIGKILL) }
                }
                for user in users { try await write("Meanwhile.", user, stack) }
                try await eventually("the services finish it alone") {
                    try Data(contentsOf: URL(fileURLWithPath: keyFile)).count == 32 ? () : nil
                }
                let new = try Data(contentsOf: URL(fileURLWithPath: keyFile))
                #expect(new != old)
                // A second rotation, by the command alone without interruption.
                let again = try await stack.pulsum("master-key", "rotate")
                #expect(again.status == 0 && again.output.contains("holds only this one"), "\(again)")
                #expect(try Data(contentsOf: URL(fileURLWithPath: keyFile)) != new)
                for user in users { try await write("After.", user, stack) }
                try await eventually("every process has let go of the old key") {
                    try await stack.pulsum("status").output.contains("being put in force") ? nil : ()
                }
                return (users, old)
            }
            // The old key does not open the current databases.
            let oldFile = scratch.file("old.key")
            try old.write(to: URL(fileURLWithPath: oldFile))
            chmod(oldFile, 0o600)
            for service in Topology.services {
                #expect(throws: StorageError.self, "\(service)") {
                    _ = try Store(
                        path: scratch.file("data/db/\(service).sqlite"), service: service,
                        key: try MasterKey.loadOrCreate(path: oldFile), migrations: [])
                }
            }
            try await Stack.start(scratch: scratch).during(remove: false) { stack in
                for user in users {
                    let texts = try await Web.journal(user, stack);
                    #expect(texts == ["After.", "Meanwhile.", "Before."])
                }
            }
            // The old backup: with the file that the rotation kept, or with a named file where that is gone.
            let environment = ["PULSUM_DATA": scratch.file("data")].merging(SentenceModel.environment) { $1 }
            for file in KeyRotation.olderFiles(of: keyFile) { try FileManager.default.removeItem(atPath: file) }
            let without = try await Executable.run(RestoreTests.pulsum, ["restore", archive], environment: environment)
            #expect(
                without.status == 1 && without.errors.contains(archive) && without.errors.contains("--key"),
                "\(without)")
            let with = try await Executable.run(
                RestoreTests.pulsum, ["restore", "--key", oldFile, archive], environment: environment)
            #expect(with.status == 0, "\(with)")
            try await Stack.start(scratch: scratch).during(remove: false) { stack in
                for user in users { let texts = try await Web.journal(user, stack); #expect(texts == ["Before."]) }
            }
            // On an empty machine the named key becomes the master key.
            let empty = try Scratch()
            let there = ["PULSUM_DATA": empty.file("data")]
            let keyless = try await Executable.run(RestoreTests.pulsum, ["restore", archive], environment: there)
            #expect(keyless.status == 1 && keyless.errors.contains("--key"), "\(keyless)")
            let moved = try await Executable.run(
                RestoreTests.pulsum, ["restore", "--key", oldFile, archive], environment: there)
            #expect(moved.status == 0, "\(moved)")
            #expect(try Data(contentsOf: URL(fileURLWithPath: empty.file("data/master.key"))) == old)
            try await Stack.start(scratch: empty).during { stack in
                for user in users { let texts = try await Web.journal(user, stack); #expect(texts == ["Before."]) }
            }
            scratch.remove()
        }

        @Test(
            "SEC-8 A key locked by a passphrase is asked for at the start and in no process's environment or arguments; it can be replaced while everybody works",
            .timeLimit(.minutes(4)))
        func locked() async throws {
            let scratch = try Scratch()
            let keyFile = scratch.file("data/master.key")
            let environment = ["PULSUM_DATA": scratch.file("data")].merging(SentenceModel.environment) { $1 }
            let user = try await Stack.start(scratch: scratch).during(remove: false) { stack in
                let user = try await stack.makeAccount()
                try await write("Before.", user, stack)
                return user
            }
            let key = try Data(contentsOf: URL(fileURLWithPath: keyFile))
            let locked = try await Executable.run(
                RestoreTests.pulsum, ["master-key", "lock"], environment: environment, input: Self.passphrase + "\n")
            #expect(locked.status == 0, "\(locked)")
            #expect(try Data(contentsOf: URL(fileURLWithPath: keyFile)).range(of: key) == nil)
            let alone = try await Executable.run(
                Executable.folder.appendingPathComponent("pulsum-scoring").path, [], environment: environment)
            #expect(alone.status != 0 && (alone.output + alone.errors).contains("locked by a passphrase"), "\(alone)")
            let wrong = try await Executable.run(
                RestoreTests.pulsum, ["up", "--http", "127.0.0.1:0"], environment: environment, input: "wrong\n")
            #expect(wrong.status == 1 && wrong.errors.contains("passphrase"), "\(wrong)")

            try await Stack.start(scratch: scratch, input: Self.passphrase + "\n").during { stack in
                try await write("After.", user, stack)
                for service in Topology.services {
                    let process = try #require(stack.processIDs(of: service).first)
                    for file in ["environ", "cmdline"] {
                        let text = try Data(contentsOf: URL(fileURLWithPath: "/proc/\(process)/\(file)"))
                        #expect(
                            text.range(of: key) == nil
                                && text.range(of: Data(key.map { String(format: "%02x", $0) }.joined().utf8)) == nil)
                        #expect(text.range(of: Data(Self.passphrase.utf8)) == nil)
                    }
                }
                let rotated = try await stack.pulsum("master-key", "rotate", input: Self.passphrase + "\n")
                #expect(rotated.status == 0, "\(rotated)")
                // Restarted after the rotation, with the key that `pulsum up` then holds.
                let process = try #require(stack.processIDs(of: .sentiment).first)
                kill(process, SIGKILL)
                try await eventually("sentiment is back") {
                    stack.processIDs(of: .sentiment).first.flatMap { $0 != process ? () : nil }
                }
                try await eventually("it reads what was written") {
                    try? await Web.journal(user, stack) == ["After.", "Before."] ? () : nil
                }
                try await write("Later.", user, stack)
                #expect(try KeyRotation.isLocked(keyFile))
                let status = try await stack.pulsum("status")
                #expect(!status.output.contains("same disk"), "a locked key may lie beside the data: \(status)")
            }
        }

        @Test(
            "SEC-8 The key as a systemd credential: nothing of it in the data directory; else the log, the status and the page warn of where things lie, looked at anew",
            .timeLimit(.minutes(4)))
        func places() async throws {
            let scratch = try Scratch()
            let credentials = scratch.file("credentials")
            try FileManager.default.createDirectory(atPath: credentials, withIntermediateDirectories: true)
            try Data((0..<32).map { _ in UInt8.random(in: 0...255) }).write(
                to: URL(fileURLWithPath: credentials + "/pulsum.master-key"))
            chmod(credentials + "/pulsum.master-key", 0o400)
            try await Stack.start(environment: ["CREDENTIALS_DIRECTORY": credentials], scratch: scratch).during {
                stack in
                let user = try await stack.makeAccount("Ada")
                try await write("Kept apart.", user, stack)
                #expect(!FileManager.default.fileExists(atPath: stack.directory + "/master.key"))
                let quiet = try await stack.pulsum("status")
                #expect(quiet.status == 0 && !quiet.output.contains("Warning"), "\(quiet)")
                let cookie = try await Web.signIn("Ada", stack)
                func kinds() async throws -> Set<String> {
                    let answer = try await Web.call("GET", "installation", cookie: cookie, stack)
                    #expect(answer.status == 200)
                    let warnings = try answer.json()["warnings"] as? [[String: String]]
                    return Set(try #require(warnings).compactMap { $0["kind"] })
                }
                #expect(try await kinds() == [])
                chmod(stack.directory, 0o755)
                #expect(try await kinds() == ["openToOthers"], "looked at again")
                let open = try await stack.pulsum("status")
                #expect(open.output.contains("chmod 700"), "\(open)")
                chmod(stack.directory, 0o700)
                try Data().write(to: URL(fileURLWithPath: scratch.file(".nextcloudsync.log")))
                #expect(try await kinds() == ["synchronised"])
                #expect(try await stack.pulsum("status").output.contains("Nextcloud"))

                let made = try await Web.call("POST", "tokens", ["label": "phone"], cookie: cookie, stack)
                let token = try #require(try made.json()["token"] as? String)
                #expect(try await Web.call("GET", "installation", bearer: token, stack).status == 403)
                #expect(try await Web.call("GET", "installation", nil, stack).status == 401)
            }
            try await Stack.run { stack in
                #expect(
                    stack.logText.contains("Warning: The master key \(stack.directory)/master.key is on the same disk"))
                #expect(
                    stack.logText.components(separatedBy: "is on the same disk").count == 2,
                    "one line, whatever the number of processes")
                let status = try await stack.pulsum("status")
                #expect(status.output.contains("is on the same disk"))
            }
        }

        private func write(_ text: String, _ user: UserID, _ stack: Stack) async throws {
            let entry = SubmitJournal(
                user: user, day: RestoreTests.day, at: Milliseconds(Date().timeIntervalSince1970 * 1000), text: text)
            _ = try await stack.bus.requestRetrying(entry, timeout: .seconds(30))
        }
    }
}
