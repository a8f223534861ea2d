import Localization
import Messages

/// Progress and pace in words, without pressure (GOL-4).
extension Reader {
    /// “Term 3”, or the term's own title.
    func termName(_ term: TermContent) -> String { termName(term.title, number: term.number ?? 0) }

    /// “Term 3”, or the term's own title.
    func termName(_ title: String?, number: Int32) -> String {
        if let title, !title.isEmpty { return title }
        return words("terms.numbered", ["number": "\(number)"])
    }

    /// “12 km”; at most two digits after the separator.
    func amount(_ value: Double, in measure: MeasureContent?) -> String {
        guard value.isFinite else { return "" }
        let isTenths = abs(value * 10 - (value * 10).rounded()) < 1e-6
        let digits = value == value.rounded() || abs(value) >= 1_000 ? 0 : isTenths || abs(value) >= 10 ? 1 : 2
        guard let measure else { return formats.number(value, digits: digits) }
        return formats.quantity(value, measure.unit, digits: digits)
    }

    /// “12 of 50 km”; of a level “72.4 kg now, from 75 kg towards 70 kg”.
    func sum(_ progress: TargetProgress, in measure: MeasureContent?) -> String {
        if measure?.kind == .bodyMass {
            let target = amount(progress.target, in: measure)
            guard let start = progress.start else { return words("goals.level.empty", ["target": target]) }
            return words(
                "goals.level.on",
                [
                    "latest": amount(progress.sum, in: measure), "start": amount(start, in: measure),
                    "target": target,
                ])
        }
        return words(
            "goals.sum", ["sum": amount(progress.sum, in: nil), "target": amount(progress.target, in: measure)])
    }

    /// The state of a target, and what would help; nil without pace.
    func pace(_ progress: TargetProgress, in measure: MeasureContent?) -> String? {
        guard let pace = progress.pace else { return nil }
        let isLevel = measure?.kind == .bodyMass
        let key = (isLevel ? "goals.levelPace." : "goals.pace.") + "\(pace.state)"
        if pace.state == .done {
            return pace.reached.map { words("\(key)On", ["date": formats.dateWithYear($0)]) } ?? words(key)
        }
        // A state of a later release has no words.
        guard words.contains(key) else { return nil }
        guard let needed = pace.neededPerWeek else { return words(key) }
        // Nobody is told to lose more than plans would have them lose (PLN-10).
        if isLevel, -needed > Self.largestLoss * progress.sum { return words("goals.levelPace.late") }
        return words("\(key)With", ["amount": amount(abs(needed), in: measure)])
    }

    /// Share of the present weight that a week may take.
    private static let largestLoss = 0.01

    /// When the target is reached if the person goes on as since the start; nil where nothing says so.
    func finish(_ pace: TargetPace) -> String? {
        guard let finish = pace.finish else { return nil }
        let date = formats.dateWithYear(finish)
        switch (pace.earliest, pace.latest) {
        case (let earliest?, let latest?) where earliest < latest:
            let range = formats.range(formats.dateWithYear(earliest), formats.dateWithYear(latest))
            return words("goals.finish.within", ["date": date, "range": range])
        case (let earliest?, nil):
            return words("goals.finish.from", ["date": date, "earliest": formats.dateWithYear(earliest)])
        default:
            return words("goals.finish.around", ["date": date])
        }
    }
}

/// Progress towards one target: a bar with its words.
struct ProgressLine: Sendable {
    /// The measure's name; empty if it is unknown.
    let name: String
    let sum: String
    /// 0 … 100, for the bar.
    let percent: Int
    let pace: String?
    let finish: String?

    /// - Parameter measure: nil if it is unknown.
    init(_ progress: TargetProgress, in measure: MeasureContent?, for reader: Reader) {
        name = measure?.name ?? ""
        sum = reader.sum(progress, in: measure)
        percent = Int((progress.share * 100).rounded())
        pace = reader.pace(progress, in: measure)
        finish = progress.pace.flatMap { $0.state == .done ? nil : reader.finish($0) }
    }
}
