import ArgumentParser
import Foundation
import Messages

struct CloudPreviewCommand: PersonCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview", abstract: "Shows what a chat message would send to the cloud model now; sends nothing.")
    @Option(help: "Topic of the message, such as sleep; by default what stands out today.") var topic: String?
    @OptionGroup var whose: PersonOption
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func validate() throws {
        guard let topic, !Topic.names.contains(where: { $0.name == topic }) else { return }
        throw ValidationError("A topic is one of: \(Topic.names.map(\.name).joined(separator: ", ")).")
    }

    func run(_ session: Session, _ person: Person) async throws {
        let query = CloudPreview(
            user: person.user, at: person.at, today: person.today,
            topic: topic.flatMap { name in Topic.names.first { $0.name == name }?.value })
        try output.print(try await session.bus.request(query)) { reply in
            let state = reply.gate.map { "It would stay here; the gate is “\($0)”." } ?? "A chat message may send it."
            return "To \(reply.destination), at most:\n\(reply.body)\n\(state)"
        }
    }
}
