import Drawing
import Localization
import Messages

/// The rings of a day from its contributions, with their text alternative.
struct DayRings {
    let reader: Reader
    let recent: RecentDays.Reply

    /// The place of the day's score among the person's days before it.
    var standing: Standing { Standing(recent.days.first?.report.comparison, after: recent.shown) }

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
        // A metric without a value on all of these days is not called missing: the person may have no watch.
        let ever = recent.days.reduce(into: Set<RingSignal>()) { ever, day in
            ever.formUnion(Self.signals(day.contributions).filter { $0.value != .missing }.keys)
        }
        let gaps = Rings.Day(uniqueKeysWithValues: ever.map { ($0, RingValue.missing) })
        let today = gaps.merging(Self.signals(latest.contributions).filter { ever.contains($0.key) }) { $1 }
        switch status {
        case .away, .noData, .damaged, .withheld, .back, .learningAgain, .notComparable: return .noData
        case .warmingUp(let day, _): return .warmingUp(day: max(1, day))
        case .waiting where !hasScore: return .waiting(gaps.merging(known) { $1 })
        case .ended: return .ended(today, standing)
        case .open, .final, .waiting:
            let earlier = recent.days.dropFirst().map { day in
                day.report.score == nil ? nil : Self.signals(day.contributions)
            }
            let yesterday = recent.days.dropFirst().first?.report.comparison.map { Standing($0) }
            let report = latest.report
            return .day(
                Rings.ScoredDay(
                    today: today, standing: standing, earlier: Array(earlier), yesterday: yesterday,
                    band: (report.high ?? 0) - (report.low ?? 0), number: number, day: Int(report.day.number)))
        }
    }

    /// The drawing as markup.
    /// - Parameters:
    ///   - unnamed: signals that its text leaves out.
    ///   - measuresNights: false if its text does not wait for a night.
    func markup(
        _ status: DayStatus, hasScore: Bool, number: String?, unnamed: Set<Signal> = [], measuresNights: Bool = true
    ) -> String {
        var named = recent
        for place in named.days.indices {
            named.days[place].contributions.removeAll { unnamed.contains($0.signal) }
        }
        var text = DayRings(reader: reader, recent: named).content(status, hasScore: hasScore, number: number)
        if case .waiting = text, !measuresNights { text = .noData }
        return Rings(
            content(status, hasScore: hasScore, number: number), title: reader.words("today.rings"),
            description: RingsSummary(text).text(reader.drawingWords)
        ).svg.markup
    }
}

/// The unusual values of a day that move its score, the strongest first, at most three of each side.
public struct DayReasons {
    private static let maximumReasons = 3

    public let weighs: [Comparison.Reason]
    public let lifts: [Comparison.Reason]

    /// A day above its range is not explained by what lowers it alone, nor one below by what raises it alone.
    public init(_ comparison: Comparison?) {
        let reasons = comparison?.reasons ?? []
        let (up, down) = (reasons.filter { $0.effect > 0 }, reasons.filter { $0.effect < 0 })
        let place = comparison?.place ?? 0
        lifts = place < -1 && down.isEmpty ? [] : Array(up.prefix(Self.maximumReasons))
        weighs = place > 1 && up.isEmpty ? [] : Array(down.prefix(Self.maximumReasons))
    }

    /// The strongest one; outside the range, of those that explain the side.
    func first(_ place: Double) -> Comparison.Reason? {
        if place > 1 { return lifts.first }
        if place < -1 { return weighs.first }
        return (weighs + lifts).max { abs($0.effect) < abs($1.effect) }
    }
}

extension Standing {
    /// - Parameter shown: places of an open day when it was shown before, oldest first.
    public init(_ comparison: Comparison?, after shown: [Double] = []) {
        self.init(place: comparison?.place, share: comparison?.share, after: shown)
    }
}

/// The signals that weigh and lift, the strongest first.
struct DayParts {
    /// A signal with its value, as a link into the breakdown.
    struct Part: Sendable {
        let name: String
        let amount: String
        let address: String
        let explained: Glossary.Link?
    }

    let weighs: [Part]
    let lifts: [Part]
    /// One sentence about the strongest reason, or that there is none; nil without a comparison, if it is hidden, and
    /// instead of denying one that the night's sentence names.
    let sentence: String?

    /// The address of a day's breakdown with the row of one signal open.
    static func address(_ day: Day, row: String) -> String { "/breakdown?day=\(day)&row=\(row)#\(row)" }

    /// - Parameters:
    ///   - hidden: signals that are neither named nor judged.
    ///   - namesNight: whether the page names an unusual measurement of the night, so that none may be denied.
    init(_ scored: ScoredDay?, without hidden: Set<Signal> = [], namesNight: Bool, reader: Reader) {
        let (day, contributions) = (scored?.report.day ?? reader.today, scored?.contributions ?? [])
        let comparison = scored?.report.comparison
        let reasons = DayReasons(comparison)
        func parts(_ reasons: [Comparison.Reason]) -> [Part] {
            reasons.filter { !hidden.contains($0.signal) }.map { reason in
                let value = contributions.first { $0.signal == reason.signal }?.value
                let key = reason.signal.entry?.key ?? ""
                return Part(
                    name: reader.name(of: reason.signal), amount: reader.amount(value ?? 0, of: reason.signal),
                    address: Self.address(day, row: key), explained: reader.explained(key))
            }
        }
        weighs = parts(reasons.weighs)
        lifts = parts(reasons.lifts)
        sentence = comparison?.place.flatMap { place -> String? in
            let reason = reasons.first(place)
            // That nothing was unusual is about the hidden ones, too.
            guard hidden.isEmpty || reason.map({ !hidden.contains($0.signal) }) == true else { return nil }
            if let reason, let key = reason.signal.entry?.key {
                return reader.words("today.\(reason.isAbove ? "up" : "down").\(key)")
            }
            return namesNight ? nil : reader.words(abs(place) > 1 ? "today.together" : "today.usual")
        }
    }
}
