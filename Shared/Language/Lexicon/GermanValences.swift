/// German valences, folded (`müde` is `mude`); see `SentimentLexicon`.
enum GermanValences {
    static let table = """
        3 uberglucklich fantastisch wunderbar wundervoll grossartig traumhaft perfekt begeistert himmlisch ausgezeichnet hervorragend
        2.3 glucklich gluck liebe liebt geliebt liebevoll freude freudig toll super schon schone schoner schonen schones herrlich stolz dankbar dankbarkeit spass
        2.3 erfolgreich erfolg geschafft gelungen genossen geniessen genoss lachen gelacht lachte gelachelt feiern gefeiert
        1.8 froh gut gute guter guten gutes zufrieden ruhig entspannt entspannend erholt erholsam ausgeruht gelassen friedlich frieden hoffnung hoffnungsvoll
        1.8 zuversichtlich motiviert energiegeladen lebendig geborgen sicher unterstutzt freundlich nett warm lecker gesund stark erleichtert erleichterung
        1.4 besser angenehm gemutlich interessant hilfreich geholfen leicht produktiv konzentriert sonnig ordentlich okay freue freut gefreut danke urlaub
        -1.2 mude schlapp langweilig gelangweilt unsicher verwirrt schwierig anstrengend unruhig problem probleme genervt nervig arger verspatet lustlos
        -1.7 traurig trauer gestresst stressig stress angst angstlich nervos besorgt sorge sorgen angespannt frustriert frust erschopft erschopfung ausgelaugt
        -1.7 uberfordert enttauscht enttauschung einsam einsamkeit allein unglucklich krank kopfschmerzen schmerz schmerzen schlecht schlechte schlechter
        -1.7 schlechten schlechtes weinen geweint weinte streit gestritten wutend wut sauer schuldig schuld scham peinlich eifersuchtig neidisch schlaflos
        -2.3 schrecklich furchtbar schlimm schlimmer entsetzlich grauenhaft katastrophe katastrophal hoffnungslos hilflos verzweifelt verzweiflung wertlos
        -2.3 deprimiert depressiv depression hass hasse gehasst verloren gescheitert versagt versager panik albtraum elend gestorben tot tod beerdigung
        """
}
