import Messages
import Testing

@testable import Safety

/// Plain questions in German about one's own numbers. No rule may find danger in the words of dates.
@Suite struct PlainGermanTests {
    private static let forms = [
        "Wie war % &?", "wie hab ich & geschlafen", "Warum war % & so schlecht?", "% &", "Ist % & besser als sonst?",
        "Ich habe & gut geschlafen.", "Zeig mir % &", "& war %  ganz gut.",
    ]
    private static let subjects = [
        "mein Schlaf", "meine HRV", "mein Ruhepuls", "mein Stress", "meine Energie", "mein Score", "meine Stimmung",
    ]
    private static let periods = [
        "letzte Nacht", "letzte Woche", "letzten Monat", "letzten Abend", "am letzten Wochenende",
        "in der letzten Nacht",
        "in den letzten Tagen", "gestern Abend", "heute Nacht", "im letzten Jahr", "diese Nacht", "am Ende der Woche",
    ]

    @Test("SAF-3 Questions and statements with the words of dates are safe")
    func dates() {
        var seen = 0
        for form in Self.forms {
            for subject in Self.subjects {
                for period in Self.periods {
                    let text = form.replacing("%", with: subject).replacing("&", with: period)
                    let level = SafetyClassifier().classify(text).level
                    #expect(level == .safe, "\(text)")
                    seen += 1
                }
            }
        }
        #expect(seen == 672)
    }

    @Test(
        "SAF-3 A farewell in the same words is never safe",
        arguments: [
            "Meine letzte Nacht.", "Mein letzter Abend, lebt wohl.", "Es ist meine letzte Nacht.",
            "Das hier ist mein letzter Abend.", "Heute Nacht ist meine letzte Nacht.",
            "Das war mein letzter Abend mit euch.",
            "Ich spüre, dass das meine letzte Nacht ist.", "Das ist jetzt wohl mein letzter Abend.",
            "Das ist meine letzte Nacht.", "Heute ist mein letzter Abend", "Das wird meine letzte Nacht",
            "dies ist die letzte Nacht",
            "Das ist mein letzter Eintrag", "meine letzten Worte, letzte Nachricht an euch", "letzter Brief",
        ])
    func farewell(text: String) { #expect(SafetyClassifier().classify(text).level >= .caution) }

    @Test(
        "SAF-3 Two hints stay a crisis",
        arguments: [
            "Mein letzter Abend. Danke für alles.", "Meine letzte Nacht. Vergesst mich nicht.",
            "Es ist der letzte Abend, danke für alles",
        ])
    func hints(text: String) { #expect(SafetyClassifier().classify(text).level == .crisis) }
}
