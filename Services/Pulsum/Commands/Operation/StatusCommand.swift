import ArgumentParser
import Bus
import Foundation
import Messages
import ServiceKit

/// `pulsum status`: services, workers, queues and pending events.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Shows services, workers, queues, versions and pending events.")
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func run() async throws {
        try await common.connected { session in
            let status = try await session.bus.request(BusStatus())
            guard !output.json else { return try output.print(status) { _ in "" } }
            let outboxes = await session.outboxes()
            let hosts = try? await session.bus.request(HostsQuery(), budget: .seconds(2))
            let lines =
                StorageStatusText.lines(await session.keeping()) + StorageStatusText.lines(await session.ends())
                + (hosts.map(HostText.warnings) ?? [])
            Terminal.say(Self.text(status, outboxes) + lines.map { "\n" + $0 }.joined())
        }
    }

    static func text(_ status: BusStatus.Reply, _ outboxes: [ServiceName: ListParked.Reply]) -> String {
        var table = TextTable(
            ["service", "workers", "release", "in flight", "queued", "answered", "failed", "undelivered", "parked"],
            right: [1, 3, 4, 5, 6, 7, 8])
        var problems: [String] = []
        for name in Topology.services {
            let service = status.services.first { $0.service == name }
            let workers = service?.workers ?? []
            let outbox = outboxes[name]
            table.add(
                name.rawValue, "\(workers.count)", Set(workers.map(\.release)).sorted().joined(separator: " "),
                "\(workers.reduce(0) { $0 + Int64($1.inFlight) })", "\(service?.queued ?? 0)",
                "\(service.map { $0.answered + $0.refused } ?? 0)", "\(service?.failed ?? 0)",
                outbox.map { "\($0.pending)" } ?? "–", outbox.map { "\($0.lanes.count)" } ?? "–")
            if workers.isEmpty { problems.append("\(name) is not running.") }
            if let outbox, !outbox.lanes.isEmpty {
                problems.append("\(name) has \(outbox.lanes.count) parked lanes; “pulsum bus parked” shows them.")
            }
        }
        var text = table.text + "\n\nBroker \(status.release), up for \(Amount.time(Double(status.uptime) / 1000))"
        if status.refusedFrames > 0 { text += ", refused \(Amount.count(status.refusedFrames)) frames" }
        text += "."
        if !problems.isEmpty { text += "\n" + problems.joined(separator: "\n") }
        return text
    }
}

extension Session {
    /// The outbox of every service that replies.
    func outboxes() async -> [ServiceName: ListParked.Reply] {
        await withTaskGroup { group in
            for service in Topology.services {
                group.addTask { [bus] in
                    (service, try? await bus.request(ListParked(), to: service, budget: .seconds(2)))
                }
            }
            var replies: [ServiceName: ListParked.Reply] = [:]
            for await (service, reply) in group { replies[service] = reply }
            return replies
        }
    }
}
