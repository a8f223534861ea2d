import Actions
import ArgumentParser
import Messages

/// `pulsum act`: reads a sentence as an action, shows it and saves it.
struct ActCommand: PersonCommand {
    static let configuration = CommandConfiguration(
        commandName: "act", abstract: "Records something done, from one sentence such as “ran 5 km this morning”.",
        discussion:
            "The sentence is read on this machine, in English or German. What was read is shown before it is saved. An amount that none of your measures fits is named, and --yes then saves nothing."
    )
    @Argument(help: "The sentence.") var words: [String]
    @Flag(help: "Saves without asking, if all of the sentence can be kept.") var yes = false
    @Flag(help: "With --yes: saves the rest if an amount of the sentence cannot be kept.") var partial = false
    @Option(help: "Counts the action towards this one of the goals that fit, by its id in “pulsum goals list”.")
    var goal: EntityID?
    @OptionGroup var whose: PersonOption
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func validate() throws {
        guard yes || !partial else { throw ValidationError("--partial belongs to --yes.") }
    }

    func run(_ session: Session, _ person: Person) async throws {
        let sentence = words.joined(separator: " ")
        guard sentence.contains(where: { !$0.isWhitespace }) else {
            throw CLIError("Write what you did, such as “ran 5 km this morning”.")
        }
        let query = ReadAction(
            user: person.user, sentence: sentence, asOf: person.asOf, timeZone: person.timeZone,
            language: person.language, country: person.country)
        let actions = GoalActions(bus: session.bus, fallback: session.fallback(person))
        let read = try await session.withCrisisCard { try await actions.ask(query, about: sentence) }
        if let card = read.verdict?.card { Terminal.tell(ReplyFormatter.crisis(card) + "\n") }
        guard var action = read.action, let day = read.day else {
            throw CLIError("Nothing was saved.")
        }
        let measures = try await session.measures(of: person)
        Terminal.tell(GoalsFormatter(measures).read(read))
        let unkept = GoalsFormatter.unkept(read)
        if yes, !partial, !unkept.isEmpty { throw Self.undecided(unkept) }
        guard let contributions = try contributions(read, unkept) else {
            Terminal.tell("Nothing was saved.")
            return
        }
        action.contributions = contributions
        let command = SaveAction(user: person.user, content: action, day: day, country: person.country)
        let saved = try await session.withCrisisCard { try await actions.save(command, texts: [sentence]) }
        try output.print(saved) { GoalsFormatter(measures).saved($0) }
    }

    /// With --yes nobody is asked whether an action without its amounts is meant.
    static func undecided(_ unkept: [String]) -> CLIError {
        CLIError(
            "Nothing was saved, because \(unkept.joined(separator: ", ")) cannot be kept. Say --partial to save the rest, or make a measure first: “pulsum goals add” makes one with a goal."
        )
    }

    /// Contributions to save with the action; nil if the person declines to save it.
    /// - Parameter unkept: amounts that are not saved.
    private func contributions(_ read: ReadAction.Reply, _ unkept: [String]) throws -> [GoalContribution]? {
        if let goal {
            guard let proposal = read.proposals.first(where: { $0.goal == goal }), !proposal.contributions.isEmpty
            else { throw CLIError("The goal \(goal) does not fit this action; “pulsum goals list” shows your goals.") }
            if yes { return proposal.contributions }
        }
        if yes { return [] }
        guard Terminal.isTyped else { throw CLIError("Say --yes to save it without being asked.") }
        let fitting = goal == nil ? read.proposals.filter { !$0.contributions.isEmpty } : []
        let choice = fitting.isEmpty ? "" : ", or the number of the goal it counts for"
        let without = unkept.isEmpty ? "" : " without \(unkept.joined(separator: ", "))"
        Terminal.ask("Save it\(without)? y\(choice), anything else for no: ")
        let answer = readLine() ?? ""
        if let number = Int(answer.filter { !$0.isWhitespace }), fitting.indices.contains(number - 1) {
            return fitting[number - 1].contributions
        }
        guard Terminal.isYes(answer) else { return nil }
        return goal.flatMap { goal in read.proposals.first { $0.goal == goal }?.contributions } ?? []
    }
}
