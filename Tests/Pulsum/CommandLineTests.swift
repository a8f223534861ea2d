import ArgumentParser
import Fixtures
import Foundation
import Messages
import ServiceKit
import TestTraits
import Testing

@testable import Pulsum

@Suite(.tags(.processes)) struct CommandLineTests {
    @Test(
        "Every command of the manual is understood",
        arguments: [
            "up --data /x --http 127.0.0.1:0 --scale scoring=3 --scale safety=2", "import export.zip --user ada",
            "score --day 2026-01-31 --json", "breakdown",
            "metrics --from 2026-01-01 --through 2026-01-31", "journal add I slept well", "journal list --limit 5",
            "checkin 2 6 5", "cards --json",
            "chat how did I sleep", "consent", "consent on", "consent off", "receipts", "receipts --limit 5 --json",
            "cloud preview --topic sleep", "cloud usage --json", "key", "key --remove",
            "export me.zip", "erase --yes", "account list", "fence --json", "fence db1 --yes",
            "fence 00000000-0000-4000-8000-000000000001 --lift",
            "move --to sqlite", "move --to postgresql://pulsum@db.example/health", "restored --erased other.log",
            "account create ada --zone Europe/Berlin --country de", "account country none --user ada", "status --json",
            "watch", "bus ls",
            "bus ping scoring safety", "bus parked",
            "bus redrive ingestion scoring 00000000-0000-4000-8000-000000000001",
            "bus skip ingestion scoring 00000000-0000-4000-8000-000000000001", "config",
            "keys create", "keys create garmin-import --into /out", "keys list --into /out", "keys rotate scoring",
            "keys revoke scoring",
            "keys revoke scoring 0a1b2c3d", "context illness travel", "context --none --day 2026-01-31", "context mask",
            "context mask illness alcohol",
            "context mask --none", "checkin --energy 5", "checkin --stress 3 --sleep 6 --day 2026-01-31",
            "checkin list --from 2026-01-01",
            "checkin correct 00000000-0000-4000-8000-000000000001 --stress 2",
            "checkin correct 00000000-0000-4000-8000-000000000001 2 6 5",
            "checkin delete 00000000-0000-4000-8000-000000000001",
            "library list --json", "library add mine.json --user ada", "library remove mine.json",
            "library remove --unnamed", "goals", "goals list --status active --json",
            "goals show 00000000-0000-4000-8000-000000000001", "act ran 5 km", "act --yes ran 5 km --json",
            "act ran 5 km --yes --partial",
            "goals add Run 100 km --measure km --target 100 --by 2026-12-31 --value Health --term 3 --yes --json",
            "goals add Read --measure count:pages --target 900 --measure h --target 30 --about x --importance 7",
            "goals edit 00000000-0000-4000-8000-000000000001 --title Run --without km --status active --plan x",
            "goals close 00000000-0000-4000-8000-000000000001",
            "goals close 00000000-0000-4000-8000-000000000001 --status onHold --user ada",
            "act ran 5 km --goal 00000000-0000-4000-8000-000000000001",
        ])
    func understood(line: String) throws {
        let command = try Main.parseAsRoot(line.split(separator: " ").map(String.init))
        #expect(!(command is Main))
    }

    @Test(
        "What cannot be meant is refused before anything is sent",
        arguments: [
            "checkin", "checkin 0 4 4", "checkin 4 8 4", "checkin 4 4", "checkin 4 4 4 --stress 3",
            "checkin --energy 8", "checkin correct 3",
            "score --day yesterday", "score --day 2026-02-30", "journal list --limit 0", "up --scale api=2",
            "up --scale nobody=2", "bus redrive ingestion scoring me", "bus ping nobody", "consent maybe", "frobnicate",
            "keys rotate", "keys create Nobody", "fence --yes", "fence --lift", "fence db1 --yes --lift",
            "move", "move --to mysql://here", "move --to postgresql://pulsum:s3cret@db.example/health",
            "move --to postgresql://pulsum@db.example/health?password=s3cret",
            "move --to postgresql://p:s3c/ret@db/health",
            "keys revoke", "context", "context sadness",
            "context --none illness", "context mask --none illness", "account password", "library add",
            "library remove",
            "library remove mine.json --unnamed", "goals list --status happy", "goals list --limit 0", "goals show",
            "act",
            "act ran --goal mine", "act ran 5 km --partial",
            "goals add", "goals add Run --measure km", "goals add Run --measure km --target far",
            "goals add Run --by soon", "goals edit", "goals edit 00000000-0000-4000-8000-000000000001",
            "goals edit 00000000-0000-4000-8000-000000000001 --target 5",
            "goals edit 00000000-0000-4000-8000-000000000001 --without-value", "goals close",
            "goals close 00000000-0000-4000-8000-000000000001 --status active",
        ])
    func refused(line: String) {
        #expect(throws: (any Error).self) { try Main.parseAsRoot(line.split(separator: " ").map(String.init)) }
    }

    @Test("SEC-8 A move takes a URL with a password from a configuration file, and repeats no password in its refusal")
    func places() throws {
        let folder = NSTemporaryDirectory() + "/pulsum-move-\(EntityID.random())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let secret = "postgresql://pulsum:s3cret@db.example/health"
        func url(_ text: String) throws -> String? {
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/next.conf"))
            return try (Main.parseAsRoot(["move", "--to", folder + "/next.conf"]) as? MoveCommand)?.url()
        }
        #expect(try url("# next\nPULSUM_DATABASE=\"\(secret)\"\n") == secret)
        #expect(throws: CLIError.self) { try url("PULSUM_DATA=/data\n") }
        let wrong = try #require(throws: StartFailure.self) { try url("PULSUM_DATABASE=mysql://p:s3cret@db\n") }
        #expect(!"\(wrong)".contains("s3cret"))
        let refused = try #require(throws: (any Error).self) { try Main.parseAsRoot(["move", "--to", secret]) }
        let message = Main.message(for: refused)
        #expect(message.contains("passfile=") && !message.contains("s3cret"))
        let plain = "postgresql://pulsum_{service}@db.example:5432,other/health?passfile=/run/pgpass"
        #expect(try (Main.parseAsRoot(["move", "--to", plain]) as? MoveCommand)?.url() == plain)
    }

    @Test("SEC-8 A move to a place that is none names the file, says what is expected, and repeats no URL")
    func noPlace() throws {
        func message(_ place: String) throws -> String {
            Main.message(for: try #require(throws: (any Error).self) { try Main.parseAsRoot(["move", "--to", place]) })
        }
        let folder = try Scratch()
        defer { folder.remove() }
        let missing = folder.file("nxet.conf")
        for (place, words) in [
            (missing, "no file \(missing)"), ("nxet.conf", "/nxet.conf."), (folder.path, "\(folder.path) is a folder"),
            ("mysql://p:s3cret@db/health", "URL"),
        ] {
            let text = try message(place)
            #expect(text.contains(words) && text.contains("PULSUM_DATABASE=postgresql://"), "\(text)")
            #expect(!text.contains("s3cret"))
        }
        let empty = folder.file("empty.conf")
        try Data("PULSUM_LOG=info\n".utf8).write(to: URL(fileURLWithPath: empty))
        let error = try #require(throws: CLIError.self) {
            try (Main.parseAsRoot(["move", "--to", empty]) as? MoveCommand)?.url()
        }
        #expect(error.description.contains(empty) && error.description.contains("PULSUM_DATABASE=postgresql://"))
    }

    @Test("Whose data is meant: the one named, else the only one, else a question")
    func accounts() throws {
        let ada = Account(user: .random(), name: "ada")
        let bob = Account(user: .random(), name: "bob")
        #expect(try Session.choose(nil, from: [ada]) == ada)
        #expect(try Session.choose("bob", from: [ada, bob]) == bob)
        #expect(
            try #require(throws: CLIError.self) { try Session.choose(nil, from: []) }.description.contains(
                "pulsum account create"))
        #expect(
            try #require(throws: CLIError.self) { try Session.choose(nil, from: [bob, ada]) }.description.contains(
                "--user: ada, bob"))
        #expect(
            try #require(throws: CLIError.self) { try Session.choose("eve", from: [ada]) }.description.contains(
                "no account eve"))
    }

    @Test("GAT-2 the host that is meant: by its id, or by a name that only one has")
    func hosts() throws {
        let hosts = ["db1", "db2", "db2"].map {
            GatewayHost(id: .random(), name: $0, silence: 61_000, openReceipts: 1, pending: 1, fenced: nil)
        }
        #expect(try FenceCommand.choose("db1", from: hosts) == hosts[0])
        #expect(try FenceCommand.choose("\(hosts[2].id)".uppercased(), from: hosts) == hosts[2])
        let several = try #require(throws: CLIError.self) { try FenceCommand.choose("db2", from: hosts) }
        #expect(several.description.contains("\(hosts[1].id), \(hosts[2].id)"))
        #expect(throws: CLIError.self) { try FenceCommand.choose("db3", from: hosts) }
        let reply = HostsQuery.Reply(hosts: hosts, refusal: "Nobody can consent.")
        #expect(HostText.warnings(reply).count == 4 && HostText.warnings(reply)[0] == "Nobody can consent.")
        #expect(HostText.table(reply).contains("\(hosts[1].id)"))
    }

    @Test("The set-up link is printed to a terminal and never to a possible log")
    func invitation() {
        let link = "http://localhost:8080/#setup=abc"
        #expect(ProcessFleet.invitation(link, isTerminal: true).contains(link))
        let logged = ProcessFleet.invitation(link, isTerminal: false)
        #expect(!logged.contains("abc") && logged.contains("pulsum setup-link"))
    }

    @Test("Errors are one sentence with a next step, without their code")
    func complaints() {
        #expect("\(CLIError(ServiceError(.notFound, "There is no such day.")))" == "There is no such day.")
        #expect("\(CLIError(ServiceError(.timeout, "Scoring took too long.")))".contains("pulsum status"))
        #expect("\(CLIError.notRunning("/x"))".contains("pulsum up"))
    }

    @Test("COM-1 a person's date is the one of their own time zone")
    func today() {
        let account = Account(user: .random(), name: "ada")
        let now: Milliseconds = (1_767_225_600 - 1800) * 1000  // 2025-12-31T23:30Z
        func today(_ zone: String) -> Day {
            let profile = Profile(
                user: account.user, revision: 1, timeZones: [ZonePeriod(since: 0, zone: zone)], country: "",
                sourceOrder: [])
            return Person(account: account, profile: profile, at: now).today
        }
        #expect(today("Europe/Berlin") == Day("2026-01-01"))
        #expect(today("America/New_York") == Day("2025-12-31"))
        #expect(today("Nowhere/Land") == Day("2025-12-31"))
    }
}
