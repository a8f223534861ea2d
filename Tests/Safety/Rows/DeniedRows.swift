/// What people say who are not in danger: denied, over, or another person's words, in free wording; all invented,
/// written before the rules and heads were joined over them. The first hundred and twenty were looked at while they
/// were joined, of the other forty only counts were seen; one hand wrote both.
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
        I'm not at risk of hurting myself
        I feel awful but I don't have any urge to cut
        I don't intend to end my life
        I said to her that I would not kill myself
        I'm frightened by the news but nobody is threatening me
        I do not plan on dying any time soon
        I don't see any reason to harm myself
        I have not had suicidal thoughts since spring
        I am no danger to myself
        I am not scared of my boyfriend and he has never been violent
        Don't get me wrong, I do not want to die
        I'm neither suicidal nor depressed, only bored
        I won't hurt myself, I gave my word
        I want to live, I don't want to kill myself
        Eight years ago I stood on a bridge and wanted to jump, and today I run a bakery
        I took an overdose in 2012 and woke up in hospital. I have a daughter now and I am thankful.
        As a child I was beaten by my father. He is dead and I have made my peace.
        I attempted suicide twice in my twenties and I have been stable for a decade
        I stopped cutting in 2017
        I cut myself when I was in school. I haven't for twelve years.
        My depression was so bad in 2010 that I planned my death. I'm okay these days.
        My first husband beat me. We divorced long ago.
        I thought about killing myself after the war, decades ago
        In college I wanted to be dead every morning. I got help and it went away.
        It's been a decade since my last suicide attempt
        I used to starve and cut myself, recovery took years and I did it
        Three winters ago I wrote a goodbye letter. I burned it last year and I'm fine.
        I once thought I'd be better off dead. How wrong I was.
        I was raped at university. Twenty years later I can talk about it and I sleep well.
        I had a heart attack in 2014 and recovered well
        The play is about a father who kills himself
        Reading "The Bell Jar", a novel in which the narrator tries to end her life
        My cousin's band has a song called Kill Myself Tomorrow
        Our teacher explained the warning signs of self harm
        The survey asked if I ever thought about suicide and I ticked no
        I watched an interview with a man who survived jumping off the bridge
        The character says he wants to die in every episode
        My grandfather used to say "kill me if I ever drive like that"
        The lecture was on suicide rates in prisons
        We learned how to talk to someone who wants to end their life
        Last decade I was in such a dark place that I wanted to die, and I am so glad that's over
        I wanted to die once. I am happy I stayed.
        Years back I took all my pills. The doctors saved me and I love life today.
        When I was eighteen I slit my wrists. I'm forty now and doing fine.
        I was in an abusive marriage until 2016. I'm free and happy today.
        My stepfather beat me when I was little. I forgave him long ago.
        I nearly drowned myself as a young man, thank God I was found. Life has been kind since.
        There were years when I hoped not to wake up. Those years are over.
        I had suicidal thoughts during the pandemic, they went away with treatment
        I did try to kill myself once, long before I met you
        I'm not suicidal, only very tired
        I am okay, I would never kill myself
        I don't want to be dead, I just want a break from everything
        I never think about suicide
        I don't hate my life
        I haven't had the urge to hurt myself in months
        I don't want to cut myself any longer, I want to get better
        No, I am not planning to hurt myself or anyone else
        I would not say that I want to die
        I can't imagine killing myself
        I'd never swallow pills
        I am not worthless and I know it
        I'm done with self harm for good
        I no longer think everyone would be better off without me
        I don't feel hopeless anymore, things are looking up
        I don't feel trapped, I have options
        I'm not crying for help here, just writing
        My boyfriend doesn't hurt me
        I am not in an abusive relationship
        I have no reason to be afraid of my father
        In the book I'm reading the heroine takes an overdose
        She sang "I want to die" and the audience clapped
        The pamphlet lists signs such as giving away belongings and talking about wanting to die
        The film shows how he planned his suicide
        My grandmother told me about a neighbour who hanged himself in the fifties
        He said "I could kill you" in the sketch and everybody laughed
        The news reported a murder in our street, scary
        The course teaches how to respond to an overdose
        The poem ends with the words "I am ready to die"
        I wrote a paper on self harm in prisons
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
