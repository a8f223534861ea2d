import ArgumentParser
import ServiceKit
import SystemKit

/// The command-line tool `pulsum`.
@main
struct Main: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pulsum",
        abstract: "A wellbeing score with its reasons, from your own data, on your own machine.",
        discussion: "Begin with “pulsum up” and open the address it prints, or use the commands below alongside it.",
        version: Release.description,
        groupedSubcommands: [
            CommandGroup(
                name: "Run",
                subcommands: [
                    UpCommand.self, SetUpLinkCommand.self, StatusCommand.self, WatchCommand.self, BusCommand.self,
                    ConfigCommand.self, CertificateCommand.self, KeysCommand.self, MasterKeyCommand.self,
                    RowsCommand.self,
                ]),
            CommandGroup(
                name: "Data",
                subcommands: [
                    AccountCommand.self, DemoCommand.self, TokenCommand.self, ImportCommand.self, MetricsCommand.self,
                    SourcesCommand.self, ExportCommand.self, EraseCommand.self, BackupCommand.self,
                    RestoreCommand.self, RestoredCommand.self, MoveCommand.self,
                ]),
            CommandGroup(
                name: "Every day",
                subcommands: [
                    ScoreCommand.self, BreakdownCommand.self, CheckInCommand.self, ContextCommand.self,
                    JournalCommand.self, CardsCommand.self, LibraryCommand.self, ChatCommand.self, GoalsCommand.self,
                    ActCommand.self, PlanCommand.self,
                ]),
            CommandGroup(
                name: "Cloud",
                subcommands: [
                    ConsentCommand.self, KeyCommand.self, CloudCommand.self, ReceiptsCommand.self, FenceCommand.self,
                ]),
        ])

    /// Disables core dumps, because passwords, keys and exports pass through this process's memory, and keeps what it
    /// writes from others.
    static func main() async {
        CoreDumps.off()
        PrivateFile.limitNewFiles()
        await main(nil)
    }
}
