import TestTraits
import Testing

@testable import Storage

/// The simulated server itself: what it commits could have run one by one.
@Suite(.tags(.exhaustive)) struct SerializableServerTests {
    private struct Transaction {
        let begin: UInt64
        let read: Set<DiskRow>
        let changed: Set<DiskRow>
        var number: UInt64 = 0
    }

    /// Random transactions on few rows, several at a time.
    /// - Returns: those that were committed.
    private func run(seed: UInt64, isStrict: Bool, sees: (Set<DiskRow>) -> Set<DiskRow>) -> [Transaction] {
        var random = SeededGenerator(seed)
        var server = SerializableServer(isStrict: isStrict, hosts: 1)
        var (open, committed): ([Transaction], [Transaction]) = ([], [])
        func rows() -> Set<DiskRow> {
            Set((0..<Int.random(in: 0...2, using: &random)).map { _ in .lane(Int.random(in: 0..<5, using: &random)) })
        }
        for _ in 0..<120 {
            if open.count < 4, Bool.random(using: &random) {
                let changed = rows()
                open.append(Transaction(begin: server.now, read: rows().union(changed), changed: changed))
            } else if !open.isEmpty {
                var transaction = open.remove(at: Int.random(in: 0..<open.count, using: &random))
                guard
                    server.commit(
                        read: sees(transaction.read), changed: transaction.changed, begin: transaction.begin)
                else { continue }
                transaction.number = server.now
                committed.append(transaction)
            }
        }
        return committed
    }

    /// False if no order exists in which each transaction follows those that it has seen, and precedes those that it
    /// has not seen (Adya 1999).
    private func isSerializable(_ transactions: [Transaction]) -> Bool {
        var left = transactions
        func precedes(_ first: Transaction, _ second: Transaction) -> Bool {
            guard first.number != second.number else { return false }
            let hasSeen = first.number <= second.begin
            let dependsOn = !first.changed.isDisjoint(with: second.read.union(second.changed))
            if hasSeen, dependsOn { return true }
            // Both changed a row: the order of their commits.
            if !first.changed.isDisjoint(with: second.changed), first.number < second.number { return true }
            // The first read what the second changed, before the change.
            return second.number > first.begin && !first.read.isDisjoint(with: second.changed)
        }
        while let next = left.firstIndex(where: { candidate in !left.contains { precedes($0, candidate) } }) {
            left.remove(at: next)
        }
        return left.isEmpty
    }

    @Test("Committed transactions have a serial order, with both rules", arguments: [true, false])
    func order(isStrict: Bool) {
        var count = 0
        for seed in 0..<300 as Range<UInt64> {
            let committed = run(seed: seed, isStrict: isStrict) { $0 }
            #expect(isSerializable(committed), "seed \(seed)")
            count += committed.count
        }
        #expect(count > 5_000)
    }

    @Test("Without regard to reads there is none: two transactions each miss the other one's change")
    func writeSkew() {
        let isBroken = (0..<300 as Range<UInt64>).contains { seed in
            !isSerializable(run(seed: seed, isStrict: false) { _ in [] })
        }
        #expect(isBroken)
        var server = SerializableServer(isStrict: false, hosts: 1)
        let first = server.commit(read: [.lane(0), .lane(1)], changed: [.lane(0)], begin: 0)
        let second = server.commit(read: [.lane(0), .lane(1)], changed: [.lane(1)], begin: 0)
        #expect(first && !second)
        // One that only misses a change takes effect before it.
        let third = server.commit(read: [.lane(0)], changed: [.lane(2)], begin: 0)
        #expect(third)
    }

    @Test("A look-up takes the place of a marker that is not there, and stays with its answer")
    func marker() {
        var server = SerializableServer(isStrict: true, hosts: 1)
        let (lost, done) = (CommitMarker(now: 1), CommitMarker(now: 2))
        server.markers[done] = .committed
        for _ in 0..<2 {
            let found = [server.lookUp(lost), server.lookUp(done)]
            #expect(found == [.void, .committed])
        }
    }
}
