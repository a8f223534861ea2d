import ArgumentParser
import Foundation
import Messages

struct CloudUsageCommand: PersonCommand {
    static let configuration = CommandConfiguration(
        commandName: "usage", abstract: "Counts the calls to the cloud model this month.")
    @OptionGroup var whose: PersonOption
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func run(_ session: Session, _ person: Person) async throws {
        let usage = CloudUsage(user: person.user, since: person.monthStart)
        try output.print(try await session.bus.request(usage)) { reply in
            reply.calls == 1 ? "1 call this month." : "\(reply.calls) calls this month."
        }
    }
}
