import Bus
import Fixtures
import Foundation
import Synchronization
import SystemKit
import TestTraits
import Testing

@testable import ServiceKit

@Suite(.tags(.processes)) struct TraceExporterTests {
    @Test("The queue of spans is bounded; what does not fit is counted")
    func bounded() async throws {
        let metrics = PrometheusRegistry()
        let exporter = try TraceExporter("http://127.0.0.1:9", service: .scoring, metrics: metrics)
        let tracer = BusTracer(record: exporter.record)
        for _ in 0..<TraceExporter.capacity + 7 { tracer.withSpan("x", ofKind: .server) { _ in } }
        let text = await metrics.text()
        #expect(text.contains("pulsum_otlp_spans_total{outcome=\"dropped\"} 7\n"))
        #expect(text.contains("pulsum_otlp_spans_total{outcome=\"sent\"} 0\n"))
    }

    @Test("A collector must be plain http in the private network")
    func refused() {
        for url in [
            "http://8.8.8.8:4318", "https://127.0.0.1:4318", "http://me@127.0.0.1", "http://127.0.0.1:99999",
        ] {
            #expect(throws: StartFailure.self, "\(url)") {
                try TraceExporter(url, service: .scoring, metrics: PrometheusRegistry())
            }
        }
    }

    @Test("Spans are OTLP in JSON: ids in hexadecimal, times as text")
    func encoding() throws {
        let spans = Box()
        BusTracer { span in spans.value.withLock { $0.append(span) } }.withSpan("GET /v1/score", ofKind: .server) {
            $0.attributes["http.response.status_code"] = 200
        }
        let span = try #require(spans.value.withLock { $0.first })
        let body = OTLPTraces([span], service: "api", instance: "7").body
        let json = try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
        let resource = try #require((json["resourceSpans"] as? [[String: Any]])?.first)
        let scope = try #require((resource["scopeSpans"] as? [[String: Any]])?.first)
        let one = try #require((scope["spans"] as? [[String: Any]])?.first)
        #expect(one["traceId"] as? String == "\(span.trace)" && (one["spanId"] as? String)?.count == 16)
        #expect(one["parentSpanId"] == nil && one["kind"] as? Int == 2)
        #expect(one["startTimeUnixNano"] as? String == "\(span.start)")
        let attribute = try #require((one["attributes"] as? [[String: Any]])?.first)
        #expect((attribute["value"] as? [String: String]) == ["intValue": "200"])
    }

    @Test("A collector that fails is named once, and once more when it is well again; replicas have ids of their own")
    func changes() async throws {
        let collector = try await RecordingServer.start()
        let notices = Mutex<[BusNotice.Level]>([])
        func exporter() throws -> TraceExporter {
            try TraceExporter(
                collector.collectorURL, service: .scoring, metrics: PrometheusRegistry(),
                log: { notice in notices.withLock { $0.append(notice.level) } })
        }
        func send(_ exporter: TraceExporter, _ answer: RecordingServer.Answer) async -> Bool {
            collector.answer(answer)
            BusTracer(record: exporter.record).withSpan("x", ofKind: .server) { _ in }
            return await exporter.sendBatch(within: .seconds(10))
        }
        let first = try exporter()
        for (answer, isTaken) in [
            (RecordingServer.Answer.raw("{}"), true), (.status(503), false), (.status(500), false), (.raw("{}"), true),
            (.raw("{}"), true), (.status(500), false),
        ] {
            #expect(await send(first, answer) == isTaken)
        }
        #expect(notices.withLock { $0 } == [.warning, .info, .warning])
        #expect(try await send(exporter(), .raw("{}")))
        let instances = try collector.arrivals.compactMap { arrival -> String? in
            let body = try JSONSerialization.jsonObject(with: Data(arrival.body)) as? [String: Any]
            let resource = (body?["resourceSpans"] as? [[String: Any]])?.first?["resource"] as? [String: Any]
            let attribute = (resource?["attributes"] as? [[String: Any]])?.first {
                $0["key"] as? String == "service.instance.id"
            }
            return (attribute?["value"] as? [String: String])?["stringValue"]
        }
        #expect(instances.count == 7)
        #expect(Set(instances).count == 2)
        #expect(Set(instances.prefix(6)).count == 1)
        await collector.stop()
    }

    @Test("An address that does not answer leaves time for the name's next one")
    func secondAddress() async throws {
        let collector = try await RecordingServer.start()
        let port = try #require(UInt16(collector.collectorURL.split(separator: ":").last ?? ""))
        // A full queue of connections, whose kernel drops further ones without a word.
        let deaf = try FullListener(on: "127.0.0.2", port: port)
        defer { deaf.close() }
        let url = try PrivateURL("http://collector:\(port)", setting: "X", subject: "x") { _ in
            ["127.0.0.2", "127.0.0.1"]
        }
        collector.answer(.raw("{}"))
        let outcome = await CollectorConnection.post(
            [UInt8]("{}".utf8), to: url, path: "/v1/traces", within: .seconds(4))
        #expect(outcome == .answered(status: 200))
        await collector.stop()
    }

    private final class Box: Sendable { let value = Mutex<[FinishedSpan]>([]) }
}
