import Bus
import Messages

extension Session {
    /// The storage status of every service that replies.
    func keeping() async -> [ServiceName: KeepingQuery.Reply] {
        await withTaskGroup { group in
            for service in Topology.services {
                group.addTask { [bus] in
                    (service, try? await bus.request(KeepingQuery(), to: service, budget: .seconds(2)))
                }
            }
            var replies: [ServiceName: KeepingQuery.Reply] = [:]
            for await (service, reply) in group { replies[service] = reply }
            return replies
        }
    }
}

/// Formats the storage status for `pulsum status`.
enum StorageStatusText {
    /// Lists each warning once, even if several services share a directory.
    static func lines(_ replies: [ServiceName: KeepingQuery.Reply]) -> [String] {
        let ordered = Topology.services.compactMap { replies[$0] }
        var seen: Set<KeepingWarning> = []
        var lines = ordered.flatMap(\.warnings).filter { seen.insert($0).inserted }.map { "Warning: \($0.text)" }
        let rotations = ordered.compactMap(\.rotation)
        if !rotations.isEmpty {
            let (done, all) = (rotations.reduce(0) { $0 + $1.done }, rotations.reduce(0) { $0 + $1.all })
            lines.append(
                "A new master key is being put in force: \(Amount.count(done)) of \(Amount.count(all)) data keys are under it."
            )
        }
        return lines
    }
}
