import Drawing
import Localization
import Messages

/// The first screen: the rings with the score, one sentence, what weighs and lifts, the day's question and the top
/// suggestion.
public struct TodayScreen: Screen {
    public static let template = "today"
    public let title: String
    /// Step of the day's colour.
    public let step: Int

    let isEvening: Bool
    let rings: String?
    /// The rings in words; the heading.
    let standing: String
    let sentence: String?
    /// The number with the usual range and how many days it rests on; nil while the number is covered.
    let range: String?
    /// Names the signals that count in the number and are left out of the comparison; nil if there are none.
    let notCompared: String?
    let soFar: String?
    let weighs: [DayParts.Part]
    let lifts: [DayParts.Part]
    /// True if the number is covered and can be shown.
    let canShowNumber: Bool
    let hasWeighs: Bool
    let hasLifts: Bool
    /// Whether the drawing is explained in full: while no day has been compared.
    let keyIsOpen: Bool
    let night: NightCard?
    /// Whether measurements of the night are shown.
    public let showsNight: Bool
    /// The day's questions; nil on a withheld day.
    let asking: CheckInCard?
    let breakdown: String?
    /// A sentence for a missing last night, below a score that rests on answers alone.
    let waitingNote: String?
    /// The usual time of arrival, or another sentence that explains the state.
    let waiting: String?
    /// A sentence about the last day with a score, or with what was answered then.
    let lastScore: String?
    let opensSender: Bool
    let sendsElsewhere: Bool
    let isEmpty: Bool
    let hasExampleDoor: Bool
    let isWithheld: Bool
    let asksForData: Bool
    /// The suggestion of the day.
    let offer: SuggestionCard?
    /// The signals that the suggestion of the day names.
    public var named: [Signal] { offer?.named ?? [] }
    let suggestionNote: String?
    /// Address of the crisis card, while something that was shared sounded serious.
    let crisis: CrisisLink?
    /// Missing parts of the installation.
    let notice: String?
    /// Address of the newest letter, while it is new.
    let letter: String?
    let letterText: String
    /// A source whose data does not arrive as usual; nil on the day of a crisis card.
    let trouble: String?
    /// Whether the weekly plan is new.
    let hasNewPlan: Bool

    public init(_ facts: TodayFacts, for reader: Reader) {
        let words = reader.words
        title = words("today.title")
        isEvening = reader.isEvening
        let status = DayStatus(facts.recent, facts.metrics, today: reader.today, arrived: facts.arrived)
        // After a while away the page shows a welcome, and no letter, plan or trouble of a source.
        let isBack = if case .back = status { true } else { false }
        let drawing = facts.recent.map { DayRings(reader: reader, recent: $0) }
        let latest = facts.recent?.days.first
        let hasScore = Self.hasScore(status, facts, reader)
        let hidden = Self.hidden(facts, reader)
        night = status == .withheld ? nil : NightCard(facts, for: reader)
        let namesNight = night?.isUnusual == true && facts.night?.metrics.day == latest?.report.day
        let parts = DayParts(hasScore ? latest : nil, without: hidden, namesNight: namesNight, reader: reader)
        let isCovered =
            !facts.showsNumber
            && (facts.cover == .never || (facts.cover == .afterCheckIn && facts.checkIns.isEmpty))
        let score = latest?.report.score.map { reader.formats.number($0) }
        canShowNumber = hasScore && isCovered
        rings =
            status == .withheld
            ? nil
            : drawing?.markup(
                status, hasScore: hasScore, number: hasScore && !isCovered ? score : nil, unnamed: hidden,
                measuresNights: facts.measuresNights)
        let place = drawing?.standing ?? .uncompared
        step = hasScore ? place.step?.rawValue ?? 3 : 3
        let isWaiting = if case .waiting = status { true } else { false }
        (standing, waiting) = Self.standing(status, hasScore ? place : nil, facts, reader)
        let comparison = hasScore ? latest?.report.comparison : nil
        range = isCovered ? nil : comparison.flatMap { Self.range(latest?.report, $0, reader) }
        notCompared = comparison.flatMap { Self.notCompared($0, reader) }
        waitingNote = isWaiting && hasScore && facts.measuresNights ? words("state.waiting") : nil
        let isLearning = if case .warmingUp = status { true } else { false }
        lastScore = (isWaiting && !hasScore) || isLearning ? Self.lastScore(facts, reader) : nil
        let sends = isWaiting && !(facts.arrivals ?? []).isEmpty
        (opensSender, sendsElsewhere) = (sends && facts.sender == .here, sends && facts.sender == .elsewhere)
        sentence = hasScore ? parts.sentence : nil
        soFar = hasScore && status != .final ? facts.recent.flatMap { Self.soFar($0, reader) } : nil
        (weighs, lifts) = (parts.weighs, parts.lifts)
        (hasWeighs, hasLifts) = (!weighs.isEmpty, !lifts.isEmpty)
        breakdown = hasScore ? "/breakdown?day=\(latest?.report.day ?? reader.today)" : nil
        isEmpty = status == .noData
        isWithheld = status == .withheld
        asksForData = isEmpty
        hasExampleDoor = facts.hasExampleDoor
        keyIsOpen = place.step == nil
        showsNight = night.map { $0.hasLanes || $0.hasFigures } ?? false
        asking = isWithheld ? nil : CheckInCard(facts, for: reader)
        crisis = facts.cards?.crisis.map { CrisisLink($0, denial: .ofCoach) }
        notice = facts.isWithoutModel ? words("notice.noModel") : nil
        letter = isWithheld || isBack ? nil : facts.letter?.address
        letterText = words(facts.letter?.isAboutWeek == true ? "letter.newWeek" : "letter.new")
        trouble = isWithheld || isBack || crisis != nil ? nil : facts.trouble?.text
        hasNewPlan = !isWithheld && !isBack && facts.hasNewPlan
        offer = isWithheld ? nil : SuggestionCard(facts, for: reader)
        suggestionNote =
            isWithheld || offer != nil ? nil : words(facts.cards == nil ? "problem.coachAway" : "today.suggestionNone")
    }

    /// Whether the day's score is shown. While the night is waited for, a score of measurements alone would be made of
    /// the days before; one that rests on an answer of today is shown.
    private static func hasScore(_ status: DayStatus, _ facts: TodayFacts, _ reader: Reader) -> Bool {
        switch status {
        case .open, .final: true
        case .waiting(let last):
            last == reader.today && !facts.checkIns.isEmpty && facts.recent?.days.first?.report.score != nil
        default: false
        }
    }

    /// What repeats the measurements of a covered night: the reasons and the text of the rings leave it out.
    private static func hidden(_ facts: TodayFacts, _ reader: Reader) -> Set<Signal> {
        let day = facts.recent?.days.first
        guard facts.coversNight(of: reader.today), day?.report.day == reader.today else { return [] }
        let measured = day?.contributions.filter { !$0.missing }.map(\.signal) ?? []
        return NightCard.repeating.intersection(measured)
    }

    /// “Yesterday: a little below your usual.”, or without a comparison what was answered: “Yesterday: energy 4 of 7.”
    private static func lastScore(_ facts: TodayFacts, _ reader: Reader) -> String? {
        let reports = (facts.recent?.days ?? []).map(\.report)
        for report in reports where report.day < reader.today && (report.score != nil || report.status == .warmingUp) {
            let step = Standing(report.comparison).step
            let standing = step.map { reader.words("api.today.step.\($0.rawValue)") }
            guard let said = standing ?? answers(of: report.day, facts, reader) else { continue }
            return reader.words("state.lastScore", ["day": reader.dayName(report.day), "standing": said])
        }
        return nil
    }

    /// “sleep quality 5 of 7 and energy 4 of 7”; nil without an answer that the page knows.
    private static func answers(of day: Day, _ facts: TodayFacts, _ reader: Reader) -> String? {
        let given = facts.earlier.map(\.checkIn).filter { $0.day == day }
        let signals: [(CheckInSlider, Signal)] = [
            (.sleepQuality, .sleepQuality), (.energy, .energy), (.stress, .stress),
        ]
        let said = signals.compactMap { slider, signal -> String? in
            guard let answer = given.compactMap({ $0.answer(to: slider) }).last else { return nil }
            return "\(reader.nameInSentence(of: signal)) \(reader.amount(Double(answer), of: signal))"
        }
        return said.isEmpty ? nil : reader.list(said)
    }

    /// “56 · usually 45 to 67, from 34 days”.
    private static func range(_ report: ScoreReport?, _ comparison: Comparison, _ reader: Reader) -> String? {
        guard let score = report?.score, let low = comparison.low, let high = comparison.high else { return nil }
        return reader.words(
            "today.range",
            [
                "score": reader.formats.number(score), "low": reader.formats.number(low),
                "high": reader.formats.number(high), "days": "\(comparison.days)",
            ])
    }

    private static func notCompared(_ comparison: Comparison, _ reader: Reader) -> String? {
        guard comparison.place != nil, !comparison.leftOut.isEmpty else { return nil }
        return reader.words(
            "today.notCompared", ["list": reader.list(comparison.leftOut.map { reader.nameInSentence(of: $0) })])
    }

    /// The heading without a comparison: how many days of how many are known, and of which inputs.
    private static func learning(_ day: ScoredDay?, _ reader: Reader) -> String {
        guard let comparison = day?.report.comparison, comparison.daysNeeded > 0 else {
            return reader.words("standing.none")
        }
        let present = day?.contributions.filter { !$0.missing } ?? []
        let measures = present.contains { $0.signal.entry?.metric != nil }
        let asks = present.contains { $0.signal.entry?.metric == nil }
        return reader.words(
            "standing.learning.\(measures ? asks ? "both" : "measurements" : "answers")",
            ["days": "\(comparison.days)", "needed": "\(comparison.daysNeeded)"])
    }

    /// The heading, and what explains it.
    /// - Parameter place: the shown score's place among earlier ones; nil without a score.
    private static func standing(_ status: DayStatus, _ place: Standing?, _ facts: TodayFacts, _ reader: Reader) -> (
        String, String?
    ) {
        let words = reader.words
        switch status {
        case .away: return (words("problem.scoreAway"), nil)
        case .noData: return (words("state.noData"), nil)
        case .damaged(let day):
            return (words("state.damaged", ["date": reader.formats.dateWithYear(day)]), words("state.damagedWhy"))
        case .warmingUp(let day, let days):
            return (words("state.warmingUp", ["day": "\(max(1, day))", "days": "\(days)"]), nil)
        case .waiting where !facts.measuresNights: return (words("state.nothingYet"), nil)
        case .waiting:
            let usual = facts.arrivals.map { UsualArrival.sentence($0, for: reader) }
            return (place == nil ? words("state.waiting") : heading(place, facts, reader), usual)
        case .learningAgain(let days):
            return (words("state.learningAgain"), words("state.notComparableWhy", ["days": "\(days)"]))
        case .notComparable(let days):
            return (words("state.notComparable"), words("state.notComparableWhy", ["days": "\(days)"]))
        case .ended(let day): return (words("state.ended", ["date": reader.formats.dateWithYear(day)]), nil)
        case .back: return (words("state.back"), nil)
        case .withheld: return (words("state.withheld"), nil)
        case .open, .final: return (heading(place, facts, reader), nil)
        }
    }

    private static func heading(_ place: Standing?, _ facts: TodayFacts, _ reader: Reader) -> String {
        place?.step.map { reader.words("standing.\($0.rawValue)") } ?? learning(facts.recent?.days.first, reader)
    }

    /// Names the measurements of the last days that today lacks, but not questions, which the page asks, nor what is never
    /// measured; nil if nothing changes until the day ends.
    private static func soFar(_ recent: RecentDays.Reply, _ reader: Reader) -> String? {
        let measured = recent.days.reduce(into: Set<Signal>()) { signals, day in
            for part in day.contributions where !part.missing && part.signal.entry?.metric != nil {
                signals.insert(part.signal)
            }
        }
        let today = recent.days.first?.contributions ?? []
        let missing = today.filter { $0.missing && measured.contains($0.signal) }.map(\.signal)
        if !missing.isEmpty {
            return reader.words("today.openDayMissing", ["list": reader.list(missing.map(reader.nameInSentence))])
        }
        return measured.contains(.steps) ? reader.words("today.openDay") : nil
    }
}

extension CheckIn {
    /// The answer to one slider; nil if it was left alone.
    public func answer(to slider: CheckInSlider) -> Int32? {
        switch slider {
        case .stress: stress
        case .energy: energy
        case .sleepQuality: sleepQuality
        }
    }
}
