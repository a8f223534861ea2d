import Localization

/// Tells English from German by the function words of questions. Short questions hold few words of other lists.
public enum MessageLanguage {
    /// nil if the words do not tell, such as “HRV?”.
    public static func of(_ message: String) -> Language? {
        let words = FoldedText(message).words
        let (english, german) = (words.count(where: Self.english.contains), words.count(where: Self.german.contains))
        return english == german ? nil : english > german ? .english : .german
    }

    private static let english = set(
        """
        the a an is are was were am do does did done have has had having i i'm i've i'd my me mine you your we our it it's
        its this that that's these those what what's how how's why when where where's which who whose can can't could
        should would will won't don't doesn't didn't not no yes and or but if than then so of on at by for from to with
        without about into over under since during last past next week weeks month months year years day days night
        nights today yesterday tonight morning evening afternoon tomorrow more less much many better worse any some
        please tell show give get got been being there here just really very too good bad feel feeling sleep slept steps
        pulse rate score mood energy heart walk walked help tip tips something else anything now right out up down off stressed tired ok okay like
        """
    ).subtracting(shared)
    private static let german = set(
        """
        der die das den dem des ein eine einen einem einer eines ist sind war waren bin bist hat habe hab hast haben
        hatte ich mein meine meinen meinem meiner mich mir du dein deine dir dich wir uns es er sie was wie wieso
        warum weshalb wann wo woran wozu welche welcher welches wer kann kannst konnte konntest soll sollte will mochte
        wurde wurden werde wird nicht kein keine ja nein und oder aber wenn als dann denn doch mal noch auch nur schon
        sehr zu zum zur im am vom beim bei mit ohne uber unter von aus auf nach seit gegen fur durch um bis letzte
        letzten letzter letztes diese diesen diesem dieser dieses woche wochen monat monate jahr jahre tag tage tagen nacht
        nachte heute gestern vorgestern morgen abend abends morgens mehr weniger viel viele besser schlechter gut schlecht
        bitte sag zeig gib mach macht machen tun tut hilft helfen schlaf schlafe schlafen geschlafen schritte puls wert
        stimmung energie gehen gegangen gelaufen fuhle fuhl mude sich so etwas was anderes bringt bedeutet heisst
        uberhaupt eigentlich wirklich gerade jetzt irgendwie normal
        """
    ).subtracting(shared)
    /// Words of both languages.
    private static let shared: Set = [
        "so", "was", "normal", "an", "am", "im", "hat", "bin", "in", "will", "also", "man", "on", "not",
    ]

    /// The words of both languages.
    static let words = english.union(german).union(shared)

    private static func set(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
