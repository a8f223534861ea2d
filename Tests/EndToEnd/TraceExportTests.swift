import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// Traces of the real processes at a real collector.
@Suite(.serialized, .tags(.deadline)) struct TraceExportTests {
    /// One span as it arrived.
    struct Arrived {
        let service, trace, id, name: String
        let parent: String?
        let kind: Int
        let attributes: [String: String]
    }

    /// The kinds of OTLP.
    enum Kind { static let (server, client, producer, consumer) = (2, 3, 4, 5) }

    private static func spans(_ collector: RecordingServer) throws -> [Arrived] {
        try collector.arrivals.filter { $0.path == "/v1/traces" }.flatMap { arrival -> [Arrived] in
            let body = try JSONSerialization.jsonObject(with: Data(arrival.body)) as? [String: Any]
            return (body?["resourceSpans"] as? [[String: Any]] ?? []).flatMap { resource -> [Arrived] in
                let about = attributes((resource["resource"] as? [String: Any])?["attributes"])
                return (resource["scopeSpans"] as? [[String: Any]] ?? []).flatMap { scope in
                    (scope["spans"] as? [[String: Any]] ?? []).map { span in
                        Arrived(
                            service: about["service.name"] ?? "", trace: span["traceId"] as? String ?? "",
                            id: span["spanId"] as? String ?? "", name: span["name"] as? String ?? "",
                            parent: span["parentSpanId"] as? String, kind: span["kind"] as? Int ?? 0,
                            attributes: attributes(span["attributes"]))
                    }
                }
            }
        }
    }

    private static func attributes(_ list: Any?) -> [String: String] {
        let pairs = (list as? [[String: Any]] ?? []).map { one in
            let value = one["value"] as? [String: String] ?? [:]
            return (one["key"] as? String ?? "", value["stringValue"] ?? value["intValue"] ?? "")
        }
        return Dictionary(pairs, uniquingKeysWith: { $1 })
    }

    @Test(
        "COM-4 One journal entry is one trace across the processes, with requests, events, statements and the model; nothing in it says who or what",
        .timeLimit(.minutes(4)))
    func journal() async throws {
        let (collector, model) = (try await RecordingServer.start(), try await RecordingServer.start())
        let marker = "quetzalcanary"
        let environment = [
            "PULSUM_OTLP_URL": collector.collectorURL, "PULSUM_LOCAL_MODEL_URL": model.url,
            "PULSUM_LOCAL_MODEL_NAME": "small",
        ]
        try await Stack.run(environment: environment) { stack in
            let user = try await stack.makeAccount("Zanzibarcanary")
            let browser = Browser(stack.url)
            _ = try await browser.post("/v1/sessions", ["name": "Zanzibarcanary", "password": "correct horse battery"])
            model.answer(.chat(#"{"level":"safe","reason":"none"}"#), .chat(#"{"kind":"some","sentiment":0.5}"#))
            let answer = try await browser.post("/v1/journal", ["text": "A walk with the \(marker), happy and calm."])
            #expect(answer.status == 201)
            let id = try #require(answer.traceID)
            let hearing = Set(Topology.consumers(of: JournalEntryChanged.type).map(\.rawValue))
            let trace = try await eventually("the trace has arrived whole") { () -> [Arrived]? in
                let trace = try Self.spans(collector).filter { $0.trace == id }
                let known = Set(trace.map(\.id))
                let consumers = Set(
                    trace.filter { $0.name == "JournalEntryChanged" && $0.kind == Kind.consumer }.map(\.service))
                return consumers == hearing && trace.count { $0.parent == nil } == 1
                    && trace.allSatisfy { $0.parent.map(known.contains) ?? true }
                    && trace.contains { $0.name == "ScoreUpdated" && $0.service == "coaching" }
                    && trace.contains { $0.name == "chat" && $0.service == "safety" } ? trace : nil
            }
            #expect(Set(trace.map(\.id)).count == trace.count)

            func only(_ name: String, _ service: String, _ kind: Int, under parent: Arrived?) throws -> Arrived {
                try #require(
                    trace.first {
                        $0.name == name && $0.service == service && $0.kind == kind && $0.parent == parent?.id
                    }, "\(name) of \(service) in \(trace)")
            }
            let root = try only("POST /v1/journal", "api", Kind.server, under: nil)
            #expect(root.attributes["http.response.status_code"] == "201")
            let asked = try only("SubmitJournal", "api", Kind.client, under: root)
            let handled = try only("SubmitJournal", "sentiment", Kind.server, under: asked)
            let classify = try only("Classify", "sentiment", Kind.client, under: handled)
            let classified = try only("Classify", "safety", Kind.server, under: classify)
            _ = try only("chat", "safety", Kind.client, under: classified)
            _ = try only("chat", "sentiment", Kind.client, under: handled)
            for consumer in ["scoring", "coaching"] {
                let told = try #require(
                    trace.first {
                        $0.name == "JournalEntryChanged" && $0.kind == Kind.producer && $0.parent == handled.id
                            && $0.attributes["peer.service"] == consumer
                    }, "\(consumer)")
                _ = try only("JournalEntryChanged", consumer, Kind.consumer, under: told)
            }
            let write = try #require(
                trace.first {
                    $0.service == "sentiment" && $0.parent == handled.id
                        && $0.attributes["db.query.summary"]?.contains("INSERT storage_outbox") == true
                }, "\(trace)")
            #expect(write.attributes["db.system.name"] == "sqlite" && write.kind == Kind.client)

            let allowed: Set = [
                "http.request.method", "http.route", "http.response.status_code", "db.system.name", "db.query.summary",
                "db.operation.batch.size", "gen_ai.operation.name", "peer.service", "error.type",
            ]
            // Also routes with ids in their paths, chat, and a failed request.
            let entry = try #require(answer.json["id"] as? String)
            _ = try await browser.post("/v1/journal/\(entry)/not-a-crisis", [:])
            _ = try await browser.post("/v1/chat", ["text": "Does the \(marker) sleep?"])
            _ = try await browser.get("/v1/imports/\(entry)")
            try await eventually("they have arrived") {
                try Self.spans(collector).contains { $0.name.contains("/v1/imports") } ? () : nil
            }
            #expect(try Self.spans(collector).allSatisfy { $0.attributes.keys.allSatisfy(allowed.contains) })
            let bare = { (id: String) in id.replacing("-", with: "").lowercased() }
            let text = collector.arrivals.filter { $0.path == "/v1/traces" }.map {
                String(decoding: $0.body, as: UTF8.self).lowercased()
            }.joined()
            for secret in [
                marker, "zanzibarcanary", "\(user)".lowercased(), bare("\(user)"), bare(entry), entry.lowercased(),
            ] {
                #expect(!text.contains(secret), "\(secret)")
            }
            // An import's score, and the entry's, are announced to the API.
            let scratch = try Scratch()
            defer { scratch.remove() }
            let export = try Data(contentsOf: URL(fileURLWithPath: try World.export(in: scratch, days: 40)))
            #expect(try await browser.post("/v1/imports?name=export.zip", bytes: export).status == 202)
            let api = Browser(try stack.healthAddress(of: .api))
            try await eventually("every wait was measured") { () -> Void? in
                let metrics = String(decoding: try await api.get("/metrics").body, as: UTF8.self)
                #expect(metrics.contains("pulsum_otlp_spans_total{outcome=\"dropped\"} 0\n"))
                return ["journal_to_next_score", "import_to_next_score", "chat"].allSatisfy {
                    metrics.contains("pulsum_wait_seconds_count{what=\"\($0)\"} 1\n")
                } ? () : nil
            }
        }
        await collector.stop()
        await model.stop()
    }

    @Test(
        "A collector that hangs or is gone costs spans only, no time of a request nor of the end",
        .timeLimit(.minutes(4)))
    func slow() async throws {
        let collector = try await RecordingServer.start()
        let stack = try await Stack.start(environment: ["PULSUM_OTLP_URL": collector.collectorURL])
        try await stack.during(remove: false) { stack in
            _ = try await stack.makeAccount()
            let browser = Browser(stack.url)
            _ = try await browser.post("/v1/sessions", ["name": "Ada", "password": "correct horse battery"])
            func median() async throws -> Duration {
                var times: [Duration] = []
                for _ in 0..<40 {
                    let begin = ContinuousClock.now
                    #expect(try await browser.get("/v1/score").status == 200)
                    times.append(.now - begin)
                }
                return times.sorted()[20]
            }
            func count(_ outcome: String) async throws -> Int {
                let metrics = String(
                    decoding: try await Browser(try stack.healthAddress(of: .api)).get("/metrics").body, as: UTF8.self)
                return metrics.split(separator: "\n").first {
                    $0.hasPrefix("pulsum_otlp_spans_total{outcome=\"\(outcome)\"}")
                }.flatMap { $0.split(separator: " ").last.flatMap { Int($0) } } ?? -1
            }
            _ = try await median()
            let fast = try await median()
            try await eventually("spans were sent") { try await count("sent") > 0 ? () : nil }
            #expect(try await count("dropped") == 0)
            collector.answer(.hold)
            let held = try await median()
            try await eventually("spans were dropped", within: .seconds(30)) {
                try await count("dropped") > 0 ? () : nil
            }
            await collector.stop()
            let gone = try await median()
            print("median of a request: collector well \(fast), hanging \(held), gone \(gone)")
            #expect(held < fast * 3 + .milliseconds(100) && gone < fast * 3 + .milliseconds(100))
        }
        stack.scratch.remove()
    }

    @Test("A public collector, or one over TLS, is refused at the start, in a sentence", .timeLimit(.minutes(2)))
    func refused() async throws {
        for (program, url, reason) in [
            ("scoring", "http://8.8.8.8:4318", "8.8.8.8 is a public address"),
            ("broker", "http://[2001:db8::1]:4318", "2001:db8::1 is a public address"),
            ("api", "https://127.0.0.1:4318", "must begin with http://"),
        ] {
            let scratch = try Scratch()
            let result = try await Executable.run(
                Executable.folder.appendingPathComponent("pulsum-" + program).path, [],
                environment: ["PULSUM_DATA": scratch.file("data"), "PULSUM_OTLP_URL": url])
            #expect(result.status != 0)
            #expect((result.output + result.errors).contains("PULSUM_OTLP_URL"), "\(result.output)\(result.errors)")
            #expect((result.output + result.errors).contains(reason), "\(result.output)\(result.errors)")
            scratch.remove()
        }
    }
}
