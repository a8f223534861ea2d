/// What people say who are not in danger: denied, over, or somebody else's words, in free wording; all invented, written before the rules and heads were joined over
/// them. The first half was looked at while they were joined, of the second only counts were seen.
enum DeniedRows {
    static let looked = split(
        """
        I have no thoughts of hurting myself
        Not suicidal, just exhausted from the move
        I would never do anything to myself, I just needed to cry
        I told my doctor I have no plans to end my life
        No, I don't want to die, I want a holiday
        I'm sad but I am not going to hurt myself
        I have never thought about killing myself
        Nothing makes me want to harm myself these days
        I don't self harm and I don't plan to
        I do not wish I were dead, I wish I were on a beach
        There is no part of me that wants to die
        I'm not thinking about suicide, I am thinking about a divorce
        I haven't cut myself and don't want to
        Dark mood today, but no urge to hurt myself
        I don't feel like ending it, I feel like sleeping
        Suicide is not something I would ever consider
        My mood is low. No suicidal thoughts, no self harm.
        Even at my lowest I never wanted to kill myself
        He does not hit me, we only argue
        My partner has never hurt me
        I am not afraid of my husband
        I don't want to hurt anyone, I only want to be heard
        I'm tired of work, not of life
        I don't want to disappear, I want a quiet weekend
        Ten years ago I tried to end my life, now I have two kids and I am glad to be here
        I used to hurt myself in school, it's long behind me
        As a student I was suicidal, therapy got me out of it
        It has been six years since I last cut myself and I feel strong
        I remember wanting to die after the accident, that feeling is gone
        Back then I thought about suicide every day, these days I rarely think of it at all
        My ex used to beat me, I left him in 2015 and I am safe now
        I overdosed when I was 19. Today I volunteer on a helpline.
        I survived a suicide attempt and I am grateful every morning
        When I was a teenager I wished I was dead. Life is good now.
        That dark winter when I wanted to end it all feels like another life
        The novel opens with a woman who wants to die
        In group we talked about how to support friends who self harm
        My therapist asked about suicidal thoughts, I have none
        The podcast about suicide prevention was moving
        She wrote in her memoir "I wanted to kill myself" and I kept reading all night
        """)

    static let aside = split(
        """
        I can honestly say I don't think about ending my life
        I feel down but I'm safe and have no intention of hurting myself
        No intention to harm myself, just venting
        I don't have suicidal thoughts anymore
        I'm overwhelmed, though I would never take my own life
        Not once this week did I want to hurt myself
        I answered no to the question whether I want to die
        I have no desire to die
        I don't think I'd be better off dead, I just feel stuck
        Never in my life have I wanted to kill myself
        I am not in danger and nobody hurts me
        I don't cut anymore
        I do not feel unsafe at home
        My wife is angry a lot but she never laid a hand on me
        I'm not going to do anything stupid, don't worry
        No urges to self harm today, proud of that
        I don't want to end things, I want them to change
        I have zero plans to hurt myself or anybody
        I said I could never jump, and I meant it
        I am miserable about the breakup but I don't want to die over it
        I'm not the kind of person who would hurt himself
        This isn't a cry for help, I am not suicidal
        I don't wish to be dead, only to be done with this week
        I'm scared of dying, I don't want to die at all
        Five years ago I swallowed pills and nearly died, I have never been happier than now
        I was suicidal after my father died, that was a long time ago and I am well
        I have been free of self harm since 2018
        There was a time when I wanted to kill myself. I am glad I didn't.
        At fifteen I cut my arms. The scars have faded and so has the wish.
        Years ago my boyfriend hit me. I'm married to a gentle man today.
        Looking back at my depression, I can hardly believe I once wanted to die
        I recovered from an eating disorder and from self harm
        My attempt was in 2009. I've built a life I love since then.
        I used to think everyone would be better off without me, I know today that was the illness
        Before medication I thought of dying every night, now I sleep
        The documentary follows men who tried to kill themselves
        The leaflet says: call if you are thinking about suicide
        Our first aid course covered what to do after an overdose
        He joked "kill me now" when the printer jammed
        I read a poem about wanting to die and found it beautiful
        """)

    private static func split(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }
}
