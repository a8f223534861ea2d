/// Phrases for the wish not to be alive and for preparations of a suicide (SAF-3). English, folded words, contractions
/// expanded.
///
/// They are built from slots (who is spared, what should stop, how it should end) and not from whole sentences, so that
/// unseen wordings match too.
enum WishRules {
    static let all: [SafetyRule] = [wishes, absence, unbearable, plans, selfInjury, hints, means]

    private static let wishes = SafetyRule(
        "wish-dead", .selfHarm, .crisis, .nearest,
        phrases: """
            want|wish|need|wanting|wishing|hope|hoping|like ..1 everything|life|existence ..1 to|would ..1 end|stop|over|finished
            want|wish|wanting|need all this|of to|it ..1 end|stop|over
            want|wish|hope|wanting my|this ..1 life|existence|suffering to|would ..1 end|over|stop|finished
            rather|prefer|better not ..1 exist|live|alive|wake|existing|living
            rather be gone|unalive|anywhere
            refuse to live|exist|keep
            wish i was|were not ..1 alive|here|born|around|living|existing
            wish|want|like|love|need to|i ..2 cease|vanish|disappear|fade|dissolve|evaporate ..3 forever|permanently|existence|exist|be|earth|world|never|good|existing
            wish|want|want ..3 ground|earth|sea|ocean|dark|darkness ..2 swallow|take me ..1 forever|good|whole|$
            wish|want|hope|waiting|pray|praying|hoping ..1 someone|somebody|something|anything|cancer|god|anyone|death would|will|could|to|just? ..1 kills|kill|ends|end|takes|take|finish|shoot|shot|murder me
            hope|wish|pray|praying|hoping i ..1 get ..4 and die|dead
            help|let|make|watch|please ..1 me die
            please|help|let|can ..3 me end|ending it|life|this|everything
            choose|chose|choosing|crave|craving|welcome|embrace|prefer death
            longing|yearn|long|ache for death|nothingness|oblivion
            death|dying|dead ..2 is|be|seems|seem|sounds|sound|feels|looks|would|appeals ..3 easier|better|peaceful|nice|relief|beautiful|comforting|welcome|freedom|appealing|tempting|inviting|bliss|release|solution|escape
            dying|death appeals|calls to? me
            fantasize|fantasise|fantasizing|fantasising|fantasy|daydream|daydreaming|dream|dreaming|obsessed|obsessing|picture|picturing|imagine|imagining ..3 own|being|my|me ..1 dead|death|funeral|suicide|dying|hanging
            i ..2 think|thinking about death|dying all|every|constantly|daily|always|nonstop|everyday
            not afraid|scared of|to ..1 dying|die|death ..5 want|ready|anymore
            if i died|die|disappeared|vanished ..5 okay|fine|matter|better|relief|ok|good|mind|happy|peace|glad|relieved|easier|care|notice
            if i were|was ..1 dead|gone|killed
            i ..3 better|best off ..1 gone|dead|buried
            end|ending|finish my ..1 existence|misery|story|torment|agony
            want|going|ready|wish|be|rather|soon ..4 six feet under
            want|going|ready|wish|soon|time ..3 meet my maker
            dirt nap
            want|going|like|gonna ..3 yeet|yeeting|neck|rope myself
            take|taking myself out $
            ending|end it is|seems|feels|would|sounds|myself
            courage|guts|nerve|strength|bravery to ..3 end|die|kill|jump|suicide|leave
            want|wish|hope|hoping|pray this|today|tonight|tomorrow ..2 my|never ..1 last|comes|come
            wish|want|hope tomorrow ..2 never|not come|comes|$
            want|need|going ..1 escape|leave|exit this|my ..1 life|world|existence|body
            want|ready|time ..2 be|go|leave ..2 in|on|from|the? ..1 this? ..1 peace forever
            drive|driving|veer|veering|swerve|swerving|steer|crash ..5 off|into ..2 road|bridge|cliff|tree|wall|river|truck
            unsubscribe|uninstall|logout|alt|ctrl ..3 life|existence|myself
            buy|get|find|order|obtain|source ..3 cyanide|nembutal|helium|fentanyl|poison|nitrite|arsenic|pentobarbital ..3 $|to|for|myself|online
            how ..8 kill me|myself
            going|about|gonna to commit $
            researching|researched|studying|comparing ..2 methods
            so|just|completely|truly|totally|utterly ..1 over|done being|with ..1 alive|life|living|existing|existence
            quit|quitting|done|finished|through|leave|leaving life|living|existing
            should|must|want|going|will|gonna|time|ready|have ..2 end it $|all|now|here|tonight|soon|today|already|finally
            ending|end it all|tonight|now|soon|myself
            only|last|best|one ..1 way|option|choice|escape|solution|exit|thing|cure|answer ..9 die|death|dying|suicide|kill|killing|dead
            wake|waking up is|was|feels ..2 worst|disappointment|disappointing|punishment|torture|hell
            disappointed|disappointment|angry|sad|annoyed|hate|hated|damn ..3 woke|wake|waking up|again
            i should|ought ..1 have died|drowned
            should have been|let me who? ..1 died|dead|die|drown
            i|we should|must never|not ..2 born|existed|exist|alive
            survived|failed ..3 attempt|suicide ..4 wish|regret|hate|angry|disappointed|sorry
            kill|killing|end|off|unalive|unaliving|delete myself|ourselves|meself $|now|tonight|again
            want|wanting|going|ready to|too|2 dye $|now|today|tonight|already
            want|wanting|going|ready 2 die|end|kill
            i ..2 want|wanna|going|like|gonna|ready|tempted ..2 unlive|unalive|ctb|kms|suicide
            """)

    private static let absence = SafetyRule(
        "absence", .selfHarm, .crisis, .own, firm: true,
        phrases: """
            nobody|noone|one|who|anyone|anybody|everyone|none would|will|might ..2 miss|mourn|remember|bury me|$
            nobody|noone|one|who|anyone|anybody|none would|will|might ..2 notice|care|cry|mind|blink|miss|sad|notices|bother ..2 if|when|that i ..4 gone|disappeared|vanished|left|stopped|missing|dead|died|die|dyed|killed|not|away|existed
            would anyone|anybody|people|they|somebody ..1 miss|notice|care|cry|mourn|remember ..2 me|if|when
            @absent would|are|will|be|is|might|could ..4 fine|better|happier|relieved|ok|okay|glad|easier|freer|lighter|richer ..3 without|if|when|once ..1 me|i
            @absent would|are|will|be|is ..4 better|happier|relieved|fine|easier|lighter off? ..2 with me|mine ..1 gone|dead|away
            @absent deserve|deserves|need|needs a|someone|somebody ..4 not|better|without|instead ..1 me|i
            @absent would ..4 better|easier|happier|lighter ..3 without me
            @absent would|will|might ..3 breathe|celebrate|rejoice|relieved ..3 gone|without|if|when|once
            weight|burden|load|millstone ..4 lifted|gone|less|rid
            waste|wasting of|the? oxygen|air|space
            not deserve the|this|to air|life|oxygen|breathe|live|space|exist
            when|once|after|if i ..1 gone|dead|buried ..2 $|they|you|everyone|people|my|the
            @absent ..4 without me ..1 $|in|around|here
            """)

    private static let unbearable = SafetyRule(
        "unbearable-life", .selfHarm, .crisis, .nearest, firm: true,
        phrases: """
            other|another|different way|choice|option|solution than|but|except ..2 ending|end|dying|die|death|suicide|kill|killing
            way out|forward except|but|is|besides ..2 ending|dying|die|death|suicide
            not|never|nolonger want|wish|need|deserve|like to be|stay|live ..1 in|on this|the|our ..1 world|earth|planet
            no longer|more want|wish to be|stay|live ..1 in|on this|the world|earth|planet
            not|never want|wish ..1 to be|stay|exist here|alive ..1 anymore|longer|$
            can not|never be here|alive anymore|longer|$
            can not|never stay here|alive anymore|longer
            tired|sick|exhausted|done of|with being ..1 here|alive|human
            can not|never ..1 live ..2 myself|pain|anymore|longer|body|guilt
            what|whats ..1 use|sense|good of|in ..2 living|life|existing|alive
            why ..3 bother|keep|continue|go ..2 living|existing|alive
            my life means|is|worth nothing|zero|worthless $|to|anymore
            can not|never ..1 bear|stand|take|endure|face ..2 alive|living|life|existing|existence|exist
            can not|never ..2 keep|continue|go|carry ..1 living|existing|breathing|alive
            can not|never go on $|anymore|like|any|living
            can not face|do|survive|live|endure|get|take ..2 another|one day|night|hour|morning|week
            being alive|here is|hurts|feels|exhausts ..3 painful|unbearable|torture|hurts|much|hell|agony|punishment|pointless|me|exhausting|$
            living|existing|existence is|hurts|feels|seems ..2 painful|unbearable|torture|hurts|much|agony|punishment|pointless|exhausting|hell|curse|burden|chore
            nothing|not ..3 worth ..1 living|live|staying|existing|alive
            life|existence has|have|holds|had no|zero ..1 value|meaning|purpose|point|worth|sense
            no|zero|without ..1 value|reason|purpose|will in|to|for ..2 living|live|life|alive|existing|survive|wake
            not|never see|imagine|picture ..2 myself|me|future ..5 living|alive|surviving|making|past|being|growing|older|old|in|with
            not|never plan|planning|expect|intend|planned ..2 being|be|live|living|to|get|on ..3 around|alive|here|old|long|past|longer|it
            not|never think ..3 survive|make|last|live ..3 tonight|night|week|through|until|today|weekend|tomorrow
            running|ran|run|out out|of ..1 reasons|reason to|for|$
            reason|reasons to|for ..1 stay|live|staying|living ..3 none|empty|gone|zero|blank
            not trust ..1 myself ..3 alone|tonight|with|around|knives|pills
            danger to|for myself
            i|have|am ..2 give|gave|given|giving up on life|living
            """)

    private static let plans = SafetyRule(
        "plan", .selfHarm, .crisis, .own, firm: true,
        phrases: """
            planning|planned|plan|plotting|preparing ..2 own|my ..1 death|suicide|funeral|exit|overdose
            a plan and ..4 means|pills|gun|date|rope|way
            plan|planning|plans to|on|for ..1 die|dying|suicide|overdose|overdosing|hang|jump
            picked|chosen|set|chose|decided ..2 day|date|place|method|spot|time ..4 die|end|suicide|dying|myself
            tried|attempted|attempt|trying|attempts to|at ..1 end|kill|hang|drown|suffocate|overdose|die|suicide|take it|myself|my|all|on|$
            attempted again|last|yesterday|this|suicide|twice|once|before|$|two|three|a
            my ..2 suicide attempt|attempts
            what|whats|which ..3 least|most|easiest|quickest|best|fastest|painless|surest|less ..4 die|suicide|kill|overdose|dead|death|method
            how|where ..6 end|take my|ones|your|own own? ..1 life
            how|where ..5 kill|hang|suffocate|drown|unalive yourself|oneself|themselves|myself|self
            how|ways|way|methods ..4 die $|quickly|fast|without|painlessly|peacefully|today|by|quick|in
            how|would|will|is|can ..3 pills|tablets|mg|much|many|ibuprofen|paracetamol|tylenol|dose|insulin|medication|alcohol ..6 to|enough|does|can|would|will ..5 die|kill|fatal|lethal|death|overdose|od
            tricks|tips|ways|instructions|help|advice|how|best|guide ..4 self harm|harming|injure|cutting|cut|starve|purge|vomit|anorexic|anorexia|bulimia
            how ..6 hide|conceal|cover ..4 cuts|scars|harm|anorexia|bulimia|purging
            tips|advice|tricks|help|how ..5 anorexia|anorexic|bulimic|ana|thinspo|starving|purge
            places|spots|areas|where ..4 cut|cutting|self ..3 myself|notice|noticed|see|seen|harm|hidden|hide
            """)

    private static let selfInjury = SafetyRule(
        "self-injury", .selfHarm, .crisis, .nearest,
        phrases: """
            been|started|was|am|back|again|to|love|like|miss|keep|kept cutting|slicing|burning ..1 for|since|every|daily|deeper|again|nightly|more|weekly|lately|myself
            relapsed|relapse|relapsing ..5 cut|cutting|burned|burning|harm|hurt|sh|overdose|purged|starving
            cut|cutting|burned|burn|burnt|burning|scratch|scratched|scratching|stab|stabbed|hit|bang|banged|banging|punched|bite|bit|broke|slammed|hitting my ..7 purpose|intentionally|deliberately|punish|punishment
            so|then|when|until|because|and i cut|burn $|deeper|again|me
            i cut|burned|burn|scratch|bruise|carve because|when|until|to|so|deeper|again|instead
            urge|urges|need|desire|craving|compulsion|temptation|wanting to ..3 cut|hurt|burn|bleed|harm|injure|relapse|scratch ..1 $|is|are|again|myself|so|keeps|me|my
            fresh|new|deep|hidden|healing|own|more|old|many cuts|scars|burns|wounds|lines|marks ..3 i|on|my|wrists|thighs|arms|myself
            made|making|make ..2 cuts|scars ..2 my|on|myself
            cut|cuts|cutting|blade|razor|burn|burned|burning|lighter|scissors|slice|knife|glass ..4 my|into|to|across|against ..1 wrist|wrists|thigh|thighs|skin|forearm|forearms|vein|veins
            feel|felt ..2 pain so|until|by|when ..1 cut|cutting|burn|hurt|i
            starve|starving|starved ..2 until|to|till|myself ..2 death|die|disappear
            hit|hitting|bang|banging|slam|slamming|slap|punch|punching my head|face ..3 wall|until|against|hard|$|myself
            punish|punishing|punished my|myself body? ..2 by|with|for|because|deserve|$|until
            overdose|overdosing|overdosed|od ..4 purpose|intentionally|again|on ..2 my|pills|purpose|meds|$
            stop|stopped|stopping|skip|skipping|quit ..2 insulin|meds|medication|heart|dialysis|pills|treatment ..8 die|dead|natural|kill|hope|hoping|end
            do|doing|done|did something ..2 to|with myself
            hurt|harm|cut|punish|burn myself because|so|again|on|until|when|with|for|if|tonight|today
            """)

    /// Phrases typical before a suicide that also occur on other days: `caution`, and `crisis` if two of them occur
    /// (`SafetyClassifier.combine`).
    private static let hints = SafetyRule(
        "hint", .selfHarm, .caution, .own, firm: true,
        phrases: """
            not|never be here|alive|around|there ..4 tomorrow|weekend|monday|sunday|next|then|soon|longer|christmas|morning|year|summer|anymore|long|see
            you|nobody|they|everyone|he|she|world ..3 not|never|nobody ..1 see|hear|find|worry ..2 me again|anymore|ever|much|after|longer
            my|these|this|is|are ..1 last|final words|entry|message|goodbye|letter|page|chapter|goodbyes ..2 $|on|here|ever|alive
            my|this ..2 last|final night|day|evening|hours|time|post ..3 earth|here|ever|alive|write|planet|world|world
            last|final thing ..2 i ..2 write|say|post|do|see $|here|ever
            last|final|one time|final? time? ..1 $|hear|see|hug ..3 voice|face|them|her|him
            end for me
            saying|said|say goodbye|goodbyes|farewell ..2 everyone|everybody|all|them|family|friends|world|kids|life
            goodbye|farewell everyone|everybody|all|world|life|mom|dad|friends|family|forever
            did|do|doing it again $
            not|never belong|fit|matter ..2 in|here|to|on|$ ..1 world|earth|life|anyone|anybody|anymore|planet|$
            lost cause $
            make|want|need it|everything|this ..1 all? stop|end $|please|now|forever
            not|never want to? ..1 do|feel|face|fight this|life|it|anything ..1 anymore|longer
            it is|its? over for|now|i ..1 me|$
            want|wanna|need|i ..1 out $
            not|never ..2 make it ..1 $|much|anymore|out|through
            feel|feeling|be nothing|numb anymore|forever|again
            keep|stop|give|losing|lost|tired ..1 fighting|battle|trying|surviving ..1 $|anymore|to
            my story ends|is
            wrote|left|written|writing|leaving|typed a|the|my|some|letters|goodbye? ..1 note|letter|letters|notes|goodbyes ..4 find|parents|mom|mum|family|kids|everyone|after|read|husband|wife|drawer
            forgive|forget|remember me ..8 about|going|gone|have|do|did|kindly|when|not
            sorry for what i ..3 do|going|did
            take|look care|after of? ..3 my|them|him|her ..3 when|once|after|if i ..2 gone|not|away|dead
            i ..2 going|will|gonna|ready|finally ..2 do|doing it|this ..1 tonight|soon|finally
            tonight|today|finally i ..2 do|doing it
            going|go through with it
            know|knew|decided ..2 how i ..3 do it
            finally|soon|will|be|going ..3 at|in peace soon|finally|at|now|tonight|$
            soon|tomorrow|tonight|finally|then ..6 nothing|not|no|none|stop ..3 hurt|hurts|matter|feel|pain|matters|worry|problem
            will ..2 be over|quiet|silent|dark|peace soon|finally|tonight|tomorrow|weekend|for
            affairs|things|everything|desk|papers|passwords|finances ..2 in|into|to order|sorted|envelope|ready ..4 $|go|gone|before|so|for
            given|giving|gave|give ..2 away ..3 things|belongings|possessions|stuff|everything|clothes|all|pets|cat|dog
            nothing|nobody|noone|none ..3 keeping|keeps|holding|stopping|holds me $|here|alive|any|anymore|now|from
            only ..1 reason|thing|person ..4 still|alive|hanging|stopping|keeping|holding ..3 here|alive|me|on|is
            only|just hanging|holding on ..2 until|till|because|for ..4 dead|dies|gone|passed|sake|kids|son|daughter|mom|dog|cat
            once|when|after ..3 dies|passed|gone|passes ..4 nothing|nobody|no|go|follow|free
            would have ..2 done|ended|gone ..2 it|already|if ..4 not|already|ago
            found|know|have|see ..3 way|solution|answer out|and|to ..5 permanent|permanently|forever|everything|all
            permanent|permanently|eternal|endless|forever silence|sleep|quiet|kind|rest|solution|darkness|off
            switch|switched|switching|turn|turned|power|shut me? off|down ..4 never|forever|again|permanently|ever
            sleep|asleep|night|bed ..4 never|not|hundred|permanently ..3 wake|waking|woken|called
            sleep|asleep for forever|ever|eternity
            checking|clocking|signing|logging|bowing|tapping out|off early|for|forever|soon|now|permanently
            exit|leave|leaving|depart|departing the|this stage|world|planet|earth|life|existence|picture|story|body
            going|go|leaving somewhere|where|place ..3 not|never|nobody|no ..2 follow|come|return|find
            leaving|going|gone ..2 not|never ..1 coming|come|returning back ..1 $|ever
            time for me to go|leave
            ready|want|like to go home|now|$ ..1 god|lord|heaven|be|to|now
            i ..3 coming|join|joining|be|with ..2 you|her|him|them|grandma|grandpa|mom|dad|mum|mother|father|god|grandmother ..3 heaven|side|again
            i ..3 coming|join|joining ..2 you|her|him|grandma|grandpa|mom|dad|mum|mother|father soon|wait
            i ..3 be|with with? ..1 her|him|grandma|grandpa|mom|dad|mum|mother|father|god again? soon
            no|without|zero future|tomorrow|door|exit for|with|in|left ..2 me|it|$
            no|without|zero future|tomorrow $
            not|never picture|imagine|see|recognise|recognize ..4 future|tomorrow|forty|old|christmas|older|fifty|next|thirty
            god|lord|universe|death|angels ..3 take|takes|taking|call|bring|keeps|leaving ..1 me ..3 $|home|away|out|now|here|please
            heart ..3 stop|stopped|stops ..4 own|beating|tonight|itself|sleep|$|thank
            relief|jealous|envy|envious|lucky ..6 terminal|cancer|dead|obituary|sleep|died|die|funeral
            my|own funeral|burial|grave|gravestone|obituary|coffin ..6 come|say|nice|cry|who|wear|attend|$|see|sorry|they|one
            they|you|everyone|he|she|everybody will|would ..2 sorry|regret|understand|realize|see when|once|after|then|if|how ..4 gone|dead|late|read|bad|find|was|$
            too|to late for|to me|save ..2 $|save|me
            not|stop bother|try|trying|waste ..3 save|saving|help|helping|rescue ..3 me|$
            life insurance|policy ..8 without|than|gone|dead|money|worth|die|suicide|better
            worth more|less dead|gone
            worth more not breathing|alive|here
            not|never|nolonger|without|stopped ..2 look|looking|seatbelt|care|careful ..5 street|road|traffic|crossing|driving|hoping|happens|cars
            voice|voices|head|mind|brain|something ..4 tell|tells|telling|says|say|whisper|whispers|whispering|screaming|commands ..3 me|to ..6 do|die|jump|end|kill|cut|hurt|step|walk|dying|it
            i ..2 imagine|imagining|picture|picturing|practise|practice|rehearse|visualise|visualize ..5 impact|falling|beam|funeral|jumping|rope|hanging|blade|bullet|step
            i ..1 not|never ..2 planned|expected|meant|supposed|plan ..4 old|long|birthday|age|adult|adulthood|alive
            supposed to be ..1 gone|dead
            wish|should|why ..3 not|never ..2 found|saved|rescued|revived me
            should ..1 have let me go|die
            regret|hate|angry|not ..3 surviving|survived|grateful|alive|saved|calling|rescued
            next time ..6 find|sure|not|stop|fail|work|nobody|succeed
            test|trial|practice|dry run ..4 see|dare|yesterday|could
            """)

    /// Means at hand or a dangerous place, without a stated purpose.
    private static let means = SafetyRule(
        "means", .selfHarm, .caution, .own,
        phrases: """
            bought|got|getting|buying|buy|have|found|hid|borrowed|loaded|cleaned ..2 gun|pistol|noose|rope|blade|blades|razors|razor|helium|revolver|rifle ..2 $|today|and|ready|under|next|to|tonight|in|for
            standing|stood|stand|sitting|sit|sat|am|walked|climbed|went|here|at|waiting ..1 on|at|near|by|to|over|up|onto ..3 bridge|roof|rooftop|ledge|edge|railing|tracks|platform|cliff|overpass|tracks|parapet|balcony ..4 $|right|now|looking|down|waiting|ready|again|jump|longer|below|and|train|trains|cry
            staring|looking|stare|look|stared|looked|counted|counting|count|gaze|gazing|eyeing|lined at|up|out? ..3 knives|pills|rope|gun|blade|blades|razor|knife|tablets|medicine|medication|bridge|train|trains|tracks|water|river
            collected|collecting|saved|saving|hoarded|hoarding|stashed|stashing|stockpiled|stockpiling|hidden|hiding ..3 pills|tablets|meds|medication|painkillers|blades|razors|insulin
            look|looking|stare|staring at|down|from ..2 high|heights|tall|edge|bridges ..3 places|buildings|jump|jumping|imagine|think|$
            turn|aim|steer|aimed|steered|drive|swerve the|my car|wheel|truck ..4 wall|tree|pillar|oncoming|bridge|river|traffic
            key|code|combination ..4 gun|rifle|safe|cabinet ..4 rifle|gun|guns|know|$
            keep|kept|hold|holding|play|playing|hide|carry ..2 blade|razor|knife|gun|pistol|rope|noose ..4 bag|pillow|drawer|calms|hand|under|pocket|work|close|near|$
            hands on the railing
            """)
}
