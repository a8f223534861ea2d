import AsyncHTTPClient
import Bus
import Fixtures
import Foundation
import Messages
import Testing

/// Seeing what it does, and stopping it.
@Suite(.serialized) struct OperationsTests {
    @Test("Health, metrics, status, ping, live events, one stack per directory, and a SIGTERM that drains", .timeLimit(.minutes(5)))
    func operations() async throws {
        let stack = try await Stack.start()
        do {
            try await observe(stack)
        } catch {
            Issue.record("\(error)\n\(stack.logText.split(separator: "\n").suffix(40).joined(separator: "\n"))")
        }
        #expect(try await stack.stop() == 0)
    }

    private func observe(_ stack: Stack) async throws {
        for service in Topology.services + [.broker] {
            let address = try stack.healthAddress(of: service)
            #expect(try await status(address + "/health/live") == 200)
            _ = try await eventually("\(service) is ready") { try await self.status(address + "/health/ready") == 200 ? true : nil }
            let metrics = try await text(address + "/metrics")
            #expect(metrics.contains("# TYPE pulsum_"), "\(service) has no metrics")
        }
        let user = try await stack.makeAccount()
        let browser = Browser(stack.url)
        _ = try await browser.post("/v1/sessions", ["name": "Ada", "password": "correct horse battery"])
        let events = try await browser.events("/v1/events")
        let told = Task {
            for try await line in events where line.contains("JournalAnalyzed") { return true }
            return false
        }
        let canary = "quetzalcanary"
        // The live view may miss what came before it was connected: it is told again with every further entry.
        let watched = Task {
            while !Task.isCancelled {
                _ = try await stack.bus.request(SubmitJournal(user: user, day: World.lastDay, at: 1, text: "The \(canary) was happy."))
                try await Task.sleep(for: .milliseconds(500))
            }
        }
        #expect(try await told.value)
        watched.cancel()
        #expect(!stack.logText.contains(canary), "COM-4: the log holds text")

        let status = try await stack.pulsum("status")
        #expect(status.status == 0, "\(status.errors)")
        for service in Topology.services { #expect(status.output.contains(service.rawValue)) }
        let ping = try await stack.pulsum("bus", "ping", "scoring")
        #expect(ping.status == 0, "\(ping.errors)")
        #expect(try await stack.pulsum("bus", "ls").output.contains("ScoreQuery"))
        #expect(try await stack.pulsum("bus", "parked").status == 0)

        let second = try await Executable.run(
            Executable.folder.appendingPathComponent("pulsum").path, ["up", "--data", stack.directory, "--http", "127.0.0.1:0"])
        #expect(second.status != 0 && !second.errors.isEmpty)

        for (name, mode) in [("master.key", 0o600), ("run", 0o700), ("tokens/scoring", 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: stack.directory + "/" + name)
            #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
        }
        for pid in Topology.services.flatMap({ stack.processIDs(of: $0) }) {
            let arguments =
                try String(contentsOfFile: "/proc/\(pid)/cmdline", encoding: .utf8) + String(contentsOfFile: "/proc/\(pid)/environ", encoding: .utf8)
            let token = try String(contentsOfFile: stack.directory + "/tokens/scoring", encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
            #expect(!arguments.contains(token))
        }
    }

    @Test("A configuration with two bad values names both and starts nothing")
    func badConfiguration() async throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        let result = try await Executable.run(
            Executable.folder.appendingPathComponent("pulsum-scoring").path, [],
            environment: ["PULSUM_DATA": scratch.path, "PULSUM_CREDIT": "many", "PULSUM_LOG": "loudly"])
        #expect(result.status != 0)
        #expect(result.errors.contains("PULSUM_CREDIT") && result.errors.contains("PULSUM_LOG"), "\(result.errors)")
    }

    private func status(_ url: String) async throws -> UInt {
        try await HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: .seconds(10)).status.code
    }

    private func text(_ url: String) async throws -> String {
        String(buffer: try await HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: .seconds(10)).body.collect(upTo: 4 << 20))
    }
}
