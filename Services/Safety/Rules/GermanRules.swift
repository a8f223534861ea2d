/// German phrases, folded: `ä` is `a`. The spelling `ae` is listed where people use it.
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
                mir ..3 antun|anzutun|angetan|wehtun|wehzutun
                mich selbst|selber|absichtlich|wieder ..2 verletze|schneide|ritze
                """),
        // Words that name no person: whose they are says the sentence.
        SafetyRule(
            "de-weg", .selfHarm, .crisis, .nearest,
            phrases: """
                alle|viele|viel|ganze|packung ..3 tabletten|pillen|schlaftabletten|medikamente
                vor ..3 zug|auto|bahn|lkw ..1 werfen|springen|schmeissen|legen|laufen|werfe|springe
                von ..3 brucke|bruecke|dach|hochhaus|balkon|klippe ..2 springen|sturzen|springe|stuerzen
                vom|aus ..2 dach|hochhaus|balkon|fenster|brucke springen|springe|sturzen
                brucke|bruecke|dach|gleisen|gleise|bahnsteig|balkon|kante ..5 springen|springe|sturzen|fallen
                springe|spring ..3 brucke|dach|zug|balkon|fenster|tiefe
                """),
        SafetyRule(
            "de-sorge", .concernForOthers, .caution, .anyone,
            phrases: """
                sich ..5 umbringen|umzubringen|umbringt|toten|toeten|erhangen|erhaengen|erhangt|vergiften|ertranken|aufhangen|aufhaengen|ritzen|ritzt|anzutun
                bringt|totet|erhangt sich um|$
                ritzt|verletzt|schneidet sich ..1 selbst|selber|absichtlich|wieder|$
                ritzt sich
                sich selbst|selber|absichtlich ..2 verletzt|ritzt|schneidet
                sich ..2 wehtun|antun will|mochte|wolle
                will|mochte|wollte|wolle sich ..3 wehtun|antun|verletzen
                sich ..4 das? leben nehmen|zu|nimmt
                sein|ihr|ihrem|seinem leben ..2 beenden|ende|beendet
                er|sie ..4 sterben will|mochte|wolle
                er|sie ..3 tot sein|ware|waere
                wunscht sich ..2 tot
                """),
        SafetyRule(
            "de-absicht", .selfHarm, .crisis, .nearest, firm: true,
            phrases: """
                bringe|bring mich ..3 um $|heute|jetzt
                tu|tue|mache mir was|etwas|noch ..1 an|$
                schneide|schnitt|geschnitten|ritzte|geritzt|verbrannt|verbrenne mich ..2 wieder|absichtlich|$|tiefer|selbst|um|weil
                habe mich ..4 geschnitten|geritzt|verbrannt|verletzt ..1 $|wieder|um|weil|damit
                fuge|fuege|fugte mir ..2 schmerzen|schmerz|wunden ..1 zu
                abschiedsbrief|abschiedsbriefe|abschiedsnachricht
                schluss mit allem|mir|meinem
                leben ..5 keinen|kein|nicht ..2 sinn|lebenswert|wert
                nicht mehr lebenswert
                niemand|keiner|keinem wurde|wuerde|wird ..2 mich|merken|auffallen|fehlen ..2 vermissen|$|wenn
                ohne mich ..6 besser|leichter|dran|glucklicher|gluecklicher|gut|einfacher
                besser|leichter|glucklicher ..3 dran|leben ohne mich
                nie|nicht mehr|wieder aufwachen|aufwache|aufzuwachen|geweckt|erwachen
                halte|halt ..4 leben ..2 nicht mehr|langer aus|$
                tabletten|schlaftabletten|pillen|medikamente|waffe|strick|seil|klinge ..3 gesammelt|gehortet|bereit|gekauft|liegen|vor
                nur noch ..2 ein|einen|diesen weg|ausweg|losung|loesung
                herz ..5 stehen|aufhoren|aufhort bleiben|bleibt|zu
                will|mochte|wollte|wurde|ware ..5 nicht mehr ..2 da|hier|existieren|leben|am ..1 sein|$|leben|bin|ware
                nicht mehr da ware|sein|bin|waere
                """),
        SafetyRule(
            "de-hinweis", .selfHarm, .caution, .own, firm: true,
            phrases: """
                letzter|letzte|letztes eintrag|nachricht|brief|worte|abend|nacht
                keine zukunft|hoffnung|ausweg
                bald ..6 keine|nicht|ruhe|vorbei|ende ..3 mehr|sorgen|immer|haben|$
                danke fur alles
                vergesst|vergiss mich nicht
                wenn ich ..2 weg|tot|fort|gestorben|gegangen bin|$
                falle|fall ..4 zur? last
                egal ..3 ob ..4 aufwache|lebe|sterbe|uberlebe
                brucke|bruecke|gleis|gleise|dach|bahnsteig ..5 stehen|stehe|bleibe|langer|schaue|hinunter
                alles|katze|hund|sachen|rechnungen ..5 weggegeben|verschenkt|bezahlt|geregelt
                dass es ..1 aufhort|aufhoert|endet|vorbei
                endgultig|fur immer|ruhe|weg|schlafen
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
                bringt mich um wenn|falls
                verfolgt|bedroht|belastigt|stalkt|schlagt|wurgt|vergewaltigt mich
                jemand|einer|mann|er ..3 bricht|einbrechen|eingebrochen|einbricht ..4 mir|uns|wohnung|haus|ein
                droht|drohte|gedroht mir ..4 mich|zu|umzubringen|toten
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
                blutung|blut ..3 hort|stoppt|stillen|nicht ..2 nicht|auf|$
                reiniger|spulmittel|batterie|tabletten|gift|putzmittel|medikamente|waschmittel|pillen ..3 getrunken|geschluckt|verschluckt|gegessen|genommen
                zu viele tabletten|pillen|medikamente
                blutet|blute ..3 stark|sehr|heftig
                atmet ..1 nicht
                brauche|brauchen|ruf|ruft|rufe|rufen ..2 notarzt|krankenwagen|rettungswagen|rettung
                allergischer schock
                vergiftet|vergiftung
                nicht|kein|keinen|ohne ..1 alkohol|getrunken|trinke|entzug ..5 und|jetzt|ich|seitdem|seit ..4 zittere|zittern|krampfe|krampfanfall|halluziniere|halluzinationen|wahnvorstellungen
                aufgehort zu trinken ..3 und|jetzt|ich|seitdem ..4 zittere|zittern|krampfe|halluziniere|halluzinationen|sehe
                alkoholentzug|entzugsdelir|delirium
                tagen|nachten|tage|nachte|woche nicht|kaum|wach ..2 geschlafen|schlaf? ..3 und|ich|jetzt ..3 stimmen|halluziniere|halluzinationen
                seit ..2 tagen|nachten|wochen wach|schlaflos ..3 und|ich|jetzt ..3 hore|stimmen|halluziniere ..1 stimmen|halluzinationen|$
                linke|rechte arm|seite|gesichtshalfte ..3 taub|gelahmt|gelaehmt
                mundwinkel hangt|haengt
                """),
        SafetyRule(
            "de-fremdgefahrdung", .harmToOthers, .crisis, .nearest,
            phrases: """
                bringe|bring ihn|sie|dich|euch|alle|jemanden um
                baby|kind|kindern|sohn|tochter|ihm|ihr|jemandem|frau|mann ..2 etwas|was|schaden ..1 antun|anzutun|antue
                will|mochte|konnte|werde ..6 umbringen|toten|toeten|abstechen|erschiessen|erstechen|ermorden|erwurgen ..1 $
                will|werde|mochte|konnte|wurde ..2 ihn|sie|alle|jemanden|meinen|meine|dich|euch|leute ..3 umbringen|toten|toeten|abstechen|erschiessen|erstechen|ermorden
                amok laufen|laufe
                amoklauf
                """),
        SafetyRule(
            "essstorung", .disorderedEating, .caution, .nearest, firm: true,
            phrases: """
                hungere|hungern|hungerte mich|absichtlich|um|weil|runter|dunn|$
                erbreche|ubergebe|kotze mich? ..2 nach|absichtlich|heimlich|jedem|jeder
                erbreche|ubergebe mich absichtlich|heimlich|nach
                finger ..2 hals
                angst vor ..1 essen|kalorien
                fressanfall|fressanfalle|essanfall|essanfalle|fressattacke|fressattacken
                abfuhrmittel ..4 abnehmen|dunn|nach|jeden|immer
                nehme|schlucke|nahm abfuhrmittel
                nichts mehr? essen um|damit|bis|weil
                esse|gegessen|ess ..2 nichts|seit ..3 tagen|abzunehmen|abnehmen
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
                alles|nichts ..2 sinnlos|hoffnungslos|egal|sinn
                am ende ..1 meiner|meinen|der ..1 krafte|kraft|kraften
                panikattacke|panikattacken|zusammenbruch|nervenzusammenbruch
                einfach|nur verschwinden
                am ende $|meiner
                depressiv|depressionen
                weine ..2 jeden|jede|standig|nur|stunden
                """),
    ]
}
