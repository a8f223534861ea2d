import CoreMetrics
import Synchronization
import TestTraits
import Testing

@testable import ServiceKit

@Suite(.tags(.processes)) struct MetricsTests {
    @Test("Counters, gauges and histograms are Prometheus text, sorted by name")
    func text() async {
        let metrics = PrometheusRegistry()
        metrics.gauge("pulsum_b", "A gauge.").record(2.5)
        metrics.counter("pulsum_a_total", "A counter.", ["kind": "x"]).increment()
        metrics.counter("pulsum_a_total", "A counter.", ["kind": "x"]).increment(by: 2)
        metrics.counter("pulsum_a_total", "A counter.", ["kind": "y"]).increment()
        metrics.timer("pulsum_c_seconds", "A histogram.").recordMilliseconds(3)
        metrics.timer("pulsum_c_seconds", "A histogram.").recordSeconds(100)
        let text = await metrics.text()
        #expect(
            text.hasPrefix(
                """
                # HELP pulsum_a_total A counter.
                # TYPE pulsum_a_total counter
                pulsum_a_total{kind="x"} 3
                pulsum_a_total{kind="y"} 1
                # HELP pulsum_b A gauge.
                # TYPE pulsum_b gauge
                pulsum_b 2.5
                # HELP pulsum_c_seconds A histogram.
                # TYPE pulsum_c_seconds histogram
                pulsum_c_seconds_bucket{le="0.0005"} 0
                """))
        #expect(text.contains("pulsum_c_seconds_bucket{le=\"0.0025\"} 0\npulsum_c_seconds_bucket{le=\"0.005\"} 1\n"))
        #expect(
            text.hasSuffix(
                "pulsum_c_seconds_bucket{le=\"30\"} 1\npulsum_c_seconds_bucket{le=\"+Inf\"} 2\npulsum_c_seconds_sum 100.003\npulsum_c_seconds_count 2\n"
            ))
    }

    @Test("What stands in a label cannot break the text")
    func escaping() async {
        let metrics = PrometheusRegistry()
        metrics.gauge("pulsum_x", "Help\\ with\na line.", ["name": "a\"b\\c\nd"]).record(1)
        #expect(
            await metrics.text()
                == "# HELP pulsum_x Help\\\\ with\\na line.\n# TYPE pulsum_x gauge\npulsum_x{name=\"a\\\"b\\\\c\\nd\"} 1\n"
        )
    }

    @Test("Sources are asked at each scrape")
    func sources() async {
        let metrics = PrometheusRegistry()
        metrics.collect {
            var family = Family("pulsum_y_total", "Counted elsewhere.", .counter)
            family.add(["a": "1"], 7)
            return [family]
        }
        #expect(
            await metrics.text()
                == "# HELP pulsum_y_total Counted elsewhere.\n# TYPE pulsum_y_total counter\npulsum_y_total{a=\"1\"} 7\n"
        )
    }

    @Test("A counter never goes down")
    func monotonic() async {
        let metrics = PrometheusRegistry()
        metrics.counter("pulsum_z_total", "Z.").increment(by: 5)
        metrics.counter("pulsum_z_total", "Z.").increment(by: -3)
        #expect(await metrics.text().hasSuffix("pulsum_z_total 5\n"))
    }

    @Test("Names of other libraries become legal, equal instruments count into one series, a name keeps its type")
    func anyInstrument() async {
        let warnings = Mutex<[String]>([])
        let metrics = PrometheusRegistry { text in warnings.withLock { $0.append(text) } }
        let dimensions = [("status", "1"), ("path", "/marker")]
        for _ in 0..<2 { Counter(label: "http.requests", dimensions: dimensions, factory: metrics).increment() }
        for _ in 0..<2 { Gauge(label: "http.requests", factory: metrics).record(5) }
        Recorder(label: "sizes", factory: metrics).record(2.0)
        let text = await metrics.text()
        #expect(
            text.hasPrefix(
                "# HELP http_requests \n# TYPE http_requests counter\nhttp_requests{status=\"1\"} 2\n# HELP s"))
        #expect(text.hasSuffix("sizes_sum 2\nsizes_count 1\n"))
        #expect(warnings.withLock { $0 }.count == 1 && warnings.withLock { $0[0] }.contains("http_requests"))
    }

    @Test("A name that the text format cannot have keeps its help and its buckets under the legal name")
    func legalName() async {
        let metrics = PrometheusRegistry()
        metrics.timer("pulsum-d.seconds", "A histogram.", ["a:b": "1"], bounds: [7]).recordSeconds(5)
        #expect(
            await metrics.text().hasPrefix(
                """
                # HELP pulsum_d_seconds A histogram.
                # TYPE pulsum_d_seconds histogram
                pulsum_d_seconds_bucket{a_b="1",le="7"} 1
                """))
    }

    @Test("A process shows its memory, time and files")
    func process() async {
        let names = Set(ProcessFigures.families(release: "1", service: .scoring).map(\.name))
        #expect(
            names.isSuperset(of: [
                "pulsum_info", "process_resident_memory_bytes", "process_cpu_seconds_total", "process_open_fds",
            ]))
    }
}
