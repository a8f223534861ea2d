import ArgumentParser
import Bus
import Foundation
import Messages
import ServiceKit

struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Prints committed events as they occur, without content; until Ctrl-C.")
    @OptionGroup var common: Common

    func run() async throws {
        try await common.connected { session in
            var fresh = InitialMissFilter(since: .now)
            for await event in session.bus.watch() where fresh.shows(event, now: .now) {
                switch event {
                case .event(let event):
                    let time = Date().formatted(.iso8601.time(includingFractionalSeconds: true))
                    let user = event.user.map { "  user \($0)" } ?? ""
                    let id = event.id.map { "  id \($0)" } ?? ""
                    Terminal.say("\(time)  \(event.service)  \(MessageType(event.type))\(user)\(id)")
                case .missed(let service):
                    Terminal.say("(events of \(service) may have been missed)")
                }
            }
        }
    }
}
