import Language

/// "I want to die" and "I want to kill myself" in forty languages without full rules: explicit statements, so that the shortest text in one of them is a crisis.
///
/// Sources: published crisis word lists of other programs, searched in public repositories in November 2026 (among them avamb/3hours for Russian and Ukrainian;
/// lists for Hungarian, Finnish, the Baltic, Slavic, Turkic, South and East Asian languages and Swahili were read as excerpts without a repository name), and
/// translated-into.com/suicide for the noun. No native speaker has checked them. Denials are other word forms in most of these languages and do not match.
enum WorldWishes {
    /// Languages of `ForeignPhrases` (es, fr, it, pt, nl, pl, ru, uk, tr) have more phrases there.
    static let languages = table.map(\.language)

    static let rule = SafetyRule(
        ExplicitRules.prefix + "world", .selfHarm, phrases: table.flatMap(\.phrases).map(Folding.fold).joined(separator: "\n"))

    /// For scripts that write no spaces between words: any of these inside a word.
    static let unspaced = [
        "我想死", "我要死", "不想活", "想自杀", "想自殺", "要自杀", "要自殺", "结束我的生命", "死にたい", "自殺したい", "自殺する", "生きたくない", "生きていたくない",
        "消えてしまいたい", "命を絶ちたい", "อยากตาย", "อยากฆ่าตัวตาย", "ฉันจะฆ่าตัวตาย", "ไม่อยากมีชีวิต", "ចង់ស្លាប់", "ຢາກຕາຍ", "သေချင်",
    ].map(Folding.fold)

    /// Places of words that hold one of `unspaced`.
    static func places(in words: [Word]) -> [Int] {
        words.indices.filter { index in
            words[index].text.unicodeScalars.contains { $0.value > 0xE00 } && unspaced.contains { words[index].text.contains($0) }
        }
    }

    private static let table: [(language: String, phrases: [String])] = [
        ("es", ["quiero morir", "quiero matarme"]), ("fr", ["veux mourir", "veux me tuer"]), ("it", ["voglio morire", "voglio uccidermi"]),
        ("pt", ["quero morrer", "quero me matar"]), ("nl", ["ik wil dood", "ik wil sterven"]), ("pl", ["chcę umrzeć", "chcę się zabić"]),
        ("ru", ["хочу умереть", "хочу убить себя", "убью себя", "покончу с собой"]), ("uk", ["хочу померти", "хочу вмерти", "хочу вбити себе"]),
        ("tr", ["ölmek istiyorum", "kendimi öldürmek istiyorum", "intihar edeceğim"]), ("fi", ["haluan kuolla", "haluan tappaa itseni", "tapan itseni"]),
        ("hu", ["meg akarok halni", "meghalni akarok", "meg akarom ölni magam", "megölöm magam", "öngyilkos leszek"]),
        ("sv", ["jag vill dö", "vill ta livet av mig", "ta mitt liv"]), ("no", ["jeg vil dø", "vil ta livet mitt", "ta livet av meg"]),
        ("da", ["jeg vil dø", "vil tage mit eget liv", "tage livet af mig"]), ("is", ["ég vil deyja", "mig langar að deyja"]),
        ("cs", ["chci zemřít", "chci umřít", "chci se zabít", "zabiju se"]), ("sk", ["chcem zomrieť", "chcem umrieť", "chcem sa zabiť", "zabijem sa"]),
        ("ro", ["vreau să mor", "vreau să mă omor", "vreau să mă sinucid", "mă omor"]),
        ("bg", ["искам да умра", "искам да се убия", "ще се убия"]), ("mk", ["сакам да умрам", "сакам да се убијам"]),
        ("sr", ["želim da umrem", "hoću da umrem", "želim da se ubijem", "ubiću se", "желим да умрем", "хоћу да умрем"]),
        ("hr", ["želim umrijeti", "želim se ubiti", "ubit ću se"]), ("sl", ["želim umreti", "hočem umreti", "želim se ubiti", "ubil se bom"]),
        ("el", ["θέλω να πεθάνω", "να σκοτώσω τον εαυτό μου", "θέλω να αυτοκτονήσω", "θα αυτοκτονήσω"]),
        ("sq", ["dua të vdes", "dua të vras veten"]), ("lt", ["noriu mirti", "noriu nusižudyti", "nusižudysiu"]),
        ("lv", ["gribu mirt", "gribu nomirt", "gribu sevi nogalināt"]), ("et", ["tahan surra", "tahan ennast tappa", "tapan ennast"]),
        ("ca", ["vull morir", "vull matar me"]), ("az", ["ölmək istəyirəm", "özümü öldürmək istəyirəm"]),
        ("kk", ["өлгім келеді", "өзімді өлтіргім келеді"]), ("ka", ["მინდა მოვკვდე", "სიკვდილი მინდა", "თავს მოვიკლავ"]),
        ("he", ["אני רוצה למות", "רוצה להתאבד", "להרוג את עצמי"]), ("ar", ["أريد أن أموت", "اريد ان اموت", "سأقتل نفسي", "أريد أن أقتل نفسي", "سأنتحر"]),
        ("fa", ["می خواهم بمیرم", "میخواهم بمیرم", "می خوام بمیرم", "میخوام بمیرم", "خودم را بکشم", "خودمو بکشم"]),
        ("ur", ["مرنا چاہتا ہوں", "مرنا چاہتی ہوں", "خودکشی کرنا چاہتا"]),
        ("hi", ["मरना चाहता", "मरना चाहती", "मर जाना चाहता", "मर जाना चाहती", "आत्महत्या करना चाहता", "आत्महत्या करना चाहती", "marna chahta", "marna chahti"]),
        ("bn", ["মরতে চাই", "আত্মহত্যা করতে চাই"]), ("ta", ["சாக வேண்டும்", "தற்கொலை செய்து கொள்ள"]),
        ("id", ["ingin mati", "mau mati", "ingin bunuh diri", "mau bunuh diri"]), ("ms", ["saya nak mati", "nak bunuh diri"]),
        ("vi", ["muốn chết", "muốn tự tử", "muốn tự sát"]), ("tl", ["gusto ko nang mamatay", "gusto kong mamatay", "magpapakamatay ako"]),
        ("sw", ["nataka kufa", "nataka kujiua", "nitajiua"]), ("ko", ["죽고 싶다", "죽고 싶어", "죽고 싶어요", "죽고싶다", "죽고싶어", "자살하고 싶다", "자살하고 싶어"]),
        ("af", ["ek wil doodgaan", "ek wil sterf", "ek wil myself doodmaak"]), ("eu", ["hil nahi dut"]), ("eo", ["mi volas morti"]),
        ("zh", []), ("ja", []), ("th", []),
    ]
}
