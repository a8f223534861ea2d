import Bus
import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// A withdrawal across hosts: two gateways with data directories of their own, as on two machines, on one PostgreSQL
/// database. Everything else runs at the same time.
@Suite(.needs(.postgres), .serialized, .tags(.processes)) struct FenceTests {
    private struct World {
        let cluster: PostgresCluster
        let database: String
        let cloud: RecordingServer
        let stack: Stack
        let hosts: [Host]

        /// Starts a call of a person whom nobody answers.
        /// - Returns: the host of the gateway that makes it.
        func call(for user: UserID, budget: Duration = .seconds(12)) async throws -> Host {
            let count = cloud.arrivals.count
            Task { [stack] in try? await stack.bus.request(TestConnection(user: user), budget: budget) }
            await cloud.arrived(count + 1)
            let holder = try await eventually("a gateway holds a call") {
                try await workers().first { $0.inFlight > 0 }?.processID
            }
            return try #require(hosts.first { $0.processID == Int32(holder) })
        }

        func workers() async throws -> [WorkerStatus] {
            try await stack.bus.request(BusStatus()).services.first { $0.service == .gateway }?.workers ?? []
        }

        func person(_ name: String) async throws -> UserID {
            let user = try await stack.makeAccount(name)
            _ = try await stack.consent(of: user)
            return user
        }

        func withdraw(_ user: UserID) async throws -> ConsentState {
            try await stack.bus.request(
                SetConsent(user: user, granted: false, copyVersion: 1, at: 2), budget: .seconds(8))
        }

        func isPending(_ user: UserID) async throws -> Bool {
            try await stack.bus.request(ConsentQuery(user: user)).pending
        }

        func outcomes(of user: UserID) async throws -> [String] {
            try await stack.bus.request(ReceiptsQuery(user: user)).receipts.map(\.outcome)
        }

        func run(_ host: Host) async throws {
            try host.run(on: stack, database, cloud)
            try await eventually("the gateway has joined", within: .seconds(60)) {
                try await workers().contains { Int32($0.processID) == host.processID } ? () : nil
            }
        }
    }

    /// A data directory with its gateway.
    private final class Host {
        private let scratch: Scratch
        private var process: ChildProcess?

        init() throws { scratch = try Scratch() }

        var processID: Int32 { process?.processID ?? 0 }
        var isRunning: Bool { process?.isRunning == true }
        func signal(_ number: Int32) { process?.signal(number) }

        /// The host's id, as its gateway keeps it.
        func id() throws -> EntityID {
            let text = try String(contentsOfFile: scratch.file("run/gateway.host"), encoding: .utf8)
            return try #require(EntityID(text.prefix { $0 != " " }))
        }

        /// The status with which its health server answers.
        func readiness() async throws -> String {
            let address = try String(contentsOfFile: scratch.file("run/gateway.\(processID).health"), encoding: .utf8)
            let url = "http://\(address.trimmingCharacters(in: .whitespacesAndNewlines))/health/ready"
            let words = ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", url]
            return try await Executable.run("/usr/bin/env", words).output
        }

        func run(on stack: Stack, _ database: String, _ cloud: RecordingServer) throws {
            process = try ChildProcess(
                Executable.folder.appendingPathComponent("pulsum-gateway").path,
                environment: [
                    "PULSUM_DATA": scratch.path, "PULSUM_BUS": "ipc://\(stack.directory)/run/bus",
                    "PULSUM_TOKENS": stack.directory + "/tokens", "PULSUM_KEYS": stack.directory + "/keys",
                    "PULSUM_MASTER_KEY": stack.directory + "/master.key", "PULSUM_DATABASE": database,
                    "PULSUM_CLOUD_URL": cloud.url,
                ])
        }

        func end() {
            process?.signal(SIGKILL)
            scratch.remove()
        }
    }

    private func run(_ body: (World) async throws -> Void) async throws {
        let cluster = try await PostgresCluster.running
        let database = try await cluster.makeDatabase()
        let cloud = try await RecordingServer.start()
        cloud.answer(.hold)
        let others = Topology.processes.filter { $0 != .gateway }.map(\.rawValue).joined(separator: ",")
        let environment = [
            "PULSUM_DATABASE": database, "PULSUM_DATABASE_CONNECTIONS": "3", "PULSUM_CLOUD_URL": cloud.url,
        ]
        let hosts = [try Host(), try Host()]
        defer { for host in hosts { host.end() } }
        try await Stack.run(["--only", others], environment: environment) { stack in
            let world = World(cluster: cluster, database: database, cloud: cloud, stack: stack, hosts: hosts)
            for host in hosts { try await world.run(host) }
            try await body(world)
        }
        await cloud.stop()
    }

    @Test(
        "GAT-2 a stopped gateway of another host keeps a withdrawal pending, also after its kernel has ended it, until the next gateway of its host has proved that",
        .timeLimit(.minutes(4)))
    func stopped() async throws {
        try await run { world in
            let user = try await world.person("Ada")
            let holder = try await world.call(for: user)
            holder.signal(SIGSTOP)
            let state = try await world.withdraw(user)
            #expect(!state.granted && state.pending)
            let status = try await eventually("the status names the host") { () -> String? in
                let output = try await world.stack.pulsum("status").output
                return output.contains("keeps withdrawals of consent pending (1)") ? output : nil
            }
            #expect(status.contains("\(try holder.id())"))
            try await eventually("the kernel has ended it", within: .seconds(60)) { holder.isRunning ? nil : () }
            // Signs of life of the other host, with their search for dead processes, prove nothing.
            try await Task.sleep(for: .seconds(12))
            #expect(try await world.isPending(user))
            try await world.run(holder)
            try await eventually("the withdrawal completes by itself") { try await world.isPending(user) ? nil : () }
            #expect(try await world.outcomes(of: user) == ["interrupted"])
            #expect(world.cloud.arrivals.count == 1)
        }
    }

    @Test(
        "GAT-2 a host that died keeps a withdrawal pending until an operator declares it fenced, which is recorded; when it is back it calls nobody until that is lifted",
        .timeLimit(.minutes(4)))
    func fenced() async throws {
        try await run { world in
            let user = try await world.person("Grace")
            let holder = try await world.call(for: user)
            let id = try holder.id()
            holder.signal(SIGKILL)
            #expect(try await world.withdraw(user).pending)

            let early = try await world.stack.pulsum("fence", "\(id)", "--yes")
            #expect(early.status != 0 && early.errors.contains("sign of life"), "\(early.errors)")
            let unconfirmed = try await world.stack.pulsum("fence", "\(id)")
            #expect(unconfirmed.status != 0 && unconfirmed.errors.contains("--yes"), "\(unconfirmed.errors)")
            #expect(try await world.isPending(user))
            // A minute of silence.
            let hexadecimal = "\(id)".replacing("-", with: "")
            _ = try await world.cluster.query(
                "UPDATE pulsum_gateway.hosts SET seen = seen - 60000 WHERE id = '\\x\(hexadecimal)'",
                in: world.database)
            let fenced = try await world.stack.pulsum("fence", "\(id)", "--yes")
            #expect(fenced.status == 0, "\(fenced.errors)")
            #expect(try await !world.isPending(user))
            #expect(try await world.outcomes(of: user) == ["interrupted"])
            let record = try await world.stack.bus.request(SecurityRecordQuery(user: user)).entries.map(\.event)
            #expect(record.contains(.hostFenced))

            // The host is back: the same one, because its machine did not start again.
            try await world.run(holder)
            #expect(try holder.id() == id)
            let other = try #require(world.hosts.first { $0 !== holder })
            let grantee = try await world.person("Joan")
            other.signal(SIGTERM)
            try await eventually("the other gateway has left") {
                try await world.workers().allSatisfy { Int32($0.processID) == holder.processID } ? () : nil
            }
            world.cloud.answer(.echo)
            let refused = try await world.stack.bus.request(TestConnection(user: grantee))
            #expect(!refused.ok && refused.message.contains("declared fenced"), "\(refused.message)")
            #expect(world.cloud.arrivals.count == 1)
            let lifted = try await world.stack.pulsum("fence", "\(id)", "--lift")
            #expect(lifted.status == 0, "\(lifted.errors)")
            let test = try await world.stack.bus.request(TestConnection(user: grantee))
            #expect(test.ok, "\(test.message)")
            #expect(world.cloud.arrivals.count == 2)
        }
    }

    @Test(
        "GAT-2 a gateway that is stopped ends its call and takes its host off the list; one that is killed leaves it there",
        .timeLimit(.minutes(4)))
    func ended() async throws {
        try await run { world in
            let user = try await world.person("Ada")
            func listed() async throws -> Set<EntityID> {
                Set(try await world.stack.bus.request(HostsQuery()).hosts.map(\.id))
            }
            let ids = Set(try world.hosts.map { try $0.id() })
            try await eventually("both hosts have given a sign of life") { try await listed() == ids ? () : nil }
            // The call would last longer than the drain.
            let holder = try await world.call(for: user, budget: .seconds(30))
            let other = try #require(world.hosts.first { $0 !== holder })
            let third = try Host()
            defer { third.end() }
            try await world.run(third)
            holder.signal(SIGTERM)
            other.signal(SIGKILL)
            try await eventually("it is not ready while it drains") {
                try await holder.readiness() == "503" ? () : nil
            }
            try await eventually("both have ended", within: .seconds(20)) {
                world.hosts.contains { $0.isRunning } ? nil : ()
            }
            let left = try await eventually("the list is asked") { try? await listed() }
            #expect(try left.contains(other.id()) && !left.contains(holder.id()))
            #expect(try await world.outcomes(of: user) == ["cancelled"])
            #expect(try await !world.withdraw(user).pending)
        }
    }
}
