import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// A PostgreSQL server that is restored to an earlier point of time by its own tools.
@Suite(.needs(.postgres), .serialized, .tags(.processes)) struct PointInTimeTests {
    private static let pulsum = Executable.folder.appendingPathComponent("pulsum").path

    @Test(
        "OWN-1 After a restore to a point before an erasure no service starts until pulsum restored ran; then the person is erased and sessions have ended",
        .timeLimit(.minutes(8)))
    func restored() async throws {
        let cluster = try await ArchivingCluster()
        defer { cluster.stop() }
        let scratch = try Scratch()
        let environment = ["PULSUM_DATABASE": cluster.url, "PULSUM_DATABASE_CONNECTIONS": "4"]
        let data = ["PULSUM_DATA": scratch.file("data"), "PULSUM_WITHOUT_MODEL": "1"].merging(environment) { $1 }
        let (ada, eve) = try await Stack.start(environment: environment, scratch: scratch).during(remove: false) {
            stack in
            let account = try await stack.setUp(Browser(stack.url), "Ada")
            let ada = try #require((account.json["user"] as? String).flatMap { UserID($0) })
            let eve = try await stack.makeAccount("Eve")
            for user in [ada, eve] {
                _ = try await stack.bus.request(
                    SubmitJournal(user: user, day: World.lastDay, at: World.noon(World.lastDay), text: "Calm, happy."))
            }
            try await stack.settle()
            try await cluster.makeBaseBackup()
            _ = try await stack.bus.request(
                SubmitJournal(
                    user: ada, day: World.lastDay.advanced(by: -1), at: World.noon(World.lastDay), text: "After it."))
            try await stack.settle()
            try await cluster.name("before")
            try await eventually("every service has erased", within: .seconds(60)) {
                try await stack.bus.request(StartErase(user: eve)).done ? () : nil
            }
            let running = try await Executable.run(Self.pulsum, ["restored"], environment: data)
            #expect(running.status == 1 && running.errors.contains("already runs"), "\(running)")
            return (ada, eve)
        }
        try await cluster.restore(to: "before")
        #expect(try await cluster.query("SELECT count(*) FROM pulsum_api.accounts") == ["2"], "Eve is back")

        for service in Topology.services {
            let program = Executable.folder.appendingPathComponent("pulsum-\(service)").path
            let refused = try await Executable.run(program, ["--migrate"], environment: data)
            #expect(refused.status != 0 && refused.errors.contains("pulsum restored"), "\(service): \(refused)")
        }
        let up = try await Executable.run(Self.pulsum, ["up", "--http", "127.0.0.1:0"], environment: data)
        #expect(up.status == 1 && up.errors.contains("pulsum restored"), "\(up)")

        let done = try await Executable.run(Self.pulsum, ["restored"], environment: data)
        #expect(done.status == 0 && done.output.contains("\(Topology.services.count) databases"), "\(done)")
        #expect(done.output.contains("One person who was erased since is erased"), "\(done)")
        let again = try await Executable.run(Self.pulsum, ["restored"], environment: data)
        #expect(again.status == 0 && !again.output.contains("erased since"), "\(again)")
        #expect(try await cluster.query("SELECT count(*) > 0 FROM pulsum_api.tokens") == ["t"])

        try await Stack.start(environment: environment, scratch: scratch).during { stack in
            #expect(try await stack.bus.request(ListAccounts()).accounts.map(\.user) == [ada])
            await #expect(throws: ServiceError.self) { try await stack.bus.request(JournalQuery(user: eve)) }
            #expect(try await stack.bus.request(JournalQuery(user: ada)).entries.count == 2)
            #expect(try await cluster.query("SELECT count(*) FROM pulsum_api.tokens") == ["0"], "sessions have ended")
            for service in Topology.services {
                let left = try await cluster.query(
                    "SELECT count(*) FROM pulsum_\(service).storage_meta WHERE restored IS NOT NULL")
                #expect(left == ["0"], "\(service)")
                let keys = try await cluster.query(
                    "SELECT count(*) FROM pulsum_\(service).storage_keys WHERE \"user\" = '\\x\(hex(eve))'")
                #expect(keys == ["0"], "\(service)")
            }
            let signedIn = try await Browser(stack.url).post(
                "/v1/sessions", ["name": "Ada", "password": "correct horse battery"])
            #expect(signedIn.status < 300, "\(signedIn.text)")
        }
    }

    private func hex(_ user: UserID) -> String { "\(user)".replacing("-", with: "") }
}
