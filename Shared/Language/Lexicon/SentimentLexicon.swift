/// Valences of words, from −3 (horrible) to +3 (wonderful), rated by us for diaries and not derived from any published
/// list.
package struct SentimentLexicon: Sendable {
    /// Valence by folded word.
    package let valences: [String: Double]

    /// English and German combined; English wins where a spelling is a word of both.
    package static let shared = SentimentLexicon(tables: [GermanValences.table, EnglishValences.table, emoji])

    /// - Parameter tables: each line has a valence followed by its words.
    package init(tables: [String]) {
        var valences: [String: Double] = [:]
        for table in tables {
            for line in table.split(separator: "\n") {
                let fields = line.split(separator: " ")
                guard let first = fields.first, let valence = Double(first) else { continue }
                for word in fields.dropFirst() { valences[String(word)] = valence }
            }
        }
        self.valences = valences
    }

    /// Valences of emoji alone.
    package static let emojiValences = SentimentLexicon(tables: [emoji]).valences

    private static let emoji = """
        2.2 😊 😀 😃 😄 😁 🙂 😍 🥰 ❤ 💕 💖 🎉 🥳 😎 🤗 💪 🌞
        1.2 😅 😂 🤣 👍 🙏 ✨ 😌 👏
        -1.2 😕 🙁 😐 😓 😬 🙄 😴 👎
        -2.2 😢 😭 😞 😔 😟 😠 😡 💔 😩 😫 😰 😱 😖
        """

    /// Factors by which a word strengthens or weakens the next sentiment word.
    package static let degrees: [String: Double] = {
        var degrees: [String: Double] = [:]
        for (factor, words) in [
            (
                1.35,
                "very really extremely so totally absolutely completely incredibly super deeply truly utterly insanely terribly awfully especially "
                    + "particularly seriously hugely beyond sehr total extrem unglaublich wirklich richtig absolut zutiefst voll"
            ),
            (1.15, "quite pretty too more most much rather such ziemlich recht mehr zu"),
            (
                0.6,
                "slightly somewhat bit little kind sort fairly mildly partly moderately almost nearly etwas bisschen leicht einigermassen halbwegs fast"
            ),
            (0.35, "barely hardly scarcely kaum"),
        ] {
            for word in words.split(separator: " ") { degrees[String(word)] = factor }
        }
        return degrees
    }()

    /// Words that negate a following sentiment word.
    package static let negations: Set<String> = [
        "not", "no", "never", "without", "neither", "nor", "nothing", "nobody", "none", "lack", "lacked", "nicht",
        "kein", "keine", "keinen", "keinem",
        "keiner",
        "nie", "niemals", "ohne", "nichts",
    ]

    /// Conjunctions that introduce a contrasting clause.
    package static let contrasts: Set<String> = [
        "but", "however", "although", "though", "yet", "aber", "jedoch", "obwohl", "trotzdem", "doch", "sondern",
    ]
}
