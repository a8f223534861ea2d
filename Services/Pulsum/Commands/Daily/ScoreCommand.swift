import ArgumentParser
import CrisisCards
import Messages

/// `pulsum score`: the score of a day.
struct ScoreCommand: PersonCommand {
    static let configuration = CommandConfiguration(
        commandName: "score", abstract: "The score of a day, or why there is none.")
    @Option(help: "The day, yyyy-mm-dd; the latest with data by default.") var day: Day?
    @OptionGroup var whose: PersonOption
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func run(_ session: Session, _ person: Person) async throws {
        try output.print(
            try await session.bus.request(ScoreQuery(user: person.user, day: day, today: person.today)),
            ReplyFormatter.score)
    }
}
