import ArgumentParser
import CrisisCards
import Messages

struct CardsCommand: PersonCommand {
    static let configuration = CommandConfiguration(commandName: "cards", abstract: "Today's suggestions.")
    @OptionGroup var whose: PersonOption
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func run(_ session: Session, _ person: Person) async throws {
        try output.print(
            try await session.bus.request(
                CardsQuery(
                    user: person.user, at: person.at, country: person.country, today: person.today,
                    hour: person.calendar.hour(millisecond: person.at))),
            ReplyFormatter.cards)
    }
}
