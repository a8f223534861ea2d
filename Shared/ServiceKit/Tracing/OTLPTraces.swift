import Bus
import Foundation
import Messages

/// The body of an OTLP/HTTP trace export in JSON (OTLP 1.x, `ExportTraceServiceRequest`).
struct OTLPTraces: Encodable {
    let resourceSpans: [ResourceSpans]

    struct ResourceSpans: Encodable {
        let resource: Resource
        let scopeSpans: [ScopeSpans]
    }
    struct Resource: Encodable { let attributes: [Attribute] }
    struct ScopeSpans: Encodable {
        struct Scope: Encodable { let name, version: String }
        let scope: Scope
        let spans: [Span]
    }
    struct Attribute: Encodable {
        /// 64-bit integers are strings in OTLP's JSON.
        struct Value: Encodable {
            var stringValue: String?
            var intValue: String?
        }
        let key: String
        let value: Value

        init(_ key: String, _ value: FinishedSpan.Value) {
            self.key = key
            self.value =
                switch value {
                case .text(let text): Value(stringValue: text)
                case .number(let number): Value(intValue: "\(number)")
                }
        }
    }
    struct Span: Encodable {
        struct Status: Encodable {
            /// 2 is ERROR, 0 UNSET.
            let code: Int
        }
        let traceId, spanId: String
        let parentSpanId: String?
        let name: String
        let kind: Int
        let startTimeUnixNano, endTimeUnixNano: String
        let attributes: [Attribute]
        let status: Status

        init(_ span: FinishedSpan) {
            (traceId, spanId) = ("\(span.trace)", span.id.hexadecimal)
            parentSpanId = span.parent == 0 ? nil : span.parent.hexadecimal
            (name, kind) = (span.name, span.kind.rawValue)
            (startTimeUnixNano, endTimeUnixNano) = ("\(span.start)", "\(span.end)")
            attributes = span.attributes.map { Attribute($0.key, $0.value) }
            status = Status(code: span.failed ? 2 : 0)
        }
    }

    /// - Parameter instance: `service.instance.id`, which tells replicas apart.
    init(_ spans: [FinishedSpan], service: String, instance: String) {
        let resource = Resource(attributes: [
            Attribute("service.namespace", .text("pulsum")), Attribute("service.name", .text(service)),
            Attribute("service.instance.id", .text(instance)), Attribute("service.version", .text(Release.name)),
        ])
        resourceSpans = [
            ResourceSpans(
                resource: resource,
                scopeSpans: [
                    ScopeSpans(scope: .init(name: "pulsum", version: Release.name), spans: spans.map { Span($0) })
                ])
        ]
    }

    /// The body's bytes.
    var body: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { Array($0) } ?? []
    }
}
