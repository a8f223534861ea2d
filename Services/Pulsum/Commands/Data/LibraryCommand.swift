import ArgumentParser
import Foundation
import Messages
import SystemKit

/// `pulsum library`: a person's own libraries of suggestions (COA-1).
struct LibraryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library", abstract: "Lists, adds and removes a person's own suggestions.",
        subcommands: [ListCommand.self, AddCommand.self, RemoveCommand.self])

    struct ListCommand: PersonCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "The files that a person's own suggestions came from.")
        @OptionGroup var whose: PersonOption
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func run(_ session: Session, _ person: Person) async throws {
            try output.print(try await session.bus.request(LibrariesQuery(user: person.user))) { reply in
                guard !reply.libraries.isEmpty else {
                    return "\(person.name) has no own suggestions; “pulsum library add FILE” adds some."
                }
                var table = TextTable(["file", "suggestions", "added"])
                for library in reply.libraries {
                    let at = library.at.map { $0.iso8601 }
                    table.add(
                        library.id == nil ? "(no file name)" : library.fileName, "\(library.moments)", at ?? "earlier")
                }
                return table.text
            }
        }
    }

    struct AddCommand: PersonCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Adds the suggestions of a JSON file.",
            discussion:
                "The file is an array of episodes, each with “recommendations”; docs/data-formats.md has the fields. A file of a known name adds to what came from it before."
        )
        @Argument(help: "The file, at most 4 MiB.", completion: .file()) var file: String
        @OptionGroup var whose: PersonOption
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func run(_ session: Session, _ person: Person) async throws {
            let path = URL(fileURLWithPath: absolute(file))
            let bytes: Data
            do {
                bytes = try Data(contentsOf: path)
            } catch {
                throw CLIError("\(file) cannot be read.")
            }
            let reply = try await session.bus.request(
                ImportLibrary(
                    user: person.user, fileName: path.lastPathComponent, json: Array(bytes),
                    at: WallClock.milliseconds()))
            try output.print(reply) { reply in
                var lines = ["New: \(reply.added). Changed: \(reply.updated). As before: \(reply.unchanged)."]
                for skip in reply.skips {
                    let place = skip.entry.map { ", no. \($0)" } ?? ""
                    let title = skip.title.map { " “\($0)”" } ?? ""
                    lines.append("Left out: episode \(skip.episode)\(place)\(title): \(skip.reason).")
                }
                let others = reply.skipped.values.reduce(0, +) - Int64(reply.skips.count)
                if others > 0 { lines.append("And \(others) more.") }
                return lines.joined(separator: "\n")
            }
        }
    }

    struct RemoveCommand: PersonCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Removes a file's suggestions, except those that another file has too.")
        @Argument(help: "The file's name, as “pulsum library list” shows it.") var name: String?
        @Flag(help: "What was added by releases that kept no file names.") var unnamed = false
        @OptionGroup var whose: PersonOption
        @OptionGroup var common: Common

        func validate() throws {
            guard (name == nil) == unnamed else {
                throw ValidationError("Name one file, or pass --unnamed for what has no file name.")
            }
        }

        func run(_ session: Session, _ person: Person) async throws {
            let libraries = try await session.bus.request(LibrariesQuery(user: person.user)).libraries
            guard let found = libraries.first(where: { unnamed ? $0.id == nil : $0.id != nil && $0.fileName == name })
            else {
                throw CLIError("\(person.name) has no such file; “pulsum library list” shows what there is.")
            }
            let reply = try await session.bus.request(RemoveLibrary(user: person.user, library: found.id))
            Terminal.say("Removed suggestions: \(reply.removed).")
        }
    }
}
