/// Reports of food, drink and work without a word of a feeling: “I drank too much coffee”. They are no troubles, so a
/// reply does not call them hard. Every word has to be known here: “I got fired from work” has another one.
public enum EverydayWords {
    private static let maximumWords = 16

    /// Whether a message tells only of food, drink or work.
    public static func isReport(_ message: String) -> Bool { isReport(FoldedText(message)) }

    static func isReport(_ text: FoldedText) -> Bool {
        let words = text.words.map { $0.hasPrefix("i'") ? "i" : $0 }
        return (2...maximumWords).contains(words.count) && words.contains(where: things.contains)
            && words.allSatisfy { things.contains($0) || others.contains($0) || $0.allSatisfy(\.isNumber) }
    }

    private static func set(_ words: String) -> Set<String> {
        Set(words.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    private static let things = set(
        """
        coffee coffees espresso espressos cappuccino tea cola coke lemonade juice water milk wine beer beers drink drinks drank
        drunk cocktails alcohol cake cakes chocolate chocolates pizza burger burgers fries pasta bread sugar sweets candy crisps
        chips cookies biscuits cheese meat salad fruit food snack snacks snacked breakfast lunch dinner supper meal meals ate eat
        eaten eating overate work worked working office meeting meetings deadlines emails mails tasks overtime shift shifts
        kaffee espresso tee limo saft wasser milch wein bier cocktail alkohol kuchen torte schokolade nudeln brot zucker
        sussigkeiten chips kekse kase fleisch salat obst essen gegessen snack genascht fruhstuck gefruhstuckt mittagessen
        abendessen getrunken trank ass arbeit gearbeitet buro besprechungen termine mails aufgaben uberstunden schicht
        """)

    private static let others = set(
        """
        i i've my me we our a an the this that it was is am are have has had been do did and or but so then because
        after before very really just too much many lot lots of bit more less all only still also quite pretty some
        another whole half few cup cups glass glasses bottle bottles can cans piece pieces slice slices bar plate portion
        at in on to for from with up about around until till since by through into during
        late early long busy big large small heavy light hot cold green black red white sweet
        last week today yesterday tonight night morning evening afternoon noon midnight day days weekend hour hours minute minutes
        monday tuesday wednesday thursday friday saturday sunday one two three four five six seven eight nine ten twelve
        home friends colleagues family party restaurant desk bed sleep went go got took made there
        ich mir mein meine meinem meinen wir uns ein eine einen einem der die das den dem es war ist bin habe hab hatte
        hatten haben und oder aber dann weil nach vor sehr wirklich nur zu zuviel viel viele zu mehr weniger wenig noch
        auch ganz ganze ganzen halbe paar tasse tassen glas glaser flasche stuck stucke tafel teller
        um am im in an auf fur von mit bis seit bei beim zum zur
        spat fruh lange lang grosse grossen kleine heute gestern abend abends morgen morgens mittag nachmittag nacht
        tag tage woche wochenende stunde stunden minuten montag dienstag mittwoch donnerstag freitag samstag sonntag
        eins zwei drei vier funf sechs sieben acht neun zehn hause freunden kollegen familie tun
        """)
}
