import Localization

/// Reads numbers in digits and in words, English and German.
struct NumberReader {
    let language: Localization.Language

    /// The number at a place and the place after it; nil if there is none. Articles are no numbers.
    func number(in tokens: [SentenceToken], at index: Int) -> (value: Double, next: Int)? {
        guard tokens.indices.contains(index) else { return nil }
        guard tokens[index].kind == .number else { return words(in: tokens, at: index) }
        if let fraction = Self.fractions[tokens[index].text] { return (fraction, index + 1) }
        guard let value = decimal(tokens[index].text) else { return nil }
        if tokens.isGlued(index + 1), let fraction = Self.fractions[tokens.text(index + 1)], value == value.rounded() {
            return (value + fraction, index + 2)
        }
        // “1/2”, “3/4”: other fractions are scores and dates.
        if tokens.text(index + 1) == "/", tokens.isGlued(index + 1), tokens.isGlued(index + 2) {
            let written = tokens[index].text + "/" + tokens.text(index + 2)
            return Self.written[written].map { ($0, index + 3) }
        }
        return (value, index + 1)
    }

    /// The value of digits with marks. `1,500` is 1500 in English and 1.5 in German.
    func decimal(_ text: String) -> Double? {
        guard !text.contains(":") else { return nil }
        let (decimal, group): (Character, Character) = language == .english ? (".", ",") : (",", ".")
        let halves = text.split(separator: decimal, omittingEmptySubsequences: false)
        let groups = halves[0].split(separator: group, omittingEmptySubsequences: false)
        let isGrouped =
            groups.count > 1 && groups[0].count <= 3 && groups[0] != "0"
            && groups.dropFirst().allSatisfy { $0.count == 3 }
        if halves.count == 2, groups.count == 1 || isGrouped, !halves[1].contains(group) {
            return Double(groups.joined() + "." + halves[1])
        }
        guard halves.count == 1 else { return nil }
        if groups.count == 1 || isGrouped { return Double(groups.joined()) }
        // “5,5 km” in an English sentence and “1.5 km” in a German one: a single mark that cannot group is decimal.
        return groups.count == 2 ? Double(groups.joined(separator: ".")) : nil
    }

    private static let fractions = ["½": 0.5, "¼": 0.25, "¾": 0.75]
    private static let written = ["1/2": 0.5, "1/4": 0.25, "3/4": 0.75]

    // MARK: Words

    private func words(in tokens: [SentenceToken], at index: Int) -> (value: Double, next: Int)? {
        language == .english ? english(tokens, index) : Self.german(tokens.text(index)).map { ($0, index + 1) }
    }

    private func english(_ tokens: [SentenceToken], _ index: Int) -> (value: Double, next: Int)? {
        var (value, next) = (0.0, index)
        if let small = belowHundred(tokens, index) {
            (value, next) = small
        } else if tokens.text(index) == "a", ["hundred", "thousand"].contains(tokens.text(index + 1)) {
            (value, next) = (1, index + 1)
        } else {
            return nil
        }
        if tokens.text(next) == "hundred" {
            (value, next) = (value * 100, next + 1)
            let rest = tokens.text(next) == "and" ? next + 1 : next
            if let small = belowHundred(tokens, rest) { (value, next) = (value + small.value, small.next) }
        }
        if tokens.text(next) == "thousand" { (value, next) = (value * 1000, next + 1) }
        return (value, next)
    }

    private func belowHundred(_ tokens: [SentenceToken], _ index: Int) -> (value: Double, next: Int)? {
        let word = tokens.text(index)
        if let value = Self.english[word] { return (value, index + 1) }
        guard let tens = Self.englishTens[word] else { return nil }
        let after = tokens.text(index + 1) == "-" && tokens.isGlued(index + 1) ? index + 2 : index + 1
        if let unit = Self.english[tokens.text(after)], (1...9).contains(unit) { return (tens + unit, after + 1) }
        return (tens, index + 1)
    }

    /// Folded spellings up to 999 and whole thousands to twenty thousand.
    static func german(_ word: String) -> Double? {
        germanWords[word.replacing("fuenf", with: "funf").replacing("zwoelf", with: "zwolf")]
    }

    private static let english: [String: Double] = {
        let words = """
            zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen \
            seventeen eighteen nineteen
            """
        return Dictionary(
            uniqueKeysWithValues: words.split(separator: " ").enumerated().map { (String($1), Double($0)) })
    }()
    private static let englishTens: [String: Double] = [
        "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
    ]

    private static let germanWords: [String: Double] = {
        let units = ["", "ein", "zwei", "drei", "vier", "funf", "sechs", "sieben", "acht", "neun"]
        let teens = [
            "zehn", "elf", "zwolf", "dreizehn", "vierzehn", "funfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn",
        ]
        let tens = [
            "", "", "zwanzig", "dreissig", "vierzig", "funfzig", "sechzig", "siebzig", "achtzig", "neunzig",
        ]
        func small(_ number: Int) -> String {
            switch number {
            case 0..<10: units[number]
            case 10..<20: teens[number - 10]
            default: (number % 10 == 0 ? "" : units[number % 10] + "und") + tens[number / 10]
            }
        }
        var words: [String: Double] = ["null": 0, "eins": 1, "hundert": 100, "tausend": 1000, "anderthalb": 1.5]
        for number in 2..<1000 {
            let hundreds = number >= 100 ? units[number / 100] + "hundert" : ""
            words[hundreds + small(number % 100)] = Double(number)
            if (101..<200).contains(number) { words["hundert" + small(number % 100)] = Double(number) }
        }
        for number in 1...20 {
            words[small(number) + "tausend"] = Double(number * 1000)
            words[small(number) + "einhalb"] = Double(number) + 0.5
            words[small(number) + "undeinhalb"] = Double(number) + 0.5
        }
        return words
    }()
}
