import ArgumentParser
import Foundation
import Messages
import ServiceKit

struct EraseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase", abstract: "Erases a person from every service, for good.")
    @Flag(help: "Confirms the erasure.") var yes = false
    @Option(help: "The account to erase; required.") var user: String?
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func run() async throws {
        guard let user else {
            throw CLIError(
                "Say whom to erase: “pulsum erase --user NAME --yes”; “pulsum account list” shows the names.")
        }
        guard yes else {
            throw CLIError(
                "This cannot be undone; say “pulsum erase --user \(user) --yes”, and “pulsum export FILE” before if you want a copy."
            )
        }
        try await common.connected { session in
            let account = try await session.user(user)
            var report = try await session.bus.request(StartErase(user: account.user))
            let deadline = ContinuousClock.now + .seconds(30)
            while !report.done, ContinuousClock.now < deadline {
                try await Task.sleep(for: .milliseconds(250))
                report = try await session.bus.request(StartErase(user: account.user))
            }
            try output.print(report) { report in
                var table = TextTable(["service", "rows", ""], right: [1])
                for entry in report.services {
                    table.add("\(entry.service)", Amount.count(entry.rows), entry.done ? "erased" : "pending")
                }
                return table.text
                    + (report.done
                        ? "\nErased \(account.name)."
                        : "\nSome services did not answer; the erasure goes on until they have.")
            }
            if try await session.bus.request(ListAccounts()).accounts.isEmpty {
                Terminal.tell("No account is left; “pulsum setup-link” prints the link that makes a new one.")
            }
        }
    }
}
