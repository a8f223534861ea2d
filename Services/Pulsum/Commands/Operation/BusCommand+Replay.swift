import ArgumentParser
import Bus
import Messages

extension BusCommand {
    struct ReplayCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "replay", abstract: "Re-sends the events that a service consumes.",
            discussion: """
                Every producer re-emits its current state through its outbox. Events that the service has already applied change nothing; lost ones, for example \
                after its database was deleted, are applied again. Data that a service received by request (scoring's check-ins) comes back from backups only.
                """)
        @Argument(help: "The service that consumes them.") var consumer: ServiceName
        @Option(help: "First local day, yyyy-mm-dd; all days by default.") var since: Day?
        @Option(help: "The account; all accounts by default.") var user: String?
        @OptionGroup var common: Common

        func run() async throws {
            let producers = Topology.services.filter { producer in
                Topology.consumed(by: consumer).contains { $0.producer == producer }
            }
            guard !producers.isEmpty else {
                throw CLIError("\(consumer) consumes nothing; “pulsum bus ls” shows who does.")
            }
            try await common.connected { session in
                let people =
                    if let user { [try await session.user(user)] } else {
                        try await session.bus.request(ListAccounts()).accounts
                    }
                var table = TextTable(["producer", "events"], right: [1])
                var total: Int64 = 0
                for producer in producers {
                    var events: Int64 = 0
                    for person in people {
                        events += try await session.bus.request(
                            ReplayEvents(consumer: consumer, user: person.user, since: since), to: producer
                        ).events
                    }
                    table.add("\(producer)", Amount.count(events))
                    total += events
                }
                Terminal.say(
                    "\(table.text)\n\n\(Amount.count(total)) events are on their way to \(consumer); “pulsum status” shows how many are left."
                )
            }
        }
    }
}
