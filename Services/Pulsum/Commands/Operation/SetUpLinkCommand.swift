import ArgumentParser
import Foundation
import ServiceKit

/// `pulsum setup-link`: prints the link that creates the first account. In a container:
/// `docker compose exec api pulsum setup-link`.
struct SetUpLinkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup-link", abstract: "Prints the link that creates the first account.",
        discussion:
            "Whoever opens it can create the first account, once; keep it private. It exists while Pulsum runs without an account."
    )
    @OptionGroup var common: Common

    func run() async throws {
        do {
            let configuration = try common.settings()
            guard let link = try Self.link(configuration) else {
                guard try Files.read(configuration.run + "/http") != nil else {
                    throw CLIError.notRunning(configuration.data)
                }
                throw CLIError(
                    "There is an account already: sign in on the page, or make another one with “pulsum account create NAME”."
                )
            }
            Terminal.say(link)
        } catch {
            throw CLIError(error)
        }
    }

    /// The link published by the API; nil if the API is not running or an account exists.
    static func link(_ configuration: Configuration) throws -> String? {
        try Files.readSecret(configuration.run + "/setup-link")?.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
