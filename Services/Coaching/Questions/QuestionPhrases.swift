import Localization

/// The phrases by which `QuestionReader` recognises a kind, folded as `FoldedText` folds. A phrase that ends in `*`
/// matches the beginnings of words.
struct QuestionPhrases: Sendable {
    let language: Language
    /// The person speaks of themself.
    let own: [String]
    let today: [String]
    let status: [String]
    let compare: [String]
    let cause: [String]
    let explain: [String]
    let howTo: [String]
    let plan: [String]
    let other: [String]
    let shorter: [String]
    let feelings: [String]
    /// Whole messages.
    let courtesy: [String]
    let medical: [String]
    let substances: [String]
    let amounts: [String]
    let meta: [(meta: Question.Meta, phrases: [String])]
    /// Whole messages that ask for the reason of the answer before.
    let why: [String]
    /// Beginnings of messages that go on with the question before.
    let also: [String]
    /// The word after a comparative, and comparatives.
    let than: String
    let comparatives: [String]
    /// A number is asked after as such: “how is my score calculated?”
    let made: [String]
    /// Beginnings of a question about the effect of suggestions, and its other words.
    let effectHeads: [String]
    let effect: [String]
    /// Beginnings of a short question without a verb.
    let mine: [String]

    static func of(_ language: Language) -> QuestionPhrases { language == .german ? german : english }

    private static let english = QuestionPhrases(
        language: .english,
        own: ["i", "my", "me", "i'm", "i've", "mine", "am i", "our"],
        today: ["today", "tonight", "this morning", "now"],
        status: [
            "how did i", "how was", "how were", "how is", "how's", "how are", "how have i", "how has", "how much did i",
            "how much have i", "how many", "how long did i", "how long have i", "how well did i", "how high", "how low",
            "how am i", "what is my", "what's my", "what was my", "what were my", "what are my", "what has my", "show",
            "tell me my", "tell me about my", "did i", "have i", "am i", "was i", "is my", "are my", "was my",
            "were my", "average", "highest", "lowest", "give me my", "do i sleep", "how do i sleep", "how do i do",
        ],
        compare: [
            "better than", "worse than", "higher than", "lower than", "more than", "less than", "longer than",
            "shorter than", "compare", "compared", "versus", "vs", "than in", "than last", "than usual", "than before",
            "than normal", "improved", "improving", "getting better", "getting worse", "gotten better", "gotten worse",
            "got better", "got worse", "changed", "gone up", "gone down", "went up", "went down", "increased",
            "decreased", "dropped", "risen", "fallen", "trend", "trending", "change since", "difference between my",
        ],
        cause: [
            "why", "reason for", "reason my", "reasons for", "what causes my", "what caused", "what's behind",
            "what is behind", "what made", "what makes my", "how come", "what is dragging", "what drags", "what lifted",
            "what weighs", "what lowered", "what raised",
        ],
        explain: [
            "what is", "what's", "what does", "what do", "what are", "what was", "meaning of", "explain", "define",
            "definition of", "tell me about", "difference between", "how is", "how are", "how does", "how do you",
            "is it normal", "is it good", "what counts as", "what affects", "what influences", "what moves",
            "important", "what means",
        ],
        howTo: [
            "how can i", "how can one", "how do i", "how to", "how could i", "how should i", "how would i",
            "how might i", "what helps", "what can i do for", "what can i do about", "what can i do against",
            "what can i do to", "what could i do to", "what should i do about", "what should i do to",
            "what to do about",
            "what to do against", "ways to", "way to", "tips for", "tips to", "advice on", "advice for",
            "help me sleep",
            "help me relax", "help me with", "help me to", "improve my", "lower my", "raise my", "reduce my",
            "increase my", "get better at", "is there anything i can do", "how might one", "i want to sleep better",
            "i want to",
        ],
        plan: [
            "what should i do", "what could i do", "what can i do", "what do i do", "what now", "what next", "suggest",
            "suggestion", "suggestions", "recommend", "recommendation", "any tip", "any tips", "a tip", "tip for today",
            "any advice",
            "some advice", "any ideas", "any idea what", "plan for", "what would you do", "give me something to do",
        ],
        other: [
            "something else", "something different", "another one", "another suggestion", "a different one",
            "anything else", "not that", "other suggestions", "other ideas",
        ],
        shorter: [
            "something shorter", "something quicker", "a shorter one", "something quick", "something short",
            "less time",
        ],
        feelings: [
            "i feel", "i'm feeling", "i am feeling", "i felt", "i'm so", "i am so", "i'm tired", "i am tired",
            "i'm sad",
            "i am sad", "i'm stressed", "i am stressed", "i'm anxious", "i am anxious", "i'm exhausted",
            "i am exhausted", "i'm lonely", "i am lonely", "i'm angry", "i am angry", "i'm worried", "i am worried",
            "i'm overwhelmed", "i am overwhelmed", "i'm happy", "i am happy", "i'm nervous", "i am nervous",
            "i can't sleep",
            "i cannot sleep", "i can't relax", "i'm down", "i had a bad day", "i had a rough", "i had a hard",
            "i'm really", "i am really", "rough day", "bad day", "hard day", "feeling down", "feeling low",
            "feeling great", "feeling good",
            "i'm burned out", "i'm burnt out", "i'm fed up", "i am fed up", "i miss",
        ],
        courtesy: [
            "how are you", "how are you doing", "how are you today", "how are you doing today", "how do you do",
            "how's it going", "how is it going", "what's up", "hi how are you", "hello how are you", "hey how are you",
            "nice to meet you", "how do you feel", "how do you feel today", "are you ok", "are you okay",
        ],
        medical: [
            "diagnos*", "disease*", "do i have", "symptom*", "heart attack", "arrhythmia", "afib",
            "atrial fibrillation",
            "apnea", "apnoea", "cancer", "diabetes", "stroke", "infection", "infected", "chest pain", "thyroid",
            "prescri*", "antidepressant*", "antibiotic*", "stop taking", "start taking", "side effect*", "medication",
            "medications", "medicine", "blood test", "should i see a doctor", "do i need a doctor", "is it dangerous",
            "am i ill", "am i sick", "treat my", "treatment*", "cure", "therapy for", "vaccin*", "pregnan*", "surgery",
            "beta blocker*", "statin*", "adhd", "bipolar", "ptsd", "clinical depression", "migraine*",
        ],
        substances: [
            "melatonin", "magnesium", "ibuprofen", "paracetamol", "acetaminophen", "aspirin", "sleeping pill*",
            "sleeping tablet*", "pill", "pills", "tablet", "tablets", "supplement*", "vitamin*", "antihistamine*",
            "valerian", "cbd", "thc", "zopiclone", "zolpidem", "ambien", "xanax", "diazepam", "lorazepam", "valium",
            "sertraline", "creatine", "ashwagandha", "iron", "zinc", "omega", "insulin", "caffeine pills",
            "caffeine tablet*",
            "dose*", "dosage*", "drug*", "beta blocker*", "antidepressant*", "medication*",
        ],
        amounts: [
            "how much", "how many", "dose*", "dosage*", "milligram*", "mg", "take", "taking", "should i use",
            "is it safe to", "amount", "mix", "combine", "per day", "before bed", "overdose",
        ],
        meta: [
            (
                .leaving,
                [
                    "leave my machine", "leave this machine", "leave the machine", "leave my computer",
                    "leaves my machine",
                    "leaves this machine", "leave my server", "sent anywhere", "send my data", "sent to the cloud",
                    "share my data",
                    "shared with", "who can see", "who sees", "who can read", "who reads", "where is my data",
                    "where are my data", "where does my data", "is my data safe", "is this private", "is it private",
                    "is my data private", "are you sending", "do you send", "uploaded", "in the cloud",
                    "go to the cloud",
                    "privacy",
                ]
            ),
            (
                .known,
                [
                    "know about me", "do you know of me", "data do you have", "data you have", "stored about me",
                    "do you store", "what have you got on me", "what do you remember", "do you remember",
                ]
            ),
            (
                .deleting,
                [
                    "delete my data", "delete everything", "erase my data", "erase everything", "remove my data",
                    "delete my account", "export my data", "delete this conversation", "forget me",
                ]
            ),
            (
                .identity,
                [
                    "who are you", "what are you", "are you a robot", "are you a bot", "are you human", "are you real",
                    "are you an ai", "are you ai", "are you chatgpt", "are you gpt", "which model", "what model",
                    "are you a doctor", "are you a therapist",
                ]
            ),
            (
                .abilities,
                [
                    "what can you do", "what can i ask", "how do you work", "what do you do", "how can you help",
                    "what can you help", "how do you help", "what questions",
                ]
            ),
        ],
        why: ["why", "why is that", "why so", "how come", "and why", "why's that", "but why", "why that"],
        also: ["and", "what about", "how about", "also", "same for", "the same for"], than: "than",
        comparatives: [
            "better", "worse", "higher", "lower", "more", "less", "longer", "shorter", "bigger", "smaller", "fewer",
            "greater", "calmer", "earlier", "later",
        ],
        made: ["calculated", "computed", "measured", "worked out", "determined", "made up of"],
        effectHeads: ["does", "do", "is", "are", "has", "have", "did"],
        effect: [
            "help me", "helping me", "helped me", "work for me", "working for me", "worked for me", "do me good",
            "do me any good", "any effect on me", "make a difference for me",
        ], mine: ["my"])

    private static let german = QuestionPhrases(
        language: .german,
        own: [
            "ich", "mein", "meine", "meinen", "meinem", "meiner", "meines", "mir", "mich", "hab ich", "bin ich",
        ],
        today: ["heute", "heute abend", "heute morgen", "jetzt", "gerade"],
        status: [
            "wie habe ich", "wie hab ich", "wie war", "wie waren", "wie ist", "wie sind", "wie viel", "wie viele",
            "wieviel", "wieviele", "wie lange", "wie gut", "wie hoch", "wie niedrig", "wie geht es mir",
            "wie geht's mir",
            "wie ging es mir", "was ist mein", "was ist meine", "was war mein", "was war meine", "zeig", "zeige",
            "habe ich", "hab ich", "bin ich", "war ich", "durchschnitt", "durchschnittlich", "hochster", "hochste",
            "niedrigster", "niedrigste", "wie schlafe ich", "wie schlief ich", "ist mein", "ist meine", "sind meine",
            "war mein", "war meine", "wie steht es um",
        ],
        compare: [
            "besser als", "schlechter als", "hoher als", "niedriger als", "mehr als", "weniger als", "langer als",
            "kurzer als", "vergleich*", "im vergleich", "als im", "als letzte", "als letzten", "als sonst",
            "als ublich", "als vorher", "als fruher", "verbessert", "verschlechtert", "verandert", "gestiegen",
            "gesunken", "zugenommen", "abgenommen", "besser geworden", "schlechter geworden", "trend", "entwickelt",
            "unterschied zwischen meinem", "unterschied zwischen meiner", "seltener als", "ofter als",
        ],
        cause: [
            "warum", "wieso", "weshalb", "woran liegt", "woran lag", "grund fur", "was steckt hinter", "wodurch",
            "was belastet", "was druckt", "was hebt", "weswegen", "woher kommt",
        ],
        explain: [
            "was ist", "was sind", "was bedeutet", "was bedeuten", "was heisst", "was meint", "erklar*", "definition",
            "wie wird", "wie werden", "wie berechnest", "wie funktioniert", "was misst", "was sagt", "was beeinflusst",
            "wovon hangt", "unterschied zwischen", "ist es normal", "was gilt als", "wichtig", "wozu",
        ],
        howTo: [
            "wie kann ich", "wie kann man", "wie konnte ich", "wie soll ich", "wie schaffe ich", "wie werde ich",
            "wie bekomme ich", "wie komme ich", "was hilft", "was kann ich gegen", "was kann ich fur",
            "was kann ich tun um",
            "was kann ich tun damit", "was tun gegen", "was tun bei", "tipps fur", "tipps gegen", "tipps zum",
            "tipp gegen", "tipp fur besseren",
            "hilf mir", "wie schlafe ich besser", "wie verbessere ich", "wie senke ich", "wie erhohe ich",
            "ich mochte besser", "ich mochte mehr", "ich mochte weniger", "ich will besser", "ich will mehr",
            "was soll ich gegen",
        ],
        plan: [
            "was soll ich", "was sollte ich", "was kann ich", "was konnte ich", "was mache ich", "was nun", "was jetzt",
            "schlag", "schlagst du", "vorschlag", "vorschlage", "empfiehl", "empfiehlst du", "empfehlung", "ein tipp",
            "einen tipp", "irgendein tipp", "plan fur", "was wurdest du", "was tue ich", "hast du ideen", "eine idee",
        ],
        other: [
            "etwas anderes", "was anderes", "ein anderer vorschlag", "einen anderen vorschlag", "noch einen vorschlag",
            "noch was", "noch etwas", "nicht das", "andere vorschlage", "andere ideen",
        ],
        shorter: ["etwas kurzeres", "was kurzeres", "etwas kurzes", "kurzer bitte", "geht es kurzer", "weniger zeit"],
        feelings: [
            "ich fuhle", "ich fuhl", "mir geht es", "mir geht's", "ich bin mude", "ich bin so", "ich bin traurig",
            "ich bin gestresst", "ich bin erschopft", "ich bin einsam", "ich bin wutend", "ich bin nervos",
            "ich bin glucklich", "ich bin uberfordert", "ich bin angespannt", "ich bin ausgebrannt", "ich habe angst",
            "ich mache mir sorgen", "ich kann nicht schlafen", "ich kann nicht einschlafen",
            "ich kann nicht abschalten",
            "schlechter tag", "schlechten tag", "schwerer tag", "anstrengender tag", "ich bin fertig", "ich vermisse",
            "ich bin froh", "ich bin frustriert", "ich bin besorgt",
        ],
        courtesy: [
            "wie geht es dir", "wie geht's dir", "wie geht's", "wie gehts", "wie gehts dir", "wie geht es ihnen",
            "wie geht es dir heute", "hallo wie geht es dir", "hallo wie geht's", "na wie geht's", "was geht",
            "schon dich kennenzulernen", "alles gut bei dir", "wie fuhlst du dich",
        ],
        medical: [
            "diagnos*", "krankheit*", "habe ich eine", "habe ich einen", "symptom*", "herzinfarkt", "herzrhythmus*",
            "vorhofflimmern", "apnoe", "schlafapnoe", "krebs", "diabetes", "schlaganfall", "infektion*",
            "brustschmerz*",
            "schilddruse*", "rezept", "verschreib*", "antidepressiv*", "antibiotik*", "absetzen", "nebenwirkung*",
            "medikament*", "arznei*", "blutwerte", "muss ich zum arzt", "soll ich zum arzt", "sollte ich zum arzt",
            "brauche ich einen arzt", "ist das gefahrlich", "bin ich krank", "behandl*", "heilen", "heilung",
            "therapie gegen",
            "impf*", "schwanger*", "operation", "betablocker", "adhs", "bipolar*", "migrane",
        ],
        substances: [
            "melatonin", "magnesium", "ibuprofen", "paracetamol", "aspirin", "schlaftablette*", "schlafmittel*",
            "tablette*", "pille*", "nahrungserganzung*", "vitamin*", "baldrian", "cbd", "zopiclon", "zolpidem",
            "diazepam", "lorazepam", "sertralin", "kreatin", "ashwagandha", "eisen", "zink", "insulin",
            "koffeintablette*",
            "dosis", "dosierung", "droge*", "mittel gegen", "praparat*", "medikament*", "antidepressiv*",
        ],
        amounts: [
            "wie viel", "wie viele", "wieviel", "wieviele", "dosis", "dosierung", "milligramm", "mg", "nehmen",
            "einnehmen", "nehme", "darf ich", "soll ich", "menge", "mischen", "kombinieren", "am tag", "pro tag",
            "vor dem schlafen", "uberdosis",
        ],
        meta: [
            (
                .leaving,
                [
                    "verlasst das", "verlassen meine daten", "verlassen die daten", "meine daten verlassen",
                    "verlasst etwas",
                    "verlasst irgendetwas", "wer kann", "wer sieht", "wer liest", "wo sind meine daten",
                    "wo liegen meine daten", "sind meine daten sicher", "sendest du", "schickst du", "gesendet",
                    "ins internet", "in die cloud", "in der cloud", "datenschutz", "privat", "weitergegeben",
                    "wohin gehen meine daten", "bleiben meine daten", "bleibt das hier", "diesen rechner",
                    "den rechner",
                ]
            ),
            (
                .known,
                [
                    "weisst du uber mich", "weisst du von mir", "daten hast du", "uber mich gespeichert",
                    "speicherst du",
                    "erinnerst du dich", "kennst du von mir",
                ]
            ),
            (
                .deleting,
                [
                    "daten loschen", "alles loschen", "konto loschen", "losche meine", "losche alles",
                    "daten exportieren", "vergiss mich", "gesprach loschen",
                ]
            ),
            (
                .identity,
                [
                    "wer bist du", "was bist du", "bist du ein mensch", "bist du ein roboter", "bist du eine ki",
                    "bist du chatgpt", "bist du echt", "welches modell", "bist du arzt", "bist du ein arzt",
                    "bist du ein therapeut",
                ]
            ),
            (
                .abilities,
                [
                    "was kannst du", "was kann ich fragen", "was kann ich dich fragen", "wie funktionierst du",
                    "wobei kannst du", "wie kannst du mir helfen", "wobei hilfst du",
                ]
            ),
        ],
        why: [
            "warum", "wieso", "weshalb", "und warum", "warum das", "warum ist das so", "wieso das", "woran liegt das",
        ],
        also: ["und", "was ist mit", "wie sieht es mit", "wie sieht es", "auch", "ebenso"], than: "als",
        comparatives: [
            "besser", "schlechter", "hoher", "niedriger", "mehr", "weniger", "langer", "kurzer", "grosser", "kleiner",
            "ruhiger", "fruher", "spater", "ofter", "seltener",
        ],
        made: ["berechnet", "gemessen", "ermittelt", "bestimmt", "errechnet"],
        effectHeads: [
            "hilft", "helfen", "hat", "haben", "bringt", "bringen", "wirkt", "wirken", "tut", "tun", "nutzt", "nutzen",
        ],
        effect: [
            "hilft mir", "helfen mir", "bringt mir", "bringen mir", "nutzt mir", "nutzen mir", "bei mir", "mir gut",
            "mir geholfen",
        ],
        mine: ["mein", "meine", "meinen", "meinem", "meiner"])
}
