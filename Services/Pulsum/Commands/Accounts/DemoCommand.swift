import ArgumentParser
import ExamplePerson
import Foundation
import LocalTime
import Messages
import SystemKit

/// `pulsum demo`: an example person with two made-up years, to look around.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Makes an example person with two years of made-up data, to look around; --remove erases it.",
        discussion:
            "Its password is printed once. It signs in from this machine only, every page says that its data is made up, and the link for the first account stays valid."
    )
    @Flag(help: "Erase the example person with everything it has.") var remove = false
    @Option(help: "Equal seeds give equal data on the same day.") var seed = ExamplePerson.usualSeed
    @Option(help: "Language of the journal and the goals: en or de; this terminal's by default.") var language: String?
    @OptionGroup var common: Common

    func validate() throws {
        guard language.map(["en", "de"].contains) ?? true else {
            throw ValidationError("The language is en or de.")
        }
    }

    func run() async throws {
        try await common.connected { session in
            let accounts = try await session.bus.request(ListAccounts()).accounts
            let example = accounts.first { $0.isExample == true }
            if remove {
                guard let example else { throw CLIError("There is no example person.") }
                try await Self.erase(example, session)
            } else if let example {
                throw CLIError(
                    "\(example.name) exists already. “pulsum account password '\(example.name)'” sets a new password; “pulsum demo --remove” erases it."
                )
            } else {
                try await make(session)
            }
        }
    }

    private func make(_ session: Session) async throws {
        let inGerman = language.map { $0 == "de" } ?? (Locale.current.language.languageCode == .german)
        let password = ExamplePerson.password()
        let account = try await session.bus.request(
            CreateAccount(
                name: ExamplePerson.name(inGerman: inGerman), password: password, timeZone: ExamplePerson.zone,
                country: ExamplePerson.country, isExample: true), budget: .seconds(15))
        do {
            let profile = try await session.bus.request(ProfileQuery(user: account.user))
            let person = ExamplePerson(
                profile, seed: seed, inGerman: inGerman, now: WallClock.milliseconds(), bus: session.bus)
            _ = try await session.bus.request(SetProfile(profile: person.completed(profile)))
            let body = try await session.bus.request(BodyProfileQuery(user: account.user))
            _ = try await session.bus.request(SetBodyProfile(user: account.user, body: person.completed(body)))
            try await person.fill { Terminal.tell($0) }
        } catch {
            // Without its data the account is of no use, and its password was not shown yet.
            _ = try? await session.bus.request(StartErase(user: account.user))
            throw error
        }
        Terminal.say("Name      \(account.name)\nPassword  \(password)")
        Terminal.tell(
            "Sign in on this machine. The password is not shown again; “pulsum demo --remove” erases everything.")
    }

    private static func erase(_ account: Account, _ session: Session) async throws {
        var report = try await session.bus.request(StartErase(user: account.user))
        let deadline = ContinuousClock.now + .seconds(30)
        while !report.done, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(250))
            report = try await session.bus.request(StartErase(user: account.user))
        }
        Terminal.say(
            report.done
                ? "Erased \(account.name)." : "Some services did not answer; the erasure goes on until they have.")
    }
}
