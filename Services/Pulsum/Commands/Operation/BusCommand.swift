import ArgumentParser
import Bus
import Foundation
import Messages
import ServiceKit

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
