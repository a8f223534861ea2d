/// German phrases, folded: `ä` is `a`; the spelling `ae` stands beside it where people use it.
enum GermanRules {
    static let all: [SafetyRule] = [
        SafetyRule(
            "de-suizid", .selfHarm,
            phrases: """
                mich ..5 umbringen|umzubringen|umbringe|umbring|toten|toeten|erhangen|erhaengen|erschiessen|vergiften|ertranken|aufhangen|aufhaengen|ritzen|verletzen|schneiden|ritze|umgebracht
                bringe|bring mich ..2 um
                tote|toete|erhange|erschiesse|ritze|verletze|schneide mich ..1 selbst|selber|$|wieder|jetzt|heute|und|oft|immer
                mir ..4 das? leben nehmen|zu|nehme
                nehme|nehm mir ..2 leben
                meinem leben ..2 ende
                mein leben ..2 beenden|beende
                leben|allem|es ein|zu ende setzen|machen|bereiten
                pulsadern|pulsader
                mir ..3 antun|anzutun|angetan
                alle|viele|viel|ganze|packung ..3 tabletten|pillen|schlaftabletten|medikamente
                vor ..3 zug|auto|bahn|lkw ..1 werfen|springen|schmeissen|legen|laufen|werfe|springe
                von ..3 brucke|bruecke|dach|hochhaus|balkon|klippe ..2 springen|sturzen|springe|stuerzen
                vom|aus ..2 dach|hochhaus|balkon|fenster|brucke springen|springe|sturzen
                """),
        SafetyRule(
            "de-sterben", .selfHarm, .crisis, .nearest,
            phrases: """
                will|mochte|moechte|wollte|wurde|wuerde|wunschte|wunsche|wuensche|kann|konnte|wunsch|willst|lust|bereit|gerne|lieber|einfach|am ..5 sterben
                will|mochte|moechte|wollte|ware|waere|lieber|besser|wunschte|wuenschte|ich ..3 tot sein|ware|waere|$
                ware|waere|war ich ..2 tot|weg|nie|besser
                ich ware|waere ..2 tot|nie
                lieber|besser tot
                hoffe|hoffentlich|wunschte ..4 nicht|nie mehr|wieder aufwache|aufwachen|aufzuwachen
                """),
        SafetyRule(
            "de-nicht-leben", .selfHarm, .crisis, .nearest, firm: true,
            phrases: """
                nicht|nie mehr|langer|laenger|weiter ..1 leben|weiterleben|aufwachen|existieren|leben|weiterzuleben
                nicht|nie mehr|langer|laenger hier|da|am ..1 sein|leben
                will|mochte|moechte|kann ..2 nicht mehr? ..1 leben|weiterleben|existieren
                kein|keinen|keine ..1 ausweg
                kein|keinen|keine|ohne|fehlt ..1 grund|sinn|lebenssinn|lebenswillen|lebensmut ..3 leben|mehr|weiterzuleben|weiterleben|weiterzumachen
                leben ..3 keinen|kein|ohne|nicht sinn|lebenswert|wert|zweck
                leben ..2 sinnlos|satt|leid
                wofur|wozu|warum ..3 noch leben|lebe|weiterleben
                ohne mich ..3 besser|leichter|glucklicher|gluecklicher
                besser|leichter ..4 ohne mich
                schluss machen|mache mit|$ ..2 leben|$|allem
                """),
        SafetyRule(
            "de-thema", .selfHarm, .crisis, .topic,
            phrases: """
                selbstmord|suizid|suizidal|selbstmordgedanken|suizidgedanken|selbstmordgefahrdet|suizidgefahrdet|lebensmude|lebensmuede|selbsttotung|freitod
                selbstverletzung|selbstverletzend|ritzen|uberdosis|ueberdosis
                """),
        SafetyRule(
            "de-gewalt", .abuseOrDanger,
            phrases: """
                @nach ..6 schlagt|schlaegt|schlug|geschlagen|prugelt|verprugelt|verprugelte|wurgt|gewurgt|wurgte|missbraucht|vergewaltigt|bedroht|misshandelt|stalkt|tritt|schubst|begrapscht mich
                mich ..6 geschlagen|schlagt|schlaegt|verprugelt|gewurgt|missbraucht|vergewaltigt|bedroht|misshandelt|gestalkt|verfolgt|eingesperrt|begrapscht|angefasst|umzubringen
                werde|wurde|wurden|bin|worden ..5 vergewaltigt|missbraucht|misshandelt|bedroht|gestalkt|verfolgt|geschlagen|verprugelt
                angst vor ..1 ihm|meinem|meiner|meinen ..1 $|mann|freund|vater|partner|ex|stiefvater|bruder|mutter|eltern|frau
                angst ..2 nach hause
                nicht sicher zuhause|daheim|zu
                zuhause|daheim ..2 nicht sicher
                bringt mich um wenn|falls|$
                hausliche gewalt
                """),
        SafetyRule(
            "de-notfall", .medicalEmergency, .crisis, .anyone, firm: true,
            phrases: """
                keine|kaum|schlecht|schwer luft
                bekomme|kriege|krieg|bekommt|kriegt ..2 keine|kaum|schlecht luft
                herzinfarkt|herzanfall|schlaganfall|herzstillstand|hirnblutung
                brustschmerz|brustschmerzen|bewusstlos|krampfanfall|ohnmachtig
                schmerz|schmerzen|druck|stechen|engegefuhl|brennen in|auf der|meiner brust
                brust ..2 tut|schmerzt|sticht|eng
                hort|hoert nicht auf zu bluten
                blutet|blute ..3 stark|sehr|heftig
                atmet ..1 nicht
                brauche|brauchen|ruf|ruft|rufe|rufen ..2 notarzt|krankenwagen|rettungswagen|rettung
                allergischer schock
                vergiftet|vergiftung
                linke|rechte arm|seite|gesichtshalfte ..3 taub|gelahmt|gelaehmt
                mundwinkel hangt|haengt
                """),
        SafetyRule(
            "de-fremdgefahrdung", .harmToOthers, .crisis, .nearest,
            phrases: """
                bringe|bring ihn|sie|dich|euch|alle|jemanden um
                will|werde|mochte|konnte|wurde ..2 ihn|sie|alle|jemanden|meinen|meine|dich|euch|leute ..3 umbringen|toten|toeten|abstechen|erschiessen|erstechen|ermorden
                amok laufen|laufe
                amoklauf
                """),
        SafetyRule(
            "de-belastung", .distress, .caution, .nearest, firm: true,
            phrases: """
                ich kann|kan nicht mehr $|so|weiter|und
                kann nicht mehr weiter|weitermachen
                halte|halt es|das|dies|alles ..2 nicht mehr|langer aus|$
                hoffnungslos|verzweifelt|wertlos
                hasse mich|mein
                keine hoffnung|kraft mehr|$
                innerlich leer|tot
                niemand|keiner ..3 vermissen|liebt|mag|braucht mich
                mich ..2 vermissen
                falle|bin allen|allem|euch zur? last
                alles sinnlos|hoffnungslos|egal
                panikattacke|panikattacken|zusammenbruch|nervenzusammenbruch
                einfach|nur verschwinden
                am ende $|meiner
                depressiv|depressionen
                weine ..2 jeden|jede|standig|nur|stunden
                """),
    ]
}
