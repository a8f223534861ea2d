import Messages
import Moments
import Questions

/// The topic that a message names: by a word of the topic table, or by the beginnings of words that people use for it
/// (“grübel…”, “frühstück…”, “unwind”).
enum TopicNames {
    static func topic(of message: String) -> Topic {
        let text = FoldedText(message)
        // The first name in the text counts; a beginning of a word before the table, which knows whole words only.
        let named = stems.flatMap { entry in
            entry.stems.compactMap { stem in text.firstWord(beginningWith: stem).map { ($0, entry.topic) } }
        }
        return named.min { $0.0 < $1.0 }?.1 ?? TopicWords.topic(of: message)
    }

    private static let stems: [(topic: Topic, stems: [String])] = [
        (
            .stress,
            [
                "unwind", "wind down", "switch off", "grubel", "gedankenkreis", "abschalt", "runterkomm",
                "besser runter", "wieder runter", "ruhiger",
                "stress",
                "anspann", "entspann", "uberforder", "horrible day", "hard day", "worr", "overthink", "ruminat",
                "panic",
                "calmer", "gelassen", "relax", "calm down", "beruhig", "ausspann", "sorgen", "brooding",
                "racing thoughts", "feierabend",
            ]
        ),
        (
            .sleep,
            [
                "aus dem bett", "ins bett", "durchschlaf", "einschlaf", "aufsteh", "out of bed", "to bed", "before bed",
                "insomnia", "wach lieg", "lying awake", "wake up", "waking up", "schlaf", "sleep", "snor", "schnarch",
            ]
        ),
        (
            .movement,
            [
                "train hard", "training", "trainier", "workout", "exercis", "joggen", "jog", "spazier", "sport",
                "beweg", "fitness", "gym",
                "radfahr",
                "cycling", "treppe", "stairs", "dehn", "stretch", "sitz", "sitting", "sit ", "steps", "schritt", "walk",
            ]
        ),
        (
            .nutrition,
            [
                "ess ich", "esse", "essen", "eat", "mahlzeit", "mittagessen", "gesunder ess", "gemuse", "obst",
                "fruhstuck",
                "trink", "wasser", "water", "drinking", "snack", "naschen", "zucker", "sugar", "cook", "koch",
                "vegetab",
            ]
        ),
        (
            .energy,
            [
                "energ", "in die gange", "morgens", "get going", "mornings", "schwung", "power ", "vigour", "vigor",
                "vitality", "elan", "mittagstief", "slump", "antrieb",
                "munter", "wacher", "schlapp", "muntermacher", "concentrat",
                "konzentr", "caffein", "koffein", "kaffee",
            ]
        ),
        (
            .mood,
            [
                "stimmung", "laune", "cheer me", "cheer up", "aufmunter", "einsam", "lonel", "traurig", "happier",
                "glucklicher",
                "dankbar", "gratitud", "miserab",
            ]
        ),
        (.mindfulness, ["achtsam", "meditat", "meditier", "mindful", "atemubung", "breathing exerc"]),
        (
            .goals,
            [
                "routine", "habit", "gewohn", "motiv", "dranbleib", "aufschieb", "procrastinat", "goal", "ziele",
                "disziplin",
                "stick to", "sticks", "vorsatz", "vorsatze",
            ]
        ),
    ]
}
