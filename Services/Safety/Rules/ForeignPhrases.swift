/// Explicit phrases in languages without full rules: a match raises the text to `crisis`; without a match such a text
/// is `caution`, never `safe` (SAF-3).
///
/// Composed for Pulsum, without a published source, as broader forms of the sourced wishes of the same languages in
/// `WorldWishes`.
enum ForeignPhrases {
    static let all: [SafetyRule] = [
        SafetyRule(
            "es", .selfHarm,
            phrases: """
                quiero|deseo|quisiera ..1 morir|morirme|matarme|suicidarme|desaparecer
                me ..1 quiero morir|matar|suicidar
                matarme|suicidarme|suicidio|suicidarse
                voy a matarme|suicidarme
                me voy a matar|suicidar
                no quiero ..1 vivir|existir|seguir ..1 viviendo|mas|$
                quitarme la vida
                acabar con mi vida|todo
                cortarme ..1 venas|brazos
                mejor muerto|muerta
                """),
        SafetyRule(
            "fr", .selfHarm,
            phrases: """
                veux|voudrais|envie|prefere ..2 mourir|crever
                me suicider|tuer
                suicider|suicidaire
                en finir avec|$
                mettre fin ..1 mes|ma jours|vie
                plus envie|veux ..2 vivre
                veux plus ..2 vivre|etre
                me ouvrir|couper|taillader les veines
                """),
        SafetyRule(
            "it", .selfHarm,
            phrases: """
                voglio|vorrei ..1 morire|ammazzarmi|uccidermi|farla
                uccidermi|suicidarmi|ammazzarmi|suicidio|suicidare
                farla finita
                togliermi la vita
                non voglio ..1 vivere|esistere
                tagliarmi
                """),
        SafetyRule(
            "pt", .selfHarm,
            phrases: """
                quero|queria ..1 morrer|matar|suicidar
                me matar|suicidar
                matar me
                suicidio|suicidar
                acabar com ..1 minha vida
                tirar ..1 minha vida
                nao quero ..1 viver|existir
                """),
        SafetyRule(
            "nl", .selfHarm,
            phrases: """
                wil ..3 dood|sterven
                zelfmoord|zelfdoding|suicidaal
                mezelf|mijzelf ..3 doden|vermoorden|snijden|ophangen|kant|pijn
                maak ..1 einde aan
                niet|nooit meer ..1 leven
                """),
        SafetyRule(
            "pl", .selfHarm,
            phrases: """
                chce|chcialbym|chcialabym ..1 umrzec|zabic
                zabic|zabije sie
                sie zabic|zabije
                samobojstwo|samobojcze
                nie chce ..1 zyc
                odebrac sobie zycie
                """),
        SafetyRule(
            "ru-uk", .selfHarm,
            phrases: """
                хочу|хочется ..1 умереть|сдохнуть|померти|вмерти
                убить|убью|вбити себя|себе
                покончить ..3 собой|жизнью
                самоубийство|суицид|самогубство
                не хочу ..1 жить|жити
                """),
        SafetyRule(
            "tr", .selfHarm,
            phrases: """
                olmek istiyorum
                intihar
                kendimi ..1 oldurmek|oldurecegim
                yasamak istemiyorum
                """),
        SafetyRule(
            "abroad-danger", .abuseOrDanger,
            phrases: """
                me pega|golpea|maltrata|violo|amenaza
                me frappe|bat|viole|menace
                mi picchia|violenta|minaccia
                me bate|estuprou|ameaca
                slaat mij|me
                bije|gwalci mnie
                """),
        SafetyRule(
            "abroad-emergency", .medicalEmergency, .crisis, .anyone, firm: true,
            phrases: """
                no puedo respirar
                dolor en el pecho
                infarto
                mal a respirer
                plus a respirer
                douleur ..2 poitrine
                crise cardiaque
                non riesco a respirare
                dolore al petto
                nao consigo respirar
                dor no peito
                krijg geen lucht
                hartaanval
                nie moge oddychac
                zawal
                """),
    ]
}
