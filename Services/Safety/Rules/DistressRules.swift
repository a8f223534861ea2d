/// Phrases for distress that is heavy but not acute: `caution`. English, folded words, contractions expanded.
enum DistressRules {
    /// Rules for plain despair, panic without end and disordered eating. The trained heads do not drop their cautions
    /// (SAF-1).
    static let held: Set<String> = ["plain-despair", "endless-panic", "disordered-eating", "essstorung"]

    static let all: [SafetyRule] = [
        SafetyRule(
            "plain-despair", .distress, .caution, .nearest, firm: true,
            phrases: """
                feel|feeling|felt|am|so|really|completely|utterly|totally ..2 hopeless|despairing|desperate $|and|today|tonight|about|again|i|because|all|now|inside|but|lately|right
                feel|feeling|felt|am ..2 depressed|helpless
                everything|all|it is|feels|looks|seems ..2 dark|hopeless|pointless|black|bleak|unbearable
                can not ..1 cope
                not coping
                at the end of my? rope|strength
                """),
        SafetyRule(
            "endless-panic", .distress, .caution, .nearest, firm: true,
            phrases: """
                can not ..2 calm|stop|control ..1 down|panicking|shaking|crying|panic|myself
                can not calm
                am|keep|been|still ..1 panicking $|and|about|again|all|so|right|since|because|over|every
                everything|it|life is|feels|seems|gets ..2 overwhelming|too
                panic will|does|would not stop|end|go
                """),
        SafetyRule(
            "disordered-eating", .disorderedEating, .caution, .nearest, firm: true,
            phrases: """
                starve|starving|starved myself ..1 $|again|to|so|because|for|all|until|today|since
                purge|purged|purging $|after|again|today|every|my|and|when|because
                make|made|making|force|forced|forcing myself throw|vomit|sick|puke|be
                throw|throwing|threw|vomit|puke up? ..1 after|on ..2 eating|meal|meals|dinner|lunch|breakfast|purpose|food|eat|ate
                afraid|scared|terrified|fear of|to ..1 eat|eating|food|calories
                binge|binged|bingeing|binging and|then ..3 purge|purged|purging|throw|threw|vomit|starve
                not|nothing ..2 allow|let myself ..1 eat|to|food
                not ..1 eat|eaten|eating anything|nothing ..3 days|lose|thin|thinner|skinny|weight
                laxatives|diuretics ..4 lose|weight|thin|eat|eating|after|every|again
                take|taking|took laxatives|diuretics
                """),
        SafetyRule(
            "others-self-harm", .concernForOthers, .caution,
            phrases: """
                @kill|hurt|hurting|harm|harming|cut|cuts|cutting|kills|hurts|hang|hanged|shot|shoot|drown|hanging himself|herself|themselves|themself
                take|took|taking|ended|end|ending his|her|their own? life|lives
                freund|freundin|schwester|bruder|mutter|vater|sohn|tochter|er|sie ritzt|verletzt|schneidet sich
                friend|sister|brother|daughter|son|mom|dad|mum|husband|wife|partner|roommate|neighbour|neighbor|colleague ..4 sent|wrote|left|posted ..3 goodbye|suicide|farewell message|note|letter|text
                friend|sister|brother|daughter|son|mom|dad|mum|husband|wife|partner|roommate ..4 says|said|thinks ..3 life|everything is ..1 pointless|worthless|over|meaningless
                """),
        SafetyRule(
            "despair", .distress, .caution, .nearest, firm: true,
            phrases: """
                hopeless|worthless|despair|despairing|desperate $|and|about|again|i|because|all|now|inside|person|that|like|for
                no|lost|losing|without|any|abandoned ..1 hope|future $|left|anymore|for|at|in
                nothing left $|in|inside|to
                no point $|in|to|anymore|trying
                what|whats is? the point $|of|in|anymore|any
                everything|life|it is|feels|seems ..2 hopeless|pointless|meaningless|unbearable|falling
                not ..2 see ..2 point|future|way|hope|end
                can not ..1 cope|bear|handle|stand|take|endure|do ..2 anymore|any|longer
                can not ..1 cope $|with|anymore
                can not keep doing|going|fighting|pretending
                can not do this|it|life anymore|any|longer|alone
                can not go on
                given|giving|give|gave up on everything|myself|hope|trying|happiness|me|people
                given|giving|want|wanting to? give? up $
                at|hit|hitting|reached|past|near my? ..1 breaking|rock|lowest|limit point|bottom|$
                end of my rope
                dark|darkest place|thoughts|days|hole|cloud
                lost myself|interest in everything
                so|too much pain $|inside|to
                every|each day is ..2 struggle|hell|torture|battle|nightmare
                do not know how|what|if|whether ..2 longer|anymore|much|go|survive|cope|make
                not ..2 know ..2 i ..2 go on|$
                tired of fighting|trying|everything|pretending|it|life|hurting|feeling
                """),
        SafetyRule(
            "self-contempt", .distress, .caution, .own,
            phrases: """
                hate|hating|despise|loathe|disgusted with? myself|existing
                hate my life|existence
                hate being alive|me
                i am|feel|feeling ..3 burden|nothing|failure|unlovable|disgusting|trash|garbage|worthless|useless|hopeless
                nobody|noone|one ..1 loves|cares|likes|wants|needs|understands|love|care|miss me|about|if|what|whether
                no|nobody|one ..1 would ..1 miss|notice|care me|if|$
                everyone ..1 hates|leaves|left|abandons|abandoned me
                better without me
                wish i could ..2 disappear|vanish|fade
                want|wanting|like to ..2 disappear|vanish
                run away from|and everything|never
                not ..1 deserve ..1 live|happy|happiness|love|be
                kill|shoot|end me $|now|already|please|right
                my life is ..2 over|ruined|meaningless|pointless|hell|mess|nothing|falling|empty
                put me out of
                """),
        SafetyRule(
            "overwhelmed", .distress, .caution, .nearest,
            phrases: """
                panic attack|attacks
                having|had|have|on|verge ..4 breakdown|meltdown
                nervous|mental|emotional breakdown
                i am|feel|feeling|keep ..2 falling|breaking apart|down
                cried|crying|cry myself to sleep
                cry|cried|crying|sobbing|sobbed all|every|nonstop|constantly|uncontrollably|hours
                can not stop crying
                nothing ..1 brings|makes|gives ..2 joy|happy|anymore|pleasure
                cried|crying|cry for hours|days|two|three|four|weeks
                not ..2 left|leave|left? my|the? ..1 bed|room|house ..2 in|for|days
                drink|drinking|drunk|drank ..2 to forget|cope|numb
                broken beyond repair
                my world is|has|feels ..1 collapsing|collapsed|over|ending|falling|shattered
                losing|lost|lose my mind
                scared|afraid|frightened of ..2 own|my thoughts|mind|head|myself
                think|thinking|thought|thoughts|wonder about|whether|if ..3 death|dying|worth
                exhausted|tired|drained by|from|of ..2 being|pretending|living ..2 strong|fine|okay|me
                hurts so much|bad|badly $|and|that|inside
                depressed|depression|suffocating|unbearable|drowning $|and|again|for|lately|today|but|about|i|since|that|because|all|so|is|in|inside|now
                clinically|severely|deeply|really|very|extremely|so depressed
                numb|empty|dead|hollow|broken inside
                feel|feeling|felt|am ..2 numb|empty|trapped $|and|inside|all|again|in|with
                utterly|completely|totally|so|all|always|desperately|painfully alone|lonely $|and|in|all|that|i|inside
                drink|drinking|drunk|drank|using|high to ..1 forget|cope|numb|pass|sleep
                flashback|flashbacks
                binge|binged|binging $|and|again|after|today
                not ..2 eaten|eat|eating anything|for|in ..2 days
                do|doing|did something stupid|drastic|reckless
                i am|think|feel|feels|like ..2 dying
                something bad|terrible to myself
                hit|hitting|punch|punching|punish|punishing|scratch|scratching|bite|biting myself
                disappear|vanish forever|completely
                my last|final entry|post|message|goodbye|goodbyes|letter
                said|saying|say my|final goodbyes
                goodbye everyone|everybody|all
                sorry for everything
                    gave|giving|given|give away my|all|everything ..3 things|belongings|possessions|stuff|everything|$
                will|would|may|might not be here|around ..2 tomorrow|next|soon|when|for|anymore|then|longer
                will|going ..2 be over soon
                thoughts|thinking|dreams|obsessed|dream ..1 of|about|with ..1 death|harming
                have|got|made a plan $
                join|be|meet|see ..4 in heaven|afterlife
                end|stop|make the|this|my pain|hurt|hurting ..1 $|stop|forever|go|end
                life|living|it is ..2 painful|unbearable|hard to|anymore|$
                """),
    ]
}
