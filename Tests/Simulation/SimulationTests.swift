import Foundation
import TestTraits
import Testing

/// The bus's guarantees under seeded losses, deaths, pauses and partitions. To repeat one run: `PULSUM_SEED=…
/// deploy/test --filter Simulation`.
@Suite("The bus under a seeded scheduler", .serialized, .tags(.exhaustive))
struct SimulationTests {
    /// Seeds that found a fault once run every time.
    private static let redSeeds: [UInt64] = []

    @Test("A bus that loses nothing: schedules of 24,000 steps break no promise")
    func promises() {
        let seeds =
            ProcessInfo.processInfo.environment["PULSUM_SEED"].flatMap(UInt64.init).map { [$0] }
            ?? RunSize.part(of: Array(1...220), count: 40, always: Self.redSeeds)
        var (steps, commands, applied, answered) = (0, 0, 0, 0)
        for seed in seeds {
            let simulation = Simulation(seed: seed)
            let violations = simulation.run(steps: 24_000)
            #expect(violations.isEmpty, "PULSUM_SEED=\(seed): \(violations.first ?? "")\n\(simulation.state)")
            steps += simulation.steps
            commands += simulation.history.commandCount
            applied += simulation.history.applied
            answered += simulation.history.answered
        }
        print(
            "\(seeds.count) schedules, \(steps) steps: \(commands) commands, \(answered) requests ended, \(applied) events applied once and in order"
        )
        // A schedule that ends early proves less than it says.
        if seeds.count > 1 { #expect(steps >= seeds.count * 22_000) }
    }

    @Test("The same seed gives the same run", arguments: [3, 17, 92] as [UInt64])
    func replay(seed: UInt64) {
        let runs = (0..<2).map { _ in
            let simulation = Simulation(seed: seed)
            _ = simulation.run(steps: 6_000)
            return simulation.history.fingerprint
        }
        #expect(runs[0] == runs[1])
    }

    @Test("The checks bite: each classic mistake is found", arguments: Flaw.onDisk)
    func flaw(_ flaw: Flaw) {
        for seed in 1...220 as ClosedRange<UInt64> {
            if let violation = Simulation(seed: seed, flaw: flaw).run(steps: 24_000).first {
                return print("\(flaw.rawValue): found by seed \(seed): \(violation)")
            }
        }
        Issue.record("no schedule found \(flaw.rawValue)")
    }
}
