import Foundation
import TestTraits
import Testing

@testable import Gateway

/// Test arguments: all events within a budget, in any order.
extension BarrierWorld.Budget: CustomTestStringConvertible {
    var testDescription: String {
        let parts = [
            ("gateways", gateways), ("calls", calls), ("withdrawals", withdrawals), ("queries", queries),
            ("grants", grants), ("erasures", erasures),
            ("crashes", crashes), ("repeats", repeats), ("failures", failures), ("restores", restores),
            ("power cuts", powerCuts), ("hosts", hosts > 1 ? hosts : 0), ("cuts", cuts), ("dead hosts", hostDeaths),
            ("fences", fences), ("orderly ends", signOffs),
        ]
        return parts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
            + (beginsGranted ? "" : ", nobody asked before")
    }
}

@Suite(.tags(.exhaustive)) struct WithdrawalBarrierTests {
    /// Each budget with its number of worlds.
    private static let budgets: [(BarrierWorld.Budget, Int)] = [
        (BarrierWorld.Budget(gateways: 2, calls: 2, withdrawals: 1), 13_485),
        (BarrierWorld.Budget(gateways: 2, calls: 1, withdrawals: 1, queries: 1, grants: 1, crashes: 1), 35_343),
        (BarrierWorld.Budget(gateways: 2, calls: 1, withdrawals: 0, grants: 1, erasures: 2, crashes: 1), 39_098),
        (BarrierWorld.Budget(gateways: 3, calls: 2, withdrawals: 1, crashes: 1), 32_927),
        (BarrierWorld.Budget(gateways: 3, calls: 2, withdrawals: 1, grants: 1, crashes: 2), 214_462),
        // Grants and withdrawals that arrive late and repeatedly.
        (BarrierWorld.Budget(gateways: 2, calls: 1, withdrawals: 2, grants: 2, crashes: 1, repeats: 1), 711_673),
        (BarrierWorld.Budget(gateways: 3, calls: 1, withdrawals: 1, grants: 1, crashes: 2, repeats: 1), 66_991),
        (
            BarrierWorld.Budget(gateways: 2, calls: 1, withdrawals: 2, grants: 2, repeats: 1, beginsGranted: false),
            301_267
        ),
        // Failed commits, and their recovery by a power cut.
        (
            BarrierWorld.Budget(
                gateways: 2, calls: 1, withdrawals: 1, grants: 1, crashes: 1, failures: 2, powerCuts: 1), 21_455
        ),
        (BarrierWorld.Budget(gateways: 2, calls: 1, withdrawals: 1, erasures: 1, crashes: 1, failures: 1), 23_508),
        // A backup and its restore.
        (
            BarrierWorld.Budget(gateways: 2, calls: 1, withdrawals: 1, grants: 1, crashes: 1, repeats: 1, restores: 1),
            365_645
        ),
        (BarrierWorld.Budget(gateways: 2, calls: 1, withdrawals: 2, grants: 2, restores: 1), 901_132),
        (
            BarrierWorld.Budget(gateways: 2, calls: 1, withdrawals: 2, grants: 2, restores: 1, beginsGranted: false),
            664_635
        ),
        // Two hosts that lose the database or the network, die, and are declared fenced.
        (BarrierWorld.Budget(gateways: 2, calls: 2, withdrawals: 1, hosts: 2, cuts: 1, fences: 1), 282_906),
        (BarrierWorld.Budget(gateways: 3, calls: 2, withdrawals: 1, hosts: 2, hostDeaths: 1, fences: 1), 95_971),
        (
            BarrierWorld.Budget(
                gateways: 3, calls: 1, withdrawals: 1, grants: 1, crashes: 1, hosts: 2, cuts: 1, hostDeaths: 1,
                fences: 1), 167_638
        ),
        (
            BarrierWorld.Budget(
                gateways: 2, calls: 1, withdrawals: 0, grants: 1, erasures: 1, crashes: 1, hosts: 2, cuts: 1,
                hostDeaths: 1, fences: 1), 152_684
        ),
        (
            BarrierWorld.Budget(
                gateways: 2, calls: 1, withdrawals: 1, grants: 1, crashes: 1, hosts: 2, cuts: 2, hostDeaths: 1,
                fences: 2), 586_760
        ),
        // Gateways that end in order and take their host off the list.
        (
            BarrierWorld.Budget(gateways: 2, calls: 2, withdrawals: 1, hosts: 2, cuts: 1, fences: 1, signOffs: 1),
            838_528
        ),
        (
            BarrierWorld.Budget(
                gateways: 3, calls: 1, withdrawals: 1, grants: 1, crashes: 1, hosts: 2, hostDeaths: 1, fences: 1,
                signOffs: 2), 101_374
        ),
    ]

    /// The budgets of this run: all where the gateway has changed since they last passed (`TEST_EXPLORE=all`, set by
    /// `deploy/test`), else eight that the commit chooses.
    private static let chosen: [Int] =
        ["all", "full"].contains(ProcessInfo.processInfo.environment["TEST_EXPLORE"])
        ? Array(budgets.indices) : RunSize.part(of: Array(budgets.indices), count: 8)

    /// Minutes each; `TEST_EXPLORE=full` runs them.
    private static let largeBudgets: [BarrierWorld.Budget] = [
        BarrierWorld.Budget(gateways: 3, calls: 2, withdrawals: 1, grants: 1, crashes: 1, repeats: 1),
        BarrierWorld.Budget(gateways: 2, calls: 1, withdrawals: 2, grants: 2, crashes: 1, repeats: 1, restores: 1),
        BarrierWorld.Budget(gateways: 2, calls: 2, withdrawals: 1, grants: 1, crashes: 1, restores: 1),
        BarrierWorld.Budget(
            gateways: 2, calls: 2, withdrawals: 1, grants: 1, erasures: 1, crashes: 1, failures: 1, powerCuts: 1),
        BarrierWorld.Budget(gateways: 3, calls: 2, withdrawals: 1, crashes: 2),
        BarrierWorld.Budget(
            gateways: 2, calls: 1, withdrawals: 1, queries: 1, grants: 1, repeats: 1, failures: 1, hosts: 2, cuts: 1,
            fences: 1),
    ]

    @Test(
        "GAT-2 OWN-1 no interleaving of calls, withdrawals, grants that arrive late, erasures, restores, failing commits, crashes, pauses, cut networks, dying hosts, fences and orderly ends has a call in flight, or a consent standing, after its withdrawal is acknowledged, or an open receipt whose host nobody can fence",
        arguments: chosen)
    func holds(_ number: Int) {
        let (budget, worlds) = Self.budgets[number]
        let begin = ContinuousClock.now
        let exploration = Exploration(.asBuilt, budget)
        #expect(exploration.violation == nil, "\(exploration.violation.map { "\($0)" } ?? "")")
        // Proves that nothing was left out: a change of the rules or of the model changes this number and must be
        // reviewed.
        #expect(exploration.worlds == worlds)
        print("explored \(exploration.worlds) worlds in \(ContinuousClock.now - begin): \(budget.testDescription)")
    }

    @Test(
        "GAT-2 OWN-1 the same with more of everything",
        .enabled(
            if: ProcessInfo.processInfo.environment["TEST_EXPLORE"] == "full",
            "takes minutes and gigabytes; TEST_EXPLORE=full runs it"),
        arguments: largeBudgets)
    func holdsLarge(_ budget: BarrierWorld.Budget) {
        let begin = ContinuousClock.now
        let exploration = Exploration(.asBuilt, budget)
        #expect(exploration.violation == nil, "\(exploration.violation.map { "\($0)" } ?? "")")
        print("explored \(exploration.worlds) worlds in \(ContinuousClock.now - begin): \(budget.testDescription)")
    }

    @Test("GAT-2 a withdrawal completes by itself, whoever stays stopped or dies and however long a server is silent")
    func completes() {
        let budget = BarrierWorld.Budget(calls: 1, withdrawals: 1, grants: 1, crashes: 1, failures: 1)
        #expect(Exploration(.asBuilt, budget, checksProgress: true).stuck == 0)
        for variation in BarrierWorld.Variation.allCases where variation.onlyDelays && variation != .neverSweeps {
            #expect(Exploration(variation, budget, checksProgress: true).stuck > 0, "\(variation) went unnoticed")
        }
    }

    @Test("GAT-2 across hosts a withdrawal completes by itself while they run; for one that died it waits for a fence")
    func completesAcrossHosts() {
        var budget = BarrierWorld.Budget(calls: 1, withdrawals: 1, grants: 1, crashes: 1, failures: 1, hosts: 2)
        #expect(Exploration(.asBuilt, budget, checksProgress: true).stuck == 0)
        #expect(Exploration(.neverSweeps, budget, checksProgress: true).stuck > 0)
        budget.hostDeaths = 1
        #expect(Exploration(.asBuilt, budget, checksProgress: true).stuck > 0)
        budget.fences = 1
        #expect(Exploration(.asBuilt, budget, checksProgress: true).stuck == 0)
        // A host whose gateway ends in order can still be declared fenced where that is needed.
        (budget.failures, budget.signOffs) = (0, 1)
        #expect(Exploration(.asBuilt, budget, checksProgress: true).stuck == 0)
    }

    @Test(
        "GAT-2 the exploration finds every mistake it is shown",
        arguments: BarrierWorld.Variation.allCases.filter { $0 != .asBuilt && !$0.onlyDelays })
    func bites(_ variation: BarrierWorld.Variation) throws {
        let exploration = Exploration(variation, variation.budget)
        let found = try #require(exploration.violation, "\(variation) went unnoticed in \(exploration.worlds) worlds")
        #expect(found.path.count < 20, "\(found)")
    }

    @Test(
        "GAT-2 where a mistake is found there is nothing to find without it",
        arguments: Set(BarrierWorld.Variation.allCases.map(\.budget)))
    func holdsWhereMistakesBite(_ budget: BarrierWorld.Budget) {
        let exploration = Exploration(.asBuilt, budget)
        #expect(exploration.violation == nil, "\(exploration.violation.map { "\($0)" } ?? "")")
    }

    @Test(
        "GAT-2 worlds that the exploration takes for one have the same future",
        arguments: [
            BarrierWorld.Budget(gateways: 2, calls: 2, withdrawals: 1),
            BarrierWorld.Budget(gateways: 3, calls: 1, withdrawals: 1, grants: 1, crashes: 1),
            BarrierWorld.Budget(gateways: 1, calls: 1, withdrawals: 1, grants: 2, restores: 1),
            BarrierWorld.Budget(
                gateways: 2, calls: 1, withdrawals: 1, grants: 1, repeats: 1, failures: 1, powerCuts: 1),
            BarrierWorld.Budget(
                gateways: 2, calls: 1, withdrawals: 1, crashes: 1, hosts: 2, cuts: 1, hostDeaths: 1, fences: 1),
            BarrierWorld.Budget(gateways: 2, calls: 2, withdrawals: 1, hosts: 2, hostDeaths: 1, fences: 1),
            BarrierWorld.Budget(
                gateways: 2, calls: 1, withdrawals: 1, crashes: 1, hosts: 2, hostDeaths: 1, fences: 1, signOffs: 1),
        ])
    func reduces(_ budget: BarrierWorld.Budget) {
        #expect(Exploration(.asBuilt, budget, checksReduction: true).differing == 0)
    }
}
