import Actions
import ArgumentParser
import CrisisCards
import Messages

struct JournalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal", abstract: "Write and read journal entries.",
        subcommands: [AddCommand.self, ListCommand.self, SearchCommand.self])

    struct AddCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Writes an entry; without TEXT it is read from standard input.")
        @Argument(help: "The text.") var text: [String] = []
        @OptionGroup var whose: PersonOption
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func run() async throws {
            var text = text.joined(separator: " ")
            if text.isEmpty {
                while let line = readLine(strippingNewline: false),
                    text.utf8.count <= 4 * SubmitJournal.maximumCharacters
                { text += line }
            }
            while text.last?.isWhitespace == true { text.removeLast() }
            guard !text.isEmpty else {
                throw CLIError("The entry is empty; write its text after “pulsum journal add”.")
            }
            let entry = text
            try await common.connected { session in
                let person = try await session.person(whose.user)
                let request = SubmitJournal(
                    user: person.user, day: person.today, at: person.at, text: entry, country: person.country)
                let kept = try await session.withCrisisCard {
                    try await JournalActions(bus: session.bus, fallback: session.fallback(person)).add(request)
                }
                try output.print(kept) { ReplyFormatter.added($0) }
            }
        }
    }

    struct ListCommand: PersonCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "The latest entries, newest first.")
        @OptionGroup var list: LimitOption
        @OptionGroup var whose: PersonOption
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func run(_ session: Session, _ person: Person) async throws {
            try output.print(
                try await session.bus.request(JournalQuery(user: person.user, limit: list.limit)),
                ReplyFormatter.journal)
        }
    }

    struct SearchCommand: PersonCommand {
        static let configuration = CommandConfiguration(
            commandName: "search", abstract: "The latest entries with words that begin like these.")
        @Argument(help: "The words; all of them must occur.") var words: [String]
        @OptionGroup var list: LimitOption
        @OptionGroup var whose: PersonOption
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func run(_ session: Session, _ person: Person) async throws {
            var found = SearchJournal.Reply(entries: [])
            repeat {
                let page = try await session.bus.request(
                    SearchJournal(
                        user: person.user, words: words.joined(separator: " "),
                        limit: list.limit - Int32(found.entries.count), after: found.next))
                found.entries += page.entries
                found.next = page.next
                found.damaged = .joined(found.damaged, page.damaged)
            } while found.next != nil && found.entries.count < list.limit
            try output.print(found, ReplyFormatter.found)
        }
    }
}
