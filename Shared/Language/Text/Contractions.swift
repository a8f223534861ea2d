/// Expands contractions, so that "don't", "dont" and "do not" match the same rule.
public enum Contractions {
    /// Expands English contractions. Each part keeps the range, sentence and clause of its word. O(number of words).
    public static func expand(_ words: [Word]) -> [Word] {
        var expanded: [Word] = []
        expanded.reserveCapacity(words.count + 8)
        for word in words {
            guard let parts = parts(of: word.text) else {
                // "my self" becomes one word.
                if word.text == "self" || word.text == "selves", let last = expanded.last,
                    last.text == "my" || last.text == "your" || last.text == "our",
                    last.clause == word.clause
                {
                    expanded[expanded.count - 1].text += word.text
                } else {
                    expanded.append(word)
                }
                continue
            }
            for part in parts {
                var copy = word
                copy.text = part
                expanded.append(copy)
            }
        }
        return expanded
    }

    static func parts(of word: String) -> [String]? {
        if let known = table[word] { return known }
        guard let mark = word.utf8.lastIndex(of: UInt8(ascii: "'")) else { return nil }
        let head = String(word[..<mark])
        switch word[word.index(after: mark)...] {
        case "t" where head.hasSuffix("n"): return [String(head.dropLast()), "not"]
        case "m": return [head, "am"]
        case "re": return [head, "are"]
        case "ve": return [head, "have"]
        case "ll": return [head, "will"]
        case "d": return [head, "would"]
        // "he's" becomes "he is"; "friend's" stays the friend.
        case "s": return subjects.contains(head) ? [head, "is"] : [head]
        default: return [head + word[word.index(after: mark)...]]
        }
    }

    private static let subjects: Set<String> = [
        "he", "she", "it", "that", "there", "what", "who", "how", "where", "here", "life",
    ]

    private static let table: [String: [String]] = {
        var table: [String: [String]] = [:]
        for line in forms.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            table[words[0]] = Array(words.dropFirst())
        }
        return table
    }()

    private static let forms = """
        dont do not
        doesnt does not
        didnt did not
        cant can not
        can't can not
        cannot can not
        wont will not
        won't will not
        wouldnt would not
        couldnt could not
        shouldnt should not
        isnt is not
        arent are not
        aint is not
        ain't is not
        wasnt was not
        werent were not
        havent have not
        hasnt has not
        hadnt had not
        shan't shall not
        im i am
        ive i have
        id'd i would
        youre you are
        theyre they are
        thats that is
        theres there is
        whats what is
        hes he is
        shes she is
        wanna want to
        wana want to
        gonna going to
        gunna going to
        gona going to
        imma i am going to
        ima i am going to
        gotta have to
        hafta have to
        lemme let me
        gimme give me
        kinda kind of
        sorta sort of
        dunno do not know
        idk i do not know
        u you
        ur your
        tho though
        cuz because
        cos because
        bc because
        n and
        """
}
