import Actions
import ArgumentParser
import CrisisCards
import Messages

struct ChatCommand: PersonCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat", abstract: "One message to the coach, and the answer.")
    @Argument(help: "The message.") var text: [String]
    @OptionGroup var whose: PersonOption
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func run(_ session: Session, _ person: Person) async throws {
        let text = text.joined(separator: " ")
        let request = Chat(
            user: person.user, text: text, at: person.at, country: person.country, today: person.today)
        let coach = CoachActions(bus: session.bus, fallback: session.fallback(person))
        let reply = try await session.withCrisisCard { try await coach.send(request) }
        try output.print(reply, ReplyFormatter.chat)
    }
}
