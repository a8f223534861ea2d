/// Card numbers, IBANs, social security numbers, phone numbers, coordinates: runs of digits with their usual
/// separators.
struct NumberScanner {
    private let scalars: [Unicode.Scalar]
    init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

    /// Digits with single separators between them.
    private struct Run {
        var range: Range<Int>
        var groups: [Int]
        var digits: [UInt8]
        var separators: [Unicode.Scalar]
        var hasPlus: Bool
        var hasParenthesis: Bool
    }

    func spans() -> [Redaction.Span] {
        var spans: [Redaction.Span] = []
        var index = 0
        while index < scalars.count {
            if let span = iban(at: index) ?? cutOff(at: index) ?? coordinates(at: index) ?? masked(at: index) {
                spans.append(span)
                index = span.range.upperBound
            } else if let run = run(at: index) {
                if let kind = kind(of: run) { spans.append(Redaction.Span(kind: kind, range: run.range)) }
                index = run.range.upperBound
            } else {
                index += 1
            }
        }
        return spans
    }

    // MARK: IBAN

    private func isAlphanumeric(_ index: Int) -> Bool {
        scalars.indices.contains(index) && (scalars[index].isLatinLetter || scalars[index].isDigit)
    }

    private func iban(at index: Int) -> Redaction.Span? {
        guard index + 14 < scalars.count, scalars[index].isLatinLetter, scalars[index + 1].isLatinLetter,
            !isAlphanumeric(index - 1),
            scalars[index + 2].isDigit, scalars[index + 3].isDigit
        else { return nil }
        var characters: [UInt8] = []
        var end = index
        var best: Int?
        while end < scalars.count, characters.count < 34 {
            if isAlphanumeric(end) {
                characters.append(UInt8(scalars[end].value))
            } else if !((scalars[end] == " " || scalars[end] == "-") && isAlphanumeric(end + 1) && end > index + 3) {
                break
            }
            end += 1
            if !isAlphanumeric(end), Checksum.iban(characters) { best = end }
        }
        if best == nil, characters.count >= 12, isLabelled(index, by: Self.accounts) { best = unspaced(from: index) }
        if best == nil { best = shaped(from: index) }
        return best.map { Redaction.Span(kind: .iban, range: index..<$0) }
    }

    private static let accounts: Set<String> = ["iban", "account", "bank", "konto", "kontonummer", "bankverbindung"]

    /// A mistyped or partly masked IBAN: a country's letters and its length, mostly digits. One wrong character breaks
    /// the checksum, but the rest still identifies the account.
    private func shaped(from index: Int) -> Int? {
        guard scalars[index].isUpper, scalars[index + 1].isUpper,
            let length = IBANLengths.byCountry[String(String.UnicodeScalarView(scalars[index..<index + 2]))]
        else { return nil }
        var (count, digits, end) = (0, 0, index)
        while end < scalars.count, count < length {
            if scalars[end].isDigit || isMask(end) || isAlphanumeric(end) && scalars[end].isUpper {
                count += 1
                digits += scalars[end].isDigit || isMask(end) ? 1 : 0
            } else if scalars[end] != " " && scalars[end] != "-" || !isAlphanumeric(end + 1) && !isMask(end + 1) {
                return nil
            }
            end += 1
        }
        return count == length && !isAlphanumeric(end) && digits * 2 > length ? end : nil
    }

    /// "CH29309...": the beginning of an IBAN, where accounts or transfers are spoken of.
    private func cutOff(at index: Int) -> Redaction.Span? {
        guard index + 7 < scalars.count, scalars[index].isUpper, scalars[index + 1].isUpper, !isAlphanumeric(index - 1),
            scalars[index + 2].isDigit,
            scalars[index + 3].isDigit,
            IBANLengths.byCountry[String(String.UnicodeScalarView(scalars[index..<index + 2]))] != nil
        else { return nil }
        var end = index
        while isAlphanumeric(end) { end += 1 }
        let dots = scalars[end...].prefix { $0 == "." || $0 == "…" }
        guard end - index >= 7, dots.count >= 3 || dots.first == "…",
            isLabelled(index, by: Self.accounts.union(["wire", "transfer", "routing"]))
        else {
            return nil
        }
        return Redaction.Span(kind: .iban, range: index..<end + dots.count)
    }

    private func unspaced(from index: Int) -> Int {
        var end = index
        while isAlphanumeric(end)
            || (end < scalars.count && scalars[end] == " " && isAlphanumeric(end + 1)
                && (scalars[end + 1].isDigit || scalars[end + 1].isUpper))
        {
            end += 1
        }
        return end
    }

    // MARK: Coordinates

    /// "52.5200, 13.4050", "48.8584° N 2.2945° E": two decimals of three places or more, within −90…90 and −180…180.
    private func coordinates(at index: Int) -> Redaction.Span? {
        guard index == 0 || !(scalars[index - 1].isDigit || scalars[index - 1] == "."), let first = decimal(at: index),
            abs(first.value) <= 90
        else {
            return nil
        }
        var next = first.end
        while next < scalars.count, " ,;°NSns".unicodeScalars.contains(scalars[next]), next - first.end < 6 {
            next += 1
        }
        guard next > first.end, let second = decimal(at: next), abs(second.value) <= 180 else { return nil }
        var end = second.end
        while end < scalars.count, end - second.end < 3,
            "°".unicodeScalars.contains(scalars[end])
                || (scalars[end] == " " && end + 1 < scalars.count && "EWO".unicodeScalars.contains(scalars[end + 1]))
                || "EWO".unicodeScalars.contains(scalars[end])
        { end += 1 }
        return Redaction.Span(kind: .coordinates, range: index..<end)
    }

    private func decimal(at index: Int) -> (value: Double, end: Int)? {
        var end = index
        if end < scalars.count, scalars[end] == "-" || scalars[end] == "+" || scalars[end] == "−" { end += 1 }
        let start = end
        while end < scalars.count, scalars[end].isDigit { end += 1 }
        guard end > start, end - start <= 3, end < scalars.count, scalars[end] == "." else { return nil }
        let dot = end
        end += 1
        while end < scalars.count, scalars[end].isDigit { end += 1 }
        guard end - dot > 3, let value = Double(String(String.UnicodeScalarView(scalars[start..<end]))) else {
            return nil
        }
        return (value, end)
    }

    // MARK: Partly masked numbers

    /// A card or social security number with some digits masked: "**** **** **** 4242", "XXX-XX-6789". Redacted whole,
    /// because the digits that stay visible help to identify the person.
    private func masked(at index: Int) -> Redaction.Span? {
        guard isPart(index), !isPart(index - 1), !isAlphanumeric(index - 1) else { return nil }
        for (kind, groups) in [(Redaction.Kind.card, [4, 4, 4, 4]), (.ssn, [3, 2, 4])] {
            var end = index
            for (number, size) in groups.enumerated() {
                if number > 0, end < scalars.count, scalars[end] == " " || scalars[end] == "-" { end += 1 }
                guard (end..<end + size).allSatisfy(isPart) else { break }
                end += size
                guard number == groups.count - 1, !isPart(end), !isAlphanumeric(end) else { continue }
                let (digits, masks) = ((index..<end).count { scalars[$0].isDigit }, (index..<end).count(where: isMask))
                if digits >= 2, masks >= 2 { return Redaction.Span(kind: kind, range: index..<end) }
            }
        }
        return maskedCard(at: index)
    }

    /// A masked card number: "4532********7890" anywhere, a shorter one ("4987 XXXX 3456", "*111") only after a word
    /// for a card.
    private func maskedCard(at index: Int) -> Redaction.Span? {
        var (end, digits, masks, isUnbroken) = (index, 0, 0, true)
        while end < scalars.count {
            if isPart(end) {
                digits += scalars[end].isDigit ? 1 : 0
                masks += isMask(end) ? 1 : 0
            } else if (scalars[end] == " " || scalars[end] == "-") && isPart(end + 1) {
                isUnbroken = false
            } else {
                break
            }
            end += 1
        }
        guard !isAlphanumeric(end), digits >= 3, digits + masks <= 20, scalars[end - 1].isDigit else { return nil }
        let isWhole = isUnbroken && digits + masks >= 12 && masks >= 4
        // Lowercase "xxx" is not a mask here: "xxx 2026" on a birthday card means kisses.
        let isPartOfOne =
            (masks >= 3 || scalars[index] == "*") && !scalars[index..<end].contains("x") && masks > 0
            && isLabelled(index, by: Self.cards)
        return isWhole || isPartOfOne ? Redaction.Span(kind: .card, range: index..<end) : nil
    }

    private func isMask(_ index: Int) -> Bool {
        scalars.indices.contains(index) && "*xX•#".unicodeScalars.contains(scalars[index])
    }
    private func isPart(_ index: Int) -> Bool {
        isMask(index) || scalars.indices.contains(index) && scalars[index].isDigit
    }

    // MARK: Runs of digits

    private func run(at index: Int) -> Run? {
        let first = scalars[index]
        guard first.isDigit || first == "+" || first == "(" else { return nil }
        if index > 0 {
            let before = scalars[index - 1]
            guard !before.isLetter, !before.isDigit, before != "#" || first != "(" else { return nil }
        }
        var run = Run(
            range: index..<index, groups: [], digits: [], separators: [], hasPlus: first == "+", hasParenthesis: false)
        var place = index + (first == "+" ? 1 : 0)
        var end = index
        var pending: [Unicode.Scalar] = []
        while place < scalars.count {
            let scalar = scalars[place]
            if scalar.isDigit {
                if pending.isEmpty, !run.groups.isEmpty {
                    run.groups[run.groups.count - 1] += 1
                } else {
                    run.groups.append(1)
                }
                run.separators += pending
                pending = []
                run.digits.append(UInt8(scalar.value - 0x30))
                end = place + 1
            } else if "()-./ \u{A0}–".unicodeScalars.contains(scalar), pending.count < 3 {
                if scalar == "(" || scalar == ")" { run.hasParenthesis = true }
                pending.append(scalar)
            } else {
                break
            }
            place += 1
        }
        guard run.digits.count >= 7 else { return nil }
        // "123abc" is no number
        if end < scalars.count, scalars[end].isLetter, scalars[end] != "x" { return nil }
        run.range = index..<end
        return run
    }

    private func kind(of run: Run) -> Redaction.Kind? {
        let count = run.digits.count
        if leads(["isbn", "issn", "ean", "doi"], to: run.range.lowerBound) { return nil }
        if !run.hasPlus, !run.hasParenthesis {
            if run.groups == [3, 2, 4], Set(run.separators).count == 1,
                "- .".unicodeScalars.contains(run.separators[0]), run.digits[..<3] != [0, 0, 0]
            {
                // From 900 on it is a taxpayer's number (IRS: ITIN), unless it is called otherwise.
                return run.digits[0] < 9 || isLabelled(run.range.lowerBound, by: ["ssn", "ssns", "social"])
                    ? .ssn : .record
            }
            // With a digit too many or too few, or without its country.
            if count == 9, leads(["ssn", "ssns", "social"], to: run.range.lowerBound) { return .ssn }
            if (7...10).contains(count), leads(["ssn", "ssns"], to: run.range.lowerBound) { return .ssn }
            if count >= 8, leads(["iban", "ibans"], to: run.range.lowerBound) { return .iban }
            if isCard(run) { return .card }
        }
        return isPhone(run) ? .phone : nil
    }

    private static let cards: Set<String> = [
        "card", "visa", "mastercard", "amex", "maestro", "credit", "debit", "kreditkarte", "karte", "kartennummer",
        "kreditkartennummer",
    ]

    /// By its check digit (12 digits are Maestro's, ISO/IEC 7812), by the four groups that only cards have, or by the
    /// word before it: a mistyped one tells as much.
    private func isCard(_ run: Run) -> Bool {
        guard (12...19).contains(run.digits.count), run.separators.allSatisfy({ $0 == " " || $0 == "-" }) else {
            return false
        }
        if run.groups == [4, 4, 4, 4] || run.groups == [4, 6, 5] { return true }
        if isLabelled(run.range.lowerBound, by: Self.cards) { return true }
        guard Checksum.luhn(run.digits) else { return false }
        return run.digits.count > 12 || run.digits[0] == 6
            || run.digits[0] == 5 && [0, 6, 7, 8].contains(run.digits[1])
    }

    /// "heart rate was 142 158 163"
    private static let measures: Set<String> = ["bpm", "pulse", "puls", "heart", "hrv", "score", "scores"]

    private func isPhone(_ run: Run) -> Bool {
        guard (7...15).contains(run.digits.count), !isDate(run), !leads(Self.measures, to: run.range.lowerBound) else {
            return false
        }
        if run.hasPlus || run.hasParenthesis { return true }
        // "1.234.567" and "10 000 000" are amounts
        if run.groups.count > 1, run.groups.dropFirst().allSatisfy({ $0 == 3 }), run.groups[0] <= 3,
            Set(run.separators).count == 1, run.groups.count < 4,
            run.separators[0] != "-", run.digits[0] != 0, !(run.groups[0] == 3 && run.groups.count == 3)
        {
            return isCalled(run)
        }
        if run.groups.count > 1 {
            return run.groups.count <= 6 && !run.separators.contains("/") || run.digits[0] == 0 || isCalled(run)
        }
        return run.digits[0] == 0 && run.digits.count >= 9 || run.digits.count == 10 && !isQuantity(run)
            || isCalled(run)
    }

    /// "2015-12-22 04", "4/14/1962": day, month and year.
    private func isDate(_ run: Run) -> Bool {
        guard run.groups.count >= 3 else { return run.groups == [4, 4] && run.separators.contains("–") }
        let numbers = values(run)
        let isYearFirst =
            run.groups[0] == 4 && (1800...2200).contains(numbers[0]) && run.groups[1] <= 2 && run.groups[2] <= 2
        let isYearLast =
            run.groups[0] <= 2 && run.groups[1] <= 2 && run.groups[2] == 4 && (1800...2200).contains(numbers[2])
        return (isYearFirst && (1...12).contains(numbers[1]))
            || (isYearLast && numbers[0] <= 31 && numbers[1] <= 31 && run.separators[0] != " ")
    }

    private func values(_ run: Run) -> [Int] {
        var (values, place) = ([Int](), 0)
        for size in run.groups {
            values.append(run.digits[place..<place + size].reduce(0) { ($0 &* 10) &+ Int($1) })
            place += size
        }
        return values
    }

    private func isCalled(_ run: Run) -> Bool {
        isLabelled(
            run.range.lowerBound,
            by: [
                "call", "phone", "tel", "telephone", "number", "mobile", "cell", "fax", "reach", "text", "whatsapp",
                "contact", "dial", "ring", "handy",
                "nummer", "anrufen", "telefon", "answering", "at",
            ])
    }

    private func isQuantity(_ run: Run) -> Bool {
        let after = run.range.upperBound
        return after + 1 < scalars.count && scalars[after] == " " && scalars[after + 1].isLetter && !isCalled(run)
    }

    /// True where one of the words is the nearest thing said before, within 32 characters and without another number
    /// between.
    private func leads(_ labels: Set<String>, to index: Int) -> Bool {
        let start = scalars[max(0, index - 32)..<index].lastIndex(where: \.isDigit).map { $0 + 1 } ?? max(0, index - 32)
        return scalars[start..<index].split { !$0.isLetter }.contains {
            labels.contains(String(String.UnicodeScalarView($0)).lowercased())
        }
    }

    /// True where one of the words is within the 48 characters before.
    private func isLabelled(_ index: Int, by labels: Set<String>) -> Bool {
        var word = ""
        for scalar in scalars[max(0, index - 48)..<index] {
            if scalar.isLetter {
                word += scalar.properties.lowercaseMapping
            } else {
                if labels.contains(word) { return true }
                word = ""
            }
        }
        return labels.contains(word)
    }
}
