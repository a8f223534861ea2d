import Testing

@testable import Language

@Suite struct ReadingTests {
    @Test("SEN-3 Case, accents, zero-width characters, look-alike and fancy letters are one spelling")
    func foldsSpellings() {
        #expect(Folding.fold("MÜDE Straße café") == "mude strasse cafe")
        #expect(Folding.fold("su\u{200B}ici\u{AD}de") == "suicide")
        #expect(Folding.fold("e\u{301}te") == "ete")
        #expect(Folding.fold("ｆｕｌｌ 𝐛𝐨𝐥𝐝") == "full bold")
        #expect(WordReader.words(in: "d\u{0456}e").map(\.text) == ["die"])
        #expect(WordReader.words(in: "жизнь").map(\.text) == ["жизнь"])
    }

    @Test("SEN-2 Sentences end where people end them")
    func splitsSentences() {
        #expect(
            SentenceSplitter.sentences(of: "I met Dr. Smith. It cost 3.50! Why?") == [
                "I met Dr. Smith.", "It cost 3.50!", "Why?",
            ])
        #expect(
            SentenceSplitter.sentences(of: "First line\nsecond half of it\n\nnew paragraph") == [
                "First line\nsecond half of it", "new paragraph",
            ])
        #expect(SentenceSplitter.sentences(of: "Slept well\nRan 5 km") == ["Slept well", "Ran 5 km"])
        #expect(SentenceSplitter.sentences(of: "…  !!").isEmpty)
        #expect(SentenceSplitter.sentences(of: "").isEmpty)
    }

    @Test("SAF-3 Quoted words are marked, unclosed quotes quote nothing")
    func marksQuotes() {
        func quoted(_ text: String) -> [String] { WordReader.words(in: text).filter(\.isQuoted).map(\.text) }
        #expect(quoted("she said \"i am done\" and left") == ["i", "am", "done"])
        #expect(quoted("er sagte „ich gehe“ laut") == ["ich", "gehe"])
        #expect(quoted("she said 'i don't know' to me") == ["i", "don't", "know"])
        #expect(quoted("an unclosed \" mark").isEmpty)
        #expect(quoted("it's the dogs' bowl and that's fine").isEmpty)
    }

    @Test(
        "SAF-3 The language of a text",
        arguments: [
            ("I slept well and went for a run", LanguageGuess.english), ("ok", .english), ("gym 5k", .english),
            ("👍👍", .none), ("10 000", .none),
            ("Ich habe gut geschlafen und war laufen", .german), ("Heute war ein schöner Tag", .german),
            ("je suis très fatigué aujourd'hui", .foreign("fr")),
            ("hoy estoy muy cansado pero bien", .foreign("es")), ("сегодня я устал", .foreign("other")),
            ("今日は疲れた", .foreign("other")),
            ("mwen pa konnen kisa pou fè ankò", .undetermined), ("Slept 8h, HRV 54, ran 5 km, legs sore", .english),
        ])
    func guessesLanguage(text: String, expected: LanguageGuess) {
        #expect(LanguageGuess.of(text) == expected)
    }

    @Test("SAF-3 Short forms are written out")
    func expands() {
        func expanded(_ text: String) -> String {
            Contractions.expand(WordReader.words(in: text)).map(\.text).joined(separator: " ")
        }
        #expect(expanded("I don't wanna, can't, won't") == "i do not want to can not will not")
        #expect(expanded("im sure he's my self's") == "i am sure he is my self")
        #expect(expanded("hurt my self") == "hurt myself")
    }
}
