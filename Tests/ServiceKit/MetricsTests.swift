import Testing

@testable import ServiceKit

@Suite struct MetricsTests {
    @Test("Counters, gauges and histograms are Prometheus text, sorted by name")
    func text() async {
        let metrics = Metrics()
        metrics.set("pulsum_b", "A gauge.", to: 2.5)
        metrics.count("pulsum_a_total", "A counter.", ["kind": "x"])
        metrics.count("pulsum_a_total", "A counter.", ["kind": "x"], by: 2)
        metrics.count("pulsum_a_total", "A counter.", ["kind": "y"])
        metrics.observe("pulsum_c_seconds", "A histogram.", for: .milliseconds(3))
        metrics.observe("pulsum_c_seconds", "A histogram.", for: .seconds(100))
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
        let metrics = Metrics()
        metrics.set("pulsum_x", "Help\\ with\na line.", ["name": "a\"b\\c\nd"], to: 1)
        #expect(
            await metrics.text()
                == "# HELP pulsum_x Help\\\\ with\\na line.\n# TYPE pulsum_x gauge\npulsum_x{name=\"a\\\"b\\\\c\\nd\"} 1\n"
        )
    }

    @Test("Sources are asked at each scrape")
    func sources() async {
        let metrics = Metrics()
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
        let metrics = Metrics()
        metrics.count("pulsum_z_total", "Z.", by: 5)
        metrics.count("pulsum_z_total", "Z.", by: -3)
        #expect(await metrics.text().hasSuffix("pulsum_z_total 5\n"))
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
