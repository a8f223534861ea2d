/// Further phrases for danger from others, from one's own body, or to others (SAF-1). English, folded words,
/// contractions expanded.
enum HarmRules {
    static let all: [SafetyRule] = [assault, assaulted, control, fear, body, swallowed, others, voices]

    private static let assault = SafetyRule(
        "assault", .abuseOrDanger,
        phrases: """
            @who ..4 hit|hits|hitting|beat|beats|beating|beaten|punch|punched|punches|kicked|kicks|choke|choked|chokes|slap|slapped|slaps|burned|hurts|hurt|abuses|abused|molested|touches|touched me|us ..1 with|again|kids|children|son|daughter|baby|sister|brother|mom|mother|dog|because|so|if|when|until|every|all|in|at|for|last|yesterday|tonight|$
            @who ..4 hit|hits|beat|beats|beating|abuses|abused|molested|touches|touched|hurts|hurt|shakes|shook our ..1 kids|children|son|daughter|baby
            gave|gives|give|left|leaves|has|have ..4 black|bruises|bruise|bruised|marks|welts ..1 eye|eyes|on|all|from|again|$
            bruises|bruise|marks|welts ..2 on|all|over|from ..3 arms|neck|face|body|him|her|back|legs|husband|dad|boyfriend
            @who ..4 threw|throws|thrown|hurled|smashed|smashes ..4 at|against|over me|my|us
            @who ..4 pushed|pushes|shoved|shoves|threw|slammed|slams|dragged|drags|pinned|pins|pulled|held|holds me|us ..3 stairs|wall|floor|ground|hair|door|bed|down|table|car
            comes|came|sneaks|sneaked|climbs into|in|to ..1 my ..1 room|bed|bedroom ..6 touch|touches|touched|touching|night|nights
            touched|touches|touching|groped|gropes|groping|grabs|grabbed|rubbed|fondled|fondles ..2 my|me ..2 breast|breasts|butt|thigh|thighs|chest|genitals|crotch|private|privates|there|under|sexually|bed|sleep|secret|secretly
            @who ..3 groping|touching|hitting|beating|abusing|stalking|threatening|blackmailing|choking|harassing|raping|molesting|strangling|extorting|trafficking me|us
            @who ..2 keep|keeps|kept|started|starts ..1 hitting|beating|touching|groping|hurting|choking|threatening me|us
            my ..2 rapist|abuser|attacker|stalker|kidnapper
            someone|somebody|he|she|they put|slipped ..2 something|drug|drugs|pill in|into my drink
            kidnapped|abducted|held me|us
            """)

    private static let assaulted = SafetyRule(
        "assaulted", .abuseOrDanger, .crisis, .nearest,
        phrases: """
            was|were|got|been|being ..1 assaulted|abused|raped|molested|groped|violated ..3 by|last|when|again|at|yesterday|tonight|in
            being hurt|hit|beaten|abused|raped|hunted|trafficked
            was|been|being|got|were kidnapped|abducted
            """)

    private static let control = SafetyRule(
        "control", .abuseOrDanger,
        phrases: """
            @who ..6 locked|locks|locking|lock|trapped|trap me|us in|inside|up|out? ..4 bedroom|room|basement|closet|house|bathroom|cellar|garage|apartment|car|home
            locked|trapped in|inside ..3 bedroom|room|basement|closet|house|bathroom|cellar|apartment ..3 he|she|they|by|with|husband|boyfriend|dad
            forcing|forced|forces|force|making|made|makes me|us ..2 to? ..1 marry|married|marriage|sex|prostitute|undress|porn|perform|strip|beg|sell|naked|sleep
            made|makes|make me do ..1 things|stuff|sexual ..6 not|bed|uncomfortable|camera|dirty|to
            threatening|threatens|threatened|threaten ..1 to ..3 post|leak|share|send|publish|kill|hurt|hit|beat|stab|shoot|burn|release|show ..4 nudes|photos|pictures|videos|video|me|us|my|kids|family
            threatening|threatens|threatened me|us|my ..3 kids|life|knife|gun|weapon|death|violence|$|again|if
            blackmail|blackmailing|blackmailed|blackmails|extorting|sextortion
            parents|father|mother|dad|mom|husband|boyfriend|stepdad|stepmom|guardian|he|she|they do|does|will not give|feed|let|allow me|us ..2 food|eat|anything|leave|out|sleep|money|water|phone|medicine
            husband|boyfriend|he|partner|dad|father|wife|she takes|took|controls|checks|keeps ..5 money|phone|passport|keys ..5 hits|hit|leave|beats|threatens|locked|cannot|violent
            living with ..2 abuser|abusive|violent
            not allowed|permitted to ..1 leave|go|see|have|talk|eat|work|speak ..3 $|house|friends|family|anyone|out|home|job|phone
            get|getting|got|need ..2 away from him|husband|boyfriend|abuser|dad|father|stepdad
            am|being|been forced|coerced to|into ..1 have|do|marry|sex|work|sell|it
            violence in|at ..1 home|house|relationship|family
            """)

    private static let fear = SafetyRule(
        "in-danger", .abuseOrDanger,
        phrases: """
            hiding|hid|hide from|because ..1 of? @kin|him|stalker|ex|father
            hiding|hid|hide|locked|locking in ..5 he|him|she|husband|dad|father|boyfriend|ex|they
            not|never ..2 feel|feeling|felt|is|am|safe ..2 safe? ..1 in|at|with|around|inside my|our|this|own ..2 house|home|apartment|room|husband|boyfriend|partner|family|dad|father|flat|relationship
            escape|flee|get|run|leave|gone|hide|out ..4 before|while|until he|she|they|him|dad|husband ..1 comes|kills|finds|wakes|gets|back|sees|returns|hurts
            coming|comes|came for|after|at me|us ..3 $|with|and|again|now
            @who ..2 going|about|wants|threatened|trying|try|tries to ..1 hurt|hit|beat|kill|attack|rape|shoot|stab me|us
            ex|man|guy|stranger|stalker|somebody|someone|he|they ..1 is|keeps|are|stands|waits|has ..2 outside|following|follows|stalking|watching|waiting|chasing|breaking ..3 me|us|my|house|home|door|window|work|car|apartment
            breaking|broke|break|break into|in|down ..1 my|our|through|the|right? ..2 house|home|apartment|door|window|flat|now|room
            help ..2 he|she|they|my|dad|husband is|has|wants|will|going|got|are ..6 me|gun|knife|kill|hurt|hit|house
            @who ..2 has|have|got|holding|had|pulled ..2 gun|knife|weapon|machete|axe|bat ..4 me|us|on|and|at|coming
            scared|afraid|terrified|frightened|fear ..4 he|she|they|dad|husband|boyfriend|ex|father|mother will|might|would|going|is|could|to|comes|finds ..4 kill|hurt|hit|beat|me|us|find|rape|come
            scared|afraid|terrified|frightened of|to ..2 what|go|be|live ..4 he|husband|dad|father|boyfriend|him|home
            unsafe|endangered|threatened at|in|by|with ..2 home|house|him|my|husband
            """)

    private static let body = SafetyRule(
        "body-failing", .medicalEmergency, .crisis, .anyone, firm: true,
        phrases: """
            can|could not|barely|hardly catch my|his|her breath ..4 chest|and|$|for|lips|hours
            shortness of breath|breathing ..5 chest|pain|arm|sudden|severe|blue|faint
            artery|arterial ..3 cut|bleeding|blood|severed
            cut|severed|slashed|nicked an|my|his|her artery
            so|too much|everywhere|pouring|gushing|spurting blood $|everywhere|and|on|pouring|coming
            blood everywhere|pouring|gushing|spurting|pooling
            not|will|keeps stop|stops|stopping seizing|bleeding|vomiting|convulsing|shaking
            fell|hit|hits|banged|landed|bumped ..4 head ..8 vomiting|vomit|dizzy|confused|unconscious|throwing|vision|asleep|pass|fainted|sleepy
            blood sugar|glucose|pressure ..8 shaking|confused|faint|fainting|sweating|unconscious|shaky|seizing|dropping|blurry|coma
            been|am|was|is|be|got poisoned
            severe|unbearable|excruciating|worst|terrible|intense|stabbing ..1 abdominal|stomach|belly|abdomen|head|chest|back ..1 pain|pains|cramps|ache ..6 faint|fainting|fever|vomiting|blood|bleeding|pregnant|collapse|stiff|numb|cannot|not|sudden
            pregnant ..5 bleeding|blood|cramping|fell|water|contractions
            bleeding ..4 pregnant|weeks|pads|hour|wound|stab|cut
            suddenly|sudden ..4 speak|see|move|blind|paralyzed|numb|weak|slurring|talk|walk|drooping
            not|cannot ..1 lift|raise|move|feel ..2 one|left|right|arm|leg|side|face|legs ..3 side|arm|leg|face|$
            lips|fingers|skin|nails ..3 blue|purple|grey|gray
            heart ..2 stopped|stopping|irregular|racing|pounding ..6 faint|pass|collapse|chest|breathe|dizzy|black
            chest ..4 hurts|hurt|pain|tight|pressure|heavy|crushing|burning ..6 arm|jaw|breath|breathe|sweating|faint|sweat|shoulder|nausea|dizzy
            stiff neck|fever ..6 neck|light|confused|rash
            stung|bitten|bee|wasp|snake|peanut|peanuts|nuts|shellfish ..8 swelling|swollen|throat|breathe|swallow|hives|tongue|dizzy
            overdosing|overdosed|od|alcohol ..3 wake|blue|breathing|unconscious|unresponsive|responding|poisoning
            hit|struck|run by|over by? ..1 a? car|truck|bus|train ..6 moving|bleeding|breathing|unconscious|leg|head
            """)

    private static let swallowed = SafetyRule(
        "ingested", .medicalEmergency, .crisis, .anyone,
        phrases: """
            swallowed|ate|drank|ingested|swallow|eaten|drunk ..4 battery|batteries|magnet|magnets|bleach|detergent|poison|cleaner|antifreeze|drain|pesticide|chemicals|disinfectant|acid|thinner
            swallowed|ate|eaten|bit ..2 laundry|tide|washing|dishwasher pod|pods|tablet|capsule
            swallowed|ate|eaten ..3 wild|foraged|poisonous|strange|unknown|unidentified mushroom|mushrooms|berries|plant
            swallowed|ate|eaten ..3 mushroom|mushrooms|berries ..6 and|now|i|we|he|she ..5 vomit|vomiting|throwing|cramps|dizzy|double|hallucinating|confused|blurry
            swallowed|ate|ingested|eaten|swallow ..4 @pills
            took|taken|swallowed|drank|emptied|finished|downed ..2 whole|entire|full|all ..1 bottle|pack|box|packet|blister|strip|pills|medication|meds|tablets ..1 of|$|and|at|my
            took|taken|swallowed|downed ..2 handful|handfuls|bunch|fistful|load|loads|ton|dozens|lots ..1 of ..3 @pills|them
            took|taken double|triple|twice|three|five|ten|extra ..3 dose|doses|pills|tablets|insulin
            mixed|mixing|took|taken ..4 @pills ..2 with|and ..3 alcohol|vodka|wine|booze|whiskey|whisky|beer|rum
            child|baby|toddler|kid|son|daughter|dog ..3 swallowed|ate|drank|ingested ..4 pills|medicine|medication|bleach|battery|poison|tablets|cleaner|chemical|coin
            child|baby|toddler|kid|son|daughter|dog ..3 got|gotten into ..3 pills|medicine|medication|bleach|poison|tablets|cleaner|chemicals
            too many|much of? my|the|those|her|his|sleeping? pills|tablets|painkillers|tylenol|paracetamol|ibuprofen|aspirin|xanax|valium|benzos|opioids|insulin|antidepressants|meds|capsules
            """)

    private static let others = SafetyRule(
        "harm-others", .harmToOthers, .crisis, .nearest,
        phrases: """
            @meaning ..4 kill|killing|murder|murdering|stab|stabbing|shoot|shooting|strangle|strangling|poison|poisoning|behead|suffocate|smother|hurt|hurting|harm|harming|attack|attacking|beat|choke|drown ..1 @victim
            @meaning ..3 run|running|mow|mowing him|her|them|people|someone|everyone over|down
            burn|burning|set|torch ..2 house|home|apartment|building|place|car ..2 down|fire|with ..3 him|her|them|people|everyone|inside|$
            make|making ..1 them|him|her|everyone|you|all ..1 all? pay|suffer|bleed|regret with|for|in|$|tonight|tomorrow|soon
            want|wish|need ..1 him|her|them|everyone|you dead
            deserves|deserve|needs|has|have|should to|$ die|dead|bleed ..3 i ..2 do|make|going|kill|know|happen
            beat|beating|hurt|choke|punch|hit|stab|kick|strangle him|her|them|my|someone ..2 until|till|to ..4 death|stop|stops|moving|breathing|dead|unconscious
            almost|nearly|just|accidentally|tempted smothered|shook|choked|hurt|hit|drowned|strangled|stabbed|killed ..1 my ..1 child|baby|kid|newborn|son|daughter|wife|husband|mom|mother|dad|girlfriend|boyfriend
            thoughts|urge|urges|fantasies|visions|images|intrusive|imagining|imagine|fantasize|dreaming|stop|obsessed ..5 killing|hurting|stabbing|strangling|murdering|choking|drowning|shooting|harming|smothering|poisoning|torturing @victim
            gun|knife|weapon|rifle|bomb ..6 he|she|they|him|her|them|school|work ..5 deserve|deserves|pay|get|regret|coming|sorry
            kill|killing|hurt|murder|shoot|attack|stab as many|everyone|innocent|random ..3 people|can|$|them
            get away with murder|murdering|killing
            kill list|spree
            homicidal|murderous thoughts|feelings|urges|ideation|$|and|toward|towards|rage
            """)

    private static let voices = SafetyRule(
        "voices", .harmToOthers,
        phrases: """
            voice|voices|demon|demons|god|devil ..3 tell|telling|tells|say|saying|told|want|wants|command|commands|order me|to ..2 to? ..1 kill|hurt|stab|harm|attack|burn|shoot my|people|him|her|them|others|someone|everyone|you
            """)
}
