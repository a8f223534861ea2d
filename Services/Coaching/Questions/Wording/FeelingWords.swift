import Messages

/// A feeling that a person tells of themself, read by words.
public struct Feeling: Equatable, Sendable {
    /// Whether it is an easy or a hard one.
    public enum Valence: String, CaseIterable, Codable, Sendable {
        case good, hard
        /// Good and hard words together.
        case mixed
        /// Somebody died.
        case loss
    }

    /// Whether the words are good, hard, mixed or unclear.
    public var valence: Valence
    /// The topic of suggestions that suits it; `none` if the words do not tell.
    public var topic: Topic
}

/// Words and phrases of feelings, folded as `FoldedText` folds, in English and German.
enum FeelingWords {
    /// The feeling of a message; nil if it has no such word. A negated word counts for the opposite: “not tired”.
    static func feeling(of text: FoldedText) -> Feeling? {
        if tellsLoss(text) { return Feeling(valence: .loss, topic: .mood) }
        if EverydayWords.isReport(text) { return nil }
        var (rest, topics, good, hard) = (text.text, [Topic](), 0, 0)
        for entry in byLength {
            while let range = rest.range(of: " \(entry.phrase) ") {
                let before = rest[..<range.lowerBound].split(separator: " ").suffix(3)
                let isNegated = before.contains { negations.contains(String($0)) || $0.hasSuffix("n't") }
                if (entry.topic == nil) != isNegated {
                    good += 1
                } else {
                    hard += 1
                    topics.append(entry.topic ?? .mood)
                }
                rest.replaceSubrange(range, with: " _ ")
            }
        }
        guard good + hard > 0 else { return nil }
        let valence: Feeling.Valence = good > 0 && hard > 0 ? .mixed : good > 0 ? .good : .hard
        return Feeling(valence: valence, topic: topics.first ?? .mood)
    }

    /// Whether the message tells of a death.
    static func tellsLoss(_ text: FoldedText) -> Bool { text.has(anyOf: losses) && !text.has(anyOf: emptyDevices) }

    /// Whether the message tells a feeling and asks nothing.
    static func isTold(in text: FoldedText, own: [String]) -> Bool {
        guard !text.words.isEmpty, text.words.count <= 30 else { return false }
        if tellsLoss(text), text.has(anyOf: own) { return true }
        // “I want to feel calm” is a wish, and “is being sad normal” a question.
        guard !text.begins(withAnyOf: asking), !text.has(anyOf: wishes) || text.has(anyOf: crying) else { return false }
        if text.has(anyOf: felt) { return true }
        guard feeling(of: text) != nil else { return false }
        if text.has(anyOf: frames) || text.words.count <= 3 { return true }
        var words = text.words[...]
        while let first = words.first, openers.contains(first) { words = words.dropFirst() }
        let rest = FoldedText(words.joined(separator: " "))
        return rest.begins(withAnyOf: byLength.map(\.phrase))
    }

    // MARK: Words

    private static let negations: Set = [
        "not", "never", "no", "hardly", "without", "isn't", "wasn't", "nicht", "kein", "keine", "keinen", "nie", "kaum",
    ]
    /// “My watch died.”
    private static let emptyDevices = [
        "watch died", "phone died", "battery died", "ring died", "laptop died", "tracker died", "uhr gestorben",
        "akku gestorben", "handy gestorben",
    ]
    private static let losses = [
        "died", "passed away", "funeral", "lost my dog", "lost my cat", "lost my mum", "lost my mom", "lost my mother",
        "lost my dad", "lost my father", "lost my husband", "lost my wife", "lost my grandma", "lost my grandpa",
        "lost a friend", "lost my friend", "had to put down", "grieving", "in mourning", "gestorben", "verstorben",
        "beerdigung", "ist tot", "trauere", "einschlafern lassen",
    ]
    /// A wish that is none.
    private static let crying = [
        "want to cry", "want to scream", "could cry", "zum heulen", "will nur weinen", "heulen",
    ]
    private static let asking = [
        "how", "what", "what's", "why", "when", "where", "which", "who", "is", "are", "am", "was", "were", "do", "does",
        "did", "can", "could", "should", "would", "will", "has", "have", "any", "show", "give", "explain", "suggest",
        "wie", "was", "warum", "wieso", "weshalb", "wann", "wo", "welche", "welcher", "wer", "ist", "sind", "war",
        "waren", "hab ich", "habe ich", "bin ich", "war ich", "kann", "soll", "sollte", "hast", "hat", "macht", "hilft",
        "bringt", "zeig", "gib", "erklar", "woran", "wozu", "ob", "tipp", "tipps", "tips", "geht es mir", "geht's mir",
    ]
    private static let wishes = [
        "want to", "would like", "would love", "i'd like", "i'd love", "id like", "trying to", "how to", "how can",
        "how do", "what can", "what should", "need to", "mochte", "will besser", "wurde gern", "wie kann", "was kann",
        "was hilft", "was soll", "help me", "hilf mir", "than", "als sonst", "tips", "tipp", "what helps", "how come",
    ]
    /// Says by itself that a feeling follows.
    private static let felt = [
        "i feel", "i'm feeling", "i am feeling", "i've been feeling", "ich fuhle mich", "fuhle mich", "fuhle ich mich",
        "mir geht es nicht", "mir ist heute", "mir ist irgendwie",
    ]
    /// The person speaks of how it is or was.
    private static let frames = [
        "i feel", "i'm", "im", "i am", "i felt", "feeling", "feel", "i've been", "i have been", "i was", "makes me",
        "made me", "today was", "it was", "i've had", "had a", "had such a", "what a", "having a", "i keep",
        "everything",
        "ich bin", "bin", "ich fuhle", "fuhle mich", "mir geht es", "mir geht's", "geht es mir",
        "geht's mir", "ich war", "war heute", "ich habe", "ich hab", "hab", "mich", "mir ist", "macht mich",
        "was fur ein",
        "habe heute", "alles",
    ]
    private static let openers: Set = [
        "so", "really", "very", "bit", "a", "kinda", "pretty", "totally", "super", "absolutely", "just", "too", "such",
        "quite", "somewhat", "rather", "feeling", "slightly", "today", "still", "again", "completely", "oh", "well",
        "ugh", "man", "voll", "total", "echt", "richtig", "irgendwie", "einfach", "ziemlich", "heute", "gerade",
        "bisschen", "sehr", "mega", "ganz", "nur", "etwas", "ein", "immer", "wieder", "noch", "puh", "ach", "gestern",
        "grade", "vollig", "schon", "my", "mein", "meine", "ich", "i", "feels", "ganze", "also", "and", "und", "but",
        "aber", "weil", "since", "oder",
    ]

    /// Longest first, so that “not my day” is not read as “day”.
    private static let byLength = entries.sorted { $0.phrase.count > $1.phrase.count }

    /// Phrases with the topic that suits the feeling; nil for a good one.
    private static let entries: [(phrase: String, topic: Topic?)] = lists.flatMap { list in
        list.phrases.map { ($0, list.topic) }
    }

    private static let lists: [(topic: Topic?, phrases: [String])] = [
        (
            .energy,
            [
                "tired", "exhausted", "knackered", "drained", "wiped", "wiped out", "shattered", "worn out", "weary",
                "sleepy", "sluggish", "fatigued", "no energy", "running on empty", "groggy", "lethargic",
                "dead on my feet",
                "dead beat", "spent", "burned out", "burnt out", "run down", "drowsy", "half asleep", "mude",
                "hundemude",
                "todmude", "erschopft", "kaputt", "schlapp", "platt", "ausgelaugt", "fertig", "ko", "matt", "schlafrig",
                "keine energie", "keine kraft", "energielos", "kraftlos", "ausgebrannt", "geradert",
            ]
        ),
        (
            .stress,
            [
                "stressed", "stressed out", "anxious", "nervous", "worried", "overwhelmed", "tense", "restless",
                "panicky",
                "panicking", "frazzled", "swamped", "too much", "bit much", "under pressure", "on edge", "can't relax",
                "cannot relax", "can't switch off", "snapping", "scared", "afraid", "jittery", "uneasy", "dreading",
                "freaking out", "anxiety", "stressful", "hectic", "worrying", "agitated", "keyed up", "wound up",
                "gestresst",
                "nervos",
                "aufgeregt", "angespannt", "uberfordert", "unruhig", "besorgt", "angst", "sorgen", "panik", "hektisch",
                "stressig", "zu viel", "zuviel", "unter druck", "gereizt", "kann nicht abschalten", "unter strom",
                "lampenfieber",
                "dunnhautig", "verspannt", "aufgewuhlt", "durch den wind",
            ]
        ),
        (
            .sleep,
            [
                "insomnia", "schlaflosigkeit", "can't sleep", "cannot sleep", "couldn't sleep", "barely slept",
                "hardly slept", "slept badly",
                "slept terribly", "rough night", "bad night", "awful night", "terrible night", "kann nicht schlafen",
                "kann nicht einschlafen", "nicht einschlafen", "schlecht geschlafen", "mies geschlafen",
                "kaum geschlafen",
                "schlaflos", "furchtbar geschlafen", "schlimme nacht", "schreckliche nacht",
            ]
        ),
        (
            .mood,
            [
                "sad", "down", "low", "lonely", "homesick", "angry", "annoyed", "frustrated", "upset", "miserable",
                "gutted",
                "disappointed", "hurt", "empty", "numb", "fed up", "meh", "awful", "terrible", "horrible",
                "rubbish", "lousy", "crap", "crappy", "rotten", "crying", "cried", "want to cry", "want to scream",
                "could cry", "zum heulen", "heartbroken", "jealous", "guilty",
                "ashamed", "grumpy", "moody", "irritable", "irritated", "furious", "mad", "not my day", "bad day",
                "rough day", "hard day", "long day", "tough day", "rough week", "hard week", "bad week", "tough week",
                "had a fight", "had a row", "an argument", "argued", "broke up", "split up", "miss my", "i miss",
                "unhappy", "bored", "bummed", "left out", "unmotivated", "useless", "embarrassed", "bad", "worse",
                "not myself", "out of sorts", "under the weather", "traurig", "einsam", "allein", "wutend", "sauer",
                "geargert", "genervt", "frustriert", "enttauscht", "niedergeschlagen", "heimweh", "mies", "mieser tag",
                "schlecht", "schlechter", "elend", "leer", "verletzt", "gekrankt", "blod", "beschissen", "scheisse",
                "doof",
                "schlechter tag", "schlechten tag", "schwerer tag", "schweren tag", "anstrengender tag", "harter tag",
                "anstrengenden tag", "harten tag", "langer tag", "nicht mein tag", "gestritten", "streit", "geweint",
                "vermisse", "unglucklich", "mutlos", "lustlos", "down", "antriebslos", "unzufrieden", "neidisch",
                "schuldig", "gelangweilt", "bedruckt", "furchtbar", "schrecklich",
            ]
        ),
        (
            nil,
            [
                "great", "good", "happy", "fantastic", "wonderful", "amazing", "awesome", "excellent", "calm",
                "relaxed",
                "rested", "refreshed", "proud", "excited", "grateful", "thankful", "content", "cheerful", "energised",
                "energized", "energetic", "fresh", "on top of the world", "like a baby", "like a log", "brilliant",
                "lovely", "better", "glad", "optimistic", "hopeful", "peaceful", "strong", "over the moon", "superb",
                "joyful",
                "motivated", "delighted", "well rested", "alive", "at ease", "best day", "chilled", "gut", "super",
                "toll",
                "prima", "glucklich", "froh", "frohlich", "zufrieden", "entspannt", "ausgeruht", "erholt", "fit",
                "stolz", "dankbar", "wunderbar", "grossartig", "klasse", "spitze", "bestens", "energiegeladen",
                "ausgeschlafen", "wie ein baby", "wie ein stein", "wie ein murmeltier", "freue mich", "freu mich",
                "gelassen", "munter", "besser", "fantastisch", "hervorragend", "blendend", "prachtig", "gut gelaunt",
                "motiviert", "voller energie", "schoner tag", "schonen tag", "guter tag", "guten tag gehabt",
                "tolle laune", "herrlich", "pudelwohl", "wohl", "leicht ums herz",
            ]
        ),
    ]
}
