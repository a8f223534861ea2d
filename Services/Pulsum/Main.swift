import ArgumentParser
import ServiceKit

/// The command-line tool `pulsum`.
@main
struct Main: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pulsum",
        abstract: "A wellbeing score with its reasons, from your own data, on your own machine.",
        discussion: "Begin with “pulsum up” and open the address it prints, or use the commands below beside it.",
        version: Release.name,
        groupedSubcommands: [
            CommandGroup(
                name: "Run",
                subcommands: [
                    Up.self, SetUpLinkCommand.self, Status.self, Watch.self, BusCommand.self, ConfigCommand.self, KeysCommand.self, MasterKeyCommand.self,
                ]),
            CommandGroup(
                name: "Data",
                subcommands: [
                    AccountCommand.self, TokenCommand.self, Import.self, MetricsCommand.self, SourcesCommand.self, Export.self, Erase.self, Backup.self,
                    Restore.self,
                ]),
            CommandGroup(
                name: "Every day",
                subcommands: [Score.self, Breakdown.self, CheckInCommand.self, ContextCommand.self, Journal.self, Cards.self, ChatCommand.self]),
            CommandGroup(name: "Cloud", subcommands: [Consent.self, Key.self, Receipts.self]),
        ])

    /// Disables core dumps, because passwords, keys and exports pass through this process's memory.
    static func main() async {
        CoreDumps.off()
        await main(nil)
    }
}
