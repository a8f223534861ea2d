import ArgumentParser
import Bus
import CrisisCards
import Foundation
import LocalTime
import Messages
import ServiceKit
import SystemKit

/// Options of every command that connects to a running Pulsum.
struct Common: ParsableArguments {
    @Option(help: "Data directory of the installation (PULSUM_DATA).")
    var data: String?

    /// The effective configuration of this command.
    func settings(_ overrides: [String: String] = [:]) throws -> Configuration {
        var environment = ProcessInfo.processInfo.environment.merging(overrides) { $1 }
        if let data { environment["PULSUM_DATA"] = absolute(data) }
        let configuration = try Configuration.load(environment)
        if !configuration.unknown.isEmpty {
            Terminal.tell(
                "Warning: no such configuration: \(configuration.unknown.joined(separator: ", ")); see “pulsum config”."
            )
        }
        return configuration
    }

    /// Joins the bus as `cli`, runs `body`, and leaves the bus.
    /// - Throws: `CLIError` only.
    func connected(_ body: (Session) async throws -> Void) async throws {
        do {
            let session = try Session(try settings())
            try await TraceContext.sampled().scope { try await session.run(body) }
        } catch {
            throw CLIError(error)
        }
    }
}

/// Makes a path absolute and expands a leading tilde.
func absolute(_ path: String) -> String {
    let expanded = (path as NSString).expandingTildeInPath
    return expanded.hasPrefix("/") ? expanded : URL(fileURLWithPath: expanded).standardizedFileURL.path
}

/// The command's connection to the bus.
struct Session {
    /// Timeout of the first request to a broker.
    private static let timeout = Duration.seconds(5)

    let configuration: Configuration
    let bus: BusConnection

    init(_ configuration: Configuration) throws {
        self.configuration = configuration
        let proofs = ["\(configuration.tokens)/\(ServiceName.cli)", configuration.keyStore.secretPath(.cli)]
        guard proofs.contains(where: FileManager.default.fileExists) else {
            guard !FileManager.default.fileExists(atPath: configuration.keyStore.publicPath(.broker)) else {
                throw CLIError(
                    "The command line has no key in \(configuration.keys), as in the container of a service; with compose say “docker compose run --rm cli” and the command."
                )
            }
            throw CLIError.notRunning(configuration.data)
        }
        var peer = try configuration.peer(.cli)
        peer.capabilities = CapabilityCache()
        bus = try BusConnection(peer)
    }

    fileprivate func run(_ body: (Session) async throws -> Void) async throws {
        let running = Task { [bus] in try await bus.run() }
        do {
            try await reachBroker()
            try await body(self)
        } catch {
            await bus.drain()
            throw error
        }
        await bus.drain()
        try await running.value
    }

    private func reachBroker() async throws {
        do {
            _ = try await bus.request(BusStatus(), budget: Self.timeout)
        } catch let error as ServiceError where [.unavailable, .timeout].contains(error.code) {
            throw CLIError.notRunning(configuration.data)
        }
    }

    /// The named account, else the only one, which is then printed on standard error. The example person counts only
    /// where there is nobody else.
    func user(_ name: String?) async throws -> Account {
        let account = try Self.choose(name, from: try await bus.request(ListAccounts()).accounts)
        if name == nil { Terminal.tell("For \(account.name).") }
        return account
    }

    static func choose(_ name: String?, from accounts: [Account]) throws(CLIError) -> Account {
        let names = accounts.map(\.name).sorted().joined(separator: ", ")
        guard !accounts.isEmpty else {
            throw CLIError(
                "There is no account yet; create one with “pulsum account create NAME”, or with the link of “pulsum setup-link”."
            )
        }
        if let name {
            guard let account = accounts.first(where: { $0.name == name }) else {
                throw CLIError("There is no account \(name); there is: \(names).")
            }
            return account
        }
        let people = accounts.filter { $0.isExample != true }
        guard let account = people.first ?? accounts.first, people.count <= 1 else {
            throw CLIError("There are several accounts; say whose with --user: \(names).")
        }
        return account
    }

    /// Provides a crisis card if the requested service is unavailable.
    func fallback(_ person: Person) -> CrisisFallback {
        CrisisFallback(bus: bus, country: person.country, inGerman: Locale.current.language.languageCode == .german)
    }

    /// Performs an act with a text of the person. If it fails before a service has read the text, prints the crisis card
    /// that the text calls for.
    /// - Throws: the error of the service.
    func withCrisisCard<Reply>(_ act: () async throws -> Reply) async throws -> Reply {
        do {
            return try await act()
        } catch let unread as UnreadText {
            Terminal.say(ReplyFormatter.crisis(unread.card) + "\n")
            throw unread.error
        }
    }

    /// The account's person with their local date.
    func person(_ name: String?) async throws -> Person {
        let account = try await user(name)
        let profile = try await bus.request(ProfileQuery(user: account.user))
        return Person(account: account, profile: profile, at: WallClock.milliseconds())
    }
}

/// The person a command concerns, with the current time in their time zone.
struct Person {
    let user: UserID
    let name: String
    let country: String
    let at: Milliseconds
    let today: Day
    /// IANA name; nil if the person has none.
    let timeZone: String?
    /// The person's setting, else that of the terminal.
    let language: String
    let calendar: LocalCalendar

    init(account: Account, profile: Profile, at: Milliseconds) {
        (user, name, country) = (account.user, account.name, profile.country)
        self.at = at
        calendar = profile.calendar
        today = calendar.day(millisecond: at)
        timeZone = profile.zone(at: at)
        language = profile.display?.language ?? Locale.current.language.languageCode?.identifier ?? "en"
    }

    /// The person's present.
    var asOf: AsOf { AsOf(at: at, today: today) }

    /// The first instant of the person's month.
    var monthStart: Milliseconds { calendar.start(of: today.advanced(by: 1 - today.components.day)) * 1000 }
}

/// `--user NAME`, for commands about one person.
struct PersonOption: ParsableArguments {
    @Option(help: "The account; by default the only one, which the output then names.")
    var user: String?
}

/// How much of a list is shown.
struct LimitOption: ParsableArguments {
    @Option(help: "How many, 1 to 100.") var limit: Int32 = 20

    func validate() throws {
        guard (1...100).contains(limit) else { throw ValidationError("--limit must be from 1 to 100.") }
    }
}

/// A command about one person, which only runs while connected to the bus.
protocol PersonCommand: AsyncParsableCommand {
    var whose: PersonOption { get }
    var common: Common { get }
    func run(_ session: Session, _ person: Person) async throws
}

extension PersonCommand {
    func run() async throws {
        try await common.connected { try await run($0, try await $0.person(whose.user)) }
    }
}

/// `--json`, for commands with machine-readable output.
struct Output: ParsableArguments {
    @Flag(help: "Print JSON.")
    var json = false

    /// Prints a reply as JSON or as text.
    func print<M: Message>(_ message: M, _ text: (M) -> String) throws {
        guard json else { return Terminal.say(text(message)) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        Terminal.say(TerminalText.json(String(decoding: try encoder.encode(message), as: UTF8.self)))
    }
}

extension Day: ExpressibleByArgument {
    /// Parses a day as `yyyy-mm-dd`.
    public init?(argument: String) { self.init(argument) }
    /// The day as `yyyy-mm-dd`, for the help text.
    public var defaultValueDescription: String { description }
}

extension ContextFlag: ExpressibleByArgument {
    /// Parses a flag's name, such as `illness`.
    public init?(argument: String) {
        guard let flag = Self.names.first(where: { $0.name == argument })?.value else { return nil }
        self = flag
    }
    /// All flag names, for the help text.
    public static var allValueStrings: [String] { names.map(\.name) }
}

extension EntityID: ExpressibleByArgument {
    /// Parses a UUID with hyphens.
    public init?(argument: String) { self.init(argument) }
}

extension UserID: ExpressibleByArgument {
    /// Parses a UUID with hyphens.
    public init?(argument: String) { self.init(argument) }
}

extension ServiceName: ExpressibleByArgument {
    /// Parses the name of a service in `Topology`.
    public init?(argument: String) {
        guard Topology.services.contains(where: { $0.rawValue == argument }) else { return nil }
        self.init(rawValue: argument)
    }
    /// All service names, for the help text.
    public static var allValueStrings: [String] { Topology.services.map(\.rawValue) }
}
