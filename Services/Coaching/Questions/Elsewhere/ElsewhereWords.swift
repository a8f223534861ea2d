import Language

/// Phrases by which `Elsewhere` is read, in English and German, folded as `FoldedText` folds.
enum ElsewhereWords {
    static let asking = WordList.elsewhere.phrases("asking")

    static let awake = WordList.elsewhere.phrases("awake")
    /// The trouble of other nights, and reasons that are a subject of their own.
    static let notTonight = WordList.elsewhere.phrases("not tonight")
    static let clock = WordList.elsewhere.phrases("clock")

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
    static let comparing = WordList.elsewhere.phrases("comparing")
    /// With one of these the question is about the person, or about the effect of another one.
    static let selves = WordList.elsewhere.phrases("selves")

    static let outside = WordList.elsewhere.phrases("outside")

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
    static let entries = WordList.elsewhere.phrases("entries")
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

    static let origin = WordList.elsewhere.phrases("origin")
    static let whys = WordList.elsewhere.phrases("whys")
    static let missing = WordList.elsewhere.phrases("missing")

    static let night = WordList.elsewhere.phrases("night")

    // MARK: Statements

    /// Denials, worries, others and things that are over.
    static let notNow = WordList.elsewhere.phrases("not now")
    static let illnesses = WordList.elsewhere.phrases("illnesses")
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
    static let training = WordList.elsewhere.phrases("training")
}
