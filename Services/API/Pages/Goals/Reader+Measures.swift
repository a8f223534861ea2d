import Foundation
import Localization
import Messages

extension Reader {
    /// “5.5 km”: a value with the unit of its measure, at most two digits after the separator. Hours are “1 h 20 min”.
    func amount(_ value: Double, unit: String) -> String {
        guard value.isFinite else { return unit }
        if let time = formats.hours(value, unit: unit) { return time }
        return formats.quantity(value, unit, digits: Self.digits(value))
    }

    /// The same without a unit.
    func plain(_ value: Double) -> String {
        value.isFinite ? formats.number(value, digits: Self.digits(value)) : ""
    }

    private static func digits(_ value: Double) -> Int {
        if value == value.rounded() { return 0 }
        return abs(value * 10 - (value * 10).rounded()) < 1e-6 ? 1 : 2
    }

    /// An amount that quick add read from a sentence: “5 km”, “30 min”, “20”.
    func amount(_ amount: ReadAmount) -> String {
        guard amount.value.isFinite else { return "" }
        switch amount.kind {
        case .duration: return formats.duration(seconds: amount.value)
        case .distance where amount.value < 1000: return self.amount(amount.value, unit: "m")
        case .distance: return self.amount(amount.value / 1000, unit: "km")
        case .mass, .bodyMass: return self.amount(amount.value, unit: "kg")
        case .energy: return formats.energy(kilocalories: amount.value)
        case .volume where amount.value < 1000: return self.amount(amount.value, unit: "ml")
        case .volume: return self.amount(amount.value / 1000, unit: "l")
        default: return plain(amount.value)
        }
    }

    /// Share of a whole: “40 %”.
    func share(_ share: Double) -> String { share.isFinite ? formats.quantity(share * 100, "%") : "" }

    /// A title, else the beginning of the description, else a word for an entry without title.
    func heading(_ title: String?, _ description: String?) -> String {
        if let title = Self.filled(title) { return title }
        guard let description = Self.filled(description) else { return words("actionpages.untitled") }
        let line = description.prefix { $0 != "\n" }
        return line.count > 80 ? "\(line.prefix(79))…" : String(line)
    }

    /// “Term 3”, or the term's own title.
    func termName(_ term: TermContent) -> String { termName(term.title, number: term.number ?? 0) }

    /// “Term 3”, or the term's own title.
    func termName(_ title: String?, number: Int32) -> String {
        if let title, !title.isEmpty { return title }
        return words("terms.numbered", ["number": "\(number)"])
    }

    private static func filled(_ text: String?) -> String? {
        let trimmed = text?.trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed?.isEmpty == false ? trimmed : nil
    }

    /// Why a goal is proposed for an action, in one sentence (GOL-10).
    func sentence(_ reasons: [MatchReason], _ measures: [EntityID: Measure]) -> String {
        let parts = reasons.compactMap { reason -> String? in
            switch reason.kind {
            case .measure:
                let measure = reason.measure.flatMap { measures[$0] }?.content
                let name = measure.map { $0.title ?? $0.unit } ?? ""
                return name.isEmpty ? nil : words("actionpages.reason.measure", ["measure": name])
            case .quantity:
                guard let kind = reason.quantity, words.contains("actionpages.quantity.\(kind)") else { return nil }
                return words(
                    "actionpages.reason.quantity", ["quantity": words("actionpages.quantity.\(kind)")])
            case .period:
                guard let first = reason.first, let last = reason.last else { return nil }
                return words(
                    "actionpages.reason.period",
                    ["days": formats.range(formats.dayAndMonth(first), formats.dateWithYear(last))])
            case .words:
                guard !reason.words.isEmpty else { return nil }
                return words("actionpages.reason.words", ["words": list(reason.words)])
            default: return nil
            }
        }
        return parts.joined(separator: " ")
    }
}
