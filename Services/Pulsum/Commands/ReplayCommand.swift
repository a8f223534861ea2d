import ArgumentParser
import Bus
import Messages

extension BusCommand {
    struct ReplayCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "replay", abstract: "Tells a service again what it heard.",
            discussion: """
                Every producer emits its current state again, in the ordinary way. What the service knows already changes nothing; what it lost, such as after its \
                database was deleted, it has again. What a service was told directly (check-ins are scoring's own) no other service can tell it: that is in backups.
                """)
        @Argument(help: "The service that hears.") var consumer: ServiceName
        @Option(help: "First local day, yyyy-mm-dd; everything where not given.") var since: Day?
        @Option(help: "Whose; everybody's where not given.") var user: String?
        @OptionGroup var common: Common

        func run() async throws {
            let producers = Topology.services.filter { producer in
                Topology.consumed(by: consumer).contains { $0.producer == producer }
            }
            guard !producers.isEmpty else {
                throw CLIError("\(consumer) hears nothing; “pulsum bus ls” shows who does.")
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
