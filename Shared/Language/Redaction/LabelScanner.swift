import Messages

/// Finds values that only a label before them identifies: dates of birth, record and account numbers, passwords.
struct LabelScanner {
    private let scalars: [Unicode.Scalar]
    private let words: [Word]
    private let today: Day

    init(_ scalars: [Unicode.Scalar], _ words: [Word], today: Day) {
        self.scalars = scalars
        self.words = words
        self.today = today
    }

    func spans() -> [Redaction.Span] {
        var spans: [Redaction.Span] = []
        for index in words.indices {
            let word = words[index].text
            if Self.birth.contains(word), let range = date(after: index) {
                spans.append(Redaction.Span(kind: .birthDate, range: range))
            }
            if Self.secrets.contains(word), let range = secret(after: index) {
                spans.append(Redaction.Span(kind: .secret, range: range))
            }
            if isRecordLabel(index), let range = record(after: index) {
                spans.append(Redaction.Span(kind: .record, range: range))
            }
        }
        return spans
    }

    // MARK: Dates of birth

    private static let birth = Set([
        "born", "birth", "birthday", "birthdate", "dob", "geboren", "geburtsdatum", "geburtstag", "geb", "née",
    ])
    private static let months = Set(CalendarWords.months(.english).keys).union(CalendarWords.months(.german).keys)

    /// A date, with or without a year, within the next eight words of this or the next sentence.
    private func date(after label: Int) -> Range<Int>? {
        for index in label + 1..<min(label + 9, words.count) where words[index].sentence <= words[label].sentence + 1 {
            let isMonth = Self.months.contains(words[index].text)
            guard isMonth || (words[index].text.utf8.first.map { (0x30...0x39).contains($0) } ?? false) else {
                continue
            }
            var last = index
            while last + 1 < words.count, last - index < 3, isDatePart(words[last + 1].text),
                words[last + 1].range.lowerBound - words[last].range.upperBound <= 2
            {
                last += 1
            }
            let parts = words[index...last].map(\.text)
            let hasYear = parts.contains { $0.utf8.count == 4 && Int($0) != nil }
            if parts.count >= 2 && (parts.contains(where: Self.months.contains) || hasYear)
                || hasYear && isYear(parts[0])
            {
                return words[index].range.lowerBound..<words[last].range.upperBound
            }
        }
        return nil
    }

    private func isYear(_ text: String) -> Bool { Int(text).map(today.namedYears.contains) ?? false }

    private func isDatePart(_ text: String) -> Bool {
        if Self.months.contains(text) || text == "of" { return true }
        var digits = text[...]
        for suffix in ["st", "nd", "rd", "th"] where digits.hasSuffix(suffix) { digits = digits.dropLast(2) }
        return digits.utf8.count <= 4 && Int(digits) != nil
    }

    // MARK: Passwords

    private static let secrets = Set([
        "password", "passwords", "passcode", "pin", "passwort", "kennwort", "passphrase", "cvv", "cvc",
    ])

    /// The next token that looks like a secret: it has a digit or a sign, or is quoted.
    private func secret(after label: Int) -> Range<Int>? {
        var index = words[label].range.upperBound
        var tokens = 0
        while index < scalars.count, tokens < 4 {
            while index < scalars.count, scalars[index].isSpace || ":=()".unicodeScalars.contains(scalars[index]) {
                index += 1
            }
            let start = index
            while index < scalars.count, !scalars[index].isSpace { index += 1 }
            var range = start..<index
            while !range.isEmpty, ".,;)\"'’”".unicodeScalars.contains(scalars[range.upperBound - 1]) {
                range = range.lowerBound..<range.upperBound - 1
            }
            while !range.isEmpty, "\"'“‘(".unicodeScalars.contains(scalars[range.lowerBound]) {
                range = range.lowerBound + 1..<range.upperBound
            }
            let token = scalars[range]
            let hasDigit = token.contains(where: \.isDigit)
            let hasLetter = token.contains(where: \.isLetter)
            let hasSign = token.contains { !$0.isLetter && !$0.isDigit && !"-'’/&".unicodeScalars.contains($0) }
            let shortest = words[label].text.hasPrefix("cv") ? 3 : 4
            if range.count >= shortest, hasDigit && (hasLetter || !hasSign) || hasLetter && hasSign { return range }
            tokens += 1
        }
        return nil
    }

    // MARK: Records

    private static let labels = Set(
        """
        mrn record records account accounts acct policy passport licence license license's driver's drivers insurance patient member membership employee case chart customer
        routing voter aadhaar aadhar pan taxpayer tax id ids identification reference ref npi dl username userid user aktenzeichen versicherungsnummer
        personalausweis reisepass kontonummer steuernummer patientennummer kundennummer suspect checking savings ein itin atin badge invoice order acc accnum pid tin ssn ssns iban ifsc registration
        ausweisnummer steuerid sozialversicherungsnummer
        """.split(whereSeparator: \.isWhitespace).map(String.init))
    /// Labels that are also common words: "PAN 'ABCDE1234F'", "TIN 10-4938120", but "a pan of 1500 g". They count in
    /// capitals or with a word that marks a number.
    private static let ambiguous: Set = ["pan", "tin", "ein", "acc"]
    private static let links = Set(
        """
        number numbers no nr num id ids is was are were the of my his her their your for a ending card bank health medical social security and license licence lic
        record account identification code file ist lautet die der ending ends
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    private func isRecordLabel(_ index: Int) -> Bool {
        guard Self.labels.contains(words[index].text) else { return false }
        guard Self.ambiguous.contains(words[index].text), !words[index].isShouted else { return true }
        return index + 1 < words.count && ["card", "number", "no", "nr", "id"].contains(words[index + 1].text)
    }

    /// A token with three or more digits and the groups of digits that continue it, after at most five linking words.
    private func record(after label: Int) -> Range<Int>? {
        var index = label + 1
        while index < words.count, index <= label + 6, words[index].sentence == words[label].sentence {
            let range = token(at: words[index].range.lowerBound)
            let digits = scalars[range].filter(\.isDigit).count
            let letters = scalars[range].filter(\.isLetter).count
            let end = letters == 0 ? groups(from: range.upperBound) : range.upperBound
            let isAmount =
                letters == 0 && isUnit(after: end)
                || letters == 0 && index + 1 < words.count && scalars[range].contains(".")
                || range.lowerBound > 0 && "$€£".unicodeScalars.contains(scalars[range.lowerBound - 1])
            let hasEnough = digits >= 4 || digits >= 2 && end - range.lowerBound >= 9
            if hasEnough && !isAmount && !isPlainYear(range) || digits >= 3 && letters > 0 && range.count >= 6 {
                return range.lowerBound..<end
            }
            guard isLink(index) else { return nil }
            index += 1
        }
        return nil
    }

    /// Whether a word links a label to its number: "accounts like 9021003456", "number ending in 7854", but not "a
    /// patient with 1500 ml".
    private func isLink(_ index: Int) -> Bool {
        switch words[index].text {
        case "like": words[index - 1].text.hasSuffix("s")
        case "with", "in": ["ending", "ends"].contains(words[index - 1].text)
        default: Self.links.contains(words[index].text) || Self.labels.contains(words[index].text)
        }
    }

    private static let units: Set = [
        "kcal", "calories", "cal", "steps", "schritte", "points", "punkte", "euros", "euro", "dollars", "pounds", "g",
        "kg", "mg", "ml", "l", "m", "km",
        "meters", "metres", "miles", "watts", "hours", "minutes", "days", "people", "words",
    ]

    /// Whether a unit follows: the number in "account for 1500 kcal" is a quantity.
    private func isUnit(after end: Int) -> Bool {
        guard end < scalars.count, scalars[end] == " " else { return false }
        return Self.units.contains(
            String(String.UnicodeScalarView(scalars[(end + 1)...].prefix(while: \.isLetter))).lowercased())
    }

    /// End of the last group of a grouped number such as "1234 5678 9012".
    private func groups(from end: Int) -> Int {
        var end = end
        while end + 2 < scalars.count, scalars[end] == " ", scalars[end + 1].isDigit, scalars[end + 2].isDigit {
            let next = scalars[(end + 1)...].prefix(while: \.isDigit).endIndex
            guard next >= scalars.count || !scalars[next].isLetter && !":%".unicodeScalars.contains(scalars[next])
            else { break }
            end = next
        }
        return end
    }

    private func isPlainYear(_ range: Range<Int>) -> Bool { isYear(String(String.UnicodeScalarView(scalars[range]))) }

    private func token(at start: Int) -> Range<Int> {
        var first = start
        while first > 0, isTokenPart(first - 1) { first -= 1 }
        var end = start
        while end < scalars.count, isTokenPart(end) { end += 1 }
        while end > start, !scalars[end - 1].isLetter, !scalars[end - 1].isDigit { end -= 1 }
        while first < start, !scalars[first].isLetter, !scalars[first].isDigit { first += 1 }
        return first..<max(end, start)
    }

    private func isTokenPart(_ index: Int) -> Bool {
        scalars[index].isLetter || scalars[index].isDigit || "-_./*".unicodeScalars.contains(scalars[index])
    }
}
