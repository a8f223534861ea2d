import Drawing
import Localization
import Messages
import Statistics

/// Explains a day's score: one row for each signal, missing signals, and the circumstances of the day.
public struct BreakdownScreen: Screen {
    public static let template = "breakdown"
    public let title: String
    /// Nil for the first day that the page shows.
    let before: Step?
    let after: Step?
    let score: String?
    let status: String?
    let rows: [Row]
    let hasRows: Bool
    /// A sentence on the side and length of the bars; nil without bars.
    let scale: String?
    let hatch: String
    let gaps: [String]
    let notes: [String]
    let trends: [String]
    let flags: [Flag]
    let mask: [Flag]
    let lasting: [LastingField]
    let startable: [Flag]
    let hasStartable: Bool
    let tags: TagFields?
    let address: String
    /// Address of what is stored of the day.
    let inventory: String
    let maskAddress = "/context-mask"
    let methodology: String
    let labels: String

    /// Least contribution of a bar that reaches the edge, in logits.
    private static let minimumScale = 0.2
    /// Points of the score for one logit in the middle of its scale.
    private static let pointsPerLogit = 25.0

    /// A link to another day.
    struct Step: Sendable {
        let name: String
        let address: String

        /// Nil for a day that the page refuses, such as the one before 1900.
        init?(_ day: Day, of path: String, for reader: Reader) {
            guard BreakdownQuery.days.contains(day) else { return nil }
            name = reader.formats.date(day)
            address = "\(path)?day=\(day)"
        }
    }

    /// One signal.
    struct Row: Sendable {
        let key: String
        let name: String
        /// The name as it is shown.
        let shownName: String
        let amount: String
        /// “above”, “below”, “as usual”.
        let place: String
        /// “lifts a little”; nil if the part has no value.
        let effect: String?
        let bar: String
        let isKnown: Bool
        let details: [Detail]
        let trend: String?
        /// Address of its readings; nil without a value.
        let readings: String?
        let explained: Glossary.Link?
        let isOpen: Bool
    }

    /// One detail of a row.
    struct Detail: Sendable {
        let name: String
        let value: String
        var explains: Glossary.Link?
    }

    /// A circumstance.
    struct Flag: Sendable {
        let name: String
        let text: String
        let isSet: Bool
    }

    /// - Parameters:
    ///   - mask: circumstances whose days count for no baseline; nil if unknown.
    ///   - lasting: circumstances that go on, with this day among theirs.
    ///   - tags: tags in the person's own words; nil if they are not known.
    ///   - row: key of the signal whose row is open.
    public init(
        _ breakdown: ScoreBreakdown, mask: [ContextFlag]?, lasting: [LastingContext] = [], tags: TagFields? = nil,
        row: String? = nil, for reader: Reader
    ) {
        let (words, formats, day) = (reader.words, reader.formats, breakdown.report.day)
        title = reader.dayName(day)
        before = Step(day.advanced(by: -1), of: "/breakdown", for: reader)
        after = day < reader.today ? Step(day.advanced(by: 1), of: "/breakdown", for: reader) : nil
        let report = breakdown.report
        score = report.score.map { score in
            words(
                "today.number",
                [
                    "score": formats.number(score),
                    "range": formats.range(formats.number(report.low ?? score), formats.number(report.high ?? score)),
                ])
        }
        switch report.status {
        case .withheld: status = words("state.withheld")
        case .noData: status = words("breakdown.noData")
        case .damaged: status = words("breakdown.damaged")
        case .warmingUp: status = words("breakdown.warmingUp")
        case .provisional: status = words("today.sofar")
        default: status = nil
        }
        let largest = max(breakdown.contributions.map { abs($0.contribution) }.max() ?? 0, Self.minimumScale)
        rows = breakdown.contributions.sorted { abs($0.contribution) > abs($1.contribution) }.map {
            Row($0, largest: largest, day: day, open: row, reader)
        }
        hasRows = !rows.isEmpty
        scale =
            rows.contains { !$0.bar.isEmpty }
            ? words("breakdown.scale", ["points": formats.number((largest * Self.pointsPerLogit).rounded())]) : nil
        hatch = ContributionBar.hatch.markup
        inventory = "/inventory?day=\(day)"
        gaps = reader.absences(breakdown)
        notes = reader.notes(breakdown)
        trends = breakdown.trends.map(reader.sentence)
        let open = Set(lasting.map(\.flag))
        let startable = ContextFlag.all.filter { !open.contains($0) }
        flags = startable.map { Flag($0, isSet: breakdown.context.contains($0), reader) }
        self.startable = startable.map { Flag($0, isSet: false, reader) }
        (hasStartable, self.tags) = (!startable.isEmpty, tags)
        self.lasting = lasting.map { LastingField($0, on: day, next: "/breakdown?day=\(day)", for: reader) }
        self.mask = mask.map { mask in ContextFlag.all.map { Flag($0, isSet: mask.contains($0), reader) } } ?? []
        address = "/days/\(day)/context"
        methodology = words("mandated.methodology")
        labels = words("breakdown.labels", count: Int(breakdown.labels))
    }
}

extension BreakdownScreen.Row {
    init(_ part: Contribution, largest: Double, day: Day, open: String?, _ reader: Reader) {
        let words = reader.words
        key = part.signal.entry?.key ?? "\(part.signal.rawValue)"
        name = reader.name(of: part.signal)
        shownName = LongWords.breakable(name)
        amount = part.value.map { reader.amount($0, of: part.signal) } ?? words("today.missing")
        isKnown = part.value != nil
        let place = part.place?.rawValue
        self.place = part.value == nil ? "" : words("breakdown.place.\(place ?? "unknown")")
        effect = reader.effect(of: part)
        bar = part.value == nil ? "" : ContributionBar(part.contribution, largest: largest)?.svg.markup ?? ""
        var details: [BreakdownScreen.Detail] = []
        if let baseline = part.baseline {
            let spread = Statistics.normal * baseline.mad
            details.append(
                .init(name: words("breakdown.usual"), value: reader.amount(baseline.median, of: part.signal)))
            if spread > 0 {
                details.append(
                    .init(
                        name: words("breakdown.usualBand"),
                        value: reader.formats.range(
                            reader.amount(baseline.median - spread, of: part.signal),
                            reader.amount(baseline.median + spread, of: part.signal)),
                        explains: reader.explained("usual")))
            }
            details.append(
                .init(name: words("breakdown.days"), value: reader.formats.number(Double(baseline.count))))
        }
        if let certainty = reader.certainty(of: part) {
            details.append(.init(name: words("breakdown.quality"), value: certainty))
        }
        self.details = details
        trend = part.signal.entry?.metric.map { "/trends?metric=\($0.key)" }
        explained = reader.explained(key)
        isOpen = key == open
        readings = part.value == nil || part.imputed ? nil : "/readings?day=\(day)&metric=\(key)"
    }
}

extension Contribution {
    /// The place of a value relative to the person's usual ones.
    enum Place: String { case above, usual, below }

    /// A sensor's value is as usual within the band of its trend, median ± 1.4826·MAD; an answer or the mood within a
    /// quarter of its scale around the middle. Nil without comparison.
    var place: Place? {
        guard let z else { return nil }
        let bound = signal.entry?.metric == nil ? 0.5 : 1
        return abs(z) <= bound ? .usual : z > 0 ? .above : .below
    }
}

/// A lasting circumstance, and the form that ends it.
struct LastingField: Sendable {
    let text: String
    let address: String
    let through: String
    let next: String
    let end: String
    /// False for one that ended on this day already.
    let canEnd: Bool

    /// - Parameters:
    ///   - day: its last day, if the form is sent.
    ///   - next: the page after that.
    init(_ context: LastingContext, on day: Day, next: String, for reader: Reader) {
        text = reader.words(
            "lasting.since",
            ["flag": reader.words("flag.\(context.flag)"), "date": reader.dayNameInSentence(context.from)])
        address = "/contexts/\(context.id)/end"
        through = "\(day)"
        self.next = next
        canEnd = context.through != day
        end = reader.words(day == reader.today ? "lasting.end" : "lasting.endedHere")
    }
}

extension BreakdownScreen.Flag {
    init(_ flag: ContextFlag, isSet: Bool, _ reader: Reader) {
        let name = "\(flag)"
        self.init(name: name, text: reader.words("flag.\(name)"), isSet: isSet)
    }
}
