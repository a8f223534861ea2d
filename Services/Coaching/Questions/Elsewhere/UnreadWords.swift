import Localization

/// Things that a question names and no rule reads: “did the argument cost me sleep?” An answer from the rest names the first,
/// so that a question which was half read is not answered as if it was read.
public enum UnreadWords {
    /// The first unread thing of a message, as it was written: a word behind an article or a possessive. Other unread words
    /// are too often turns of speech.
    /// - Returns: nil if there is none, or if the message tells of a loss.
    public static func of(_ message: String, in language: Language) -> String? {
        guard !FeelingWords.tellsLoss(FoldedText(message)) else { return nil }
        let spelling = QuestionPhrases.of(language).spelling
        let plain = language == .german ? german : english
        var isNamed = false
        for written in message.split(whereSeparator: \.isWhitespace) {
            let words = spelling.mended(FoldedText(written)).words.map(stripped)
            guard words.count == 1, let word = words.first else {
                isNamed = false
                continue
            }
            if determiners.contains(word) || isNamed && describing.contains(word) {
                isNamed = true
                continue
            }
            if isNamed, word.count >= 3, word.allSatisfy(\.isLetter), !spelling.knows(word), !plain.contains(word),
                !MessageLanguage.words.contains(word), !measures.contains(word)
            {
                return written.trimmingCharacters(in: .punctuationCharacters)
            }
            isNamed = false
        }
        return nil
    }

    private static let determiners = set(
        """
        the my our a an this that his her their der die das den dem des ein eine einen einem einer mein meine meinen meinem
        meiner unser unsere unseren unserem unserer
        """)
    private static let describing = set("new old own neue neuen neuer neues neuem alte alten alter altes altem")

    /// “partner's” is “partner”.
    private static func stripped(_ word: String) -> String {
        word.hasSuffix("'s") ? String(word.dropLast(2)) : word
    }

    private static let measures = Set(Measure.allCases.flatMap(\.phrases).flatMap { FoldedText($0).words })

    /// Words that change nothing in what is asked.
    private static let english = set(
        """
        again actually effect clue chance after ago all almost also always amount and another apart around averages average averaging away
        awful back bad based basically because been before behind being below between bit both break came case change
        changed changing check clearly compare compared comparing completely crap curious data day's deal definitely
        different difference doing dont doesnt didnt cant wont isnt wasnt down drop dropped dropping during each earlier
        either else enough entire even ever every exactly explain explains far fast feels felt few fewest figure figures
        find fine first for gonna gone gotta great ground guess half happen happened happening hard hello help hey hi high
        highest hit hour hours hows ideas important improve improved improving increase increased instead interested into
        issue its jump jumped just keep keeps kind know known lags large larger last latest least left let level levels
        lift likely line linked little long longer longest look looked looking looks lot lots low lower lowest lying main
        matter matters maybe mean means median minutes moment mondays month's morning's most mostly moved moving myself
        near nearly need needed never new nite nothing noted notice noticed number numbers often one only open other over
        part past peak percent perhaps picture pick please pls point points poor pretty probably problem pull put quite
        raise rated rather reach reached real realise really reason recent recorded right rise rising roughly rubbish said
        same saw say says see seem seems seen several short shorter shortest should shown shows similar since small
        some something sometimes soon sound spent spike stable start started state stats stay still stop such suddenly
        sum sure swing take taken taking talk tell terrible than thank thanks that's there's they thing think thought thru
        thus til till time times to together tonite too total track tracked trend trending trends true turn two typical
        typically under until unusual unusually update upon use used value values vary very view wanna want wanted was
        way week's well went whats when whether while whole wher why wise with wondering work worked working worst would
        wrong year's yday yet you your
        """)
    private static let german = set(
        """
        aber einfluss wochentag effekt chance alle allem alles allgemein also andere anderen anders anzahl auch auf auffallig aufgefallen aussehen
        bekommen besonders bestimmt beste besten bisher bisschen bitte blick brauche daran daten dabei dadurch dafur dagegen
        danach dazu denkst deshalb deutlich deswegen dieses doch durchschnitt durchschnittlich ebenfalls echt ecke eher
        einfach einzige ende entwickelt entwicklung erklar erklare erste ersten etwa fast feststellen finde findest
        gab ganz ganze ganzen gar geandert gange geben gegenuber genau genug gerne gesamt gesamten geht gibt gestiegen
        gesunken gleich grad grosse grund grunde gerade guck gucken hallo halt haufig heut heutige hilf hoch hoher hoch hohe
        hochsten ihr immer irgendwas irgendwo ist ja jede jeden jeder jedes jemals kam kann kommen kommt kurz kurzer
        kurzeste kurzesten lage lang lange langer langsten lass lauft leicht leider letztens liegt liegen los mal
        manchmal meinst meiste meisten mies mir moment nachmittag nachmittags naja nehmen nen neu nichts nie niedrig
        niedriger niedrigsten nix nochmal nun oft ohne okay paar plotzlich prozent punkte rauf recht richtig runter
        sage sagen sagst schau schauen schlechten schlechteste schnitt schon seh sehe sehen sein seine selbst seit siehst siehts
        sieht sinkt solche sonst sowas sprich stand standig steigt stehen steht stelle stimmt stunden teil teilweise trag
        tief tiefer tiefsten tja total trotzdem typisch uberblick ubersicht ubrig ubrigens unbedingt ungefahr ursache
        verandert verandern verandert veranderung vergleich vergleiche verglichen verlauf vermutlich verschlechtert
        verbessert vielleicht voll vor vorher wahrend wahrscheinlich warens warn wegen weil weit weiter weiss wenig
        wenige wenigsten wer werte wirds wissen wo wohl wollte wunder zahl zahlen zeigen zeigt zeit zeitraum ziemlich
        zusammen zuviel zwar zwischen
        """)

    private static func set(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
