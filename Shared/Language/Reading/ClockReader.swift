import Localization

/// Reads times of the clock: “at 7:30 am”, “from 6 pm to 7 pm”, “um 18 Uhr”, “um halb acht”.
package struct ClockReader: Sendable {
    package let language: Localization.Language
    /// Words after which a bare number stands for a time: “at 7 yesterday”.
    private let followers: Set<String>

    package init(_ language: Localization.Language, followers: Set<String> = []) {
        self.language = language
        self.followers = followers
    }

    /// One time of a clock.
    package struct Reading: Sendable {
        /// Minutes after midnight, 0 … 1440.
        package var minute: Int
        /// The place after it.
        package var next: Int
        /// Whether it cannot be another number: it has minutes, am, pm or Uhr.
        package var isCertain: Bool
        /// Whether am or pm was said.
        var hasHalf = false
    }

    /// The time that begins at a place, with its preposition, and the place after it: minutes after midnight from the
    /// start to the end of a range, or a single one.
    package func time(in tokens: [Token], at index: Int) -> (minutes: ClosedRange<Int>, next: Int)? {
        if let range = range(tokens, index) { return range }
        let hasPreposition = Self.prepositions.contains(tokens.text(index))
        let start = hasPreposition ? index + 1 : index
        guard let reading = reading(tokens, start) else { return nil }
        if hasPreposition {
            guard reading.isCertain || isAlone(tokens, reading.next) else { return nil }
        } else {
            // “5 km, 24:30” may be a duration.
            guard reading.hasHalf || isHour(tokens, start..<reading.next) else { return nil }
        }
        return (reading.minute...reading.minute, reading.next)
    }

    private static let prepositions: Set = ["at", "around", "um", "gegen"]
    private static let hours: Set = ["uhr", "o'clock"]

    private func isHour(_ tokens: [Token], _ range: Range<Int>) -> Bool {
        tokens[range].contains { Self.hours.contains($0.text) }
    }

    /// Whether a bare number stands for a time: nothing follows that it could count.
    private func isAlone(_ tokens: [Token], _ next: Int) -> Bool {
        guard tokens.indices.contains(next) else { return true }
        if tokens[next].kind == .sign {
            return !tokens[next].isGlued || [",", ".", ";", ":"].contains(tokens[next].text)
        }
        let follow: Set = ["for", "with", "in", "on", "and", "mit", "im", "am", "fur", "und"]
        return follow.contains(tokens[next].text) || followers.contains(tokens[next].text)
    }

    /// “from 6 pm to 7 pm”, “between 6 and 7 pm”, “von 18 bis 19 Uhr”.
    private func range(_ tokens: [Token], _ index: Int) -> (minutes: ClosedRange<Int>, next: Int)? {
        let pairs = ["from": "to", "between": "and", "von": "bis", "zwischen": "und"]
        guard let join = pairs[tokens.text(index)], let first = reading(tokens, index + 1),
            tokens.text(first.next) == join, let second = reading(tokens, first.next + 1),
            first.isCertain || second.isCertain
        else { return nil }
        var start = first.minute
        // “From 6 to 7 pm”: the second half of the day holds for both.
        if second.hasHalf, !first.hasHalf, start < 12 * 60, start + 12 * 60 < second.minute { start += 12 * 60 }
        return start < second.minute ? (start...second.minute, second.next) : nil
    }

    /// The time that begins at a place, without a preposition.
    package func reading(_ tokens: [Token], _ index: Int) -> Reading? {
        if language == .german, let spoken = spoken(tokens, index) { return spoken }
        guard tokens.indices.contains(index), tokens[index].kind == .number || language == .german,
            let (written, minutes, hasMinutes) = digits(tokens[index])
        else { return nil }
        var (hour, minute) = (written, minutes)
        var reading = Reading(minute: 0, next: index + 1, isCertain: hasMinutes)
        if language == .english, let (isAfternoon, end) = half(tokens, index + 1) {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (isAfternoon ? 12 : 0)
            (reading.next, reading.isCertain, reading.hasHalf) = (end, true, true)
        } else if Self.hours.contains(tokens.text(index + 1)) {
            (reading.next, reading.isCertain) = (index + 2, true)
            // “18 Uhr 30”
            if !hasMinutes, language == .german, let rest = Int(tokens.text(index + 2)), rest < 60,
                tokens.text(index + 2).count == 2, UnitWords.units[tokens.text(index + 3)] == nil
            {
                (minute, reading.next) = (rest, index + 3)
            }
        }
        guard hour < 24 || hour == 24 && minute == 0 else { return nil }
        reading.minute = hour * 60 + minute
        // “7.30” without “Uhr” is a number.
        return tokens[index].text.contains(".") && !isHour(tokens, index..<reading.next) ? nil : reading
    }

    private func digits(_ token: Token) -> (hour: Int, minute: Int, hasMinutes: Bool)? {
        guard token.kind == .number else { return nil }
        if token.text.utf8.count <= 2 { return Int(token.text).map { ($0, 0, false) } }
        return token.pair(around: language == .german && token.text.contains(".") ? "." : ":").map {
            ($0.first, $0.second, true)
        }
    }

    /// “am”, “pm”, “a.m.”, “p.m.”
    private func half(_ tokens: [Token], _ index: Int) -> (isAfternoon: Bool, next: Int)? {
        switch tokens.text(index) {
        case "am": return (false, index + 1)
        case "pm": return (true, index + 1)
        case "a", "p":
            guard tokens.text(index + 1) == ".", tokens.text(index + 2) == "m", tokens.isGlued(index + 2) else {
                return nil
            }
            let hasDot = tokens.text(index + 3) == "." && tokens.isGlued(index + 3)
            return (tokens.text(index) == "p", hasDot ? index + 4 : index + 3)
        default: return nil
        }
    }

    /// “halb acht”, “Viertel nach sieben”, “dreiviertel acht”, “sieben Uhr”.
    private func spoken(_ tokens: [Token], _ index: Int) -> Reading? {
        func hour(_ place: Int) -> Int? {
            let value =
                tokens.text(place) == "ein"
                ? 1
                : Int(tokens.text(place)).map(Double.init)
                    ?? NumberWords.german(tokens.text(place))
            return value.flatMap { (0...24).contains($0) ? Int($0) : nil }
        }
        func made(_ minute: Int, _ next: Int) -> Reading {
            let end = tokens.text(next) == "uhr" ? next + 1 : next
            return Reading(minute: minute, next: end, isCertain: true)
        }
        switch (tokens.text(index), tokens.text(index + 1)) {
        case ("halb", _):
            return hour(index + 1).flatMap { (1...12).contains($0) ? made($0 * 60 - 30, index + 2) : nil }
        case ("viertel", "nach"): return hour(index + 2).map { made($0 * 60 + 15, index + 3) }
        case ("viertel", "vor"): return hour(index + 2).flatMap { $0 > 0 ? made($0 * 60 - 15, index + 3) : nil }
        case ("dreiviertel", _): return hour(index + 1).flatMap { $0 > 0 ? made($0 * 60 - 15, index + 2) : nil }
        case (_, "uhr") where Int(tokens.text(index)) == nil: return hour(index).map { made($0 * 60, index + 1) }
        default: return nil
        }
    }
}
