import Language

/// Normalises evasive or wrong spellings: "k i l l", "su1cide", "killmyself", "sewerslide", "suicde" become plain
/// words.
enum SafetyReader {
    static func read(_ text: String) -> [Word] {
        var words: [Word] = []
        for word in fillSigns(joinLetters(WordReader.words(in: text)), Array(text.unicodeScalars)) {
            for part in respell(word.text) {
                var copy = word
                copy.text = part
                words.append(copy)
            }
        }
        return Contractions.expand(joinPairs(decodeDigits(words)))
    }

    /// Joins runs of three or more single letters: "s u i c i d e", "k.i.l.l". The end of each run is found once, and at
    /// most `maximumLetters` of it are read from each place: O(number of words).
    private static func joinLetters(_ words: [Word]) -> [Word] {
        var joined: [Word] = []
        joined.reserveCapacity(words.count)
        var (index, runEnd) = (0, 0)
        while index < words.count {
            if runEnd <= index {
                runEnd = index
                while runEnd < words.count, words[runEnd].text.utf8.count == 1, words[runEnd].isAlphabetic {
                    runEnd += 1
                }
            }
            let end = min(runEnd, index + maximumLetters)
            if end - index >= 3, let parts = spelled(words[index..<end]) {
                for part in parts {
                    var word = words[index]
                    word.text = part
                    joined.append(word)
                }
                index = end
            } else {
                joined.append(words[index])
                index += 1
            }
        }
        return joined
    }

    /// Longest run of single letters that is read as one word.
    private static let maximumLetters = 24

    private static func spelled(_ letters: ArraySlice<Word>) -> [String]? {
        let whole = String(decoding: letters.flatMap(\.text.utf8), as: UTF8.self)
        return spellings[whole]?.split(separator: " ").map(String.init) ?? segments(of: whole)
    }

    /// Replaces signs within words by letters: "su*cide", "h@rm", "k!ll", "su!c!de". Each sign stands for one letter or
    /// for none.
    private static func fillSigns(_ words: [Word], _ scalars: [Unicode.Scalar]) -> [Word] {
        var filled: [Word] = []
        var index = 0
        while index < words.count {
            var word = words[index]
            if word.range.lowerBound > 0, let letter = leading[scalars[word.range.lowerBound - 1]],
                targets.contains(letter + word.text)
            {
                word.text = letter + word.text
            }
            var (pattern, bare, end) = (Array(word.text.utf8), word.text, index + 1)
            while end < words.count, pattern.count <= 12, words[end].range.lowerBound > words[end - 1].range.upperBound,
                words[end].range.lowerBound - words[end - 1].range.upperBound <= 6,
                scalars[words[end - 1].range.upperBound..<words[end].range.lowerBound].allSatisfy(signs.contains)
            {
                pattern +=
                    Array(
                        repeating: UInt8(ascii: "?"),
                        count: words[end].range.lowerBound - words[end - 1].range.upperBound) + words[end].text.utf8
                bare += words[end].text
                end += 1
                if let whole = signTargets[pattern.count]?.first(where: { fits(pattern, $0) })
                    ?? (targets.contains(bare) ? bare : nil)
                {
                    word.text = whole
                    word.range = word.range.lowerBound..<words[end - 1].range.upperBound
                    index = end - 1
                    break
                }
            }
            filled.append(word)
            index += 1
        }
        return filled
    }

    /// Whether a pattern fits a target of the same length. The pattern has at least two letters of it.
    private static func fits(_ pattern: [UInt8], _ target: String) -> Bool {
        pattern.count >= 3 && zip(pattern, target.utf8).allSatisfy { $0 == UInt8(ascii: "?") || $0 == $1 }
            && pattern.count(where: { $0 != UInt8(ascii: "?") }) >= 2
    }

    private static let signs = Set("*@!$#%&+._-|/\\€".unicodeScalars)
    /// Targets grouped by length.
    private static let signTargets = Dictionary(
        grouping: targets.union(RiskSpelling.targets).sorted(), by: \.utf8.count)

    /// Signs that stand for a first letter: "$uicide".
    private static let leading: [Unicode.Scalar: String] = ["$": "s", "@": "a", "€": "e"]

    /// Decodes digits used as letters: "k1ll".
    private static func decodeDigits(_ words: [Word]) -> [Word] {
        words.map { word in
            let hasDigit = word.text.utf8.contains { (0x30...0x39).contains($0) }
            guard hasDigit, word.text.utf8.count >= 3, word.text.utf8.count <= 12,
                word.text.utf8.contains(where: { $0 > 0x39 })
            else { return word }
            var copy = word
            for one in ["i", "l"] as [Character] {
                let plain = String(word.text.map { $0 == "1" ? one : digits[$0] ?? $0 })
                if targets.contains(plain) || SafetyClassifier.vocabulary.contains(plain) { copy.text = plain }
            }
            return copy
        }
    }

    /// Joins pairs of pieces of one word: "su!cide" arrives as "su" "cide", "sewer slide" as it is spelt.
    private static func joinPairs(_ words: [Word]) -> [Word] {
        var result: [Word] = []
        for word in words {
            if let last = result.last,
                last.sentence == word.sentence || last.range.upperBound + 1 == word.range.lowerBound,
                let whole = pairs["\(last.text) \(word.text)"] ?? joined(last.text, word.text)
            {
                result[result.count - 1].text = whole
                result[result.count - 1].range = last.range.lowerBound..<word.range.upperBound
            } else {
                result.append(word)
            }
        }
        return result
    }

    /// The risk word that two pieces form, such as "ki ll", "sui cide"; nil otherwise. "a live" is not joined.
    private static func joined(_ first: String, _ second: String) -> String? {
        guard first.utf8.count + second.utf8.count <= 12, first.utf8.count + second.utf8.count >= 4, first != "a",
            first != "i"
        else { return nil }
        let whole = first + second
        return targets.contains(whole) || RiskSpelling.targets.contains(whole) ? whole : nil
    }

    /// The plain spelling of a word, as one word or several.
    private static func respell(_ word: String) -> [String] {
        if let known = spellings[word] { return known.split(separator: " ").map(String.init) }
        guard word.utf8.count >= 4, !targets.contains(word) else { return [word] }
        if word.utf8.count <= 24, let short = shorten(word) { return [short] }
        if word.utf8.count >= 6, word.utf8.count <= 30, let parts = segments(of: word) { return parts }
        if looksLikeSuicide(word) { return [word.contains("l") ? "suicidal" : "suicide"] }
        if let near = RiskSpelling.meant(by: word) { return [near] }
        return [word]
    }

    /// Whether a word begins and sounds like "suicide": "suisidle", "suicied", "sueicide".
    private static func looksLikeSuicide(_ word: String) -> Bool {
        (6...11).contains(word.utf8.count) && ["sui", "suc", "sue", "soui", "swi"].contains(where: word.hasPrefix)
            && ["cid", "sid", "cyd", "cied", "syd", "scid"].contains { word.dropFirst(2).contains($0) }
            && !word.hasSuffix("s")
    }

    /// Shortens a letter written three or more times to one or two: "diiiie", "killll".
    private static func shorten(_ word: String) -> String? {
        let letters = Array(word.utf8)
        guard
            letters.indices.dropFirst(2).contains(where: {
                letters[$0] == letters[$0 - 1] && letters[$0] == letters[$0 - 2]
            })
        else { return nil }
        for kept in 1...2 {
            var short: [UInt8] = []
            var run = 0
            for (index, letter) in letters.enumerated() {
                run = index > 0 && letters[index - 1] == letter ? run + 1 : 1
                if run <= kept { short.append(letter) }
            }
            let plain = String(decoding: short, as: UTF8.self)
            if targets.contains(plain) { return plain }
        }
        return nil
    }

    /// Splits a word written without spaces, if all parts are in a short list and one of them is grave: "iwanttodie",
    /// "killmyself". Reads forward and stops where no part fits any more: most words end at their first letter.
    private static func segments(of word: String) -> [String]? {
        let letters = Array(word.utf8)
        // reached[n]: the longest last piece of a segmentation of the first n letters.
        var reached = [Int](repeating: 0, count: letters.count + 1)
        var furthest = 0
        for start in letters.indices {
            guard start <= furthest else { return nil }
            guard start == 0 || reached[start] > 0 else { continue }
            for piece in piecesByLetter[letters[start]] ?? [] where letters[start...].starts(with: piece) {
                let end = start + piece.count
                reached[end] = max(reached[end], piece.count)
                furthest = max(furthest, end)
            }
        }
        var parts: [String] = []
        var end = letters.count
        while end > 0 {
            guard reached[end] > 0 else { return nil }
            parts.append(String(decoding: letters[(end - reached[end])..<end], as: UTF8.self))
            end -= reached[end]
        }
        return parts.count <= 8 && parts.contains(where: grave.contains) ? parts.reversed() : nil
    }

    private static let piecesByLetter = Dictionary(grouping: pieces.map { Array($0.utf8) }, by: { $0[0] })

    private static let digits: [Character: Character] = ["0": "o", "3": "e", "4": "a", "5": "s", "7": "t"]
    private static let grave = WordLists.set(
        "kill killing die dead suicide suicidal harm cut cutting hurt hang unalive")
    private static let pieces = grave.union(
        WordLists.set(
            "i im want to my self myself life end it all wanna be going will not live here and me gonna tonight please rather dying"
        ))
    private static let targets = grave.union(
        WordLists.set(
            "self kms all end want over myself overdose life hopeless worthless killed hurting anymore rape raped dying"
        ))

    private static let pairs: [String: String] = [
        "sewer slide": "suicide", "su cide": "suicide", "sui cide": "suicide", "suic de": "suicide",
        "s cide": "suicide", "suici de": "suicide", "k ll": "kill",
        "un alive": "unalive", "un aliving": "unaliving", "over dose": "overdose", "over dosed": "overdosed",
        "any more": "anymore",
        "selbst mord": "selbstmord", "me self": "myself", "mi self": "myself", "mys elf": "myself", "my slef": "myself",
        "slef harm": "selfharm",
    ]

    private static let spellings: [String: String] = [
        "sewerslide": "suicide", "suislide": "suicide", "sewicide": "suicide", "sueside": "suicide",
        "suacide": "suicide", "sucide": "suicide",
        "suiside": "suicide",
        "susicide": "suicide", "siucide": "suicide", "sucidal": "suicidal", "suicidial": "suicidal",
        "kms": "kill myself", "kys": "kill yourself",
        "kil": "kill", "kll": "kill", "killl": "kill", "kyll": "kill", "kiil": "kill", "kill'em": "kill them",
        "dieing": "dying",
        "mysefl": "myself", "msyelf": "myself", "meself": "myself", "myslf": "myself", "ovrdose": "overdose",
        "overdoze": "overdose", "selfharm": "self harm",
        "selfharming": "self harming", "selfharmed": "self harmed", "ctb": "catch the bus tonight", "wnat": "want",
        "wnt": "want", "watn": "want",
        "wan": "want",
        "anymor": "anymore", "livng": "living", "lving": "living", "liveing": "living", "relly": "really",
        "kille": "kill", "lfie": "life", "lif": "life", "lief": "life", "reson": "reason", "liv": "live",
        "cuting": "cutting", "cutt": "cut", "slef": "self",
        "hram": "harm", "oding": "overdosing", "od'd": "overdosed", "od'ing": "overdosing", "alll": "all", "dei": "die",
        "killin": "killing", "endin": "ending",
        "cuttin": "cutting", "livin": "living", "heartattack": "heart attack", "unlive": "unalive",
        "unliving": "unaliving", "harmm": "harm", "dyeing": "dying",
        "sui": "suicide", "kermit": "commit", "kiii": "kill", "h8": "hate", "2nite": "tonight", "tonite": "tonight",
        "4ever": "forever", "nemore": "anymore",
        "sewaside": "suicide", "sooicide": "suicide", "2day": "today", "🔫": "shoot", "🔪": "stab", "⚰": "die",
        "🪦": "die", "cnat": "can not", "cantt": "can not",
        "umbringn": "umbringen",
    ]
}
