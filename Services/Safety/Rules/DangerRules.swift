/// Phrases for abuse and danger, medical emergencies and harm to others (SAF-1). English, folded words, contractions
/// expanded.
enum DangerRules {
    static let all: [SafetyRule] = abuse + medical + harm

    static let abuse: [SafetyRule] = [
        SafetyRule(
            "violence", .abuseOrDanger,
            phrases: """
                @who ..6 hit|hits|hitting|beat|beats|beating|beaten|punch|punched|punches|punching|kicked|kicks|kicking|choke|choked|chokes|choking|strangled|strangles|strangling|slap|slapped|slaps|slapping|burned|burns|shoved|shoves|pushed|pushes|hurts|hurting|hurt|attacked|attacks|attacking|assaulted|assaults|abuses|abused|abusing|raped|rapes|raping|molested|molests|drugged|stabbed|grabbed|threatens|threatened|threatening|stalks|stalked|stalking|groped me
                @who ..4 will|would|going|wants|want|tried|trying|tries|threatened|threatens|threatening|might|said|swore|says to? ..4 kill|hurt|murder|stab|shoot|beat|rape|strangle me|us|my
                touch|touches|touched|touching me ..5 private|privates|inappropriately|sexually|down|consent|inappropriate|naked|uncomfortable|permission|secret
                touches|touching|touched me ..3 not want|like
                forced|forces|forcing|force|made|makes|pressured me ..2 sex|undress|touch|strip|sexual|sexually|naked
                forced|forces|forcing|force himself|herself|themselves on|onto
                without my consent
                had sex with me while|when|against
                """),
        SafetyRule(
            "abused", .abuseOrDanger, .crisis, .nearest,
            phrases: """
                am|being|been|get|gets|getting|got|was|were|be ..2 abused|beaten|raped|molested|assaulted|trafficked|strangled|groped|drugged|blackmailed|stalked|battered
                hit|beaten|choked|punched|kicked|threatened|hurt|attacked|touched|abused|slapped by ..2 @kin|man|guy|stranger|someone|him|her|teacher|coach|boss
                sexually|physically abused|abuse|abuses|abusing|assaulted|assaults|assault|molested|hurt|hurts|hurting
                violence at home
                domestic violence|abuse
                """),
        SafetyRule(
            "fear-at-home", .abuseOrDanger,
            phrases: """
                afraid|scared|terrified|frightened|fear|fearful of? ..1 my ..1 @kin
                afraid|scared|terrified|frightened of? him
                afraid|scared|terrified|frightened|worried|fear that? @who ..4 hurt|kill|hit|beat|find|attack|come|snap|murder|shoot ..2 me|us|again|$
                think|know that? @who ..4 hurt|kill|hit|beat|attack|murder|shoot ..2 me|us
                know that? he|they will ..1 find me|us ..1 $
                think|know that? he|they ..3 coming|come after me|us
                think|know that? @who ..4 come|find ..1 for|me|us ..1 and|to ..1 hurt|kill|hit|beat|attack
                afraid|scared|terrified to ..2 go|come|be|sleep|stay|return home|house|alone
                fear|fearing|scared|afraid|worried for my|our life|safety|lives
                my life is|might|could|may ..2 in danger|threatened
                not|never safe ..3 at|in|with|around|here home|house|him|her|here|apartment|$
                not|never ..2 feel|feeling|felt ..1 safe|secure ..2 at|in|with|around|here ..1 home|house|him|her|here|apartment|husband|boyfriend|partner|relationship|$
                unsafe at|in|with|around|here ..1 home|house|him|her|husband|boyfriend|partner|wife|apartment|$
                i am in danger|trouble|immediate $|right|from|please|and
                in immediate|serious|grave|real danger
                @kin|he|she|relationship|they is|are|gets|got|becomes|became|turns|being|was ..2 abusive|violent|physical
                violent|abusive|aggressive to|with|towards|toward me|us
                need|trying|want|have|afraid|planning|how ..1 to ..2 leave|escape|flee|get|run ..2 abusive|violent|abuser
                my abuser
                escape|flee|run ..3 him|her|abuser|captor before|safely|$
                """),
        SafetyRule(
            "threat", .abuseOrDanger,
            phrases: """
                @who|stranger|somebody is|are|keeps|keep|has|have|was|were ..2 following|stalking|chasing|breaking|watching|threatening|followed ..1 me|us|into|in|my
                someone|somebody|man|stranger|he|they|intruder is|are ..3 in|inside|outside|at my house|home|room|door|apartment|bedroom
                trying|tried to ..1 break|get into|in|down ..2 my|our|house|door
                someone|somebody|he|they broke|breaking into|in ..3 house|home|bedroom|while|apartment
                held|holding|keeping|kept|trapped|locked|locks|locking|lock|tied me|us|captive|hostage ..2 against|hostage|captive|prisoner|inside|room|basement|closet|up|house
                not|never let|lets|letting|allow|allows|allowed me|us to? ..1 leave|out|go|eat|see|use|have|contact|call|talk|work
                took|takes|taken|hides|hid|stole|has my phone|passport|keys|papers|money ..4 leave|call|escape|anyone|control|go
                @who|intruder has|have|got|pulled|with|holding|waving a|his|her ..1 gun|knife|weapon|machete|pistol
                gun|knife to|at|against|on my head|throat|face|me
                pointed|pulled|points|pulling|aimed ..2 gun|knife|weapon at|on me|us
                he|she|they|@kin controls|control|monitors|tracks ..2 everything|money|phone|who
                @kin|teacher|coach|priest|pastor|boss touches|touching me
                teacher|coach|uncle|stepdad|stepfather|priest|pastor|cousin|brother|boss|father|dad|stranger|man|guy touched me $|and|in|when|again|last|on|at
                hands around|on|round my neck|throat
                @who ..4 threw|throws|thrown|slammed|slams|dragged|drags|pinned|pins|pulled|pulls me against|across|down|into|onto|by|to|up
                @who ..4 threw|throws ..3 at me
                there is|was ..1 someone|somebody|man|stranger|intruder ..2 in|inside|outside|at my house|home|room|door|apartment
                """),
        SafetyRule(
            "captive", .abuseOrDanger, .crisis, .nearest,
            phrases: """
                being|am|getting|been stalked|followed|trafficked|held|blackmailed|hunted|threatened|chased
                held|kept|locked|trapped against|captive|hostage|prisoner
                abusive|violent|toxic ..1 relationship|marriage|home|household|husband|boyfriend|wife|partner|father|mother|dad|mom|parents|ex|girlfriend
                """),
    ]

    static let medical: [SafetyRule] = [
        SafetyRule(
            "heart-or-breath", .medicalEmergency, .crisis, .anyone, firm: true,
            phrases: """
                can|could not ..3 breathe|breath
                can|could hardly|barely breathe
                trouble|struggling|struggle|difficulty|hard|unable|difficult|fighting|gasping|problems|hardly|barely to|with|for|in? ..1 breathe|breathing|breath|air
                gasping for air|breath
                stopped|stops|not|no breathing|pulse|breathes|heartbeat
                is|am|are turning|going|gone blue
                lips|face|skin ..2 blue
                is|am|are|was choking on|and|$
                """),
        SafetyRule(
            "acute", .medicalEmergency, .crisis, .anyone,
            phrases: """
                chest pain|pains
                pain|pains|pressure|tightness|tight|crushing|squeezing|stabbing|heavy|heaviness|ache|weight|burning|elephant in|on|of|across|my ..1 my|the|his|her|center|left|middle|chest ..2 chest
                chest is|feels|hurts|hurting|pressure|tightness|started|really|being ..3 tight|heavy|crushed|hurts|hurt|hurting|bad|badly|lot|like|exploding|pain|arm|breathe|breath|$
                crushing|severe|sharp|sudden|intense|stabbing ..2 chest
                left arm ..3 numb|hurts|pain|tingling|weak|tingly|aches
                pain|pains|numbness|tingling ..4 left arm|jaw
                having|have|has|think|like|be|is|am|having|it|signs|symptoms|of|just ..3 heart attack
                having|signs|symptoms|might|think|possible|be|of ..5 stroke|seizure|seizures|aneurysm
                has|had|have|having a|an|another seizure
                is|am|was|keeps seizing|convulsing and|again|$
                having|has|had seizures|convulsions
                heat stroke
                face|mouth|smile|eyelid ..4 drooping|droopy|drooped|droops|sagging
                slurred|slurring|slurry ..1 speech|words|my|his|her
                speech ..2 slurred|garbled|slurring
                one|left|right|whole side|arm|half|leg|face ..3 numb|paralyzed|weak|paralysed|limp|drooping
                numb|numbness|weakness|paralyzed on|in|down one|left|right|half|the side|arm|side|of
                can not|nolonger feel|move my|his|her ..1 legs|leg|arm|arms|face|side|body|hand
                worst headache of|ever|in
                suddenly|sudden ..3 blind|vision|speak|see|numb|confused|blindness|collapsed
                lost|losing ..1 vision|sight|consciousness
                passed|passing|blacked|blacking|pass out ..3 and|again|from|after|hit|twice|suddenly|bleeding|because
                collapsed|unconscious|unresponsive|lifeless|comatose
                not|never|will not responding|respond|waking|conscious|wake
                not ..1 wake him|her|them|baby ..1 up|$
                can|could not wake my|the husband|wife|mother|father|mom|mum|dad|son|daughter|sister|brother|friend|partner|baby|child ..1 up|$
                @kin|kid|friend|roommate|neighbour|neighbor|colleague|patient|grandmother|granny|aunt|they will|is not ..1 waking|moving|breathing ..1 up|$
                @kin|kid|patient|grandmother|granny|aunt is not ..1 responding ..1 $
                he|she|baby|child|toddler|person does not ..1 respond ..1 $
                trying|tried|unable to wake him|her|them|baby
                he|she|baby|dad|father|mom|mum|mother|husband|wife|son|daughter|child|toddler|grandma|grandpa|man|woman|person ..2 will|does|is not ..1 wake|waking|responding|move|moving ..1 up|$
                not respond|responding to anything|me|touch|pain|voices|us
                """),
        SafetyRule(
            "bleeding-or-allergy", .medicalEmergency, .crisis, .anyone, firm: true,
            phrases: """
                bleeding ..5 not|heavily|badly|profusely|stop|everywhere|severely|uncontrollably|lot|out|stopping|head|heavy
                severe|heavy|uncontrolled|internal|badly|rectal bleeding
                not ..2 stop ..2 bleeding
                losing|lost ..2 lot|much|blood of? blood|$
                coughing|vomiting|throwing|spitting|puking|vomited|coughed|threw|peeing|pooping up? ..1 blood
                stabbed|shot in|and|by ..3 chest|stomach|bleeding|back|leg
                throat|tongue|airway|face|lips ..3 closing|closed|swelling|swollen|swells|swell|swelled
                anaphylaxis|anaphylactic|epipen
                severe|bad|serious|having|strong|intense|major an|a? ..1 allergic reaction
                allergic reaction ..4 breathe|throat|swelling|face|severe
                electrocuted|electric shock
                hit ..2 head ..8 vomiting|dizzy|unconscious|bleeding|blurry|confused|passed|throwing|vomited
                need|call|calling|get|send|needs an? ..1 ambulance|paramedics|paramedic|911|999 ..2 $|now|please|for|immediately|she|he|my|i|quick|right
                life threatening
                """),
        SafetyRule(
            "ingested", .medicalEmergency, .crisis, .anyone,
            phrases: """
                took|taken|swallowed|drank|ingested|had|injected|downed way|far? too many|much ..4 @pills
                took|taken|swallowed|ingested|injected way|far? too many|much ..3 $
                took|taken|swallowed|ingested|injected way|far? too many|much of them|those|these|it $
                took|taken|swallowed|ingested|injected|snorted|smoked|had way|far? too many|much ..2 heroin|fentanyl|morphine|codeine|oxycodone|oxycontin|oxy|methadone|cocaine|meth|ketamine|mdma|ghb|lithium|digoxin|warfarin
                took|taken|swallowed|ingested|downed|popped half|almost? a|the|my? whole|entire|full|bunch|handful|bottle|lot|lots|all|every|pack|packet|box ..6 @pills
                took|taken|swallowed|ingested|downed ## ..3 @pills
                drank|drunk|swallowed|ingested|ate|drinking|drink some|a|the? ..2 bleach|poison|antifreeze|detergent|cleaner|drain|pesticide|gasoline|petrol|disinfectant|weedkiller|herbicide|insecticide|methanol|turpentine|ammonia|kerosene
                drank|drunk|swallowed|ingested|ate some|a|the? ..2 weed|rat|lighter|lamp|brake|cleaning|nail|paint ..1 killer|poison|fluid|oil|product|remover
                poisoned|poisoning|poison control|himself|herself|by|center
                carbon monoxide poisoning|alarm|leak
                overdosed
                """),
        SafetyRule(
            "withdrawal", .medicalEmergency, .crisis, .anyone,
            phrases: """
                stopped|quit|stop|stopping|quitting|without|off ..1 drinking|alcohol|booze|vodka|liquor|benzos|xanax|valium|diazepam|opioids|heroin|methadone ..5 now|and|my|i|since ..5 shaking|shakes|shake|trembling|tremble|tremors|seizure|seizures|fits|hallucinating|hallucinations|convulsing|convulsions|vomiting
                stopped|quit|stop|stopping|quitting|without|off ..1 drinking|alcohol|booze|vodka|liquor|benzos|xanax|valium|diazepam|opioids|heroin|methadone ..3 shaking|shakes|trembling|tremors|seizure|seizures|hallucinating|hallucinations|convulsing|convulsions|vomiting
                stopped|quit|stop|stopping|quitting|without|off ..1 drinking|alcohol|booze|vodka|liquor|benzos|xanax|valium|diazepam|opioids|heroin|methadone ..5 now|and|my|i ..6 see|seeing|feel|feeling ..1 things|spiders|bugs|insects|rats|snakes|shadows|creatures
                shaking|shakes|trembling|hallucinating|seizure|seizures|tremors ..4 since|after|because ..2 stopped|quit|stopping|quitting ..1 drinking|alcohol|booze|benzos|xanax|valium|heroin
                alcohol|benzo|benzos|xanax|valium|opioid|heroin withdrawal|withdrawals ..4 now|and|i|my|with ..4 shaking|shake|seizure|seizures|seeing|hallucinating|hallucinations|confused|fever|vomiting|heart
                having|have|has|in|going ..2 severe|bad|through|acute|strong? alcohol|benzo|opioid|heroin withdrawal|withdrawals
                delirium tremens
                """),
        SafetyRule(
            "days-awake", .medicalEmergency, .crisis, .anyone, firm: true,
            phrases: """
                not|no ..2 slept|sleep|sleeping ..3 days|nights|week|weeks|monday|tuesday|wednesday|thursday|friday|saturday|sunday ..4 and|now|i|the|with|because ..3 hear|hearing|the|voices|hallucinating|hallucinations|whispering ..3 voices|voice|hallucinating|hallucinations|whispers|whispering|talk|tell|stop|things|walls
                awake|up|sleepless ..3 days|nights|week|weeks ..4 and|now|i|the|with|because ..3 hear|hearing|the|voices|hallucinating|hallucinations|whispering ..3 voices|voice|hallucinating|hallucinations|whispers|whispering|talk|tell|stop|things|walls
                days|nights|week without sleep ..4 and|now|i|the|with|because ..3 hear|hearing|the|voices|hallucinating|hallucinations|whispering ..3 voices|voice|hallucinating|hallucinations|whispers|whispering|talk|tell|stop|things|walls
                not|no ..2 slept|sleep|sleeping ..3 days|nights|week|weeks ..2 hear|hearing|voices|hallucinating|hallucinations|see|seeing ..2 voices|hallucinations|things|talk|tell|whispers|$
                awake|up ..3 days|nights|week|weeks ..2 hear|hearing|voices|hallucinating|hallucinations ..2 voices|hallucinations|things|talk|tell|whispers|$
                hear|hearing|the voices ..6 not|no ..2 slept|sleep|sleeping ..3 days|nights|week|weeks
                hear|hearing|the voices ..6 awake|up ..3 days|nights|week|weeks
                hallucinating|hallucinations ..6 not|no ..2 slept|sleep|sleeping ..3 days|nights|week|weeks
                hallucinating|hallucinations ..6 awake|up ..3 days|nights|week|weeks
                """),
    ]

    static let harm: [SafetyRule] = [
        SafetyRule(
            "kill-others", .harmToOthers, .crisis, .nearest,
            phrases: """
                want|wants|going|plan|planning|ready|about|might|will|like|urge|urges|thinking|thoughts|fantasize|fantasizing|think|need|fantasies|tempted|considering|decided ..3 kill|killing|murder|murdering|stab|stabbing|shoot|shooting|strangle|strangling|poison|poisoning|slaughter|behead|suffocate @them|everyone|everybody|people|someone|somebody|him|her
                want|wants|going|plan|planning|ready|might|will|urge|urges|thinking|thoughts|fantasize|fantasizing|think|tempted|considering|decided ..3 kill|killing|murder|murdering|stab|stabbing|shoot|shooting|strangle|poison my|the|that|those|this|every|all|some ..2 @who
                kill|shoot|stab|murder them|him|her|everyone|everybody|you|people all|tonight|tomorrow|with|before|in|and|at|there
                want|going|plan|planning|might|will|urge|urges|afraid|scared|thoughts|thinking|worried|could ..5 hurt|hurting|harm|harming|attack|attacking|beat|beating|burn|choke|smother|shake|drown ..1 my|the|someone|somebody|people|others|other|him|her|them|everyone ..1 baby|kids|children|child|newborn|wife|husband|girlfriend|boyfriend|family|coworkers|classmates|daughter|son|people|bad|badly|tonight|else|$
                how ..4 kill|murder|poison|strangle someone|somebody|person|people|him|her|them|my|a ..1 @who|person|without|$
                make him|her|them pay|bleed with|for|in blood|life|lives|$
                want|going|wanna ..2 kill my boss
                """),
        SafetyRule(
            "attack", .harmToOthers, .crisis, .nearest,
            phrases: """
                shoot|shooting|blow|blowing|bomb|bombing|burn|burning|attack|attacking|torch up|down? my|the|a|this|that|our ..1 school|office|church|workplace|mall|building|university|house|mosque|synagogue|hospital|station|college|class|place
                bring|bringing|take|taking|carry a|my|the? ..1 gun|guns|knife|weapon|bomb|rifle to|into school|work|class|the|office|church
                want|going|plan|planning ..3 mass|school shooting
                make|making|build|building|detonate|plant a? ..1 bomb
                """),
    ]
}
