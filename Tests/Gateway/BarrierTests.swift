import Testing

@testable import Gateway

/// Every interleaving, breadth first, each world once.
private struct Exploration {
    var worlds = 0
    /// The shortest way to a world that must not be, with what is wrong there.
    var violation: (path: [BarrierWorld.Event], what: String)?
    /// Worlds in which a withdrawal is pending and no progress ever completes it.
    var stuck = 0

    init(_ variation: BarrierWorld.Variation, _ budget: BarrierWorld.Budget, checksProgress: Bool = false) {
        let first = BarrierWorld(variation, budget)
        var frontier = [first]
        var known: [BarrierWorld.Key: Int32] = [first.key: 0]
        // How each world was found first, for the path.
        var origins: [(parent: Int32, event: BarrierWorld.Event?)] = [(-1, nil)]
        var pending: [Bool] = [first.isPending]
        // Reversed edges of progress.
        var before: [[Int32]] = [[]]
        var place: Int32 = 0
        while !frontier.isEmpty {
            var next: [BarrierWorld] = []
            for world in frontier {
                for event in world.events {
                    let after = world.after(event)
                    let (key, count) = (after.key, Int32(origins.count))
                    let target = known[key] ?? count
                    if target == count {
                        known[key] = count
                        origins.append((place, event))
                        next.append(after)
                        if checksProgress {
                            pending.append(after.isPending)
                            before.append([])
                        }
                        if let what = after.violation {
                            violation = (Self.path(to: count, origins), what)
                            worlds = origins.count
                            return
                        }
                    }
                    if checksProgress, event.isProgress(in: world) { before[Int(target)].append(place) }
                }
                place += 1
            }
            frontier = next
        }
        worlds = origins.count
        if checksProgress { stuck = Self.stuck(pending, before) }
    }

    private static func path(to place: Int32, _ origins: [(parent: Int32, event: BarrierWorld.Event?)]) -> [BarrierWorld.Event] {
        var path: [BarrierWorld.Event] = []
        var place = Int(place)
        while let event = origins[place].event {
            path.append(event)
            place = Int(origins[place].parent)
        }
        return path.reversed()
    }

    /// Worlds from which nobody can get by progress alone to one where nothing is pending.
    private static func stuck(_ pending: [Bool], _ before: [[Int32]]) -> Int {
        var completes = pending.map { !$0 }
        var open = completes.indices.filter { completes[$0] }
        while let place = open.popLast() {
            for origin in before[place] where !completes[Int(origin)] {
                completes[Int(origin)] = true
                open.append(Int(origin))
            }
        }
        return completes.count { !$0 }
    }
}

/// A budget of the whole: what may happen in any order.
extension BarrierWorld.Budget: CustomTestStringConvertible {
    var testDescription: String {
        "\(gateways) gateways, \(calls) calls, \(withdrawals) withdrawals, \(queries) queries, \(grants) grants, \(erasures) erasures, \(crashes) crashes"
    }
}

@Suite struct BarrierTests {
    @Test(
        "GAT-2 OWN-1 no interleaving of calls, withdrawals, grants, erasures, crashes and pauses has a call in flight after a withdrawal or erasure is acknowledged",
        arguments: [
            (BarrierWorld.Budget(gateways: 2, calls: 2, withdrawals: 1, grants: 0, crashes: 0), 48_392),
            (BarrierWorld.Budget(gateways: 2, calls: 1, withdrawals: 1, queries: 1, grants: 1, crashes: 1), 28_205),
            (BarrierWorld.Budget(gateways: 2, calls: 1, withdrawals: 0, grants: 1, erasures: 2, crashes: 1), 46_140),
            (BarrierWorld.Budget(gateways: 3, calls: 2, withdrawals: 1, grants: 0, crashes: 0), 165_703),
        ])
    func holds(_ budget: BarrierWorld.Budget, _ worlds: Int) {
        let exploration = Exploration(.asBuilt, budget)
        #expect(exploration.violation == nil, "\(exploration.violation.map { "\($0)" } ?? "")")
        // Nothing was left out: a change of the rules or of the world changes this number, and whoever makes it looks at it.
        #expect(exploration.worlds == worlds)
    }

    @Test("GAT-2 a withdrawal completes by itself, whoever stays stopped and however long a server is silent")
    func completes() {
        let budget = BarrierWorld.Budget(calls: 1, withdrawals: 1, queries: 0, grants: 1, crashes: 0)
        #expect(Exploration(.asBuilt, budget, checksProgress: true).stuck == 0)
        #expect(Exploration(.hasNoTimer, budget, checksProgress: true).stuck > 0)
        #expect(Exploration(.disarmsEarly, budget, checksProgress: true).stuck > 0)
    }

    @Test(
        "GAT-2 the exploration finds every mistake it is shown",
        arguments: BarrierWorld.Variation.allCases.filter { ![.asBuilt, .hasNoTimer, .disarmsEarly].contains($0) })
    func bites(_ variation: BarrierWorld.Variation) throws {
        let exploration = Exploration(variation, BarrierWorld.Budget(calls: 1, withdrawals: 1, queries: 1, grants: 1, erasures: 1, crashes: 0))
        let found = try #require(exploration.violation, "\(variation) went unnoticed in \(exploration.worlds) worlds")
        #expect(found.path.count < 20, "\(found)")
    }
}
