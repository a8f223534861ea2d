import ArgumentParser
import Messages

/// `pulsum sources`: the measuring sources, and their order of trust if several measured at the same time (ING-6).
struct SourcesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sources",
        abstract: "Who measured; with names, whom to believe first where several counted the same steps.",
        discussion:
            "Sources that are not named follow by kind: watch, phone, other. Past days are recomputed.")
    @Argument(help: "Names of sources, the most trusted first.") var names: [String] = []
    @Flag(help: "Forgets the order chosen before.") var reset = false
    @Option(help: "The day whose steps are shown, yyyy-mm-dd; the latest with steps by default.") var day: Day?
    @OptionGroup var whose: PersonOption
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func validate() throws {
        guard names.isEmpty || !reset else {
            throw ValidationError("--reset goes alone: without names the order is that of the kinds.")
        }
    }

    func run() async throws {
        try await common.connected { session in
            let user = try await session.person(whose.user).user
            let query = SourcesQuery(user: user, day: day)
            var reply = try await session.bus.request(query)
            if reset || !names.isEmpty {
                for name in names where !reply.sources.contains(where: { $0.name == name }) {
                    throw CLIError("No source is called “\(name)”; “pulsum sources” lists them.")
                }
                var profile = try await session.bus.request(ProfileQuery(user: user))
                profile.sourceOrder = names
                let revision = try await session.bus.request(SetProfile(profile: profile)).revision
                // Ingestion receives the new order as an event, so wait up to 5 s for it.
                for _ in 0..<50 where reply.revision < revision {
                    try await Task.sleep(for: .milliseconds(100))
                    reply = try await session.bus.request(query)
                }
                guard reply.revision >= revision else {
                    throw CLIError("The order is kept and takes effect as soon as ingestion runs; see “pulsum status”.")
                }
            }
            try output.print(reply, ReplyFormatter.sources)
        }
    }
}
