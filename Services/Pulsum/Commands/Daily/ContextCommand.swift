import ArgumentParser
import Messages

/// `pulsum context`: sets the context flags of a day (illness, travel …), and which flags exclude a day from baselines
/// and learning.
struct ContextCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "context",
        abstract: "Notes what explains a day: \(ContextFlag.allValueStrings.joined(separator: ", ")).",
        subcommands: [NoteCommand.self, MaskCommand.self], defaultSubcommand: NoteCommand.self)

    struct NoteCommand: PersonCommand {
        static let configuration = CommandConfiguration(commandName: "note", abstract: "Notes what holds for a day.")
        @Argument(help: "All that holds for the day; what was noted before and is not named is taken back.") var flags:
            [ContextFlag] = []
        @Flag(help: "Takes everything back.") var none = false
        @Option(help: "The day, yyyy-mm-dd; today by default.") var day: Day?
        @OptionGroup var whose: PersonOption
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func validate() throws {
            guard flags.isEmpty == none else {
                throw ValidationError(none ? "--none goes alone." : "Say what holds for the day, or --none.")
            }
        }

        func run(_ session: Session, _ person: Person) async throws {
            let request = SetDayContext(user: person.user, day: day ?? person.today, flags: flags)
            try output.print(try await session.bus.request(request)) { context in
                context.flags.isEmpty
                    ? "Nothing is noted for \(context.day)."
                    : "Noted for \(context.day): \(ReplyFormatter.list(context.flags))."
            }
        }
    }

    struct MaskCommand: PersonCommand {
        static let configuration = CommandConfiguration(
            commandName: "mask",
            abstract:
                "Shows or sets for which notes a day is kept out of your usual ranges and of what the score learns from; illness at first."
        )
        @Argument(help: "All that keep a day out; those not named let it count.") var flags: [ContextFlag] = []
        @Flag(help: "Every day counts.") var none = false
        @OptionGroup var whose: PersonOption
        @OptionGroup var output: Output
        @OptionGroup var common: Common

        func validate() throws {
            guard flags.isEmpty || !none else { throw ValidationError("--none goes alone.") }
        }

        func run(_ session: Session, _ person: Person) async throws {
            let mask =
                if flags.isEmpty, !none {
                    try await session.bus.request(ContextMaskQuery(user: person.user))
                } else {
                    try await session.bus.request(SetContextMask(user: person.user, flags: flags))
                }
            try output.print(mask) { mask in
                mask.flags.isEmpty
                    ? "Every day counts, whatever is noted."
                    : "Kept out of your usual ranges and of learning: days with \(ReplyFormatter.list(mask.flags))."
            }
        }
    }
}
