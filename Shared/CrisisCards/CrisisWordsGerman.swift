import Messages

/// The German texts of crisis cards; the rules are those of `CrisisCardWriter`.
enum CrisisWordsGerman {
    static let disclaimer = "Diese App ersetzt keine professionelle Hilfe."

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
                "Danke, dass du es aussprichst. Was du jetzt fühlst, kann sich ändern, und viele, denen es so ging, haben mit Hilfe einen Weg gefunden. "
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
