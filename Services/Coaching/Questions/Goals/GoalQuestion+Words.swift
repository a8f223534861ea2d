/// The words of questions about goals, folded as `FoldedText` folds.
extension GoalQuestion {
    static let goals = ["goal", "goals", "ziel", "ziele", "zielen", "ziels"]
    static let own = [
        "i", "i'm", "i've", "i'll", "my", "me", "ich", "mein", "meine", "meinem", "meinen", "meiner", "meines", "mir",
    ]

    /// Begin a question or a request to be shown something.
    static let asking = [
        "how", "how's", "what", "what's", "which", "when", "where", "am i", "are my", "is my", "did i", "do i", "do my",
        "do you know", "have i",
        "will i", "can i see", "show", "list", "tell me", "give me", "status", "any progress", "wie", "was", "welche",
        "welches", "wann", "wo", "bin ich", "habe ich", "hab ich", "liege ich", "schaffe ich", "zeig", "zeige",
        "nenne", "nenn", "kennst du", "gib mir", "stand",
    ]
    static let whats = ["what", "what's", "was", "how much", "wie viel", "wieviel"]
    static let heads = ["am i", "i'm", "im", "are my goals", "is my goal", "bin ich", "liege ich", "sind meine ziele"]

    /// Asks what to do or why, or of what kind something is: not how far it is.
    static let advice = [
        "should", "why", "advice", "tip", "tips", "help", "helps", "how can i", "how do i", "how to", "way to",
        "ways to", "is it", "what if", "suggest", "recommend", "good goals", "calorie goal", "protein goal",
        "water goal", "soll", "sollte", "warum", "wieso", "weshalb", "rat", "tipp", "tipps", "hilf", "hilft",
        "wie kann ich", "wie schaffe ich", "wie erreiche ich", "wie setze ich", "ist es", "kalorienziel",
        "eiweissziel", "proteinziel", "trinkziel", "starve", "hungern", "quit", "lose my", "live",
    ]
    /// Words of feelings. A message with one is answered as a feeling.
    static let feelings = [
        "feel", "feeling", "feels", "felt", "ashamed", "hate", "afraid", "scared", "sad", "worthless", "hope*",
        "lonely", "alone", "anxious", "nervous", "failure", "failed", "give up", "gave up", "empty", "cry*", "left me",
        "left us", "leben", "fuhle", "fuhl", "fuhlt", "angst", "traurig", "schame", "hasse", "allein", "einsam",
        "versagt", "versager", "aufgegeben", "leer", "am ende", "so sehr",
    ]

    static let progress = [
        "going", "coming along", "get on", "getting on", "how far", "how close", "how near", "close to", "progress",
        "on track", "on course", "on schedule", "on pace", "behind", "ahead", "am i doing", "where am i", "is left",
        "are left", "what's left", "have left", "left to", "still missing", "to go", "status", "update", "reach my",
        "reached", "hit my", "make my", "done with", "look", "lauft", "lauft's", "laufen meine", "sieht", "wie weit",
        "wie nah", "wie steht", "wie stehen", "stand", "stehe", "fortschritt", "fortschritte", "auf kurs", "im plan",
        "im zeitplan", "im ruckstand", "komme ich", "voran", "schaffe ich", "fehlt noch", "fehlen noch", "fehlt mir",
        "fehlen mir", "noch fehlen", "noch fehlt", "noch ubrig", "erreicht",
    ]
    /// About goals without the word, behind “am I”.
    static let courses = [
        "on track", "on course", "on schedule", "on pace", "behind", "ahead", "auf kurs", "im plan", "im zeitplan",
        "im ruckstand",
    ]
    /// Begin a question for an amount.
    static let amounts = [
        "how many", "how much", "how far", "wie viele", "wie viel", "wieviel", "wieviele", "wie weit",
    ]
    static let numbersOfGoals = ["how many goals", "wie viele ziele", "wieviele ziele"]
    /// Ask for what was done.
    static let done = [
        "have i", "did i", "i've", "habe ich", "hab ich", "ich gelaufen", "ich gegangen", "ich gefahren",
        "ich geschwommen",
    ]

    static let weeks = ["this week", "for the week", "until sunday", "diese woche", "dieser woche", "fur die woche"]
    static let rests = [
        "left", "still to do", "still need to do", "still have to do", "need to do", "remains", "remaining",
        "still open", "still due", "have to do", "due", "to be done", "bleibt", "ubrig", "offen", "steht", "noch an",
        "noch zu tun", "noch tun", "fehlt", "fehlen", "fallig",
    ]

    /// Words that name no goal.
    static let common: Set = [
        "how", "what", "which", "where", "when", "is", "are", "am", "was", "do", "did", "does", "have", "has", "i",
        "my",
        "me", "the", "a", "an", "of", "with", "on", "to", "for", "in", "at", "going", "far", "close", "goal", "goals",
        "it", "and", "much", "many", "left", "still", "so", "track", "progress", "doing", "coming", "along", "now",
        "up",
        "go", "by", "from", "this", "week", "every", "each", "day", "daily", "weekly", "month", "year", "time", "more",
        "less", "all", "again", "tell", "show", "about", "status", "look", "be", "been", "will", "any", "you", "know",
        "wie", "welche", "ist", "sind", "bin", "habe", "hab", "ich", "mein", "meine", "meinem", "meinen", "meiner",
        "meines", "der", "die", "das", "dem", "den", "des", "ein", "eine", "einem", "einen", "mit", "bei", "beim", "im",
        "zu", "zum", "zur", "fur", "weit", "lauft", "es", "ziel", "ziele", "zielen", "ziels", "und", "viel", "viele",
        "noch", "fehlt", "fehlen", "kurs", "auf", "steht", "um", "von", "woche", "voran", "komme", "schon", "jede",
        "jeden", "jedes", "tag", "monat", "jahr", "zeit", "mehr", "weniger", "wann", "zeig", "zeige", "mir",
    ]
}
