import Bus
import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// The withdrawal barrier with real processes: two gateways, a cloud that does not reply, and a lease holder stopped
/// during its call.
@Suite(.serialized, .tags(.deadline)) struct WithdrawalTests {
    /// Budget of the stopped call; the kernel ends its holder a few seconds later.
    private static let budget = Duration.seconds(12)

    /// Starts a call and stops the gateway that makes it.
    private func stoppedHolder(_ stack: Stack, _ cloud: RecordingServer, _ user: UserID) async throws -> Int32 {
        let count = cloud.arrivals.count
        Task { try? await stack.bus.request(TestConnection(user: user), budget: Self.budget) }
        await cloud.arrived(count + 1)
        let holder = try await eventually("a gateway holds a call") {
            let workers =
                try await stack.bus.request(BusStatus()).services.first { $0.service == .gateway }?.workers ?? []
            return workers.first { $0.inFlight > 0 }.map { Int32($0.processID) }
        }
        kill(holder, SIGSTOP)
        return holder
    }

    /// Whether a socket of this machine is connected to this port (`proc(5)`, `/proc/net/tcp`: hexadecimal, state 01 is
    /// established); only gateways connect to the cloud's port.
    private static func isConnected(to port: UInt16) -> Bool {
        let hexadecimal = String(port, radix: 16, uppercase: true)
        let remote = ":" + String(repeating: "0", count: 4 - hexadecimal.count) + hexadecimal
        // Not `contentsOfFile`, which reads only the first page of a file without a size; sockets of earlier tests may
        // fill it.
        let table =
            (try? FileHandle(forReadingAtPath: "/proc/net/tcp")?.readToEnd()).map {
                String(decoding: $0, as: UTF8.self)
            } ?? ""
        return table.split(separator: "\n").map { $0.split(separator: " ") }.contains {
            $0.count > 9 && $0[2].hasSuffix(remote) && $0[3] == "01"
        }
    }

    private func person(_ stack: Stack, _ name: String) async throws -> UserID {
        let user = try await stack.makeAccount(name)
        _ = try await stack.consent(of: user)
        return user
    }

    @Test(
        "GAT-2 OWN-1: a stopped gateway with a call in flight keeps a withdrawal pending and an erasure busy, until the kernel has ended it",
        .timeLimit(.minutes(4)))
    func stopped() async throws {
        let cloud = try await RecordingServer.start()
        cloud.answer(.hold)
        try await Stack.run(["--scale", "gateway=2"], environment: ["PULSUM_CLOUD_URL": cloud.url]) { stack in
            // A withdrawal.
            let ada = try await person(stack, "Ada")
            var holder = try await stoppedHolder(stack, cloud, ada)
            let state = try await stack.bus.request(
                SetConsent(user: ada, granted: false, copyVersion: 1, at: 2), budget: .seconds(6))
            #expect(!state.granted && state.pending)
            _ = try await eventually("the withdrawal completes by itself") { () -> Bool? in
                guard let state = try? await stack.bus.request(ConsentQuery(user: ada), budget: .seconds(1)) else {
                    return nil
                }
                return state.pending ? nil : true
            }
            #expect(!stack.processIDs(of: .gateway).contains(holder), "the holder outlived the withdrawal")
            #expect(try await stack.bus.request(ReceiptsQuery(user: ada)).receipts.map(\.outcome) == ["interrupted"])

            // An erasure.
            let grace = try await person(stack, "Grace")
            holder = try await stoppedHolder(stack, cloud, grace)
            let refused = await #expect(throws: ServiceError.self) {
                try await stack.bus.request(EraseUser(user: grace), to: .gateway, budget: .seconds(6))
            }
            // Refused as busy, or not answered in time where the broker gave the request to the stopped process: never
            // acknowledged.
            let code = try #require(refused?.code)
            #expect([.busy, .timeout].contains(code))
            let erased = try await eventually("the erasure is done") {
                try? await stack.bus.request(EraseUser(user: grace), to: .gateway, budget: .seconds(5))
            }
            #expect(erased.rows > 0)
            #expect(!stack.processIDs(of: .gateway).contains(holder), "the holder outlived the erasure")
            let late = await #expect(throws: ServiceError.self) {
                try await stack.bus.request(ReceiptsQuery(user: grace))
            }
            #expect(late?.code == .erased)
        }
        await cloud.stop()
    }

    @Test(
        "GAT-2: as the first process of a container, which no timer can end, the gateway runs as a child and ends as it ends",
        .needs(.root), .timeLimit(.minutes(1)))
    func firstProcess() async throws {
        let scratch = try Scratch()
        let gateway = Executable.folder.appendingPathComponent("pulsum-gateway").path
        let environment = ["PULSUM_DATA": scratch.file("data"), "PULSUM_CREDIT": "none"]
        let plain = try await Executable.run(gateway, [], environment: environment)
        let first = try await Executable.run(
            "/usr/bin/unshare", ["--pid", "--fork", gateway], environment: environment)
        #expect(plain.status != 0 && first.status == plain.status, "\(first.errors)")
        #expect(first.errors.contains("PULSUM_CREDIT") && plain.errors.contains("PULSUM_CREDIT"))
        scratch.remove()
    }

    @Test(
        "OWN-1: an erasure ends the calls of every gateway before it is acknowledged; a proxy of the environment is not asked",
        .timeLimit(.minutes(3)))
    func erasing() async throws {
        let cloud = try await RecordingServer.start()
        cloud.answer(.hold)
        var environment = ["PULSUM_CLOUD_URL": cloud.url]
        for name in ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"] {
            environment[name] = "http://127.0.0.1:9"
        }
        try await Stack.run(["--scale", "gateway=2"], environment: environment) { stack in
            let user = try await person(stack, "Ada")
            let call = Task { try await stack.bus.request(TestConnection(user: user), budget: .seconds(20)) }
            await cloud.arrived(1)
            let begin = ContinuousClock.now
            // The other gateway, which has less to do, serves the request.
            _ = try await eventually("the erasure is done") {
                try? await stack.bus.request(EraseUser(user: user), to: .gateway, budget: .seconds(6))
            }
            let port = try #require(UInt16(cloud.url.split(separator: ":").last?.prefix { $0.isNumber } ?? ""))
            #expect(!Self.isConnected(to: port), "a call was still connected")
            #expect(ContinuousClock.now - begin < .seconds(15), "the call was cancelled, not waited for")
            _ = await call.result
        }
        await cloud.stop()
    }
}
