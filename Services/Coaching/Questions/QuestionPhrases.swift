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
            "how i", "how well i", "how long i", "how my", "whether i", "whether my", "if i", "if my",
            "what did i", "what have i", "how often did i", "did my", "do i", "does my", "see my", "check my",
            "pull up my", "look up my", "what about my", "what was", "numbers for", "values for", "data for",
            "stats", "mean", "median", "maximum", "minimum", "total", "how restless", "how tired",
            "how rested", "how stressed", "how energetic", "how's the", "how is the", "let me see",
            "where is my", "where are my", "what kind of", "how come along", "keep up",
            "how did i", "how was", "where's my", "where is my score", "how's my", "what my", "how were", "how is",
            "how's",
            "how are", "how have i", "how has", "how much did i",
            "how much have i", "how many", "how long did i", "how long have i", "how well did i", "how high", "how low",
            "how am i", "what is my", "what's my", "what was my", "what were my", "what are my", "what has my", "show",
            "tell me my", "tell me about my", "did i", "have i", "am i", "was i", "is my", "are my", "was my",
            "were my", "average", "highest", "lowest", "give me my", "do i sleep", "how do i sleep", "how do i do",
        ],
        compare: [
            "as good as", "as much as", "as many as", "as long as", "the same as", "different from", "differ",
            "up or down", "more or less", "down on", "up from", "down from", "ahead of", "beat last", "beats",
            "up on", "than a", "than the", "than two", "than it was", "or worse", "or better",
            "higher or lower", "how does this", "in contrast to", "relative to", "progress since",
            "any change", "gone downhill", "compare to",
            "better than", "worse than", "higher than", "lower than", "more than", "less than", "longer than",
            "shorter than", "compare", "compared", "versus", "vs", "against", "next to", "stack up", "compared to",
            "better or worse", "any better", "change at all", "than in", "than last", "than usual", "than before",
            "than normal", "improved", "improving", "getting better", "getting worse", "gotten better", "gotten worse",
            "got better", "got worse", "changed", "gone up", "gone down", "went up", "went down", "increased",
            "decreased", "dropped", "risen", "fallen", "trend", "trending", "change since", "difference between my",
        ],
        cause: [
            "what's wrong with my", "what happened to my", "what happened with my", "what's up with my",
            "what explains", "what's the reason", "reasons my", "what's to blame", "who is to blame",
            "to blame for", "because of what", "what brought", "what pulled", "what kept my", "what drove",
            "what did this to", "what's causing", "what is causing", "what's driving", "what hurt my",
            "what's keeping my", "how is it that my",
            "why", "reason for", "reason my", "reasons for", "what causes my", "what caused", "what's behind",
            "what is behind", "what made", "what makes my", "how come", "what is dragging", "what drags", "dragged me",
            "dragged my", "what's making", "what is making", "what's going on", "going on there", "pushed my",
            "caused that", "is it the", "what lifted",
            "what weighs", "what lowered", "what raised",
        ],
        explain: [
            "what means", "what's a", "what exactly", "meant by", "how do watches", "how does one",
            "is it bad", "is it healthy", "is it true", "does it matter", "what happens when",
            "what happens if", "what happens to", "how many hours should", "how much should",
            "how many steps should", "how long should", "what's considered", "what is considered",
            "what makes", "can stress", "can coffee", "does coffee", "does alcohol", "what's good about",
            "purpose of", "point of", "science behind", "tell me more about", "what should i know",
            "what is", "what's", "what does", "what do", "what are", "what was", "meaning of", "explain", "define",
            "definition of", "tell me about", "difference between", "how is", "how are", "how does", "how do you",
            "is it normal", "is it good", "what counts as", "what affects", "what influences", "what moves",
            "important", "what means", "what even is", "the deal", "how accurate", "good for", "same thing",
            "worth anything", "how long till", "does it matter", "is it really", "what is the difference",
            "what's the difference", "just marketing", "mess with", "actually means",
        ],
        howTo: [
            "how do people", "how does one", "how do others",
            "how i can", "how i could", "how i might", "how one can", "what i can do about",
            "what i can do against", "what i can do to", "good ways", "best ways", "what's the best way",
            "what works against", "what works for", "what works best", "any trick", "trick to", "tricks to",
            "tricks for", "hacks for", "hack for", "help me fall", "help me get", "help me stop",
            "help me build", "help me feel", "i'd like to", "i would like to", "i need to", "i'd love to",
            "i would love to", "i wish i could", "my goal is to", "teach me", "i struggle to",
            "i struggle with", "having trouble", "trouble sleeping", "anything for", "something for my",
            "remedy for", "cope with", "deal with",
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
            "what should i", "what shall i", "what shall we", "anything i can do", "anything i could do",
            "something i can do", "something i could", "give me something", "give me a suggestion",
            "give me an idea", "idea for", "ideas for", "got a tip", "got any tips", "got an idea",
            "any idea what i", "inspire me", "what to do", "should i go", "should i nap", "should i rest",
            "should i take", "should i do", "shall i", "is today a good day", "good day to", "plan my",
            "what's on for", "make a plan", "what would help me now", "what's a good thing", "next step",
            "one thing i", "i have ten minutes", "i have five minutes", "i have a few minutes",
            "i've got ten minutes", "i've got five minutes", "what's the plan", "plan to",
            "what should i do", "what could i do", "what can i do", "what do i do", "what now", "what next", "suggest",
            "suggestion", "suggestions", "recommend", "recommendation", "any tip", "any tips", "a tip", "tip for today",
            "any advice",
            "some advice", "any ideas", "i could do", "i could try", "now what", "where do i start", "should i train",
            "should i exercise", "take it easy", "what would be good", "plan for", "what would you do",
            "what do i tackle",
            "tackle first", "something calmer", "give me something to do",
        ],
        other: [
            "a different suggestion", "something new", "other options", "any others", "next one",
            "show me another", "not this one", "not for me", "don't like that", "don't fancy",
            "other than that", "give me another", "what else",
            "something else", "something different", "another one", "another suggestion", "a different one",
            "anything else", "not that", "got anything else", "something calmer", "other suggestions", "other ideas",
        ],
        shorter: [
            "shorter please", "make it shorter", "something faster", "less than five", "under five minutes",
            "two minutes", "one minute", "not so long", "too long", "quicker one",
            "something shorter", "something quicker", "a shorter one", "something quick", "something short",
            "less time",
        ],
        courtesy: [
            "how are you coach", "how are you feeling", "how are things", "how's life", "you ok", "you there",
            "are you there", "how was your day", "did you sleep well", "what's new", "how have you been",
            "how do you feel right now", "all good", "everything ok", "how you doing", "nice to see you",
            "how is your day", "how's your day",
            "how are you", "how are you doing", "how are you today", "how are you doing today", "how do you do",
            "how's it going", "how is it going", "what's up", "hi how are you", "hello how are you", "hey how are you",
            "nice to meet you", "how do you feel", "how do you feel today", "are you ok", "are you okay",
        ],
        medical: [
            "palpitation*", "dizzy", "dizziness", "numbness", "blood in", "swollen", "fainted", "faint",
            "vomit*", "short of breath", "pain in", "headache*", "hurts when", "skips a beat",
            "skipping beats", "irregular heartbeat", "heart disease", "heart condition", "high blood pressure",
            "asthma", "epilep*", "anemia", "anaemia", "burnout diagnosis", "depressed clinically",
            "eating disorder", "narcolepsy", "restless legs", "insomnia disorder", "see a doctor", "medically",
            "what illness", "flu", "covid", "virus", "hormone*", "menopause", "allerg*",
            "anything wrong with my heart", "wrong with my heart",
            "diagnos*", "disease*", "this depression", "depression or", "meds", "come off my", "cough",
            "fever", "rash", "a lump", "symptom*", "heart attack", "arrhythmia", "afib",
            "atrial fibrillation",
            "apnea", "apnoea", "cancer", "diabetes", "stroke", "infection", "infected", "chest pain", "thyroid",
            "prescri*", "antidepressant*", "antibiotic*", "stop taking", "start taking", "side effect*", "medication",
            "medications", "medicine", "blood test", "should i see a doctor", "do i need a doctor", "is it dangerous",
            "am i ill", "am i sick", "treat my", "treatment*", "cure", "therapy for", "vaccin*", "pregnan*", "surgery",
            "beta blocker*", "statin*", "adhd", "bipolar", "ptsd", "clinical depression", "migraine*",
        ],
        substances: [
            "nurofen", "tylenol", "advil", "benadryl", "ritalin", "adderall", "lithium", "prozac",
            "nicotine patch*", "painkiller*", "codeine", "tramadol", "antihistamin*", "l theanine", "theanine",
            "gaba", "5 htp", "ginseng", "protein powder", "pre workout", "sleep aid*", "sleeping aid*",
            "nytol", "zolpidem", "trazodone", "gummies", "snus", "steroid*", "painkillers", "medicine", "meds",
            "remedies", "escitalopram", "citalopram", "fluoxetine", "bisoprolol", "metoprolol",
            "st john's wort",
            "melatonin", "magnesium", "ibuprofen", "paracetamol", "acetaminophen", "aspirin", "sleeping pill*",
            "sleeping tablet*", "pill", "pills", "tablet", "tablets", "supplement*", "vitamin*", "antihistamine*",
            "valerian", "cbd", "thc", "zopiclone", "zolpidem", "ambien", "xanax", "diazepam", "lorazepam", "valium",
            "sertraline", "creatine", "ashwagandha", "iron", "zinc", "omega", "insulin", "caffeine pills",
            "caffeine tablet*",
            "dose*", "dosage*", "drug*", "beta blocker*", "antidepressant*", "medication*",
        ],
        amounts: [
            "what amount", "how often can i", "safe to take", "can i take", "should i take", "too much",
            "with alcohol", "with wine", "together with", "on top of", "half a", "milligrams", "grams of",
            "right dose", "max dose", "maximum", "what strength",
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
