import Language

/// Whether a reply is English throughout.
enum ReplyLanguage {
    static func reason(_ parts: [String], _ reply: ReplyText, _ context: ReplyContext) -> ReplyFault? {
        // Letters that English words do not have, apart from a few borrowed ones.
        for word in WordReader.words(in: reply.text) where word.isAlphabetic {
            let scalars = Array(reply.text.unicodeScalars)[word.range]
            if scalars.contains(where: { !$0.isASCII && $0.properties.isAlphabetic }), !borrowed.contains(word.text) {
                return .language
            }
        }
        if foreign.match(reply.words) { return .language }
        guard LanguageGuess.of(reply.words) == .english else { return .language }
        for part in parts {
            for sentence in SentenceSplitter.sentences(of: part) {
                let words = WordReader.words(in: sentence)
                switch LanguageGuess.of(words) {
                case .english, .none: break
                case .german, .foreign: return .language
                case .undetermined:
                    let known = words.count { context.given.contains(Stem.of($0.text)) }
                    if words.count >= 4, known * 2 < words.count { return .language }
                }
            }
        }
        return LanguageGuess.hasForeignRun(reply.words) ? .language : nil
    }

    private static let borrowed: Set<String> = ["cafe", "naive", "cliche", "deja", "decor", "puree", "saute", "fiance"]

    /// Everyday words of wellbeing in other languages that are no English words, for phrases too short to guess.
    private static let foreign = WordPatterns(
        words: """
            nacht schlaf schlafen schlafe schlafst licht lichter ruhe ruhig atme atmen langsam spaziergang wasser trinke trinken heute abend morgen fruh fruher bett geh gehe mach versuche vielleicht dein deine deinen deinem deiner und nicht ist  mit auf zeit stunde stunden minuten entspann entspannen
            duerme dormir sueno descansa descanso respira respirar luces noche esta hoy manana cama agua camina caminar paseo temprano despacio tu tus puedes intenta minutos horas cuerpo mejor para antes pero usted bienestar buenas apaga
            dormez dors sommeil respirez respire lumiere lumieres soir nuit  eau repos doucement votre vos essayez peux pouvez  heure heures  mieux bien  avec dans aujourd'hui  cette une vous bonne reposez marchez
            dormi sonno respiro luci notte  letto acqua cammina cammini passeggiata riposo riposa tuo tua prova puoi minuti  meglio oggi stasera buona
            durma sono luzes noite caminhada seu sua experimente pode minutos antes melhor hoje voce descanse
            slaap slapen adem lichten avond nacht wandel wandeling rustig jouw probeer voor minuten beter vanavond een
            spij sen swiatlo oddychaj spokojnie wieczorem sprobuj minut przed lepiej dzisiaj twoj twoja
            somn sova somnen nukkumaan uyku nefes bugun aksam lumina noapte noaptea  unta dagens kvall 
            """)
}
