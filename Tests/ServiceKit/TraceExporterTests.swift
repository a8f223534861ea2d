import Bus
import Foundation
import Synchronization
import Testing

@testable import ServiceKit

@Suite struct TraceExporterTests {
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

    private final class Box: Sendable { let value = Mutex<[FinishedSpan]>([]) }
}
