import Messages

/// The texts around a safety plan, in our own words.
///
/// The steps and their order are those of the Safety Planning Intervention (Stanley & Brown, Cognitive and Behavioral
/// Practice 19 (2012) 256–264, doi:10.1016/j.cbpra.2011.01.001). Together with follow-up calls it was associated with
/// 45 % fewer suicidal acts in six months (Stanley et al., JAMA Psychiatry 75 (2018) 894–900,
/// doi:10.1001/jamapsychiatry.2018.1776). Safe messaging as in `CrisisCardWriter`: no method, no single cause, hope.
public enum SafetyPlanGuide {
    static let sources = [
        "https://doi.org/10.1016/j.cbpra.2011.01.001", "https://doi.org/10.1001/jamapsychiatry.2018.1776",
    ]
    /// Source: University of Rochester Medical Center, Behavioral Health Partners (2018).
    static let exerciseSource =
        "https://www.urmc.rochester.edu/behavioral-health-partners/bhp-blog/april-2018/5-4-3-2-1-coping-technique-for-anxiety.aspx"

    /// The guide to a safety plan, in English or German.
    public static func guide(inGerman: Bool) -> PlanGuide { inGerman ? german : english }

    /// The sentence on a crisis card that offers a plan.
    public static func offer(inGerman: Bool) -> String {
        inGerman
            ? "Dein Sicherheitsplan: was dir hilft und wen du erreichen kannst, in deinen Worten."
            : "Your safety plan: what helps you and whom you can reach, in your own words."
    }

    /// The 5-4-3-2-1 exercise.
    public static func exercise(inGerman: Bool) -> Exercise {
        inGerman
            ? Exercise(
                title: "Für diesen Moment",
                steps: [
                    "Stell beide Füße auf den Boden und atme langsam aus.", "Nenne fünf Dinge, die du siehst.",
                    "Vier, die du berühren kannst.",
                    "Drei, die du hörst.",
                    "Zwei, die du riechst.", "Eines, das du schmeckst.",
                    "Atme noch einmal langsam aus. Du kannst von vorn beginnen.",
                ], source: exerciseSource)
            : Exercise(
                title: "For this moment",
                steps: [
                    "Put both feet on the floor and breathe out slowly.", "Name five things you see.",
                    "Four you can touch.", "Three you hear.",
                    "Two you smell.",
                    "One you taste.", "Breathe out slowly once more. You can begin again.",
                ], source: exerciseSource)
    }

    private static let english = PlanGuide(
        title: "My safety plan",
        introduction:
            "Hard hours pass, and they pass more easily with a plan made in a calmer one. Write what is true for you; one line is a start. Go through it from the top, and "
            + "call for help at any point: your emergency number and the lines come first whenever you are in danger. It is kept encrypted on this machine; nobody reads "
            + "or judges it, and it is sent nowhere.",
        sections: [
            section(
                "warningSigns", "How I notice that it is getting hard",
                "Thoughts, moods, places or situations that come before a bad time."),
            section(
                "ownSteps", "What I can do by myself",
                "Small things that take my mind somewhere else: a walk, a shower, music, a game."),
            section(
                "places", "Where I can go", "Places with other people or with some peace: a café, a park, a library."),
            section(
                "people", "People I can ask for help",
                "Friends and family who may know that I am having a hard time, with their numbers."),
            section(
                "professionals", "Professionals I can call",
                "My doctor or therapist, a practice, a line I like to talk to."),
            section(
                "saferSurroundings", "What makes my surroundings safer",
                "What I put out of reach or give to somebody I trust until it is easier again."),
            section(
                "reasons", "What matters to me",
                "People, animals, plans, anything that is worth getting through this hour for."),
        ], exercise: exercise(inGerman: false), sources: sources)

    private static let german = PlanGuide(
        title: "Mein Sicherheitsplan",
        introduction:
            "Schwere Stunden gehen vorüber, und leichter mit einem Plan aus einer ruhigeren. Schreib auf, was für dich stimmt; eine Zeile ist ein Anfang. Geh ihn von oben "
            + "durch, und hol dir an jeder Stelle Hilfe: In Gefahr kommen der Notruf und die Telefone zuerst. Er bleibt verschlüsselt auf diesem Gerät; niemand liest oder "
            + "beurteilt ihn, und er wird nirgendwohin gesendet.",
        sections: [
            section(
                "warningSigns", "Woran ich merke, dass es schwer wird",
                "Gedanken, Stimmungen, Orte oder Situationen vor einer schlechten Zeit."),
            section(
                "ownSteps", "Was ich allein tun kann",
                "Kleine Dinge, die mich auf anderes bringen: ein Spaziergang, eine Dusche, Musik, ein Spiel."),
            section(
                "places", "Wohin ich gehen kann",
                "Orte mit Menschen oder mit Ruhe: ein Café, ein Park, eine Bibliothek."),
            section(
                "people", "Menschen, die ich um Hilfe bitten kann",
                "Freunde und Familie, die wissen dürfen, dass es mir nicht gut geht, mit Nummern."),
            section(
                "professionals", "Fachleute, die ich anrufen kann",
                "Meine Ärztin oder mein Therapeut, eine Praxis, ein Telefon, mit dem ich gern spreche."),
            section(
                "saferSurroundings", "Was meine Umgebung sicherer macht",
                "Was ich außer Reichweite bringe oder jemandem gebe, dem ich vertraue, bis es leichter ist."),
            section("reasons", "Was mir wichtig ist", "Menschen, Tiere, Pläne, alles, wofür sich diese Stunde lohnt."),
        ], exercise: exercise(inGerman: true), sources: sources)

    private static func section(_ field: String, _ title: String, _ hint: String) -> PlanGuide.Section {
        PlanGuide.Section(field: field, title: title, hint: hint)
    }
}
