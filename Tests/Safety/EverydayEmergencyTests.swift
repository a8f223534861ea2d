import Fixtures
import Language
import Messages
import TestTraits
import Testing

@testable import Safety

/// Nothing harmless is an emergency: ends of patterns, everyday amounts, sleeplessness, tiredness and much work; and the
/// emergencies that everyday words tell of.
@Suite struct EverydayEmergencyTests {
    /// Objects that no rule names.
    private static let objects = ["photos", "carrots", "holidays", "spreadsheets", "curtains", "sandwiches"]

    /// A text that reaches the end at `end` of a pattern with a full gap before it; nil if no gap stands there.
    private static func text(_ pattern: PhrasePattern, endAt end: Int) -> String? {
        guard end > 0, case .gap(let size) = pattern.elements[end - 1], size > 0 else { return nil }
        var words: [String] = []
        for element in pattern.elements[..<(end - 1)] {
            switch element {
            case .words(let set, optional: false, _): words.append(set.min() ?? "")
            case .number(let least): words.append("\(least + 1)")
            case .words, .gap, .clauseEnd: break
            }
        }
        return (words + objects.prefix(size)).joined(separator: " ")
    }

    @Test("SAF-3 No rule takes an everyday object before the end of a clause for the end itself")
    func ends() {
        var tried = 0
        for rule in SafetyClassifier.all {
            for pattern in rule.patterns where pattern.vocabulary.isDisjoint(with: Self.objects) {
                for (index, element) in pattern.elements.enumerated() {
                    switch element {
                    case .clauseEnd, .words(_, optional: _, orEnd: true): break
                    default: continue
                    }
                    guard let text = Self.text(pattern, endAt: index) else { continue }
                    tried += 1
                    #expect(pattern.match(SafetyReader.read(text), at: 0) == nil, "\(rule.name): \(text)")
                }
            }
        }
        #expect(tried > 30)
    }

    @Test("SAF-3 An end still counts behind words that say only when or how much")
    func closing() {
        let classifier = SafetyClassifier()
        for text in ["I took too many", "I took way too many last night", "I took too much again"] {
            #expect(classifier.classify(text).reason == .medicalEmergency, "\(text)")
        }
    }

    @Test("SAF-3 Everyday amounts of everyday things are safe, by rules and head", .needs(.sentenceModel))
    func amounts() async {
        let verbs = ["I had", "I drank", "I ate", "I have had", "Yesterday I had"]
        let amounts = ["too much", "too many", "way too much", "a lot of"]
        let things = [
            "coffee", "coffees at work", "wine yesterday", "things to do", "things on my mind", "meetings today",
            "cake",
            "beer last night", "work to do", "deadlines this week",
        ]
        for verb in verbs {
            for amount in amounts {
                for thing in things {
                    let text = "\(verb) \(amount) \(thing)"
                    #expect(await SafetyMeasure.service.verdict(text).level <= .caution, "\(text)")
                    #expect(SafetyClassifier().classify(text).level == .safe, "\(text)")
                }
            }
        }
    }

    @Test(
        "SAF-3 Sleeplessness, tiredness and much work are safe, by rules and head",
        .needs(.sentenceModel),
        arguments: [
            "I had too many things to do", "I had too much on my mind", "I drank too much coffee",
            "I drank too much wine yesterday", "I cannot fall asleep at night", "I can't sleep", "I am so tired today",
            "I lay awake until four", "I had too much work and slept badly", "I am exhausted from work",
            "I was awake half the night and had too much coffee", "Too many meetings today and I am very tired",
            "I ate too much pizza last night and could not sleep", "I drank too much", "I had too much to do at work",
        ])
    func safe(_ text: String) async { #expect(await SafetyMeasure.service.verdict(text).level == .safe) }

    @Test(
        "SAF-3 Words of danger in everyday use are no medical emergency",
        arguments: [
            "I took half a tablet of magnesium", "I took 20 minutes before sleeping", "I had too much trouble sleeping",
            "My landlord does not respond", "I had to wake him", "It is a, well, odd day", "I ate mushrooms for dinner",
            "My son got his medicine this morning", "The queue is not moving", "My husband does not wake up early",
            "There are too many drugs in films", "My chest feels heavy with grief",
            "I stopped drinking for a month and feel great", "The voices from upstairs kept me awake for days",
            "I think my friends will come", "I took too much work home", "I drank coffee from a pod",
        ])
    func everyday(_ text: String) {
        let verdict = SafetyClassifier().classify(text)
        #expect(verdict.level < .crisis, "\(verdict)")
    }

    @Test(
        "SAF-3 Poisoning, withdrawal and days awake with voices are emergencies, however everyday their words",
        arguments: [
            "I drank a glass of weedkiller", "I drank some antifreeze", "I think I have been poisoned",
            "I ate wild mushrooms", "I ate mushrooms from the forest and now I keep vomiting",
            "My toddler got into my pills", "I drank nail polish remover", "I injected too much heroin",
            "I took too much fentanyl", "I took too many of them", "My sister is not responding",
            "My brother isn't moving", "I can't wake my husband up", "My friend is not waking up",
            "She does not respond",
            "I stopped drinking three days ago and now I'm shaking and seeing things",
            "I quit alcohol on Monday and my hands won't stop shaking", "I am in alcohol withdrawal",
            "I went off xanax and had seizures",
            "I have not slept for five days and hear voices", "I've been awake for four days and the voices won't stop",
            "I've been up for 4 days and I'm hearing voices", "I am hallucinating and have been awake for three days",
            "Ich habe aufgehört zu trinken und zittere am ganzen Körper",
            "Ich habe seit fünf Tagen nicht geschlafen und höre Stimmen",
        ])
    func emergencies(_ text: String) async {
        #expect(SafetyClassifier().classify(text).reason == .medicalEmergency)
        #expect(SafetyClassifier().classify(text).level == .crisis)
        #expect(!EverydayReport.matches(text, SafetyReader.read(text)))
    }

    @Test("SAF-3 Several nights without sleep are for the heads, one bad night is not")
    func severalNights() {
        for text in [
            "I have not slept for five nights", "I have been awake since Monday", "I was awake for three nights",
        ] {
            #expect(!EverydayReport.matches(text, SafetyReader.read(text)), "\(text)")
        }
        for text in ["I could not sleep last night", "I was awake half the night"] {
            #expect(EverydayReport.matches(text, SafetyReader.read(text)), "\(text)")
        }
    }

    @Test(
        "SAF-3 Who is sure to be found or followed by somebody is in danger",
        arguments: ["I know he will find me", "I think he's coming after me", "I know that he will find us"])
    func pursued(_ text: String) { #expect(SafetyClassifier().classify(text).reason == .abuseOrDanger, "\(text)") }

    @Test("SAF-3 The head alone raises to a caution of a medical emergency, a rule's hint and the head to a crisis")
    func headAlone() {
        let risk = RiskHead.Risk(
            crisis: 0.999, alert: 0.999, crisisReason: .medicalEmergency, cautionReason: .distress)
        func join(_ level: Verdict.Level, _ reason: Verdict.Reason?) -> Verdict {
            var judgement = SafetyClassifier.Judgement(verdict: Verdict(level: level, reason: reason))
            judgement.isHint = level == .caution
            return VerdictJoin.join(judgement, risk)
        }
        let alone = join(.safe, nil)
        #expect((alone.level, alone.reason) == (.caution, .medicalEmergency))
        #expect(join(.caution, .distress).level == .caution)
        #expect(join(.caution, .medicalEmergency).level == .crisis)
        #expect(join(.caution, .selfHarm) == Verdict(level: .crisis, reason: .selfHarm, rules: [VerdictJoin.rule]))
    }

    @Test("SAF-3 No dangerous text of our own is taken for a report of tiredness or work")
    func dangerous() {
        var texts = IndirectRows.all + EverydayRows.dangerous
        for kind in ExplicitFrames.Kind.allCases { texts += ExplicitFrames.texts(kind) }
        for rows in [OwnRowsSelfHarm.text, OwnRowsDanger.text] {
            texts += rows.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1).dropFirst().joined() }
        }
        #expect(texts.count > 3_000)
        #expect(texts.filter { EverydayReport.matches($0, SafetyReader.read($0)) } == [])
        for text in [
            "my last night", "I can not go on", "I am tired of it all", "I do not want to be awake",
            "I will sleep for good",
            "I have not slept in five days", "I never sleep", "I drank too much and can not stop vomiting",
        ] {
            #expect(!EverydayReport.matches(text, SafetyReader.read(text)), "\(text)")
        }
    }
}
