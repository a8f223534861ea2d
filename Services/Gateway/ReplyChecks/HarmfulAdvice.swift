import Language

/// Whether a reply advises what may hurt, or shames.
enum HarmfulAdvice {
    static func reason(_ reply: ReplyText, _ context: ReplyContext) -> ReplyFault? {
        let (words, given) = (reply.words, context.suggested)
        if always.match(words) || unlessGiven.match(words, unless: given) { return .harm }
        // "Leave out alcohol" is in the library. A drink that the suggestion names must be left out by the reply too.
        if alcohol.match(words), alcohol.match(words, unless: given) || !leftOut.match(words) { return .harm }
        return shame.match(words) ? .shaming : nil
    }

    private static let alcohol = WordPatterns(
        words: """
            alcohol alcoholic wine beer beers whisky whiskey vodka gin rum brandy cognac liquor liqueur cocktail
            cocktails champagne cider nightcap booze tequila sherry drunk tipsy pint bourbon schnapps prosecco toddy
            """)

    private static let leftOut = WordPatterns(
        """
        without|no|not|less|leave|leaves|leaving|skip|avoid|instead|limit|note|notice|free|cut|rather|swap ..8 alcohol|wine|beer|alcoholic|drunk|nightcap
        alcohol|wine|beer ..2 free|out|aside|less|earlier|down
        write down ..6 alcohol
        """)

    private static let always = WordPatterns(
        """
        all-out|all-nighter|allnighter|nighter
        all|flat out
        hold|holding|holds|held ..2 breath|breaths|breathing|air ..3 as|until|till|longest|for|long
        hold|holding|stop|stopping|restrict ..2 breathing
        breath holds|holding|hold
        vision|sight|eyes|everything|world ..2 dark|black|blurry|blurs|blur|fades|spins|stars|spots
        railing|ledge|parapet|rooftop|cliff|tracks
        hyperventilat*|underwater|suffocat*|asphyxi*|chok*
        until|till ..3 dizzy|faint|collapse|collapses|exhausted|exhaustion|hurts|hurt|burns|burn|black|shake|shaking|failure|vomit|sick|breathless|lightheaded|light-headed|numb|cannot|bleed|tears|drop
        make|making yourself sick|vomit|throw
        bring|bringing|throw|throwing it|food|meal|dinner ..1 up
        exhausting|exhaustion|collapse*|vomit*|purge|purging|laxativ*
        push|pushing|power|powering|train|work|working|run|fight|plough|exercise|sprint|go|keep|press|battle|force|grind|suffer|walk ..2 through|past|beyond|despite|over ..2 pain|limit|limits|fatigue|tired|tiredness|exhaustion|sickness|burn|ache|aches|dizziness|discomfort|injury|fever|soreness|illness|warning|warnings|breaking|nausea
        push|pushing through
        as hard|fast|far|heavily|intensely|intense|long|much|many|heavy|little as you|humanly can|possible|could
        as hard|fast|far|heavily|intensely|long|much|many|heavy|little as possible
        max|maximum|maximal|extreme|brutal|gruelling|grueling|punishing|full ..1 effort|intensity|exertion|speed|workout|workouts|sessions|training|run|intervals|power|sprint|sprints|exercise|lifting
        maximum|maximal|extreme|brutal|gruelling|grueling|overexert*|marathon|triathlon|ultramarathon|bootcamp|crossfit|burpee*|deadlift*|hiit|sprint|sprints|sprinting
        to ..2 failure|exhaustion|breaking
        no pain
        without ..2 resting|break|breaks|stopping|pause|sleep|sleeping|water|food|eating|drinking|helmet|seatbelt
        skip|skipping|cancel|forget|cut|no ..2 rest|recovery day|days
        skip|skipping|cancel|forget ..1 rest|break|breaks|recovery
        ignore|ignoring|override|overrule|disregard|dismiss ..3 body|pain|tired|sleepy|exhausted|hungry|thirsty|dizzy|sore|tiredness|fatigue|signal|signals|limits|hunger|thirst|dizziness|warning|discomfort|need|feelings
        fasting|fasted|starve|starves|starving|starvation|detox*|ketosis|keto|famine
        water|dry|juice|extended|prolonged|hour|intermittent|strict|day|long|full|complete|total fast|fasts|cleanse
        fast for|until|all|through|day
        skip|skipping|skipped|miss|missing|forgo|forego|cancel|refuse|withhold|renounce ..2 breakfast|lunch|dinner|meal|meals|eating|supper|food|foods|carbs|calories|water|drinking|fluids|sleep|sleeping
        cut|cutting|eliminate|drop|dropping|leave|leaving out|all|every ..2 food|foods|carbs|carbohydrates|fat|fats|meals|meal|dinner|calories|fluids
        not|never|nothing|without|no|quit ..1 eat|drink|drinking|food|calories|meals|carbs|fluids
        stop eating ..2 until|today|tomorrow|all|for|carbs|altogether|entirely
        eat|eating nothing|less|little
        stay|last|live|go|going|survive ..2 without ..2 food|water|eating|sleep|meals|drinking|carbs|rest
        to|bed|sleep|stay|go hungry|thirsty
        empty stomach
        lose|losing|shed|burn|burning ..2 weight|pounds|kilos|fat|calories|pound|kilo
        burn off
        calorie|calories|caloric deficit|restrict*|burn|limit|intake
        under|only|fewer|less|below ..3 calories|kcal
        smok*|cigarette*|cigar|cigars|vape|vaping|tobacco|nicotine|snus
        drive|driving ..6 tired|sleepy|drowsy|exhausted|fatigue|fatigued|night|through|long|anyway|home|awake|window|windows|hours|straight|even|despite|without|though|fine|okay|safe|safely|nap|sleep
        behind the wheel
        tired|sleepy|drowsy|exhausted|awake|fatigue|asleep ..8 drive|driving|wheel|car|motorway|highway|road|machinery|motorbike|motorcycle|lorry|truck|steering
        despite|regardless|ignoring ..3 allergy|allergic|pain|injury|fever|warning|advice|dizziness|cough
        even ..3 allergic|injured|dizzy|ill|bleeding|hurts|feverish|pregnant
        nap|sleep|close|rest|meditat*|eyes ..5 driving|drive|wheel|motorway|highway|traffic
        wheel|motorway|highway|steering|machinery|chainsaw|motorcycle|speeding
        stay|staying|stayed|remain|remaining ..2 up|awake ..3 all|until|late|later|through|tonight|past|longer|overnight|night
        keep|keeping ..1 awake
        stay|staying up
        all night
        sleep|sleeping|rest|resting less|fewer|deprivation|restriction
        cut|cutting|shorten|sacrifice|sacrificing|trade|trading|skip|skipping|deprive|skimp|ration ..2 sleep|rest
        less|little|fewer sleep
        redbull|espresso|espressos|red-bull
        more|another|extra|strong|several|pot|double|triple|third|fifth|two|three|four|five ..2 coffee|coffees|caffeine|cola
        coffee|caffeine ..5 awake|replace|push|instead
        ice|freezing|icy|boiling|scalding|frozen ..1 bath|baths|water|shower|showers|plunge|lake|river
        cold|polar|ice plunge|swim|bath|immersion|baths
        scald*|ice-bath|plunge
        hit|hitting|slap|slapping|punch|punching|pinch|bite|cut|cutting|burn|hurt|hurting|harm|harming|punish|starve|whip|scratch|deny|deprive ..2 yourself|skin|arm|wrist|thigh
        punish*|punishment
        isolate|isolating|withdraw|withdrawing|cut|avoid|avoiding|ignore|ignoring|shut|push ..3 friends|friend|family|everyone|everybody|people|others|anyone|partner|loved
        tell no|nobody ..1 one|about|how|that
        nobody|anyone ..2 know|knows|tell
        keep it|this|your ..2 yourself|secret
        hide ..5 from
        bottle|bottling|suppress|suppressing|bury|numb|numbing|swallow ..2 feelings|emotions|anger|tears|grief|feeling|emotion|sadness|worries|stress
        bottle|bottling it|them up
        quit|abandon|divorce|sue|confront|leave|dump ..1 job|boss|partner|husband|wife|marriage|spouse
        jump|jumping|climb|climbing|lean ..3 bridge|roof|cliff|building|ledge|railing
        gamble|gambling|bet|casino
        swim|swimming|dive|diving ..3 alone|out|deep|dark|unsupervised|own|lake|sea
        sweat ..2 out
        work|working through|straight|past ..3 lunch|night|break|breaks|weekend|tired|evening
        tape|taping ..2 mouth|lips
        stare|staring|look|looking ..2 into|at ..1 sun
        double|triple|twice ..2 training|workout|workouts|miles|run|effort|exercise|session|hard
        stiff|strong drink
        drink|drinks or two
        have|pour|enjoy|sip ..1 drink|drinks ..2 before|to|bed|tonight|or
        glass|glasses of red|white|something
        """)

    private static let unlessGiven = WordPatterns(
        """
        hold|holding ..3 breath
        fast day|days|window
        drive|driving|drives
        calorie|calories|kcal|weight|diet|diets|dieting
        sauna|saunas
        cold|hot|ice shower|showers|bath|baths
        strenuous|intense|intensely|vigorous|vigorously|hard|harder|hardest|heavy|strenuously ..1 training|exercise|workout|run|running|ride|cardio|weights|lift|lifting|session|push
        push|pushing|force|forcing|drag|strain ..1 yourself ..1 to|through|harder|past|beyond|until|even|despite|hard|today|more|on
        push|pushing|go|going|train|run ..1 harder|hardest
        train|exercise|run|work harder|longer|hard|intensely
        cardio|squats|pushups|push-ups|lunges|weights|weightlift*
        espresso|caffeine|cola|coffee|coffees
        energy|sports|caffeinated drink|drinks|shot|shots|gel|gels
        """)

    private static let shame = WordPatterns(
        """
        lazy|laziness|lazily|pathetic|pitiful|loser|losers|worthless|useless|hopeless|stupid|dumb|idiot*|fool|foolish|moron*|ugly|disgust*|disgrace*|shame|shameful|shameless|ashamed|embarrass*|humiliat*|inexcusab*|weakness|weakling|weak|coward*|slob|slobs|sloppy|selfish|childish|immature|spoiled|spoilt|whine|whining|whiny|crybaby|inadequate|inferior|mediocre|incompeten*|undisciplin*|irresponsib*|reckless|careless|neglectful|unacceptab*|ridiculous|laughable|contempt*|failure|failures|failing|failed|fail|overreact*|attention-seeking|self-pity|moping|mope|wallow*|sluggard
        fat|sorry|poor excuse|state|sight|pig|slob|body|thing
        too fat|heavy|lazy|soft|sensitive|dramatic
        disappoint*|unmotivated|slacker|slacking|gluttony|flabby|willpower|excuses|excuse|fatty
        your ..2 fault|mess|blame
        own|only ..1 fault
        blame|blaming|pity
        more|no|some|bit discipline|backbone|spine|self-control|self-discipline
        lack|lacking|lacks|little|zero ..2 discipline|willpower|effort|commitment|character|self-control|ambition|backbone
        stop|quit ..1 complain*|whin*|moan*|crying|pretending|slacking|being|making|feeling
        complain*|moaning
        get|got ..1 grip
        pull|get yourself|yourselves together
        snap out
        pull yourself up
        toughen|man|grow|suck|shape|buck|wise up
        wrong|matter with you
        let|letting yourself|everyone|everybody|people|family|us|them go|down|slip|slide
        you ..1 only|even ..1 yourself|tried|try|bother|blame
        yourself to blame|thank
        not|never ..2 try|trying|good|strong|disciplined|bother|care|worth ..1 enough|hard|harder
        no wonder
        not even ..4 sleep|manage|walk|do|get|keep|rest|try|that|handle
        try|work harder
        everyone|everybody|anyone|others|colleagues|adults ..2 else|else's|manage|manages|cope|copes|laugh*|succeed*|handles|handle
        other|normal|most|real|grown people|adults|person ..2 manage|manages|cope|copes|can|do|have|handle|would
        should|ought ..2 know|be|have|feel ..1 better|ashamed|embarrassed|known|guilty|bad
        deserve|deserves|deserved ..2 this|it|bad|tired|poor|low|what|no|nothing|feel
        at|for your age|size
        people|person|others|women|men your|their age
        other|most people ..6 than you
        you ..1 always|never|constantly ..3 wrong|fail|failing|quit|give|quitting|ruin|mess|neglect|waste|wasting|bad|finish|stick|listen|bother
        ruin|ruined|ruining|wasted|wasting|waste ..2 your|day|yourself|time|another|life|night
        bad|poor|terrible|awful choices|choice|person|parent|partner|excuse|attitude|effort|discipline|example|behaviour|behavior
        you are|seem|look|act ..2 mess|problem|terrible|awful|disaster|joke|nobody|letting|wreck|hopeless
        even ..1 child|kid|grandmother|grandma|toddler|children
        again ..1 you ..2 did|have|failed|not
        how ..1 hard can|is
        what is|were you wrong|thinking
        nobody|no ..1 likes|cares|wants|respects
        flab|blubber|double-chin|saggy
        those|fat|big|flabby thighs|belly|hips|legs
        not|never ..1 have eaten
        critically|critical ..3 body|yourself
        body|yourself ..1 critically
        slug|sloth|pig|snail|blob
        melodramatic|oversensitive|attention-seeker|hysterical|crazy|insane
        """)
}
