import Localization

/// Words by which the reader tells classes of phrasings apart, beside the phrases of each kind.
extension QuestionPhrases {
    /// Words that slips of the finger are mended to.
    var spelling: Spelling { language == .german ? Self.germanSpelling : Self.englishSpelling }
    private static let englishSpelling = Spelling(QuestionPhrases.of(.english).vocabulary)
    private static let germanSpelling = Spelling(QuestionPhrases.of(.german).vocabulary)

    private var vocabulary: [String] {
        let kinds = status + compare + cause + explain + howTo + plan + other + shorter + courtesy + also + comparatives
        return kinds + why + made + matters + change + general.sorted() + Subject.words.map(\.phrase)
            + PeriodReader.vocabulary()
    }

    /// The question about the coach and the data; nil for another.
    func meta(in text: FoldedText) -> Question.Meta? {
        if let named = meta.first(where: { text.has(anyOf: $0.phrases) })?.meta { return named }
        let has = { (words: [String]) in text.has(anyOf: words) }
        guard !has(["hrv", "score", "sleep", "schlaf", "puls", "pulse"]) else { return nil }
        let aboutData = has(Self.data)
        if aboutData, has(Self.bringing), has(Self.asking) { return .bringing }
        if aboutData, has(Self.deleting) { return .deleting }
        if aboutData, has(Self.leaving) || text.begins(withAnyOf: Self.who) && has(Self.seeing) { return .leaving }
        // “Can you see my journal?”
        if aboutData, text.begins(withAnyOf: Self.whetherYou), has(Self.seeing) { return .known }
        if text.begins(withAnyOf: Self.being), has(Self.beings) { return .identity }
        if has(Self.me), has(Self.knowing), has(["you", "du", "sie", "pulsum", "app"]) { return .known }
        return nil
    }

    /// The question of a message that is known to be about the coach and the data.
    func likelyMeta(in text: FoldedText) -> Question.Meta {
        let has = { (words: [String]) in text.has(anyOf: words) }
        if has(Self.deleting) { return .deleting }
        if has(Self.leaving + Self.others) { return .leaving }
        if has(Self.bringing) || has(Self.sources) { return .bringing }
        if has(Self.beings) { return .identity }
        if has(Self.knowing + Self.keeping) { return .known }
        return .abilities
    }

    private static let others = [
        "anyone", "anybody", "someone", "somebody", "who", "elsewhere", "online", "offline", "hacked", "hackers",
        "insurance", "employer", "boss", "advertisers", "ads", "tracking", "spying", "machine", "network", "wifi",
    ]
    private static let sources = ["watch", "phone", "garmin", "fitbit", "apple", "oura", "polar", "ring", "device"]
    private static let keeping = [
        "know", "keep", "kept", "store", "stored", "save", "saved", "remember", "collect", "record", "recorded", "log",
    ]

    private static let data = [
        "data", "information", "info", "messages", "entries", "journal", "diary", "numbers", "everything", "chats",
        "conversation", "conversations", "what i write", "what i type", "stuff", "daten", "nachrichten", "eintrage",
        "tagebuch", "alles", "zahlen", "gesprache", "chat", "angaben", "was ich schreibe", "was ich hier schreibe",
        "watch", "phone", "garmin", "fitbit", "apple", "uhr", "telefon", "handy", "account", "konto",
    ]
    private static let leaving = [
        "who can", "who else", "who has", "who gets", "who sees", "leave", "leaves", "leaving", "cloud", "internet",
        "server", "servers", "share", "shared", "sharing", "sell", "sold", "safe", "secure", "private", "privacy",
        "encrypted", "third party", "third parties", "companies", "company", "google", "openai", "upload", "uploaded",
        "stay here", "stay on", "stays on", "stored where", "sent to", "send to", "sending", "stay local", "locally",
        "wer kann", "wer sieht", "wer liest", "wer hat", "verlasst", "verlassen", "teilst", "geteilt", "verkauft",
        "verkaufst", "sicher", "privat", "verschlusselt", "firma", "firmen", "hochgeladen", "weitergegeben", "lokal",
        "gibst du", "wo liegen", "wo werden", "mitlesen", "liest jemand",
    ]
    private static let whetherYou = [
        "can you", "do you", "are you able to", "could you", "kannst du", "siehst du", "liest du", "hast du zugriff",
    ]
    private static let who = [
        "where", "wo", "wohin",
        "who", "wer", "can anyone", "can anybody", "can someone", "does anyone", "kann jemand", "sieht jemand",
    ]
    private static let seeing = [
        "keep", "kept", "store", "stored", "save", "saved", "go", "end up", "live", "landen", "gespeichert",
        "speicherst",
        "liegen", "see", "read", "look", "access", "get", "gets", "view", "know", "sehen", "sieht", "lesen", "liest",
        "zugriff",
        "bekommt", "erfahrt", "anschauen", "mitlesen",
    ]
    private static let being = [
        "are you", "aren't you", "is this", "am i talking", "am i chatting", "bist du", "sind sie", "rede ich",
        "schreibe ich", "is there",
    ]
    private static let beings = [
        "human", "person", "robot", "bot", "machine", "program", "programme", "software", "computer", "ai", "gpt",
        "chatgpt",
        "llm", "language model", "artificial", "intelligence", "real", "doctor", "therapist", "physician", "nurse",
        "chatbot", "alive", "mensch", "roboter", "maschine", "programm", "ki", "kunstliche", "intelligenz", "echt",
        "echter",
        "echte", "arzt", "arztin", "therapeut", "sprachmodell",
    ]
    private static let deleting = [
        "delete", "erase", "wipe", "get rid of", "remove", "export", "download", "back up", "forget", "loschen",
        "losch", "losche", "geloscht", "entfernen", "exportieren", "herunterladen", "runterladen", "vergessen",
        "mitnehmen",
    ]
    private static let bringing = [
        "connect", "import", "sync", "pair", "hook up", "add my", "link my", "upload my", "verbinden", "verbinde",
        "importieren", "importiere", "synchronisieren", "koppeln", "kopple", "ubertragen", "hochladen", "einlesen",
    ]
    private static let asking = ["how", "can", "does", "do", "wie", "kann", "geht", "konnen", "where", "wo"]
    private static let me = ["about me", "uber mich", "von mir", "on me", "my data", "my messages", "me"]
    private static let knowing = [
        "you know about", "you have on me", "you remember", "you store", "you stored", "you save", "you keep",
        "you collect", "you track about", "you learn about", "have on me", "know about me", "stored about me",
        "weisst du uber", "weisst du von", "speicherst", "gespeichert", "merkst du", "sammelst", "kennst du von",
        "wissen sie uber", "weisst du alles", "weisst du so",
    ]

    /// Asks for one night without naming it.
    var lastNight: [String] {
        language == .german
            ? ["habe ich geschlafen", "hab ich geschlafen", "habe ich gepennt", "hab ich gepennt", "war meine nacht"]
            : ["did i sleep", "was my night", "was my sleep", "have i slept"]
    }

    /// Words of a question about a day or week as a whole, with those of periods.
    var general: Set<String> { language == .german ? Self.germanGeneral : Self.englishGeneral }
    private static let englishGeneral: Set = Set(
        """
        how did do does i am i'm me my was were is are been has have had doing do fare go going went get on along overall
        generally in general the a an day days week weeks month months year years weekend night this last past previous
        today yesterday so far over on in since for of and look looking like show things everything well good bad ok
        okay it's what what's january february march april may june july august september october november december
        monday tuesday wednesday thursday friday saturday sunday spring summer autumn fall winter lately recently two
        three four five six seven ten these right now before at all
        """.split(whereSeparator: \.isWhitespace).map(String.init))
    private static let germanGeneral: Set = Set(
        """
        wie war waren ist sind lief laufe lauft ging geht es mir mich ich habe hab bin so insgesamt allgemein der die das
        den dem ein eine tag tage tagen woche wochen monat monate jahr jahre wochenende nacht diese diesen diesem dieser
        dieses letzte letzten letzter letztes vorige vergangene heute gestern bisher im in am an seit zum und gut
        schlecht alles mein meine meinen meinem zeig mal januar februar marz april mai juni juli august september
        oktober november dezember montag dienstag mittwoch donnerstag freitag samstag sonntag fruhling sommer herbst
        winter zuletzt zwei drei vier funf sechs sieben zehn geschlagen durch uber
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    private func pick(_ english: [String], _ german: [String]) -> [String] { language == .german ? german : english }

    var what: [String] { pick(["what", "what's"], ["was", "wofur"]) }
    var means: [String] {
        pick(
            [
                "mean", "means", "meant", "meaning", "stand for", "stands for", "tell me", "tells me", "say about",
                "says about", "actually measure", "measures", "about anyway", "good for",
            ],
            [
                "bedeutet", "bedeuten", "heisst", "steht fur", "aussagt", "misst", "meint", "gut fur",
                "soll das", "besagt",
            ])
    }

    /// The person doubts what they ask about everybody: “or am I imagining that?”
    var imagined: [String] {
        pick(
            ["am i imagining", "is that true", "is it true", "a myth", "true that", "just marketing", "really that"],
            ["bilde ich mir", "stimmt das", "stimmt es", "ein mythos", "wirklich so", "quatsch", "humbug"])
    }
    var generalHeads: [String] {
        pick(
            [
                "does", "do", "is", "are", "can", "could", "will", "why does", "why do", "why is", "how does",
                "how can a", "what does", "what do", "in what way", "how much does", "to what extent", "isn't",
                "aren't",
            ],
            [
                "macht", "machen", "hilft", "helfen", "bringt", "bringen", "schadet", "schaden", "wirkt", "wirken",
                "stort", "storen", "beeinflusst", "verandert", "senkt", "erhoht", "kann", "konnen", "ist", "sind",
                "lohnt",
                "stimmt", "warum ist", "warum sind", "warum macht", "wie wirkt", "wie beeinflusst", "wie sehr",
                "darf man",
                "sollte man", "schlaft man", "wieso ist", "steigt", "sinkt", "wirkt sich", "geht", "gehen",
            ])
    }
    var effects: [String] {
        pick(
            [
                "affect", "affects", "influence", "impact", "change", "help", "helps", "hurt", "raise", "lower",
                "improve",
                "ruin", "harm", "harmful", "mess", "cause", "make", "makes", "go up", "go down", "rise", "drop", "work",
                "works", "bad for", "good for", "bad", "healthy", "unhealthy", "normal", "dangerous", "important",
                "necessary", "worth", "matter", "true", "really", "count", "differ", "do to", "wake", "keep you",
                "keep people",
                "good", "enough", "accurate", "reliable", "interfere", "disturb",
            ],
            [
                "wach", "mude", "was", "wirklich", "gesund", "ungesund", "schadlich", "schlecht fur", "gut fur", "aus",
                "normal", "gefahrlich", "wichtig", "notig", "wahr", "den schlaf", "den puls", "die hrv", "stress",
                "sich",
                "genau", "zuverlassig", "genug", "schlecht", "gut", "hoch", "runter", "uberhaupt", "gegen",
            ])
    }

    /// Beginnings of a question about a habit in a period.
    var habits: [String] {
        pick(
            [
                "how do i sleep", "how do i usually", "how do i normally", "how do i do", "how do i feel",
                "how do i look",
                "how do i fare", "how many steps do i", "how much do i", "how long do i", "how well do i",
            ],
            [
                "wie schlafe ich", "wie schlaf ich", "wie viel schlafe ich", "wie lange schlafe ich",
                "wie gut schlafe ich",
                "wie viel gehe ich", "wie viele schritte gehe ich", "wie viele schritte mache ich", "wie geht es mir",
            ])
    }
    var places: [String] { pick(["where", "how"], ["wo", "womit", "wie"]) }
    var starting: [String] {
        pick(
            ["do i start", "do i even start", "to start", "do i begin", "to begin", "get started", "should i start"],
            ["anfangen", "fang ich", "fange ich", "beginne ich", "anfange"])
    }
    /// Verbs of what weighs on a number or lifts it.
    var causing: [String] {
        pick(
            [
                "dragg*", "pulling*", "pulls", "pushing*", "pushes", "lifting", "weighing", "hurting", "driving",
                "raising",
                "lowering", "bringing", "keeping", "holding", "spoiling", "ruining", "ruined", "messed", "messing",
                "wrecked",
                "helps my score", "help my score", "behind", "to blame", "responsible", "holds", "keeps", "brings",
                "sinking", "tanking", "tanked",
                "killed",
            ],
            [
                "hilft meinem score", "hilft meinem wert", "zieht", "zog", "druckt", "druckte", "senkt", "hebt",
                "treibt", "bremst", "belastet", "verhagelt",
                "versaut",
                "dahinter", "verantwortlich", "ruiniert", "kaputt gemacht", "runtergezogen", "schuld", "geholfen hat",
            ])
    }
    var how: String { language == .german ? "wie" : "how" }

    /// Words of a wish to change something.
    var change: [String] {
        pick(
            [
                "better", "faster", "deeper", "more", "less", "longer", "earlier", "calmer", "fitter", "healthier",
                "improve", "lower", "raise", "reduce", "increase", "boost", "fix", "stop", "quit", "avoid", "relax",
                "unwind",
                "calm down", "wind down", "fall asleep", "stay asleep", "switch off", "get rid", "cut down", "cut back",
                "manage", "handle", "cope", "deal with", "build a", "stick to", "get into", "get up", "get going",
                "start",
                "beat", "recover", "regular", "regularly", "bring down", "get down", "get my", "feel less",
            ],
            [
                "besser", "schneller", "tiefer", "mehr", "weniger", "langer", "fruher", "ruhiger", "fitter", "gesunder",
                "verbessern", "verbessere", "senken", "senke", "steigern", "steigere", "erhohen", "erhohe",
                "reduzieren",
                "loswerden", "vermeiden", "abbauen", "aufhoren", "abschalten", "einschlafen", "durchschlafen",
                "entspannen",
                "entspanne", "runterkommen", "regelmassig", "regelmassiger", "beruhigen", "beruhige", "gewohne",
                "umgehen",
                "schaffe", "schaff", "schafft", "motivieren", "motiviere", "anfangen", "runter", "hoch", "in den griff",
                "aus dem bett", "ins bett", "auf mehr", "bekampfen",
            ])
    }
    /// Words of a question about what was, not about a change.
    var past: [String] {
        pick(
            [
                "did", "was", "were", "have i", "has my", "have my", "had", "how much more", "how much less",
                "how many more", "is my", "are my", "am i", "how much better", "how much longer",
            ],
            [
                "war", "waren", "habe ich", "hab ich", "bin ich", "hat sich", "hatte ich", "ist mein", "ist meine",
                "wie viel mehr",
            ])
    }
    var illness: [String] {
        pick(["do i have", "have i got", "could i have"], ["habe ich eine", "habe ich einen", "hab ich eine"])
    }
    /// Objects of “have” that are no illness (“do I have more steps”).
    var harmless: [String] {
        pick(
            [
                "enough", "any", "more", "less", "time", "data", "to", "goal", "goals", "tips", "suggestions", "plans",
                "a good", "a bad", "a better", "a rhythm", "a pattern", "a streak", "a plan", "a routine", "good",
                "better",
            ],
            [
                "genug", "gute", "guten", "gutes", "schlechte", "bessere", "ziel", "plan", "rhythmus", "trend",
                "muster",
                "serie", "routine", "vorschlag", "tipp", "woche", "tag", "nacht", "chance",
            ])
    }
    /// The period before the one that was named.
    var before: [String] {
        pick(
            [
                "one before", "week before", "month before", "year before", "night before", "day before",
                "previous one", "the seven before", "days before", "nights before", "before it", "weekend before",
            ],
            ["davor", "zuvor", "woche vorher", "monat vorher", "tag vorher", "jahr vorher", "nacht vorher"])
    }
    /// “Than last”, with the kind of period left out.
    var last: [String] {
        pick(
            [
                "than last", "vs last", "versus last", "against last", "to last", "with last", "last one",
                "the previous",
            ],
            [
                "als letzte", "als letzten", "als letztes", "gegen letzte", "gegen letzten", "zur letzten",
                "mit letzter",
                "als die letzte", "als der letzte", "als vorige", "als die vorige", "als in der letzten",
            ])
    }
    /// “I don't know why” asks for no cause.
    var unknown: [String] {
        pick(
            ["know why", "no idea why", "not sure why", "unsure why", "can't say why", "wonder why i feel"],
            ["nicht warum", "nicht wieso", "ahnung warum", "ahnung wieso", "nicht woran"])
    }
    /// Ends of a message that tells a problem first: “my mind races at night, what can I do?”
    var ending: [String] {
        pick(
            ["what can i do", "what could i do", "what should i do", "what do i do", "what helps", "what would help"],
            ["was hilft", "was kann ich tun", "was kann ich machen", "was tun", "was soll ich tun", "was mache ich"])
    }
    /// Words that may stand anywhere and tell nothing of the kind.
    var fillers: Set<String> {
        Set(
            pick(
                [
                    "now", "today", "right", "really", "just", "actually", "even", "maybe", "perhaps", "ever", "please",
                    "then",
                ],
                [
                    "jetzt", "heute", "mal", "denn", "eigentlich", "so", "doch", "halt", "eben", "bloss", "nur", "wohl",
                    "einfach", "bitte", "uberhaupt", "hier", "gerade", "vielleicht", "dann",
                ]))
    }
    /// Beginnings of a wish.
    var wishes: [String] {
        pick(
            [
                "i'd like", "i would like", "i want", "i'd love", "i would love", "i need", "i wish", "i'm trying to",
                "trying to", "want to", "would love to", "would like to", "need to", "need more", "wish i", "help me",
            ],
            [
                "ich will", "ich mochte", "mochte", "will", "ich hatte gern", "ich hatte gerne", "hatte gern",
                "ich wurde gern",
                "ich wurde gerne", "wurde gern", "wurde gerne", "ich brauche", "brauche", "ich versuche", "hilf mir",
            ])
    }
    var beforeThat: [String] {
        pick(["before that", "before then", "than before", "beforehand"], ["davor", "vorher", "zuvor", "als fruher"])
    }
    /// Values that are usual among people, not those of the person.
    var amongPeople: [String] {
        pick(
            ["normal", "typical", "average", "healthy"],
            ["normal", "normale", "normaler", "normales", "typisch", "gesund"])
    }
    var norm: [String] {
        pick(
            ["normal", "typical", "a good", "good", "average", "healthy", "usual for", "what's high", "what's low"],
            ["normal", "normalwert", "typisch", "ublich", "gut", "durchschnittlich", "gesund"])
    }
}
