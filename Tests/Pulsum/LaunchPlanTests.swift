import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import Pulsum
@testable import ServiceKit

@Suite(.tags(.processes)) struct LaunchPlanTests {
    private func plan(_ scale: [String] = [], environment: [String: String] = [:], only: String? = nil) throws
        -> LaunchPlan
    {
        let environment = ["HOME": "/home/ada", "PULSUM_DATA": "/nowhere/p"].merging(environment) { $1 }
        let configuration = try Configuration(environment: environment) { _ in "" }
        return LaunchPlan(
            configuration, environment: environment, scale: scale.compactMap(ServiceScale.init(argument:)),
            only: only.flatMap(ServiceSelection.init(argument:)) ?? .all, processID: 42)
    }

    @Test("The broker first, then every service, last the way in; scaled services have numbers")
    func stages() throws {
        let plan = try plan(["scoring=3"])
        #expect(
            plan.stages.map { $0.map(\.name) } == [
                ["broker"],
                Topology.keepers.flatMap { $0 == .scoring ? ["scoring.1", "scoring.2", "scoring.3"] : [$0.rawValue] },
                ["api"],
            ])
        #expect(plan.expected[.scoring] == 3)
        #expect(plan.expected[.broker] == nil)
    }

    @Test("With --only a machine starts, and waits for, the named processes")
    func selection() throws {
        let plan = try plan(["scoring=2"], only: "scoring,broker")
        #expect(plan.stages.map { $0.map(\.name) } == [["broker"], ["scoring.1", "scoring.2"]])
        #expect(plan.expected == [.scoring: 2])
        #expect(plan.selection.text == "broker, scoring")
        #expect(!plan.selection.loadsModel)
        #expect(try self.plan(only: "safety").selection.loadsModel)
    }

    @Test("A selection names known processes", arguments: ["", "cli", "scoring,", "scoring;api", "scoring,x"])
    func badSelection(text: String) {
        #expect(ServiceSelection(argument: text) == nil)
    }

    @Test("A machine without a broker needs the broker's public key, its secrets and its capability keys")
    func missingKeys() throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        let (first, second) = (scratch.file("first"), scratch.file("second"))
        try KeyManager(directory: first).create(on: "2026-01-01")
        #expect(KeyManager(directory: first).missing(for: Topology.services) == [])
        let keys = KeyManager(directory: second)
        #expect(keys.missing(for: [.scoring]) == ["broker.public", "scoring.secret", "capability.scoring"])
        #expect(keys.missing(for: [.api]).count == 2 + Topology.services.count)
    }

    @Test("Children get nothing of the person's environment but what they need")
    func environment() throws {
        let given = [
            "OPENAI_API_KEY": "sk-secret", "AWS_SECRET_ACCESS_KEY": "x", "PATH": "/bin", "LC_ALL": "C",
            "PULSUM_HEALTH": "0.0.0.0:9090",
            "PULSUM_LOG": "debug", "PULSUM_CLOUD_KEY": "sk-misplaced",
        ]
        let expected = [
            "HOME": "/home/ada", "PATH": "/bin", "LC_ALL": "C", "PULSUM_DATA": "/nowhere/p", "PULSUM_LOG": "debug",
            "PULSUM_SUPERVISED": "42",
            "PULSUM_HEALTH": "0.0.0.0:0", "PULSUM_LOG_FORMAT": "text", "SWIFT_BACKTRACE": "registers=none",
        ]
        #expect(try plan(environment: given).environment == expected)
        #expect(try plan(environment: ["SWIFT_BACKTRACE": "enable=no"]).environment["SWIFT_BACKTRACE"] == "enable=no")
    }

    @Test("Ready means that every expected process has registered and none of them is leaving")
    func ready() throws {
        let plan = try plan(["scoring=2"])
        func status(_ workers: [ServiceName: Int], draining: ServiceName? = nil) -> BusStatus.Reply {
            let services = workers.map { name, count in
                ServiceStatus(
                    service: name,
                    workers: (0..<count).map {
                        WorkerStatus(
                            release: "1", processID: Int64($0), credit: 1, inFlight: 0, draining: name == draining,
                            answered: 0)
                    }, queued: 0, answered: 0, failed: 0)
            }
            return BusStatus.Reply(services: services, uptime: 1, release: "1", refusedFrames: 0)
        }
        var workers = Dictionary(uniqueKeysWithValues: Topology.services.map { ($0, 1) })
        #expect(!plan.isReady(status([:])))
        #expect(!plan.isReady(status(workers)))
        workers[.scoring] = 2
        #expect(plan.isReady(status(workers)))
        #expect(!plan.isReady(status(workers, draining: .safety)))
    }

    @Test(
        "A scale names a service and a number from 1 to 64",
        arguments: ["scoring", "scoring=", "scoring=0", "scoring=65", "broker=2", "cli=2", "x=1", "scoring=1=2"])
    func badScale(text: String) {
        #expect(ServiceScale(argument: text) == nil)
    }

    @Test("DESIGN: nothing kills a process that drains before it has ended by itself")
    func ends() throws {
        func seconds(_ pattern: String, _ path: String) throws -> Duration {
            let text = try String(contentsOfFile: Repository.path(path), encoding: .utf8)
            let match = try #require(try Regex(pattern).firstMatch(in: text), "\(path) has no \(pattern)")
            return .seconds(try #require(match.output[1].substring.flatMap { Int($0) }))
        }
        let end = ProcessHost.forcedExit
        #expect(end > ProcessHost.grace + HostedTask.stopTimeout)
        #expect(ProcessFleet.grace > end)
        let compose = try seconds("stop_grace_period: ([0-9]+)s", "docker-compose.yml")
        #expect(compose > end)
        let pod = try seconds("terminationGracePeriodSeconds: ([0-9]+)", "deploy/kubernetes/pods/pod.yaml")
        let pause = try seconds(
            "preStop: [{] exec: [{] command: \\[sleep, \"([0-9]+)\"", "deploy/kubernetes/overlays/production/api.yaml")
        #expect(pod > pause + end)
        let unit = try seconds("TimeoutStopSec=([0-9]+)", "deploy/systemd/pulsum.service")
        #expect(unit > ProcessFleet.grace * (try plan().stages.count))
    }
}
