import Messages
import Testing

@testable import Safety

/// Plain statements next to words that excuse other sentences.
@Suite struct PlainWordsTests {
    @Test(
        "SAF-3 a plain statement is a crisis, whatever the surrounding text",
        arguments: [
            "I want to die because nobody needs me", "I want to die at night when the house is quiet",
            "I want to die in my sleep",
            "I want to die when I wake up", "I want to die and I mean it", "I just want to die before Monday comes",
            "I've been clean for two months but tonight I want to kill myself",
            "I'm in recovery and I want to kill myself",
            "I'm a cancer survivor and I want to end my life",
            "I was doing better for weeks, now I want to kill myself again",
            "You asked if I'm okay, I want to die", "She asked about my day; I am going to kill myself",
            "I can't take it any longer, I want to die", "I don't want to be here at all, I want to end my life",
        ])
    func crisis(text: String) {
        #expect(SafetyClassifier().classify(text).level == .crisis)
    }

    @Test(
        "SAF-3 what may be meant is never safe",
        arguments: [
            "I don't want to be here at all", "I am so tired of living with this",
            "There is no point in living here like this", "I want to end it here",
            "I can't go on without him",
        ])
    func caution(text: String) {
        #expect(SafetyClassifier().classify(text).level >= .caution)
    }

    @Test(
        "SAF-3 idioms stay safe, old wounds are no crisis",
        arguments: [
            ("We were dying of laughter at dinner", Verdict.Level.safe), ("This deadline is killing me", .safe),
            ("I killed it at the interview today", .safe),
            ("I used to self harm but I'm five years clean", .caution), ("I no longer want to die", .caution),
            ("I stopped cutting myself years ago", .caution),
        ])
    func harmless(text: String, atMost: Verdict.Level) {
        #expect(SafetyClassifier().classify(text).level <= atMost)
    }
}
