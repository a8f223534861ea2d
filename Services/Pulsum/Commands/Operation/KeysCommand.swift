import ArgumentParser
import Bus
import Messages
import ServiceKit

/// `pulsum keys`: the CURVE keys of peers that join the bus from other machines and containers.
struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "CURVE keys for brokers at tcp addresses, between machines and containers.",
        discussion: """
            On one machine no keys are needed: the bus is a private socket. A process on another machine needs its own NAME.secret, broker.public and \
            its capability.NAME (the API all capability files), all from the key directory (PULSUM_KEYS) of the broker's machine.
            To replace a key: rotate, copy the new file to its machine, revoke the old key. Processes reconnect with their new files by themselves.
            """,
        subcommands: [CreateCommand.self, ListCommand.self, RotateCommand.self, RevokeCommand.self])

    /// Selects the directory of keys.
    struct Place: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "A folder with one folder per name, for containers; each gets only what it needs.", valueName: "dir"))
        var into: String?
        @OptionGroup var common: Common

        func open<T>(_ body: (KeyManager) throws -> T) throws -> T {
            do {
                if let into { return try body(KeyManager(directory: absolute(into), usesDirectoryPerName: true)) }
                return try body(KeyManager(directory: try common.settings().keys))
            } catch {
                throw CLIError(error)
            }
        }
    }

    struct CreateCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create", abstract: "Makes the keys that are missing.")
        @Argument(help: "Names to create keys for; all of Pulsum's by default.", transform: Self.name) var names:
            [ServiceName] = []
        @OptionGroup var place: Place

        func run() async throws {
            try place.open { manager in
                let made = try manager.create(names.isEmpty ? KeyManager.names : names)
                Terminal.say(
                    made.isEmpty
                        ? "Everybody has a key already."
                        : "Made in \(manager.directory): keys of \(made.map(\.rawValue).joined(separator: ", ")).")
            }
        }

        /// Parses any valid peer name.
        static func name(_ text: String) throws -> ServiceName {
            let name = ServiceName(rawValue: text)
            guard (1...16).contains(text.utf8.count),
                text.allSatisfy({ $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") })
            else {
                throw ValidationError("\(text) is no name: 1 to 16 of a-z, 0-9 and -.")
            }
            return name
        }
    }

    struct ListCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists the accepted keys of each name.")
        @OptionGroup var place: Place

        func run() async throws { try place.open { Terminal.say(Self.text(try $0.list())) } }

        static func text(_ lines: [KeyManager.Line]) -> String {
            guard !lines.isEmpty else { return "There are no keys; “pulsum keys create” makes them." }
            var table = TextTable(["name", "key", "state", "since", ""])
            for line in lines {
                table.add(
                    "\(line.name)", line.entry.key.id, "\(line.entry.state)", line.entry.day,
                    line.isHere ? "its secret is here" : "")
            }
            return table.text
        }
    }

    struct RotateCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rotate",
            abstract: "Creates a second key for a name; both are accepted until the old one is revoked.")
        @Argument(help: "The name of the key's owner.", transform: CreateCommand.name) var name: ServiceName
        @Flag(help: "The key with which a service checks the API's capabilities, instead of the one by which it joins.")
        var capability = false
        @OptionGroup var place: Place

        func run() async throws {
            try place.open { manager in
                guard !capability else {
                    try manager.rotateCapability(name)
                    return Terminal.say(
                        "\(name) has a new capability key. Take capability.\(name) to where \(name) and api run, and after five minutes “pulsum keys revoke \(name) --capability”."
                    )
                }
                let key = try manager.rotate(name)
                let next =
                    name == .broker
                    ? "Take broker.public to every other machine, then send the broker SIGHUP or start it again, then “pulsum keys revoke broker”."
                    : "Take \(name).secret to where \(name) runs, then “pulsum keys revoke \(name)”."
                Terminal.say("The new key of \(name) is \(key.id). \(next)")
            }
        }
    }

    struct RevokeCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke",
            abstract: "Revokes a key; its connections are closed within a second.")
        @Argument(help: "The name of the key's owner.", transform: CreateCommand.name) var name: ServiceName
        @Argument(help: "The key's id from “pulsum keys list”; the older of two by default.") var key: String?
        @Flag(help: "Leaves only the newest key with which a service checks the API's capabilities.") var capability =
            false
        @OptionGroup var place: Place

        func run() async throws {
            try place.open { manager in
                guard !capability else {
                    try manager.revokeCapability(name)
                    return Terminal.say(
                        "The older capability key of \(name) counts no longer after five minutes. Take capability.\(name) to where \(name) and api run."
                    )
                }
                Terminal.say("The key \(try manager.revoke(name, key).id) of \(name) counts no longer.")
            }
        }
    }
}
