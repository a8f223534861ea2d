import Language

/// Short reports of a bad night, tiredness, much work, or food and drink, in a closed vocabulary that cannot tell of
/// danger. The trained heads do not judge them: to an embedding, "I had too much on my mind" is close to an overdose.
///
/// A word outside the vocabulary ("voices", "days", "pills", "shaking", "took", "end") leaves the text to the heads.
/// The rules judge each text, whatever its words.
enum EverydayReport {
    static let maximumWords = 20

    /// Whether all words are of the vocabulary and one of them names sleep, tiredness, work, food or drink.
    /// - Parameter words: the words of `text`. Pictures and digits end the match.
    static func matches(_ text: String, _ words: [Word]) -> Bool {
        guard text.unicodeScalars.allSatisfy({ $0.isASCII && $0.properties.numericType == nil || $0 == "’" }) else {
            return false
        }
        let texts = words.map(\.text)
        guard (2...maximumWords).contains(texts.count), texts.allSatisfy(vocabulary.contains),
            texts.contains(where: subjects.contains)
        else { return false }
        // "a lot of work", but not "tired of it all".
        for (index, text) in texts.enumerated() where text == "of" {
            guard index > 0, ["lot", "lots"].contains(texts[index - 1]) else { return false }
        }
        // Several nights without sleep, or being awake for days, may be more than a bad night.
        for (index, text) in texts.enumerated() where ["nights", "week"].contains(text) {
            guard index == 0 || !["two", "three", "four", "five", "six"].contains(texts[index - 1]) else {
                return false
            }
        }
        if texts.contains("awake"), texts.contains("since") { return false }
        for (index, text) in texts.enumerated() where text == "last" {
            // "last night" is a date; "my last night" may be a farewell.
            guard index + 1 < texts.count, ["night", "week"].contains(texts[index + 1]),
                index == 0 || !["my", "the", "this", "a"].contains(texts[index - 1])
            else { return false }
        }
        return true
    }

    private static let subjects = WordLists.set(
        """
        sleep slept asleep sleeping awake tired sleepy exhausted sleepless insomnia work worked working job meetings deadlines things mind tasks
        coffee tea wine beer cake chocolate pizza food sugar dinner lunch ate drank drink
        """)

    private static let vocabulary = subjects.union(
        WordLists.set(
            """
            i my me we a an the this that it is was am are have has had been being be do did does can could not and or but so because after before
            very really just too much many lot lots of little bit more all again still also quite pretty
            at in on to for from with up about around until till since
            bad badly poorly well fall fell falling stay stayed lie lay lying woke hard long late early busy
            night nights last week today yesterday tonight morning evening afternoon monday tuesday wednesday thursday friday saturday sunday weekend hours hour minutes
            two three four five six half past bed noon midnight
            feel feeling felt got get
            """
        ))
}
