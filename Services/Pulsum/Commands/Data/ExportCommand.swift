import ArgumentParser
import Foundation
import Messages
import ServiceKit

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Everything Pulsum knows of you, as one zip file in open formats.")
    @Argument(help: "The file to make.", completion: .file(extensions: ["zip"])) var file: String
    @OptionGroup var whose: PersonOption
    @OptionGroup var common: Common

    func run() async throws {
        let path = absolute(file)
        guard !FileManager.default.fileExists(atPath: path) else {
            throw CLIError("\(path) exists already; choose another name.")
        }
        try await common.connected { session in
            let account = try await session.user(whose.user)
            let file = try NewFile(path: path)
            do {
                try await ExportArchive(bus: session.bus, user: account.user).write { try file.write($0) }
                try file.finish()
            } catch {
                file.discard()
                throw error
            }
            await session.record(.exported, of: account.user)
            Terminal.say("Everything about \(account.name) is in \(path).")
        }
    }
}
