import Foundation
import Language

/// Tests whether a word is English or German with a Bloom filter of some 390,000 words (`Training/words.py`),
/// which accepts about 1 in 100 foreign words.
///
/// The short lists of `LanguageGuess` cover function words; this filter separates a short note ("gym 5k", "leg day")
/// from a short text in another language.
struct KnownWords: Sendable {
    /// Longest word in Latin letters, in letters. Scripts without spaces write whole sentences as one.
    private static let maximumLatinLength = 200

    private let bits: [UInt8]

    static let shared = KnownWords()

    private init() { bits = Data(base64Encoded: KnownWordBits.base64).map(Array.init) ?? [] }

    /// Whether a sentence is in neither English nor German: none of its words is known, or fewer than half of four or
    /// more.
    ///
    /// Numbers, emoji, single letters, short abbreviations in capitals ("HRV") and rows of Latin letters that are longer
    /// than any word (keys, addresses, "hahaha…") are ignored. A sentence of names
    /// only, or without a word of more than three letters ("Heh."), does not count as foreign.
    func areForeign(_ sentence: some Sequence<Word>) -> Bool {
        var (total, known, longest, capitalized) = (0, 0, 0, 0)
        for word in sentence where word.isAlphabetic {
            let length = word.text.unicodeScalars.count
            if length == 1 && word.text != "i" || word.isShouted && length <= 4 { continue }
            if length > Self.maximumLatinLength, word.text.utf8.allSatisfy({ $0 < 0x80 }) { continue }
            total += 1
            if isKnown(word.text) { known += 1 }
            if word.isCapitalized { capitalized += 1 }
            longest = max(longest, length)
        }
        if total > 0, known == 0 { return longest > 3 && !(total > 1 && capitalized == total) }
        return total >= 4 && known * 2 < total
    }

    /// Whether a word is in the list. German compounds of two known words and words with repeated letters ("sooo")
    /// count too.
    /// - Parameter word: folded.
    func isKnown(_ word: String) -> Bool {
        let word = word.prefix { $0 != "'" }
        guard word.utf8.count > 2 else { return Self.short.contains(String(word)) }
        let letters = Array(word.utf8)
        if contains(letters[...]) || Self.notes.contains(String(word)) { return true }
        for limit in [2, 1] {
            let less = Self.withRuns(of: limit, letters)
            if less.count < letters.count,
                contains(less[...]) || Self.short.contains(String(decoding: less, as: UTF8.self))
            {
                return true
            }
        }
        return isCompound(letters)
    }

    private func isCompound(_ letters: [UInt8]) -> Bool {
        // Bounds the work, because each split is looked up.
        guard (9...40).contains(letters.count) else { return false }
        return (4...letters.count - 4).contains { split in
            guard contains(letters[split...]) else { return false }
            let joint = letters[split - 1] == UInt8(ascii: "s") || letters[split - 1] == UInt8(ascii: "n")
            return contains(letters[..<split]) || joint && split > 4 && contains(letters[..<(split - 1)])
        }
    }

    private func contains(_ letters: ArraySlice<UInt8>) -> Bool {
        guard !bits.isEmpty else { return true }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for letter in letters { hash = (hash ^ UInt64(letter)) &* 0x100_0000_01B3 }
        let (size, first, step) = (UInt64(bits.count) * 8, hash & 0xFFFF_FFFF, hash >> 32 | 1)
        return (0..<KnownWordBits.hashes).allSatisfy { number in
            let place = Int((first + number * step) % size)
            return bits[place / 8] & 1 << (place % 8) != 0
        }
    }

    /// Shortens runs of three or more equal letters to `limit`.
    private static func withRuns(of limit: Int, _ letters: [UInt8]) -> [UInt8] {
        var (less, index) = ([UInt8](), 0)
        while index < letters.count {
            var end = index
            while end < letters.count, letters[end] == letters[index] { end += 1 }
            less += Array(repeating: letters[index], count: end - index > 2 ? limit : end - index)
            index = end
        }
        return less
    }

    /// Words of one and two letters, which the filter does not contain.
    private static let short = WordLists.set(
        """
        i a an am is it in on of to do no my me we be he at as so up or if by us go oh ok hi pm ex ha ah uh um eh ya ow aw yo xd
        er es ich im zu da du wo ab ob ja um
        """)

    /// Words of health and daily notes that dictionaries lack.
    private static let notes = WordLists.set(
        """
        hrv rhr bpm hiit spo2 kcal wfh pilates zumba burpees quinoa tahini covid netflix lol lmao lmfao omg omfg wtf tbh idk ugh meh yay hmm haha hahaha nope yep yup
        argh nah sheesh ouch thx thnx
        """)
}
