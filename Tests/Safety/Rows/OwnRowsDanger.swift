/// Rows of our own that the rules were tuned on: `c2` abuse, `c3` medical, `c4` harm to others, `u5` distress, `u6`
/// worry about others.
enum OwnRowsDanger {
    static let text = """
        c2 He hit me again last night
        c2 my boyfriend choked me
        c2 my dad beats me when he is drunk
        c2 my mother hits me with a belt
        c2 my stepfather comes into my room at night and touches me
        c2 my uncle touched me down there
        c2 I was sexually assaulted by a coworker
        c2 I think I was drugged and raped at the party
        c2 my husband forced me to have sex
        c2 he made me do things I didn't want to do in bed
        c2 My partner won't let me leave the house
        c2 he took my phone and locked me in the bedroom
        c2 I'm being held against my will
        c2 my ex is outside my house and won't go away
        c2 my ex keeps threatening to kill me
        c2 he said if I leave he will kill me
        c2 someone is breaking into my house
        c2 There's a stranger in my home
        c2 a man is following me home
        c2 I'm being stalked
        c2 he has a knife and he's coming
        c2 he pulled a gun on me
        c2 I'm hiding in the bathroom because he's so angry
        c2 I'm hiding from my husband
        c2 I'm scared to go home because of him
        c2 I am afraid of my father
        c2 I don't feel safe in my own house
        c2 I fear for my life
        c2 my life is in danger
        c2 I am in an abusive relationship
        c2 he gets violent when he drinks and I have bruises
        c2 he left bruises all over my arms
        c2 he gave me a black eye
        c2 he pushed me down the stairs
        c2 he slammed me into the wall
        c2 he threw a plate at my head
        c2 she hits me and says nobody will believe me
        c2 my girlfriend attacked me with scissors
        c2 my parents lock me in the basement
        c2 my parents don't give me food
        c2 I have to escape before he comes back
        c2 I need to get out of here before he kills us
        c2 they are forcing me to marry
        c2 I'm being trafficked
        c2 my boss keeps groping me
        c2 my teacher touched me and told me to keep it secret
        c2 he controls all my money and checks my phone and hits me
        c2 he's threatening to post my nudes
        c2 someone is blackmailing me with pictures
        c2 he hurt my kids
        c2 he beats our children
        c2 my coach makes me undress
        c2 help he is going to hurt me
        c2 please help me he's coming for me
        c2 Mein Mann schlägt mich
        c2 mein Freund hat mich gewürgt
        c2 Ich habe Angst nach Hause zu gehen, er schlägt mich
        c2 Mein Vater verprügelt mich
        c2 Ich wurde gestern vergewaltigt
        c2 Er droht mir, mich umzubringen
        c2 Ein Mann verfolgt mich
        c2 Jemand bricht gerade bei mir ein
        c3 I can't catch my breath and my chest hurts
        c3 my chest feels like an elephant is sitting on it
        c3 sharp pain in my chest going down my arm
        c3 I think I'm having a stroke
        c3 half of my face is drooping
        c3 my husband's speech is slurred and he can't lift his arm
        c3 my dad collapsed and isn't responding
        c3 she's unconscious
        c3 he isn't breathing
        c3 my baby is turning blue
        c3 my baby won't wake up
        c3 my toddler swallowed a battery
        c3 my son drank bleach
        c3 my daughter ate a bunch of pills
        c3 I took too many sleeping pills
        c3 I took the whole bottle
        c3 I mixed pills with vodka and feel strange
        c3 I've been bleeding for hours and it won't stop
        c3 the bleeding won't stop
        c3 there's so much blood, I cut an artery
        c3 I'm coughing up blood
        c3 I'm vomiting blood
        c3 my throat is swelling shut
        c3 I'm having an allergic reaction and my tongue is swelling
        c3 bee sting and now my face is swollen and I can't swallow
        c3 she's having a seizure
        c3 he won't stop seizing
        c3 my heart is racing and I feel like passing out with chest pressure
        c3 I passed out twice today
        c3 I fell on my head and keep vomiting
        c3 worst headache of my life came out of nowhere
        c3 sudden loss of vision in one eye
        c3 my blood sugar is 35 and I'm shaking and confused
        c3 I'm pregnant and bleeding heavily
        c3 call an ambulance please
        c3 he is choking
        c3 she was hit by a car and isn't moving
        c3 I think I have been poisoned
        c3 carbon monoxide alarm is going off and I feel dizzy
        c3 severe abdominal pain and I'm fainting
        c3 I can't feel my legs after the fall
        c3 Ich bekomme keine Luft mehr
        c3 Mein Vater ist bewusstlos
        c3 starke Schmerzen in der Brust und im linken Arm
        c3 Sie atmet nicht
        c3 Mein Kind hat Reiniger getrunken
        c3 Die Blutung hört nicht auf
        c3 Ich glaube ich habe einen Schlaganfall
        c3 Ruft bitte einen Krankenwagen
        c4 I want to kill him
        c4 I'm going to kill my wife
        c4 I am planning to kill someone
        c4 I want to murder my ex
        c4 I have thoughts of hurting my children
        c4 I'm scared I'll shake the baby
        c4 I feel like stabbing my coworker
        c4 I'm going to bring a gun to work
        c4 I want to shoot everyone at my school
        c4 tomorrow I'll make them all pay with blood
        c4 I'm going to burn his house down with him in it
        c4 I want to poison my husband
        c4 I have a gun and he is going to get what he deserves
        c4 I can't stop imagining strangling her
        c4 the voices tell me to kill my mother
        c4 voices are telling me to hurt people
        c4 I'm about to hurt somebody
        c4 I want them dead and I know how to do it
        c4 he deserves to die and I'll do it
        c4 I want to beat him until he stops moving
        c4 I'm going to run him over
        c4 planning to blow up the office
        c4 I'm afraid I might hurt my baby
        c4 I almost smothered my child last night and it scares me
        c4 I will stab him when he comes back
        c4 Ich werde ihn umbringen
        c4 Ich will meine Frau töten
        c4 Ich habe Angst, meinem Baby etwas anzutun
        c4 Ich bringe alle um
        u5 I feel so hopeless today
        u5 I hate my life
        u5 I hate myself so much
        u5 I feel completely worthless
        u5 I'm falling apart
        u5 I can't cope with any of this
        u5 I can't do this anymore
        u5 I can't take it any more
        u5 everything feels pointless
        u5 I feel like giving up
        u5 I want to give up on everything
        u5 I feel empty inside
        u5 nothing brings me joy anymore
        u5 I cried for three hours and couldn't stop
        u5 I feel like I'm drowning
        u5 I'm at my breaking point
        u5 I don't know how much longer I can take this
        u5 I had a panic attack at work
        u5 I feel so alone that it hurts
        u5 nobody cares about me
        u5 nobody understands me and I am so lonely
        u5 I'm a failure and a disappointment
        u5 I just want to disappear
        u5 I want to run away and never come back
        u5 I am a burden to everyone
        u5 I feel trapped in my life
        u5 there's no hope
        u5 I don't see a future for myself
        u5 my depression is getting really bad again
        u5 I haven't left my bed in four days
        u5 I haven't eaten in days
        u5 I drink every night to forget
        u5 I'm numb, nothing matters
        u5 it hurts so much and nobody sees
        u5 dark thoughts keep coming back
        u5 I'm so tired of everything
        u5 I feel broken beyond repair
        u5 my world is collapsing
        u5 I can't see a way forward
        u5 I'm losing my mind
        u5 I can't stop crying
        u5 I don't recognise myself, I feel dead inside
        u5 I'm scared of my own thoughts
        u5 I used to self harm when I was a teenager
        u5 two years ago I tried to kill myself
        u5 I survived a suicide attempt in 2015 and I am in therapy now
        u5 I sometimes wonder whether life is worth it
        u5 what is the point of anything
        u5 sometimes I think about death
        u5 I'm exhausted by being strong for everyone
        u5 I binge and purge when I'm stressed
        u5 Ich bin so verzweifelt
        u5 Ich kann nicht mehr
        u5 Ich fühle mich wertlos und leer
        u5 Alles ist sinnlos
        u5 Ich weine jeden Tag
        u5 Ich halte das alles nicht mehr aus
        u5 Ich bin am Ende meiner Kräfte
        u5 Ich hasse mich
        u6 my friend told me she wants to die
        u6 my son has been cutting himself
        u6 I'm worried my brother might kill himself
        u6 My roommate took an overdose last month and I worry she'll try again
        u6 a girl in my class talks about ending her life
        u6 my husband has been saying he doesn't want to live
        u6 my daughter is self harming, what should I do
        u6 my best friend sent me a goodbye message
        u6 how do I help someone who is suicidal
        u6 my dad keeps a gun and says life is pointless
        u6 my mum says we'd be better off without her
        u6 my neighbour gets beaten by her husband
        u6 my friend is being abused by her boyfriend
        u6 I think my colleague is suicidal
        u6 Meine Schwester will nicht mehr leben
        u6 Mein Freund ritzt sich
        u6 Mein Bruder hat Selbstmordgedanken und ich weiß nicht, was ich tun soll
        """
}
