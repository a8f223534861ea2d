/// Numbers that only the word before them gives away: dates of birth, record and account numbers, passwords.
struct LabelScanner {
    private let scalars: [Unicode.Scalar]
    private let words: [Word]
    init(_ scalars: [Unicode.Scalar], _ words: [Word]) { (self.scalars, self.words) = (scalars, words) }

    func spans() -> [Redaction.Span] {
        var spans: [Redaction.Span] = []
        for index in words.indices {
            let word = words[index].text
            if Self.birth.contains(word), let range = date(after: index) { spans.append(Redaction.Span(kind: .birthDate, range: range)) }
            if Self.secrets.contains(word), let range = secret(after: index) { spans.append(Redaction.Span(kind: .secret, range: range)) }
            if isRecordLabel(index), let range = record(after: index) { spans.append(Redaction.Span(kind: .record, range: range)) }
        }
        return spans
    }

    // MARK: Dates of birth

    private static let birth = Set(["born", "birth", "birthday", "birthdate", "dob", "geboren", "geburtsdatum", "geburtstag", "geb", "née"])
    private static let months = Set(
        """
        january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec januar februar marz
        mai juni juli oktober dezember
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// A date within the next eight words of the sentence, with or without its year.
    private func date(after label: Int) -> Range<Int>? {
        for index in label + 1..<min(label + 9, words.count) where words[index].sentence <= words[label].sentence + 1 {
            let isMonth = Self.months.contains(words[index].text)
            guard isMonth || (words[index].text.utf8.first.map { (0x30...0x39).contains($0) } ?? false) else { continue }
            var last = index
            while last + 1 < words.count, last - index < 3, isDatePart(words[last + 1].text),
                words[last + 1].range.lowerBound - words[last].range.upperBound <= 2
            {
                last += 1
            }
            let parts = words[index...last].map(\.text)
            let hasYear = parts.contains { $0.utf8.count == 4 && Int($0) != nil }
            if parts.count >= 2 && (parts.contains(where: Self.months.contains) || hasYear) || hasYear && isYear(parts[0]) {
                return words[index].range.lowerBound..<words[last].range.upperBound
            }
        }
        return nil
    }

    private func isYear(_ text: String) -> Bool { Int(text).map { (1900...2030).contains($0) } ?? false }

    private func isDatePart(_ text: String) -> Bool {
        if Self.months.contains(text) || text == "of" { return true }
        var digits = text[...]
        for suffix in ["st", "nd", "rd", "th"] where digits.hasSuffix(suffix) { digits = digits.dropLast(2) }
        return digits.utf8.count <= 4 && Int(digits) != nil
    }

    // MARK: Passwords

    private static let secrets = Set(["password", "passwords", "passcode", "pin", "passwort", "kennwort", "passphrase"])

    /// The next token that looks made up: a digit or a sign in it, or quoted.
    private func secret(after label: Int) -> Range<Int>? {
        var index = words[label].range.upperBound
        var tokens = 0
        while index < scalars.count, tokens < 4 {
            while index < scalars.count, scalars[index].isSpace || ":=()".unicodeScalars.contains(scalars[index]) { index += 1 }
            let start = index
            while index < scalars.count, !scalars[index].isSpace { index += 1 }
            var range = start..<index
            while !range.isEmpty, ".,;)\"'’”".unicodeScalars.contains(scalars[range.upperBound - 1]) { range = range.lowerBound..<range.upperBound - 1 }
            while !range.isEmpty, "\"'“‘(".unicodeScalars.contains(scalars[range.lowerBound]) { range = range.lowerBound + 1..<range.upperBound }
            let token = scalars[range]
            let hasDigit = token.contains(where: \.isDigit)
            let hasLetter = token.contains(where: \.isLetter)
            let hasSign = token.contains { !$0.isLetter && !$0.isDigit && !"-'’/&".unicodeScalars.contains($0) }
            if range.count >= 4, hasDigit && (hasLetter || !hasSign) || hasLetter && hasSign { return range }
            tokens += 1
        }
        return nil
    }

    // MARK: Records

    private static let labels = Set(
        """
        mrn record records account accounts acct policy passport licence license license's driver's drivers insurance patient member membership employee case chart customer
        routing voter aadhaar aadhar pan taxpayer tax id ids identification reference ref npi dl username userid user aktenzeichen versicherungsnummer
        personalausweis reisepass kontonummer steuernummer patientennummer kundennummer suspect checking savings ein itin atin badge invoice order
        """.split(whereSeparator: \.isWhitespace).map(String.init))
    private static let links = Set(
        """
        number numbers no nr num id ids is was are were the of my his her their your for a ending card bank health medical social security and license licence lic
        record account identification code file ist lautet die der
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    private func isRecordLabel(_ index: Int) -> Bool { Self.labels.contains(words[index].text) }

    /// A token with three digits or more, after at most five words that lead to it.
    private func record(after label: Int) -> Range<Int>? {
        var index = label + 1
        while index < words.count, index <= label + 6, words[index].sentence == words[label].sentence {
            let range = token(at: words[index].range.lowerBound)
            let digits = scalars[range].filter(\.isDigit).count
            let letters = scalars[range].filter(\.isLetter).count
            let isAmount =
                letters == 0 && index + 1 < words.count && scalars[range].contains(".")
                || range.lowerBound > 0 && "$€£".unicodeScalars.contains(scalars[range.lowerBound - 1])
            if digits >= 4 && !isAmount && !isPlainYear(range) || digits >= 3 && letters > 0 && range.count >= 6 { return range }
            guard Self.links.contains(words[index].text) || Self.labels.contains(words[index].text) else { return nil }
            index += 1
        }
        return nil
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
