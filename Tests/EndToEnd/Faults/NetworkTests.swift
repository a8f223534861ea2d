import Bus
import Fixtures
import Foundation
import Messages
import ServiceKit
import TestTraits
import Testing

/// Broker, services and clients on separate machines, over an unreliable network.
@Suite(.needs(.networkNamespaces), .serialized, .tags(.deadline)) struct NetworkTests {
    private static let services = Topology.services
    private static let port = 5550

    @Test(
        "A network loses packets, the broker's address moves, its container is made anew elsewhere, a cable is pulled: each accepted entry is there once",
        .timeLimit(.minutes(4)))
    func moves() async throws {
        let scratch = try Scratch()
        let network = try await Network(["broker", "services"], in: scratch)
        do {
            try await moves(scratch, network)
            await network.stop()
            scratch.remove()
        } catch {
            await network.stop()
            let logs = try FileManager.default.contentsOfDirectory(atPath: scratch.path).filter { $0.hasPrefix("log.") }
                .sorted().map { name in
                    name + "\n"
                        + (try String(contentsOfFile: scratch.file(name), encoding: .utf8)).split(separator: "\n")
                        .suffix(12).joined(separator: "\n")
                }
            scratch.remove()
            throw StackTestFailed(cause: error, log: logs.joined(separator: "\n"))
        }
    }

    private func moves(_ scratch: Scratch, _ network: Network) async throws {
        let (brokers, services) = (network.machines[0], network.machines[1])
        try await network.move(nil, to: 9)
        try await network.move(services, to: 8)
        try await network.move(brokers, to: 1)
        try network.name("\(Network.address(1)) broker", on: services)
        var environment = [
            "PULSUM_DATA": scratch.file("data"), "PULSUM_KEYS": scratch.file("keys"), "PULSUM_HTTP": "127.0.0.1:0",
        ]
        let made = try await Executable.run(
            Executable.folder.appendingPathComponent("pulsum").path, ["keys", "create"], environment: environment)
        #expect(made.status == 0, "\(made)")
        // As in the containers: the broker listens on every address of its machine, and the services use its name.
        func startBroker() throws -> ChildProcess {
            try network.start(
                .broker, on: brokers, environment: environment.merging(["PULSUM_BUS": "tcp://*:\(Self.port)"]) { $1 })
        }
        let broker = try startBroker()
        environment["PULSUM_BUS"] = "tcp://broker:\(Self.port)"
        for service in Self.services { try network.start(service, on: services, environment: environment) }
        // Without a name service: a list of all addresses where a broker may be.
        var peer = BusConfiguration(
            service: .cli, release: "test",
            brokers: try (1...3).map { try BusEndpoint("tcp://\(Network.address($0)):\(Self.port)") }, token: "",
            keys: KeyStore(directory: scratch.file("keys")))
        peer.capabilities = CapabilityCache()
        let bus = try BusConnection(peer)
        let running = Task { try await bus.run() }
        defer { running.cancel() }
        try await everybody(isThere: true, bus)

        try await network.tell("delay 0.002 0.012")
        try await network.tell("loss 0.08")
        var users: [UserID] = []
        for name in ["Ada", "Ben", "Cem", "Dua"] {
            users.append(
                try await bus.request(
                    CreateAccount(name: name, password: "correct horse battery", timeZone: "Europe/Berlin"),
                    budget: .seconds(30)
                ).user)
        }
        let crowd = Crowd(users, bus: bus)
        await crowd.start()
        try await goesOn(crowd, "through a network that loses packets", entries: 3)

        // The broker's address changes: no connection is closed, and the name resolves to the old address for a while.
        var felt: [Duration] = []
        var instant = ContinuousClock.now
        try await network.move(brokers, to: 2)
        try await Task.sleep(for: .seconds(7))
        try network.name("\(Network.address(2)) broker", on: services)
        felt.append(try await goesOn(crowd, "at the new address", since: instant))

        // A recreated container: process and address disappear at once, the name after them, and the new container has
        // another address.
        instant = .now
        try await network.move(brokers, to: nil)
        try network.name("", on: services)
        broker.signal(SIGKILL)
        try await eventually("the broker is gone") { broker.isRunning ? nil : () }
        try await Task.sleep(for: .seconds(1))
        try await network.move(brokers, to: 3)
        _ = try startBroker()
        try network.name("\(Network.address(3)) broker", on: services)
        felt.append(try await goesOn(crowd, "with the new broker", since: instant))

        // The services' link is cut: the broker receives nothing, not even a close, and removes them.
        try await everybody(isThere: true, bus)
        instant = .now
        try await network.tell("cut services")
        try await everybody(isThere: false, bus)
        let noticed = ContinuousClock.now - instant
        #expect(noticed < .seconds(20), "half-open connections show by their silence")
        instant = .now
        try await network.tell("join services")
        felt.append(try await goesOn(crowd, "with the cable back", since: instant))

        let writers = try await crowd.stop()
        let traffic = try await network.tell("loss 0")
        try await everybody(isThere: true, bus)
        try await eventually("all events are delivered", within: .seconds(60)) { () -> Void? in
            for service in Self.services where service != .safety {
                guard let pending = try? await bus.request(ListParked(), to: service).pending, pending == 0 else {
                    return nil
                }
            }
            return ()
        }
        var total = 0
        for writer in writers { total += try await writer.expectEach(on: bus) }
        for service in Self.services where service != .safety {
            #expect(try await bus.request(ListParked(), to: service).lanes.isEmpty, "nothing is parked at \(service)")
        }
        let retries = writers.map(\.retries).reduce(0, +)
        func seconds(_ duration: Duration) -> String { String(format: "%.1f s", duration / .seconds(1)) }
        print(
            "a bad network: \(total) entries accepted, each there once, \(retries) retries; \(traffic); from the move, the new container and the cable to the next entry: \(felt.map(seconds).joined(separator: ", ")); a pulled cable noticed after \(seconds(noticed))"
        )
        // Seven seconds of it are the outdated name, and detecting the silence takes five; the kernel alone would need
        // two minutes.
        #expect(felt[0] < .seconds(25) && felt[1] < .seconds(25) && felt[2] < .seconds(20))
    }

    /// - Returns: time from an instant until each writer has this many more accepted entries than at this call.
    @discardableResult
    private func goesOn(_ crowd: Crowd, _ how: String, entries: Int = 2, since instant: ContinuousClock.Instant = .now)
        async throws -> Duration
    {
        let before = await crowd.written
        try await eventually("everybody writes on \(how)", within: .seconds(60)) {
            await zip(crowd.written, before).allSatisfy { $0 >= $1 + entries } ? () : nil
        }
        return ContinuousClock.now - instant
    }

    private func everybody(isThere: Bool, _ bus: BusConnection) async throws {
        try await eventually(
            isThere ? "every service has joined" : "the broker counts every service as gone", within: .seconds(40)
        ) { () -> Void? in
            guard let status = try? await bus.request(BusStatus(), budget: .seconds(2)) else { return nil }
            return Self.services.allSatisfy { service in
                (status.services.first { $0.service == service }?.workers.isEmpty == false) == isThere
            } ? () : nil
        }
    }
}
