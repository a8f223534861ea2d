import AsyncHTTPClient
import Bus
import Fixtures
import Foundation
import Messages
import ServiceKit
import Synchronization
import TestTraits
import Testing

/// Monitoring and shutdown of a running installation.
@Suite(.serialized, .tags(.deadline)) struct OperationsTests {
    @Test(
        "Health, metrics, status, ping, live events, one stack per directory, and a SIGTERM that drains",
        .timeLimit(.minutes(5)))
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
        for service in Topology.processes {
            let address = try stack.healthAddress(of: service)
            #expect(try await status(address + "/health/live") == 200)
            _ = try await eventually("\(service) is ready") {
                try await self.status(address + "/health/ready") == 200 ? true : nil
            }
            let metrics = try await text(address + "/metrics")
            #expect(metrics.contains("# TYPE pulsum_"), "\(service) has no metrics")
        }
        let user = try await stack.makeAccount()
        let browser = Browser(stack.url)
        _ = try await browser.post("/v1/sessions", ["name": "Ada", "password": "correct horse battery"])
        let events = try await browser.events("/v1/events")
        let told = Task {
            for try await line in events where line.contains("JournalEntryChanged") { return true }
            return false
        }
        let canary = "quetzalcanary"
        // The live view may miss events from before its subscription, so further entries trigger it again.
        let watched = Task {
            while !Task.isCancelled {
                _ = try await stack.bus.request(
                    SubmitJournal(user: user, day: World.lastDay, at: 1, text: "The \(canary) was happy."))
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
            Executable.folder.appendingPathComponent("pulsum").path,
            ["up", "--data", stack.directory, "--http", "127.0.0.1:0"])
        #expect(second.status != 0 && !second.errors.isEmpty)

        for (name, mode) in [("master.key", 0o600), ("run", 0o700), ("tokens/scoring", 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: stack.directory + "/" + name)
            #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
        }
        for pid in Topology.services.flatMap({ stack.processIDs(of: $0) }) {
            // Only root may read a service's environment.
            let arguments =
                try String(contentsOfFile: "/proc/\(pid)/cmdline", encoding: .utf8)
                + (geteuid() == 0 ? String(contentsOfFile: "/proc/\(pid)/environ", encoding: .utf8) : "")
            let token = try String(contentsOfFile: stack.directory + "/tokens/scoring", encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            #expect(!arguments.contains(token))
        }
    }

    @Test(
        "A page that listens does not hold up the end: its stream is closed, and nothing of dead processes stays in the run directory",
        .timeLimit(.minutes(3)))
    func closesStreams() async throws {
        try await Stack.run(["--scale", "gateway=2"]) { stack in
            _ = try await stack.makeAccount()
            var times: [Duration] = []
            for _ in 1...3 { times.append(try await Self.closing(stack)) }
            // A drain that waits for its streams ends each of them after two seconds.
            #expect(times.min() ?? .zero < .seconds(1), "the best of \(times)")

            let run = stack.directory + "/run"
            for service in [ServiceName.scoring, .gateway] {
                kill(try #require(stack.processIDs(of: service).first), SIGKILL)
            }
            try await eventually("they run again, and only what lives has files") { () -> Void? in
                let names = try FileManager.default.contentsOfDirectory(atPath: run)
                func count(_ prefix: String, _ suffix: String) -> Int {
                    names.count { $0.hasPrefix(prefix) && $0.hasSuffix(suffix) }
                }
                let counts = [
                    count("scoring.", ".health"), count("gateway.", ".health"), count("gateway.", ".lock"),
                    count("api.", ".health"), count("", ".health"),
                ]
                return counts == [1, 2, 2, 1, Topology.services.count + 2] ? () : nil
            }
            // The API that runs again has another port.
            try await Self.diagnostics(try await Self.signedIn(stack), stack)
        }
    }

    /// A browser at the address that the API has now.
    private static func signedIn(_ stack: Stack) async throws -> Browser {
        try await eventually("the API answers at its address") { () -> Browser? in
            let browser = Browser("http://" + (try stack.httpAddress()))
            let account = ["name": "Ada", "password": "correct horse battery"]
            return try? await browser.post("/v1/sessions", account).status == 201 ? browser : nil
        }
    }

    /// Time from the API's SIGTERM to the end of a stream of events.
    private static func closing(_ stack: Stack) async throws -> Duration {
        let events = try await signedIn(stack).events("/v1/events")
        let lines = Mutex(0)
        let stream = Task { for try await _ in events { lines.withLock { $0 += 1 } } }
        try await eventually("the page listens") { lines.withLock { $0 } > 0 ? () : nil }
        let api = try #require(stack.processIDs(of: .api).first)
        let begin = ContinuousClock.now
        kill(api, SIGTERM)
        // A broken connection would throw.
        try await stream.value
        let time = ContinuousClock.now - begin
        try await eventually("the API has ended") { kill(api, 0) != 0 ? () : nil }
        return time
    }

    /// COM-5: the two that were killed are shown to whoever runs this Pulsum, without content, and can be forgotten;
    /// the API was asked to end. A person who runs Pulsum alone sees them and paths, the accounts of a household do
    /// not.
    private static func diagnostics(_ browser: Browser, _ stack: Stack) async throws {
        let ends = try await eventually("the deaths are told") { () -> [String]? in
            let lines = try await stack.pulsum("status").output.split(separator: "\n")
            let ends = lines.filter { $0.contains(") ended with ") }
            return ends.count == 2 ? ends.map { "\($0.prefix { $0 != "," })" }.sorted() : nil
        }
        #expect(ends == ["gateway", "scoring"].map { "\($0) (\(Release.name)) ended with signal 9" })
        #expect(try await browser.get("/settings/status").text.contains("signal 9"))
        #expect((try await browser.get("/v1/installation").json["ends"] as? [Any])?.count == 2)
        _ = try await stack.makeAccount("Bob")
        let page = try await browser.get("/settings/status").text
        let installation = try await browser.get("/v1/installation")
        #expect(!page.contains("signal 9") && !page.contains(stack.directory))
        #expect((installation.json["ends"] as? [Any])?.isEmpty == true && !installation.text.contains(stack.directory))
        #expect(installation.text.contains("keyBesideData"))
        let refused = try await browser.delete("/v1/installation/ends")
        #expect(refused.status == 403 && refused.json["code"] as? String == "operatorNeeded")
        for service in Topology.services { _ = try? await stack.bus.request(ClearProcessEnds(), to: service) }
        #expect(try await !stack.pulsum("status").output.contains(") ended with "))
        let models = try await browser.get("/v1/inference").list
        #expect(models.compactMap { $0["kind"] as? String } == ["sentence", "language", "transcription", "cloud"])
        let states = models.compactMap { $0["state"] as? String }
        #expect(Array(states.dropFirst()) == ["notConfigured", "notConfigured", "notConfigured"], "\(states)")
        let coach = try await browser.get("/coach").text
        #expect(coach.contains("Sentence model: \(SentenceModel.isInstalled ? "ready" : "not set up")"))
    }

    @Test("PULSUM_LOG_FORMAT=json: every line of the merged log is an object that names its process")
    func jsonLog() async throws {
        let lines = try await Stack.run(environment: ["PULSUM_LOG_FORMAT": "json"]) { stack in
            stack.logText.split(separator: "\n").map(String.init)
        }
        let logged = lines.filter { !$0.hasPrefix("ready http://") }
        #expect(logged.count >= Topology.services.count)
        for line in logged {
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(
                object?["service"] is String && object?["message"] is String && object?["level"] is String, "\(line)")
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

    @Test("A service that is asked for its help says where that is, and starts nothing")
    func arguments() async throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        for service in ["broker", "scoring"] {
            let path = Executable.folder.appendingPathComponent("pulsum-\(service)").path
            let asked = try await Executable.run(path, ["--help"], environment: ["PULSUM_DATA": scratch.file("data")])
            #expect(
                asked.status == 64 && (asked.output + asked.errors).contains("“pulsum config” prints its settings"),
                "\(asked)")
        }
        #expect(!FileManager.default.fileExists(atPath: scratch.file("data")))
    }

    private func status(_ url: String) async throws -> UInt {
        try await HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: .seconds(10)).status.code
    }

    private func text(_ url: String) async throws -> String {
        String(
            buffer: try await HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: .seconds(10)).body
                .collect(upTo: 4 << 20))
    }
}
