import Fixtures
import Messages
import Testing

@testable import Safety

@Suite struct SafetyClassifierTests {
    private static let classifier = SafetyClassifier()
    private func verdict(_ text: String) -> Verdict { Self.classifier.classify(text) }

    @Test("SAF-3 Every phrase of a rule can be read, and starts with a word")
    func phrasesCompile() {
        let rules =
            SelfHarmRules.all + DangerRules.all + DistressRules.all + GermanRules.all + ForeignPhrases.all + [
                HarmlessPhrases.idioms, HarmlessPhrases.figurative,
            ]
        for rule in rules {
            #expect(rule.rejected.isEmpty, "\(rule.name)")
            #expect(!rule.patterns.isEmpty, "\(rule.name)")
        }
    }

    @Test(
        "SAF-3 The phrases of the list, said of oneself, are crisis by themselves",
        arguments: [
            "I keep thinking about suicide", "I want to kill myself", "I want to end my life",
            "I am thinking of ending my life", "I want to die",
            "I wish I were dead",
            "I'd be better off dead", "I have no reason to live", "My life is not worth living",
            "I don't want to be here", "I can't go on", "I see no way out",
            "I've gone back to self-harm", "I want to hurt myself", "I'm going to cut myself",
            "I have been cutting myself", "I'm going to overdose",
            "I will take all the pills", "I want to hang myself", "I want to jump off", "suicide", "Suicide.",
        ])
    func listedPhrases(text: String) {
        #expect(verdict(text).level == .crisis)
        #expect(verdict(text).reason == .selfHarm)
    }

    @Test(
        "SAF-3 Other words for it, and indirect ones",
        arguments: [
            "everyone would be better off without me", "what's the point of living", "I hope I don't wake up tomorrow",
            "I wish I'd never been born",
            "there's nothing left for me to live for", "I'm done living", "nobody would care if I was dead",
            "I've written my goodbye letters",
            "I gave my things away because I won't need them", "tonight is the night I end it",
            "I attempted suicide yesterday", "I am not safe with myself",
        ])
    func otherWords(text: String) {
        #expect(verdict(text).level == .crisis)
    }

    @Test(
        "SAF-3 Misspelling, spacing tricks, hidden characters and euphemisms do not hide it",
        arguments: [
            "i want to k i l l myself", "i want to k1ll myself", "i want to k*ll myself", "kill my self tonight",
            "i want to ki\u{200B}ll my\u{AD}self",
            "iwanttodie",
            "I want to d\u{0456}e", "𝗜 want to 𝐝𝐢𝐞", "thinking about suicde", "su1cide", "i am suicidial",
            "want to unalive myself", "commit sewerslide",
            "i'm gonna kms", "I want to diiiie", "I WANT TO DIE", "I want\nto die", "want to k.m.s", "s u i c i d e",
            "i want to ｄｉｅ",
        ])
    func disguised(text: String) {
        #expect(verdict(text).level == .crisis)
    }

    @Test(
        "SAF-3 Denied, asked about, or left behind: no crisis",
        arguments: [
            "I don't want to die", "I am not suicidal", "I would never hurt myself", "I'm not going to kill myself",
            "no suicidal thoughts today",
            "My therapist asked if I was suicidal and I said no", "killing myself is not an option",
            "I don't think I would ever kill myself",
            "I used to self harm but I'm five years clean", "When I was 15 I wanted to die",
            "I no longer want to die, therapy helped",
        ])
    func denied(text: String) {
        #expect(verdict(text).level < .crisis)
    }

    @Test(
        "SAF-3 A \"not\" that denies nothing",
        arguments: [
            "I can't stop thinking about killing myself", "why not just kill myself",
            "I don't know how to not kill myself",
            "I can't take it anymore I want to die",
            "I can't promise I will not kill myself", "it's not worth living",
            "I'm not sure I want to live, I want to die", "nobody would notice if I died",
        ])
    func notDenied(text: String) {
        #expect(verdict(text).level == .crisis)
    }

    @Test(
        "SAF-3 Idioms and everyday sentences are safe",
        arguments: [
            "I'm dying of laughter", "this deadline is killing me", "I could kill for a coffee",
            "we killed it at the presentation", "I'm dead tired",
            "dying to see that movie",
            "I cut myself shaving", "I hurt myself at the gym", "jump off the couch", "we watched Suicide Squad",
            "my phone died", "I overdosed on chocolate",
            "there was no way out of the parking garage", "I can't go on vacation this year",
            "I don't want to wake up early tomorrow",
            "it hit me that I need a break",
            "my husband beat me at chess", "call it 911", "My chest is sore from push-ups",
            "laughing so hard I can't breathe", "ok", "👍", "",
            "Slept 8h, HRV 54",
            "I feel a bit sad and tired today", "I had a stressful day and an argument with my boss",
        ])
    func idioms(text: String) {
        #expect(verdict(text).level == .safe)
    }

    @Test(
        "SAF-3 Other people's danger is a concern, not the writer's crisis",
        arguments: [
            "my friend wants to die", "my sister said she wants to kill herself",
            "my brother is suicidal and I am worried", "he wishes he were dead",
        ])
    func otherPeople(text: String) {
        #expect(verdict(text).level == .caution)
        #expect(verdict(text).reason == .concernForOthers)
    }

    @Test("SAF-3 Quoted words of a song or of others do not count, a text wholly in quotes does")
    func quotation() {
        #expect(verdict("The lyrics go \"I want to die\" and I love that song").level == .safe)
        #expect(verdict("She said \"I want to die\" and left").level < .crisis)
        #expect(verdict("\"I want to die\"").level == .crisis)
        #expect(verdict("In the film the hero wants to kill himself").level < .crisis)
        #expect(verdict("I watched a film about suicide prevention").level == .safe)
    }

    @Test(
        "SAF-1 Each kind of crisis has its reason",
        arguments: [
            ("my husband hits me", Verdict.Reason.abuseOrDanger), ("I was raped last night", .abuseOrDanger),
            ("I don't feel safe at home", .abuseOrDanger),
            ("someone is following me", .abuseOrDanger), ("I think I'm having a heart attack", .medicalEmergency),
            ("she is not breathing", .medicalEmergency),
            ("I took too many pills", .medicalEmergency), ("my chest hurts and my left arm is numb", .medicalEmergency),
            ("I want to kill my boss", .harmToOthers),
            ("I'm going to shoot up the school", .harmToOthers), ("I'm afraid I'll hurt my baby", .harmToOthers),
            ("Mein Mann schlägt mich", .abuseOrDanger), ("Ich bekomme keine Luft", .medicalEmergency),
        ])
    func reasons(text: String, reason: Verdict.Reason) {
        #expect(verdict(text).level == .crisis)
        #expect(verdict(text).reason == reason)
    }

    @Test(
        "SAF-5 Distress short of crisis is caution",
        arguments: [
            "I hate myself", "I feel so hopeless", "I cried myself to sleep again", "I can't cope anymore",
            "I had a panic attack", "Ich bin verzweifelt",
        ])
    func distress(text: String) {
        #expect(verdict(text).level == .caution)
        #expect(verdict(text).reason == .distress)
    }

    @Test(
        "SAF-3 German: crisis, denial, idiom",
        arguments: [
            ("Ich will mich umbringen", Verdict.Level.crisis), ("Ich will nicht mehr leben", .crisis),
            ("ich möchte sterben", .crisis),
            ("Ich sehe keinen Ausweg mehr", .crisis),
            ("Ich denke an Selbstmord", .crisis), ("ich ritze mich wieder", .crisis),
            ("Ich will mich nicht umbringen", .safe),
            ("Ich sterbe vor Lachen", .safe),
            ("Der Stress bringt mich um", .safe), ("Heute war ein schöner Tag im Park", .safe),
            ("Ich kann nicht mehr", .caution),
            ("Mein Freund will sterben", .caution),
        ])
    func german(text: String, level: Verdict.Level) {
        #expect(verdict(text).level == level)
    }

    @Test(
        "SAF-3 Another language is never safe, and crisis where its phrase list says so",
        arguments: [
            ("hoy estoy muy cansado pero bien", Verdict.Level.caution), ("je suis très fatigué aujourd'hui", .caution),
            ("сегодня я устал", .caution),
            ("今日は疲れました", .caution), ("mwen pa konnen kisa pou fè ankò", .caution), ("quiero morir", .crisis),
            ("je veux mourir", .crisis),
            ("voglio morire", .crisis), ("quero morrer", .crisis), ("ik wil dood", .crisis), ("chcę umrzeć", .crisis),
            ("я хочу умереть", .crisis),
            ("I slept well. Сегодня мне очень плохо и грустно.", .caution),
        ])
    func otherLanguages(text: String, level: Verdict.Level) {
        #expect(verdict(text).level == level)
        if level == .caution { #expect(verdict(text).reason == .unknownLanguage) }
    }

    @Test("SAF-3 Wanting to die is a crisis in forty languages, however short the text")
    func world() {
        #expect(WorldWishes.languages.count >= 40)
        let texts = [
            "haluan kuolla", "meg akarok halni", "Vreau să mor.", "chci zemřít", "θέλω να πεθάνω", "muốn chết",
            "Saya ingin mati", "我想死", "もう死にたい",
            "죽고 싶어요", "ฉันอยากตาย", "मैं मरना चाहता हूँ", "আমি মরতে চাই", "אני רוצה למות", "أريد أن أموت", "میخوام بمیرم",
            "tahan surra", "noriu mirti",
            "nataka kufa", "искам да умра", "jag vill dö", "მინდა მოვკვდე", "Fui al cine. Haluan kuolla.",
            "I slept well. meg akarok halni",
            "jag vill ta mitt liv",
        ]
        for text in texts { #expect(verdict(text).level == .crisis, "\(text)") }
        for text in ["gym 5k", "felt meh", "ok", "Run 5k, HRV 54"] { #expect(verdict(text).level == .safe, "\(text)") }
    }

    @Test(
        "SAF-3 Every phrase of every language is a crisis by itself, and all but a few languages have a published one")
    func everyPhrase() {
        for phrase in WorldWishes.phrases + WorldWishes.unspaced {
            #expect(verdict(phrase).level == .crisis, "\(phrase)")
        }
        // MODEL.md lists those without one.
        #expect(WorldWishes.published == WorldWishes.languages.count - 6)
    }

    @Test("SAF-3 Published sentences of other languages are not safe")
    func foreignSentences() {
        let missed = ForeignSentences.all.filter { verdict(String($0.text)).level == .safe }
        print(
            "SAF-3 sentences of \(Set(ForeignSentences.all.map(\.language)).count) other languages: \(missed.count) safe of \(ForeignSentences.all.count)"
        )
        #expect(Double(missed.count) <= 0.12 * Double(ForeignSentences.all.count))
    }

    @Test(
        "SAF-3 The large list knows English and German words, compounds and stretched letters, and few of other languages"
    )
    func knownWords() {
        for word in [
            "gym", "yesterday", "nachtschicht", "ruckenschmerzen", "blutdruckmessung", "sooo", "tireddd", "hrv", "ok",
            "anna's",
        ] {
            #expect(KnownWords.shared.isKnown(word), "\(word)")
        }
        for word in ["vasynyt", "nagyon", "cansado", "yorgunum", "zmeczona", "kuolla"] {
            #expect(!KnownWords.shared.isKnown(word), "\(word)")
        }
    }

    @Test("SAF-3 In a long text the gravest sentence decides, wherever it stands")
    func gravest() {
        let calm = String(repeating: "I slept well and had a good day with friends. ", count: 100)
        #expect(verdict(calm).level == .safe)
        #expect(verdict(calm + "I want to die. " + calm).level == .crisis)
        #expect(verdict("I hate myself. " + calm).level == .caution)
        #expect(verdict("I want to die. I just swallowed a bottle of pills.").reason == .medicalEmergency)
    }

    @Test("SAF-1 A verdict names rules, never text")
    func namesRules() {
        let verdict = verdict("I want to kill myself because of Zebediah")
        #expect(verdict.rules == ["explicit-intention", "kill-myself"])
    }

    @Test("SAF-3 Any characters are judged: what is not safe names its rules, and nothing before a statement hides it")
    func hostile() {
        var generator = SplitMix(seed: 34)
        let pieces = [
            "kill", "my", "self", "not", "i", " ", "\n", ".", "\"", "'", "*", "1", "\u{200B}", "é", "👍", "die", "want",
            "to", ",", "”", "a", "…", "我",
        ]
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                pieces.randomElement(using: &generator) ?? ""
            }.joined()
            let verdict = verdict(text)
            #expect(Verdict.Level.names.contains { $0.value == verdict.level }, "\(text)")
            #expect(verdict.rules.isEmpty == (verdict.level == .safe), "\(text)")
            #expect(self.verdict(text) == verdict, "\(text)")
            #expect(self.verdict(text + "\n\nI want to kill myself.").level > .safe, "\(text)")
        }
    }
}
