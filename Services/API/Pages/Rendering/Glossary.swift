import Localization
import Moments
import Mustache

/// Links from a metric or a word of the pages to its explanation in the shipped library.
///
/// In a template, `{{#glossary.NAME}}{{> glossary-link}}{{/glossary.NAME}}` is the link of a word; a row of a metric has
/// it as `explained`.
struct Glossary: Sendable {
    let words: Catalogue

    /// A link, drawn as an “i”.
    struct Link: Equatable, Sendable {
        /// Path of the explanation's page.
        let explanation: String
        /// Its name: “What is heart rate variability?”
        let question: String
    }

    /// Explanations by the keys of signals and daily metrics.
    static let metrics = [
        "hrv": "hrv", "nocturnalHeartRate": "night-pulse", "restingHeartRate": "resting-pulse", "sleep": "sleep-need",
        "sleepDebt": "sleep-debt", "steps": "steps", "respiratoryRate": "breathing-rate", "rmssd": "sdnn-rmssd",
        "stress": "stress", "energy": "questionnaires", "sleepQuality": "questionnaires", "sentiment": "mood",
    ]

    /// Explanations of words that the pages use for numbers.
    static let terms = [
        "score": "wellbeing-score", "usual": "usual-band", "range": "confidence-band", "weights": "score-weights",
        "stages": "sleep-stages", "gaps": "gaps", "correlation": "correlation",
    ]

    /// Explanations by kinds of health data.
    static let kinds = [
        "bloodPressure": "blood-pressure", "bodyFat": "body-fat-scales", "bodyMassIndex": "bmi",
        "daylightTime": "daylight", "dietaryFiber": "fibre", "oxygenSaturation": "spo2", "vo2Max": "vo2max",
        "wristTemperature": "wrist-temperature",
    ]

    /// The explanation of a metric, a word or a kind; nil if there is none.
    static func explanation(of name: String) -> Explanation? {
        id(of: name).flatMap { id in Explanations.shipped.first { $0.id == id } }
    }

    private static func id(of name: String) -> String? {
        (metrics[name] ?? terms[name] ?? kinds[name]).map { Moments.shippedPrefix + $0 }
    }

    /// The link of a metric, a word or a kind; nil if it has no explanation.
    func link(to name: String) -> Link? {
        Self.id(of: name).map { Link(explanation: "/explanations/\($0)", question: words("glossary.\(name)")) }
    }
}

extension Glossary: MustacheParent {
    func child(named name: String) -> Any? {
        link(to: name).map { ["explanation": $0.explanation, "question": $0.question] }
    }
}

extension Reader {
    /// The link to the explanation of a metric, a word or a kind of health data.
    func explained(_ key: String) -> Glossary.Link? { Glossary(words: words).link(to: key) }
}
