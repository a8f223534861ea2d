extension TitleVocabulary {
    static let german = TitleVocabulary(
        forms: GermanForms(),
        function: """
            der die das den dem des ein eine einen einem einer eines mein meine meinen meinem meiner meines sein unser \
            unsere und oder mit im in am an auf zu zum zur von vom bei beim fur als um aus ins nach uber durch pro \
            jeden jede jedes jeder jedem alle was sich mich mir ich wir nur auch so mehr weniger nicht kein keine \
            keinen keiner nur uhr unter
            """,
        light: """
            lernen erlernen verbessern anfangen beginnen treiben werden sein bleiben schaffen fertig abschliessen \
            regelmassig ofter oft immer haufiger neu neue neuen gut gute besser bessere wieder endlich etwas viel \
            teilnehmen absolvieren nehmen kommen halten fuhren machen spielen anderen steigern
            """,
        less: "weniger nicht kein keine keinen keiner ohne nie niemals statt anstatt seltener nur hochstens maximal",
        lessVerbs: """
            reduzieren aufhoren aufgeben abnehmen verlieren vermeiden senken einschranken verzichten abbauen kurzen \
            stoppen beenden loswerden verringern abgewohnen
            """,
        more: "mehr",
        moreVerbs: "anfangen beginnen starten steigern erhohen zunehmen aufbauen",
        phrases: """
            jeden tag: taglich, jeder tag: taglich, am tag: taglich, pro tag: taglich, jede woche: wochentlich, \
            in der woche: wochentlich, die woche: wochentlich, pro woche: wochentlich, jeden monat: monatlich, \
            im monat: monatlich, pro monat: monatlich, jedes jahr: jahrlich, im jahr: jahrlich, pro jahr: jahrlich, \
            nicht mehr: aufhoren, zur seite legen: sparen, auf die seite legen: sparen, beiseite legen: sparen, \
            ins bett gehen: schlafen, ins bett: schlafen, zu bett gehen: schlafen, schlafen gehen: schlafen, \
            aus dem bett kommen: aufstehen, aus dem bett: aufstehen, laufen gehen: joggen, spazieren gehen: spazieren, \
            spaziergang machen: spazieren, sauber machen: putzen, ordnung schaffen: aufraumen, \
            tagebuch schreiben: tagebuch, tagebuch fuhren: tagebuch, essen gehen: restaurant, \
            auswarts essen: restaurant, rad fahren: radeln, fahrrad fahren: radeln, mit dem fahrrad fahren: radeln, \
            mit dem rad fahren: radeln, am morgen: morgens, am abend: abends, am mittag: mittags, \
            am nachmittag: nachmittags, am montag: montags, am dienstag: dienstags, am mittwoch: mittwochs, \
            am donnerstag: donnerstags, am freitag: freitags, am samstag: samstags, am sonntag: sonntags, \
            jeden morgen: morgens, jeden abend: abends, jeden montag: montags, jeden dienstag: dienstags, \
            jeden mittwoch: mittwochs, jeden donnerstag: donnerstags, jeden freitag: freitags, \
            jeden samstag: samstags, jeden sonntag: sonntags, mit dem hund rausgehen: gassi, hund ausfuhren: gassi, \
            gassi gehen: gassi, mit dem hund gehen: gassi
            """,
        groups: germanGroups, themes: [])

    private static let germanGroups = [
        "taglich wochentlich monatlich jahrlich", "morgens/morgen/fruh mittags/mittag nachmittags abends/abend/nachts",
        "montags/montag dienstags/dienstag mittwochs/mittwoch donnerstags freitags/freitag samstags/samstag sonntags",
        "werktags wochenende", "fruhstuck mittagessen abendessen",
        "januar februar marz april mai juni juli august september oktober november dezember",
        "fruhling/fruhjahr sommer herbst winter",
        """
        mama/mutter papa/vater oma/grossmutter opa/grossvater schwester bruder sohn tochter frau/ehefrau mann/ehemann \
        tante onkel eltern grosseltern freunde familie kollegen nachbarn vermieter
        """,
        "laufen/joggen/rennen gehen/spazieren schwimmen radeln rudern wandern klettern tanzen langlaufen dehnen",
        "liegestutze klimmzuge kniebeugen situps planks", "lesen schreiben horen zeichnen malen singen",
        "kochen essen backen", "kaufen/erwerben/anschaffen verkaufen mieten vermieten",
        "anrufen/telefonieren besuchen treffen futtern", "sparen/zurucklegen ausgeben verdienen leihen spenden",
        "zunehmen abnehmen/verlieren halten", "anfangen/beginnen/starten aufhoren/aufgeben/beenden/stoppen",
        "anfangen/beginnen/starten abschliessen/fertig",
        "mehr/steigern/erhohen/ofter/haufiger weniger/reduzieren/verringern/senken/einschranken/seltener",
        "aufbauen abbauen", "offnen schliessen", "leihen verleihen", "lernen/erlernen unterrichten/lehren",
        "fruher spater", "heiss kalt", "heiraten scheiden", "gewinnen verlieren",
        "kuche bad/badezimmer schlafzimmer garage garten keller dachboden balkon buro",
        "gitarre klavier geige schlagzeug cello flote saxofon/saxophon trompete posaune klarinette harfe akkordeon",
        """
        englisch spanisch franzosisch italienisch deutsch japanisch chinesisch portugiesisch russisch koreanisch \
        arabisch niederlandisch schwedisch polnisch latein griechisch turkisch danisch norwegisch finnisch tschechisch
        """,
        "tennis fussball schach golf basketball volleyball handball badminton",
        "wasser kaffee tee alkohol/bier/wein zucker fleisch obst gemuse salz brot milch schokolade fisch",
        "roman gedicht aufsatz artikel bewerbung brief steuererklarung testament", "euro dollar",
        "putzen/reinigen/saubern", "aufraumen/entrumpeln/ausmisten/ordnen", "reparieren/flicken", "fahrrad/rad/velo",
        "auto/wagen/pkw", "job/stelle", "fernsehen/tv/fernseher", "abgeben/einreichen", "arzt/hausarzt",
        "susses/sussigkeiten", "naschen/essen", "kind/kinder", "bekommen/kriegen/erhalten", "wohnung/apartment",
        "handy/smartphone/telefon", "trainieren/training", "abbezahlen/zuruckzahlen/tilgen", "lohn/gehalt",
        "urlaub/ferien", "chef/vorgesetzter", "bewerben/bewerbung", "anlegen/pflanzen", "sport/bewegung",
        "verbringen/haben", "gerechtigkeit/fairness", "ruhe/gelassenheit",
    ]
}
