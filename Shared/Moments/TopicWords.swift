import Messages

/// Words by topic (COA-8), in English and German. Libraries and questions share one table.
public enum TopicWords {
    static let words: [(topic: Topic, words: Set<String>)] = [
        (
            .sleep,
            [
                "sleep", "sleeping", "slept", "asleep", "bed", "bedroom", "bedtime", "night", "nights", "nap", "wake",
                "waking", "rest", "tired", "circadian",
                "insomnia",
                "schlaf", "schlafen", "geschlafen", "einschlafen", "nacht", "bett", "müde",
            ]
        ),
        (
            .stress,
            [
                "stress", "stressed", "stressful", "tension", "tense", "overwhelmed", "pressure", "anxious", "anxiety",
                "worry", "worried", "nervous", "calm",
                "relax", "relaxation", "gestresst", "anspannung", "nervös", "druck", "entspannen",
            ]
        ),
        (
            .energy,
            [
                "energy", "energized", "energetic", "fatigue", "exhausted", "drained", "sluggish", "focus", "alertness",
                "caffeine", "coffee", "energie",
                "erschöpft", "konzentration", "kaffee",
            ]
        ),
        (
            .hrv,
            [
                "hrv", "rmssd", "sdnn", "variability", "recovery", "vagal", "vagus", "heart", "pulse", "herz", "puls",
                "erholung", "herzfrequenz",
            ]
        ),
        (
            .mood,
            [
                "mood", "sad", "happy", "happiness", "gratitude", "grateful", "feeling", "feelings", "emotion",
                "emotions", "emotional", "lonely", "loneliness",
                "happier", "connection",
                "social", "stimmung", "traurig", "glücklich", "laune", "gefühl", "gefühle", "dankbar", "einsam",
            ]
        ),
        (
            .movement,
            [
                "movement", "move", "moving", "sit", "exercise", "exercises", "walk", "walking", "steps", "run",
                "running", "workout", "training", "stretch",
                "stretching",
                "fitness", "active", "activity", "sitting", "strength", "yoga", "bewegung", "bewegen", "sport",
                "laufen", "gehen", "schritte", "dehnen",
            ]
        ),
        (
            .mindfulness,
            [
                "mindfulness", "mindful", "meditation", "meditate", "breath", "breathe", "breathing", "breathwork",
                "attention", "present", "grounding",
                "achtsamkeit", "meditieren", "atmen", "atem", "atmung",
            ]
        ),
        (
            .nutrition,
            [
                "nutrition", "food", "eat", "eating", "meal", "meals", "diet", "protein", "vegetables", "fruit",
                "fiber", "fibre", "water", "hydration",
                "drink",
                "breakfast", "lunch", "dinner", "snack", "sugar", "ernährung", "essen", "trinken", "wasser", "gemüse",
                "obst", "frühstück", "mahlzeit",
            ]
        ),
        (
            .goals,
            [
                "goal", "goals", "habit", "habits", "motivation", "motivated", "plan", "plans", "planning", "progress",
                "routine", "discipline", "productivity",
                "ziel",
                "ziele", "gewohnheit", "gewohnheiten", "fortschritt",
            ]
        ),
    ]

    private static let byWord: [String: Topic] =
        Dictionary(words.flatMap { entry in entry.words.map { ($0, entry.topic) } }) { first, _ in first }

    /// The topic with the most words in a text, the earlier declared one on a tie; `none` without any such word.
    /// O(length of the text).
    public static func topic(of text: String) -> Topic {
        var counts: [Topic: Int] = [:]
        var order: [Topic] = []
        for word in text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
            guard let topic = byWord[String(word)] else { continue }
            if counts[topic] == nil { order.append(topic) }
            counts[topic, default: 0] += 1
        }
        let most = counts.values.max()
        return order.first { counts[$0] == most } ?? .none
    }

    /// The topic of a library entry, by its category, else its tags, else its words.
    static func topic(category: String, subcategory: String, tags: [String], title: String) -> Topic {
        if let named = Topic(name: category.lowercased()), named != .none { return named }
        for text in [category, subcategory, tags.joined(separator: " "), title] {
            let topic = topic(of: text)
            if topic != .none { return topic }
        }
        return .none
    }
}
