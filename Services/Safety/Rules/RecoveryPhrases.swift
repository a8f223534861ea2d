import Language

/// Phrases of people who are well again. With one of them, an explicit statement about the past is over (SAF-1: past
/// and recovered is `safe`). English and German.
enum RecoveryPhrases {
    static let rule = SafetyRule(
        "recovery", .distress, .caution,
        phrases: """
            i am ..2 fine|well|happy|okay|ok|better|great|good|healthy|grateful|glad|thankful|proud|safe
            i have ..1 never been ..1 happier|better
            life is ..1 good|great|beautiful|better|wonderful
            a life i love
            that|the|those|these feeling|feelings|thought|thoughts|wish|urge|urges ..2 is|are|has|have ..1 gone|over|faded|passed
            i feel ..2 fine|well|better|great|good|alive|healthy|strong|safe
            i have ..1 been well|fine|better|clean|sober|free|recovered|healed
            i have ..1 recovered|healed
            i recovered|healed
            doing ..2 well|better|great|fine|good
            i ..1 love my life
            past that
            over that|it now|$
            behind me
            therapy|treatment|help|medication ..1 helped|saved
            got me out|through
            it|they|that went away
            got|found|had help|therapy|treatment
            before i found my? therapist|therapy|help
            in recovery|remission
            years|months clean
            not for ..1 years|decades
            another life
            hard to believe now|today
            different person now|today
            how far i have
            mir|es geht ..4 gut|besser|prima|bestens
            geht es mir ..3 gut|besser|prima|bestens
            ich bin ..2 gesund|glucklich|froh|dankbar|stolz
            bin ich ..2 gesund|glucklich|froh|dankbar|stolz
            das ist ..1 vorbei|lange|her|uberstanden|uberwunden
            liegt|liegen ..1 hinter mir
            liebe ich? ..2 mein leben
            therapie|behandlung|klinik|hilfe ..3 geholfen|gerettet|geholt
            mir hilfe geholt|gesucht
            ganz|vollig|langst|gut erholt
            anderes leben
            kaum glauben|vorstellen
            wie weit ich ..1 gekommen
            """)

    /// End of the last phrase that refers to the present: one next to "now" or "today", or about a treatment that
    /// helped; nil if there is none. "I feel better" alone does not suffice, because people also write it while an
    /// overdose takes effect.
    static func lastAsOfToday(_ ranges: [Range<Int>], in words: [Word]) -> Int? {
        ranges.filter { range in
            areMeant([range], in: words)
                && (max(
                    0, range.lowerBound - reach)..<min(words.count, max(range.upperBound, range.lowerBound + reach + 1)))
                    .contains { index in
                        words[index].sentence == words[range.lowerBound].sentence
                            && asOfToday.contains(words[index].text)
                    }
        }.map(\.upperBound).max()
    }

    /// Words on either side of a phrase's start among which a word of the present counts.
    private static let reach = 15

    private static let asOfToday = WordLists.set(
        "now today nowadays days years months helped saved therapy treatment medication recovered healed recovery remission away past gone jetzt heute"
    )

    /// Whether a phrase is stated, that is neither denied nor part of a question.
    static func areMeant(_ ranges: [Range<Int>], in words: [Word]) -> Bool {
        ranges.contains { range in
            let start = range.lowerBound
            return !words[max(0, start - 3)..<range.upperBound].contains {
                ["never", "nicht", "if", "pretend", "pretending"].contains($0.text)
                    || $0.text == "not" && words[start].text != "not"
            }
        }
    }
}
