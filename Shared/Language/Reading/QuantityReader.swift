import Localization

/// Reads a number with its unit at a place of a sentence: “5 km”, “half an hour”, “1 h 20 min”, “20 push-ups”.
///
/// It reads what the words say and nothing else: a number without a known unit is no amount.
package struct QuantityReader: Sendable {
    /// A quantity and the tokens that say it.
    package struct Found: Equatable, Sendable {
        package var amount: Amount
        /// The unit that is written; of “1 h 20 min” the first.
        package var unit: MeasureUnit
        /// The tokens of the number and of its unit; those of a thing counted are not part of it.
        package var tokens: Range<Int>
        /// The place after the unit or the thing counted.
        package var next: Int

        package init(amount: Amount, unit: MeasureUnit, tokens: Range<Int>, next: Int) {
            self.amount = amount
            self.unit = unit
            self.tokens = tokens
            self.next = next
        }
    }

    package let language: Localization.Language
    private var numbers: NumberReader { NumberReader(language) }

    package init(_ language: Localization.Language) { self.language = language }

    /// The quantity that begins at a place; nil if there is none.
    package func quantity(in tokens: [Token], at index: Int) -> Found? {
        guard let first = single(tokens, index) else { return nil }
        guard [.duration, .distance, .mass, .volume].contains(first.unit.kind) else { return first }
        return joined(tokens, first)
    }

    /// The quantity of one number and one unit, without a second one as in “1 h 20 min”.
    package func simpleQuantity(in tokens: [Token], at index: Int) -> Found? { single(tokens, index) }

    /// Quantities of which one or a part is named without a number: “an hour”, “half a litre”.
    private static let single: Set<Quantity> = [.duration, .distance, .volume]

    // MARK: Composites

    /// “1 hour and 20 minutes”, “2h 15m”, “an hour and a half”.
    private func joined(_ tokens: [Token], _ first: Found) -> Found {
        var (found, next) = (first, first.next)
        let joins = ["and", "und"].contains(tokens.text(next))
        if joins, let end = half(tokens, next + 1), UnitWords.units[tokens.text(end)] == nil {
            found.amount.value += first.unit.factor / 2
            return extended(found, to: end)
        }
        if joins { next += 1 }
        // After hours, minutes may have no unit (“1h30”) or an m (“2h 15m”).
        if first.unit == .hour, let (minutes, end) = numbers.number(in: tokens, at: next), minutes < 60 {
            let hasUnit = UnitWords.units[tokens.text(end)] == .minute || tokens.text(end) == "m"
            if hasUnit || tokens.isGlued(next) && UnitWords.units[tokens.text(end)] == nil {
                found.amount.value += minutes * 60
                return extended(found, to: hasUnit ? end + 1 : end)
            }
        }
        if let second = single(tokens, next), second.unit.kind == first.unit.kind,
            second.unit.factor < first.unit.factor, second.amount.value < first.unit.factor
        {
            found.amount.value += second.amount.value
            return extended(found, to: second.next)
        }
        return found
    }

    private func extended(_ found: Found, to end: Int) -> Found {
        Found(amount: found.amount, unit: found.unit, tokens: found.tokens.lowerBound..<end, next: end)
    }

    /// The place after “a half”, “half”.
    private func half(_ tokens: [Token], _ index: Int) -> Int? {
        let start = ["a", "one", "eine"].contains(tokens.text(index)) ? index + 1 : index
        return Self.halves.contains(tokens.text(start)) ? start + 1 : nil
    }

    private static let halves: Set = ["half", "halb", "halbe", "halber", "halben", "halbes", "halbem"]

    // MARK: One number and one unit

    private func single(_ tokens: [Token], _ index: Int) -> Found? {
        if let part = part(tokens, index) { return part }
        if let clock = clock(tokens, index) { return clock }
        let articles: Set = language == .english ? ["a", "an"] : ["ein", "eine", "einen", "einer", "einem"]
        if let count = UnitWords.count(tokens.text(index), language) {
            return made(count, .times, index..<index + 1, index + 1)
        }
        // “A hundred” is a number.
        if articles.contains(tokens.text(index)), numbers.number(in: tokens, at: index) == nil {
            guard let unit = UnitWords.units[tokens.text(index + 1)], Self.single.contains(unit.kind),
                tokens.text(index + 1).count > 1
            else { return nil }
            return made(1, unit, index..<index + 2, index + 2)
        }
        guard var (value, next) = numbers.number(in: tokens, at: index) else { return nil }
        // “two and a half hours”
        if language == .english, tokens.text(next) == "and", let end = half(tokens, next + 1) {
            (value, next) = (value + 0.5, end)
        }
        // “drei viertel Stunden”
        if language == .german, tokens.text(next) == "viertel" { (value, next) = (value / 4, next + 1) }
        if tokens.text(next) == "k", tokens.isGlued(next), countedEnd(tokens, next + 1) != nil {
            (value, next) = (value * 1000, next + 1)
        }
        let hyphen = tokens.text(next) == "-" && tokens.isGlued(next) && tokens.isGlued(next + 1)
        let place = hyphen ? next + 1 : next
        if let unit = UnitWords.units[tokens.text(place)] {
            // The hyphen of “5-km-Lauf” belongs to the amount.
            let end = hyphen && tokens.text(place + 1) == "-" && tokens.isGlued(place + 1) ? place + 2 : place + 1
            return made(value, unit, index..<end, end)
        }
        guard value == value.rounded() else { return nil }
        if UnitWords.times.contains(tokens.text(place)) {
            return made(value, .times, index..<place + 1, place + 1)
        }
        if !hyphen, let end = countedEnd(tokens, next) { return made(value, .times, index..<next, end) }
        return nil
    }

    /// “half an hour”, “a quarter of an hour”, “three quarters of an hour”, “eine halbe Stunde”.
    private func part(_ tokens: [Token], _ index: Int) -> Found? {
        let articles: Set = ["a", "ein", "eine", "einen", "einer", "einem", "one"]
        let start = articles.contains(tokens.text(index)) ? index + 1 : index
        var (share, next) = (0.0, start + 1)
        if Self.halves.contains(tokens.text(start)) {
            share = 0.5
        } else if language == .english, tokens.text(start) == "quarter" {
            share = 0.25
        } else if language == .english, tokens.text(index) == "three", tokens.text(index + 1) == "quarters" {
            (share, next) = (0.75, index + 2)
        } else {
            return nil
        }
        if tokens.text(next) == "of" { next += 1 }
        if ["a", "an"].contains(tokens.text(next)) { next += 1 }
        guard let unit = UnitWords.units[tokens.text(next)], Self.single.contains(unit.kind) else { return nil }
        return made(share, unit, index..<next + 1, next + 1)
    }

    /// “1:30 h”, “45:30 min”: the part after the colon is of the next smaller unit.
    private func clock(_ tokens: [Token], _ index: Int) -> Found? {
        guard tokens.indices.contains(index), let (whole, rest) = tokens[index].pair(around: ":"),
            let unit = UnitWords.units[tokens.text(index + 1)], unit == .hour || unit == .minute
        else { return nil }
        return made(Double(whole) + Double(rest) / 60, unit, index..<index + 2, index + 2)
    }

    /// The place after the name of a thing counted.
    private func countedEnd(_ tokens: [Token], _ index: Int) -> Int? {
        UnitWords.counted(language).lazy.compactMap { tokens.end(of: $0, at: index) }.first
    }

    private func made(_ value: Double, _ unit: MeasureUnit, _ tokens: Range<Int>, _ next: Int) -> Found? {
        let amount = value * unit.factor
        guard amount.isFinite, amount < 1e9 else { return nil }
        return Found(amount: Amount(unit.kind, amount), unit: unit, tokens: tokens, next: next)
    }
}
