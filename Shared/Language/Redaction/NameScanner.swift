/// Finds people's names by titles and introductions, by a list of common given names, and by the words around a
/// capitalised word.
struct NameScanner {
    private let scalars: [Unicode.Scalar]
    private let words: [Word]
    init(_ scalars: [Unicode.Scalar], _ words: [Word]) { (self.scalars, self.words) = (scalars, words) }

    func spans() -> [Redaction.Span] {
        var spans: [Redaction.Span] = []
        var index = 0
        while index < words.count {
            if let range = name(at: index), isIntroduced(index) || !isInstitution(range) {
                spans.append(
                    Redaction.Span(
                        kind: .name,
                        range: words[range.lowerBound].range.lowerBound..<end(of: words[range.upperBound - 1])))
                index = range.upperBound
            } else {
                index += 1
            }
        }
        return spans
    }

    /// End of a word without a possessive "'s".
    private func end(of word: Word) -> Int {
        let text = word.text
        return text.hasSuffix("'s") ? word.range.upperBound - 2 : word.range.upperBound
    }

    private func base(_ index: Int) -> String {
        let text = words[index].text
        return text.hasSuffix("'s") ? String(text.dropLast(2)) : text
    }

    private func name(at index: Int) -> Range<Int>? {
        let word = words[index]
        let text = base(index)
        guard word.isAlphabetic, text.unicodeScalars.count > 1 || word.isCapitalized else { return nil }
        if isIntroduced(index) { return index..<extend(from: index, force: true) }
        if Names.isGiven(text), text.unicodeScalars.count > 1 {
            if Names.isAmbiguous(text) {
                guard word.isCapitalized, isPersonal(index) else { return nil }
            } else if !word.isCapitalized, LanguageGuess.isEverydayWord(text) {
                return nil
            }
            return index..<extend(from: index, force: false)
        }
        guard word.isCapitalized, !Names.isCommon(text), text.unicodeScalars.count > 1 else { return nil }
        let follows = isProper(index + 1) && isAdjacent(index + 1) && !isLetteredThing(index)
        if isSentenceStart(index) {
            // At the start of a sentence: "Gerste said", "Leif, can I", "Teresa Kreutzmann …".
            return follows || isFollowedByDeed(index) || isVocative(index)
                ? index..<extend(from: index, force: false) : nil
        }
        if word.isShouted && !follows { return nil }
        return follows || isPersonal(index) || isFollowedByDeed(index) ? index..<extend(from: index, force: false) : nil
    }

    /// Whether a run of capitalised words names a thing: "Civil Rights Act", "Axis Bank", "Title VII".
    private func isInstitution(_ range: Range<Int>) -> Bool {
        let end = min(range.upperBound + 1, words.count)
        return (range.lowerBound..<end).contains { index in
            guard words[index].isCapitalized, index < range.upperBound || isAdjacent(index) else { return false }
            return Self.institutions.contains(base(index)) || Self.spoken.contains(words[index].text)
        }
    }

    private static let institutions = set(
        """
        act bank union department ministry company corporation corp inc ltd llc gmbh solutions statement info information code number account id identifier tax
        title rights force border orchestra tales association foundation institute university college school hospital clinic church party committee agency office
        bureau council club team league cup festival museum airport station street road avenue hotel restaurant cafe insurance system systems services service
        software app group holdings partners bros university's center centre society court congress senate parliament commission treaty convention award prize
        mission vision policy chapter episode season part version section article book movie series show game album song ii iii iv vi vii viii ix xi visa
        discipline patient user users select inject swift ifsc supposed personal
        """)
    /// Contractions that are capitalised only at the start of a sentence.
    private static let spoken = set(
        "i'm you're we're they're he's she's it's that's there's what's don't i've you've we've i'll you'll i'd let's can't won't"
    )

    // MARK: Signs

    private func isAdjacent(_ index: Int) -> Bool {
        guard index > 0, index < words.count else { return false }
        return scalars[words[index - 1].range.upperBound..<words[index].range.lowerBound].allSatisfy {
            $0.isSpace && $0 != "\n" || $0 == "." || $0 == "-"
        }
    }

    private func isProper(_ index: Int) -> Bool {
        words.indices.contains(index) && words[index].isCapitalized && words[index].isAlphabetic
            && !Names.isCommon(base(index))
    }

    private func isSentenceStart(_ index: Int) -> Bool {
        index == 0 || words[index - 1].sentence != words[index].sentence
    }
    private func text(_ index: Int) -> String { words.indices.contains(index) ? words[index].text : "" }

    /// Whether an introduction precedes the word: "Mr. X", "my name is x", "named X", "Frau X".
    private func isIntroduced(_ index: Int) -> Bool {
        guard index > 0, words[index - 1].clause == words[index].clause || Self.titles.contains(text(index - 1)) else {
            return false
        }
        if Self.titles.contains(text(index - 1)) {
            return words[index - 1].isCapitalized
                && (words[index].isCapitalized
                    || Self.particles.contains(words[index].text) && isProper(extend(from: index, force: true) - 1))
        }
        let before = (text(index - 3), text(index - 2), text(index - 1))
        if before == ("my", "name", "is") || before == ("name's", "", "") || before == ("mein", "name", "ist")
            || before.1 == "i'm" && before.2 == "called"
        {
            return true
        }
        if before.2 == "named" || before.2 == "heisse" || before.2 == "heisst" || before.1 == "name" && before.2 == "is"
            || before.2 == "name's"
        {
            return words[index].isCapitalized || Names.isGiven(base(index))
        }
        return false
    }

    /// Whether the neighbouring words show that a person is meant.
    private func isPersonal(_ index: Int) -> Bool {
        let before = text(index - 1)
        if isSentenceStart(index) {
            return isFollowedByDeed(index) || isVocative(index) || isProper(index + 1) && isAdjacent(index + 1)
        }
        if Self.timePrepositions.contains(before) { return false }
        if Self.company.contains(before) || Self.relations.contains(before) || isPossessive(index) { return true }
        // "Anna and May": a given name before the conjunction.
        if before == "and" || before == "und", index > 1, Names.isGiven(text(index - 2)) { return true }
        return isFollowedByDeed(index) || isProper(index + 1) && isAdjacent(index + 1)
    }

    /// Whether a letter belongs to a thing: "Vitamin D", "Plan B".
    private func isLetteredThing(_ index: Int) -> Bool {
        Self.lettered.contains(text(index)) && text(index + 1).unicodeScalars.count == 1
    }

    private func isPossessive(_ index: Int) -> Bool { words[index].text.hasSuffix("'s") }
    private func isFollowedByDeed(_ index: Int) -> Bool {
        Self.deeds.contains(text(index + 1)) && text(index) != "it" && !Self.articles.contains(text(index - 1))
    }

    private func isVocative(_ index: Int) -> Bool {
        let end = words[index].range.upperBound
        return end < scalars.count && scalars[end] == ","
            && [
                "can", "could", "please", "i", "you", "what", "why", "how", "thank", "thanks", "are", "do", "will",
                "we",
            ].contains(text(index + 1))
    }

    // MARK: Extent

    /// End of a full name: further names, initials and particles such as "van der" after the first name.
    private func extend(from index: Int, force: Bool) -> Int {
        var end = index + 1
        while end < words.count, end < index + 5, isAdjacent(end),
            words[end].sentence == words[index].sentence || words[end - 1].text.unicodeScalars.count == 1
        {
            if words[end - 1].text.hasSuffix("'s") { break }
            let word = words[end]
            if word.isCapitalized, word.isAlphabetic,
                !Names.isCommon(base(end)) || word.text.unicodeScalars.count == 1 && word.text != "i"
            {
                end += 1
            } else if Self.particles.contains(word.text),
                isProper(end + 1) || Self.particles.contains(text(end + 1)) && isProper(end + 2)
            {
                end += 1
            } else if !words[index].isCapitalized, Names.isGiven(words[end].text), !Names.isAmbiguous(words[end].text) {
                end += 1
            } else {
                break
            }
        }
        return end
    }

    private static func set(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
    private static let titles = set(
        "mr mrs ms miss dr prof professor sir madam herr frau herrn doktor detective officer sergeant captain nurse uncle aunt auntie coach pastor father sister tante onkel"
    )
    private static let company = set(
        """
        with met meet meeting told tell called call calling texted asked ask hugged saw see visited visit love loved miss missed married dating kissed thanked
        from by for about without dear hi hello hey to and like than mit von fur traf treffe getroffen besuchte besucht liebe hallo says said sagt rief
        """)
    private static let relations = set(
        """
        friend friends sister brother mom mother dad father son daughter wife husband partner girlfriend boyfriend boss colleague coworker cousin uncle aunt
        grandma grandpa grandmother grandfather nephew niece neighbor neighbour therapist doctor roommate teacher coach manager ex dog cat baby fiance
        freund freundin schwester bruder mutter vater sohn tochter frau mann chef chefin kollege kollegin oma opa tante onkel nachbar nachbarin
        """)
    private static let deeds = set(
        """
        said says told tells asked asks called calls texted texts thinks thought loves loved hates hated wants wanted needs came comes went gave gives made makes
        invited helped helps laughed cried left told knows knew and was is has had got lives lived works worked sagt sagte hat ist war meinte kam und
        """)
    private static let timePrepositions = set(
        "in on until since last next this by early late mid during through of im am seit bis ende anfang mitte the a an"
    )
    /// Articles before a season or a place.
    private static let articles = set("im am")
    private static let lettered = set(
        "vitamin plan option type class grade group hepatitis team gate exit room level block klasse gruppe typ")
    private static let particles = set("de la van von der den di da del dos bin al el le zu zur y")
}
