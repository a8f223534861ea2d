import Foundation
import Messages
import Moments

/// Checks replies to questions for extremes, weekdays, the last time, the number of times, what goes together, the place
/// of a value, and the reason of a suggestion. Everything is computed from the values that were sent, without the
/// coach's code: a reply must hold the right numbers and may hold no others.
struct QuestionForms {
    /// Numbers of a right reply.
    struct Numbers {
        /// Each must be there.
        var needed: [Double] = []
        /// Others that may be there.
        var allowed: [Double] = []
        /// A word that must come before its likes; nil for none.
        var firstWeekday: Int?
    }

    let oracle: QuestionOracle
    let question: QuestionCase

    /// Subjects of which a date's value is that of the night before it.
    private static let nightly: Set = ["sleep", "hrv", "nocturnalHeartRate", "respiratoryRate", "sleepQuality"]

    /// Whether a reply to a question of a form holds the right numbers.
    func holds(_ form: String, _ text: String, german: Bool) -> Bool {
        let parts = form.split(separator: ":").map(String.init)
        let plain = text.replacing(/[“„][^”“]*[”“]/, with: "")
        let shown = ShownNumber.all(in: plain, german: german)
        guard let numbers = numbers(parts) else { return false }
        let labels = oracle.labels([days, recent])
        let isComplete = numbers.needed.allSatisfy { needed in shown.contains { $0.equals(needed) } }
        let isPure = shown.allSatisfy { number in
            labels.contains(number.value) || (numbers.needed + numbers.allowed).contains(where: number.equals)
        }
        return isComplete && isPure && (numbers.firstWeekday.map { Self.weekday(in: plain) == $0 } ?? true)
    }

    private var recent: QuestionOracle.Days { QuestionDays(oracle.today).days([-89, 0]) }
    private var days: QuestionOracle.Days { QuestionDays(oracle.today).days(question.period ?? "ever") }
    private var subject: String { question.subjects.first ?? "score" }

    private func values(_ days: QuestionOracle.Days? = nil) -> [(day: Day, value: Double)] {
        (oracle.values[subject] ?? [:]).filter { days?.contains($0.key) ?? true }.sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
    }

    private func numbers(_ parts: [String]) -> Numbers? {
        switch parts[0] {
        case "lowest", "highest": return extreme(isHighest: parts[0] == "highest")
        case "weekdays": return weekdays(isHighest: parts.last == "high")
        case "last", "lastHigh", "lastLow": return last(parts)
        case "count", "countHigh": return count(parts)
        case "influence": return parts.count == 3 ? influence(parts[1], parts[2]) : nil
        case "norm":
            return Double(parts.last ?? "").map {
                Numbers(needed: [$0], allowed: band + [90, 14, Double(values().count)])
            }
        case "reason":
            return Numbers(allowed: Moments.shipped.moments.compactMap { $0.citation?.year.map(Double.init) })
        default: return nil
        }
    }

    /// Today's steps are not whole yet.
    private func isWhole(_ day: Day, _ value: Double) -> Bool { subject != "steps" || day != oracle.today }

    private func date(_ day: Day) -> [Double] { [Double(day.components.day), Double(day.components.year)] }

    private func extreme(isHighest: Bool) -> Numbers? {
        let had = values(days)
        let found = had.reversed().max { isHighest ? $0.value < $1.value : $0.value > $1.value }
        return found.map { Numbers(needed: [$0.value, Double(had.count)] + date($0.day)) }
    }

    private func weekdays(isHighest: Bool) -> Numbers? {
        let had = values(recent).filter(isWhole)
        let byWeekday = Dictionary(grouping: had) { QuestionOracle.Days.weekday($0.day) }
            .mapValues { $0.map(\.value) }
        // Fewer than four of a weekday are not ranked.
        guard byWeekday.count == 7, byWeekday.values.allSatisfy({ $0.count >= 4 }) else {
            return Numbers(needed: [Double(had.count), 4])
        }
        let medians = byWeekday.compactMapValues(QuestionOracle.median)
        guard let high = medians.values.max(), let low = medians.values.min(),
            let middle = QuestionOracle.median(had.map(\.value)),
            let spread = QuestionOracle.median(had.map { abs($0.value - middle) })
        else { return nil }
        let counts = byWeekday.values.map { Double($0.count) }
        let end = isHighest ? high : low
        let first = medians.filter { $0.value == end }.map(\.key).min()
        return Numbers(
            needed: Array(medians.values) + [high - low, 1.4826 * spread], allowed: counts, firstWeekday: first)
    }

    /// Median ± 1.4826 MAD of the latest 90 values.
    private var band: [Double] {
        let latest = values().suffix(90).map(\.value)
        guard latest.count >= 14, let middle = QuestionOracle.median(latest),
            let spread = QuestionOracle.median(latest.map { abs($0 - middle) })
        else { return [] }
        return [max(0, middle - 1.4826 * spread), middle + 1.4826 * spread]
    }

    /// `last:above:62`, `lastHigh`: the bound and its numbers.
    private func bound(_ parts: [String]) -> (holds: (Double) -> Bool, numbers: [Double])? {
        let band = band
        if parts[0].hasSuffix("High"), let high = band.last { return ({ $0 > high }, band) }
        if parts[0].hasSuffix("Low"), let low = band.first { return ({ $0 < low }, band) }
        guard parts.count == 3, let limit = Double(parts[2]) else { return nil }
        switch parts[1] {
        case "below": return ({ $0 < limit }, [limit])
        case "above": return ({ $0 > limit }, [limit])
        default: return ({ $0 >= limit }, [limit])
        }
    }

    private func last(_ parts: [String]) -> Numbers? {
        guard let bound = bound(parts) else { return nil }
        let had = values(days)
        guard let found = had.last(where: { bound.holds($0.value) }) else {
            return Numbers(needed: [Double(had.count)], allowed: bound.numbers)
        }
        let recent = values(recent)
        let hits = recent.count { bound.holds($0.value) }
        return Numbers(
            needed: [found.value] + date(found.day) + bound.numbers, allowed: [Double(hits), Double(recent.count)])
    }

    private func count(_ parts: [String]) -> Numbers? {
        guard let bound = bound(parts) else { return nil }
        let had = values(days)
        let hits = had.filter { bound.holds($0.value) }
        let latest = hits.last.map { [$0.value] + date($0.day) } ?? []
        return Numbers(
            needed: [Double(hits.count), Double(had.count)] + bound.numbers, allowed: latest + [Double(days.count)])
    }

    private func influence(_ driver: String, _ outcome: String) -> Numbers? {
        let lag = !Self.nightly.contains(driver) && Self.nightly.contains(outcome) ? 1 : 0
        let first = oracle.today.advanced(by: -179)
        func whole(_ subject: String) -> [Day: Double] {
            (oracle.values[subject] ?? [:]).filter { subject != "steps" || $0.key != oracle.today }
        }
        let others = whole(outcome)
        let pairs = whole(driver).filter { $0.key >= first }.compactMap { day, value in
            others[day.advanced(by: lag)].map { (value, $0) }
        }
        let count = Double(pairs.count)
        guard pairs.count >= 14 else { return Numbers(needed: [count, 14]) }
        let (x, y) = (pairs.reduce(0) { $0 + $1.0 } / count, pairs.reduce(0) { $0 + $1.1 } / count)
        let covariance = pairs.reduce(0) { $0 + ($1.0 - x) * ($1.1 - y) }
        let variances = pairs.reduce((0.0, 0.0)) {
            ($0.0 + ($1.0 - x) * ($1.0 - x), $0.1 + ($1.1 - y) * ($1.1 - y))
        }
        let correlation = covariance / (variances.0 * variances.1).squareRoot()
        let half = 1.96 / (count - 3).squareRoot()
        let interval = [tanh(atanh(correlation) - half), tanh(atanh(correlation) + half)]
        // A sign is not read as part of a number.
        return Numbers(needed: [count, abs(correlation)], allowed: interval.map(abs) + [95])
    }

    // MARK: Weekdays

    private static let names: [[String]] = [
        ["sunday", "sonntag"], ["monday", "montag"], ["tuesday", "dienstag"], ["wednesday", "mittwoch"],
        ["thursday", "donnerstag"], ["friday", "freitag"], ["saturday", "samstag"],
    ]

    /// The weekday that a text names first; nil without one.
    private static func weekday(in text: String) -> Int? {
        let lower = text.lowercased()
        return names.enumerated().compactMap { index, names in
            names.compactMap { lower.range(of: $0)?.lowerBound }.min().map { (index + 1, $0) }
        }.min { $0.1 < $1.1 }?.0
    }
}
