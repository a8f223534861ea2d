import ArgumentParser
import Messages
import Wire

/// `pulsum plan`: nutrition and weight targets of the week, and the body profile that they need.
struct PlanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "Your targets for food and weight, with what they rest on.",
        subcommands: [
            ShowCommand.self, GenerateCommand.self, HistoryCommand.self, SetCommand.self, NumbersCommand.self,
        ], defaultSubcommand: ShowCommand.self)

    struct ShowCommand: PersonCommand {
        static let configuration = CommandConfiguration(commandName: "show", abstract: "The plan of this week.")
        @OptionGroup var whose: PersonOption
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func run(_ session: Session, _ person: Person) async throws {
            do {
                let reply = try await session.bus.request(CurrentPlan(user: person.user))
                try output.print(reply) { PlanFormatter.show($0) }
            } catch let error as ServiceError where error.code == .notFound {
                throw CLIError("There is no plan yet; “pulsum plan generate” computes one.")
            }
        }
    }

    struct GenerateCommand: PersonCommand {
        static let configuration = CommandConfiguration(
            commandName: "generate", abstract: "Computes the plan if profile or weight changed, or its week ended.")
        @Flag(help: "Compute in any case.") var force = false
        @OptionGroup var whose: PersonOption
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func run(_ session: Session, _ person: Person) async throws {
            let reply: PlanReply
            do {
                let body = try await session.bus.request(BodyProfileQuery(user: person.user))
                reply = try await session.bus.request(
                    GeneratePlan(user: person.user, forceRecompute: force, body: body))
            } catch let error as ServiceError where error.fields.contains(where: { $0.code == .needed }) {
                throw CLIError(PlanFormatter.missing(error.fields))
            }
            try output.print(reply) { PlanFormatter.show($0) }
        }
    }

    struct HistoryCommand: PersonCommand {
        static let configuration = CommandConfiguration(
            commandName: "history", abstract: "Your plans, the latest first, and how their days went.")
        @OptionGroup var list: LimitOption
        @OptionGroup var whose: PersonOption
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func run(_ session: Session, _ person: Person) async throws {
            let reply = try await session.bus.request(PlanHistory(user: person.user, limit: list.limit))
            try output.print(reply) { PlanFormatter.history($0) }
        }
    }

    struct NumbersCommand: PersonCommand {
        static let configuration = CommandConfiguration(
            commandName: "numbers", abstract: "Puts the numbers of your plan away, or shows them again.")
        @Argument(help: "away or shown.") var choice: NumbersChoice
        @OptionGroup var whose: PersonOption
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func run(_ session: Session, _ person: Person) async throws {
            let reply = try await session.bus.request(ShowNumbers(user: person.user, shown: choice == .shown))
            try output.print(reply) { $0.numbersHidden ? PlanFormatter.away : "The numbers are shown." }
        }
    }

    struct SetCommand: PersonCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Says what a plan needs to know of your body; without options, shows it.")
        @Option(help: "The sex that the equations distinguish.") var sex: BodySex?
        @Option(help: "Date of birth, as yyyy-mm-dd.") var birthday: Day?
        @Option(help: "Height: 180, 180cm, 71in or 5ft11in.") var height: LengthArgument?
        @Option(help: "Present weight: 75, 75kg or 165lb.") var weight: MassArgument?
        @Option(help: "Weight that you want: 70, 70kg or 154lb.") var target: MassArgument?
        @Option(help: "What your weight should do.") var aim: WeightAim?
        @Option(help: "Activity of a usual week.") var activity: ActivityLevel?
        @Option(help: "Body fat in percent, if you know it.") var bodyFat: Double?
        @Flag(inversion: .prefixedNo, help: "Whether you are pregnant or nursing.") var pregnantOrNursing: Bool?
        @OptionGroup var whose: PersonOption
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func run(_ session: Session, _ person: Person) async throws {
            let stored = try await session.bus.request(BodyProfileQuery(user: person.user))
            let isAway = try await session.bus.request(PlanNumbers(user: person.user)).numbersHidden
            var body = stored
            body.sex = sex ?? body.sex
            body.birthday = birthday ?? body.birthday
            body.heightCentimetres = height?.centimetres ?? body.heightCentimetres
            body.weightKilograms = weight?.kilograms ?? body.weightKilograms
            // Stating the same weight again is a new statement.
            if weight != nil { body.weightAt = person.at }
            body.targetKilograms = target?.kilograms ?? body.targetKilograms
            body.aim = aim ?? body.aim
            body.activity = activity ?? body.activity
            body.bodyFatPercent = bodyFat ?? body.bodyFatPercent
            body.isPregnantOrNursing = pregnantOrNursing ?? body.isPregnantOrNursing
            if body != stored {
                do {
                    body = try await session.bus.request(SetBodyProfile(user: person.user, body: body))
                } catch let error as ServiceError where !error.fields.isEmpty {
                    throw CLIError(PlanFormatter.wrong((isAway ? error.withoutLimits : error).fields))
                }
            }
            if isAway, output.json { Terminal.tell(PlanFormatter.away) }
            try output.print(isAway ? body.withoutNumbers : body) { PlanFormatter.body($0, isAway: isAway) }
        }
    }
}

/// Whether numbers are shown.
enum NumbersChoice: String, ExpressibleByArgument, CaseIterable {
    case away, shown
}

extension BodySex: ExpressibleByArgument {
    /// Parses a name, such as `female`.
    public init?(argument: String) { self.init(known: argument) }
    /// All names, for the help text.
    public static var allValueStrings: [String] { names.map(\.name) }
}

extension WeightAim: ExpressibleByArgument {
    /// Parses a name, such as `maintain`.
    public init?(argument: String) { self.init(known: argument) }
    /// All names, for the help text.
    public static var allValueStrings: [String] { names.map(\.name) }
}

extension ActivityLevel: ExpressibleByArgument {
    /// Parses a name, such as `moderate`.
    public init?(argument: String) { self.init(known: argument) }
    /// All names, for the help text.
    public static var allValueStrings: [String] { names.map(\.name) }
}

extension OpenEnum {
    /// Parses a name that this release knows.
    fileprivate init?(known name: String) {
        guard let value = Self.names.first(where: { $0.name == name })?.value else { return nil }
        self = value
    }
}

/// A weight as it is typed: a number of kilograms, or with the unit `kg` or `lb`.
struct MassArgument: ExpressibleByArgument, Equatable {
    let kilograms: Double

    init?(argument: String) {
        let text = argument.lowercased()
        if text.hasSuffix("lb"), let pounds = Double(text.dropLast(2)) {
            kilograms = BodyUnits.kilograms(pounds: pounds)
        } else if let value = Double(text.hasSuffix("kg") ? String(text.dropLast(2)) : text) {
            kilograms = value
        } else {
            return nil
        }
    }
}

/// A height as it is typed: a number of centimetres, or with the unit `cm`, `in` or `ft` and `in`.
struct LengthArgument: ExpressibleByArgument, Equatable {
    let centimetres: Double

    init?(argument: String) {
        let text = argument.lowercased()
        if let feet = text.range(of: "ft") {
            let rest = text[feet.upperBound...]
            let inches = rest.isEmpty ? 0 : Double(rest.hasSuffix("in") ? rest.dropLast(2) : rest)
            guard let whole = Double(text[..<feet.lowerBound]), let inches else { return nil }
            centimetres = BodyUnits.centimetres(feet: whole, inches: inches)
        } else if text.hasSuffix("in"), let inches = Double(text.dropLast(2)) {
            centimetres = BodyUnits.centimetres(feet: 0, inches: inches)
        } else if let value = Double(text.hasSuffix("cm") ? String(text.dropLast(2)) : text) {
            centimetres = value
        } else {
            return nil
        }
    }
}
