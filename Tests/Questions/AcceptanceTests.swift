import Localization
import Messages
import Testing

@testable import Questions

/// Questions written down before they were run, with the kind that a person would expect. The share that is read right
/// is what counts; single ones may fail.
@Suite struct AcceptanceTests {
    /// Kind, then questions. A question that must be left to the topic gate is under nil.
    private static let english: [(Question.Kind?, [String])] = [
        (
            .status,
            [
                "how much sleep did I get last night", "How was my sleep yesterday?", "What was my HRV this morning?",
                "show me my steps for the last 10 days", "did I sleep enough this week?",
                "How stressed was I last week?",
                "what's my average resting heart rate this month?", "how many steps do I walk on weekends",
                "How has my energy been lately?", "what was my lowest score this month", "How did I sleep on Tuesdays?",
                "how is my breathing rate at night?", "What is my sleep debt right now?", "how was my mood this week?",
                "my hrv last week", "How long did I sleep on Saturday?", "how was my night pulse in march",
                "How am I doing this week?", "what's my score today", "Was my resting pulse high yesterday?",
                "tell me about my sleep in the last two weeks", "how did I do last month",
                "How active was I yesterday?",
                "How many hours did I sleep on average this year?",
            ]
        ),
        (
            .compare,
            [
                "Is my HRV higher than last month?", "am I sleeping better than in winter?",
                "how does my resting heart rate compare with last year", "Did I walk more this week than last week?",
                "is my sleep getting worse?", "Has my resting pulse changed since January?",
                "compare my stress this month with last month", "has my score gone up lately",
                "Am I more stressed than usual?", "do I sleep less on weekends than during the week",
                "Has my energy dropped since March?", "is my night pulse lower than normal?",
                "did my hrv improve this month compared to last month?", "Is my sleep debt bigger than a year ago?",
            ]
        ),
        (
            .cause,
            [
                "Why is my score so low today?", "why did I sleep so badly last night?",
                "What is dragging my score down?",
                "Why was my resting heart rate high yesterday", "why am I so tired today?", "How come my HRV dropped?",
                "what's behind my low energy this week?", "Why do I feel stressed today?",
                "what caused my bad score on Monday?", "Why was last night so short?",
            ]
        ),
        (
            .explain,
            [
                "What does SDNN mean?", "what is a good hrv", "What's sleep debt?", "how is my score calculated?",
                "What does resting heart rate tell me?", "explain heart rate variability",
                "What is the difference between RMSSD and SDNN?", "what affects heart rate variability",
                "Why is sleep important?", "what counts as a step",
            ]
        ),
        (
            .howTo,
            [
                "How can I sleep better?", "how do I lower my resting heart rate?", "What can I do about stress?",
                "tips for falling asleep", "How can I get more energy in the afternoon?",
                "ways to relax in the evening",
                "what helps with low mood", "How do I walk more during the day?", "how to raise my hrv",
                "I want to sleep better", "How could I reduce my stress at work?",
                "what can I do to fall asleep faster",
            ]
        ),
        (
            .plan,
            [
                "What should I do now?", "suggest something for tonight", "Any tips for today?",
                "What do you recommend?",
                "what can I do right now", "give me something to do", "What now?", "Any suggestions?",
            ]
        ),
        (
            .meta,
            [
                "What data do you have about me?", "Is my data sent to the cloud?", "who can read my journal",
                "Can I delete my data?", "What can you do?", "are you a doctor?", "which model are you",
                "Do you store my messages?", "how do you work?", "Where is my data stored?",
            ]
        ),
        (.courtesy, ["How are you?", "how are you doing", "what's up", "How's it going?"]),
        (
            .feelings,
            [
                "I feel so tired", "I'm sad today", "I am really stressed", "I had a bad day", "I feel great",
                "I'm worried about tomorrow", "I feel lonely lately", "I can't relax",
            ]
        ),
        (
            .medical,
            [
                "Do I have depression?", "is my heart rate a sign of heart disease", "Should I see a doctor?",
                "Could this be an infection?", "what medication helps with anxiety", "Do I have atrial fibrillation?",
            ]
        ),
        (
            .doses,
            [
                "How many mg of melatonin should I take?", "can I take magnesium before bed",
                "what dose of vitamin D is good", "How much ibuprofen is safe?",
                "is it safe to mix alcohol and sleeping pills",
                "Take two sleeping tablets before bed tonight",
            ]
        ),
        (
            nil,
            [
                "What is the capital of France?", "Tell me a joke", "who won the match yesterday",
                "Translate this please",
                "blue", "Write me a poem about cats",
            ]
        ),
    ]

    private static let german: [(Question.Kind?, [String])] = [
        (
            .status,
            [
                "Wie habe ich letzte Nacht geschlafen?", "wie war mein puls gestern",
                "Wie viel habe ich diese Woche geschlafen?",
                "Wie hoch ist mein Ruhepuls?", "Wie viele Schritte waren es gestern?",
                "wie war meine stimmung diese woche",
                "Wie gestresst war ich letzte Woche?", "Wie ist mein Schlafdefizit?", "Zeig mir meine HRV im März",
                "wie lange habe ich am Samstag geschlafen", "Wie war mein Wert gestern?",
                "Wie geht es mir diese Woche?",
                "Wie war meine Atmung letzte Nacht?", "Habe ich diese Woche genug geschlafen?",
            ]
        ),
        (
            .compare,
            [
                "Schlafe ich besser als im Winter?", "Ist meine HRV höher als letzten Monat?",
                "Hat sich mein Ruhepuls seit Januar verändert?", "bin ich mehr gelaufen als letzte woche",
                "Ist mein Stress gestiegen?", "Schlafe ich am Wochenende länger als unter der Woche?",
                "Ist mein Nachtpuls niedriger als sonst?", "Vergleiche meinen Schlaf mit letztem Jahr",
            ]
        ),
        (
            .cause,
            [
                "Warum habe ich so schlecht geschlafen?", "Wieso ist mein Puls heute so hoch?",
                "Warum ist mein Wert gestern so niedrig gewesen?", "woran liegt es dass ich heute müde bin",
                "Was belastet meinen Wert?",
            ]
        ),
        (
            .explain,
            [
                "Was ist HRV?", "was bedeutet SDNN", "Was ist ein Schlafdefizit?", "Wie wird der Wert berechnet?",
                "Was beeinflusst den Ruhepuls?", "Erkläre mir die Herzratenvariabilität",
            ]
        ),
        (
            .howTo,
            [
                "Wie kann ich besser schlafen?", "Was hilft beim Einschlafen?", "Wie senke ich meinen Ruhepuls?",
                "Was kann ich gegen Stress tun?", "Tipps für mehr Energie", "wie komme ich abends zur ruhe",
            ]
        ),
        (
            .plan,
            [
                "Was soll ich jetzt tun?", "Hast du einen Vorschlag?", "Was kann ich heute Abend machen?",
                "Gib mir einen Tipp",
            ]
        ),
        (
            .meta,
            [
                "Was weißt du über mich?", "Gehen meine Daten in die Cloud?", "Wer kann mein Tagebuch lesen?",
                "Was kannst du?", "Bist du ein Arzt?", "Wie kann ich meine Daten löschen?",
            ]
        ),
        (.courtesy, ["Wie geht es dir?", "Wie geht's?"]),
        (.feelings, ["Ich fühle mich einsam", "Ich bin so müde", "Ich bin traurig", "Mir geht es heute nicht gut"]),
        (.medical, ["Habe ich eine Depression?", "Muss ich zum Arzt?", "Welches Medikament hilft gegen Angst?"]),
        (
            .doses,
            [
                "Wie viel Melatonin soll ich nehmen?", "Darf ich Schlaftabletten nehmen?",
                "Wie viel mg Magnesium am Tag?",
            ]
        ),
        (nil, ["Was ist die Hauptstadt von Frankreich?", "Erzähl mir einen Witz", "Schreib ein Gedicht"]),
    ]

    private func wrong(_ set: [(Question.Kind?, [String])], _ language: Language) -> (wrong: [String], count: Int) {
        let reader = QuestionReader(today: QuestionTests.today)
        var wrong: [String] = []
        for (kind, questions) in set {
            for text in questions {
                let question = reader.read(text, in: language)
                // Without a subject of ours, an explanation is left to the topic gate.
                let read = question?.kind == .explain && question?.subjects.isEmpty == true ? nil : question?.kind
                if read != kind { wrong.append("\(text): \(read.map(\.rawValue) ?? "none")") }
            }
        }
        return (wrong, set.reduce(0) { $0 + $1.1.count })
    }

    @Test("COA-8 nineteen of twenty questions are read as the kind that was asked", arguments: Language.allCases)
    func kinds(_ language: Language) {
        let (wrong, count) = wrong(language == .german ? Self.german : Self.english, language)
        print("\(language): \(count - wrong.count) of \(count) questions are read right.")
        #expect(Double(wrong.count) <= 0.05 * Double(count), "\(wrong.joined(separator: "\n"))")
    }
}
