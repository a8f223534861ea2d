import Language
import Localization

/// A message that consists of courtesy alone ("thanks a lot!", "hi there, good morning"). It gets a polite reply before
/// the topic gate could reject it as a question. Only whole phrases match: any additional word may be what matters.
enum SmallTalk: String, CaseIterable {
    case thanks, farewell, greeting, apology, praise, answer

    /// nil if the message contains anything else; thanks may carry a reason.
    static func of(_ message: String) -> SmallTalk? {
        phrases(message) ?? thanksWithReason(WordReader.words(in: message).map(\.text), message)
    }

    /// nil unless known phrases of courtesy cover the whole message.
    static func phrases(_ message: String) -> SmallTalk? {
        let words = WordReader.words(in: message).map(\.text)
        guard !words.isEmpty, words.count <= maximumWords else { return nil }
        // found[n] classifies the first n words; nil if no sequence of phrases covers them.
        var found: [SmallTalk?] = [.answer] + words.map { _ in nil }
        for end in 1...words.count {
            for start in max(0, end - maximumPhraseWords)..<end {
                guard let before = found[start], let phrase = phrases[words[start..<end].joined(separator: " ")] else {
                    continue
                }
                // Precedence: thanks, then a farewell, then a greeting or an answer.
                found[end] =
                    start == 0
                    ? phrase
                    : [.thanks, .farewell, .greeting, .apology, .praise].first { $0 == before || $0 == phrase }
                        ?? .answer
            }
        }
        return found[words.count]
    }

    /// “Thanks, that was just what I needed”: thanks with a reason, and no question.
    private static func thanksWithReason(_ words: [String], _ message: String) -> SmallTalk? {
        guard !message.contains("?"), words.count <= 9, let first = words.first else { return nil }
        let isThanks = ["thanks", "thank", "danke", "dankeschon", "thx", "cheers"].contains(first)
        let asks: Set = [
            "but", "how", "what", "why", "can", "could", "and", "is", "show", "tell", "aber", "wie", "was", "warum",
            "kann",
            "und", "zeig", "noch", "now", "not", "no", "nothing", "nicht", "nichts", "i'm", "im", "feel",
        ]
        return isThanks && asks.isDisjoint(with: words) ? .thanks : nil
    }

    func reply(_ words: Catalogue = .shipped(.english)) -> String { words("coaching.courtesy.\(rawValue)") }

    /// The reply and others like it, for courtesy that comes again soon.
    func replies(_ words: Catalogue) -> [String] {
        [reply(words)] + (1...4).map { words("coaching.courtesyAgain.\(rawValue).\($0)") }
    }

    private static let maximumWords = 16
    private static let maximumPhraseWords = 6

    /// Folded like `Word.text`: "tschüss" is "tschuss".
    private static let phrases: [String: SmallTalk] = [
        SmallTalk.thanks: [
            "thanks", "thank you", "thanks a lot", "thanks so much", "thank you so much", "thank you very much",
            "thanks again", "many thanks",
            "thanks for your help", "thanks for the help", "thank you for your help", "thanks for helping me",
            "thank you for helping me", "thanks for that",
            "thanks for the answer", "thank you for the answer", "thanks for the info", "thanks for the reply",
            "i appreciate it", "i appreciate that",
            "i appreciate your help", "that was helpful", "that's helpful", "very helpful", "that helped",
            "much appreciated", "thx", "cheers", "cheers mate", "nice one", "merci", "danke", "danke schon",
            "danke dir", "ty", "tysm", "thx a lot", "great thanks", "perfect thanks", "cool thanks", "ok thanks",
            "super danke",
            "ok danke", "danke sehr", "dankeschon", "lieben dank", "besten dank", "tausend dank", "danke vielmals",
            "vielen dank", "danke fur die hilfe", "vielen dank fur die hilfe",
        ],
        .farewell: [
            "bye", "cool talk later", "later", "night", "good night coach", "sleep well", "i have to go", "gotta go",
            "gtg", "cya",
            "schlaf gut", "schonen tag", "schonen tag noch", "schonen abend", "schonen abend noch", "bis spater",
            "bis dann", "mach's gut", "machs gut", "schones wochenende", "ich muss los", "gn", "have a good one",
            "bye bye", "goodbye", "good bye", "good night", "see you", "see ya",
            "see you later", "see you soon",
            "see you tomorrow", "see you around",
            "talk to you later", "talk to you soon", "talk later", "bye for now", "goodbye for now", "take care",
            "have a good day", "have a nice day",
            "it was nice talking to you", "nice talking to you", "it was nice chatting with you",
            "nice chatting with you", "ciao", "tschuss", "bis bald",
            "bis morgen", "auf wiedersehen", "gute nacht",
        ],
        .greeting: [
            "hello", "hi", "hey", "hiya", "hello there", "hi there", "hey there", "hello coach", "hi coach",
            "good morning", "good afternoon", "good evening",
            "nice to see you", "good to see you", "nice to meet you", "hallo erstmal", "na", "hey du", "moin moin",
            "grusse", "gruss gott", "huhu", "tach", "mahlzeit", "morning",
            "evening", "afternoon", "yo", "howdy", "hi you", "sup", "greetings", "halli hallo", "hi du", "hallo",
            "moin",
            "servus", "guten morgen", "guten tag", "guten abend",
        ],
        .apology: [
            "oops", "sorry", "oops sorry", "wrong button", "wrong chat", "wrong window", "never mind", "nevermind",
            "my bad", "my mistake", "ignore that", "ignore me", "forget it", "forget that", "pardon", "excuse me",
            "that was a mistake", "that was an accident", "didn't mean to send that", "i'm sorry", "mistyped", "typo",
            "entschuldigung", "entschuldige", "ups", "hoppla", "vertippt", "verklickt", "mein fehler", "schon gut",
            "egal", "vergiss es", "vergiss das", "falscher knopf", "falscher chat", "tut mir leid", "oh sorry",
            "ach egal", "war ein versehen", "das war ein versehen",
        ],
        .praise: [
            "that was nice", "you are great", "you're great", "you rock", "you are the best", "you're the best",
            "good job", "well done", "great", "cool", "nice", "awesome", "perfect", "super", "toll", "klasse", "prima",
            "du bist toll", "du bist super", "gut gemacht", "sounds good", "sounds great", "good to know", "got it",
            "makes sense", "klingt gut", "gut zu wissen", "verstanden", "ah ok", "ach so", "aha", "interesting",
            "interessant", "lol", "haha",
        ],
        .answer: [
            "coach", "pulsum", "zusammen", "everyone", "my friend", "buddy", "again", "dear coach", "lieber coach",
            "alle",
            "yes", "no", "yep", "yeah", "nope", "ok",
            "okay", "sure", "maybe", "perhaps", "correct", "right", "true",
            "false", "of course", "definitely",
            "absolutely", "definitely not", "absolutely not", "certainly not", "not at all", "not really", "not sure",
            "i'm not sure", "i don't know",
            "i agree", "yes please", "no thanks", "no thank you", "maybe later", "not now", "that's right",
            "that is right", "that's correct",
            "that is correct", "that's true", "that is true", "that's wrong", "that is wrong", "that's not right",
            "that's not true", "that's false",
            "i think so", "i don't think so", "ja", "nein", "ja bitte", "nein danke", "vielleicht",
        ],
    ].reduce(into: [:]) { byPhrase, entry in for phrase in entry.value { byPhrase[phrase] = entry.key } }
}
