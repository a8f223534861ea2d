import Foundation

/// Durable events end to end between processes: committed by the producer, delivered, applied and committed by the
/// consumer, acknowledged; every step counts only once it is on disk. Compares with Redis Streams (`appendfsync
/// always`) and a PostgreSQL table with SKIP LOCKED, whose files are in the same directory.
///
///     pulsum-bench events [--directory PATH] [--rounds N]     PATH on the disk to measure, /tmp by default
enum EventsBenchmark {
    /// A load: independent writers, each waiting until its own events are on disk.
    struct Load {
        var writers: Int
        /// Events per commit of a writer.
        var batch: Int
        var count: Int
        static let users = 64
        /// Events that a consumer takes per read.
        static let taken = 256
    }

    /// Seconds on the machine's monotonic clock.
    struct Times {
        var began: Double
        var written: Double
        var acknowledged: Double
    }

    private static let loads = [Load(writers: 64, batch: 1, count: 40_000), Load(writers: 4, batch: 64, count: 80_000)]

    static func run(arguments: [String]) async throws {
        if try await EventsProcess.run(arguments) { return }
        var (base, rounds) = ("/tmp", 3)
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch (option, rest.popFirst()) {
            case ("--directory", let path?): base = path
            case ("--rounds", let number?): rounds = Int(number) ?? rounds
            default: throw BenchmarkError("say: pulsum-bench events [--directory PATH] [--rounds N]")
            }
        }
        let bytes = try EventsProcess.payloadBytes()
        var peers: [(name: String, run: (Load, String) throws -> Times)] = []
        var missing: [String] = []
        for peer in [RedisEvents.peer(bytes), PostgresEvents.peer(bytes)] {
            switch peer {
            case .success(let (name, run)): peers.append((name, run))
            case .failure(let error): missing.append(error.description)
            }
        }
        for load in loads {
            var table = Table(
                "durable events of \(bytes) bytes, \(load.writers) writers, \(load.batch) in each commit, \(Load.users) users; medians of \(rounds) rounds",
                ["", "events per second", "share of ours", "written per second"])
            var measured = [[Times]](repeating: [], count: peers.count + 1)
            for _ in 0..<rounds {
                let directory = "\(base)/pulsum-events-\(UInt64.random(in: 0 ... .max))"
                defer { try? FileManager.default.removeItem(atPath: directory) }
                try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
                measured[0].append(try await ours(load, directory + "/pulsum"))
                for (index, peer) in peers.enumerated() { measured[index + 1].append(try peer.run(load, directory)) }
            }
            let rates = measured.map { $0.map { Double(load.count) / ($0.acknowledged - $0.began) } }
            for (index, name) in (["Pulsum, sealed"] + peers.map(\.name)).enumerated() {
                table.row(
                    name, Table.number(Table.median(rates[index])),
                    Table.number(Table.median(zip(rates[index], rates[0]).map { $0 / $1 })),
                    Table.number(Table.median(measured[index].map { Double(load.count) / ($0.written - $0.began) })))
            }
            table.print()
            if load.batch == 1 {
                Table.goal(
                    "durable events per second, a commit for each", measured: Table.median(rates[0]), atLeast: 10_000)
                for (index, peer) in peers.enumerated() {
                    Table.goal(
                        "times \(peer.name), a commit for each",
                        measured: Table.median(zip(rates[0], rates[index + 1]).map { $0 / $1 }), atLeast: 1)
                }
            }
        }
        print(
            "  A writer waits until its own events are on disk. Pulsum and Redis gather what waits into one sync, PostgreSQL its 64 connections' commits."
        )
        print(
            "  Consumers take up to \(Load.taken) events at once. Pulsum seals every event and its effect (AES-GCM) and keeps the order of each user."
        )
        for sentence in missing { print("  " + sentence) }
    }

    private static func ours(_ load: Load, _ directory: String) async throws -> Times {
        try BusProcess.prepare(directory, names: ["ingestion", "scoring"])
        let own = Executables.own.path
        let broker = try Child(own, ["events", "broker", directory])
        let consumer = try Child(own, ["events", "consumer", directory])
        let producer = try Child(
            own,
            ["events", "producer", directory, "\(load.count)", "\(Load.users)", "\(load.writers)", "\(load.batch)"],
            reads: true)
        let figures = try producer.figures(3)
        consumer.end()
        broker.end()
        let applied = try await EventsProcess.applied(directory)
        guard applied == EventsProcess.warmUp + load.count else {
            throw BenchmarkError(
                "\(EventsProcess.warmUp + load.count) events were acknowledged, and \(applied) are there.")
        }
        return Times(began: figures[0] / 1e9, written: figures[1] / 1e9, acknowledged: figures[2] / 1e9)
    }
}
