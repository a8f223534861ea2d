import Messages

/// Texts of the example person's goals, in one of two languages. None of them calls for a crisis card.
struct ExampleGoalWords {
    let inGerman: Bool

    private func text(_ english: String, _ german: String) -> String { inGerman ? german : english }

    /// By priority.
    var values: [(title: String, domain: String, guidance: String)] {
        [
            (
                text("Being well in my body", "Mich in meinem Körper wohlfühlen"),
                text("Health", "Gesundheit"),
                text(
                    "Move every day, and go to bed before I am exhausted.",
                    "Jeden Tag bewegen, ins Bett vor der Erschöpfung.")
            ),
            (
                text("People close to me", "Die Menschen, die mir nah sind"),
                text("Family and friends", "Familie und Freunde"),
                text("Mara, my sister, and friends come before mail.", "Mara, meine Schwester, Freunde: zuerst.")
            ),
            (
                text("Making music", "Musik machen"),
                text("Music", "Musik"),
                text(
                    "Sing for the joy of it; practise so that the joy lasts.",
                    "Aus Freude singen und so üben, dass die Freude bleibt.")
            ),
        ]
    }

    /// Names of the measures, one for each goal.
    var measures: [String] {
        [
            text("Running", "Laufen"),
            text("Evenings at the stove", "Abende am Herd"),
            text("Steps", "Schritte"),
            text("Exercise", "Bewegung"),
            text("Weight", "Gewicht"),
            text("Singing", "Singen"),
        ]
    }

    /// Units of things that are counted.
    var evenings: String { text("evenings", "Abende") }
    var steps: String { text("steps", "Schritte") }

    /// Two of the closed term, then four of the running one.
    var goals: [(title: String, plan: String)] {
        [
            (
                text("Run 80 km in ten weeks", "80 km laufen in zehn Wochen"),
                text(
                    "Tuesday a short one after work, Sunday a longer one along the river.",
                    "Dienstags kurz nach der Arbeit, sonntags länger am Fluss.")
            ),
            (
                text("Cook at home on 45 evenings", "An 45 Abenden zu Hause kochen"),
                text(
                    "Shop on Saturday, decide on Sunday what there will be.",
                    "Samstags einkaufen, sonntags entscheiden, was es gibt.")
            ),
            (
                text("Walk 560,000 steps", "560.000 Schritte gehen"),
                text(
                    "Walk home along the river instead of taking the tram.",
                    "Am Fluss entlang nach Hause laufen statt mit der Bahn fahren.")
            ),
            (
                text("Be active for 26 hours", "26 Stunden in Bewegung sein"),
                text(
                    "Half an hour on most days; a brisk walk counts.",
                    "An den meisten Tagen eine halbe Stunde; ein flotter Spaziergang zählt.")
            ),
            (
                text(
                    "Be a little lighter by the end of the term",
                    "Bis zum Ende des Zeitraums etwas leichter sein"),
                text("As the plan says, and no faster.", "So, wie der Plan es sagt, und nicht schneller.")
            ),
            (
                text("Know the concert programme by heart", "Das Konzertprogramm auswendig können"),
                text(
                    "Rehearsal on Wednesday, and now and then some minutes at home.",
                    "Mittwochs Probe, und ab und zu eine Viertelstunde zu Hause.")
            ),
        ]
    }

    var firstPart: String { text("First half of the programme by heart", "Erste Hälfte des Programms auswendig") }
    var rehearsal: String { text("Dress rehearsal", "Generalprobe") }
    var programme: String { text("Bring the printed programme", "Das gedruckte Programm mitbringen") }
    var choir: String { text("The choir", "Der Chor") }
    var earlierTheme: String { text("Back outside", "Wieder nach draußen") }
    var theme: String { text("Strong and in tune", "Kräftig und bei Stimme") }
    var reflection: String {
        text(
            """
            It began with jet lag and ended with five kilometres without a break, which I had not believed at first. \
            Running on fixed days worked; deciding each day anew did not. Cooking was one thing too many beside \
            work, so I put it on hold instead of feeling bad about it. Next time: fewer goals, and one of them only \
            for joy.
            """,
            """
            Es fing mit Jetlag an und hörte mit fünf Kilometern ohne Pause auf, woran ich im Sommer nicht geglaubt \
            hatte. An festen Tagen zu laufen ging gut, jeden Tag neu zu entscheiden nicht. Kochen war neben der \
            Arbeit eines zu viel, also habe ich es verschoben, statt mich darüber zu ärgern. Nächstes Mal: weniger \
            Ziele, und eines davon nur zur Freude.
            """)
    }

    /// Titles of actions.
    var run: [String] {
        [
            text("Short run after work", "Kurzer Lauf nach der Arbeit"),
            text("Run along the river", "Lauf am Fluss"),
        ]
    }
    var cooked: [String] {
        [
            text("Cooked vegetable curry", "Gemüsecurry gekocht"),
            text("Cooked for Mara and me", "Für Mara und mich gekocht"),
            text("Made soup for two days", "Suppe für zwei Tage gekocht"),
        ]
    }
    var sung: [String] {
        [
            text("Choir rehearsal", "Chorprobe"),
            text("Sang at home", "Zu Hause gesungen"),
        ]
    }

    /// Oldest first.
    var reviews: [ReviewContent] {
        [
            ReviewContent(
                wentWell: text(
                    "Four walks home, and the second piece is safe now.",
                    "Viermal zu Fuß nach Hause, und das zweite Stück sitzt."),
                gotInTheWay: text("Two late evenings at work.", "Zwei späte Abende in der Arbeit."),
                nextWeek: text("Sing before dinner, not after it.", "Vor dem Essen singen, nicht danach.")),
            ReviewContent(
                wentWell: text(
                    "A calm week. Walking was easy because the weather was good.",
                    "Eine ruhige Woche. Bei dem Wetter fiel das Gehen leicht."),
                nextWeek: text("Keep the rehearsal free of meetings.", "Die Probe von Terminen freihalten.")),
            ReviewContent(
                wentWell: text(
                    "The rehearsal was the best evening of the week.",
                    "Die Probe war der schönste Abend der Woche."),
                gotInTheWay: text(
                    "A cold wind, so fewer steps than usual.",
                    "Kalter Wind, deshalb weniger Schritte als sonst."),
                nextWeek: text(
                    "Walk at lunch instead, and call my sister.",
                    "Lieber mittags gehen, und meine Schwester anrufen.")),
        ]
    }
}
