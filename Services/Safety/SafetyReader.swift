import Language

/// Reads a text as a person would who is not fooled by spelling: "k i l l", "su1cide", "killmyself", "sewerslide", "suicde" become plain words.
enum SafetyReader {
    static func read(_ text: String) -> [Word] {
        var words: [Word] = []
        for word in joinLetters(fillSigns(WordReader.words(in: text), Array(text.unicodeScalars))) {
            for part in respell(word.text) {
                var copy = word
                copy.text = part
                words.append(copy)
            }
        }
        return Contractions.expand(joinPairs(decodeDigits(words)))
    }

    /// "s u i c i d e" and "k.i.l.l" are runs of three or more single letters.
    private static func joinLetters(_ words: [Word]) -> [Word] {
        var joined: [Word] = []
        var index = 0
        while index < words.count {
            var end = index
            while end < words.count, words[end].text.utf8.count == 1, words[end].isAlphabetic { end += 1 }
            let whole = words[index..<end].map(\.text).joined()
            if end - index >= 3, let parts = spellings[whole]?.split(separator: " ").map(String.init) ?? segments(of: whole) {
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

    /// "su*cide", "h@rm", "k!ll": two halves around one sign that stands for a letter, or for none.
    private static func fillSigns(_ words: [Word], _ scalars: [Unicode.Scalar]) -> [Word] {
        var filled: [Word] = []
        for word in words {
            if let last = filled.last, last.range.upperBound + 1 == word.range.lowerBound,
                "*@!$#%&+._-".unicodeScalars.contains(scalars[last.range.upperBound]),
                let whole = targets.first(where: { isFilled($0, last.text, word.text) })
            {
                filled[filled.count - 1].text = whole
                filled[filled.count - 1].range = last.range.lowerBound..<word.range.upperBound
            } else if word.range.lowerBound > 0, let letter = leading[scalars[word.range.lowerBound - 1]], targets.contains(letter + word.text) {
                var whole = word
                whole.text = letter + word.text
                filled.append(whole)
            } else {
                filled.append(word)
            }
        }
        return filled
    }

    /// "$uicide"
    private static let leading: [Unicode.Scalar: String] = ["$": "s", "@": "a", "€": "e"]

    private static func isFilled(_ target: String, _ head: String, _ tail: String) -> Bool {
        let missing = target.utf8.count - head.utf8.count - tail.utf8.count
        return (missing == 0 || missing == 1) && target.utf8.count >= 3 && target.hasPrefix(head) && target.hasSuffix(tail)
    }

    /// Words for which digits stand in: "k1ll".
    private static func decodeDigits(_ words: [Word]) -> [Word] {
        words.map { word in
            let hasDigit = word.text.utf8.contains { (0x30...0x39).contains($0) }
            guard hasDigit, word.text.utf8.count >= 3, word.text.utf8.count <= 12, word.text.utf8.contains(where: { $0 > 0x39 }) else { return word }
            var copy = word
            for one in ["i", "l"] as [Character] {
                let plain = String(word.text.map { $0 == "1" ? one : digits[$0] ?? $0 })
                if targets.contains(plain) { copy.text = plain }
            }
            return copy
        }
    }

    /// Pairs that belong together: "su!cide" arrives as "su" "cide", "sewer slide" as it is spelt.
    private static func joinPairs(_ words: [Word]) -> [Word] {
        var joined: [Word] = []
        for word in words {
            if let last = joined.last, last.sentence == word.sentence || last.range.upperBound + 1 == word.range.lowerBound,
                let whole = pairs["\(last.text) \(word.text)"]
            {
                joined[joined.count - 1].text = whole
                joined[joined.count - 1].range = last.range.lowerBound..<word.range.upperBound
            } else {
                joined.append(word)
            }
        }
        return joined
    }

    /// The plain spelling of one word, as one word or several.
    private static func respell(_ word: String) -> [String] {
        if let known = spellings[word] { return known.split(separator: " ").map(String.init) }
        guard word.utf8.count >= 4, !targets.contains(word) else { return [word] }
        if word.utf8.count <= 24, let short = shortened(word) { return [short] }
        if word.utf8.count >= 6, word.utf8.count <= 30, let parts = segments(of: word) { return parts }
        if looksLikeSuicide(word) { return [word.contains("l") ? "suicidal" : "suicide"] }
        if word.utf8.count >= 5, let near = misspelt.first(where: { isOneEdit(from: word, to: $0) }), !correct.contains(word) { return [near] }
        return [word]
    }

    /// "suisidle", "suicied", "sueicide": begins and sounds like it.
    private static func looksLikeSuicide(_ word: String) -> Bool {
        (6...11).contains(word.utf8.count) && ["sui", "suc", "sue", "soui", "swi"].contains(where: word.hasPrefix)
            && ["cid", "sid", "cyd", "cied", "syd", "scid"].contains { word.dropFirst(2).contains($0) } && !word.hasSuffix("s")
    }

    /// "diiiie", "killll": a letter three times or more is written once or twice.
    private static func shortened(_ word: String) -> String? {
        let letters = Array(word.utf8)
        guard letters.indices.dropFirst(2).contains(where: { letters[$0] == letters[$0 - 1] && letters[$0] == letters[$0 - 2] }) else { return nil }
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

    /// Words written together, where all are among a few and one of them is grave: "iwanttodie", "killmyself".
    private static func segments(of word: String) -> [String]? {
        let letters = Array(word.utf8)
        // reached[n]: the last piece of a way to write the first n letters
        var reached = [String?](repeating: nil, count: letters.count + 1)
        reached[0] = ""
        for end in 1...letters.count {
            for start in stride(from: end - 1, through: max(0, end - 9), by: -1) where reached[start] != nil {
                let piece = String(decoding: letters[start..<end], as: UTF8.self)
                if pieces.contains(piece) { reached[end] = piece }
            }
        }
        var parts: [String] = []
        var end = letters.count
        while end > 0 {
            guard let piece = reached[end], !piece.isEmpty else { return nil }
            parts.append(piece)
            end -= piece.utf8.count
        }
        return parts.count <= 8 && parts.contains(where: grave.contains) ? parts.reversed() : nil
    }

    /// True where one letter was added, lost, changed, or two neighbours swapped (Damerau 1964).
    static func isOneEdit(from word: String, to target: String) -> Bool {
        let (left, right) = (Array(word.utf8), Array(target.utf8))
        guard abs(left.count - right.count) <= 1, left.first == right.first else { return false }
        var start = 0
        while start < min(left.count, right.count), left[start] == right[start] { start += 1 }
        var (leftEnd, rightEnd) = (left.count, right.count)
        while leftEnd > start, rightEnd > start, left[leftEnd - 1] == right[rightEnd - 1] { (leftEnd, rightEnd) = (leftEnd - 1, rightEnd - 1) }
        let (changed, expected) = (leftEnd - start, rightEnd - start)
        if changed <= 1, expected <= 1 { return true }
        return changed == 2 && expected == 2 && left[start] == right[start + 1] && left[start + 1] == right[start]
    }

    private static let digits: [Character: Character] = ["0": "o", "3": "e", "4": "a", "5": "s", "7": "t"]
    private static let misspelt = ["suicide", "suicidal", "myself", "overdose", "overdosed", "killing", "yourself", "hopeless", "worthless", "anymore"]
    /// Words one letter away from a target that mean themselves.
    private static let correct = WordLists.set(
        "overdosed killings filling milling willing billing myselves homicide yourselves anymores suicides overdoses overdosing topless")
    private static let grave = WordLists.set("kill killing die dead suicide suicidal harm cut cutting hurt hang unalive")
    private static let pieces = grave.union(
        WordLists.set("i im want to my self myself life end it all wanna be going will not live here and me gonna tonight please rather dying"))
    private static let targets = grave.union(
        WordLists.set("self kms all end want over myself overdose life hopeless worthless killed hurting anymore rape raped dying"))

    private static let pairs: [String: String] = [
        "sewer slide": "suicide", "su cide": "suicide", "sui cide": "suicide", "suic de": "suicide", "s cide": "suicide", "suici de": "suicide", "k ll": "kill",
        "un alive": "unalive", "un aliving": "unaliving", "over dose": "overdose", "over dosed": "overdosed", "any more": "anymore",
        "selbst mord": "selbstmord", "me self": "myself", "mi self": "myself", "mys elf": "myself", "my slef": "myself", "slef harm": "selfharm",
    ]

    private static let spellings: [String: String] = [
        "sewerslide": "suicide", "suislide": "suicide", "sewicide": "suicide", "sueside": "suicide", "suacide": "suicide", "sucide": "suicide",
        "suiside": "suicide",
        "susicide": "suicide", "siucide": "suicide", "sucidal": "suicidal", "suicidial": "suicidal", "kms": "kill myself", "kys": "kill yourself",
        "kil": "kill", "kll": "kill", "killl": "kill", "kyll": "kill", "kiil": "kill", "kill'em": "kill them", "dieing": "dying",
        "mysefl": "myself", "msyelf": "myself", "meself": "myself", "myslf": "myself", "ovrdose": "overdose", "overdoze": "overdose", "selfharm": "self harm",
        "selfharming": "self harming", "selfharmed": "self harmed", "ctb": "catch the bus tonight", "wnat": "want", "watn": "want", "wan": "want",
        "anymor": "anymore", "livng": "living", "lving": "living", "liveing": "living", "relly": "really",
        "kille": "kill", "lfie": "life", "lif": "life", "lief": "life", "reson": "reason", "liv": "live", "cuting": "cutting", "cutt": "cut", "slef": "self",
        "hram": "harm", "oding": "overdosing", "od'd": "overdosed", "od'ing": "overdosing", "alll": "all", "dei": "die", "killin": "killing", "endin": "ending",
        "cuttin": "cutting", "livin": "living", "heartattack": "heart attack", "cnat": "can not", "cantt": "can not", "umbringn": "umbringen",
    ]
}
