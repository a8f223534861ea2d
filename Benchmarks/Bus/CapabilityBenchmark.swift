import Bus
import Fixtures
import Foundation
import Messages
import ServiceKit

/// The cost that a capability adds to a request: created and verified afresh, and found in both caches, the usual case.
enum CapabilityBenchmark {
    private static let rounds = 50_000

    static func run(arguments: [String]) async throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        try Tokens(directory: scratch.path).create()
        let keys = CapabilityKeys(directories: [scratch.path])
        let mint = try CapabilityIssuer(keys)
        let guardian = try CapabilityVerifier(.scoring, keys)
        let people = (0..<rounds).map { _ in UserID.random() }
        var fields: [CapabilityField] = []
        fields.reserveCapacity(rounds)

        func microseconds(_ body: (Int) throws -> Void) rethrows -> Double {
            let start = ContinuousClock.now
            for round in 0..<rounds { try body(round) }
            return (ContinuousClock.now - start) / .microseconds(1) / Double(rounds)
        }
        let making = microseconds { round in
            if let field = mint.ready(ScoreQuery.type, user: people[round], audience: .scoring) { fields.append(field) }
        }
        let finding = microseconds { _ in _ = mint.ready(ScoreQuery.type, user: people[0], audience: .scoring) }
        // The bytes as a worker reads them at the end of a payload: without tag, length and count.
        let sets = fields.compactMap { CapabilitySet(bytes: Array($0.bytes.dropFirst(6).dropLast())) }
        guard sets.count == rounds else { throw BenchmarkError("a capability could not be made") }
        let checking = try microseconds { round in try guardian.check(ScoreQuery.type, user: people[round], sets[round])
        }
        let last = rounds - 1
        let knowing = try microseconds { _ in try guardian.check(ScoreQuery.type, user: people[last], sets[last]) }

        var table = Table("Capabilities, µs each", ["", "first", "again"])
        table.row("the API makes one", Table.number(making), Table.number(finding))
        table.row("a service checks one", Table.number(checking), Table.number(knowing))
        table.print()
        // 5 % of a round trip of about 100 µs with one request in flight.
        Table.goal("µs for a capability that was made and checked before", measured: finding + knowing, atMost: 5)
    }
}
