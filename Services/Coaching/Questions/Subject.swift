import Localization
import Messages

/// The subject of a question about numbers.
public enum Subject: Hashable, Sendable {
    case score
    /// A daily metric, by its key.
    case metric(String)
    case slider(CheckInSlider)
    case journal

    /// Its key in `SignalTable` and in addresses of charts; `score` for the score.
    public var key: String {
        switch self {
        case .score: "score"
        case .metric(let key): key
        case .slider(let slider): slider.rawValue
        case .journal: "sentiment"
        }
    }

    public init?(key: String) {
        if key == "score" {
            self = .score
        } else if key == "sentiment" {
            self = .journal
        } else if let slider =
            CheckInSlider(rawValue: key)
        {
            self = .slider(slider)
        } else if SignalTable.metric(key) != nil {
            self = .metric(key)
        } else {
            return nil
        }
    }

    public init(_ entry: SignalEntry) {
        self =
            switch entry.source {
            case .metric(let metric, _): .metric(metric.key)
            case .slider(let slider): .slider(slider)
            case .journal: .journal
            }
    }

    /// The signal of the score; nil for the score itself and for metrics outside it.
    public var entry: SignalEntry? { SignalTable.entries.first { Subject($0) == self } }

    /// The metric outside the score; nil for other subjects.
    private var side: SideMetric? { SignalTable.beside.first { .metric($0.metric.key) == self } }

    /// Whether it grows over the day, so that today's value is not whole.
    var isTotal: Bool { metric?.unit.style == .number }

    var metric: DailyMetric? { if case .metric(let key) = self { SignalTable.metric(key) } else { nil } }

    /// The topic of suggestions for it.
    public var topic: Topic {
        self == .score ? .none : entry?.topic ?? side?.topic ?? .none
    }

    /// Whether a higher value is the easier state.
    var isBetterHigher: Bool { self == .score || (entry?.direction ?? side?.direction) == .higherIsBetter }

    /// Whether it is measured while asleep, so that its gaps are counted in nights.
    var isNightly: Bool { metric?.isNightly ?? (self == .slider(.sleepQuality)) }

    /// Whether the phrase alone names it: “hrv” names the variability, “sleep inertia” does not name sleep.
    public func isNamed(by phrase: String) -> Bool {
        let folded = FoldedText(phrase).words.joined(separator: " ")
        return Self.words.contains { $0.subject == self && $0.phrase == folded }
    }

    /// Words that name it, the most specific first; folded as `FoldedText` folds.
    static let words: [(phrase: String, subject: Subject)] = names.flatMap { entry in
        entry.phrases.map { ($0, entry.subject) }
    }
    .sorted { $0.phrase.count > $1.phrase.count }

    private static let names: [(subject: Subject, phrases: [String])] =
        SignalTable.beside.map { (.metric($0.metric.key), $0.spoken) }
        + SignalTable.entries.map { (Subject($0), $0.spoken) } + [(.score, scoreWords)] + colloquial

    /// Words of questions that the signal table does not list: verbs, compounds and how people put it.
    private static let colloquial: [(subject: Subject, phrases: [String])] = [
        (
            .metric("sleep"),
            [
                "snooze", "kip", "shut eye", "shuteye", "hours in bed", "bedtime", "napping", "pennen", "gepennt",
                "gepennt", "ausgeschlafen", "schlaf ich", "schlief", "schlafwerte", "schlafdaten", "schlafzeiten",
                "schlafstunden", "schlafpensum", "nachtschlaf", "nachtruhe", "schlummern", "slumber", "sleeps",
            ]
        ),
        (
            .metric("steps"),
            [
                "stepcount", "steps count", "footsteps", "stroll", "on foot", "on my feet", "lazy", "lazier", "moving",
                "walks", "move", "schritt", "schrittzahl", "schrittzahlen", "schrittmassig", "schrittanzahl", "zu fuss",
                "laufe", "spaziert", "fauler", "faul", "aktiver", "bewege", "schrittwert", "schrittwerte", "gehe",
            ]
        ),
        (
            .metric("restingHeartRate"),
            ["heartbeat", "heart beat", "resting hr", "hr", "herzschlag", "pulswerte", "pulswert", "ruhe puls"]
        ),
        (.metric("hrv"), ["hrv wert", "hrv werte", "hrvs", "heart variability", "herzvariabilitat"]),
        (
            .metric("nocturnalHeartRate"),
            [
                "nighttime pulse", "night time pulse", "nachtlicher puls", "puls nachts", "nachtlichen puls",
                "puls im schlaf", "puls in der nacht", "pulse while i sleep", "pulse while sleeping",
                "pulse in the night",
                "pulse does at night", "pulse when i sleep", "pulse when sleeping", "nachtpulse",
            ]
        ),
        (
            .metric("respiratoryRate"),
            [
                "breathing", "breath rate", "breathe", "breath", "atme", "atmen", "atmung nachts", "atem", "atemrate",
                "atemfrequenzen",
            ]
        ),
        (
            .metric("sleepDebt"),
            [
                "sleep deficit", "sleep deprivation", "sleep i owe", "schlafdefizite", "schlaf fehlt",
                "sleep am i missing",
                "sleep shortfall",
            ]
        ),
        (
            .slider(.stress),
            [
                "stresswerte", "stresswert", "stresslevels", "tense", "stressful", "stressig", "gestresster",
                "stressed out",
            ]
        ),
        (
            .slider(.energy),
            [
                "how tired", "how exhausted", "how energetic", "energies", "energiewerte", "energiewert", "wie mude",
                "wie fit", "energy levels", "get up and go", "kraft", "wie energiegeladen",
            ]
        ),
        (
            .slider(.sleepQuality),
            [
                "how rested", "sleep rating", "quality of the sleep", "qualitat meines schlafs", "schlafbewertung",
                "how restful", "wie erholsam", "wie erholt", "quality of my nights",
            ]
        ),
        (.journal, ["diary", "entries", "stimmungswerte", "tagebuchs", "gemutslage", "how happy", "wie glucklich"]),
        (.score, ["overall", "how i'm doing", "how am i doing", "gesamtwert", "insgesamt drauf", "wie lauft es"]),
    ]

    private static let scoreWords = [
        "score", "scores", "wellbeing", "well being", "wellness", "number", "points", "doing", "my day",
        "my week", "my month", "my year", "things", "wert", "werte", "punktzahl", "wohlbefinden", "mein tag",
        "meine woche", "mein monat", "mein jahr", "geht es mir", "ging es mir", "ging's mir", "geht's mir",
    ]

    /// The subjects that a text names, in its order; a word counts for its longest phrase only.
    static func named(in text: FoldedText) -> [Subject] {
        var rest = text.text
        var found: [(Int, Subject)] = []
        for (phrase, subject) in words {
            guard let range = rest.range(of: " \(phrase) ") else { continue }
            found.append((rest.distance(from: rest.startIndex, to: range.lowerBound), subject))
            rest.replaceSubrange(range, with: " " + String(repeating: "_", count: phrase.count) + " ")
        }
        var subjects: [Subject] = []
        for (_, subject) in found.sorted(by: { $0.0 < $1.0 }) where !subjects.contains(subject) {
            subjects.append(subject)
        }
        // “My score this night” is about the score; the general words count only where nothing else is named.
        if subjects.count > 1, subjects.contains(.score), !text.has(anyOf: ["score", "wert", "punktzahl"]) {
            subjects.removeAll { $0 == .score }
        }
        return subjects
    }
}
