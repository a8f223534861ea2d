/// Parses durations as people write them: "5 min", "1 min (mental check-in)", "10–15 minutes", "1 h 30 min", "90 days".
enum FreeTextTime {
    private static let units: [(names: Set<String>, seconds: Double)] = [
        (["s", "sec", "secs", "second", "seconds"], 1),
        (["m", "min", "mins", "minute", "minutes"], 60),
        (["h", "hr", "hrs", "hour", "hours"], 3600),
        (["d", "day", "days"], 86_400),
        (["w", "wk", "wks", "week", "weeks"], 604_800),
        (["month", "months"], 2_592_000),
    ]

    /// The duration in seconds; nil without a number with a unit. A range yields its upper end, so that nothing takes
    /// longer than stated.
    static func seconds(_ text: String) -> Int32? {
        var total = 0.0
        var number: Double?
        var seen: Set<Double> = []
        // Text in brackets comments on the time and may contain another one.
        for token in tokens(text.lowercased().prefix { $0 != "(" }) {
            if let value = Double(token) {
                number = value
            } else if let unit = units.first(where: { $0.names.contains(token) }) {
                // Different units add up ("1 h 30 min"); equal ones do not ("5 min or 10 min").
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

    /// Numbers and words, separated even if written together ("5min"). Every kind of dash is a token.
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
