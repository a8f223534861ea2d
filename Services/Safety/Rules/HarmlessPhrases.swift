/// Idioms and everyday sentences that share words with danger (SAF-3). A rule's match that overlaps one of them does
/// not count.
enum HarmlessPhrases {
    /// Idioms that mean no danger.
    static let idioms = SafetyRule(
        "idiom", .distress, .caution,
        phrases: """
            dying|died|die|dies|dead of|from|with|laughing|due ..2 laughter|laughing|boredom|embarrassment|hunger|thirst|heat|curiosity|cringe|anticipation|jealousy|excitement|happiness|cuteness|cold|envy|shame|joy|humidity
            die|dying|died laughing
            dying|die for a|an|some|this|that|coffee|chocolate
            dying to see|try|know|meet|hear|go|get|eat|tell|find|read|watch|visit|show|use|play|start|learn|buy|have|ask|share
            to die for
            do or die
            never say die
            old habits die
            kill|killing|kills|killed time|two|it|them|the|this|that|his|her|our|my ..1 birds|mood|vibe|lights|engine|process|buzz|hour|hours|minutes|presentation|interview|set|performance|workout|weeds|bugs|bug|spider|mosquito|mosquitoes|fly|flies|ants|plant|plants|germs|bacteria|virus|game|level|audience|show|crowd|routine
            killing|kills|killed ..1 me $|with|today|lately|softly|but|because|and|again|right|slowly|rn
            curiosity|looks|dressed killed|kill|could
            kill|killed it
            kill|killing|killed|fight|beat|defeat the|this|that|final|last|every ..1 boss
            could|would|literally kill for
            over my dead body
            dead|bored|tired|scared|starving|freezing|worked|frightened|loved|laughed|laughing|talked|worried|bore|bored|thrilled ..1 to death
            dead tired|serious|line|lift|end|ends|battery|phone|sea|heat
            death valley|star|note|metal|march
            sudden death overtime|match|$
            suicide squad|doors|door|bomber|bombers|bombing|prevention|squeeze|king|bunny|run|runs|drill|drills|sprints
            career|political|social|financial|commercial|professional|box suicide
            grammar|syntax suicide
            jump|jumping|leap|leaping off ..2 couch|sofa|bed|bus|wagon|bandwagon|diving|board|trampoline|swing|swings|dock|pier|boat|rock|rocks|page|screen|box|bench|ledge? diveboard|platform|horse|bike|topic|call|zoom|meeting|plane|airplane
            jump|jumping in|into|on ..3 pool|lake|water|sea|ocean|shower|call|meeting|puddle|puddles|bed|conversation|car|work|project|leaves
            jump|jumping rope|ropes|jacks|higher|for|over|up|start|started|ship|around|to
            cut|cutting|cuts myself ..5 shaving|shave|cooking|chopping|slicing|kitchen|knife|paper|glass|accident|accidentally|vegetables|onion|onions|mistake|tomato|carrot|carrots|can|tin|slack|dinner|gardening|bread|cheese|slice|piece|opening
            shaving|cooking|chopping|slicing|accidentally|accident|vegetables|onions|gardening ..6 cut|hurt|burned|burnt|burn|stabbed|poisoned|injured myself|finger
            cut|cutting|hurt|hurting|burn|burning|burned|injured|harmed myself some|slack|off|a|out|short
            hurt|hurting|injured|injure myself ..3 at|in|while|during|from|when|doing|on ..2 gym|running|run|workout|lifting|playing|football|soccer|basketball|tennis|skiing|squats|deadlift|deadlifts|exercising|training|falling|fell|tripping|tripped|climbing|cycling|bike|stretching|yoga|crossfit|moving|skating|hiking|dancing|game|marathon
            hurt|hurting|injured|injure myself running|lifting|playing|skiing|exercising|training|climbing|cycling|stretching|skating|hiking|dancing|tripping|moving
            burn|burned|burnt|burning myself ..5 stove|oven|iron|cooking|coffee|tea|pan|kettle|toaster|candle|sun|out|baking
            starving|starve $|and|so|for|right
            kill|killing|killed myself ..4 gym|workout|laughing|training|squats|work|studying|running|deadline
            working|worked|training ..2 myself to death
            kill|kills|murder|murders me if|when i|she|he|they|you ..3 forget|forgot|miss|missed|late|spill|spilled|break|ate|eat|buy|fail|sees|see|hears|lose
            passed|pass|passing|crashed out ..3 on|in|early|at ..2 couch|sofa|bed|pillow|floor|movie|nine|ten|desk|exhaustion|hammock
            collapsed|collapse|collapsing on|onto|into|in ..2 couch|sofa|bed|chair|grass|pillow|laughter|finish
            app|site|website|server|screen|button|page|phone|computer|laptop|keyboard|software|remote|battery ..4 unresponsive|responding|dead|died|frozen|crashed|killed|dying
            bleeding money|edge|heart|cash|colors|colour|ink
            gums|gum|nose|knee|finger|toe|lip|lips|elbow|cuticle|blister|shin bleeding|bleed|bled|bleeds
            took|take|taken my ..1 @pills ..3 usual|morning|today|schedule|breakfast|prescribed|night
            took|take|taken my? vitamins|vitamin|supplement|supplements|two|one|an|some ..3 @pills ..3 $|for|with
            strangle|kill|murder|shoot|stab|punch|hit my ..1 printer|laptop|computer|phone|alarm|car|router|neighbour's|internet|code
            bought|buy|buying|have rope|knife|knives|blade ..3 climbing|boat|sailing|swing|cooking|kitchen|camping|garden
            climbing|hiking|hike|view|sunset|stars|friends|canyon|picnic|gorgeous|beautiful|photo|photos ..8 cliff|roof|bridge|edge|ledge|platform|balcony
            cliff|roof|rooftop|bridge|edge|ledge|balcony|canyon ..8 view|views|stars|sunset|friends|gorgeous|beautiful|picnic|small|photo|photos|drinks|party|coffee
            gave|give|given|giving|donated ..2 away ..3 clothes|books|toys|stuff ..4 charity|declutter|decluttering|kids|neighbour|neighbor|spring
            geschlafen|schlief|schlafe|schlaf|traum|getraumt|puls|ruhepuls|hrv|stress|energie|score|stimmung|schritte|wach|aufgewacht|aufgestanden|eingeschlafen|stunden ..4 letzte nacht
            letzte nacht ..5 geschlafen|schlief|schlafe|schlaf|traum|getraumt|puls|ruhepuls|hrv|stress|energie|score|stimmung|schritte|wach|aufgewacht|aufgestanden|eingeschlafen|stunden|kurz|unruhig|laut|warm
            wie|warum|wieso|weshalb war|hab|habe|hatte|schlief|lief ..5 letzte nacht
            mich ..5 kochen|rasieren|kuche|brot|gemuse|zwiebeln ..3 geschnitten|verbrannt|verletzt
            speech|words|story|song|film|movie|book|kindness|letter|gesture|message|post|music|performance|sermon|talk ..5 touched|touches|moved me
            touched me deeply|so|emotionally
            dress|jeans|corset|mask|belt|bra|tight|funny|hilarious|hysterical|stuffed|full|jokes|joke|meme ..6 breathe|breath
            having|had|have|almost|nearly ..3 heart attack when|over|at|because|after|looking|watching|if|from|reading|seeing|thanks
            end it with|there|on a|the|this ..3 song|note|quote|joke|slide|toast|dessert|prayer|picture|bang
            goodbye|farewell 2020|2021|2022|2023|2024|2025|2026|summer|winter|vacation|hair|carbs|sugar|paris|rome|house|apartment|office
            can not|will not make it ..2 tonight|tomorrow|today ..3 party|dinner|meeting|class|sorry|practice|gym|game|work|lunch|event
            want out of ..1 contract|lease|deal|meeting|subscription
            busy|swamped|slammed|packed|schedule|deadlines|meetings|happy|stunning|gorgeous|amazing|perfect|love ..6 breathe
            would|will|gonna|could ..3 have ..2 heart attack|stroke
            prevent|preventing|discuss|discussing|learn|learning|teach|teaching|taught|statistics|survivors ..4 suicide
            bleeding gums|nose|knee|finger|toe|blister|cuticles
            nosebleed|papercut|period|bungee
            bungee|parachuting|base jump|jumping off|from ..2 bridge|cliff|building|tower|plane
            bungee|parachute|paragliding|skydiving|abseiling ..4 off|jump|jumping|from bridge|cliff|plane
            attacked|attacks|attack|killed|smothered|bombarded|hit me|us with ..2 hugs|kisses|love|cuddles|kindness|questions|snowballs|licks
            breathe|breath ..5 mask|dress|corset|jeans|nose|cold|blocked|stuffy|humid|humidity|crowd|perfume|smell|uphill|stairs|sprint|spicy|lol|lmao|haha
            catch|caught|hold|holding|held|take|took|save|lost|losing my breath ..5 after|run|stairs|hike|view|hill|climb|sprint|dance|awe|moment|walk
            heart ..2 racing|pounding ..3 with|from excitement|joy|love|running|run|coffee|workout|sprint|stairs
            scared|afraid|terrified|frightened of my ..2 cooking|driving|singing|snoring|dance|judgment|opinion|reaction
            judo|karate|boxing|mma|jiu|wrestling|sparring|fencing|paintball|laser|rugby|hockey|football|soccer|game|boss|level|fortnite|minecraft ..8 hit|hits|kicked|punched|choked|beat|beats|killed|shot|stabbed|attacked|kill|shoot|stab
            kick|kicked|kicks|kicking my|our|his|her ..1 butt|ass|habit|chair|shin|ball
            drowning|drown|swamped|buried|suffocating in|under ..1 emails|email|homework|work|paperwork|laundry|assignments|deadlines|tasks|meetings|dishes|admin|love|tickets|chores
            trapped|stuck ..4 rain|snow|traffic|elevator|lift|meeting|queue|storm|airport|level|lockdown
            useless|worthless|hopeless|terrible|bad ..1 at|with|in|piece|cook|driver ..1 cooking|maths|math|sports|drawing|golf|names|of|parking
            take|stand|handle it|this|that anymore ..6 cute|funny|adorable|sweet|excited|good|hilarious
            do|take this|it anymore ..5 switching|switch|decaf|lol|haha|diet
            crying|cry|cried at|over|during ..3 commercial|movie|film|ending|video|song|onions|wedding|episode|scene|book|finale|ad|trailer|speech
            what|whats is? the point of|in ..1 this|that|these|having ..1 meeting|app|feature|homework|task|exercise|class|email|rule|diet|update
            no reason|point|use|sense|need to|in|for|of ..4 diet|company|meeting|project|class|subscription|phone|gym|town|job|argument|arguing|hurry|panic|worry
            sleep|asleep forever|all ..4 bed|cozy|comfy|cosy|weekend|holiday|blanket|couch|hibernate
            disappear|vanish|escape|run to|into|for|away ..3 cabin|beach|book|weekend|mountains|island|woods|forest|holiday|vacation|spa|sea|countryside|game|blanket|nature
            over|done soon|by|tomorrow ..5 exam|exams|left|semester|celebrate|term|winter|race|school|holidays
            panic buying|buy|bought|shopping|room|button|mode|at
            my life is ..2 mess|chaos|circus ..3 fun|lol|love|haha|happy|good|funny
            suicidal squirrel|deer|cat|dog|bird|birds|lemming|lemmings|moth|pedestrian|pedestrians|drivers
            cat|dog|puppy|hamster|squirrel|bird|deer|fish|moth|printer|laptop|car ..3 suicidal|suicide
            last|final day|night|hours|message|post|evening ..3 at|in|of|before ..2 company|work|school|job|vacation|holiday|trip|office|camp|semester|term|rome|paris|university|exams
            goodbye|farewell|leaving party|dinner|drinks|cake|card|tour|lunch
            kicking|kick|kicked|beating|beat|hate|hating|shoot|shot myself ..1 for|up|over|in|because|foot|about
            shoot|shot myself in the foot
            hang|hanging out|in|on|up|around|with|the|my|a|there|over|by|loose
            hanging by a thread
            kick the bucket
            bucket list
            overdose drug|awareness|deaths|prevention|training|kit|rates
            overdose|overdosed|overdosing|od on|of ..1 cuteness|sugar|chocolate|caffeine|coffee|netflix|cute|vitamin|vitamins|carbs|candy|ice|pizza|tv|sun|sunshine|social|news|nostalgia|cheese|pasta|memes
            cute|cuteness|sugar|caffeine|vitamin|cheese|chocolate|cuteness overdose
            end my|the subscription|membership|day|shift|contract|lease|week|workout|run|year|streak|fast|career
            no way out situation|game|room|puzzle
            dog|cat|kids|toddler|baby|work|boss ..1 will|does not let me
            no way out of|from|in the|this|a|that|my|here ..2 maze|parking|garage|building|room|contract|lease|level|meeting|cave|shop|store|mall|island|airport|subscription|labyrinth|dungeon|lot|conversation
            not want|wants|wanted to ..1 live here|there|in|with|near|alone|at|far|together|next|somewhere|abroad|so
            not ..2 worth living in|there|here|near|with
            not want|wanted|wants to ..1 be alive|around|here ..1 people|him|her|them|smoke|smokers
            not want|wants|wanted to ..1 wake up early|at|so|before|in|tired|for|on|late|him|her|them|the|my|with
            never want|wanted to wake up from|early|at
            can not go on vacation|holiday|a|trip|stage|instagram|dates|strike|facebook|tour|social|runs|walks|monday|tuesday|saturday|sunday
            can not live without ..1 coffee|chocolate|music|my|phone|internet|tea|pizza|netflix|wine|cheese|this|it
            rather die|be ..1 dead? than eat|watch|wear|listen|talk|admit|miss|speak|use|share|drive|work|read|drink|sit|touch|ask|call
            out of breath
            breath|breathe|breathing through|into|in|deeply|exercise|exercises|fresh|easy|easier|meditation|technique|techniques|app|practice|better|work|and|session|room
            laughing|laughed|laugh|funny|hilarious|beautiful|cute|excited ..6 breathe
            stopped|stop not? breathing when|at
            almost|nearly|practically|about ..4 heart attack|stroke
            gave|give|giving|gives|given me|him|her|us ..2 heart attack
            stroke of|genius|luck|order|rate|width|swim
            chest|heart ..4 heavy|tight ..1 with|from|of sadness|grief|sorrow|longing|worry|love|joy|homesickness|gratitude
            not ..1 wake|waking up early|earlier|before|until|till|at|on|for|with|in|easily|rested|refreshed|well
            voices of|from|outside|upstairs|downstairs|next|through
            heart attack on|burger|sandwich
            hit me up|that|then|how|back|on
            hit|hits|hitting me ..3 pillow|pillows|tough|workout|question|questions|news|idea|joke|snowball|balloon
            cramp|cramps|exhaustion|flu|jetlag|memory|memories|craving|nerves|lack ..2 hit|hits|hitting me
            it|that|this|reality|grief|news|wave|realization|exhaustion|fatigue|truth|idea|sadness|loneliness hit|hits me
            hits|hit me ..1 that|how|up
            beats|beat me to it|the|work
            beat|beats|beating|beaten me ..1 again? at|in|on ..3 chess|game|games|race|tennis|golf|cards|poker|scrabble|monopoly|mario|kart|fifa|pingpong|match|final|quiz|bowling|pool|darts|uno|everything|running|wrestling|checkers|sports|trivia|video
            kills|hurt|hurts|hurting me to|so|that|when|feelings|a|seeing|how|deeply|with
            attack|attacked|attacks me on|online|verbally|for
            kick|kicked|locked|lock|locked me|out ..1 out|of|off
            following|followed|follows|watching me on|back|online
            following|followed|follows|follow|stalking|stalked|adding|liking ..4 instagram|twitter|tiktok|facebook|strava|linkedin|threads|youtube|insta|spotify|ig
            cat|dog|puppy|kitten|duck ..5 following|follows|followed|watching|attacked|attacks|bit|scratched|hits|kicked|kicks me
            follow|following me up
            blow|blowing|blew up|out ..1 balloon|balloons|candles|phone|mattress|nose|my
            shoot|shooting|shot me|them|him|her|you|an|a ..1 email|text|message|note|look|dm|glance|smile|quick
            shoot|shot|shooting hoops|baskets|photos|pictures|video|film|some|a|for|pool
            kill|murder|strangle|throttle him|her|them|you ..1 with|at|in kindness|chess|mario|tennis|game
            burn|burned|burning|bomb|bombed the|my|a ..1 calories|exam|test|midterm|interview|audition|fat|toast|dinner|bridges|cd|candle|candles|food|presentation
            call it|me 911
            porsche 911
            911 turbo|carrera|operator|memorial|attacks
            danger of missing|losing|failing|being|running|becoming
            danger zone
            leg|legs day|workout
            bath|photo|sex|love bomb|bombs|tape|drive
            hopeless|worthless at|with|romantic|romantics|coupon
            dark chocolate|roast|circles|mode|clouds
            lost|lose the remote|keys|game|match
            broke|break|broken down the|into|car|on
            numb|broken toes|fingers|feet|hands|mouth|lips|phone|arm|leg|toe|wrist|dentist|cup
            gave|give|given|giving up ..1 smoking|sugar|drinking|coffee|alcohol|meat|chocolate|caffeine|gluten|carbs|dairy|soda|social|my seat
            drop|dropped dead gorgeous
            knock|knocked them? dead
            ich kann nicht mehr vor|warten|schlafen|laufen|essen|sehen|horen|arbeiten|ohne
            sterbe|sterben|gestorben|stirb vor|aus|an ..1 lachen|hunger|langeweile|durst|hitze|neugier|scham|peinlichkeit|sehnsucht
            bringt|bringen|brachte mich noch? um $|den|der|die
            zum sterben|totlachen|umfallen ..1 langweilig|schon|lustig
            vor lachen ..3 gestorben|luft|mehr
            mich tot|schlapp|kaputt gelacht|lachen
            todmude|totmude|todlangweilig|totlachen|sterbenslangweilig
            kann|konnte|will ..3 nicht mehr ..1 leben ohne
            keine luft mehr? ..2 lachen
            breathe|breath ..6 laughing|laughter|laughed|funny|hilarious|lachen
            about|going to have ..1 heart attack
            have|had|having ..1 heart attack if|when|over|seeing|every|at|reading|watching
            die|dying|died to self|myself|sin|flesh|my|ourselves|pride|ego|the|this
            die|dying|died for christ|jesus|him|us|sins|god|lord|country|someone|you
            die|dying|died for my|our country|faith|family|kids|children|people|sins
            kill|killing|crucify|deny my|the flesh|ego|sin|sins|pride|old
            dead to sin|self|the|me
            lord|jesus|god|father ..3 take|took|taking my life
            take my life lord|jesus|god|and|into|in|to|back|seriously
            to die is gain
            """)

    /// Phrases said in anger, in fun or for effect: `caution` instead of `crisis`.
    static let figurative = SafetyRule(
        "figurative", .distress, .caution,
        phrases: """
            want|wants|wanted|going to die of|from|old|happy|surrounded
            end it with|there|here|on
            reason|reasons|point|sense to|in|of ..1 live|living in|there|here|near|with|so|downtown|together
            tired|sick|done of|with living in|with|here|at|out|alone|there|paycheck
            can not go on the|to|that|our|this|without|with
            not want|wants|wanted to be here ..1 work|school|for|in|working|so|this|on|either|early|late
            kill|murder|strangle|shoot him|her|them|you|my|the ..3 for|if|when|because|lol|haha|once|again|later
            boss|mom|mum|mommy|dad|teacher|coach|parents|wife|friends|sister|roommate|editor|professor|manager|he'll ..2 is|are|will|going|might|would ..3 kill|murder me
            going|will to? ..1 kill|murder me if|when|for|because|once
            could|could've|wanted ..1 kill|strangle|murder him|her|them|you|my
            would|could|will|going|want|wanted ..3 scream|die ..1 embarrassment|embarrassed|cringe
            just|please|someone|somebody|god kill|shoot me $|now|already
            told|tells|telling|said|says me? to kill|hurt|hang|harm myself
            told|tells|telling me ..2 should|better|jump|die
            tell|telling|told me ..1 kys
            """)
}
