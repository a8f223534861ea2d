import Fixtures
import Messages
import TestTraits
import Testing

@testable import Storage

/// The plans of the statements that run all the time.
@Suite(.needs(.postgres), .timeLimit(.minutes(2)), .tags(.processes)) struct PostgresPlanTests {
    /// Tables of one row, or read at the start only.
    private static let small = ["storage_meta", "storage_migrations"]

    @Test("Every statement of commands, events, relays, due work, leases and erasures finds its rows by an index")
    func indexes() async throws {
        let url = try await PostgresCluster.running.url()
        let scratch = try Scratch()
        let key = try MasterKey.loadOrCreate(path: scratch.file("master.key"))
        func open(_ service: ServiceName) throws -> Store {
            // One connection, so that it knows every statement.
            let address = try #require(
                PostgresAddress(
                    url, service: "\(service)", installation: "plan\(scratch.path.suffix(8))", connections: 1))
            return try Store(at: .server(address), service: service, key: key, migrations: notes)
        }
        let (producer, consumer) = (try open(.sentiment), try open(.coaching))
        try await work(producer, consumer)
        var statements = 0
        for store in [producer, consumer] {
            let plans = try await store.write { try Self.plans($0) }
            statements += plans.count
            for (statement, plan) in plans {
                let scans = plan.filter { $0.contains("Seq Scan") }
                #expect(
                    scans.allSatisfy { scan in Self.small.contains { scan.contains("on \($0)") } },
                    "\(statement)\n\(plan.joined(separator: "\n"))")
            }
        }
        #expect(statements > 40)
    }

    private func work(_ producer: Store, _ consumer: Store) async throws {
        let user = UserID.random()
        for number in 1...3 {
            _ = try await producer.command(.random(), user: user) { transaction in
                try transaction.put(number, user: user)
                try transaction.emit(Noted(user: user, number: Int64(number)), id: .random(), to: [.coaching])
                return Empty()
            }
        }
        let relay = Task {
            await Relay(store: producer).run { _, batch in
                try await consumer.receive(batch) { event, user, transaction in
                    try transaction.put(Int(event.sequence), user: user)
                }
            }
        }
        while try await producer.parkedLanes().pending > 0 { try await Task.sleep(for: .milliseconds(10)) }
        relay.cancel()
        await relay.value
        let clock = SetClock()
        let duty = Duty(store: consumer, clock: clock)
        try await duty.schedule(user, at: clock.now)
        #expect(try await duty.worker().round() == 1)
        let postponed = duty.worker(before: { _ in throw Fault() })
        clock.step(2 * week)
        #expect(try await postponed.round() == 1)
        _ = try await consumer.secret("pepper")
        _ = try await producer.erase(user)
        _ = try await consumer.isErased(user)
    }

    /// The plan of each statement that this connection compiled, without regard to arguments.
    private static func plans(_ transaction: Transaction) throws -> [(statement: String, plan: [String])] {
        guard case .postgres(let connection) = transaction.session else { return [] }
        let statements = try transaction.rows(
            "SELECT name, statement, cardinality(parameter_types) AS count FROM pg_prepared_statements")
        try connection.command("SET LOCAL plan_cache_mode = force_generic_plan")
        return try statements.compactMap { row in
            let (name, statement): (String, String) = (try row["name"], try row["statement"])
            guard !statement.contains("pg_") else { return nil }
            let arguments = Array(repeating: "NULL", count: try row["count"]).joined(separator: ", ")
            let execute = "EXPLAIN EXECUTE \(name)" + (arguments.isEmpty ? "" : "(\(arguments))")
            return (statement, try connection.lines(execute))
        }
    }
}

extension PostgresConnection {
    /// The first column of every row of a statement without arguments.
    fileprivate func lines(_ text: String) throws -> [String] {
        let result = try run(text)
        return (0..<result.rows).map { Columns(source: .postgres(result, row: $0)).text(0) ?? "" }
    }
}
