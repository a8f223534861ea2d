import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// The operator's view of a running installation.
@Suite(.serialized, .tags(.processes)) struct SeeingTests {
    @Test(
        "An answer's X-Trace-ID leads through the processes; bus top shows rates; a metric without a person in it",
        .timeLimit(.minutes(3)), .tags(.sharedStack))
    func traceAndTop() async throws {
        try await Stack.shared { stack in
            let user = try await stack.makeAccount()
            let browser = Browser(stack.url)
            _ = try await browser.post("/v1/sessions", ["name": "Ada", "password": "correct horse battery"])
            let answer = try await browser.get("/v1/score?day=2026-06-01")
            let id = try #require(answer.traceID)

            let tree = try await stack.pulsum("bus", "trace", id)
            #expect(tree.status == 0, "\(tree.errors)")
            #expect(tree.output.contains("api → scoring ScoreQuery"), "\(tree.output)")
            #expect(
                tree.output.contains("in all") && tree.output.contains("in the queue")
                    && tree.output.contains("at scoring"), "\(tree.output)")
            // A journal entry causes a further request: sentiment calls safety.
            let entry = try await browser.post("/v1/journal", ["text": "A walk in the rain."])
            let far = try await stack.pulsum("bus", "trace", try #require(entry.traceID))
            #expect(
                far.output.contains("api → sentiment SubmitJournal") && far.output.contains("  +")
                    && far.output.contains("Classify"), "\(far.output)")
            #expect(!far.output.contains("\(user)"))
            // Its event passes through the outbox to the consumers; scoring's commit is a child of the consumption.
            let whole = try await eventually("the event is heard and scored") { () -> String? in
                let tree = try await stack.pulsum("bus", "trace", entry.traceID ?? "").output
                return tree.contains("scoring ⇒ coaching ScoreUpdated") && !tree.contains("does not remember")
                    ? tree : nil
            }
            for consumer in ["scoring", "coaching"] {
                let line = try #require(
                    whole.split(separator: "\n").first { $0.contains("sentiment ⇒ \(consumer) JournalEntryChanged") },
                    "\(whole)")
                #expect(line.contains("ms on its way") && line.contains("ms at \(consumer)"), "\(whole)")
            }
            let depths = whole.split(separator: "\n").compactMap { line in
                ["SubmitJournal", "sentiment ⇒ scoring", "scoring ⇒ coaching"].firstIndex { line.contains($0) }.map {
                    ($0, line.prefix { $0 == " " }.count)
                }
            }
            #expect(Dictionary(depths, uniquingKeysWith: { first, _ in first }) == [0: 0, 1: 2, 2: 4], "\(whole)")

            let list = try await stack.pulsum("bus", "trace")
            #expect(list.output.contains(id), "\(list.output)")
            let json = try await stack.pulsum("bus", "trace", id, "--json")
            #expect(
                (try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])?["spans"] is [Any])
            let unknown = try await stack.pulsum("bus", "trace", "00000000000000000000000000000001")
            #expect(unknown.status == 0 && unknown.output.contains("Nobody remembers"))
            let wrong = try await stack.pulsum("bus", "trace", "yesterday")
            #expect(wrong.status != 0 && wrong.errors.contains("32 hexadecimal digits"))

            async let top = stack.pulsum("bus", "top", "--interval", "0.5", "--count", "2")
            for _ in 0..<20 {
                _ = try await stack.bus.request(ScoreQuery(user: user, day: World.lastDay, today: World.lastDay))
            }
            let table = try await top
            #expect(table.status == 0, "\(table.errors)")
            #expect(
                table.output.contains("p99 ms")
                    && table.output.split(separator: "\n").count { $0.hasPrefix("scoring") } == 2, "\(table.output)")
        }
    }

    @Test(
        "Prometheus finds every process by itself and scrapes it; the alert rules and the dashboard ask for metrics that exist",
        .needs(.prometheus), .timeLimit(.minutes(4)))
    func prometheus() async throws {
        let installed = try #require(Requirement.prometheusFolder)
        let monitoring = Repository.path("deploy/monitoring")
        try await Stack.run(["--scale", "scoring=2"]) { stack in
            _ = try await stack.makeAccount()
            let scratch = try Scratch()
            defer { scratch.remove() }
            // As the file configures it, with the data directory in place of its default. Scraped often, without a name
            // lookup.
            let configuration = try String(contentsOfFile: monitoring + "/prometheus.yml", encoding: .utf8)
                .replacingOccurrences(of: "/var/lib/pulsum", with: stack.directory).replacingOccurrences(
                    of: "15s", with: "1s"
                )
                .replacingOccurrences(of: "rule_files: [alerts.yml]", with: "rule_files: [\(monitoring)/alerts.yml]")
            let path = scratch.path + "/prometheus.yml"
            try configuration.write(toFile: path, atomically: true, encoding: .utf8)
            let check = try await Executable.run(installed + "/promtool", ["check", "config", path])
            #expect(check.status == 0, "\(check.errors)")
            // A wait of 3 s raises the alert, one of 1 s does not. Waits without a score raise another one, unless as
            // many ended or as many recalculations changed no score. One in a hundred transactions may run again, a
            // withdrawal may be pending for minutes, and the oldest backup of a service is at most eight days old.
            let cases = scratch.path + "/alerts-test.yml"
            try """
            rule_files: [\(monitoring)/alerts.yml]
            evaluation_interval: 1m
            tests:
              - interval: 1m
                input_series:
                  - {series: 'pulsum_wait_seconds_bucket{what="chat",le="1"}', values: '0+0x60'}
                  - {series: 'pulsum_wait_seconds_bucket{what="chat",le="2"}', values: '0+0x60'}
                  - {series: 'pulsum_wait_seconds_bucket{what="chat",le="3"}', values: '0+1x60'}
                  - {series: 'pulsum_wait_seconds_bucket{what="chat",le="+Inf"}', values: '0+1x60'}
                  - {series: 'pulsum_wait_seconds_bucket{what="page",le="1"}', values: '0+1x60'}
                  - {series: 'pulsum_wait_seconds_bucket{what="page",le="2"}', values: '0+1x60'}
                  - {series: 'pulsum_wait_seconds_bucket{what="page",le="+Inf"}', values: '0+1x60'}
                  - {series: 'pulsum_waits_expired_total{what="journal_to_next_score"}', values: '0+1x60'}
                  - {series: 'pulsum_wait_seconds_count{what="journal_to_next_score"}', values: '0x60'}
                  - {series: 'pulsum_scoring_unchanged_total{service="scoring"}', values: '0x60'}
                  - {series: 'pulsum_waits_expired_total{what="import_to_next_score"}', values: '0+1x60'}
                  - {series: 'pulsum_wait_seconds_count{what="import_to_next_score"}', values: '0+2x60'}
                  - {series: 'pulsum_gateway_pending_withdrawals', values: '0x20 1x2 0x10 2x30'}
                  - {series: 'pulsum_broker_workers{service="goals"}', values: '1x40'}
                  - {series: 'pulsum_store_retries_total{service="goals"}', values: '0+3x60'}
                  - {series: 'pulsum_store_transactions_total{service="goals"}', values: '0+240x60'}
                  - {series: 'pulsum_store_retries_total{service="plans"}', values: '0+3x60'}
                  - {series: 'pulsum_store_transactions_total{service="plans"}', values: '0+400x60'}
                  - {series: 'pulsum_store_retries_total{service="api"}', values: '0+1x60'}
                  - {series: 'pulsum_store_transactions_total{service="api"}', values: '0+1x60'}
                promql_expr_test:
                  - expr: count by (what) (ALERTS{alertname="PeopleWait", alertstate="firing"})
                    eval_time: 50m
                    exp_samples: [{labels: '{what="chat"}', value: 1}]
                  - expr: count by (what) (ALERTS{alertname="ScoresMissing", alertstate="firing"})
                    eval_time: 50m
                    exp_samples: [{labels: '{what="journal_to_next_score"}', value: 1}]
                  - expr: count by (service) (ALERTS{alertname="TransactionsRepeat", alertstate="firing"})
                    eval_time: 50m
                    exp_samples: [{labels: '{service="goals"}', value: 1}]
                  - {expr: 'count(ALERTS{alertname="NothingAnswers", alertstate="firing"})', eval_time: 40m}
                  - expr: count(ALERTS{alertname="NothingAnswers", alertstate="firing"})
                    eval_time: 50m
                    exp_samples: [{value: 1}]
                  - {expr: 'count(ALERTS{alertname="WithdrawalsPending", alertstate="firing"})', eval_time: 28m}
                  - expr: count(ALERTS{alertname="WithdrawalsPending", alertstate="firing"})
                    eval_time: 50m
                    exp_samples: [{value: 1}]
              - interval: 1m
                input_series:
                  - {series: 'pulsum_waits_expired_total{what="journal_to_next_score"}', values: '0+1x60'}
                  - {series: 'pulsum_wait_seconds_count{what="journal_to_next_score"}', values: '0x60'}
                  - {series: 'pulsum_scoring_unchanged_total{service="scoring"}', values: '0+1x60'}
                promql_expr_test: [{expr: 'count(ALERTS{alertname="ScoresMissing"})', eval_time: 50m}]
              # Without scoring nobody counts what changed no score.
              - interval: 1m
                input_series:
                  - {series: 'pulsum_waits_expired_total{what="journal_to_next_score"}', values: '0+1x60'}
                  - {series: 'pulsum_wait_seconds_count{what="journal_to_next_score"}', values: '0x60'}
                promql_expr_test:
                  - expr: count(ALERTS{alertname="ScoresMissing", alertstate="firing"})
                    eval_time: 50m
                    exp_samples: [{value: 1}]
              - interval: 1m
                input_series:
                  - {series: 'pulsum_backup_timestamp_seconds{service="api"}', values: '0x120'}
                  - {series: 'pulsum_backup_timestamp_seconds{service="goals"}', values: '-689400x120'}
                promql_expr_test:
                  - {expr: 'count(ALERTS{alertname="BackupOld"})', eval_time: 30m}
                  - expr: count(ALERTS{alertname="BackupOld", alertstate="firing"})
                    eval_time: 100m
                    exp_samples: [{value: 1}]
            """.write(toFile: cases, atomically: true, encoding: .utf8)
            let tested = try await Executable.run(installed + "/promtool", ["test", "rules", cases])
            #expect(tested.status == 0, "\(tested.output)\(tested.errors)")

            let address = "127.0.0.1:\(try freePort())"
            let server = try ChildProcess(
                installed + "/prometheus",
                [
                    "--config.file=\(path)", "--storage.tsdb.path=\(scratch.path)/data",
                    "--web.listen-address=\(address)", "--log.level=error",
                ])
            // Released, it ends.
            defer { withExtendedLifetime(server) {} }
            let prometheus = Browser("http://\(address)")
            func result(_ expression: String) async throws -> [[String: Any]]? {
                var query = URLComponents()
                query.queryItems = [URLQueryItem(name: "query", value: expression)]
                let text = (query.percentEncodedQuery ?? "").replacingOccurrences(of: "+", with: "%2B")
                guard let answer = try? await prometheus.get("/api/v1/query?" + text), answer.status == 200 else {
                    return nil
                }
                return (answer.json["data"] as? [String: Any])?["result"] as? [[String: Any]]
            }
            // Every service, one of them twice, and the broker.
            let processes = Topology.services.count + 2
            try await eventually("Prometheus has scraped all \(processes) processes", within: .seconds(60)) {
                try await result(#"up{job="pulsum"} == 1"#)?.count == processes ? () : nil
            }
            let workers = try await eventually("the broker's figures keep their service") {
                try await result(#"pulsum_broker_workers{service="scoring"} == 2"#)?.isEmpty == false ? true : nil
            }
            #expect(workers)

            // Every metric in a rule or a panel is scraped.
            let texts = try ["alerts.yml", "grafana-dashboard.json"].map {
                try String(contentsOfFile: "\(monitoring)/\($0)", encoding: .utf8)
            }.joined()
            let names = Set(texts.matches(of: /\b(?:pulsum|process)_[a-z_]+/).map { String($0.output) })
            #expect(names.count >= 12)
            for name in names.sorted() {
                _ = try await eventually("\(name) is scraped") {
                    try await result("count({__name__=\"\(name)\"})")?.isEmpty == false ? true : nil
                }
            }
            // Every expression of the dashboard is valid.
            let dashboard =
                try JSONSerialization.jsonObject(
                    with: Data(contentsOf: URL(fileURLWithPath: monitoring + "/grafana-dashboard.json")))
                as? [String: Any]
            let panels = try #require(dashboard?["panels"] as? [[String: Any]])
            let expressions = panels.flatMap {
                ($0["targets"] as? [[String: Any]] ?? []).compactMap { $0["expr"] as? String }
            }
            #expect(expressions.count >= panels.count)
            for expression in expressions {
                #expect(
                    try await result(expression.replacingOccurrences(of: "$__rate_interval", with: "1m")) != nil,
                    "\(expression)")
            }
            for rule in ["ServiceHasNoWorker", "ProcessDown"] {
                #expect(try await result("ALERTS{alertname=\"\(rule)\",alertstate=\"firing\"}")?.isEmpty == true)
            }
        }
    }

    /// A port without a listener; the kernel assigns it to no other process for a while.
    private func freePort() throws -> UInt16 {
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(file) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(file, $0, size) == 0 && getsockname(file, $0, &size) == 0
            }
        }
        try #require(code)
        return UInt16(bigEndian: address.sin_port)
    }
}
