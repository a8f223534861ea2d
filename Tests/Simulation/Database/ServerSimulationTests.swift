import Foundation
import TestTraits
import Testing

@testable import Storage

/// The guarantees of `SimulationTests` where several hosts share a database on a server: transactions that conflict,
/// commits whose answer is lost, leases that change hands, hosts that are cut off, a server that starts again. To
/// repeat one run: `PULSUM_SEED=… deploy/test --filter ServerSimulation`.
@Suite("The bus and a server under a seeded scheduler", .serialized, .tags(.exhaustive))
struct ServerSimulationTests {
    private static let seeds: ClosedRange<UInt64> = 1...80
    /// Seeds that found a fault once run every time.
    private static let redSeeds: [UInt64] = []
    private static let steps = 16_000

    @Test("A server that several hosts share: schedules of 16,000 steps break no promise")
    func promises() {
        let given = ProcessInfo.processInfo.environment["PULSUM_SEED"].flatMap(UInt64.init)
        var (steps, commands, applied) = (0, 0, 0)
        var tally: [Encounter: Int] = [:]
        let seeds = given.map { [$0] } ?? RunSize.part(of: Array(Self.seeds), count: 20, always: Self.redSeeds)
        for seed in seeds {
            let simulation = Simulation(seed: seed, hasServer: true)
            let violations = simulation.run(steps: Self.steps)
            #expect(violations.isEmpty, "PULSUM_SEED=\(seed): \(violations.first ?? "")\n\(simulation.state)")
            steps += simulation.steps
            commands += simulation.history.commandCount
            applied += simulation.history.applied
            tally.merge(simulation.tally, uniquingKeysWith: +)
        }
        let met = Encounter.allCases.map { "\($0): \(tally[$0, default: 0])" }.joined(separator: ", ")
        print("\(steps) steps: \(commands) commands, \(applied) events applied once and in order; \(met)")
        guard given == nil else { return }
        #expect(steps >= seeds.count * 18_000)
        // Some encounters are rare: only all schedules together meet each of them.
        if RunSize.isWhole {
            for encounter in Encounter.allCases { #expect(tally[encounter, default: 0] >= 20, "\(encounter)") }
        }
    }

    @Test("The same seed gives the same run", arguments: [2, 9, 31] as [UInt64])
    func replay(seed: UInt64) {
        let runs = (0..<2).map { _ in
            let simulation = Simulation(seed: seed, hasServer: true)
            _ = simulation.run(steps: 6_000)
            return simulation.history.fingerprint
        }
        #expect(runs[0] == runs[1])
    }

    @Test("The checks bite: each mistake with a server is found", arguments: Flaw.onServer)
    func flaw(_ flaw: Flaw) {
        for seed in Self.seeds {
            if let violation = Simulation(seed: seed, hasServer: true, flaw: flaw).run(steps: Self.steps).first {
                return print("\(flaw.rawValue): found by seed \(seed): \(violation)")
            }
        }
        Issue.record("no schedule found \(flaw.rawValue)")
    }
}
