import ArgumentParser
import Foundation
import Messages

/// `pulsum account`: manages the accounts of this installation.
struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Lists and creates accounts, says in which country they are, and sets a password that was forgotten.",
        subcommands: [ListCommand.self, CreateCommand.self, InCountryCommand.self, PasswordCommand.self])

    struct ListCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "All accounts.")
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func run() async throws {
            try await common.connected { session in
                try output.print(try await session.bus.request(ListAccounts())) { reply in
                    guard !reply.accounts.isEmpty else {
                        return "No account yet; create one with “pulsum account create NAME”."
                    }
                    var table = TextTable(["name", "user"])
                    for account in reply.accounts { table.add(account.name, "\(account.user)") }
                    return table.text
                }
            }
        }
    }

    struct CreateCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Creates an account; the password is read from the terminal or standard input.")
        @Argument(help: "The name to sign in with.") var name: String
        @Option(help: "Time zone (IANA name); this machine's by default.") var zone: String?
        @Option(help: "Country, for emergency numbers: two letters such as DE, or “none”; asked for by default.")
        var country: CountryCode?
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func run() async throws {
            let zone = zone ?? TimeZone.current.identifier
            guard TimeZone(identifier: zone) != nil else {
                throw CLIError("\(zone) is no time zone; use a name such as Europe/Berlin.")
            }
            let country = try country ?? CountryCode.ask()
            guard let password = Terminal.secret("Password for \(name): "), !password.isEmpty else {
                throw CLIError("No password was given; type it, or send it through a pipe.")
            }
            try await common.connected { session in
                let account = try await session.bus.request(
                    CreateAccount(name: name, password: password, timeZone: zone, country: country.letters),
                    budget: .seconds(15))
                try output.print(account) { "Created \($0.name)." }
            }
        }
    }

    struct InCountryCommand: PersonCommand {
        static let configuration = CommandConfiguration(
            commandName: "country",
            abstract: "Says in which country somebody is: a crisis card shows its emergency numbers and helplines.")
        @Argument(help: "Two letters such as DE, or “none”.") var country: CountryCode
        @OptionGroup var whose: PersonOption
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func run(_ session: Session, _ person: Person) async throws {
            var profile = try await session.bus.request(ProfileQuery(user: person.user))
            profile.country = country.letters
            try output.print(try await session.bus.request(SetProfile(profile: profile))) { profile in
                profile.country.isEmpty
                    ? "\(person.name) has no country set." : "\(person.name) is in \(profile.country)."
            }
        }
    }

    struct PasswordCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "password",
            abstract:
                "Sets a new password for somebody who forgot it, and ends their sessions; it is read from the terminal or standard input."
        )
        @Argument(help: "The name to sign in with.") var name: String
        @Flag(help: "Turn their second factor off too, where app and recovery codes are lost.") var clearSecondFactor =
            false
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func run() async throws {
            guard let password = Terminal.secret("New password for \(name): "), !password.isEmpty else {
                throw CLIError("No password was given; type it, or send it through a pipe.")
            }
            try await common.connected { session in
                let account = try await session.user(name)
                let reply = try await session.bus.request(
                    SetPassword(user: account.user, password: password, clearSecondFactor: clearSecondFactor),
                    budget: .seconds(15))
                try output.print(reply) { reply in
                    "\(account.name) has a new password; sessions ended: \(reply.sessions)."
                        + (reply.secondFactorCleared ? " The second factor is off." : "")
                }
            }
        }
    }
}
