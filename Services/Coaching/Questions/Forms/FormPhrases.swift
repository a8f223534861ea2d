import Localization

/// The phrases by which `FormReader` recognises what is asked, folded as `FoldedText` folds.
struct FormPhrases: Sendable {
    /// Words of the highest and the lowest value; those of the better and the worse end.
    let high, low, best, worst: [String]
    /// Words next to which a superlative asks for no value of one's own: “what is the best way …?”
    let others: [String]
    let weekday: [String]
    /// Weekdays only with a superlative and without a word of the past.
    let oneDay: [String]
    let manyDays: [String]
    let past: [String]
    /// Beginnings of words that look like a participle of the past and are none; nil in a language without the form.
    let notParticiples: [String]?
    /// Words for a day next to a superlative.
    let day: [String]
    /// Words of a period in a question for an extreme.
    let period: [String]
    let last: [String]
    /// Words of those that would be read as a period.
    let lastWords: [String]
    /// Phrases of `last` that need one of `lastWords`.
    let openLast: [String]
    /// Words of a question for advice, not for a number of times.
    let advice: [String]
    let often: [String]
    let influenceHeads: [String]
    let influence: [String]
    /// The first subject is the one that answers to the second: “is my energy linked to my sleep?”
    let reversed: [String]
    let notInfluence: [String]
    let normHeads: [String]
    let norm: [String]
    /// About everybody.
    let everybody: [String]
    let reason: [String]
    let good, bad, above, below: [String]
    /// Words for others that the subjects know, and whether they turn the direction round.
    let aliases: [String: (word: String, isReversed: Bool)]
    /// Beginnings of words for exercise.
    let exercise: [String]

    /// Whether a text asks about the past: “gelaufen”, “gemacht” in German.
    func isPast(_ text: FoldedText) -> Bool {
        if text.has(anyOf: past) { return true }
        guard let notParticiples else { return false }
        return text.words.contains { word in
            word.hasPrefix("ge") && (word.hasSuffix("en") || word.hasSuffix("t")) && word.count > 6
                && !notParticiples.contains(where: word.hasPrefix)
        }
    }

    static func of(_ language: Language) -> FormPhrases { language == .german ? german : english }

    private static let english = FormPhrases(
        high: [
            "highest", "longest", "most", "peak", "peaked", "max", "maximum", "record", "greatest", "biggest",
            "largest",
            "how high did",
        ],
        low: ["lowest", "shortest", "fewest", "least", "minimum", "smallest", "how low did"],
        best: ["best"], worst: ["worst", "poorest"],
        others: [
            "best way", "best time", "best thing", "best to", "best for", "best tip", "best advice", "best practice",
            "how can", "how do i", "how to", "what helps", "what should", "should i", "is it", "most important",
            "most recent", "most people", "most of", "at most", "at least", "most likely", "mean", "means", "routine",
            "ever measured", "ever recorded", "in the world", "best suggestion", "best exercise", "could i",
        ],
        weekday: ["day of the week", "days of the week", "night of the week", "nights of the week"],
        oneDay: ["which day", "what day", "which night", "what night"],
        manyDays: [
            "which weekday", "what weekday", "which weekdays", "what weekdays", "which days", "what days",
            "which nights", "what nights",
        ],
        past: ["did", "was", "were", "had"], notParticiples: nil, day: ["day"],
        period: ["ever", "this", "last", "since", "in"],
        last: [
            "when did i last", "when was i last", "when have i last", "when was the last", "when was my last",
            "when did my", "last time", "when last", "how long ago", "how long since", "how long is it since",
            "last good", "last bad", "last great", "last really", "last decent", "last poor", "last terrible",
        ],
        lastWords: ["last time", "the last", "last"], openLast: [], advice: ["should", "can i take"],
        often: [
            "how often", "how many times", "how many nights", "how many days", "how many of my nights",
            "how many of my days", "number of nights", "number of days", "how frequently",
        ],
        influenceHeads: [
            "does", "do", "is", "are", "has", "have", "did", "what effect", "what influence", "what impact", "how does",
            "how much does", "how much do", "how strongly does", "to what extent", "in what way", "which effect",
            "how is", "how are",
        ],
        influence: [
            "affect*", "influence*", "impact*", "effect", "effects", "help my", "helps my", "hurt my", "hurts my",
            "improve my", "improves my", "harm my", "boost my", "ruin my", "lower my", "raise my", "reduce my",
            "increase my", "disturb my", "mess with", "linked", "link", "connected", "connection", "related", "relate",
            "relationship", "correlat*", "depend*", "make a difference", "good for my", "bad for my", "on days when",
            "on days i", "on nights when", "after days", "after nights", "when i", "when i'm", "make me", "makes me",
            "go together", "tied to", "to do with",
        ],
        reversed: [
            "linked", "connected", "related", "depend*", "on days when", "on days i", "on nights when", "after days",
            "after nights", "when i", "when i'm", "affected by", "influenced by", "impacted by", "tied to",
            "to do with",
        ],
        notInfluence: [
            "how can", "how do i", "how could", "how to", "how should", "what can", "what helps", "should i", "why",
            "suggestion", "suggestions",
        ],
        normHeads: ["is", "are", "was", "were", "would", "isn't", "how good is", "how good are", "how normal is"],
        norm: [
            "good", "normal", "bad", "high", "low", "ok", "okay", "healthy", "enough", "a lot", "much", "little",
            "fine", "average", "typical", "decent", "great", "poor", "few", "many", "my usual", "usual for me",
        ],
        everybody: [
            "for a", "for an", "adult", "adults", "teenager", "teenagers", "child", "children", "people", "someone",
            "in general", "for women", "for men", "athletes", "everyone", "everybody",
        ],
        reason: [
            "why did you suggest", "why do you suggest", "why would you suggest", "why are you suggesting",
            "why did you recommend", "why do you recommend", "why would you recommend", "why are you recommending",
            "why did you pick", "why do you pick", "why did you choose", "why did you propose", "why do you propose",
            "why did you give me", "why this one", "why that one", "why this suggestion", "why that suggestion",
            "why exactly this", "why exactly that", "why suggest this", "why suggest that", "what made you suggest",
            "what made you pick", "what made you choose", "what made you recommend", "what makes you suggest",
            "reason for that suggestion", "reason for this suggestion", "reason for your suggestion",
            "reason behind that suggestion", "reason behind this suggestion", "reason behind your suggestion",
            "how did you choose", "how did you pick", "why was that suggested",
            "why was this suggested", "what's the reason for the suggestion",
        ],
        good: ["good", "great", "decent", "restful", "excellent", "really good", "very good", "nice", "perfect"],
        bad: ["bad", "poor", "terrible", "awful", "rough", "horrible", "lousy"],
        above: ["high", "long", "above my usual", "above usual", "above normal", "higher than usual", "elevated"],
        below: ["low", "short", "below my usual", "below usual", "below normal", "lower than usual"],
        aliases: [
            "tired": ("energy", true), "exhausted": ("energy", true), "laziest": ("lowest steps", false),
            "calmest": ("lowest stress", false), "stressiest": ("highest stress", false),
            "happiest": ("best mood", false),
        ],
        exercise: [
            "exercis*", "training", "workout*", "working out", "work out", "gym", "sport*", "jogging", "cycling",
        ])

    private static let german = FormPhrases(
        high: [
            "hochste", "hochsten", "hochster", "hochstes", "langste", "langsten", "langster", "meisten", "meiste",
            "maximum", "rekord", "hochstwert", "spitzenwert", "starksten", "grosste", "grossten", "gestresstesten",
        ],
        low: [
            "niedrigste", "niedrigsten", "niedrigster", "niedrigstes", "kurzeste", "kurzesten", "wenigsten", "wenigste",
            "tiefste", "tiefsten", "tiefster", "minimum", "tiefstwert", "geringste", "geringsten", "kleinste",
            "schwachsten", "wie tief",
        ],
        best: ["beste", "besten", "bester", "bestes", "bestwert"],
        worst: ["schlechteste", "schlechtesten", "schlechtester", "schlimmste", "schlimmsten"],
        others: [
            "wie kann", "was hilft", "was soll", "sollte", "soll ich", "was mache", "was mach", "womit",
            "am besten ein",
            "beste zeit", "beste weg", "besten weg", "bester weg", "ist es", "bedeutet", "meistens",
            "die meisten leute",
            "die meisten menschen", "wenigstens", "wie schlafe ich am besten", "wie werde", "wie komme", "vorschlag",
        ],
        weekday: ["wochentag", "wochentage", "wochentagen", "tag der woche", "tagen der woche", "nacht der woche"],
        oneDay: ["welchem tag", "welcher tag", "welcher nacht", "welche nacht"],
        manyDays: ["welchen tagen", "welche tage", "welchen nachten", "welche nachte"],
        past: ["war", "waren", "hatte", "habe", "hab"], notParticiples: ["gestresst"], day: ["tag"],
        period: ["uberhaupt", "jemals", "bisher", "in"],
        last: [
            "wann habe ich zuletzt", "wann hab ich zuletzt", "wann hatte ich zuletzt", "wann war ich zuletzt",
            "wann bin ich zuletzt", "wann lag", "wann war", "das letzte mal", "zum letzten mal", "wann zuletzt",
            "wie lange ist es her", "letzte gute", "letzte schlechte", "letzte richtig",
        ],
        lastWords: ["das letzte mal", "zum letzten mal", "zuletzt", "letzte", "letzten"], openLast: ["wann war"],
        advice: ["sollte", "soll", "darf"],
        often: [
            "wie oft", "wie haufig", "wie viele nachte", "wie viele tage", "wie vielen tagen", "wie vielen nachten",
            "wie viele male", "wieviele nachte", "wieviele tage", "wievielen tagen",
        ],
        influenceHeads: [
            "hat", "haben", "beeinflusst", "beeinflussen", "wirkt", "wirken", "hilft", "helfen", "schadet", "schaden",
            "verbessert", "verschlechtert", "gibt es", "besteht", "hangt", "hangen", "ist", "sind", "schlafe ich",
            "schlaf ich", "bin ich", "habe ich", "hab ich", "wie beeinflusst", "wie wirkt", "wie sehr", "wie stark",
            "welchen einfluss", "welche wirkung", "senkt", "erhoht", "macht", "tut", "bringt", "steigert",
        ],
        influence: [
            "beeinfluss*", "einfluss", "auswirkung*", "wirkt", "wirken", "wirkung", "hilft", "helfen", "schadet",
            "schaden", "verbessert", "verschlechtert", "zusammenhang", "zusammen", "hangt", "hangen", "abhangig",
            "senkt", "erhoht", "steigert", "an tagen an denen", "an tagen wo", "nach tagen", "wenn ich", "tut",
            "bringt",
        ],
        reversed: [
            "hangt", "hangen", "abhangig", "an tagen an denen", "an tagen wo", "nach tagen", "wenn ich", "wird",
        ],
        notInfluence: ["wie kann", "was hilft", "was kann", "was tun", "soll ich", "warum", "wieso", "weshalb"],
        normHeads: ["ist", "sind", "war", "waren", "ware", "wie gut ist", "wie gut sind", "gilt", "gelten"],
        norm: [
            "gut", "guter", "gute", "gutes", "normal", "normaler", "normale", "schlecht", "schlechter", "hoch", "hoher",
            "niedrig", "niedriger", "ok", "okay", "genug", "viel", "viele", "wenig", "wenige", "gesund", "in ordnung",
            "ublich", "ausreichend",
        ],
        everybody: [
            "erwachsene", "menschen", "kinder", "jugendliche", "im allgemeinen", "allgemein", "fur frauen",
            "fur manner", "leute", "sportler",
        ],
        reason: [
            "hast du das vorgeschlagen", "hast du mir das vorgeschlagen", "hast du das empfohlen",
            "hast du mir das empfohlen", "schlagst du das vor", "schlagst du mir das vor", "empfiehlst du das",
            "empfiehlst du mir das", "warum dieser vorschlag", "wieso dieser vorschlag", "weshalb dieser vorschlag",
            "warum gerade das", "wieso gerade das", "warum gerade dieser", "wieso gerade dieser", "warum genau das",
            "wieso genau das", "warum ausgerechnet", "wieso ausgerechnet", "grund fur den vorschlag",
            "grund fur deinen vorschlag", "grund fur diesen vorschlag", "warum hast du mir", "wieso hast du mir",
            "warum hast du das ausgewahlt", "warum hast du das ausgesucht",
        ],
        good: ["gut", "gute", "guten", "gutes", "guter", "super", "tolle", "erholsame", "prima"],
        bad: ["schlecht", "schlechte", "schlechten", "schlechter", "schlechtes", "schlimme", "miese"],
        above: ["hoch", "hohe", "hohen", "hoher", "lange", "langen", "hoher als sonst", "uber dem ublichen"],
        below: ["niedrig", "niedrige", "niedrigen", "kurze", "kurzen", "niedriger als sonst", "unter dem ublichen"],
        aliases: [
            "mude": ("energie", true), "mudesten": ("wenigsten energie", false), "erschopft": ("energie", true),
            "faulsten": ("wenigsten schritte", false), "ruhigsten": ("wenigsten stress", false),
            "gestresstesten": ("meisten stress", false), "gehen": ("schritte", false), "spazieren": ("schritte", false),
            "laufen": ("schritte", false), "spazierengehen": ("schritte", false),
        ],
        exercise: ["sport*", "training", "trainier*", "joggen", "radfahren", "fitnessstudio"])
}
