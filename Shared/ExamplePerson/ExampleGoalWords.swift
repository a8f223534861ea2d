import Messages

/// Texts of the example person's goals in one language. None of them calls for a crisis card.
struct ExampleGoalWords {
    /// By priority.
    let values: [(title: String, domain: String, guidance: String)]
    /// Names of the measures, one for each goal.
    let measures: [String]
    /// Units of things that are counted.
    let (evenings, steps): (String, String)
    /// Two of the closed term, then four of the running one.
    let goals: [(title: String, plan: String)]
    let (firstPart, rehearsal, programme, choir): (String, String, String, String)
    let (earlierTheme, theme, reflection): (String, String, String)
    /// Titles of actions.
    let (run, cooked, sung): ([String], [String], [String])
    /// Oldest first.
    let reviews: [ReviewContent]

    static let english = ExampleGoalWords(
        values: [
            ("Being well in my body", "Health", "Move every day, and go to bed before I am exhausted."),
            ("People close to me", "Family and friends", "Mara, my sister, and friends come before mail."),
            ("Making music", "Music", "Sing for the joy of it; practise so that the joy lasts."),
        ],
        measures: ["Running", "Evenings at the stove", "Steps", "Exercise", "Weight", "Singing"],
        evenings: "evenings", steps: "steps",
        goals: [
            ("Run 80 km in ten weeks", "Tuesday a short one after work, Sunday a longer one along the river."),
            ("Cook at home on 45 evenings", "Shop on Saturday, decide on Sunday what there will be."),
            ("Walk 560,000 steps", "Walk home along the river instead of taking the tram."),
            ("Be active for 26 hours", "Half an hour on most days; a brisk walk counts."),
            ("Be a little lighter by the end of the term", "As the plan says, and no faster."),
            ("Know the concert programme by heart", "Rehearsal on Wednesday, and now and then some minutes at home."),
        ],
        firstPart: "First half of the programme by heart", rehearsal: "Dress rehearsal",
        programme: "Bring the printed programme", choir: "The choir",
        earlierTheme: "Back outside", theme: "Strong and in tune",
        reflection: """
            It began with jet lag and ended with five kilometres without a break, which I had not believed at first. \
            Running on fixed days worked; deciding each day anew did not. Cooking was one thing too many beside \
            work, so I put it on hold instead of feeling bad about it. Next time: fewer goals, and one of them only \
            for joy.
            """,
        run: ["Short run after work", "Run along the river"],
        cooked: ["Cooked vegetable curry", "Cooked for Mara and me", "Made soup for two days"],
        sung: ["Choir rehearsal", "Sang at home"],
        reviews: [
            ReviewContent(
                wentWell: "Four walks home, and the second piece is safe now.",
                gotInTheWay: "Two late evenings at work.", nextWeek: "Sing before dinner, not after it."),
            ReviewContent(
                wentWell: "A calm week. Walking was easy because the weather was good.",
                nextWeek: "Keep the rehearsal free of meetings."),
            ReviewContent(
                wentWell: "The rehearsal was the best evening of the week.",
                gotInTheWay: "A cold wind, so fewer steps than usual.",
                nextWeek: "Walk at lunch instead, and call my sister."),
        ])

    static let german = ExampleGoalWords(
        values: [
            ("Mich in meinem Körper wohlfühlen", "Gesundheit", "Jeden Tag bewegen, ins Bett vor der Erschöpfung."),
            ("Die Menschen, die mir nah sind", "Familie und Freunde", "Mara, meine Schwester, Freunde: zuerst."),
            ("Musik machen", "Musik", "Aus Freude singen und so üben, dass die Freude bleibt."),
        ],
        measures: ["Laufen", "Abende am Herd", "Schritte", "Bewegung", "Gewicht", "Singen"],
        evenings: "Abende", steps: "Schritte",
        goals: [
            ("80 km laufen in zehn Wochen", "Dienstags kurz nach der Arbeit, sonntags länger am Fluss."),
            ("An 45 Abenden zu Hause kochen", "Samstags einkaufen, sonntags entscheiden, was es gibt."),
            ("560.000 Schritte gehen", "Am Fluss entlang nach Hause laufen statt mit der Bahn fahren."),
            ("26 Stunden in Bewegung sein", "An den meisten Tagen eine halbe Stunde; ein flotter Spaziergang zählt."),
            ("Bis zum Ende des Zeitraums etwas leichter sein", "So, wie der Plan es sagt, und nicht schneller."),
            ("Das Konzertprogramm auswendig können", "Mittwochs Probe, und ab und zu eine Viertelstunde zu Hause."),
        ],
        firstPart: "Erste Hälfte des Programms auswendig", rehearsal: "Generalprobe",
        programme: "Das gedruckte Programm mitbringen", choir: "Der Chor",
        earlierTheme: "Wieder nach draußen", theme: "Kräftig und bei Stimme",
        reflection: """
            Es fing mit Jetlag an und hörte mit fünf Kilometern ohne Pause auf, woran ich im Sommer \
            nicht geglaubt hatte. An festen Tagen zu laufen ging gut, jeden Tag neu zu entscheiden nicht. Kochen war \
            neben der Arbeit eines zu viel, also habe ich es verschoben, statt mich darüber zu ärgern. Nächstes Mal: \
            weniger Ziele, und eines davon nur zur Freude.
            """,
        run: ["Kurzer Lauf nach der Arbeit", "Lauf am Fluss"],
        cooked: ["Gemüsecurry gekocht", "Für Mara und mich gekocht", "Suppe für zwei Tage gekocht"],
        sung: ["Chorprobe", "Zu Hause gesungen"],
        reviews: [
            ReviewContent(
                wentWell: "Viermal zu Fuß nach Hause, und das zweite Stück sitzt.",
                gotInTheWay: "Zwei späte Abende in der Arbeit.",
                nextWeek: "Vor dem Essen singen, nicht danach."),
            ReviewContent(
                wentWell: "Eine ruhige Woche. Bei dem Wetter fiel das Gehen leicht.",
                nextWeek: "Die Probe von Terminen freihalten."),
            ReviewContent(
                wentWell: "Die Probe war der schönste Abend der Woche.",
                gotInTheWay: "Kalter Wind, deshalb weniger Schritte als sonst.",
                nextWeek: "Lieber mittags gehen, und meine Schwester anrufen."),
        ])
}
