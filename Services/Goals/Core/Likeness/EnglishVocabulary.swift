extension TitleVocabulary {
    static let english = TitleVocabulary(
        forms: EnglishForms(),
        function: """
            a an the my our your his her their its to of on at in for with per and or from that some is it as into out \
            about by than me i myself up down each every this these those all any not no once
            """,
        light: """
            learn study practise practice improve start begin try make keep work become being stay use finish complete \
            work hold own make being better good well best really very finally regularly often always new all any \
            habit routine myself me i as or into out about by than enough bit little lot much many reach give someone \
            something able
            """,
        less: "less fewer no not without never don't dont can't cannot instead none neither only max maximum free",
        lessVerbs: """
            reduce cut stop quit lose limit decrease avoid drop lower minimise minimize end refuse decline skip \
            eliminate
            """,
        more: "more",
        moreVerbs: "start begin increase gain raise add boost build",
        phrases: """
            give up: quit, gave up: quit, giving up: quit, cut down: reduce, cut back: reduce, cutting down: reduce, \
            cutting back: reduce, put aside: save, put away: save, set aside: save, get rid of: declutter, \
            throw away: declutter, throw out: declutter, clear out: declutter, clean out: declutter, \
            sort out: organise, get in order: organise, tidy up: tidy, get up: wake, wake up: wake, got up: wake, \
            go to bed: bedtime, get to bed: bedtime, go to sleep: bedtime, take up: start, hand in: submit, \
            turn in: submit, send in: submit, bring down: lower, look after: care, take care of: care, \
            take in: foster, take part in: join, get out of: quit, keep in touch: contact, stay in touch: contact, \
            keep in contact: contact, stay in contact: contact, catch up with: talk, sign up for: join, \
            be part of: join, pay off: repay, pay back: repay, pay down: repay, every day: daily, each day: daily, \
            a day: daily, per day: daily, every week: weekly, each week: weekly, a week: weekly, per week: weekly, \
            every month: monthly, each month: monthly, a month: monthly, per month: monthly, every year: yearly, \
            each year: yearly, a year: yearly, per year: yearly, go for a run: run, go for a walk: walk, \
            go for a swim: swim, take a walk: walk, go for a jog: jog, on foot: walk, work out: exercise, \
            working out: exercise, worked out: exercise, piece of: piece, have a look: look, be able to: able, \
            how to: to, go to: attend, went to: attend, going to: attend, rather than: instead, eat out: restaurant, \
            eating out: restaurant, at most: limit, no more than: limit, less than: under, fewer than: under, \
            more than: over, at least: over, a minimum of: over, minimum of: over, in under: under, up to: under, \
            push ups: pushups, push up: pushups, press ups: pushups, press up: pushups, pull ups: pullups, \
            pull up: pullups, chin ups: pullups, chin up: pullups, sit ups: situps, sit up: situps, \
            free time: leisure, free weights: weights, table tennis: pingpong, sun cream: sunscreen
            """,
        groups: groups, themes: themes)

    private static let groups = [
        "daily weekly monthly yearly/annual", "morning noon/midday afternoon evening/night/nightly",
        "monday tuesday wednesday thursday friday saturday sunday", "weekday/weekdays weekend/weekends",
        "january february march april may june july august september october november december",
        "spring/springtime summer autumn winter",
        "breakfast lunch dinner/supper snack",
        """
        mum/mom/mother/parents dad/father/parents grandma/grandmother/granny/grandparents \
        grandpa/grandfather/grandparents sister/siblings brother/siblings son/children daughter/children wife/spouse \
        husband/spouse aunt uncle friends family colleagues neighbours
        """,
        "run/jog walk swim cycle/bike/ride row drive hike ski climb stretch skate dance",
        "push/pushups pull/pullups sit/situps squat plank lunge burpee deadlift bench",
        "read write/publish watch listen draw paint sing", "cook eat bake", "buy/purchase sell rent",
        "call/phone/ring visit/see text/message email feed meet", "save/aside spend earn borrow donate",
        "gain lose keep maintain", "start/begin stop/quit/end", "start/begin finish/complete",
        "more/increase less/reduce/cut/limit/fewer/decrease", "before after", "open close", "lend borrow",
        "teach learn/study", "accept refuse/decline", "home office", "win lose", "hire become",
        "early late", "earlier later", "hot cold", "indoor outdoor", "first second third", "walk feed",
        "kitchen bathroom bedroom garage garden house basement attic office car cellar balcony",
        """
        instrument: guitar piano violin viola drums cello flute saxophone trumpet trombone ukulele clarinet harp banjo \
        accordion harmonica mandolin oboe
        """,
        """
        language: spanish french german italian japanese chinese/mandarin english portuguese russian korean arabic \
        dutch swedish polish latin greek turkish hindi finnish norwegian danish czech hungarian ukrainian hebrew thai \
        vietnamese irish welsh romanian
        """,
        "code/coding/programming: swift rust python java javascript kotlin ruby go haskell",
        "sport: tennis pingpong football chess golf basketball volleyball badminton hockey cricket rugby handball",
        """
        water coffee tea alcohol/beer/wine sugar meat fruit/fruits vegetables/vegetable salt bread milk chocolate fish \
        soda
        """,
        "smoking drinking gambling swearing", "novel poem story essay diary/journal article thesis taxes blog",
        "learn/study/practise/practice/revise", "organise/organize/tidy/declutter/clear/sort",
        "fix/repair/mend/restore",
        "finish/complete/accomplish", "build/make/create/craft", "healthy/healthier", "euros dollars pounds",
        "magnesium iron zinc calcium vitamin/vitamins", "quit/stop/end", "wake bedtime", "improve/enhance",
        "bike/bicycle", "tv/television/telly", "film/movie/cinema", "doctor/gp/physician",
        "photo/photograph/picture/pic",
        "child/children/kid/kids", "exercise/workout/train/training", "trip/travel/journey/holiday/vacation",
        "flat/apartment", "lift/elevator", "maths/math", "colleague/coworker", "boss/manager",
        "fridge/refrigerator", "rubbish/trash/garbage/bin/bins", "licence/license", "salary/pay/wage/income",
        "rise/raise", "job/position/role", "launch/start/found", "relocate/move", "relax/rest/unwind",
        "clothes/clothing/laundry", "wash/clean/brush", "stairs/steps", "happy/happiness/joy",
        "fair/fairness/justice", "safe/safety/security", "learning/education", "vocabulary/vocab",
        "change/switch/replace", "ask/request", "house/home", "medication/medicine/pills/tablets/meds",
        "talk/speak/chat", "nice/kind", "vacuum/hoover", "tap/faucet", "see/watch", "climb/summit", "drop/lose/shed",
        "fewer/less", "cv/resume", "wardrobe/closet", "candy/sweets", "university/uni/college", "debt/loan",
        "car/automobile", "bookshelf/bookcase", "sofa/couch", "garden/yard", "shop/store", "courage/bravery/brave",
        "calm/serenity", "quick/fast", "big/large", "cook/prepare/make", "present/gift", "empty/zero",
        "housework/housekeeping/chores", "sport/sports", "phone/smartphone/mobile/cellphone", "travel/visit",
        "meet/see", "grow/cultivate", "help/assist/support", "donate/give", "delete/remove", "book/reserve",
        "arrange/organise/plan", "hike/trek", "grateful/gratitude/thankful", "exam/test", "course/class/lesson",
        "parents/folks", "teacher/instructor", "schedule/timetable", "veggies/vegetables", "anxious/nervous",
        "memorise/memorize/remember", "renovate/redo", "obtain/earn", "paint/repaint", "contact/message",
        "strong/strength", "weak/weakness", "buddy/friend/pal", "road/street", "error/mistake", "evening/night",
    ]

    /// Words of one part of life. Titles of one theme need not be one thing.
    private static let themes = [
        """
        fit fitter fitness gym exercise workout train training strength strong stronger strengthen muscles muscle \
        weights weight lift stamina endurance cardio shape sport sports athletic pullups pushups situps plank planks \
        squat squats run jog swim cycle hike climb yoga pilates flexibility flexible stretch toes core arms abs energy \
        active marathon triathlon race body
        """,
        """
        weight slim slimmer diet eat food meal meals snack calories kilos belly fat jeans healthy healthier healthily \
        nutrition vegetables fruit salad sugar dessert sweets candy chocolate crisps chips junk takeaway fibre bread \
        grain protein meat vegetarian vegan cook recipe ingredients
        """,
        "alcohol beer wine drinking drunk sober sobriety pub bar dry cocktail spirits hangover",
        "coffee caffeine decaf espresso tea energy", "water hydrated hydration drink thirst thirsty",
        """
        sleep asleep bed bedtime night nap rest rested insomnia wake morning alarm early earlier tired caffeine \
        evening pillow
        """,
        """
        stress calm relax relaxed relaxation anxious anxiety worry worries therapy therapist mindfulness mindful \
        meditate meditation breathe breathing breath present peace peaceful serenity mental bath burnout rest break \
        breaks balance wellbeing
        """,
        """
        phone screen app apps social media instagram facebook youtube tiktok twitter online offline internet computer \
        tv television series netflix episode episodes games gaming digital scrolling smartphone news
        """,
        """
        money save savings spend spending budget debt loan credit invest investing pension retirement salary finances \
        financial cheap expensive rent euros dollars fund mortgage pay bills shopping income
        """,
        """
        career job promotion promoted boss salary raise application applications apply cv resume linkedin interview \
        colleague colleagues network networking industry professional office company employer manager position leader
        """,
        """
        study exam exams degree grade grades thesis course class school university college homework maths lecture \
        graduate diploma dissertation test
        """,
        """
        house home flat clean tidy declutter clutter kitchen bathroom bedroom room vacuum housework laundry furniture \
        redecorate decorate renovate cosy cosier living chores mess
        """,
        """
        garden gardening plant plants flower flowers tomatoes vegetable vegetables weed weeds herbs lawn grow seeds \
        harvest
        """,
        """
        family parents parent mother father mum dad son daughter kids children child grandma grandpa sister brother \
        siblings wife husband relatives baby grandparents grandchildren
        """,
        "partner wife husband marriage relationship date dates romantic romance love girlfriend boyfriend spouse",
        """
        friend friends friendship social party dinner invite guests neighbour neighbours stranger strangers meet \
        people community lonely company
        """,
        """
        donate charity volunteer volunteering help helpful generous generosity giving kind kindness shelter homeless \
        neighbour
        """,
        """
        environment environmental sustainable sustainably sustainability eco waste recycle recycling plastic carbon \
        climate vegan flights footprint green packaging
        """,
        "read reading reader book books novel novels story stories literature library author bedtime poetry",
        "write writing writer blog novel book diary journal poem poems author publish story chapter words article",
        """
        music musical guitar piano violin drums band orchestra choir sing singing song songs instrument concert scales \
        chords
        """,
        """
        art arts draw drawing paint painting sketch sketches sketchbook creative creativity photography picture \
        pictures camera craft crafts pottery calligraphy handwriting portrait
        """,
        "code coding programming programmer app python java javascript software website developer algorithm",
        """
        health healthy doctor dentist blood pressure cholesterol checkup pain back posture physio smoking salt heart \
        fat teeth
        """,
        "faith prayer pray praying church god bible spiritual spirituality religion worship",
        """
        organised organise planner plan planning calendar schedule time punctual late procrastinating procrastination \
        productive productivity tasks task list priorities focus focused hard
        """,
        """
        confident confidence esteem assertive courage brave speak speaking talk presentation shy stage audience speech \
        rhetoric
        """,
        "outdoors outside outdoor nature hike hiking walk forest woods park mountains mountain fresh air",
        "travel trip abroad holiday flight country countries world journey tour backpacking",
        "language fluent grammar vocabulary conversation speak native accent",
        "skin moisturiser sunscreen face beauty spf cream",
    ]
}
