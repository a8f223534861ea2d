/// Journal entries of the example person. None of them calls for a crisis card.
struct ExampleJournal {
    let inGerman: Bool

    /// A text of two or three sentences that fits the day.
    func text(
        _ event: ExampleYears.Event, wellbeing: Double, sleep: Double, using random: inout SeededGenerator
    ) -> String {
        let pool: [String] =
            switch (event, wellbeing) {
            case (.illness, _): inGerman ? Self.illnessDE : Self.illnessEN
            case (.travel, _): inGerman ? Self.travelDE : Self.travelEN
            case (.none, 0.5...): inGerman ? Self.goodDE : Self.goodEN
            case (.none, -0.5..<0.5): inGerman ? Self.usualDE : Self.usualEN
            case (.none, _): inGerman ? Self.hardDE : Self.hardEN
            }
        let night: [String] =
            switch sleep {
            case ..<6.3: inGerman ? Self.shortNightDE : Self.shortNightEN
            case 8...: inGerman ? Self.longNightDE : Self.longNightEN
            default: [""]
            }
        let close = inGerman ? Self.closeDE : Self.closeEN
        return [
            pool.randomElement(using: &random), night.randomElement(using: &random),
            close.randomElement(using: &random),
        ]
        .compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static let goodEN = [
        "Walked home along the river instead of taking the tram, and it was the best hour of the day.",
        "The presentation went well and I was calmer than I expected.",
        "Long breakfast with Mara, then we planted tomatoes on the balcony.",
        "I ran five kilometres without stopping, the first time since spring.",
        "Finished the shelf for the hallway. It is even straight.",
        "Called my sister and we laughed for half an hour about nothing.",
        "Quiet day at work, clear head, everything on the list is done.",
        "Cooked for four, nobody looked at a phone all evening.",
        "Choir again after the break. I had forgotten how much I like it.",
        "Swam in the lake before breakfast. Cold, and wonderful.",
    ]
    private static let usualEN = [
        "An ordinary day: meetings in the morning, paperwork after lunch.",
        "Groceries, laundry, a bit of reading.",
        "Work was fine, a little slow in the afternoon.",
        "Two coffees too many, otherwise nothing special.",
        "Took the stairs all day because the lift is broken.",
        "Tidied up my desk and answered old mail.",
        "Rain all day. Stayed in and watched a film.",
        "Dentist at noon, all fine, then back to the office.",
        "A long phone call about the insurance, then a short walk.",
        "Tried the new bakery on the corner. Good bread.",
    ]
    private static let hardEN = [
        "The deadline moved forward again and I noticed how tense my shoulders are.",
        "Argued with a colleague about something small, and it followed me home.",
        "Too many things at once today, I forgot half of them.",
        "Tired from the start. I cancelled the evening with friends and felt bad about it.",
        "The neighbours were loud until late and I was irritable all day.",
        "Worried about the talk on Thursday, could not concentrate.",
        "Traffic, a broken heater and a headache, all before ten.",
        "I snapped at Mara for no reason and apologised later.",
        "Work keeps piling up. I skipped lunch, which did not help.",
    ]
    private static let illnessEN = [
        "Fever since last night, stayed in bed with tea and an audiobook.",
        "Still ill. My throat hurts and everything is slow.",
        "A little better today, soup stayed down, slept most of the afternoon.",
        "Cough and a heavy head. Mara brought oranges.",
    ]
    private static let travelEN = [
        "New York with Mara: wide awake at four in the morning, then pancakes.",
        "Walked all the way from the park to the bridge. My feet hurt, I am happy.",
        "Museum in the morning, a nap at noon, jazz in a tiny cellar at night.",
        "The city never gets quiet. Jet lag is slowly letting go.",
    ]
    private static let shortNightEN = [
        "I slept far too little.", "Lay awake for a long time.", "The night was short.",
    ]
    private static let longNightEN = [
        "Slept long and woke up rested.", "I slept wonderfully.", "A long night, finally.",
    ]
    private static let closeEN = [
        "", "", "Early to bed tonight.", "Tomorrow I want to get outside before work.",
        "Grateful for a small, quiet evening.", "I should do this more often.", "Phone stays in the kitchen tonight.",
        "Let us see what tomorrow brings.",
    ]

    private static let goodDE = [
        "Bin am Fluss entlang nach Hause gelaufen statt mit der Bahn, das war die beste Stunde des Tages.",
        "Der Vortrag lief gut, und ich war ruhiger als gedacht.",
        "Langes Frühstück mit Mara, danach haben wir Tomaten auf den Balkon gepflanzt.",
        "Fünf Kilometer gelaufen ohne Pause, zum ersten Mal seit dem Frühling.",
        "Das Regal für den Flur ist fertig. Es ist sogar gerade.",
        "Mit meiner Schwester telefoniert und eine halbe Stunde über nichts gelacht.",
        "Ruhiger Arbeitstag, klarer Kopf, alles auf der Liste ist erledigt.",
        "Für vier gekocht, und den ganzen Abend hat niemand aufs Telefon geschaut.",
        "Wieder Chor nach der Pause. Ich hatte vergessen, wie gern ich das mache.",
        "Vor dem Frühstück im See geschwommen. Kalt und herrlich.",
    ]
    private static let usualDE = [
        "Ein gewöhnlicher Tag: vormittags Besprechungen, nach dem Essen Papierkram.",
        "Einkauf, Wäsche, ein bisschen gelesen.",
        "Die Arbeit war in Ordnung, am Nachmittag etwas zäh.",
        "Zwei Kaffee zu viel, sonst nichts Besonderes.",
        "Den ganzen Tag Treppen gestiegen, weil der Aufzug kaputt ist.",
        "Schreibtisch aufgeräumt und alte Mails beantwortet.",
        "Regen den ganzen Tag. Zu Hause geblieben und einen Film gesehen.",
        "Mittags beim Zahnarzt, alles gut, dann zurück ins Büro.",
        "Ein langes Telefonat wegen der Versicherung, danach ein kurzer Spaziergang.",
        "Die neue Bäckerei an der Ecke ausprobiert. Gutes Brot.",
    ]
    private static let hardDE = [
        "Der Termin wurde schon wieder vorgezogen, und ich merke, wie angespannt meine Schultern sind.",
        "Streit mit einem Kollegen wegen einer Kleinigkeit, der mir bis nach Hause nachging.",
        "Zu viel auf einmal heute, die Hälfte habe ich vergessen.",
        "Von Anfang an müde. Den Abend mit Freunden abgesagt und mich darüber geärgert.",
        "Die Nachbarn waren bis spät laut, und ich war den ganzen Tag gereizt.",
        "Sorgen wegen des Gesprächs am Donnerstag, konnte mich nicht konzentrieren.",
        "Stau, kaputte Heizung und Kopfschmerzen, alles vor zehn Uhr.",
        "Mara ohne Grund angefahren und mich später entschuldigt.",
        "Die Arbeit stapelt sich. Mittagessen ausgelassen, das half nicht.",
    ]
    private static let illnessDE = [
        "Seit gestern Nacht Fieber, mit Tee und Hörbuch im Bett geblieben.",
        "Immer noch krank. Der Hals tut weh, und alles geht langsam.",
        "Heute etwas besser, Suppe gegessen und den halben Nachmittag geschlafen.",
        "Husten und ein schwerer Kopf. Mara hat Orangen gebracht.",
    ]
    private static let travelDE = [
        "New York mit Mara: um vier Uhr früh hellwach, dann Pfannkuchen.",
        "Vom Park bis zur Brücke gelaufen. Die Füße tun weh, ich bin glücklich.",
        "Vormittags Museum, mittags ein Schläfchen, abends Jazz in einem winzigen Keller.",
        "Die Stadt wird nie leise. Der Jetlag lässt langsam nach.",
    ]
    private static let shortNightDE = [
        "Ich habe viel zu wenig geschlafen.", "Lange wach gelegen.", "Die Nacht war kurz.",
    ]
    private static let longNightDE = [
        "Lange geschlafen und erholt aufgewacht.", "Ich habe wunderbar geschlafen.", "Endlich eine lange Nacht.",
    ]
    private static let closeDE = [
        "", "", "Heute früh ins Bett.", "Morgen will ich vor der Arbeit an die Luft.",
        "Dankbar für einen kleinen, ruhigen Abend.", "Das sollte ich öfter machen.",
        "Das Telefon bleibt heute Nacht in der Küche.", "Mal sehen, was morgen kommt.",
    ]
}
