import ArgumentParser
import CrisisCards
import Messages

/// `pulsum score`: the score of a day.
struct Score: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "The score of a day, or why there is none.")
    @Option(help: "The day, yyyy-mm-dd; the latest with data where not given.") var day: Day?
    @OptionGroup var whose: Whose
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func run() async throws {
        try await common.connected { session in
            let person = try await session.person(whose.user)
            try output.print(try await session.bus.request(ScoreQuery(user: person.user, day: day, today: person.today)), Texts.score)
        }
    }
}

/// `pulsum breakdown`: the contributions to a score.
struct Breakdown: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Everything that went into a score.")
    @Option(help: "The day, yyyy-mm-dd; the latest with data where not given.") var day: Day?
    @OptionGroup var whose: Whose
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func run() async throws {
        try await common.connected { session in
            let person = try await session.person(whose.user)
            try output.print(try await session.bus.request(BreakdownQuery(user: person.user, day: day, today: person.today)), Texts.breakdown)
        }
    }
}

struct Cards: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Today's suggestions.")
    @OptionGroup var whose: Whose
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func run() async throws {
        try await common.connected { session in
            let person = try await session.person(whose.user)
            try output.print(
                try await session.bus.request(CardsQuery(user: person.user, at: person.at, country: person.country, today: person.today)), Texts.cards)
        }
    }
}

struct ChatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "chat", abstract: "One message to the coach, and the answer.")
    @Argument(help: "The message.") var text: [String]
    @OptionGroup var whose: Whose
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func run() async throws {
        let text = text.joined(separator: " ")
        try await common.connected { session in
            let person = try await session.person(whose.user)
            let request = Chat(user: person.user, text: text, at: person.at, country: person.country, today: person.today)
            do {
                try output.print(try await session.bus.request(request), Texts.chat)
            } catch let error as BusError where CrisisFallback.isUnread(error) {
                if let card = await session.fallback(person).card(for: text)?.card { Terminal.say(Texts.crisis(card) + "\n") }
                throw error
            }
        }
    }
}

struct Journal: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Write and read journal entries.", subcommands: [Add.self, List.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Writes an entry; without TEXT it is read from standard input.")
        @Argument(help: "The text.") var text: [String] = []
        @OptionGroup var whose: Whose
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func run() async throws {
            var text = text.joined(separator: " ")
            if text.isEmpty {
                while let line = readLine(strippingNewline: false), text.utf8.count <= 4 * SubmitJournal.maximumCharacters { text += line }
            }
            while text.last?.isWhitespace == true { text.removeLast() }
            guard !text.isEmpty else { throw Complaint("The entry is empty; write its text after “pulsum journal add”.") }
            let entry = text
            try await common.connected { session in
                let person = try await session.person(whose.user)
                let request = SubmitJournal(user: person.user, day: person.today, at: person.at, text: entry, country: person.country)
                do {
                    var kept = try await session.bus.request(request)
                    if kept.analysis == nil { kept.support = await session.fallback(person).card(for: entry)?.card }
                    try output.print(kept) { Texts.added($0) }
                } catch let error as BusError where CrisisFallback.isUnread(error) {
                    if let card = await session.fallback(person).card(for: entry)?.card { Terminal.say(Texts.crisis(card) + "\n") }
                    throw error
                }
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "The latest entries, newest first.")
        @Option(help: "How many, 1 to 100.") var limit: Int32 = 20
        @OptionGroup var whose: Whose
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func validate() throws {
            guard (1...100).contains(limit) else { throw ValidationError("--limit must be from 1 to 100.") }
        }

        func run() async throws {
            try await common.connected { session in
                let account = try await session.user(whose.user)
                try output.print(try await session.bus.request(JournalQuery(user: account.user, limit: limit)), Texts.journal)
            }
        }
    }
}
