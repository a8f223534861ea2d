import ArgumentParser
import Messages
import ServiceKit

struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Prints every configuration key with its effective value.")
    @OptionGroup var common: Common

    func run() async throws {
        do {
            let values = try common.settings().values
            let purposes = Dictionary(uniqueKeysWithValues: Setting.all.map { ($0.key, $0.purpose) })
            var table = TextTable(["key", "value", "from", "meaning"])
            for value in values {
                table.add(
                    value.key, value.text.isEmpty ? "–" : value.text, value.origin.rawValue, purposes[value.key] ?? "")
            }
            Terminal.say(table.text)
        } catch {
            throw CLIError(error)
        }
    }
}
