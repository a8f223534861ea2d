import Bus
import Foundation
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

extension Session {
    /// The processes of this installation that ended by themselves, the latest first.
    func ends() async -> [ProcessEnd] {
        let replies = await withTaskGroup { group in
            for service in Topology.services {
                group.addTask { [bus] in
                    try? await bus.request(ProcessQuery(), to: service, budget: .seconds(2))
                }
            }
            var ends: Set<ProcessEnd> = []
            for await reply in group { ends.formUnion(reply?.ends ?? []) }
            return ends
        }
        return replies.sorted { ($0.foundAt, $0.service) > ($1.foundAt, $1.service) }
    }
}

/// Formats the storage status for `pulsum status`.
enum StorageStatusText {
    /// A line for each process that ended by itself.
    static func lines(_ ends: [ProcessEnd]) -> [String] {
        ends.map { end in
            let found = end.foundAt.iso8601
            let cause = end.cause.isEmpty ? "for an unknown cause" : "with \(end.cause)"
            return "\(end.service) (\(end.release)) ended \(cause), found \(found)."
        }
    }

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
