import Drawing
import Localization
import Messages

/// The rings of a day from its contributions, with their text alternative.
struct DayRings {
    let reader: Reader
    let recent: RecentDays.Reply

    /// The place of the day's score among the person's last 90.
    var standing: Standing {
        guard let score = recent.days.first?.report.score else { return .uncompared }
        return Standing(score, among: recent.scores, after: recent.shown)
    }

    /// The place of a signal in the drawing; nil if its entry keeps it out, and for a signal of a newer release.
    static func place(_ signal: Signal) -> RingSignal? {
        switch signal.entry?.ring {
        case .at(let place): RingSignal(rawValue: place)
        case .nowhere, nil: nil
        }
    }

    /// A day's signals for the drawing.
    static func signals(_ contributions: [Contribution]) -> Rings.Day {
        var day: Rings.Day = [:]
        for part in contributions {
            guard let signal = place(part.signal) else { continue }
            day[signal] = value(part)
        }
        return day
    }

    private static func value(_ part: Contribution) -> RingValue {
        guard !part.missing, let z = part.z else { return .missing }
        let isSensor = part.signal.entry?.metric != nil
        let deviation =
            isSensor
            ? RingSignal.helpful(z: z, weight: part.weight) : RingSignal.helpful(value: z, weight: part.weight)
        return part.imputed || part.lowConfidence ? .doubtful(deviation) : .known(deviation)
    }

    /// What is known of today while its night is not: without what is carried over from the days before, which are
    /// estimates, sleep debt, and the steps until the day ends.
    private var known: Rings.Day {
        guard let latest = recent.days.first, latest.report.day == reader.today else { return [:] }
        return Self.signals(
            latest.contributions.filter { !$0.imputed && $0.signal != .steps && $0.signal != .sleepDebt })
    }

    /// - Parameter hasScore: whether the day's score is drawn; a waiting day may have one from the person's answers.
    func content(_ status: DayStatus, hasScore: Bool, number: String?) -> Rings.Content {
        let latest = recent.days[0]
        let today = Self.signals(latest.contributions)
        switch status {
        case .away, .noData, .damaged, .withheld, .notComparable: return .noData
        case .warmingUp(let day, _): return .warmingUp(day: max(1, day))
        case .waiting where !hasScore: return .waiting(known)
        case .ended: return .ended(today, standing)
        case .open, .final, .waiting:
            let earlier = recent.days.dropFirst().map { day in
                day.report.score == nil ? nil : Self.signals(day.contributions)
            }
            let before = recent.scores.dropLast()
            let yesterday = recent.days.dropFirst().first?.report.score.map { Standing($0, among: Array(before)) }
            let report = latest.report
            return .day(
                Rings.ScoredDay(
                    today: today, standing: standing, earlier: Array(earlier), yesterday: yesterday,
                    band: (report.high ?? 0) - (report.low ?? 0), number: number, day: Int(report.day.number)))
        }
    }

    /// The drawing as markup.
    func markup(_ status: DayStatus, hasScore: Bool, number: String?) -> String {
        Rings(
            content(status, hasScore: hasScore, number: number), title: reader.words("today.rings"),
            words: reader.drawingWords
        ).svg
            .markup
    }
}

/// The signals that weigh, lift or are missing, the strongest first.
struct DayParts {
    /// A signal with its value, as a link into the breakdown.
    struct Part: Sendable {
        let name: String
        let amount: String
        let address: String
    }

    let weighs: [Part]
    let lifts: [Part]
    let missing: [String]
    /// One sentence about the strongest part; nil if none stands out.
    let sentence: String?

    /// Least contribution in logits of a named part. Less hardly moves the score: half a point in the middle of its
    /// scale.
    private static let least = 0.02
    private static let most = 3

    init(_ contributions: [Contribution], day: Day, reader: Reader) {
        let known = contributions.filter { !$0.missing && $0.value != nil && $0.z != nil }
        let ranked = known.sorted { abs($0.contribution) > abs($1.contribution) }
        func parts(_ matching: (Double) -> Bool) -> [Part] {
            ranked.filter { matching($0.contribution) }.prefix(Self.most).map { part in
                Part(
                    name: reader.name(of: part.signal), amount: reader.amount(part.value ?? 0, of: part.signal),
                    address: "/breakdown?day=\(day)#\(part.signal.entry?.key ?? "")")
            }
        }
        weighs = parts { $0 <= -Self.least }
        lifts = parts { $0 >= Self.least }
        missing = contributions.filter { $0.value == nil }.map { reader.nameInSentence(of: $0.signal) }
        // A value that the breakdown and its trend call usual is not said to be high or low.
        let telling = ranked.first { abs($0.contribution) >= Self.least && $0.place != .usual }
        sentence =
            telling.flatMap { part in
                part.signal.entry.map { reader.words("today.\(part.place == .above ? "up" : "down").\($0.key)") }
            } ?? (ranked.isEmpty ? nil : reader.words("today.usual"))
    }
}
