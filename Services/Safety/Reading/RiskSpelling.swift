import Language

/// Finds the risk word behind a misspelling: one letter lost, added or changed, two neighbours swapped (Damerau 1964),
/// two letters lost in long words, repeated letters, digits for letters, and vowels that sound alike.
///
/// All variants are precomputed, so a look-up is linear in the word's length (the idea of Garbe's SymSpell, 2012).
/// Variants that are words themselves ("killing" → "filling", but not "mysell") are in `guarded` and never matched.
enum RiskSpelling {
    /// The intended risk word; nil if there is none or the word is correct as it is.
    /// - Parameter word: folded.
    static func meant(by word: String) -> String? {
        guard word.utf8.count >= 3, word.utf8.count <= 16, !targets.contains(word), !guarded.contains(word),
            !SafetyClassifier.vocabulary.contains(word)
        else {
            return nil
        }
        if let known = variants[word] { return known }
        let plain = squeezed(word)
        guard plain != word, plain.utf8.count >= 3, !guarded.contains(plain) else { return nil }
        return squeezedTargets[plain] ?? variants[plain]
    }

    /// Reads digits as letters and repeated letters once: "d1ieee" is "die".
    private static func squeezed(_ word: String) -> String {
        var plain: [UInt8] = []
        for byte in word.utf8 {
            let letter: UInt8 =
                switch byte {
                case UInt8(ascii: "0"): UInt8(ascii: "o")
                case UInt8(ascii: "1"), UInt8(ascii: "!"), UInt8(ascii: "|"): UInt8(ascii: "i")
                case UInt8(ascii: "3"): UInt8(ascii: "e")
                case UInt8(ascii: "4"), UInt8(ascii: "@"): UInt8(ascii: "a")
                case UInt8(ascii: "5"), UInt8(ascii: "$"): UInt8(ascii: "s")
                case UInt8(ascii: "7"): UInt8(ascii: "t")
                default: byte
                }
            if plain.last != letter { plain.append(letter) }
        }
        return String(decoding: plain, as: UTF8.self)
    }

    private static let squeezedTargets: [String: String] = {
        var table: [String: String] = [:]
        for target in long.union(short) where !guarded.contains(squeezed(target)) { table[squeezed(target)] = target }
        return table
    }()

    /// All spellings one step from a target, except those that are words themselves.
    private static let variants: [String: String] = {
        var table: [String: String] = [:]
        func note(_ letters: some Sequence<UInt8>, _ target: String) {
            let variant = String(decoding: Array(letters), as: UTF8.self)
            if variant.utf8.count >= 3, !targets.contains(variant), !guarded.contains(variant), table[variant] == nil {
                table[variant] = target
            }
        }
        let alphabet = Array("abcdefghijklmnopqrstuvwxyz".utf8)
        for target in long.sorted() + short.sorted() {
            let letters = Array(target.utf8)
            for place in letters.indices.dropFirst() {
                var lost = letters
                lost.remove(at: place)
                // Short words get only swaps and doubled letters, longer ones every change.
                if letters.count >= 5 || isVowel(letters[place]) && letters.count == 4 && target != "dead" {
                    note(lost, target)
                }
                if place + 1 < letters.count {
                    var swapped = letters
                    swapped.swapAt(place, place + 1)
                    note(swapped, target)
                }
                note(letters[...place] + letters[place...], target)
                guard letters.count >= 6 else { continue }
                for letter in alphabet {
                    var changed = letters
                    changed[place] = letter
                    note(changed, target)
                    note(letters[..<place] + [letter] + letters[place...], target)
                }
                guard letters.count >= 7 else { continue }
                for second in lost.indices.dropFirst(max(1, place)) {
                    var less = lost
                    less.remove(at: second)
                    note(less, target)
                }
            }
            // Swaps the first two letters: "ymself". Other variants keep the first letter.
            if letters.count >= 5 {
                var swapped = letters
                swapped.swapAt(0, 1)
                note(swapped, target)
            }
        }
        return table
    }()

    private static func isVowel(_ letter: UInt8) -> Bool { Array("aeiou".utf8).contains(letter) }

    static let targets = long.union(short)
    private static let long = WordList.riskSpelling.words("long")
    private static let short = WordList.riskSpelling.words("short")

    /// Words near a target that have a meaning of their own, found by comparing all variants with the words of the
    /// training sets.
    private static let guarded = WordList.riskSpelling.words("guarded")
}
