@testable import Gateway

/// Breadth-first search over every interleaving; visits each world once.
struct Exploration {
    var worlds = 0
    /// The shortest path to a forbidden world, with the violated property.
    var violation: (path: [BarrierWorld.Event], what: String)?
    /// Worlds in which a withdrawal is pending and no progress ever completes it.
    var stuck = 0

    /// Worlds treated as equal to an earlier one although their successors differ.
    var differing = 0

    init(
        _ variation: BarrierWorld.Variation, _ budget: BarrierWorld.Budget, checksProgress: Bool = false,
        checksReduction: Bool = false
    ) {
        var futures: [BarrierWorld.Key: Set<BarrierWorld.Key>] = [:]
        let first = BarrierWorld(variation, budget)
        var frontier = [first]
        var known: [BarrierWorld.Key: Int32] = [first.key: 0]
        // The event that first reached each world, for the path.
        var origins: [(parent: Int32, event: BarrierWorld.Event?)] = [(-1, nil)]
        var pending: [Bool] = [first.isPending]
        // Reversed progress edges.
        var before: [[Int32]] = [[]]
        var place: Int32 = 0
        while !frontier.isEmpty {
            var next: [BarrierWorld] = []
            for world in frontier {
                for event in world.events {
                    let after = world.after(event)
                    let (key, count) = (after.key, Int32(origins.count))
                    let target = known[key] ?? count
                    if checksReduction {
                        let future = Set(after.events.map { after.after($0).key })
                        if let known = futures[key] {
                            differing += known == future ? 0 : 1
                        } else {
                            futures[key] = future
                        }
                    }
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

    private static func path(to place: Int32, _ origins: [(parent: Int32, event: BarrierWorld.Event?)]) -> [BarrierWorld
        .Event]
    {
        var path: [BarrierWorld.Event] = []
        var place = Int(place)
        while let event = origins[place].event {
            path.append(event)
            place = Int(origins[place].parent)
        }
        return path.reversed()
    }

    /// Worlds from which progress alone cannot reach a world without a pending withdrawal.
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
