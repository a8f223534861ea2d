import ArgumentParser
import CrisisCards
import Messages

/// `pulsum breakdown`: the contributions to a score.
struct BreakdownCommand: PersonCommand {
    static let configuration = CommandConfiguration(
        commandName: "breakdown", abstract: "Shows all inputs of a score.")
    @Option(help: "The day, yyyy-mm-dd; the latest with data by default.") var day: Day?
    @OptionGroup var whose: PersonOption
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func run(_ session: Session, _ person: Person) async throws {
        try output.print(
            try await session.bus.request(BreakdownQuery(user: person.user, day: day, today: person.today)),
            ReplyFormatter.breakdown)
    }
}
