import Localization

/// Phrases around a question that say nothing about it: greetings, politeness, “I was wondering …”. The rest is read.
enum Wrappers {
    /// The text without such phrases at its beginning and end; the whole text if nothing else is in it.
    static func stripped(_ text: FoldedText) -> FoldedText {
        var inner = text.text
        for phrase in within { inner = inner.replacing(" \(phrase) ", with: " ") }
        var words = inner.split(separator: " ").map(String.init)
        if words.isEmpty { words = text.words }
        var isChanged = true
        while isChanged {
            isChanged = false
            for phrase in heads where starts(words, with: phrase) && words.count > phrase.count + 1 {
                // “Tell me about my sleep” keeps its verb, “tell me how I slept” does not need it.
                if phrase.last == "me" || phrase.last == "mir", !phrase.contains("told"),
                    !asking.contains(words[phrase.count])
                {
                    continue
                }
                words.removeFirst(phrase.count)
                isChanged = true
            }
            for phrase in tails where words.count > phrase.count + 1 && words.suffix(phrase.count) == phrase[...] {
                words.removeLast(phrase.count)
                isChanged = true
            }
        }
        return FoldedText(words.joined(separator: " "))
    }

    private static func starts(_ words: [String], with phrase: [String]) -> Bool {
        words.prefix(phrase.count) == phrase[...]
    }

    /// Phrases that say nothing anywhere.
    private static let within = [
        "i want to know", "i'd like to know", "i would like to know", "i'd love to know", "want to know",
        "mochte wissen",
        "will wissen", "wurde gern wissen", "wuesste gern", "wusste gern",
    ]

    private static let asking: Set = [
        "how", "what", "what's", "why", "when", "where", "which", "who", "if", "whether", "is", "are", "did", "was",
        "do", "does", "has", "have", "can", "should", "wie", "was", "warum", "wieso", "wann", "ob", "wo", "welche",
        "welcher", "welches", "weshalb", "woran",
    ]

    private static let heads = [
        "hey", "hi", "hello", "hello there", "hi there", "hey there", "good morning", "good evening", "ok", "okay",
        "so",
        "well", "um", "uh", "hmm", "hm", "please", "any chance you can", "any chance you could",
        "is there any chance you can", "would you mind", "can you quickly",
        "could you quickly", "kannst du mal", "konntest du mal", "kannst du mir mal", "quick one", "quick question",
        "one question", "a question",
        "question",
        "honestly", "btw", "by the way", "just curious", "curious", "just wondering", "i was wondering", "i wonder",
        "wondering", "i am wondering", "i'm wondering", "i'm curious", "can you tell me", "could you tell me",
        "can you please tell me", "could you please tell me", "would you tell me", "would you please tell me",
        "tell me",
        "please tell me", "can you show me", "could you show me", "do you know", "do you happen to know", "any idea",
        "any clue", "i'd like to know", "i would like to know", "i want to know", "i'd love to know", "i need to know",
        "let me know", "can you say", "coach", "dear coach", "listen", "out of curiosity", "if you don't mind",
        "remind me", "can you remind me", "can you explain to me", "someone told me", "somebody told me",
        "a friend told me", "i heard", "i've heard", "i read", "they say",
        "people say", "apparently", "ich habe gehort", "ich hab gehort", "ich habe gelesen", "ich hab gelesen",
        "man sagt",
        "angeblich", "actually",
        "alright", "right", "oh", "and please", "yo", "mate", "sorry but", "sorry", "hallo", "guten morgen",
        "guten tag",
        "guten abend", "moin", "na", "also", "ahm", "ah", "oh", "mal ehrlich", "ehrlich", "sag mal", "sag", "bitte",
        "kurze frage", "eine frage", "ne frage", "frage", "kannst du mir sagen", "kannst du mir bitte sagen",
        "konntest du mir sagen", "konnen sie mir sagen", "konnten sie mir sagen", "konnten sie mir bitte sagen",
        "weisst du", "wissen sie", "ich wusste gern", "ich wusste gerne", "ich wurde gern wissen",
        "ich mochte wissen", "ich will wissen", "mich wurde interessieren", "mich interessiert",
        "ich frage mich", "ich frag mich", "sagst du mir", "sag mir", "sag mir bitte", "verrat mir", "zeig mir",
        "zeig mir bitte", "kannst du mir zeigen", "hast du eine ahnung", "eine ahnung", "keine ahnung aber",
        "eigentlich",
        "hey du", "du", "ubrigens", "mal", "ha", "hae", "he", "lieber coach", "hallo coach", "hi coach", "hey coach",
    ].map { $0.split(separator: " ").map(String.init) }.sorted { $0.count > $1.count }

    private static let tails = [
        "please", "thanks", "thank you", "many thanks", "or what", "or something", "though", "mate", "by the way",
        "btw",
        "coach", "please and thanks", "if you can", "if possible", "tell me", "do you know", "actually", "bitte",
        "danke",
        "vielen dank", "bitte danke", "oder so", "oder was", "eigentlich", "kannst du mir das sagen", "weisst du das",
        "wenn moglich", "sag mal", "lol", "haha", "x", "cheers",
    ].map { $0.split(separator: " ").map(String.init) }
}
