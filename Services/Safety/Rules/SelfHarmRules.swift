/// Phrases for suicidal thoughts and self-harm (SAF-3). English, folded words, contractions expanded.
enum SelfHarmRules {
    static let all: [SafetyRule] = [
        SafetyRule(
            "kill-myself", .selfHarm,
            phrases: """
                @kill|end|ending|off|offing|delete|deleting|execute|executing|hang|hanging|shoot|shooting|drown|drowning|strangle|strangling|suffocate|stab|neck|rope my? own? myself
                @kill my own? self
                commit|committing suicide|die|sucide
                take|taking|took|end|ending|ended|finish|finishing my own? life
                end|ending|finish it all
                end|ending everything $
                end|ending it|things|this tonight|now|forever|already|permanently|soon|today
                end|ending it|things|this for good
                end|ending|stop|escape my suffering|pain|misery by|with|forever|permanently
                end my suffering|misery
                put an end to my|it|this life|all|suffering|misery
                gun|bullet|barrel to|in|through my head|mouth|brain|temple|skull
                blow|blowing my brains|head out|off
                slit|slitting|slash|slashing my ..1 @body
                throw|throwing|fling|hurl|yeet myself off|from|under|into|in|out
                hang|hanging|shoot|shooting myself
                rather kill myself
                unalive|unaliving|unalived $|tonight|today|now
                self delete|deleting|deletion
                delete|uninstall my existence|life
                asphyxiate|asphyxiation|suffocate|suffocating|electrocute|immolate myself
                commit neck|toaster|not|die|unalive|sewerslide
                kill yourself|urself $
                toaster bath
                bleed out|to $|death
                take|taking|took the easy way out
                exit bag
                log|logging off permanently|forever
                """),
        SafetyRule(
            "hurt-myself", .selfHarm,
            phrases: """
                hurt|hurting|harm|harming|harmed|cut|cutting|injure|injuring|mutilate|mutilating|poison|poisoning|burn|burning myself
                cut|cutting|slice|slicing|carve|carving|burn|burning my ..1 @body
                razor|razors|blade|blades|knife ..4 my ..1 @body
                razor|blade|blades to|on|against|across my
                make|making|made|see|watch myself bleed
                been cutting|burning $|again|lately|myself
                use ..2 on myself
                hurt|cut|burned|burnt|scratched|hit|bit|stabbed|injured myself ..2 purpose|intentionally|deliberately|bleed|bled
                until|till they|it|i bled|bleed|bleeds
                what i ..3 do to myself
                urge|urges|craving|crave|want|wanting|need|needing|started|start|began|relapsed|tempted|itching to|into|with|on|by|and? ..1 cut|cutting|cuttin|bleed $
                urge|urges|craving|crave|want|wanting|need|started|began|relapsed|been ..2 cutting|cut again|deep|deeper|tonight|lately
                hide|hiding|conceal|covering|cover ..2 cuts|cutting
                i cut again|yesterday|tonight|today $
                i cut last night
                cutting helps|makes|is|feels|gives
                hurting|harming myself
                harm|damage|violence|pain|cuts to|on|upon myself
                cause|causing|inflict|inflicting|do|doing myself harm|pain
                inflict|inflicting ..2 on myself
                to|with|doing|started|did|urges|relapsed sh $|again|tonight
                """),
        SafetyRule(
            "self-harm", .selfHarm, .crisis, .topic,
            phrases: """
                self harm|harming|harmed|injury|injuring|mutilation|mutilate|injure
                selfharm|selfharming|selfinjury
                """),
        SafetyRule(
            "suicide", .selfHarm, .crisis, .topic,
            phrases: """
                suicide|suicidal|suicides|suicidality
                """),
        SafetyRule(
            "want-to-die", .selfHarm, .crisis, .nearest,
            phrases: """
                want|wants|wanting|wanted|ready|deserve|deserves|planning|plan|plans|decided|prefer|longing|hoping|need|begging|praying|like|love|going|tempted|time ..3 die
                want|wants|wanted|wanting|ready|prefer|deserve|deserves|like|rather to ..1 be|stay dead
                want|wants|wanting|wanted to ..1 be unalived|unalive|dead
                want|wants|wanting|wish|like to stop living|existing|being
                want|wants|wanted|wanting to ..1 stop|cease existing|to
                want|wants|wanting death
                would|better rather|to ..1 be? dead|die
                rather be dead
                rather die
                let me die
                better of|off dead
                pray|praying|wish|wishing|beg|begging|long|longing|hope|hoping|wait|waiting|ready|want for? death
                want|wish|wanting|hope my|this ..1 life|pain|suffering ..1 to|would|could ..1 end|stop|over
                want|wish|wanting it all to end|stop|over
                want|need|wanting out of ..1 life|world
                want|going|about|ready|time|tempted|night|decided|need ..4 end|ending it|things $
                hope|hoping|pray|praying|wish|wishing i ..1 die|died|dead
                hope|hoping|pray|praying|wish|wishing i ..2 do|would|will|could|did|can ..1 not|never wake
                hope|wish|pray|praying|hoping to ..1 die|never
                wish|wishes|wishing|wished that? i|he|she|they was|were|am|be ..1 dead|gone|never|not
                wish|wishing|wished i had|was|were|would ..1 never|not ..1 been? ..1 born|existed
                wish|wishing i did|could not|stop exist|existing
                wish|wishing|want i|to could? just|simply? ..1 die
                wish|hope|want|pray|wait|waiting|beg ..2 car|truck|bus|train|plane|something|someone|god|cancer|lightning|it ..2 hit|hits|kill|kills|take|takes|run|runs|end|ends|kills|strike me|over
                sleep|asleep and ..1 never|not wake|waking
                sleep forever
                never ..1 wake|waking up again|tomorrow|$
                think|thinking|thought|thoughts|fantasize|fantasizing|fantasies|dream|dreaming|daydream|considering|contemplating|imagining|imagine|obsessed|planning|consider about|of|on|with? ..1 dying|killing|overdosing|hanging|jumping
                think|thinking|thought|thoughts|fantasize|fantasizing|considering|contemplating|imagining|planning|ready about|of|on|to|for? ..1 end|ending it|everything|all|things|myself
                cease to exist
                disappear|vanish|gone forever|permanently
                disappear|vanish from|for this|the|good earth|world|$
                kms
                feel|feels|feeling|felt like dying
                should|must|need|have to? ..1 be dead
                should|must|need|have|gotta to? ..1 die $
                eternal|permanent|forever|endless sleep|rest|nap
                unalive|unaliving|unalived
                having|have|thoughts|thinking|urge|urges|considering|contemplating|planning|attempt|attempting|feeling|feel|tempted|resort|resorting|think|desire ..2 suicide|suicidal|selfharm
                urge|urges|thoughts|thinking|considering|feeling|feel|tempted|want|need|thought ..3 self harm|harming|injure
                suicide is|seems|feels|looks|sounds ..3 only|best|answer|option|way|solution|easy|easier|good|escape|exit
                researched|researching|googled|googling|looked|looking|searching|searched ..4 die|suicide|kill|overdose
                ways to die
                leave|leaving|exit|depart this|the world|earth|planet|life
                live or die
                this|tonight|today is|will|be ..1 my last day|night|hour $
                made up my mind to die|end
                want|going|need to crash my car
                not meant to be|live alive|$
                """),
        SafetyRule(
            "not-live", .selfHarm, .crisis, .nearest, firm: true,
            phrases: """
                not|never|nolonger want|wants|wanted|wish|wanting|need|feel to|like ..2 live|living|exist|existing
                not|never want|wants|wanted|wish|wanting to ..2 be alive|here|around|anymore
                not|never want|wants|wanted|wish to ..1 wake up
                no longer want|wants|wish to ..1 live|exist|be
                no longer want|wants|wish to be alive|here
                no|zero reason|reasons|point|purpose|sense|will|desire|motivation|meaning to|in|of|for|left ..2 live|living|life|alive|exist|existing|continue|continuing|stay|staying
                no|zero reason|reasons|point|sense|purpose to|in|for ..1 go|going|keep|keeping|carry|carrying|be|being on|going|living|alive|here
                not ..3 reason|reasons|point|purpose|sense|will|meaning to|in|of|for ..1 live|living|life|alive|exist|existing|continue|continuing|staying
                not ..3 reason|reasons|point to|in|of|for ..1 go|going|keep|keeping|carry|carrying|be|being on|going|living|alive|here
                nothing ..5 live for
                not ..2 anything ..2 live for
                nothing left for me $
                lost|lose|losing my|the|all ..1 will|desire|reason to live|go|exist
                not ..2 worth living|livin
                not ..1 worth it|anything|going|staying ..1 anymore|longer|on|alive
                life is|feels|seems|was not ..2 worth it
                life is ..1 worthless|unlivable|unliveable
                can not ..2 go on
                can not live|exist anymore|any|longer|$
                can not keep|continue living|existing|being|to ..1 live|exist|alive|$
                tired|sick|exhausted|weary|done|finished|through|fed|over of|from|with|up|by ..1 living|existing|alive|life
                tired|sick|exhausted|weary|done of|from|with ..1 being alive
                done|finished living|existing
                hate|hating being alive
                not ..1 think ..2 can|could ..1 keep|continue|go ..1 living|on|going
                can not live like this
                not ..1 deserve to ..1 live|exist|alive
                think|thinking|thought|thoughts about|of not|never being|existing|living ..1 here|alive|around|$
                not ..3 keep myself safe
                not ..3 worry|deal|bother about|with ..1 me anymore|much|longer
                given|giving|give|gave up on life|living
                enough of life|living|this
                what|whats is? the point|purpose of|in ..2 living|life|going|alive|existing|being
                why|reason ..1 am i even|still alive|here $
                why|reason should i ..1 live|keep|stay living|alive|$
                not|never care|mind|matter if|whether ..2 live|die|dead|alive|wake|survive|exist
                no way out
                see|sees|saw no ..1 way|future|out out|ahead|$
                only|last way|option|choice|escape|solution|answer|exit|out ..5 die|death|dying|suicide|kill|killing|dead|end
                death is|seems|feels|would|sounds ..3 only|better|easier|peaceful|relief|nice|answer|solution|option|good|welcome
                being dead ..3 better|easier|nice|relief|peaceful
                not ..3 make|survive ..1 it? through|past|until|to? the|this|tonight|another|till ..1 night|tonight|morning
                not ..1 safe|trust with|from|around|myself|alone ..1 myself|tonight|alone|right
                not be|stay|keep ..1 alive much|longer|anymore|tomorrow|tonight|soon
                not|never be here|around|alive much longer
                not|never want|wants|wish to ..1 continue|keep $|living|going|existing|on|anymore|like
                not want to go on $|anymore|living|like
                not alive anymore|much
                no point living|existing|being
                should not ..1 be|have|exist alive|exist|existed|$
                should never ..2 born
                """),
        SafetyRule(
            "better-off", .selfHarm,
            phrases: """
                better|happier|easier|relieved|improved ..2 without me
                better|happier|easier|relieved ..2 if|when i ..3 dead|gone|died|die|disappeared|not|never|vanished|killed|around|unalived
                no|nobody|one|none ..4 care|notice|miss|mind|cry|matter|sad ..2 if|when i ..2 died|die|dead|killed|suicide
                not|never be a|such ..1 burden|problem|bother|trouble ..3 anymore|longer|soon|more
                world|everyone|everybody|family|people|they|kids ..3 better|happier ..1 without me
                burden ..6 gone|dead|die|without
                better of|off ..1 without me
                """),
        SafetyRule(
            "method", .selfHarm, .crisis, .nearest,
            phrases: """
                jump|jumping|leap|leaping|fall|falling off|from of? a|the|this|that|some|my ..3 bridge|building|roof|rooftop|cliff|balcony|tower|overpass|ledge|window|edge|parking
                want|going|about|ready|thinking|think|might|will|should|could|like|urge|considering ..4 jump|jumping off
                want|going|about|ready|thinking|might|will|should|could|like|urge|considering ..2 jump|jumping $
                jump|jumping|step|stepping|walk|walking|run|lie|lying|lay|laying|throw|throwing|leap ..1 in front of ..2 train|bus|truck|car|cars|traffic|subway|tube|lorry
                jump|jumping|step|walk|walking|run|running|lie|drive|driving|swerve|swerving|crash|crashing|steer|wander ..4 into|under|off|onto ..2 traffic|train|tree|wall|cliff|bridge|tracks|river|truck|barrier
                standing|sitting|am|stood on|at|near ..2 edge|ledge|railing of|$ ..2 bridge|roof|building|cliff|overpass|balcony|$
                tie|tying|tied|make|making|made|bought|have|hanging ..2 noose
                noose around|ready|is|in
                take|taking|swallow|swallowing|eat|down|downing|pop all|every|entire|whole ..3 @pills
                take|taking|swallow|swallowing|down|downing a|the|this|my|an|whole|entire|full ..2 bottle|box|pack|handful of ..2 @pills
                hoarding|stockpiling|saving|collecting|stashing|saved|hoarded|stockpiled ..2 @pills
                sitting|standing|staring|looking|holding ..2 with|at|a|my|the ..2 gun|pistol|razor|blade|noose|rope|@pills ..2 hand|lap|front|me|head|$
                painless|easiest|quickest|best|fastest|peaceful|effective|surefire|quick|easy|reliable|painlessly ..1 way|ways|method|methods to|of|for ..2 die|dying|kill|killing|suicide|end|hang|hanging|go|cut|cutting|unalive
                how ..5 die|kill|hang|overdose|unalive|suicide ..1 painlessly|painless|quickly|myself|peacefully
                how ..5 commit|committing|attempt|attempting suicide
                how many ..6 die|kill|overdose|lethal|fatal|death
                lethal|fatal|deadly dose|doses|dosage|amount|overdose
                carbon monoxide ..6 die|kill|suicide|garage|painless|myself
                how ..5 starve|starving myself
                how ..4 make|force myself throw|vomit|puke
                how ..4 hide|conceal|cover ..3 self|cuts|cutting|harm
                catch the bus tonight|soon|finally
                take ..2 own life
                gun|pistol|pills|@pills|rope|razor|blade|noose ..2 ready|waiting|loaded|in|beside|next|near ..2 $|hand|me|use|drawer|front|bed|lap
                have|got|bought the|a|my|enough ..1 @pills|gun|rope|razor|blade $|ready|and|to
                """),
        SafetyRule(
            "overdose", .selfHarm, .crisis, .topic,
            phrases: """
                overdose|overdosing
                to|going|will|gonna od
                od on
                """),
        SafetyRule(
            "farewell", .selfHarm, .crisis, .own,
            phrases: """
                wrote|written|writing|write|left|leaving|leave ..3 suicide|goodbye|farewell|goodbyes letter|letters|note|notes|message|messages|$
                goodbye|farewell letters|letter|note|notes
                this is|will my? goodbye|farewell $
                goodbye world|forever|cruel
                my last|final day|night|hours|moments on|alive earth|this|$
                last|final words to|before ..3 world|everyone|go|die
                gave|giving|given|give ..3 away ..8 not|never need
                will|would not|never need ..4 where i
                by the time you ..1 read|see|find ..5 gone|dead|late
                after i am gone|dead $
                when i am gone $
                have|got|made a plan|date|method ..1 to|for|and ..2 end|die|kill|suicide|dying|it
                know|decided|figured|planned how|when|out? ..3 do|end|die it|myself|life
                will|going see you on the other side
                do|did something stupid|drastic|terrible|bad|awful to myself
                """),
    ]
}
