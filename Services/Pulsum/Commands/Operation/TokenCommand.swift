import ArgumentParser
import Foundation
import Messages
import SystemKit

/// `pulsum token`: the tokens by which phones and scripts send and read data.
struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Lists, makes and revokes device tokens.",
        subcommands: [ListCommand.self, CreateCommand.self, RevokeCommand.self])

    struct ListCommand: PersonCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "A person's device tokens.")
        @OptionGroup var whose: PersonOption
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func run(_ session: Session, _ person: Person) async throws {
            try output.print(try await session.bus.request(ListTokens(user: person.user))) { reply in
                guard !reply.tokens.isEmpty else {
                    return "\(person.name) has no device token; “pulsum token create LABEL” makes one."
                }
                var table = TextTable(["label", "may", "made", "last used", "expires"])
                for token in reply.tokens {
                    table.add(
                        token.label, token.scopes.map(\.description).joined(separator: ", "),
                        Self.time(token.created),
                        token.used.map(Self.time) ?? "never", token.expires.map(Self.time) ?? "never")
                }
                return table.text
            }
        }

        private static func time(_ at: Milliseconds) -> String {
            at.iso8601
        }
    }

    struct CreateCommand: PersonCommand {
        static let configuration = CommandConfiguration(
            commandName: "create", abstract: "Makes a device token and prints it, once.",
            discussion: "“ingest” adds samples and deletes those its own device sent; “read” reads metrics and scores.")
        @Argument(help: "The device's name. A later token of the same name continues the same device.") var label:
            String
        @Option(help: "A scope of the token; repeatable.") var scope: [TokenScope] = [.ingest]
        @Option(help: "Days until the token expires; by default it is valid until revoked.") var days: Int?
        @OptionGroup var whose: PersonOption
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func validate() throws {
            if let days, !(1...3650).contains(days) { throw ValidationError("--days is 1 to 3650.") }
        }

        func run(_ session: Session, _ person: Person) async throws {
            let expires = days.map { WallClock.milliseconds() + Milliseconds($0) * 86_400_000 }
            let made = try await session.bus.request(
                CreateToken(user: person.user, label: label, scopes: scope, expires: expires))
            try output.print(made) {
                "A token of \(person.name) for \($0.token.label). It is shown once:\n\($0.secret)"
            }
        }
    }

    struct RevokeCommand: PersonCommand {
        static let configuration = CommandConfiguration(commandName: "revoke", abstract: "Revokes a device token.")
        @Argument(help: "Its label, as “pulsum token list” shows it.") var label: String
        @OptionGroup var whose: PersonOption
        @OptionGroup var common: Common

        func run(_ session: Session, _ person: Person) async throws {
            let tokens = try await session.bus.request(ListTokens(user: person.user)).tokens.filter {
                $0.label == label
            }
            guard !tokens.isEmpty else {
                throw CLIError("\(person.name) has no token “\(label)”; “pulsum token list” shows them.")
            }
            for token in tokens {
                _ = try await session.bus.request(RevokeToken(user: person.user, token: token.id))
            }
            Terminal.say("Revoked the token of \(person.name) for \(label).")
        }
    }
}

extension TokenScope: ExpressibleByArgument {
    /// Parses a scope's name, such as `read`.
    public init?(argument: String) {
        guard let scope = Self.names.first(where: { $0.name == argument })?.value else { return nil }
        self = scope
    }
    /// All scope names, for the help text.
    public static var allValueStrings: [String] { names.map(\.name) }
}

extension Session {
    /// Adds an action that this command performed without the API to the person's security record.
    func record(_ event: SecurityEvent, of user: UserID) async {
        do {
            _ = try await bus.request(RecordSecurity(user: user, event: event))
        } catch {
            Terminal.tell("Warning: the API does not answer, so this is missing in the security record.")
        }
    }
}
