import ArgumentParser
import Foundation
import Messages
import ServiceKit

struct MetricsCommand: PersonCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics", abstract: "Daily metrics of a range of days.")
    @Option(help: "First day, yyyy-mm-dd; two weeks before the last by default.") var from: Day?
    @Option(help: "Last day, yyyy-mm-dd; today by default.") var through: Day?
    @OptionGroup var whose: PersonOption
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func run(_ session: Session, _ person: Person) async throws {
        let last = through ?? person.today
        let first = from ?? last.advanced(by: -13)
        guard first <= last else { throw CLIError("--from \(first) is after --through \(last).") }
        var days: [DailyMetrics] = []
        // A page covers at most 400 days.
        for start in stride(from: first, through: last, by: 400) {
            let page = MetricsQuery(user: person.user, from: start, through: min(last, start.advanced(by: 399)))
            days += try await session.bus.request(page, budget: .seconds(15)).days
        }
        try output.print(MetricsQuery.Reply(days: days), ReplyFormatter.metrics)
    }
}

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Everything Pulsum knows of you, as one zip file in open formats.")
    @Argument(help: "The file to make.", completion: .file(extensions: ["zip"])) var file: String
    @OptionGroup var whose: PersonOption
    @OptionGroup var common: Common

    func run() async throws {
        let path = absolute(file)
        guard !FileManager.default.fileExists(atPath: path) else {
            throw CLIError("\(path) exists already; choose another name.")
        }
        try await common.connected { session in
            let account = try await session.user(whose.user)
            let file = try NewFile(path: path)
            do {
                try await ExportArchive(bus: session.bus, user: account.user).write { try file.write($0) }
                try file.finish()
            } catch {
                file.discard()
                throw error
            }
            await session.record(.exported, of: account.user)
            Terminal.say("Everything about \(account.name) is in \(path).")
        }
    }
}

/// A file that gets its name only once it is complete. Only its owner can read it.
struct NewFile {
    private let path: String
    private let handle: FileHandle

    init(path: String) throws(CLIError) {
        self.path = path
        guard
            FileManager.default.createFile(
                atPath: path + ".part", contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forWritingAtPath: path + ".part")
        else { throw CLIError("\(path) cannot be written; check the directory and its permissions.") }
        self.handle = handle
    }

    func write(_ bytes: [UInt8]) throws(CLIError) {
        do {
            try handle.write(contentsOf: bytes)
        } catch {
            throw CLIError("\(path) cannot be written; is the disk full?")
        }
    }

    func finish() throws {
        try handle.synchronize()
        try handle.close()
        try FileManager.default.moveItem(atPath: path + ".part", toPath: path)
    }

    func discard() {
        try? handle.close()
        try? FileManager.default.removeItem(atPath: path + ".part")
    }
}

struct EraseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase", abstract: "Erases a person from every service, for good.")
    @Flag(help: "Confirms the erasure.") var yes = false
    @Option(help: "The account to erase; required.") var user: String?
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func run() async throws {
        guard let user else {
            throw CLIError(
                "Say whom to erase: “pulsum erase --user NAME --yes”; “pulsum account list” shows the names.")
        }
        guard yes else {
            throw CLIError(
                "This cannot be undone; say “pulsum erase --user \(user) --yes”, and “pulsum export FILE” before if you want a copy."
            )
        }
        try await common.connected { session in
            let account = try await session.user(user)
            var report = try await session.bus.request(StartErase(user: account.user))
            let deadline = ContinuousClock.now + .seconds(30)
            while !report.done, ContinuousClock.now < deadline {
                try await Task.sleep(for: .milliseconds(250))
                report = try await session.bus.request(StartErase(user: account.user))
            }
            try output.print(report) { report in
                var table = TextTable(["service", "rows", ""], right: [1])
                for entry in report.services {
                    table.add("\(entry.service)", Amount.count(entry.rows), entry.done ? "erased" : "pending")
                }
                return table.text
                    + (report.done
                        ? "\nErased \(account.name)."
                        : "\nSome services did not answer; the erasure goes on until they have.")
            }
            if try await session.bus.request(ListAccounts()).accounts.isEmpty {
                Terminal.tell("No account is left; “pulsum setup-link” prints the link that makes a new one.")
            }
        }
    }
}
