import Bus
import Messages
import Storage

/// The bus library's counters, for `/metrics`. The socket loop counts by type and outcome in plain integers (9 ns); to
/// look up a `Counter` of swift-metrics for each request takes 197 ns, a fortieth of a round trip.
enum BusFigures {
    /// - Parameter service: the service of this process.
    static func families(_ statistics: BusStatistics, of service: ServiceName) -> [Family] {
        var families: [Family] = []
        for (name, side, outcomes, requester) in [
            ("requested", "Requests this process made", statistics.requested, service),
            ("handled", "Requests this process answered", statistics.handled, nil),
        ] {
            var count = Family("pulsum_bus_\(name)_total", "\(side), by type and outcome.", .counter)
            var latency = Family("pulsum_bus_\(name)_seconds", "\(side): time to the answer.", .histogram)
            for (type, outcome) in outcomes.sorted(by: { $0.key < $1.key }) {
                guard !Topology.isRevealing(type, requestedBy: requester) else { continue }
                let failures = outcome.failures.values.reduce(0, +)
                count.add(["type": "\(type)", "outcome": "ok"], Double(outcome.count - failures))
                for (code, number) in outcome.failures.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                    count.add(["type": "\(type)", "outcome": "\(code)"], Double(number))
                }
                latency.add(
                    ["type": "\(type)"],
                    Histogram(bounds: LatencyHistogram.bounds, counts: outcome.latency.counts, sum: outcome.latency.sum)
                )
            }
            families += [count, latency]
        }
        families.append(HandshakeFigures.family("pulsum_bus_handshake_failures_total", statistics.handshakeFailures))
        func family(_ name: String, _ help: String, _ kind: Family.Kind, _ value: Double) {
            var family = Family(name, help, kind)
            family.add(value)
            families.append(family)
        }
        family(
            "pulsum_bus_retries_total", "Requests sent again because a broker went away.", .counter,
            Double(statistics.retries))
        family("pulsum_bus_published_total", "Events told to the mirror.", .counter, Double(statistics.published))
        family(
            "pulsum_bus_refused_frames_total", "Frames without a valid header.", .counter,
            Double(statistics.refusedFrames))
        family("pulsum_bus_pending", "Requests that wait for their answer.", .gauge, Double(statistics.pending))
        family("pulsum_bus_running", "Handlers that run.", .gauge, Double(statistics.running))
        family(
            "pulsum_bus_hung_handlers", "Handlers past their budget that have not stopped.", .gauge,
            Double(statistics.hung))
        family("pulsum_bus_brokers", "Brokers that answer.", .gauge, Double(statistics.connectedBrokers))
        return families
    }
}

/// Failed handshakes, for `/metrics`.
public enum HandshakeFigures {
    /// One counter with a sample per cause. Every cause starts at 0, so that an alert sees the first increase.
    public static func family(_ name: String, _ failures: [HandshakeFailure: Int64]) -> Family {
        var family = Family(name, "Connections refused or failed during the handshake, by likely cause.", .counter)
        for cause in HandshakeFailure.allCases { family.add(["cause": cause.rawValue], Double(failures[cause] ?? 0)) }
        return family
    }
}

/// The store's counters, its last backup and the length of its outbox, for `/metrics`.
enum StoreFigures {
    /// - Parameter lastBackup: nil if none is known. On a server it need not be: its own tools make backups.
    static func families(_ store: Store, lastBackup: Milliseconds?) async -> [Family] {
        let statistics = store.statistics
        var transactions = Family("pulsum_store_transactions_total", "Commits, each with one fsync.", .counter)
        transactions.add(Double(statistics.transactions))
        var writes = Family("pulsum_store_writes_total", "Writes that shared these commits.", .counter)
        writes.add(Double(statistics.writes))
        var retries = Family(
            "pulsum_store_retries_total", "Transactions that ran again after a conflict or a lost connection.", .counter
        )
        retries.add(Double(statistics.retries))
        var families = [transactions, writes, retries]
        if let secured = lastBackup ?? (store.address.spansMachines ? nil : store.created) {
            var backup = Family(
                "pulsum_backup_timestamp_seconds",
                "When the last backup was made, or the database if there is none; Unix time.", .gauge)
            backup.add(Double(secured) / 1000)
            families.append(backup)
        }
        guard let outbox = try? await store.parkedLanes(), let waiting = try? await store.pendingEvents() else {
            return families
        }
        var pending = Family("pulsum_outbox_pending", "Events committed and not yet acknowledged, by consumer.", .gauge)
        let consumers = Set(Topology.events.filter { $0.producer == store.service }.flatMap(\.consumers))
        let named = consumers.union(waiting.keys).filter { !Topology.isRevealing(eventsOf: store.service, to: $0) }
        for consumer in named.sorted(by: { $0.rawValue < $1.rawValue }) {
            pending.add(["consumer": consumer.rawValue], Double(waiting[consumer] ?? 0))
        }
        var parked = Family("pulsum_outbox_parked_lanes", "Lanes that wait for a person or a newer consumer.", .gauge)
        parked.add(Double(outbox.lanes.count))
        return families + [pending, parked]
    }
}
