import ArgumentParser
import CrisisCards
import Messages

/// The score of a day.
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

/// What went into a score.
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

/// What a person says about a day.
struct ContextCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "context", abstract: "Notes what explains a day: \(ContextFlag.names.map(\.name).joined(separator: ", ")). It changes no number.")
    @Argument(help: "All that holds for the day; what was noted before and is not named is taken back.") var flags: [ContextFlag] = []
    @Flag(help: "Takes everything back.") var none = false
    @Option(help: "The day, yyyy-mm-dd; today where not given.") var day: Day?
    @OptionGroup var whose: Whose
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func validate() throws {
        guard flags.isEmpty == none else { throw ValidationError(none ? "--none stands alone." : "Say what holds for the day, or --none.") }
    }

    func run() async throws {
        try await common.connected { session in
            let person = try await session.person(whose.user)
            let request = SetDayContext(user: person.user, day: day ?? person.today, flags: flags)
            try output.print(try await session.bus.request(request)) { context in
                context.flags.isEmpty
                    ? "Nothing is noted for \(context.day)." : "Noted for \(context.day): \(context.flags.map { "\($0)" }.joined(separator: ", "))."
            }
        }
    }
}

struct CheckInCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "checkin", abstract: "Today's three sliders, each from 1 (low) to 7 (high).")
    @Argument(help: "Stress, 1 to 7.") var stress: Int32
    @Argument(help: "Energy, 1 to 7.") var energy: Int32
    @Argument(help: "Sleep quality, 1 to 7.") var sleep: Int32
    @OptionGroup var whose: Whose
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func validate() throws {
        for (name, value) in [("STRESS", stress), ("ENERGY", energy), ("SLEEP", sleep)] where !(1...7).contains(value) {
            throw ValidationError("\(name) is \(value); it must be a whole number from 1 to 7.")
        }
    }

    func run() async throws {
        try await common.connected { session in
            let person = try await session.person(whose.user)
            let request = SubmitCheckIn(user: person.user, day: person.today, at: person.at, stress: stress, energy: energy, sleepQuality: sleep)
            try output.print(try await session.bus.request(request)) {
                "Noted for \($0.day): stress \($0.stress), energy \($0.energy), sleep \($0.sleepQuality)."
            }
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
            try output.print(try await session.bus.request(CardsQuery(user: person.user, at: person.at, country: person.country)), Texts.cards)
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
        guard text.count <= Chat.maximumCharacters else {
            throw Complaint("The message has \(text.count) characters; the coach reads at most \(Chat.maximumCharacters).")
        }
        try await common.connected { session in
            let person = try await session.person(whose.user)
            let request = Chat(user: person.user, text: text, at: person.at, country: person.country)
            do {
                try output.print(try await session.bus.request(request), Texts.chat)
            } catch let error as BusError where CrisisFallback.isOutage(error) {
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
            guard text.count <= SubmitJournal.maximumCharacters else {
                throw Complaint("An entry has at most \(SubmitJournal.maximumCharacters) characters; split this one.")
            }
            let entry = text
            try await common.connected { session in
                let person = try await session.person(whose.user)
                let request = SubmitJournal(user: person.user, day: person.today, at: person.at, text: entry, country: person.country)
                do {
                    var kept = try await session.bus.request(request)
                    if kept.analysis == nil { kept.support = await session.fallback(person).card(for: entry)?.card }
                    try output.print(kept) { Texts.added($0) }
                } catch let error as BusError where CrisisFallback.isOutage(error) {
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
