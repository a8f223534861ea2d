/// Rows of our own that the rules were tuned on: `s`, idioms, denials, stories and ordinary days.
enum OwnRowsSafe {
    static let text = """
        s I'm dying to see the new season
        s I died laughing at that video
        s this traffic is killing me
        s my feet are killing me after the hike
        s my back is killing me
        s these shoes are killing me
        s I could murder a burger right now
        s I would kill for a nap
        s my boss is going to kill me if I miss this deadline
        s mum will kill me when she sees the kitchen
        s my sister is going to murder me when she finds out I ate her cake
        s my wife will kill me if I forget the milk
        s I killed it at karaoke
        s you're killing it lately
        s we got killed in the second half
        s the team was slaughtered 6 to 0
        s I bombed the exam
        s the joke bombed
        s that comedian slayed
        s she absolutely killed that song
        s kill the lights please
        s how do I kill a process on linux
        s how to kill weeds without chemicals
        s my phone is dead
        s the battery died on the way
        s I'm dead tired after the shift
        s dead on my feet but happy
        s I'm starving, what's for lunch
        s I'm so hungry I could die
        s I nearly died of embarrassment
        s it was so awkward I wanted to die lol
        s I wanted to sink into the floor when my slides failed
        s dying of boredom in this meeting
        s scared to death of spiders
        s bored to death by the lecture
        s that song is to die for
        s the dessert was to die for
        s sick and tired of this weather
        s I'm drowning in emails
        s drowning in homework this week
        s I'm buried in work
        s I'm going to explode if one more email comes
        s my head is exploding from all the studying
        s I shot myself in the foot with that comment
        s I cut myself on a can lid while cooking
        s I cut my finger slicing bread
        s I burned my hand on the oven
        s hurt my knee running
        s I hurt myself lifting weights
        s pulled a muscle at the gym
        s we jumped off the pier into the lake
        s I want to jump in the pool
        s jumped on a call with the team
        s I want to go bungee jumping off a bridge
        s I hung out with friends
        s hang in there
        s hanging by a thread with this deadline but we'll manage
        s overdosed on Netflix this weekend
        s overdosing on coffee again
        s sugar overdose after the birthday party
        s this game gave me a heart attack
        s almost had a heart attack when the dog jumped out
        s you scared me to death
        s I have no life, I just play video games
        s get a life, he said jokingly
        s I'm a dead man if I don't finish this
        s we're so dead if we get caught, haha
        s the suspense is killing me
        s curiosity killed the cat
        s old habits die hard
        s do or die match tomorrow
        s killing time at the airport
        s I quit my job and it feels like the end of the world but I'm excited
        s the end of my subscription
        s I want to end my contract
        s I'm done with this project
        s I'm done with dating apps
        s I can't go on holiday this year
        s I can't live without my morning coffee
        s I'd rather die than eat pineapple pizza
        s I would die for my dog
        s I love you to death
        s my cat is suicidal when it comes to cars, she runs across the road
        s political suicide, that speech
        s suicide sprints at practice were brutal
        s we played Suicide Squad and laughed
        s watched a documentary about suicide prevention
        s I volunteer at a suicide hotline
        s we had a training on suicide awareness today
        s World Suicide Prevention Day is in September
        s I wrote my thesis about suicide rates among farmers
        s reading a book about a man who plans his own death
        s the film ends with the hero killing himself
        s in the novel she takes her own life
        s listening to Don't Fear the Reaper
        s Killing Me Softly came on the radio
        s my favourite band is Suicidal Tendencies
        s the song says "I wanna die" and it's so catchy
        s The news said a man was killed downtown
        s an article about overdose deaths in the state
        s the article says that overdose rates are falling
        s we discussed euthanasia in ethics class
        s Romeo and Juliet both die at the end
        s I am not suicidal
        s I don't want to die, I love my life
        s I have never thought about suicide
        s I would never hurt myself
        s no thoughts of self harm today
        s not thinking about ending my life anymore, I'm doing well
        s my doctor asked if I think about suicide and I don't
        s I don't want to kill myself, I just need a holiday
        s nobody is hurting me, I'm safe
        s no chest pain, no shortness of breath
        s I am glad I am alive
        s so grateful that I'm still here
        s I'm happy to be alive
        s I recovered and I'm proud to be five years free of self harm
        s ten years since my recovery and life is beautiful
        s I'm in a much better place now than when I was sick
        s died to self and risen with Christ
        s Jesus died for my sins
        s I want to go to heaven one day
        s Lord take my life and let it be consecrated
        s the pastor preached about dying to the flesh
        s my grandmother died last year and I miss her baking
        s we went to grandpa's funeral, it was a beautiful ceremony
        s the anniversary of my father's death is tomorrow, I'll light a candle
        s I lost my keys
        s I lost the game and we laughed about it
        s lost two kilos this month
        s I felt a bit sad today but a walk helped
        s rough day at work, tired, going to bed early
        s argued with my partner about dishes, we made up
        s stressed about the exam but prepared
        s I'm nervous about tomorrow's presentation
        s a headache after too much screen time
        s my chest is sore from bench press
        s out of breath after the stairs, I should run more
        s my heart was racing with excitement
        s mild fever and a runny nose
        s my allergies are acting up, sneezing all day
        s I have a cold and my throat is scratchy
        s I fainted once as a child at the dentist
        s took my vitamins and two ibuprofen for the headache
        s I took my pills this morning as usual
        s doctor changed my medication dose, feeling fine
        s donated blood today
        s my nose bled a little after the shower
        s how many calories does running burn
        s is 54 ms a good hrv
        s slept badly, woke up at three, but okay
        s I don't want to get up this early
        s I don't want to be here at work on a Friday
        s I don't want to live in this city anymore
        s I don't want to live with my roommates any longer
        s there's no point in going on with this diet
        s no reason to stay at that company
        s what's the point of this meeting
        s I hate Mondays
        s I hate my hair today
        s I'm useless at cooking
        s I'm hopeless at maths
        s I'm a hopeless romantic
        s worthless piece of software
        s I feel trapped in this tiny apartment because of the rain
        s cried at the end of the movie
        s tears of joy at the wedding
        s panic buying toilet paper was funny
        s my plants are dying, should I water less
        s the wifi keeps dying
        s the car died again
        s he's a lady killer
        s killer workout today
        s killer headache but the party was worth it
        s murder mystery dinner was fun
        s true crime podcast about a serial killer
        s we played laser tag and I shot everyone
        s playing a shooter, got killed twenty times
        s I stabbed the final boss
        s shoot me a text when you arrive
        s took a shot at the target range
        s the photographer shot us in the garden
        s I beat my brother at chess
        s my brother beat me at tennis
        s my coach hit me with a tough workout
        s hit the gym, hit a personal record
        s he hit me up on instagram
        s a cramp hit me on the last lap
        s my kid hit me with a pillow and we laughed
        s the cat attacked my shoelaces
        s she kicks my butt in every spin class
        s boxing class: got punched in the ribs, loved it
        s in judo my partner choked me and I tapped
        s I followed a recipe
        s someone is following me on Strava
        s I'm scared of the dentist
        s I'm afraid of flying
        s afraid I'll fail the test
        s I'm afraid of my dad's cooking, haha
        s locked myself out of the house
        s broke into a sweat
        s the dog won't let me leave without a walk
        s burning the candle at both ends
        s I burned 600 calories
        s burning through my savings
        s call it 911, my pizza is late
        s knife skills class tonight
        s sharpened my knives and cooked
        s bought rope for climbing
        s went climbing on the cliff, great view
        s drove across the bridge at sunset, gorgeous
        s sat on the roof watching stars with friends
        s waiting for the train, it's late again
        s stood at the edge of the canyon and felt small and grateful
        s the water under the bridge was beautiful
        s took a long bath and read
        s gave away old clothes to charity, decluttering feels good
        s gave my old bike to my nephew
        s selling my things because I'm moving abroad
        s wrote my will with the notary, sensible grown-up thing
        s updated our life insurance after the baby was born
        s goodbye party for a colleague
        s said goodbye to my host family, I'll visit again
        s this is my last day at the company
        s last night in Rome, flying home tomorrow
        s final exam tomorrow then freedom
        s I want to sleep forever, this bed is so comfy
        s I never want to wake up from this dream holiday
        s I need to disappear into a good book
        s I want to disappear to a cabin for a weekend
        s I wish I could vanish to the beach
        s it will all be over soon, just two exams left
        s soon it will be over and I can celebrate
        s I'm finally at peace with the divorce
        s peaceful evening, nothing hurts, life is good
        s I'm exhausted but in a good way
        s I can't take it anymore, this puppy is too cute
        s I can't do this anymore, I'm switching to decaf
        s I can't stop crying at this commercial
        s my life is a mess but a fun one
        s I'm so done lol
        s kill me now, they put the meeting on Friday evening lol
        s ugh just shoot me, another spreadsheet
        s Monday again, kill me haha
        s I'm gonna die if they don't play my song
        s I'm going to die from this spicy curry
        s dying at this meme
        s I'm deceased, that was hilarious
        s this cake is to die for and I have no regrets
        s squats today, my legs are dead
        s leg day nearly killed me
        s the heat is murder today
        s this humidity makes me want to die, send ice cream lol
        s my mom attacked me with hugs
        s the kids are driving me insane, I love them
        s I want to strangle my printer
        s I could have strangled him for eating my leftovers
        s I'm going to kill that mosquito
        s killed another houseplant
        s the deadline nearly killed us but we shipped
        s what is the suicide rate in Japan
        s what are the warning signs of suicide
        s how does the overdose drug naloxone work
        s is cutting onions without tears possible
        s cutting carbs this month
        s I'm cutting down on sugar
        s cut my hair short
        s I cut out caffeine
        s self care sunday, no self pity
        s therapy went well today
        s good therapy session about my past
        s grateful for my friends, they helped me through last year
        s my friend's baby was born, so happy
        s my sister got a new job
        s my husband made dinner and I slept early
        s I love my wife
        s dad took me fishing
        s my mom is visiting and it's nice
        s I walked 9000 steps and drank enough water
        s meditated for ten minutes, felt calm
        s HRV is down after the wine
        s a slow day with tea and a book
        s Ich sterbe vor Hunger
        s Der Film war zum Totlachen
        s Ich könnte ihn erwürgen, er hat schon wieder mein Joghurt gegessen haha
        s Mein Chef bringt mich um, wenn ich zu spät komme, haha
        s Ich bin todmüde
        s Ich habe mich beim Kochen geschnitten
        s Ich will nicht mehr in dieser Stadt leben
        s Ich habe mich beim Rasieren geschnitten
        s Ich kann nicht mehr warten bis zum Urlaub
        s Heute war ein schöner Tag mit Freunden
        s Ich hatte Streit mit meiner Schwester, aber jetzt ist alles gut
        s Ich bin müde und gehe früh schlafen
        s Ich habe den Krimi zu Ende gelesen, der Mörder war der Gärtner
        s Mein Akku ist tot
        s Ich bin nicht suizidgefährdet
        s Ich will mich nicht umbringen
        s Wir sprachen im Unterricht über Suizidprävention
        s Der Stress bringt mich noch um, aber bald ist Wochenende
        s Ich war traurig, dann hat mir ein Spaziergang geholfen
        """
}
