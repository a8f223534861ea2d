import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

extension WorstDayTests {
    /// A machine where the sentence model could not be downloaded.
    @Suite(.tags(.processes)) struct WithoutModelTests {
        private static let absent = ["PULSUM_MODEL": "{data}/no-model"]

        @Test(
            "SAF-7 Without the sentence model nothing starts, and the sentence says how to fetch it and how to do without"
        )
        func refused() async throws {
            let scratch = try Scratch()
            defer { scratch.remove() }
            let ended = try await Executable.run(
                Executable.folder.appendingPathComponent("pulsum").path,
                ["up", "--data", scratch.file("data"), "--http", "127.0.0.1:0"],
                environment: ["PULSUM_MODEL": scratch.file("no-model"), "PULSUM_WITHOUT_MODEL": ""])
            #expect(ended.status != 0)
            #expect(
                ended.errors.contains("deploy/model") && ended.errors.contains("--without-model"), "\(ended.errors)")
            #expect(!ended.errors.contains("Started."), "no process was started: \(ended.errors)")
            // A lone process, as in a container, reports the same.
            let alone = try await Executable.run(
                Executable.folder.appendingPathComponent("pulsum-safety").path, [],
                environment: [
                    "PULSUM_MODEL": scratch.file("no-model"), "PULSUM_WITHOUT_MODEL": "",
                    "PULSUM_DATA": scratch.file("data"),
                    "PULSUM_BUS": "ipc://" + scratch.file("data") + "/run/bus",
                ])
            #expect(alone.status == 78 && (alone.errors + alone.output).contains("--without-model"), "\(alone)")
        }

        @Test("SAF-7 Started without it on purpose, every verdict, pulsum status, the page and the metrics name it")
        func named() async throws {
            try await Stack.run(["--without-model"], environment: Self.absent) { stack in
                let verdict = try await stack.bus.request(Classify(text: "I want to kill myself", country: "DE"))
                #expect(verdict.level == .crisis && verdict.withoutModel == true)
                #expect(try await stack.bus.request(Classify(text: "I slept well", country: "DE")).withoutModel == true)

                let status = try await stack.pulsum("status")
                #expect(
                    status.output.components(separatedBy: "without its sentence model").count == 2,
                    "once: \(status.output)")

                let browser = Browser(stack.url)
                _ = try await stack.setUp(browser)
                let kept = try await browser.get("/v1/installation").json
                let warnings = kept["warnings"] as? [[String: Any]] ?? []
                #expect(warnings.count { $0["kind"] as? String == "noSentenceModel" } == 1, "\(kept)")
                let entry = try await browser.post("/v1/journal", ["text": "A calm day with a long walk."])
                let analysis = try await browser.analysis(of: entry)
                #expect((analysis["verdict"] as? [String: Any])?["withoutModel"] as? Bool == true, "\(analysis)")
                // The page shows that warning above everything else.
                #expect(try await browser.get("/").text.contains("id=\"no-model\""))

                for service in [ServiceName.safety, .sentiment, .coaching] {
                    let metrics = try await Browser(try stack.healthAddress(of: service)).get("/metrics").text
                    #expect(metrics.contains("\npulsum_sentence_model_present 0\n"), "\(service)")
                }
            }
        }

        @Test(
            "SAF-7 With the model nothing says so, and a service that dies runs on without it when it has vanished",
            .needs(.sentenceModel))
        func vanishes() async throws {
            let scratch = try Scratch()
            let model = scratch.file("model")
            try FileManager.default.createDirectory(atPath: model, withIntermediateDirectories: true)
            for name in try FileManager.default.contentsOfDirectory(atPath: SentenceModel.folder) {
                try FileManager.default.createSymbolicLink(
                    atPath: "\(model)/\(name)", withDestinationPath: "\(SentenceModel.folder)/\(name)")
            }
            try await Stack.start(environment: ["PULSUM_MODEL": model], scratch: scratch).during { stack in
                let judged = try await stack.bus.request(Classify(text: "I slept well", country: "DE"))
                #expect(judged.withoutModel == nil)
                #expect(try await !stack.pulsum("status").output.contains("sentence model"))
                let metrics = try await Browser(try stack.healthAddress(of: .safety)).get("/metrics").text
                #expect(metrics.contains("\npulsum_sentence_model_present 1\n"))

                try FileManager.default.removeItem(atPath: model)
                let pid = try #require(stack.processIDs(of: .safety).first)
                kill(pid, SIGKILL)
                let verdict = try await eventually("safety answers again") {
                    try? await stack.bus.request(Classify(text: "I want to kill myself", country: "DE"))
                }
                #expect(verdict.level == .crisis && verdict.withoutModel == true)
            }
        }
    }
}
