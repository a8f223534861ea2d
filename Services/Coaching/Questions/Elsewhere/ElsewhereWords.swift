/// Phrases by which `Elsewhere` is read, in English and German, folded as `FoldedText` folds.
enum ElsewhereWords {
    static let asking = [
        "how", "how's", "what", "what's", "which", "when", "where", "why", "who", "do", "does", "did", "is", "are",
        "was",
        "were", "will", "can", "could", "wie", "was", "welche", "welcher", "welches", "wann", "wo", "woher", "warum",
        "wieso", "weshalb", "wer", "ist", "sind", "war", "waren", "kann", "konnen", "soll", "wird", "hat",
    ]

    static let awake = [
        "can't sleep", "cant sleep", "cannot sleep", "can not sleep", "can't fall asleep", "cant fall asleep",
        "cannot fall asleep", "can't get to sleep", "can't get back to sleep", "cannot get back to sleep",
        "lying awake",
        "kann nicht schlafen", "kann nicht einschlafen", "nicht einschlafen", "nicht wieder einschlafen", "liege wach",
        "lieg wach", "immer noch wach",
    ]
    /// The trouble of other nights, and reasons that are a subject of their own.
    static let notTonight = [
        "why", "lately", "last", "yesterday", "every", "most", "often", "always", "usually", "week", "weeks", "month",
        "months", "couldn't", "because", "when", "since", "pain", "hurts", "afraid", "scared", "hear", "voices",
        "alone",
        "cry", "crying", "dead", "died", "mg", "pill", "pills", "tablet", "tablets", "wieso", "warum", "weshalb",
        "letzte",
        "gestern", "jede", "oft", "immer wieder", "meistens", "woche", "wochen", "monat", "monaten", "konnte", "weil",
        "wenn", "seit", "schmerzen", "angst", "allein", "weine", "stimmen", "tot", "gestorben", "tablette", "tabletten",
    ]
    static let clock = [
        "it's midnight", "it's late", "past midnight", "o'clock", "right now", "mitternacht", "uhr", "halb eins",
        "halb zwei",
        "halb drei", "halb vier", "halb funf", "gerade", "pm", "1am", "2am", "3am", "4am", "11pm", "12am", "1 am",
        "2 am",
        "3 am", "4 am", "12 am",
    ]

    /// Beginnings of questions about another person's numbers.
    static let people: [String] = {
        let english = [
            "wife", "husband", "partner", "girlfriend", "boyfriend", "son", "daughter", "kid", "kids", "child",
            "children",
            "baby", "mother", "mom", "mum", "father", "dad", "sister", "brother", "friend", "dog", "cat",
        ]
        let heads = [
            "how did", "how does", "how is", "how was", "did", "does", "what was", "what is", "what's", "is", "was",
        ]
        let german = [
            "meine frau", "mein mann", "mein partner", "meine partnerin", "mein freund", "meine freundin", "mein sohn",
            "meine tochter", "mein kind", "meine kinder", "mein baby", "meine mutter", "mein vater", "mein hund",
        ]
        let of = [
            "meiner frau", "meines mannes", "meines partners", "meiner partnerin", "meines freundes", "meiner freundin",
            "meines sohnes", "meiner tochter", "meines kindes", "meiner mutter", "meines vaters",
        ]
        let measures = ["der puls", "der schlaf", "die hrv", "der ruhepuls", "der score"]
        let possessives = english.flatMap { name in
            ["how is", "how was", "what is", "what was", "what's"].map { "\($0) my \(name)'s" }
        }
        return heads.flatMap { head in english.map { "\(head) my \($0)" } } + possessives
            + ["wie hat", "wie schlaft", "wie lange hat", "hat", "schlaft"].flatMap { head in
                german.map { "\(head) \($0)" }
            }
            + ["wie war", "wie ist"].flatMap { head in
                measures.flatMap { measure in of.map { "\(head) \(measure) \($0)" } }
            }
    }()
    /// Compares the other person with oneself.
    static let comparing = ["than me", "than i", "als ich"]
    /// With one of these the question is about the person, or about the effect of another one.
    static let selves = [
        "me", "i", "mich", "mir", "ich", "my sleep", "my stress", "my heart", "my hrv", "my score", "my energy",
        "my mood",
        "affect", "reason", "because", "see", "read", "look", "sehen", "lesen",
    ]

    static let outside = [
        "will it rain", "will it snow", "is it going to rain", "what's the weather", "what is the weather",
        "how's the weather", "how is the weather", "how will the weather", "wie wird das wetter", "wie ist das wetter",
        "wird es regnen", "wird es morgen regnen", "wird es heute regnen", "regnet es", "who won", "wer hat gewonnen",
    ]

    static let readers: [String] = {
        let english = ["anyone", "anybody", "someone", "somebody", "other people", "others", "anyone else", "my boss"]
        let family = ["my wife", "my husband", "my partner", "my employer", "my doctor", "my family"]
        let things = ["my journal", "my diary", "my entries", "my data", "my notes", "my chat", "what i write", "this"]
        let german = ["jemand", "jemand anders", "andere", "mein chef", "meine frau", "mein mann", "mein arzt"]
        let germanThings = ["mein tagebuch", "meine eintrage", "meine daten", "meine notizen", "mitlesen"]
        return (english + family).flatMap { who in
            ["can", "could"].flatMap { head in
                ["see", "read"].flatMap { verb in things.map { "\(head) \(who) \(verb) \($0)" } }
            }
        }
            + german.flatMap { who in
                ["kann", "konnen"].flatMap { head in germanThings.map { "\(head) \(who) \($0)" } }
            }
    }()

    static let changingEntries: [String] = {
        let english = ["how do i", "how can i", "can i", "can you", "where do i", "where can i"]
        let verbs = ["delete", "remove", "edit", "correct", "change", "undo", "fix"]
        return english.flatMap { head in verbs.map { "\(head) \($0)" } }
            + [
                "wie losche ich", "wie andere ich", "wie korrigiere ich", "wie bearbeite ich", "kann ich einen eintrag",
                "kann ich den eintrag", "wie kann ich einen eintrag", "wie kann ich den eintrag", "wo losche ich",
                "wo andere ich",
            ]
    }()
    static let entries = [
        "entry", "entries", "check in", "checkin", "eintrag", "eintrage", "tagebucheintrag", "check ins",
    ]
    static let changingGoals: [String] = {
        let verbs = ["change", "set", "raise", "lower", "increase", "decrease", "update", "edit"]
        let heads = [
            "", "please ", "can you ", "could you ", "can i ", "how do i ", "how can i ", "i want to ", "i'd like to ",
        ]
        let goals = ["my goal", "my goals", "my step goal", "my sleep goal", "my weekly goal", "my daily goal"]
        let german = [
            "andere mein ziel", "ander mein ziel", "andere mein schrittziel", "setz mein ziel", "setze mein ziel",
            "wie andere ich mein ziel", "wie andere ich ein ziel", "kann ich mein ziel andern",
            "wie kann ich mein ziel andern",
            "kannst du mein ziel andern", "ich mochte mein ziel andern",
        ]
        return heads.flatMap { head in verbs.flatMap { verb in goals.map { "\(head)\(verb) \($0)" } } } + german
    }()

    static let origin = [
        "how do you know how", "how do you know when", "how do you know what", "how do you know that i",
        "how do you know i", "how can you know", "how can you tell how", "how can you tell when",
        "where do you get my", "where do you get these", "where do my numbers", "where do the numbers",
        "woher weisst du", "woher kennst du", "woher hast du",
    ]
    static let whys = [
        "why is", "why are", "why's", "where is", "where are", "warum", "wieso", "weshalb", "wo ist", "wo sind",
    ]
    static let missing = [
        "missing", "gone", "not there", "no data", "not showing", "fehlt", "fehlen", "keine daten", "nicht da",
    ]

    static let night = [
        "did i wake up in the night", "did i wake up at night", "how often did i wake", "how many times did i wake",
        "when did i wake up", "when did i fall asleep", "when did i go to bed", "what time did i fall asleep",
        "what time did i go to bed", "what time did i wake up", "how long was i awake", "i woke up at",
        "i was awake at",
        "wie oft bin ich aufgewacht", "wie oft war ich wach", "wann bin ich aufgewacht", "wann bin ich eingeschlafen",
        "wann bin ich ins bett", "wie lange war ich wach", "wie lange lag ich wach",
    ]

    // MARK: Statements

    /// Denials, worries, others and things that are over.
    static let notNow = [
        "not", "no", "don't", "no longer", "any more", "anymore", "again", "fine", "better", "over", "was", "had",
        "shot",
        "scared", "afraid", "worried", "worry", "hospital", "bleeding", "chest", "breathe", "pregnant", "of this",
        "of my",
        "of it", "my mother", "my mom", "my mum", "my father", "my dad", "my son", "my daughter", "my kid", "my kids",
        "my wife", "my husband", "my partner", "nicht", "kein", "keine", "mehr", "vorbei", "wieder gesund", "besser",
        "angst", "sorge", "krankenhaus", "blute", "brust", "schwanger", "meine mutter", "mein vater", "mein sohn",
        "meine tochter", "mein kind", "meine frau", "mein mann", "vor sorge", "herz", "seit",
    ]
    static let illnesses = [
        "i have a cold", "i've got a cold", "i got a cold", "i caught a cold", "i have the flu", "i've got the flu",
        "i got the flu", "i have a fever", "i've got a fever", "i'm down with", "i am down with", "i'm ill", "i am ill",
        "i'm sick", "i am sick", "i have covid", "i've got covid", "i got covid", "i'm lying flat", "down with a cold",
        "down with the flu", "ich bin krank", "bin krank", "ich bin erkaltet", "bin erkaltet", "ich habe fieber",
        "habe fieber", "hab fieber", "ich habe grippe", "ich hab grippe", "ich habe eine erkaltung", "ich habe corona",
        "hab mich erkaltet", "habe mich erkaltet", "ich habe mich erkaltet",
    ]
    private static let parts = [
        "ankle", "knee", "foot", "wrist", "shoulder", "back", "leg", "arm", "toe", "finger", "elbow", "hip",
    ]
    private static let germanParts = [
        "fuss", "knochel", "knie", "arm", "handgelenk", "rucken", "schulter", "bein", "finger", "zeh",
    ]
    static let injuries: [String] = {
        let verbs = ["twisted my", "sprained my", "hurt my", "injured my", "broke my", "pulled my"]
        let done = ["verstaucht", "verknackst", "gebrochen", "gezerrt", "verletzt", "umgeknickt"]
        return verbs.flatMap { verb in parts.map { "\(verb) \($0)" } }
            + ["pulled a muscle", "mit dem fuss umgeknickt"]
            + germanParts.flatMap { part in done.map { "\(part) \($0)" } }
    }()
    static let pains: [String] = {
        let others = ["knees", "feet", "shins", "calf", "calves", "achilles", "hips", "shoulders", "neck"]
        let ends = ["hurts", "hurt", "aches", "is sore", "are sore", "still hurts", "is killing me", "pain", "is bad"]
        let english: [[String]] = (parts + others).map { part in
            ["sore \(part)", "stiff \(part)"] + ends.map { "\(part) \($0)" }
        }
        let germanEnds = [" tut weh", " schmerzt", " zwickt", " macht probleme", "schmerzen", " schmerzen"]
        let german: [[String]] = (germanParts + ["nacken", "hufte", "wade", "ferse", "achillessehne"]).map { part in
            germanEnds.map { part + $0 }
        }
        return Array(english.joined()) + Array(german.joined()) + ["tut mir weh"]
    }()
    static let training = [
        "run", "running", "jog", "train", "training", "gym", "workout", "work out", "exercise", "swim", "swimming",
        "ride", "cycling", "cycle", "lift", "walk", "sport", "rest day", "laufen", "joggen", "trainieren", "schwimmen",
        "radfahren", "turnen", "ubungen", "pause machen", "lauf",
    ]
}
