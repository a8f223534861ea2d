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
    /// “Why does it matter?” asks for an explanation.
    let matters: [String]
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
            "how did i", "how was", "where's my", "where is my score", "how's my", "what my", "how were", "how is",
            "how's",
            "how are", "how have i", "how has", "how much did i",
            "how much have i", "how many", "how long did i", "how long have i", "how well did i", "how high", "how low",
            "how am i", "what is my", "what's my", "what was my", "what were my", "what are my", "what has my", "show",
            "tell me my", "tell me about my", "did i", "have i", "am i", "was i", "is my", "are my", "was my",
            "were my", "average", "highest", "lowest", "give me my", "do i sleep", "how do i sleep", "how do i do",
        ],
        compare: [
            "better than", "worse than", "higher than", "lower than", "more than", "less than", "longer than",
            "shorter than", "compare", "compared", "versus", "vs", "against", "next to", "stack up", "compared to",
            "better or worse", "any better", "change at all", "than in", "than last", "than usual", "than before",
            "than normal", "improved", "improving", "getting better", "getting worse", "gotten better", "gotten worse",
            "got better", "got worse", "changed", "gone up", "gone down", "went up", "went down", "increased",
            "decreased", "dropped", "risen", "fallen", "trend", "trending", "change since", "difference between my",
        ],
        cause: [
            "why", "reason for", "reason my", "reasons for", "what causes my", "what caused", "what's behind",
            "what is behind", "what made", "what makes my", "how come", "what is dragging", "what drags", "dragged me",
            "dragged my", "what's making", "what is making", "what's going on", "going on there", "pushed my",
            "caused that", "is it the", "what lifted",
            "what weighs", "what lowered", "what raised",
        ],
        explain: [
            "what is", "what's", "what does", "what do", "what are", "what was", "meaning of", "explain", "define",
            "definition of", "tell me about", "difference between", "how is", "how are", "how does", "how do you",
            "is it normal", "is it good", "what counts as", "what affects", "what influences", "what moves",
            "important", "what means", "what even is", "the deal", "how accurate", "good for", "same thing",
            "worth anything", "how long till", "does it matter", "is it really", "what is the difference",
            "what's the difference", "just marketing", "mess with", "actually means",
        ],
        howTo: [
            "how can i", "how can one", "best way to", "favorite trick", "favourite trick", "how do i fix", "how do i",
            "how to", "any tricks", "i would like more", "id like more", "i want more", "need to get more",
            "trying to stop", "would love to feel", "how could i", "how should i", "how would i",
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
            "some advice", "any ideas", "i could do", "i could try", "now what", "where do i start", "should i train",
            "should i exercise", "take it easy", "what would be good", "plan for", "what would you do",
            "what do i tackle",
            "tackle first", "something calmer", "give me something to do",
        ],
        other: [
            "something else", "something different", "another one", "another suggestion", "a different one",
            "anything else", "not that", "got anything else", "something calmer", "other suggestions", "other ideas",
        ],
        shorter: [
            "something shorter", "something quicker", "a shorter one", "something quick", "something short",
            "less time",
        ],
        feelings: [
            "i feel", "im so", "im really", "im feeling", "im tired", "im stressed", "im sad", "i'm feeling",
            "i am feeling", "i felt", "i'm so", "i am so", "i'm tired", "i am tired",
            "i'm sad",
            "i am sad", "i'm stressed", "i am stressed", "i'm anxious", "i am anxious", "i'm exhausted",
            "i am exhausted", "i'm lonely", "i am lonely", "i'm angry", "i am angry", "i'm worried", "i am worried",
            "i'm overwhelmed", "i am overwhelmed", "i'm happy", "i am happy", "i'm nervous", "i am nervous",
            "i can't sleep",
            "i cannot sleep", "i can't relax", "i'm down", "i had a bad day", "i had a rough", "i had a hard",
            "i'm really", "i am really", "rough day", "bad day", "hard day", "feeling down", "feeling low",
            "feeling great", "feeling good", "feel great", "feel good", "feel awful", "feeling kinda", "lonely evening",
            "feeling anxious", "knackered", "so nervous", "so stressed", "homesick",
            "not my day", "i feel like", "had a fight", "fed up",
            "everything at work is", "died last",
            "i'm burned out", "i'm burnt out", "i'm fed up", "i am fed up", "i miss",
        ],
        courtesy: [
            "how are you", "how are you doing", "how are you today", "how are you doing today", "how do you do",
            "how's it going", "how is it going", "what's up", "hi how are you", "hello how are you", "hey how are you",
            "nice to meet you", "how do you feel", "how do you feel today", "are you ok", "are you okay",
        ],
        medical: [
            "diagnos*", "disease*", "do i have", "this depression", "depression or", "meds", "come off my", "cough",
            "fever", "rash", "a lump", "symptom*", "heart attack", "arrhythmia", "afib",
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
            "is it safe to", "amount", "mix", "combine", "per day", "before bed", "overdose", "double", "two of",
            "is it ok to", "is it okay to", "can i have", "more than",
        ],
        meta: [
            (
                .leaving,
                [
                    "leave my machine", "leave this machine", "who gets to read", "numbers actually kept",
                    "where are my numbers", "see what i write",
                    "in other apps", "leave the machine", "leave my computer",
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
                    "know about me", "do you know of me", "have on me", "data do you have", "data you have",
                    "stored about me",
                    "do you store", "what have you got on me", "what do you remember", "do you remember",
                ]
            ),
            (
                .bringing,
                [
                    "watch data in", "data in here", "get my data in", "get my watch", "import my", "connect my watch",
                    "connect my phone", "how do i add data",
                ]
            ),
            (
                .deleting,
                [
                    "delete my data", "delete everything", "wipe everything", "wipe my", "stuff out", "as a file",
                    "get my data out", "erase my data", "erase everything", "remove my data",
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
                    "what can you do", "what can i ask", "things can i ask", "how do you work", "what do you do",
                    "how can you help",
                    "what can you help", "how do you help", "what questions",
                ]
            ),
        ],
        why: [
            "why", "what caused that", "why is that", "why so", "how come", "and why", "why's that", "but why",
            "why that",
        ],
        also: ["and", "what about", "how about", "also", "same for", "the same for"], than: "than",
        comparatives: [
            "better", "worse", "nicer", "higher", "lower", "more", "less", "longer", "shorter", "bigger", "smaller",
            "fewer",
            "greater", "calmer", "earlier", "later",
        ],
        made: ["calculated", "computed", "measured", "worked out", "determined", "made up of"],
        matters: ["matter", "matters", "important"],
        effectHeads: ["does", "do", "is", "are", "has", "have", "did"],
        effect: [
            "help me", "helping me", "helped me", "work for me", "working for me", "worked for me", "do me good",
            "do me any good", "any effect on me", "make a difference for me",
        ], mine: ["my"])
}
