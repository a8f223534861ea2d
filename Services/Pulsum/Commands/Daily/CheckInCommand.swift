import Actions
import ArgumentParser
import Messages

/// `pulsum checkin`: submits, lists, corrects and deletes check-ins.
struct CheckInCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "checkin", abstract: "Stress, energy and sleep quality, each from 1 (low) to 7 (high).",
        subcommands: [GiveCommand.self, ListCommand.self, CorrectCommand.self, DeleteCommand.self],
        defaultSubcommand: GiveCommand.self)

    /// All three values in order, or some of them by name.
    struct Sliders: ParsableArguments {
        @Argument(help: "Stress, energy and sleep quality, each 1 to 7; to leave one out, name the others.") var values:
            [Int32] = []
        @Option(help: "Stress, 1 to 7.") var stress: Int32?
        @Option(help: "Energy, 1 to 7.") var energy: Int32?
        @Option(help: "Sleep quality, 1 to 7.") var sleep: Int32?

        var given: (stress: Int32?, energy: Int32?, sleep: Int32?) {
            values.isEmpty ? (stress, energy, sleep) : (values[0], values[1], values[2])
        }

        func validate() throws {
            let named = [stress, energy, sleep].compactMap { $0 }
            guard values.isEmpty != named.isEmpty, values.isEmpty || values.count == 3 else {
                throw ValidationError(
                    "Give three numbers (stress, energy, sleep quality), or name some: --stress 3 --energy 5.")
            }
            for value in values + named where !(1...7).contains(value) {
                throw ValidationError("\(value) is not a whole number from 1 to 7.")
            }
        }
    }

    struct GiveCommand: PersonCommand {
        static let configuration = CommandConfiguration(
            commandName: "give", abstract: "Records a check-in of one to three answers.")
        @OptionGroup var sliders: Sliders
        @Option(help: "The day it is about, yyyy-mm-dd; today by default.") var day: Day?
        @OptionGroup var whose: PersonOption
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func run(_ session: Session, _ person: Person) async throws {
            let (stress, energy, sleep) = sliders.given
            let checkIn = try await DayActions(bus: session.bus).checkIn(
                person.user, day: day, at: person.at, in: person.calendar, stress: stress, energy: energy,
                sleepQuality: sleep)
            try output.print(checkIn) {
                "Noted for \($0.day): \(ReplyFormatter.sliders($0))."
            }
        }
    }

    struct ListCommand: PersonCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Check-ins with their ids, the latest first.")
        @Option(help: "The first day, yyyy-mm-dd; 27 days before the last by default.") var from: Day?
        @Option(help: "The last day, yyyy-mm-dd; today by default.") var through: Day?
        @OptionGroup var whose: PersonOption
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func run(_ session: Session, _ person: Person) async throws {
            let last = through ?? person.today
            let request = CheckInsQuery(user: person.user, from: from ?? last.advanced(by: -27), through: last)
            try output.print(try await session.bus.request(request), ReplyFormatter.checkIns)
        }
    }

    struct CorrectCommand: PersonCommand {
        static let configuration = CommandConfiguration(
            commandName: "correct", abstract: "Replaces the answers of a check-in; one that is left out is removed.")
        @Argument(help: "The check-in, by its id in “pulsum checkin list”.") var checkIn: EntityID
        @OptionGroup var sliders: Sliders
        @OptionGroup var whose: PersonOption
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func run(_ session: Session, _ person: Person) async throws {
            let (stress, energy, sleep) = sliders.given
            let request = CorrectCheckIn(
                user: person.user, checkIn: checkIn, stress: stress, energy: energy, sleepQuality: sleep)
            try output.print(try await session.bus.request(request)) {
                "Now for \($0.day): \(ReplyFormatter.sliders($0))."
            }
        }
    }

    struct DeleteCommand: PersonCommand {
        static let configuration = CommandConfiguration(commandName: "delete", abstract: "Deletes a check-in.")
        @Argument(help: "The check-in, by its id in “pulsum checkin list”.") var checkIn: EntityID
        @OptionGroup var whose: PersonOption
        @OptionGroup var common: Common

        func run(_ session: Session, _ person: Person) async throws {
            _ = try await session.bus.request(DeleteCheckIn(user: person.user, checkIn: checkIn))
            Terminal.say("Deleted.")
        }
    }
}
