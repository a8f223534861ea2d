import Messages

/// The German texts of crisis cards; the rules are those of `CrisisCardWriter`.
enum CrisisWordsGerman {
    static let disclaimer = "Diese App ersetzt keine professionelle Hilfe."

    /// Additions of ours to names as published.
    private static let additions = [
        "(for young people)": "(für junge Menschen)", "(English)": "(Englisch)",
        "helplines in over 130 countries": "Hilfetelefone in über 130 Ländern",
        "help with domestic and sexual violence by country": "Hilfe bei häuslicher und sexueller Gewalt nach Ländern",
        "the nearest shelter and its crisis line": "das nächste Frauenhaus und sein Krisentelefon",
        "the advice centre of each canton": "die Beratungsstelle jedes Kantons",
        "option 2 for mental health": "Auswahl 2 für seelische Gesundheit",
    ]

    /// A line with its text, and our additions to its name, in German. The published name stays.
    static func line(_ line: CrisisCard.Line) -> CrisisCard.Line {
        var line = line
        for (english, german) in additions { line.name = line.name.replacing(english, with: german) }
        line.text = line.text.split(separator: ", ").map { contact(String($0)) }.joined(separator: ", ")
        return line
    }

    /// One way of contact: “Text HOME to 741741”, “Chat on the website”.
    private static func contact(_ text: String) -> String {
        let words = text.split(separator: " ").map(String.init)
        switch (words.first?.lowercased(), words.count) {
        case ("text", 4) where words[2] == "to": return "SMS mit „\(words[1])“ an \(words[3])"
        case ("text", 2...): return "SMS an " + words.dropFirst().joined(separator: " ")
        case ("chat", 4) where words.dropFirst() == ["on", "the", "website"]: return "Chat auf der Website"
        case ("chat", 3) where words[1] == "at": return "Chat auf \(words[2])"
        case ("e-mail", 2): return "E-Mail an \(words[1])"
        default:
            return text == "Chat and text lines are listed by country" ? "Chat und SMS nach Ländern verzeichnet" : text
        }
    }

    static let thanks = "Danke, dass du es aussprichst."

    static func words(_ reason: Verdict.Reason, emergency: String) -> (title: String, message: String) {
        switch reason {
        case .abuseOrDanger:
            (
                "Du hast ein Recht auf Sicherheit",
                "Was dir geschieht, ist nicht deine Schuld. Wenn du jetzt in Gefahr bist, ruf \(emergency) an. Sobald du sicher sprechen kannst, hören dir die Menschen an diesen "
                    + "Telefonen zu, glauben dir und überlegen mit dir, wie es weitergeht. Wenn jemand dieses Gerät kontrolliert, ist ein anderes vielleicht sicherer."
            )
        case .medicalEmergency:
            (
                "Das kann ein Notfall sein: ruf jetzt \(emergency) an",
                "Ruf \(emergency) an, sag, was geschehen ist und wo du bist, und tu, was man dir sagt. Wenn jemand in der Nähe ist, bitte ihn, bei dir zu bleiben. "
                    + "Ruf auch an, wenn du unsicher bist: Es prüfen zu lassen ist richtig."
            )
        case .harmToOthers:
            (
                "Nimm jetzt Abstand, bevor etwas geschieht",
                "So starke Gefühle gehen vorüber, und handeln kann warten. Geh weg von allen, die du verletzen könntest, und sprich jetzt mit jemandem: "
                    + "An diesen Telefonen hört man dir zu, ohne zu urteilen. Wenn jemand in Gefahr ist, ruf \(emergency) an."
            )
        case .concernForOthers:
            (
                "Du machst dir Sorgen um jemanden",
                "Offen zu fragen, wie es geht, und zuzuhören hilft mehr als die perfekten Worte. Diese Stellen beraten auch dich. "
                    + "Wenn die Person jetzt in Gefahr sein könnte, ruf \(emergency) an und bleib bei ihr, wenn das für dich sicher ist."
            )
        case .selfHarm:
            (
                "Du musst da nicht allein durch",
                "Was du jetzt fühlst, kann sich ändern, und viele, denen es so ging, haben mit Hilfe einen Weg gefunden. "
                    + "Bitte sprich jetzt mit jemandem: Die Menschen an diesen Telefonen sind da, um zuzuhören. Wenn du in Gefahr oder schon verletzt bist, ruf \(emergency) an "
                    + "und bitte jemanden, dem du vertraust, bei dir zu bleiben."
            )
        case .unavailable:
            (
                "Es gibt Unterstützung",
                "Was du geschrieben hast, konnte gerade nicht auf Anzeichen von Gefahr gelesen werden. Wenn du in Gefahr bist, ruf \(emergency) an. Wenn es zu schwer wird, "
                    + "sprich mit jemandem: Die Menschen an diesen Telefonen hören zu."
            )
        default:
            (
                "Es gibt Unterstützung",
                "Du trägst gerade viel. Mit jemandem zu sprechen kann es leichter machen: mit Freunden, einer Ärztin oder den Menschen an diesen Telefonen. "
                    + "Wenn es zum Notfall wird, ruf \(emergency) an."
            )
        }
    }
}
