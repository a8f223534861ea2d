/// Plain journal sentences for time measurements; some contain a word that triggers the rules' closer check.
enum EverydayText {
    static let sentences = [
        "I slept six hours and woke up before the alarm, still tired from the week.",
        "The walk along the river after lunch did me good, even in the rain.",
        "Work was loud today and my head hurt until the evening.",
        "My sister called, and we laughed about the trip we never planned.",
        "I keep thinking about what my manager said in the meeting on Monday.",
        "Dinner was late again, so I went to bed with a full stomach.",
        "This deadline is killing me, but the team is kind about it.",
        "I ran five kilometres for the first time since the spring.",
        "There was nothing to look forward to this morning, and then a friend wrote.",
        "My heart was beating fast before the talk and calm once it began.",
        "I do not want to argue about money any more, it leads nowhere.",
        "Tomorrow I will try to leave the phone in the kitchen at night.",
        "We sat on the balcony until it got dark and said very little.",
        "I felt left out when nobody asked me to come along.",
        "The new medicine makes me a little dizzy in the afternoon.",
        "Some days are simply long, and this one was one of them.",
    ]

    /// Returns `count` words, starting at a different word for each `number`.
    static func words(_ count: Int, from number: Int) -> String {
        let all = sentences.flatMap { $0.split(separator: " ") }
        // 37 is coprime to the number of words, so every start occurs.
        return (0..<count).map { String(all[(number * 37 + $0) % all.count]) }.joined(separator: " ")
    }

    static func characters(_ count: Int, from number: Int) -> String {
        var text = ""
        var next = number
        while text.utf8.count < count {
            text += sentences[next % sentences.count] + " "
            next += 1
        }
        return String(text.prefix(count))
    }
}
