import Bus

/// Calls that wait for credit: round robin over callers, first in first out for each caller.
struct FairQueue {
    private struct Line {
        let caller: WireName
        var calls: [UInt64]
    }

    private var lines: [Line] = []
    private var turn = 0
    private(set) var count = 0
    private(set) var bytes = 0

    mutating func append(_ call: UInt64, from caller: WireName, bytes size: Int) {
        insert(call, from: caller, bytes: size, atFront: false)
    }

    /// Requeues a dispatched call ahead of its caller's other calls.
    mutating func prepend(_ call: UInt64, from caller: WireName, bytes size: Int) {
        insert(call, from: caller, bytes: size, atFront: true)
    }

    private mutating func insert(_ call: UInt64, from caller: WireName, bytes size: Int, atFront: Bool) {
        count += 1
        bytes += size
        guard let index = lines.firstIndex(where: { $0.caller == caller }) else {
            lines.append(Line(caller: caller, calls: [call]))
            return
        }
        lines[index].calls.insert(call, at: atFront ? 0 : lines[index].calls.count)
    }

    /// The next call.
    var first: UInt64? { lines.isEmpty ? nil : lines[turn % lines.count].calls.first }

    /// Removes the next call; the turn passes to another caller.
    mutating func removeFirst(bytes size: Int) {
        guard !lines.isEmpty else { return }
        turn %= lines.count
        lines[turn].calls.removeFirst()
        count -= 1
        bytes -= size
        if lines[turn].calls.isEmpty { lines.remove(at: turn) } else { turn += 1 }
    }

    /// Removes any call (cancelled, budget spent). Linear in its caller's calls.
    mutating func remove(_ call: UInt64, from caller: WireName, bytes size: Int) {
        guard let line = lines.firstIndex(where: { $0.caller == caller }),
            let index = lines[line].calls.firstIndex(of: call)
        else { return }
        lines[line].calls.remove(at: index)
        count -= 1
        bytes -= size
        guard lines[line].calls.isEmpty else { return }
        lines.remove(at: line)
        if line < turn { turn -= 1 }
    }
}
