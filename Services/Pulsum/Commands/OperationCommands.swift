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
            Terminal.say(
                Self.text(status, outboxes)
                    + StorageStatusText.lines(await session.keeping()).map { "\n" + $0 }.joined())
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
                "\(service?.answered ?? 0)", "\(service?.failed ?? 0)",
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

struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Prints committed events as they occur, without content; until Ctrl-C.")
    @OptionGroup var common: Common

    func run() async throws {
        try await common.connected { session in
            var fresh = InitialMissFilter(since: .now)
            for await event in session.bus.watch() where fresh.shows(event, now: .now) {
                switch event {
                case .event(let event):
                    let time = Date().formatted(.iso8601.time(includingFractionalSeconds: true))
                    let user = event.user.map { "  user \($0)" } ?? ""
                    let id = event.id.map { "  id \($0)" } ?? ""
                    Terminal.say("\(time)  \(event.service)  \(MessageType(event.type))\(user)\(id)")
                case .missed(let service):
                    Terminal.say("(events of \(service) may have been missed)")
                }
            }
        }
    }
}

/// `pulsum bus`: operators' commands for the bus.
struct BusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bus", abstract: "Inspects and repairs the bus.",
        subcommands: [
            ListCommand.self, BusTopCommand.self, BusTraceCommand.self, PingCommand.self, ParkedCommand.self,
            RedriveCommand.self, SkipCommand.self, ReplayCommand.self,
        ])

    struct ListCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "Every peer on the bus, and what each service answers and consumes.")
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func run() async throws {
            try await common.connected { session in
                try output.print(try await session.bus.request(BusStatus()), Self.text)
            }
        }

        static func text(_ status: BusStatus.Reply) -> String {
            var peers = TextTable(
                ["peer", "process", "release", "credit", "in flight", "answered", ""], right: [1, 3, 4, 5])
            for service in status.services {
                for worker in service.workers {
                    peers.add(
                        "\(service.service)", "\(worker.processID)", worker.release, "\(worker.credit)",
                        "\(worker.inFlight)", Amount.count(worker.answered),
                        worker.draining ? "draining" : "")
                }
            }
            var contract = TextTable(["service", "answers", "consumes"])
            for service in Topology.services {
                let answers = Topology.requests.filter { $0.service == service }.map(\.name)
                contract.add(
                    "\(service)", answers.joined(separator: " "),
                    Topology.consumed(by: service).map(\.name).joined(separator: " "))
            }
            return "\(peers.text)\n\n\(contract.text)"
        }
    }

    struct PingCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ping", abstract: "Pings services.")
        @Argument(help: "Services to ping; all by default.") var services: [ServiceName] = []
        @OptionGroup var common: Common

        func run() async throws {
            try await common.connected { session in
                var table = TextTable(["service", "answer", "process", "up for"], right: [1, 2, 3])
                var silent: [String] = []
                for service in services.isEmpty ? Topology.services : services {
                    let start = ContinuousClock.now
                    do {
                        let reply = try await session.bus.request(Ping(), to: service, budget: .seconds(2))
                        let time = Amount.number((ContinuousClock.now - start).seconds * 1000, 1)
                        table.add(
                            "\(service)", "\(time) ms", "\(reply.processID)", Amount.time(Double(reply.uptime) / 1000))
                    } catch let error as ServiceError {
                        table.add("\(service)", "\(error.code)", "", "")
                        silent.append("\(service)")
                    }
                }
                Terminal.say(table.text)
                if !silent.isEmpty {
                    throw CLIError("No answer from \(silent.joined(separator: ", ")); see the log of “pulsum up”.")
                }
            }
        }
    }

    struct ParkedCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "parked", abstract: "Lanes whose next event was refused repeatedly.")
        @OptionGroup var common: Common

        func run() async throws {
            try await common.connected { session in
                let outboxes = await session.outboxes()
                var table = TextTable(
                    ["producer", "consumer", "user", "event", "type", "attempts", "waiting", "last refusal"],
                    right: [3, 5, 6])
                for (service, outbox) in outboxes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                    for lane in outbox.lanes {
                        table.add(
                            "\(service)", "\(lane.consumer)", "\(lane.user)", "\(lane.sequence)",
                            "\(MessageType(lane.type))", "\(lane.attempts)",
                            "\(lane.waiting)", lane.lastError)
                    }
                }
                let isEmpty = outboxes.values.allSatisfy(\.lanes.isEmpty)
                Terminal.say(
                    isEmpty
                        ? "No lane is parked."
                        : table.text
                            + "\n\n“pulsum bus redrive” tries one again, “pulsum bus skip” gives up its first event.")
                let missing = Topology.services.filter { outboxes[$0] == nil }
                if !missing.isEmpty {
                    throw CLIError("No answer from \(missing.map(\.rawValue).joined(separator: ", ")).")
                }
            }
        }
    }

    /// Selects a parked lane.
    struct Lane: ParsableArguments {
        @Argument(help: "The producer: the service that owns the outbox.") var producer: ServiceName
        @Argument(help: "The consumer: the service that refuses the event.") var consumer: ServiceName
        @Argument(help: "The user, as “pulsum bus parked” shows it.") var user: UserID

        func release(skip: Bool, _ common: Common) async throws {
            try await common.connected { session in
                _ = try await session.bus.request(ReleaseLane(consumer: consumer, user: user, skip: skip), to: producer)
                Terminal.say(
                    skip
                        ? "The first event is given up, which is recorded; the lane goes on."
                        : "The lane is tried again.")
            }
        }
    }

    struct RedriveCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "redrive", abstract: "Tries a parked lane again.")
        @OptionGroup var lane: Lane
        @OptionGroup var common: Common
        func run() async throws { try await lane.release(skip: false, common) }
    }

    struct SkipCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "skip", abstract: "Discards the first event of a parked lane permanently.")
        @OptionGroup var lane: Lane
        @OptionGroup var common: Common
        func run() async throws { try await lane.release(skip: true, common) }
    }
}

struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Prints every configuration key with its effective value.")
    @OptionGroup var common: Common

    func run() async throws {
        do {
            let values = try common.settings().values
            let purposes = Dictionary(uniqueKeysWithValues: Setting.all.map { ($0.key, $0.purpose) })
            var table = TextTable(["key", "value", "from", "meaning"])
            for value in values {
                table.add(
                    value.key, value.text.isEmpty ? "–" : value.text, value.origin.rawValue, purposes[value.key] ?? "")
            }
            Terminal.say(table.text)
        } catch {
            throw CLIError(error)
        }
    }
}
