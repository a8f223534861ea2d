import Foundation
import Language

/// "I want to die" and "I want to kill myself" in about sixty languages without full rules. The phrases are explicit
/// statements, so even a text that consists of one is a crisis.
///
/// No native speaker has checked them. In many of these languages a denial changes the word form or splits the phrase,
/// and does not match. Where it is a separate word directly before the same words (`negators`, `negatingPrefixes`), the
/// text is a caution. `Source` lists where the phrases were published.
enum WorldWishes {
    /// Where the first phrase of a language was published, as seen in November 2026. The other phrases of its row also
    /// mean dying or killing oneself, or are other spellings; they have no source of their own.
    enum Source {
        /// Crisis concept bank of QL7 Support, version 5.4.0 (`ql7-support.crisis-concept-bank`): 32 languages, of
        /// which 30 are used.
        case ql7
        /// Imotara (imotaraapp, `isCrisisTier2`, October 2026): one explicit statement in each of 22 languages.
        case imotara
        /// Item 9 of the Beck Depression Inventory, "I want to end my life", in
        /// https://github.com/7Byron/mapa_gabinetes, `burnout/lib/traducoes`; some of its lines appear to be
        /// machine-translated.
        case beckItem9
        /// Whisper of Hope, https://github.com/VeeDevs/whisper-of-hope-report, `src/utils/crisisDetection.ts`:
        /// languages of South Africa.
        case whisperOfHope
        /// SotsiaalAI, https://github.com/LauRRaud/SotsiaalAI, `lib/chat/safety.js`: Estonian.
        case sotsiaalAI
        /// https://github.com/panatch1992-cell/mindfitness-ai-backend, `utils/crisis.js`: Thai.
        case mindfitness
        /// Jacint Verdaguer, "L'emigrant": "torneu-me a terra, que hi vull morir!"
        /// (https://blocs.xtec.cat/lagavina/2016/04/10/): Catalan.
        case verdaguer
        /// "is There Hope?", chapter "The Suicide Note",
        /// https://mobile.wattpad.com/825429546-is-there-hope-the-suicide-note: Tagalog.
        case wattpad
        /// Rubens Beserra, "Nova persono", https://rubensbeserra.wordpress.com/2017/04/18/nova-persono/: Esperanto.
        case beserra
        /// No verifiable source: seen in search excerpts of public programs without their names.
        case unverified
        /// No source: composed from "I want" and the word for dying in https://translated-into.com/die.
        case composed
    }

    /// Languages of the table; `ForeignPhrases` has more phrases for es, fr, it, pt, nl, pl, ru, uk and tr.
    static let languages = table.map(\.language)

    static let rule = SafetyRule(
        SafetyRule.explicitPrefix + "world", .selfHarm,
        // Split into words like texts, because some marks of Indian scripts end a word. "liv" is written "live", "líf"
        // "life" and "t'i" "ti", as `SafetyReader` normalises them.
        phrases: phrases.map { WordReader.words(in: $0).map(\.text).joined(separator: " ") }.joined(separator: "\n"))
    static let phrases = table.flatMap(\.phrases)
    /// Number of languages whose first phrase has a verifiable source.
    static var published: Int { table.count { $0.source != .composed && $0.source != .unverified } }

    /// Phrases of scripts without spaces between words; each matches anywhere in a sentence.
    static let unspaced = [
        "我想死", "我要死", "不想活", "想自杀", "想自殺", "要自杀", "要自殺", "结束我的生命", "死にたい", "自殺したい", "自殺する", "生きたくない", "生きていたくない",
        "消えてしまいたい", "命を絶ちたい", "อยากตาย", "อยากฆ่าตัวตาย", "ฉันจะฆ่าตัวตาย", "ไม่อยากมีชีวิต", "ចង់ស្លាប់", "ຢາກຕາຍ", "သေချင်",
    ].map(Folding.fold)

    /// Split as by `WordReader`, because some marks end a word.
    private static let unspacedWords = unspaced.map { WordReader.words(in: $0).map(\.text).joined() }

    /// Indices of the first words of sentences that contain one of `unspaced`.
    static func places(in words: [Word]) -> [Int] {
        words.indices.filter { start in
            guard start == 0 || words[start - 1].sentence != words[start].sentence else { return false }
            let sentence = words[start...].prefix { $0.sentence == words[start].sentence }
            guard sentence.contains(where: { $0.text.unicodeScalars.contains { $0.value > 0xE00 } }) else {
                return false
            }
            let text = sentence.map(\.text).joined()
            let bytes = Array(text.precomposedStringWithCanonicalMapping.utf8)
            return zip(unspacedWords, unspacedBytes).contains { phrase, own in
                contains(own, in: bytes) && isMeant(phrase, in: text)
            }
        }
    }

    /// Composed canonically, as strings are compared.
    private static let unspacedBytes = unspacedWords.map { Array($0.precomposedStringWithCanonicalMapping.utf8) }

    /// Whether the bytes occur; a search by characters takes a hundred times as long in a text without spaces.
    private static func contains(_ phrase: [UInt8], in bytes: [UInt8]) -> Bool {
        guard let first = phrase.first, phrase.count <= bytes.count else { return false }
        return (0...bytes.count - phrase.count).contains { start in
            bytes[start] == first && bytes[start..<start + phrase.count].elementsEqual(phrase)
        }
    }

    /// True if the text contains the phrase without a negation directly before it and without an ending that changes
    /// its meaning.
    private static func isMeant(_ phrase: String, in text: String) -> Bool {
        var rest = text[...]
        while let range = rest.firstRange(of: phrase) {
            let (before, after) = (text[..<range.lowerBound], text[range.upperBound...])
            if !negatingPrefixes.contains(where: before.hasSuffix), !otherTails.contains(where: after.hasPrefix),
                !before.suffix(4).contains("笑" as Character)
            {
                return true
            }
            rest = text[range.upperBound...]
        }
        return false
    }

    private static let negatingPrefixes = ["不", "没", "沒", "ไม่", "ไม่ได้", "មិន", "ບໍ່", "မ"].map(folded)
    /// "我想死你了" means "I miss you so much", "自殺する人" "people who end their lives".
    private static let otherTails = ["你", "妳", "他", "她", "人", "とは思わない", "とは思いません", "わけではない", "わけじゃない"].map(folded)

    private static func folded(_ text: String) -> String {
        WordReader.words(in: Folding.fold(text)).map(\.text).joined()
    }

    // MARK: Denial

    /// True for rules of other languages whose wishes a separate word may deny.
    static func denies(_ other: SafetyRule) -> Bool { other.name == rule.name || foreign.contains(other.name) }
    private static let foreign = Set(ForeignPhrases.all.filter { $0.reason == .selfHarm }.map(\.name))

    /// True if a negation is directly before the phrase in its clause, among its fillers, or directly after it.
    static func isDenied(_ match: PhrasePattern.Match, in words: [Word], by other: SafetyRule) -> Bool {
        let (start, end) = (match.range.lowerBound, match.range.upperBound)
        func isNegator(_ index: Int) -> Bool {
            guard words.indices.contains(index), words[index].clause == words[start].clause else { return false }
            // "je ne veux plus vivre" is a wish of `ForeignPhrases`, so "ne" denies nothing there.
            return negators.contains(words[index].text) && (other.name == rule.name || words[index].text != "ne")
        }
        return isNegator(start - 1) || match.fillers.contains(where: isNegator)
            || words.indices.contains(end) && words[end].clause == words[start].clause
                && negatorsBehind.contains(words[end].text)
    }

    private static let negators = Set(
        """
        não nunca no non pas jamais niet nooit geen nie nigdy не никогда ніколи ne nu δεν δε nuk ei nem inte ikke ekki aldrig aldri لا لن ما לא tidak tak gak nggak
        enggak bukan không chẳng đừng đâu არ не nikad nikoli ayaw hindi 안
        """.split(whereSeparator: \.isWhitespace).map { folded(String($0)) })
    private static let negatorsBehind = Set(["না", "नहीं", "نہیں", "ಇಲ್ಲ"].map(folded))

    private static let table: [(language: String, source: Source, phrases: [String])] = [
        ("es", .ql7, ["quiero morir", "quiero matarme"]), ("fr", .ql7, ["veux mourir", "veux me tuer"]),
        ("it", .ql7, ["voglio morire", "voglio uccidermi"]),
        ("pt", .ql7, ["quero morrer", "quero me matar"]), ("nl", .ql7, ["ik wil dood", "ik wil sterven"]),
        ("pl", .ql7, ["chcę umrzeć", "chcę się zabić"]),
        ("ru", .ql7, ["хочу умереть", "хочу убить себя", "убью себя", "покончу с собой"]),
        ("uk", .ql7, ["хочу померти", "хочу вмерти", "хочу вбити себе"]),
        ("tr", .ql7, ["ölmek istiyorum", "kendimi öldürmek istiyorum", "intihar edeceğim"]),
        ("fi", .ql7, ["haluan kuolla", "haluan tappaa itseni", "tapan itseni"]),
        (
            "hu", .ql7,
            ["meg akarok halni", "meghalni akarok", "meg akarom ölni magam", "megölöm magam", "öngyilkos leszek"]
        ),
        ("sv", .ql7, ["jag vill dö", "vill ta livet av mig", "ta mitt live"]),
        ("no", .ql7, ["jeg vil dø", "vil ta livet mitt", "ta livet av meg"]),
        ("da", .ql7, ["jeg vil dø", "vil tage mit eget live", "tage livet af mig"]),
        ("is", .beckItem9, ["binda enda á life mitt", "ég vil deyja", "mig langar að deyja"]),
        ("cs", .ql7, ["chci zemřít", "chci umřít", "chci se zabít", "zabiju se"]),
        ("sk", .ql7, ["chcem zomrieť", "chcem umrieť", "chcem sa zabiť", "zabijem sa"]),
        ("ro", .ql7, ["vreau să mor", "vreau să mă omor", "vreau să mă sinucid", "mă omor"]),
        ("bg", .ql7, ["искам да умра", "искам да се убия", "ще се убия"]),
        ("mk", .unverified, ["сакам да умрам", "сакам да се убијам"]),
        (
            "sr", .ql7,
            ["želim da umrem", "hoću da umrem", "želim da se ubijem", "ubiću se", "желим да умрем", "хоћу да умрем"]
        ),
        ("hr", .ql7, ["želim umrijeti", "želim se ubiti", "ubit ću se"]),
        ("sl", .ql7, ["želim umreti", "hočem umreti", "želim se ubiti", "ubil se bom"]),
        ("el", .ql7, ["θέλω να πεθάνω", "να σκοτώσω τον εαυτό μου", "θέλω να αυτοκτονήσω", "θα αυτοκτονήσω"]),
        ("sq", .beckItem9, ["dëshiroj ti jap fund jetës sime", "dua të vdes", "dua të vras veten"]),
        ("lt", .beckItem9, ["noriu užbaigti savo gyvenimą", "noriu mirti", "noriu nusižudyti", "nusižudysiu"]),
        ("lv", .beckItem9, ["vēlos izbeigt savu dzīvi", "gribu nomirt", "gribu mirt", "gribu sevi nogalināt"]),
        ("et", .sotsiaalAI, ["tahan surra", "tahan ennast tappa", "tapan ennast"]),
        ("ca", .verdaguer, ["vull morir", "vull matar me", "em vull matar", "em vull suïcidar"]),
        ("az", .ql7, ["ölmək istəyirəm", "özümü öldürmək istəyirəm"]),
        ("kk", .ql7, ["өлгім келеді", "өзімді өлтіргім келеді"]),
        ("ka", .ql7, ["მინდა მოვკვდე", "სიკვდილი მინდა", "თავს მოვიკლავ"]),
        ("he", .ql7, ["אני רוצה למות", "רוצה להתאבד", "להרוג את עצמי"]),
        ("ar", .ql7, ["أريد أن أموت", "اريد ان اموت", "سأقتل نفسي", "أريد أن أقتل نفسي", "سأنتحر"]),
        (
            "fa", .beckItem9,
            [
                "به زندگی خود پایان دهم", "می خواهم بمیرم", "میخواهم بمیرم", "می خوام بمیرم", "میخوام بمیرم",
                "خودم را بکشم", "خودمو بکشم",
            ]
        ),
        ("ur", .imotara, ["مرنا چاہتا ہوں", "مرنا چاہتی ہوں", "خودکشی کرنا چاہتا"]),
        (
            "hi", .imotara,
            [
                "मरना चाहता", "मरना चाहती", "मर जाना चाहता", "मर जाना चाहती", "आत्महत्या करना चाहता", "आत्महत्या करना चाहती", "marna chahta",
                "marna chahti",
            ]
        ),
        ("bn", .imotara, ["মরতে চাই", "আত্মহত্যা করতে চাই"]), ("ta", .imotara, ["சாக வேண்டும்", "தற்கொலை செய்து கொள்ள"]),
        ("id", .imotara, ["ingin mati", "mau mati", "ingin bunuh diri", "mau bunuh diri"]),
        ("ms", .beckItem9, ["ingin menamatkan hidup saya", "saya nak mati", "nak bunuh diri"]),
        ("vi", .beckItem9, ["muốn kết thúc cuộc đời mình", "muốn chết", "muốn tự tử", "muốn tự sát"]),
        (
            "tl", .wattpad,
            ["gusto ko nang mamatay", "gusto kong mamatay", "gusto ko ng magpakamatay", "magpapakamatay ako"]
        ),
        ("sw", .unverified, ["nataka kufa", "nataka kujiua", "nitajiua"]),
        ("ko", .ql7, ["죽고 싶다", "죽고 싶어", "죽고 싶어요", "죽고싶다", "죽고싶어", "자살하고 싶다", "자살하고 싶어"]),
        ("af", .whisperOfHope, ["ek wil sterf", "ek wil doodgaan", "ek wil myself doodmaak"]),
        ("eu", .unverified, ["hil nahi dut"]),
        ("eo", .beserra, ["nur volas morti", "mi volas morti"]),
        ("zh", .ql7, []), ("ja", .ql7, []), ("th", .mindfitness, []),
        ("mr", .imotara, ["मला मरायचंय"]), ("te", .imotara, ["చనిపోవాలి", "చనిపోవాలని ఉంది"]), ("gu", .imotara, ["મારે મરી જવું છે"]),
        ("pa", .imotara, ["ਮਰਨਾ ਚਾਹੁੰਦਾ", "ਮਰਨਾ ਚਾਹੁੰਦੀ"]), ("kn", .imotara, ["ನಾನು ಸಾಯಬೇಕು"]), ("ml", .imotara, ["എനിക്ക് മരിക്കണം"]),
        ("or", .imotara, ["ମୋତେ ମରିଯିବାକୁ ମନ ହେଉଛି"]), ("zu", .whisperOfHope, ["ngifuna ukufa", "ngizozibulala"]),
        ("xh", .whisperOfHope, ["ndifuna ukufa", "ndizozibulala"]),
        ("st", .whisperOfHope, ["ke batla ho shwa"]), ("km", .composed, []), ("lo", .composed, []),
        ("my", .composed, []),
    ]
}
