/// German everyday surroundings of the phrases in `GermanPhrase`: twenty frames of each kind, written before the rules
/// were changed for them.
///
/// `%` stands for the clause with its verb second, `^` for the same with a capital letter at its start, `~` for its
/// form after an adverb, `§` for its form after a conjunction. No frame was altered after a measurement.
enum GermanFrames {
    static func texts(_ kind: ExplicitFrames.Kind) -> [String] {
        let frames = (Self.frames[kind] ?? "").split(separator: "\n").map(String.init)
        return GermanPhrase.all.flatMap { phrase in
            let clause = part(of: phrase, kind)
            return frames.map { fill($0, clause) }
        }
    }

    private static func part(of phrase: GermanPhrase, _ kind: ExplicitFrames.Kind) -> GermanPhrase.Clause {
        switch kind {
        case .plain, .cause, .time, .instrument, .afterHarmless: phrase.now
        case .denied: phrase.denied
        case .past: phrase.past
        case .quoted: GermanPhrase.Clause(phrase.words)
        case .others: phrase.others
        }
    }

    private static func fill(_ frame: String, _ clause: GermanPhrase.Clause) -> String {
        let main = clause.main
        return frame.replacing("^", with: main.prefix(1).uppercased() + main.dropFirst()).replacing("%", with: main)
            .replacing("~", with: clause.inverted)
            .replacing("§", with: clause.subordinate)
    }

    private static let frames: [ExplicitFrames.Kind: String] = [
        .plain: """
        ^.
        %
        ^!
        Ehrlich gesagt ~.
        Ich weiß nicht, wem ich es sagen soll, aber %.
        ^ und niemand weiß davon.
        ^. Ich bin so müde.
        Ich glaube, %.
        Manchmal merke ich, dass §.
        Bitte helft mir, %.
        ^, das ist kein Witz.
        Es fällt mir schwer, das zu schreiben. ^.
        Ich muss es einfach loswerden: %.
        Liebes Tagebuch, %.
        Hallo, %. Was soll ich tun?
        also %
        Ich weine und %.
        ^. Tut mir leid.
        Ich habe das Gefühl, dass §.
        Ich habe es noch keinem erzählt: %.
        """,
        .cause: """
        ^ wegen der Arbeit.
        Wegen meiner Prüfungen ~.
        ^, weil meine Freundin mich verlassen hat.
        Seit ich meinen Job verloren habe, ~.
        Wegen der Scheidung ~.
        ^, ich bin durchgefallen.
        ^, weil ich so einsam bin.
        Weil mein Rücken ständig schmerzt, ~.
        Mein Chef hat mich angeschrien und %.
        Nach dem Streit mit meiner Mutter ~.
        ^, weil mich in der Schule alle hassen.
        ^ wegen der ganzen Schulden.
        Mein Hund ist gestorben und %.
        Sie haben mir gekündigt, %.
        ^, das Mobbing hört nie auf.
        ^ wegen der Abgabefrist.
        Nach dem, was er mir angetan hat, ~.
        ^, alles ist meine Schuld.
        Meine Eltern verstehen mich nicht und %.
        Die Hausaufgaben bringen mich um und %.
        """,
        .time: """
        Heute Nacht ~.
        Jetzt gerade ~.
        Heute ~.
        ^, und zwar heute Abend.
        Dieses Wochenende ~.
        Jeden Morgen ~.
        Schon wieder ~.
        Heute Abend ~.
        Seit gestern ~.
        ^, die ganze Zeit.
        Wenn ich nach Hause komme, ~.
        In letzter Zeit ~.
        Immer öfter ~.
        Zurzeit ~.
        Jede Nacht vor dem Einschlafen ~.
        Es ist drei Uhr nachts und %.
        Nach dem Abendessen ~.
        Seit Wochen ~.
        An meinem Geburtstag ~.
        Nun ~.
        """,
        .instrument: """
        ^, mit einem Messer.
        ^, ich habe die Tabletten hier.
        ^, das Seil liegt in der Garage.
        ^, die Rasierklinge ist im Bad.
        Ich habe mir eine Waffe besorgt und %.
        Ich halte ein Messer in der Hand und %.
        ^, ich stehe auf der Brücke.
        Ich sitze im Bad mit einer Klinge und %.
        ^, ich habe die Tabletten meiner Mutter.
        ^, das Küchenmesser liegt vor mir.
        Ich bin auf dem Dach und %.
        ^ und ich weiß, wo der Autoschlüssel liegt.
        Die Flasche steht neben mir, %.
        ^, ich bin an den Gleisen.
        ^, ich habe nachgelesen, wie es geht.
        Der Brief ist geschrieben, %.
        ^, ich habe meine Medikamente gesammelt.
        Ich liege in der Badewanne und %.
        ^, unten am Fluss.
        ^, an der Tür hängt ein Gürtel.
        """,
        .afterHarmless: """
        Die Arbeit war heute okay. ^.
        Mittags gab es Nudeln, danach habe ich einen Film geschaut. ^.
        Das Wetter ist herrlich, aber %.
        Unsere Mannschaft hat gewonnen. ^.
        Ich war im Fitnessstudio, habe viel mit Freunden gelacht und %.
        Sieben Stunden geschlafen. Der Kaffee war gut. ^.
        Es war so lustig, ich habe mich totgelacht. ^.
        Der Verkehr bringt mich noch um. Außerdem ~.
        Alle sagen, ich sehe toll aus, und %.
        Ich habe das Buch zu Ende gelesen. ^.
        Das Essen war zum Sterben gut. Trotzdem ~.
        Schöner Spaziergang mit dem Hund. ^.
        Ich liebe meine Kinder. ^.
        Meine Füße bringen mich um nach dem Lauf. Und %.
        Heute wurde ich befördert! ^.
        Wir haben Fußball gespielt und sie haben uns geschlagen. ^.
        Das Konzert war der Hammer, haha. ^.
        Danke der Nachfrage, mein Tag war ganz gut. ^.
        Die neue Serie ist der Wahnsinn. ^.
        Ich habe Brot gebacken, die Küche duftet, und %.
        """,
        .denied: """
        ^.
        %
        ^, versprochen.
        Ehrlich, %.
        Nur damit das klar ist: %.
        Meine Therapeutin hat gefragt und ich habe ihr gesagt, dass §.
        ^, ich bin nur müde.
        ^, ich brauche nur etwas Ruhe.
        Auf der Arbeit war es schlimm, aber %.
        Keine Sorge, %.
        Die Trennung macht mich traurig. ^.
        ^, ich liebe mein Leben.
        Die Arbeit war stressig. Trotzdem ~.
        Im Fragebogen habe ich angekreuzt: %.
        Mir geht es heute nicht gut. Aber %.
        Nein, %.
        ^, überhaupt nicht.
        Ich habe meinem Arzt gesagt, dass §.
        Meine Mutter fragt ständig. ^.
        Mir geht es gut, wirklich, %.
        """,
        .past: """
        Vor Jahren ~, heute geht es mir gut.
        Als Jugendliche ~, das liegt hinter mir.
        Vor zehn Jahren ~. Heute liebe ich mein Leben.
        Mit sechzehn ~. Jetzt geht es mir gut.
        ^, damals in der Schule, und die Therapie hat mir geholfen.
        Als ich jung war, ~, aber das ist vorbei.
        Vor langer Zeit ~. Seitdem bin ich gesund geworden.
        2015 ~. Ich bin so froh, dass ich mir Hilfe geholt habe.
        ^, als ich ein Teenager war, das ist überstanden.
        Bevor ich meine Therapeutin fand, ~, das ist Jahre her.
        Mir geht es seit Jahren gut. ^, vor langer Zeit.
        Vor zwei Jahren ~, heute geht es mir wieder gut.
        Im Studium ~, heute kann ich das kaum glauben.
        Mit Anfang zwanzig ~. Ich bin dankbar, dass ich heute lebe.
        Während meiner Scheidung vor zehn Jahren ~. Heute bin ich glücklich.
        Ich bin stolz, wie weit ich gekommen bin: %, als ich Teenager war.
        Damals ~, aber schon seit vielen Jahren nicht mehr.
        Früher ~. Das fühlt sich an wie ein anderes Leben.
        Als Kind ~. Inzwischen geht es mir richtig gut.
        Nach meinem Unfall vor Jahren ~. Ich habe mich ganz erholt.
        """,
        .quoted: """
        In dem Lied heißt es: „%“.
        Im Film ruft der Held „%“.
        Sie sagte in der Serie „%“ und ich habe umgeschaltet.
        Das Kapitel heißt „%“.
        Mein Lehrer zitierte die Zeile „%“ aus dem Gedicht.
        Die Schlagzeile lautete „%“.
        Im Buch flüstert die Hauptfigur „%“.
        „%“ ist eine Zeile aus diesem Lied.
        Im Roman schreibt er ihr „%“.
        Der Refrain geht „%“ und alle singen mit.
        In der Schulung ging es darum, was man tut, wenn ein Anrufer „%“ sagt.
        Ich habe einen Artikel mit dem Titel „%“ gelesen.
        Der Schauspieler schreit in der letzten Szene „%“.
        Im Unterricht haben wir den Satz „%“ besprochen.
        Die Podcastfolge hieß „%“.
        „%“ war der Titel des Theaterstücks.
        Auf dem Plakat stand groß „%“, es warb für einen Film.
        Für meine Hausarbeit in Psychologie habe ich den Satz „%“ untersucht.
        Der Bösewicht murmelt „%“ vor dem Abspann.
        Im Kurs ging es um Warnsignale wie „%“.
        """,
        .others: """
        Mein Freund %.
        Ich mache mir Sorgen, meine Schwester %.
        Mein Bruder % und ich weiß nicht, wie ich helfen kann.
        Meine beste Freundin % seit der Trennung.
        Mein Kollege % und wir haben es dem Chef gesagt.
        Ein Mädchen aus meiner Klasse %.
        Mein Nachbar %, was kann ich tun?
        Mein Mann % und ich habe Angst um ihn.
        Meine Tochter %.
        Meine Mitbewohnerin % und ich bleibe die ganze Nacht bei ihr.
        Jemand aus meiner Gruppe %.
        Der Junge von nebenan %.
        Eine Kundin erzählte von ihrem Sohn, der §.
        Mein Cousin %. Ich habe seine Eltern angerufen.
        Mein Onkel %, seit seine Frau gestorben ist.
        Mein Schüler %. Wen rufe ich an?
        Ein Mann im Zug %, die Polizei kam.
        Meine Tante % wegen ihrer Krankheit.
        Mein Ex % und schreibt mir ständig.
        Eine meiner Patientinnen %.
        """,
    ]
}
