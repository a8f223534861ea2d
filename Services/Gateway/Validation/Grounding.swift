import Language
import Messages

/// The share of a reply that was given by its prompt (COA-9).
///
/// The share is of content words: words of more than two letters without those that any coaching text has ("today",
/// "gentle", "could"). A word is given if its stem is in the prompt or in the vocabulary of its topic. 0.5 lets a reply
/// say half of its content in words of its own, which good phrasings need (synonyms and verbs; measured by
/// `deploy/bench replies`), and refuses a reply about something else, such as advice on meals after a prompt about sleep.
/// It does not judge what is said: that is what the other reply checks do.
enum Grounding {
    /// Minimum share of the whole, 0 … 1.
    static let minimum = 0.5
    /// Minimum share of each part, so that an action about something else does not ride on a grounded reply.
    static let minimumOfPart = 0.25

    static func reason(_ parts: [String], _ context: ReplyContext) -> ReplyFault? {
        let isEach = parts.allSatisfy { Count($0, context).share >= minimumOfPart }
        return isEach && share(parts, context) >= minimum ? nil : .grounding
    }

    /// The share of reply and action together. 1 with at most one word of its own: it says nothing that could be about
    /// something else.
    static func share(_ parts: [String], _ context: ReplyContext) -> Double {
        parts.map { Count($0, context) }.reduce(into: Count()) { total, part in
            total.given += part.given
            total.others += part.others
        }.share
    }

    /// Content words of a text.
    private struct Count {
        /// Words that the prompt or its topic gave.
        var given = 0
        var others = 0
        var share: Double { others <= 1 ? 1 : Double(given) / Double(given + others) }

        init() {}

        init(_ text: String, _ context: ReplyContext) {
            let vocabulary = vocabularies[context.prompt.topic] ?? []
            for word in WordReader.words(in: text) where word.isAlphabetic && word.text.count > 2 {
                let stem = Stem.of(word.text)
                guard !LanguageGuess.isFunctionWord(word.text) else { continue }
                // "Half an hour" of the suggestion is given; elsewhere such words say nothing.
                if empty.contains(stem) {
                    given += context.suggested.contains(stem) ? 1 : 0
                } else if context.given.contains(stem) || vocabulary.contains(stem) {
                    given += 1
                } else if !neutral.contains(stem), !LanguageGuess.isFrequentEnglish(word.text) {
                    others += 1
                }
            }
        }
    }

    /// Words common in any text; they neither ground a reply nor count against it.
    private static let empty = ReplyContext.stems(
        """
        all the and but you your yours yourself this that these those with for from into out off over under about above below than then when while who what which how why
        are was were been being have has had does did can could may might will would should must not nor yes lets let get got make makes take takes give gives keep
        keeps try tries start begin go going come see look looks looking feel feels feeling find seem seems want need like help helps helping some any few bit little
        small short easy simple gentle gently calm calmly kind kindly good better best well nice enough more most less least much many each every other another one
        two both first next last now today tonight tomorrow yesterday moment moments minute minutes hour hours day days time times week right still just only even
        also too very really quite here there again back before after until during through maybe perhaps okay fine usual usually step steps way ways thing things
        its it's their them they his him her our let's it'll you're you'll you've that's i'm don't there's
        """)

    /// Words common in any coaching text; they ground a reply where the prompt has them, and never count against it.
    private static let neutral = ReplyContext.stems(
        """
        because since though although however instead rather whether where so such same own once always often sometimes soon later early earlier late later ago
        slow slowly quick quickly quiet quietly soft softly light lightly steady steadily ease easier easing ready able comfortable comfortably friendly pleasant
        lower higher low high between across around along toward towards near close within without against upon
        set put leave left pick choose plan aim allow bring turn move use using add pause settle notice spend end begins starting turning taking making giving
        keeping getting coming sitting standing doing done made set idea option place room space part point support supports ease chance room long longer
        evening morning afternoon night noon midday lunchtime body mind routine recent lately current currently level range normal baseline compared comparison
        nothing something anything everything thing worry cue difference consider remember reminder natural naturally simply whenever wherever own fresh clear
        change comfort cosy warm warmth happen happens fair real enough plenty share whole full half busy hard heavy free open usual think thought thoughts
        reason reasons sign signal signals people person someone anyone life world kindness care caring treat patient patience pleasure enjoyable
        slightly somewhat shade notch touch marginally clearly typical typically normally average norm side ordinary everyday hurry urgent yet
        seeming showing suggests happened ends both either neither alone together already almost actually honestly properly reasonable sensible wise wiser great lovely
        fun glad happy like likes reply answer answered ask asked asking advice particular definite certain surprise since carry allow allows tend tends mean means count counts
        save saves leave keep spare needed needs suits fit fits fitting follow follows demanding desk list lists task tasks do head heads busy rush thing world
        schedule calendar contributed eye deal easily easiest early concrete clear goes hide lay shoes door floor feet foot hand hands sit stand lie chat company shift
        postponing postpone holding hold nicely signals reading readings pressing practise practice achieve return goes counterweight enjoyed comfort comforts somebody
        anybody everybody creep creeping even hurried unhurried consistent consistency intensity lively livelier urge afford attention notch worn wear off rough low lower back put putting stepping poor higher fuller lighter darker
        might worth welcome enjoy invite inviting offer offers suits suit works work working matter matters okay alright
        """)

    private static let vocabularies: [Topic: Set<String>] = [
        .none:
            "wellbeing rest breathe breath pause walk water break air stretch sleep slept asleep stairs sounds listen paper pen page book notebook scroll",
        .sleep:
            "sleep asleep night bed bedtime bedroom rest rested tired sleepy evening screen light dim dark wind unwind debt nap wake waking morning quality pillow",
        .stress:
            "stress stressed tense tension breathe breath breathing pause relax relaxed relaxing slow exhale inhale shoulders rest recovery load pressure unwind muscles jaw neck soften loosen tight",
        .energy:
            "energy energetic tired fatigue rest recovery recover walk water light daylight pace break movement sleep fresh air dip nap lunch",
        .hrv:
            "heart rate variability hrv recovery recover rest body breathe breath breathing slow exhale load nervous system",
        .mood: "mood feelings emotion journal write talk friend kindness gratitude light walk positive pleasant",
        .movement:
            "movement move walk walking steps stretch stretching stand activity active body legs outside outdoors stroll lap block shoes brisk pace",
        .mindfulness:
            "mindful mindfulness attention breath breathe breathing notice present meditation body scan pause quiet senses",
        .nutrition:
            "nutrition food eat eating meal protein vegetables fruit water drink breakfast lunch dinner snack plate caffeine",
        .goals: "goal goals plan habit progress week track focus practice",
    ].mapValues(ReplyContext.stems)
}
