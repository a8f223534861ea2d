import Localization

extension QuestionPhrases {
    static let german = QuestionPhrases(
        language: .german,
        own: [
            "ich", "mein", "meine", "meinen", "meinem", "meiner", "meines", "mir", "mich", "hab ich", "bin ich",
        ],
        today: ["heute", "heute abend", "heute morgen", "jetzt", "gerade"],
        status: [
            "wie habe ich", "wie hab ich", "wie war", "wie waren", "wie ist", "wie sind", "wie viel", "wie viele",
            "wieviel", "wieviele", "wie lange", "wie gut", "wie hoch", "wie niedrig", "wie geht es mir",
            "wie geht's mir",
            "wie ging es mir", "was ist mein", "was ist meine", "was war mein", "was war meine", "zeig", "zeige",
            "habe ich", "hab ich", "bin ich", "war ich", "durchschnitt", "durchschnittlich", "hochster", "hochste",
            "niedrigster", "niedrigste", "wie schlafe ich", "wie schlief ich", "ist mein", "ist meine", "sind meine",
            "war mein", "war meine", "wie steht es um", "wie sieht es", "wo steht mein", "was sagt mein",
            "was sagt meine",
        ],
        compare: [
            "besser als", "schlechter als", "hoher als", "niedriger als", "mehr als", "weniger als", "langer als",
            "kurzer als", "vergleich*", "im vergleich", "gegen letzte", "gegen letzten", "gegenuber", "als im",
            "als letzte", "als letzten", "als sonst",
            "als ublich", "als vorher", "als fruher", "verbessert", "verschlechtert", "verandert", "gestiegen",
            "gesunken", "zugenommen", "abgenommen", "besser geworden", "schlechter geworden", "trend", "entwickelt",
            "unterschied zwischen meinem", "unterschied zwischen meiner", "seltener als", "ofter als",
        ],
        cause: [
            "warum", "wieso", "weshalb", "was ist da los", "was is da los", "woran lag es", "woran liegt", "woran lag",
            "grund fur", "was steckt hinter", "wodurch",
            "was belastet", "was druckt", "was hebt", "weswegen", "woher kommt",
        ],
        explain: [
            "was ist", "was sind", "was bedeutet", "was bringt", "bringt", "was heisst eigentlich",
            "wie kommt der wert", "stimmen die", "macht das licht", "wie genau", "was ist denn", "was bedeuten",
            "was heisst", "was meint", "erklar*", "definition",
            "wie wird", "wie werden", "wie berechnest", "wie funktioniert", "was misst", "was sagt", "was beeinflusst",
            "wovon hangt", "unterschied zwischen", "ist es normal", "was gilt als", "wichtig", "wozu",
        ],
        howTo: [
            "wie kann ich", "wie kann man", "wie konnte ich", "wie soll ich", "wie schaffe ich", "wie werde ich",
            "wie bekomme ich", "wie komme ich", "was hilft", "was kann ich gegen", "was kann ich fur",
            "was kann ich tun um",
            "was kann ich tun damit", "was tun gegen", "was tun bei", "tipps fur", "tipps gegen", "tipps zum",
            "tipp gegen", "tipp fur besseren",
            "hilf mir", "wie schlafe ich besser", "wie schlafe ich schneller", "wie schlaf ich besser", "tipp wie",
            "wie krieg ich", "wie komm ich auf", "wie schaff ich", "wie ess ich", "wie verbessere ich", "wie senke ich",
            "wie erhohe ich",
            "ich mochte besser", "ich mochte mehr", "ich mochte weniger", "ich will besser", "ich will mehr",
            "was soll ich gegen",
        ],
        plan: [
            "was soll ich", "was sollte ich", "was kann ich", "was konnte ich", "was mache ich", "soll ich heute",
            "womit fang", "womit fange", "womit soll ich", "was mach ich",
            "lieber was", "was ruhigeres", "was nun", "was jetzt",
            "schlag", "schlagst du", "vorschlag", "vorschlage", "empfiehl", "empfiehlst du", "empfehlung", "ein tipp",
            "einen tipp", "irgendein tipp", "plan fur", "was wurdest du", "was tue ich", "hast du ideen", "eine idee",
        ],
        other: [
            "etwas anderes", "was anderes", "ein anderer vorschlag", "einen anderen vorschlag", "noch einen vorschlag",
            "noch was", "noch etwas", "lieber was", "was ruhigeres", "was anderes", "nicht das", "andere vorschlage",
            "andere ideen",
        ],
        shorter: ["etwas kurzeres", "was kurzeres", "etwas kurzes", "kurzer bitte", "geht es kurzer", "weniger zeit"],
        feelings: [
            "ich fuhle", "ich fuhl", "mir geht es", "mir geht's", "ich bin mude", "ich bin so", "ich bin traurig",
            "ich bin gestresst", "ich bin erschopft", "ich bin einsam", "ich bin wutend", "ich bin nervos",
            "ich bin glucklich", "ich bin uberfordert", "ich bin angespannt", "ich bin ausgebrannt", "ich habe angst",
            "ich mache mir sorgen", "ich kann nicht schlafen", "ich kann nicht einschlafen",
            "ich kann nicht abschalten",
            "schlechter tag", "schlechten tag", "schwerer tag", "anstrengender tag", "ich bin fertig", "ich vermisse",
            "ich bin froh", "ich bin frustriert", "bin total gestresst", "bin heute total", "irgendwie traurig",
            "uber mich selbst geargert", "fuhle mich",
            "bin voll aufgeregt", "so schlapp", "bin so mude", "bin traurig", "ich bin besorgt",
        ],
        courtesy: [
            "wie geht es dir", "wie geht's dir", "wie geht's", "na wie geht's dir", "wie gehts", "wie gehts dir",
            "wie geht es ihnen",
            "wie geht es dir heute", "hallo wie geht es dir", "hallo wie geht's", "na wie geht's", "was geht",
            "schon dich kennenzulernen", "alles gut bei dir", "wie fuhlst du dich",
        ],
        medical: [
            "diagnos*", "krankheit*", "borreliose", "husten", "fieber", "ausschlag", "blutdruck von", "depression",
            "habe ich eine", "habe ich einen", "symptom*", "herzinfarkt", "herzrhythmus*",
            "vorhofflimmern", "apnoe", "schlafapnoe", "krebs", "diabetes", "schlaganfall", "infektion*",
            "brustschmerz*",
            "schilddruse*", "rezept", "verschreib*", "antidepressiv*", "antibiotik*", "absetzen", "nebenwirkung*",
            "medikament*", "arznei*", "blutwerte", "muss ich zum arzt", "soll ich zum arzt", "sollte ich zum arzt",
            "brauche ich einen arzt", "ist das gefahrlich", "bin ich krank", "behandl*", "heilen", "heilung",
            "therapie gegen",
            "impf*", "schwanger*", "operation", "betablocker", "adhs", "bipolar*", "migrane",
        ],
        substances: [
            "melatonin", "magnesium", "ibuprofen", "paracetamol", "aspirin", "schlaftablette*", "schlafmittel*",
            "tablette*", "baldrian*", "pille*", "nahrungserganzung*", "vitamin*", "baldrian", "cbd", "zopiclon",
            "zolpidem",
            "diazepam", "lorazepam", "sertralin", "kreatin", "ashwagandha", "eisen", "zink", "insulin",
            "koffeintablette*",
            "dosis", "dosierung", "droge*", "mittel gegen", "praparat*", "medikament*", "antidepressiv*",
        ],
        amounts: [
            "wie viel", "wie viele", "wieviel", "wieviele", "dosis", "dosierung", "milligramm", "mg", "nehmen",
            "einnehmen", "nehme", "darf ich", "soll ich", "menge", "mischen", "kombinieren", "am tag", "pro tag",
            "vor dem schlafen", "uberdosis", "kann ich", "mehr nehmen", "doppelt",
        ],
        meta: [
            (
                .leaving,
                [
                    "verlasst das", "gehen meine daten", "verlassen meine daten", "verlassen die daten",
                    "meine daten verlassen",
                    "verlasst etwas",
                    "verlasst irgendetwas", "wer kann", "wer sieht", "wer liest", "wo sind meine daten",
                    "wo liegen meine daten", "sind meine daten sicher", "sendest du", "schickst du", "gesendet",
                    "ins internet", "in die cloud", "in der cloud", "datenschutz", "privat", "weitergegeben",
                    "wohin gehen meine daten", "bleiben meine daten", "bleibt das hier", "diesen rechner",
                    "den rechner",
                ]
            ),
            (
                .known,
                [
                    "weisst du uber mich", "weisst du alles uber mich", "weisst du von mir", "daten hast du",
                    "uber mich gespeichert",
                    "speicherst du",
                    "erinnerst du dich", "kennst du von mir",
                ]
            ),
            (
                .bringing,
                [
                    "daten hier rein", "kommen meine daten", "uhr verbinden", "daten importieren", "telefon verbinden",
                ]
            ),
            (
                .deleting,
                [
                    "daten loschen", "alles loschen", "wieder loschen", "alles auch wieder", "konto loschen",
                    "losche meine", "losche alles",
                    "daten exportieren", "vergiss mich", "gesprach loschen",
                ]
            ),
            (
                .identity,
                [
                    "wer bist du", "was bist du", "bist du ein mensch", "bist du ein roboter", "bist du eine ki",
                    "bist du chatgpt", "bist du echt", "welches modell", "bist du arzt", "bist du ein arzt",
                    "bist du ein therapeut",
                ]
            ),
            (
                .abilities,
                [
                    "was kannst du", "was kann ich fragen", "was kannst du so", "was kann ich dich fragen",
                    "wie funktionierst du",
                    "wobei kannst du", "wie kannst du mir helfen", "wobei hilfst du",
                ]
            ),
        ],
        why: [
            "warum", "wieso", "weshalb", "und warum", "warum das", "warum ist das so", "wieso das", "woran liegt das",
        ],
        also: ["und", "was ist mit", "wie sieht es mit", "wie sieht es", "auch", "ebenso"], than: "als",
        comparatives: [
            "besser", "schlechter", "hoher", "niedriger", "mehr", "weniger", "langer", "kurzer", "grosser", "kleiner",
            "ruhiger", "fruher", "spater", "ofter", "seltener",
        ],
        made: ["berechnet", "gemessen", "ermittelt", "bestimmt", "errechnet"],
        matters: ["wichtig", "egal"],
        effectHeads: [
            "hilft", "helfen", "hat", "haben", "bringt", "bringen", "wirkt", "wirken", "tut", "tun", "nutzt", "nutzen",
        ],
        effect: [
            "hilft mir", "helfen mir", "bringt mir", "bringen mir", "nutzt mir", "nutzen mir", "bei mir", "mir gut",
            "mir geholfen",
        ],
        mine: ["mein", "meine", "meinen", "meinem", "meiner"])
}
