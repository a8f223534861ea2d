import Localization
import Messages

/// Whether alcohol shows in a person's own numbers: “does wine affect my sleep?”
public struct AlcoholQuestion: Equatable, Sendable {
    /// What it may show in.
    public let subject: Subject

    /// Nil if the message asks something else, or names no subject.
    public init?(_ message: String) {
        let text = FoldedText(message)
        guard message.contains("?") || text.begins(withAnyOf: Self.heads), text.has(anyOf: Self.drinks),
            text.has(anyOf: Self.effects) || text.has(anyOf: Self.conditions) && text.has(anyOf: Self.differences),
            text.has(anyOf: ["my", "me", "i", "ich", "mein", "meine", "meinen", "meinem", "mir"]),
            let subject = Subject.named(in: text).first(where: { $0 != .journal })
        else { return nil }
        self.subject = subject
    }

    private static let heads = [
        "do", "does", "how does", "is", "what does", "macht", "schadet", "wie wirkt", "schlafe", "schlaf",
    ]
    /// Names of drinks; a verb may mean water.
    private static let drinks = [
        "alcohol", "wine", "beer", "beers", "booze", "alkohol", "wein", "bier", "sekt", "schnaps",
    ]
    private static let effects = [
        "mess with", "messes with", "make my", "makes my", "macht meinen", "macht mein", "affect", "affects", "effect",
        "ruin", "ruins", "hurt", "hurts", "influence",
        "influences", "impact", "impacts", "change", "changes", "bad for", "macht mir", "schadet", "schaden",
        "auswirkung",
        "wirkt", "beeinflusst", "wirkung", "einfluss",
    ]
    private static let conditions = ["when i", "if i", "after", "wenn ich", "nach"]
    private static let differences = [
        "worse", "better", "less", "more", "longer", "shorter", "higher", "lower", "schlechter", "besser", "weniger",
        "mehr",
        "langer", "kurzer", "hoher", "niedriger",
    ]
}
