import ArgumentParser
import Foundation
import Messages

/// `pulsum cloud preview` and `pulsum cloud usage`.
struct CloudCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cloud", abstract: "Shows what would leave this machine, and how often something did.",
        subcommands: [CloudPreviewCommand.self, CloudUsageCommand.self])
}
