import ArgumentParser
import Foundation
import Messages

struct KeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Stores the API key of the cloud model; read from standard input, never shown.")
    @Flag(help: "Removes the stored key.") var remove = false
    @OptionGroup var whose: PersonOption
    @OptionGroup var common: Common

    func run() async throws {
        let key = remove ? "" : (Terminal.secret("API key: ") ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        guard remove || !key.isEmpty else {
            throw CLIError(
                "No key was given; type it, or send it through a pipe. “pulsum key --remove” removes the stored one.")
        }
        try await common.connected { session in
            let account = try await session.user(whose.user)
            _ = try await session.bus.request(SetCloudKey(user: account.user, key: key))
            await session.record(remove ? .keyRemoved : .keySet, of: account.user)
            Terminal.say(remove ? "The key is removed." : "The key is stored, encrypted.")
        }
    }
}
