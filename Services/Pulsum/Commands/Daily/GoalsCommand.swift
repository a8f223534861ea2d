import ArgumentParser
import Messages

/// `pulsum goals`: lists goals with their progress and pace, shows one, and writes them.
struct GoalsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "goals", abstract: "Your goals with their progress.",
        subcommands: [
            ListCommand.self, ShowCommand.self, AddCommand.self, EditCommand.self, CloseCommand.self,
        ], defaultSubcommand: ListCommand.self)

    struct ListCommand: PersonCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Goals by target date, with sum, target and pace.")
        @Option(
            help:
                "Only goals with this status: active (under way), completed (reached), onHold (put aside for now), cancelled (given up)."
        )
        var status: GoalStatus?
        @Option(help: "How many, 1 to 1000.") var limit: Int32 = 100
        @OptionGroup var whose: PersonOption
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func validate() throws {
            guard (1...1000).contains(limit) else { throw ValidationError("--limit must be from 1 to 1000.") }
        }

        func run(_ session: Session, _ person: Person) async throws {
            let reply = try await session.bus.request(
                GoalsQuery(user: person.user, status: status, limit: limit, asOf: person.asOf))
            let measures = try await session.measures(of: person)
            try output.print(reply) { GoalsFormatter(measures).list($0) }
        }
    }

    struct ShowCommand: PersonCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "A goal with its targets, milestones and promises.")
        @Argument(help: "The goal, by its id in “pulsum goals list”.") var goal: EntityID
        @OptionGroup var whose: PersonOption
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func run(_ session: Session, _ person: Person) async throws {
            let reply = try await session.bus.request(
                GoalsQuery(user: person.user, goal: goal, asOf: person.asOf))
            let measures = try await session.measures(of: person)
            try output.print(reply) { GoalsFormatter(measures).show($0) }
        }
    }
}

extension Session {
    /// All measures of a person.
    func measures(of person: Person) async throws -> [Measure] {
        try await all { after in
            let page = try await bus.request(MeasuresQuery(user: person.user, limit: 1_000, after: after))
            return (page.measures, page.next)
        }
    }

    /// All entries of a list that comes in pages.
    func all<Entry>(_ page: (ListCursor?) async throws -> ([Entry], ListCursor?)) async throws -> [Entry] {
        var (entries, after): ([Entry], ListCursor?) = ([], nil)
        repeat {
            let (more, next) = try await page(after)
            (entries, after) = (entries + more, next)
        } while after != nil
        return entries
    }
}

extension GoalStatus: ExpressibleByArgument {
    /// Parses a status's name, such as `active`.
    public init?(argument: String) {
        guard let status = Self.names.first(where: { $0.name == argument })?.value else { return nil }
        self = status
    }
    /// All names, for the help text.
    public static var allValueStrings: [String] { names.map(\.name) }
}
