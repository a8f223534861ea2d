/// Rows of our own that the rules were tuned on: `c1` thoughts of suicide and self-harm.
enum OwnRowsSelfHarm {
    static let text = """
        c1 i just wanna die
        c1 I want my life to be over
        c1 I want it all to stop forever
        c1 I want everything to end
        c1 I want this life to end
        c1 I would rather not exist
        c1 I'd rather not be alive
        c1 I wish I wasn't alive
        c1 I wish I weren't here anymore
        c1 I wish I could just cease to be
        c1 I wish somebody would shoot me in my sleep
        c1 I wish the ground would swallow me for good
        c1 no one would even notice if I was gone
        c1 Nobody would care if I disappeared tomorrow
        c1 who would even miss me if I died
        c1 would anyone notice if I was gone
        c1 my family would be fine without me
        c1 The kids are better off with me gone
        c1 they would be happier if I wasn't around
        c1 everyone would be relieved if I were dead
        c1 I'm just a burden, they'd be better without me
        c1 I am planning my suicide
        c1 I'm planning my own death
        c1 planning to end myself tonight
        c1 I have a plan to kill myself
        c1 I have a plan and I have the means
        c1 I know exactly how I would do it
        c1 I already know how I'm going to do it
        c1 I've picked the day I'm going to die
        c1 I'm going to do it tonight
        c1 tonight I'm doing it, no more waiting
        c1 I will not be here tomorrow
        c1 I won't be alive by the weekend
        c1 you won't see me again after tonight
        c1 this is my last night on earth
        c1 these are my last words
        c1 this is the end for me
        c1 this is my suicide note
        c1 I wrote a note for my parents to find
        c1 goodbye everyone, I'm sorry, I can't do it any longer
        c1 goodbye forever, I love you all
        c1 I'm saying goodbye to everyone tonight
        c1 please forgive me for what I am about to do to myself
        c1 forgive me, I have to go, tell mom I love her
        c1 I bought a rope today
        c1 I bought a gun to end this
        c1 I got the pills ready
        c1 I have the pills in my hand
        c1 I have a loaded gun next to me
        c1 I'm holding a knife to my wrist
        c1 there's a razor blade in my hand
        c1 I'm standing on the bridge right now
        c1 I'm on the roof and looking down
        c1 I am sitting on the ledge
        c1 I'm at the train tracks waiting
        c1 I want to jump off a building
        c1 I feel like jumping in front of a train
        c1 I want to walk into traffic
        c1 thinking of driving my car into a wall
        c1 I want to crash my car and die
        c1 I want to drown myself in the river
        c1 I'm going to hang myself in the garage
        c1 I want to slit my wrists
        c1 I'm going to swallow all my pills
        c1 I swallowed some pills hoping to sleep forever
        c1 took a handful of my meds on purpose
        c1 I just overdosed on purpose
        c1 I tried to kill myself last night
        c1 I attempted again this morning
        c1 I tried to end it yesterday and it didn't work
        c1 I tried to hang myself last week
        c1 I survived my attempt and wish I hadn't
        c1 How can I kill myself without pain
        c1 how do people kill themselves painlessly
        c1 What's the easiest way to die
        c1 how many pills does it take to die
        c1 what is the least painful suicide method
        c1 tell me how to end my life
        c1 help me die
        c1 please help me end it
        c1 can you help me write a suicide note
        c1 looking up ways to die
        c1 I can't live with myself anymore
        c1 I can't live with this pain any longer
        c1 I can't bear to be alive
        c1 can't keep living like this
        c1 being alive hurts too much
        c1 existing is too painful
        c1 every day I think about killing myself
        c1 I have been having suicidal thoughts
        c1 suicidal ideation is back
        c1 the suicidal thoughts won't stop
        c1 death would be a relief
        c1 death is the only way out for me
        c1 the only way to stop the pain is to die
        c1 dying seems easier than living
        c1 I think about dying every single day
        c1 I fantasize about being dead
        c1 I daydream about my own death
        c1 I'm ready to die
        c1 I'm not afraid of dying anymore, I want it
        c1 I have decided to die
        c1 I choose death
        c1 I want death
        c1 death sounds so peaceful right now
        c1 I hope I get cancer and die
        c1 hope a bus hits me
        c1 I hope I die in my sleep
        c1 I pray I don't wake up
        c1 Please god let me die
        c1 let me die already
        c1 someone just end me
        c1 I have nothing to live for
        c1 there is nothing worth living for
        c1 I have no will to live
        c1 I've lost the will to go on living
        c1 life isn't worth it
        c1 my life has no value, I should end it
        c1 I shouldn't exist
        c1 I don't deserve to be alive
        c1 I deserve to die
        c1 the world is better without me in it
        c1 I'm done with life
        c1 I'm so over being alive
        c1 I quit life
        c1 I give up on living
        c1 I can't see myself living past this month
        c1 I don't plan on being around much longer
        c1 I don't think I'll survive tonight
        c1 I don't think I can keep myself safe tonight
        c1 I'm a danger to myself
        c1 I'm scared I might kill myself
        c1 I'm afraid of what I might do to myself
        c1 I might do something to myself
        c1 I don't trust myself to be alone, I want to hurt myself
        c1 I cut myself again
        c1 I've been cutting for weeks
        c1 I relapsed and cut last night
        c1 I burned my arm with a cigarette on purpose
        c1 I want to feel pain so I cut
        c1 I scratched my arms until they bled
        c1 I punch walls and bang my head on purpose to hurt myself
        c1 the urge to cut is so strong
        c1 I keep hurting myself and can't stop
        c1 I harm myself when I feel like this
        c1 my thighs are covered in fresh cuts I made
        c1 I starve myself as punishment
        c1 I want to starve until I die
        c1 I make myself throw up after every meal
        c1 i wanna kms
        c1 honestly gonna kms
        c1 ready to ctb
        c1 thinking about unaliving
        c1 i want to unlive
        c1 gonna off myself
        c1 about to end myself
        c1 time to self delete
        c1 game over for me, going to end it all
        c1 i want too dye
        c1 i wnt to die
        c1 i want to kil myslef
        c1 im goin to kill mysekf
        c1 i am suicdal
        c1 feeling sucidal today
        c1 thinking abt sewerslide
        c1 i wana dieee
        c1 I w4nt t0 d1e
        c1 want to h4rm myself
        c1 s.u.i.c.i.d.e
        c1 i don't wanna b alive anymor
        c1 i dont want to liv anymore
        c1 cant go on livng like this
        c1 i hav no reson to live
        c1 overdoseing tonight
        c1 gonna od tonight
        c1 going to take the whole bottel of pills
        c1 self harmm is the only thing that helps
        c1 i keep self h4rming
        c1 nobdy would care if i dyed
        c1 I gave away my things because I won't need them
        c1 I've put my affairs in order so I can go
        c1 I've written letters to everyone I love for after
        c1 It will all be over soon and I'll finally be at peace
        c1 I'll be at peace soon
        c1 soon I won't feel anything anymore
        c1 I just want to go to sleep and not wake up
        c1 I don't want to wake up tomorrow
        c1 I'm tired of existing
        c1 I want to disappear and never come back
        c1 I want to vanish from this earth
        c1 I don't see any reason to keep going
        c1 what's the point of staying alive
        c1 I feel like there's no way out except death
        c1 I can see no other way than ending it
        c1 I've reached the end, I can't go on living
        c1 there's no hope left for me, I want to end it
        c1 If I died today it would be okay
        c1 it would be easier if I were dead
        c1 I'd be better off gone
        c1 I hope something kills me
        c1 I look at high places and imagine jumping
        c1 I keep staring at the knives and thinking about my wrists
        c1 I said I was fine but I have been writing goodbye letters
        c1 I was okay for months and now the thoughts of ending my life are back
        c1 I used to cut years ago and last night I did it again
        c1 I don't want to die but I can't stop planning it
        c1 part of me wants to live but I keep planning how to kill myself
        c1 Ich will mich umbringen
        c1 Ich will nicht mehr da sein
        c1 Ich möchte tot sein
        c1 ich will sterben
        c1 Ich bringe mich heute Nacht um
        c1 Ich habe Selbstmordgedanken
        c1 Ich denke ständig an den Tod und will sterben
        c1 Ich habe einen Abschiedsbrief geschrieben
        c1 Ich habe mich wieder geritzt
        c1 Ich habe mich gestern Abend geschnitten
        c1 Ich will mir das Leben nehmen
        c1 Ich wäre lieber tot
        c1 Niemand würde mich vermissen
        c1 Alle wären besser dran ohne mich
        c1 Ich sehe keinen Sinn mehr im Leben
        c1 Ich will nur noch einschlafen und nicht mehr aufwachen
        c1 Ich stehe auf der Brücke und will springen
        c1 Ich habe alle Tabletten geschluckt um zu sterben
        c1 Ich plane meinen Suizid
        c1 Ich kann und will nicht mehr leben
        c1 Mein Leben ist nicht mehr lebenswert
        c1 Ich tu mir was an
        c1 Ich mache Schluss mit allem
        c1 Das Leben hat für mich keinen Sinn mehr, ich will weg sein
        """
}
