import Language

/// A message as the rules read it: lower case, without accents and punctuation, words separated by single spaces.
public struct FoldedText: Sendable {
    /// Begins and ends with a space, so that a phrase is found as whole words.
    public let text: String
    /// Its words, in order.
    public let words: [String]

    public init(_ message: some StringProtocol) {
        let tokens = Token.all(in: Array(message.unicodeScalars), groupsBySpace: true)
        var words: [String] = []
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            let (isGlued, fraction) = (token.isGlued && tokens[index - 1].kind != .sign, Self.fraction(tokens, index))
            index = fraction?.next ?? index + 1
            guard token.kind != .sign else { continue }
            let text = fraction?.text ?? (token.kind == .number ? Self.plain(token.text) : token.text)
            if isGlued {
                words[words.count - 1] += text
            } else {
                words.append(text)
            }
        }
        words = Self.joined(words.flatMap { Self.spoken[$0] ?? [$0] })
        self.words = words
        text = " " + words.joined(separator: " ") + " "
    }

    /// A number without marks between groups and with a decimal point, whatever the language: “10,000” is “10000”, “48,5”
    /// is “48.5”. Times and dates stay as they are.
    private static func plain(_ number: String) -> String {
        guard let mark = number.lastIndex(where: { ".,".contains($0) }),
            let value = NumberReader.value(of: number, in: nil)
        else { return number }
        let (whole, part) = (number[..<mark].filter(\.isNumber), number[number.index(after: mark)...])
        return value == Double(whole + part) ? whole + part : "\(whole).\(part)"
    }

    /// “1/2” in one word.
    private static func fraction(_ tokens: [Token], _ index: Int) -> (text: String, next: Int)? {
        guard let (value, next) = NumberReader.fraction(in: tokens, at: index),
            index == 0 || tokens[index - 1].text != "/"
        else { return nil }
        return (value == 0.5 ? "½" : value == 0.25 ? "¼" : "¾", next)
    }

    /// Names that are written in one or two words, and “10k”, in one word.
    private static func joined(_ words: [String]) -> [String] {
        var joined: [String] = []
        for word in words {
            if word == "max", joined.last == "vo2" {
                joined[joined.count - 1] = "vo2max"
            } else if word.count <= 3, word.hasSuffix("k"), let thousands = Int(word.dropLast()) {
                joined.append("\(thousands * 1_000)")
            } else {
                joined.append(word)
            }
        }
        return joined
    }

    /// Short forms as people type them, and the words that the rules know them by.
    private static let spoken: [String: [String]] = [
        "whats": ["what's"], "hows": ["how's"], "wheres": ["where's"], "whos": ["who's"], "thats": ["that's"],
        "whys": ["why's"], "theres": ["there", "is"], "there's": ["there", "is"], "lets": ["let's"],
        "ive": ["i've"], "dont": ["don't"], "cant": ["can't"], "doesnt": ["doesn't"], "didnt": ["didn't"],
        "isnt": ["isn't"], "wasnt": ["wasn't"], "arent": ["aren't"], "havent": ["haven't"], "hasnt": ["hasn't"],
        "wont": ["won't"], "wouldnt": ["wouldn't"], "couldnt": ["couldn't"], "shouldnt": ["shouldn't"],
        "youre": ["you're"], "u": ["you"], "ur": ["your"], "thx": ["thanks"], "pls": ["please"], "plz": ["please"],
        "rn": ["right", "now"], "realy": ["really"], "wanna": ["want", "to"], "gimme": ["give", "me"],
        "lemme": ["let", "me"], "gotta": ["got", "to"], "gonna": ["going", "to"], "coz": ["because"],
        "cuz": ["because"], "bc": ["because"], "tmrw": ["tomorrow"], "tonite": ["tonight"], "nite": ["night"],
        "yday": ["yesterday"], "yest": ["yesterday"], "y'day": ["yesterday"], "wk": ["week"], "wks": ["weeks"],
        "bout": ["about"], "abt": ["about"], "avg": ["average"], "wot": ["what"],
        "today's": ["today"], "yesterday's": ["yesterday"], "tonight's": ["tonight"], "week's": ["week"],
        "month's": ["month"], "night's": ["night"], "year's": ["year"], "weekend's": ["weekend"],
        "gehts": ["geht's"], "siehts": ["sieht", "es"], "sieht's": ["sieht", "es"], "wars": ["war", "es"],
        "war's": ["war", "es"], "warens": ["waren", "es"], "lags": ["lag", "es"], "lag's": ["lag", "es"],
        "liegts": ["liegt", "es"], "liegt's": ["liegt", "es"], "gibts": ["gibt", "es"], "gibt's": ["gibt", "es"],
        "hats": ["hat", "es"], "wirds": ["wird", "es"], "obs": ["ob", "es"], "wies": ["wie", "es"],
        "ichs": ["ich", "es"], "ich's": ["ich", "es"], "mans": ["man", "es"], "isses": ["ist", "es"],
        "biste": ["bist", "du"], "haste": ["hast", "du"], "kannste": ["kannst", "du"], "habs": ["hab", "es"],
        "nen": ["einen"], "ne": ["eine"], "nem": ["einem"], "ner": ["einer"], "aufm": ["auf", "dem"],
        "furn": ["fur", "einen"], "nix": ["nichts"], "grad": ["gerade"], "grade": ["gerade"], "heut": ["heute"],
        "gehn": ["gehen"], "gegn": ["gegen"], "sowas": ["so", "was"], "fuhl": ["fuhle"], "war'n": ["waren"],
        "wars'n": ["war", "es"], "naechste": ["nachste"], "bissl": ["bisschen"], "bissi": ["bisschen"],
        "ess": ["esse"], "wechsel": ["wechsle"], "warn": ["waren"],
    ]

    /// Whether it contains the phrase as whole words. A phrase that ends in `*` matches the beginnings of words.
    public func has(_ phrase: String) -> Bool { position(of: phrase) != nil }

    func has(anyOf phrases: [String]) -> Bool { phrases.contains(where: has) }

    /// The text with English short forms of verbs as the rules know them: “im” is “i'm”. In German “im” is a word.
    var inEnglish: FoldedText {
        guard words.contains(where: { ["im", "id", "ill"].contains($0) }) else { return self }
        return FoldedText(words.map { ["im": "i'm", "id": "i'd"][$0] ?? $0 }.joined(separator: " "))
    }

    func begins(withAnyOf phrases: [String]) -> Bool {
        phrases.contains { position(of: $0) == 0 }
    }

    /// Characters before the phrase; nil if it is absent.
    func position(of phrase: String) -> Int? {
        let needle = phrase.hasSuffix("*") ? " " + phrase.dropLast() : " \(phrase) "
        return text.range(of: needle).map { text.distance(from: text.startIndex, to: $0.lowerBound) }
    }

    /// Characters before the first word that begins so; nil without one.
    public func firstWord(beginningWith stem: String) -> Int? {
        text.range(of: " " + stem).map { text.distance(from: text.startIndex, to: $0.lowerBound) }
    }
}
