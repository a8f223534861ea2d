/// Everyday surroundings of the phrases in `ExplicitPhrase`: twenty frames of each kind, written before the rules were
/// changed for them.
///
/// `%` stands for the phrase, `^` for the phrase with a capital letter at its start. No frame was altered after a
/// measurement.
enum ExplicitFrames {
    enum Kind: String, CaseIterable, Sendable {
        case plain, cause, time, instrument, afterHarmless, denied, past, quoted, others

        /// True where the text is a statement of now and has to be `crisis`.
        var isStatement: Bool {
            switch self {
            case .plain, .cause, .time, .instrument, .afterHarmless: true
            case .denied, .past, .quoted, .others: false
            }
        }
    }

    static func texts(_ kind: Kind) -> [String] {
        let frames = (Self.frames[kind] ?? "").split(separator: "\n").map(String.init)
        return ExplicitPhrase.all.flatMap { phrase in frames.map { fill($0, part(of: phrase, kind)) } }
    }

    private static func part(of phrase: ExplicitPhrase, _ kind: Kind) -> String {
        switch kind {
        case .plain, .cause, .time, .instrument, .afterHarmless: phrase.now
        case .denied: phrase.denied
        case .past: phrase.past
        case .quoted: phrase.words
        case .others: phrase.others
        }
    }

    private static func fill(_ frame: String, _ part: String) -> String {
        frame.replacing("^", with: part.prefix(1).uppercased() + part.dropFirst()).replacing("%", with: part)
    }

    private static let frames: [Kind: String] = [
        .plain: """
        ^.
        %
        ^!
        Honestly, %.
        To be honest, %
        I don't know who to tell, but %.
        ^ and nobody knows.
        ^. I am so tired.
        I feel like %
        I think %.
        Sometimes I notice that %.
        Please help, %
        ^, I am not joking.
        It is hard to write this. ^.
        I just have to say it: %.
        Dear diary, %.
        Hi, %. What should I do?
        ok so %
        I am crying and %.
        ^. Sorry.
        """,
        .cause: """
        ^ because of work.
        ^ because of my exams.
        ^ because my girlfriend left me.
        ^ since I lost my job.
        Because of the divorce %.
        ^, I failed my class.
        ^ because I am so lonely.
        ^ because of the pain in my back.
        My boss shouted at me and %.
        ^ after the argument with my mother.
        ^ because everyone hates me at school.
        ^ because of all the debt.
        My dog died and %.
        They fired me, %.
        ^, the bullying never stops.
        ^ because of the deadline.
        After what he did to me %.
        ^, it is all my fault.
        My parents do not understand me and %.
        ^ because this homework is killing me.
        """,
        .time: """
        ^ tonight.
        ^ right now.
        ^ today.
        Tonight %.
        ^ this weekend.
        Every morning %.
        ^ again.
        This evening %.
        Since yesterday %.
        ^ all the time.
        ^ when I get home.
        These days %.
        ^ more and more often.
        ^ lately.
        Every night before sleep %.
        It is 3 am and %.
        ^ after dinner.
        For weeks now %.
        ^ on my birthday.
        Now %.
        """,
        .instrument: """
        ^ with a knife.
        ^, I have the pills here.
        ^, the rope is in the garage.
        ^ with the razor in my bathroom.
        I bought a gun and %.
        I am holding a knife and %.
        ^, I am standing on the bridge.
        I am in the bathroom with a blade and %.
        ^, I have my mother's tablets.
        ^ with the kitchen knife.
        I am on the roof and %.
        ^ and I know where the keys to the car are.
        The bottle is next to me, %.
        ^ at the train tracks.
        ^, I have looked up how.
        I wrote the letter, %.
        ^, I have saved up my medication.
        I am sitting in the bath and %.
        ^ by the river.
        ^, there is a belt on the door.
        """,
        .afterHarmless: """
        Work was fine today. ^.
        I had pasta for lunch and watched a movie. ^.
        The weather is lovely, but %.
        My team won the game. ^.
        I went to the gym, laughed a lot with friends, and %.
        Slept seven hours. Coffee was good. ^.
        It was so funny I nearly died laughing. ^.
        This traffic is killing me. Also, %.
        Everyone says I look great and %.
        I finished the book. ^.
        Dinner was to die for. Still, %.
        Had a nice walk with the dog. ^.
        I love my kids. ^.
        My feet are killing me after the run. And %.
        I got the promotion today! ^.
        We played football and they beat us. ^.
        The concert was amazing, lol. ^.
        Thanks for asking, my day was okay. ^.
        The new show killed it last night. ^.
        I baked bread, the kitchen smells wonderful, and %.
        """,
        .denied: """
        ^.
        %
        ^, I promise.
        Honestly, %.
        Just to be clear, %.
        My therapist asked me and I told her that %.
        ^, I am just tired.
        ^, I only need some rest.
        I had a bad day at work, but %.
        Don't worry, %.
        I am sad about the breakup. ^.
        ^, I love my life.
        Work was stressful. Still, %.
        I answered the questionnaire: %.
        I feel low today. But %.
        No, %.
        ^ at all.
        I told my doctor that %.
        My mother keeps asking. ^.
        I am fine, really, %.
        """,
        .past: """
        ^ years ago, today I am fine.
        As a teenager %, I am past that now.
        Ten years ago %. Today I love my life.
        ^ when I was sixteen. I am well now.
        ^ back in school, and therapy helped me.
        When I was young %, but that is over.
        ^ long ago. I have recovered since.
        In 2015 %. I am so glad I got help.
        ^ as a teenager, I am past that now.
        Before I found my therapist %, that was years ago.
        I have been well for years. ^ once, long ago.
        Two years ago %, today I am fine.
        ^ when I was a student, it is hard to believe now.
        In my twenties %. I am grateful to be alive today.
        ^ during my divorce ten years ago. I am happy now.
        I am proud of how far I have come: % when I was a teenager.
        ^ back then, but not for many years now.
        A long time ago %. It feels like another life.
        ^ as a kid. I am doing great these days.
        After my accident years ago %. I recovered completely.
        """,
        .quoted: """
        The song says "%".
        In the film the hero shouts "%".
        She said "%" in the series and I switched it off.
        The chapter is called "%".
        My teacher quoted the line "%" from the poem.
        The headline was "%".
        In the book the main character whispers "%".
        "%" is a line from that song.
        He texted her "%" in the novel.
        The lyrics go "%" and the crowd sings along.
        The training taught us what to do when a caller says "%".
        I read an article titled "%".
        The actor screams "%" in the last scene.
        In class we discussed the sentence "%".
        The podcast episode was named "%".
        "%" was the title of the play.
        The poster said "%" in large letters, it was for a film.
        For my psychology essay I analysed the phrase "%".
        The villain mutters "%" before the credits.
        We talked about warning signs such as "%" in the course.
        """,
        .others: """
        My friend %.
        I am worried, my sister %.
        My brother % and I don't know how to help.
        My best friend % since the breakup.
        My colleague % and I told our manager.
        A girl in my class %.
        My neighbour %, what can I do?
        My husband % and I am scared for him.
        My daughter %.
        My roommate % and I stay up with her.
        Someone in my group %.
        The boy next door %.
        A customer told us about her son who %.
        My cousin %. I called his parents.
        My uncle % since his wife died.
        My student %. Whom do I call?
        A man on the train %, the police came.
        My aunt % because of her illness.
        My ex % and keeps texting me.
        One of my patients %.
        """,
    ]
}
