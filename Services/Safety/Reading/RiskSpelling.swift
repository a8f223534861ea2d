/// Finds the risk word that a misspelt word stands for: one letter lost, added, changed, or two neighbours swapped (Damerau 1964), two letters lost in long
/// words, repeated letters, digits and vowels that sound alike.
///
/// All variants are made once, so that a look-up costs the length of the word (the idea of Garbe's SymSpell, 2012). A variant that is a word of its own
/// ("mysell" is none, "killing" → "filling" is one) stands in `guarded` and is left alone.
enum RiskSpelling {
    /// The word meant, or nil where the word is none of these or one of its own. Takes a folded word.
    static func meant(by word: String) -> String? {
        guard word.utf8.count >= 3, word.utf8.count <= 16, !targets.contains(word), !guarded.contains(word), !SafetyClassifier.vocabulary.contains(word) else {
            return nil
        }
        if let known = variants[word] { return known }
        let plain = squeezed(word)
        guard plain != word, plain.utf8.count >= 3, !guarded.contains(plain) else { return nil }
        return squeezedTargets[plain] ?? variants[plain]
    }

    /// Digits read as letters, letters written several times read once: "d1ieee" is "die".
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

    /// Every spelling one step from a target that is no word of its own.
    private static let variants: [String: String] = {
        var table: [String: String] = [:]
        func note(_ letters: some Sequence<UInt8>, _ target: String) {
            let variant = String(decoding: Array(letters), as: UTF8.self)
            if variant.utf8.count >= 3, !targets.contains(variant), !guarded.contains(variant), table[variant] == nil { table[variant] = target }
        }
        let alphabet = Array("abcdefghijklmnopqrstuvwxyz".utf8)
        for target in long.sorted() + short.sorted() {
            let letters = Array(target.utf8)
            for place in letters.indices.dropFirst() {
                var lost = letters
                lost.remove(at: place)
                // A short word stands a swap and a doubled letter, a long one everything.
                if letters.count >= 5 || isVowel(letters[place]) && letters.count == 4 && target != "dead" { note(lost, target) }
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
            // the first two swapped: "yslef" is not, "ymself" is
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
    private static let long = WordLists.set(
        """
        suicide suicidal myself yourself overdose overdosing overdosed killing hopeless worthless anymore existing existence hanging cutting bleeding breathe
        breathing unconscious tonight forever goodbye nobody unalive unaliving strangle suffocate pointless meaningless painless painful everything everyone
        bottle tablets bridge burden murder abused raped swallowed ambulance emergency seizure stroke living worth depressed depression desperate myselves selfharm
        """)
    private static let short = WordLists.set("kill want life harm hurt dead knife pills wrist wrists alive reason exist")

    /// Words near a target that mean themselves; found by comparing all variants with the words of the data sets that may train.
    private static let guarded = WordLists.set(
        """
        killings filling milling willing billing selling telling pulling kissing kidding kicking kinking skilling yelling kneeling keeling
        abuse abuser abuses accused amused allie bathe bathing battle battles beating bleeping blending breath breaths breeding bride brides brides bridle
        depress depresses dressed exit exits exiting exciting fever handing banging homeless liking lining loving lying overdone overdoses oversee pill rape rapes rapid
        seize seized strange stranger strike strokes stoke stoker swallow swallows tabes table tables tablet tales tight tonights writs wort wroth worthy worthily
        hut hat heat heart heat hutt herd hare ham warm farm lie lied leif lives liver lived alvie alike slive lief went wand wants waft kilt kiln skill skull dread deed
        dear deal head read reasons season treason resonate exists existed knifed naive
        wrists waist bottled bottles bottler battled tabled burdens burned burnt burner bridges bridged ridge bribe murders murdered murmur bleedings bleeder
        hanging hangings changing hunting hinting handling hangin cuttings putting cooing cutting's catting breather breathed breathes breadth breathy
        nobodys goodbyes forevers strangled strangles strangler suffocated suffocates everyones everythings pointedly pain painfully painlessly hopelessly mindless
        worthlessly existing's existence's suicides overdose's stroked stroking livings leaving levying giving
        depressing depression depressions desperately disparate desperado tonic emergencies ambulances emergence emergent seizures harms harmed harem hurts hurst ther
        pulls pillows polls spills pails pies polls ills wrath wart
        """)
}
