/// Durations as people write them: "5 min", "1 min (mental check-in)", "10–15 minutes", "1 h 30 min", "90 days".
enum FreeTextTime {
    private static let units: [(names: Set<String>, seconds: Double)] = [
        (["s", "sec", "secs", "second", "seconds"], 1),
        (["m", "min", "mins", "minute", "minutes"], 60),
        (["h", "hr", "hrs", "hour", "hours"], 3600),
        (["d", "day", "days"], 86_400),
        (["w", "wk", "wks", "week", "weeks"], 604_800),
        (["month", "months"], 2_592_000),
    ]

    /// Seconds. Of a range the longer end, so that nothing takes longer than it says; nil where no number with a unit is found.
    static func seconds(_ text: String) -> Int32? {
        var total = 0.0
        var number: Double?
        var seen: Set<Double> = []
        // What is in brackets comments on the time and may name another one.
        for token in tokens(text.lowercased().prefix { $0 != "(" }) {
            if let value = Double(token) {
                number = value
            } else if let unit = units.first(where: { $0.names.contains(token) }) {
                // "1 h 30 min" adds up; "5 min or 10 min" does not.
                if let value = number, seen.insert(unit.seconds).inserted { total += value * unit.seconds }
                number = nil
            } else if token == "half" {
                number = 0.5
            } else if !["-", "to", "an", "a"].contains(token) {
                number = nil
            }
        }
        return total >= 1 && total <= Double(Int32.max) ? Int32(total) : nil
    }

    /// Numbers and words, apart even where they are written together ("5min"); every kind of dash is one.
    private static func tokens(_ text: some StringProtocol) -> [String] {
        var tokens: [String] = []
        var current = ""
        func isNumeric(_ character: Character) -> Bool { character.isASCII && character.isNumber || character == "." }
        func flush() {
            if !current.isEmpty { tokens.append(current.hasSuffix(".") ? String(current.dropLast()) : current) }
            current = ""
        }
        for character in text {
            if "-–—".contains(character) {
                flush()
                tokens.append("-")
            } else if isNumeric(character) || character.isLetter {
                if let last = current.last, isNumeric(last) != isNumeric(character) { flush() }
                current.append(character)
            } else {
                flush()
            }
        }
        flush()
        return tokens
    }
}
