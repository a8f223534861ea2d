/// Times of calls that are made one after the other.
struct Latencies {
    let name: String
    /// Milliseconds, in the order of the calls.
    let times: [Double]

    var median: Double { Table.median(times) }
    var p99: Double { Table.percentile(times, 0.99) }

    /// Measures calls, after some that are not counted.
    /// - Parameters:
    ///   - rounds: the calls that count.
    ///   - warmUp: the calls before them.
    ///   - body: receives the number of the call; returns false for a reply that is not whole.
    init(_ name: String, rounds: Int = 400, warmUp: Int = 40, _ body: (Int) async throws -> Bool) async throws {
        var times: [Double] = []
        for round in 0..<warmUp + rounds {
            let start = ContinuousClock.now
            guard try await body(round) else { throw BenchmarkError("\(name): a reply was not whole") }
            if round >= warmUp { times.append((ContinuousClock.now - start) / .milliseconds(1)) }
        }
        (self.name, self.times) = (name, times)
    }

    static func printTable(_ title: String, _ measured: [Latencies]) {
        var table = Table(title, ["", "p50", "p99", "worst"])
        for one in measured {
            table.row(
                one.name, Table.number(one.median), Table.number(one.p99), Table.number(one.times.max() ?? 0))
        }
        table.print()
    }
}

/// The results of calls in order, at most `inFlight` at once.
func inParallel<T: Sendable>(
    _ count: Int, inFlight: Int = 16, _ body: @escaping @Sendable (Int) async throws -> T
) async throws -> [T] {
    try await withThrowingTaskGroup(of: (Int, T).self) { group in
        var (results, next) = ([T?](repeating: nil, count: count), 0)
        func start() {
            guard next < count else { return }
            let number = next
            group.addTask { (number, try await body(number)) }
            next += 1
        }
        for _ in 0..<inFlight { start() }
        while let (number, result) = try await group.next() {
            results[number] = result
            start()
        }
        return results.compactMap(\.self)
    }
}
