import Language
import Localization

/// A message that consists of courtesy alone ("thanks a lot!", "hi there, good morning"). It gets a polite reply before
/// the topic gate could reject it as a question. Only whole phrases match: any additional word may be what matters.
enum SmallTalk: String, CaseIterable {
    case thanks, farewell, greeting, answer

    /// nil if the message contains anything else.
    static func of(_ message: String) -> SmallTalk? {
        let words = WordReader.words(in: message).map(\.text)
        guard !words.isEmpty, words.count <= longestMessage else { return nil }
        // found[n] classifies the first n words; nil if no sequence of phrases covers them.
        var found: [SmallTalk?] = [.answer] + words.map { _ in nil }
        for end in 1...words.count {
            for start in max(0, end - longestPhrase)..<end {
                guard let before = found[start], let phrase = phrases[words[start..<end].joined(separator: " ")] else {
                    continue
                }
                // Precedence: thanks, then a farewell, then a greeting or an answer.
                found[end] =
                    start == 0
                    ? phrase : [.thanks, .farewell, .greeting].first { $0 == before || $0 == phrase } ?? .answer
            }
        }
        return found[words.count]
    }

    func reply(_ words: Catalogue = .shipped(.english)) -> String { words("coaching.courtesy.\(rawValue)") }

    /// The reply and others like it, for courtesy that comes again soon.
    func replies(_ words: Catalogue) -> [String] {
        [reply(words)] + (1...4).map { words("coaching.courtesyAgain.\(rawValue).\($0)") }
    }

    private static let longestMessage = 16
    private static let longestPhrase = 6

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
            "much appreciated", "danke", "danke schon",
            "danke dir", "vielen dank", "danke fur die hilfe", "vielen dank fur die hilfe",
        ],
        .farewell: [
            "bye", "bye bye", "goodbye", "good bye", "good night", "see you", "see ya", "see you later", "see you soon",
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
            "nice to see you", "good to see you", "hallo", "moin", "servus", "guten morgen", "guten tag", "guten abend",
        ],
        .answer: [
            "yes", "no", "yep", "yeah", "nope", "ok", "okay", "sure", "maybe", "perhaps", "correct", "right", "true",
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
