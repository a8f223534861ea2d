/// First-person statements about the present that are a crisis by themselves (SAF-3). Idioms elsewhere in the sentence
/// do not excuse them, and the trained heads do not lower them.
///
/// Each pattern combines the verb of intention or habit with the act, so that "want to cut myself" matches and "cut
/// myself shaving" does not. English and German, folded words, contractions expanded.
enum ExplicitRules {
    static let all: [SafetyRule] = [intended, ongoing, wished, despair, violence, german, WorldWishes.rule]

    private static let intended = SafetyRule(
        SafetyRule.explicitPrefix + "intention", .selfHarm, .crisis, .nearest,
        phrases: """
            @intend ..4 kill|killing|hang|hanging|shoot|shooting|drown|drowning|stab|stabbing|poison|poisoning|strangle|burn|burning|hurt|hurting|harm|harming|cut|cutting|injure|injuring|unalive myself
            @intend ..4 end|ending|take|taking my own? life
            @intend ..3 end|ending it all
            @intend ..3 commit|committing suicide
            @intend ..3 self harm|harming|injure
            @intend ..3 overdose|overdosing
            think|thinking|thoughts|considering|contemplating|plan|planning|tempted|urge|keep ..3 suicide
            @intend ..3 take|taking|swallow|swallowing all|every|whole|entire ..2 @pills
            @intend ..3 jump|jumping off|from ..3 bridge|roof|building|balcony|cliff|tower|window|overpass|ledge|rooftop
            @intend ..3 jump|jumping|step|stepping|walk|throw|throwing myself? in front of ..2 train|truck|car|bus|traffic|subway
            @intend ..3 slit|slitting|slash my ..1 @body
            @intend ..3 cut|cutting|slice|slicing|carve|carving my ..1 @body
            can|could not ..2 stay|keep|be safe $|tonight|today|now|anymore|right|alone|from|with
            can|could not ..1 keep myself safe
            """)

    private static let ongoing = SafetyRule(
        SafetyRule.explicitPrefix + "act", .selfHarm, .crisis, .nearest,
        phrases: """
            am|been|keep|kept|started|still|again|relapsed ..3 cutting|hurting|harming|burning|injuring myself
            am|been|keep|started|still|relapsed ..3 self harming|injuring|harm
            cutting|burning|slicing|carving|cut|burned|sliced my ..1 @body ..1 again|lately|open|tonight
            """)

    private static let wished = SafetyRule(
        SafetyRule.explicitPrefix + "wish", .selfHarm, .crisis, .nearest,
        phrases: """
            want|wanna|wanting|wish|wishing|ready|decided|longing|begging|pray|praying|hoping|plan|planning|prefer|like to ..2 die
            want|wanna|wanting|ready ..1 to ..1 be dead
            wish|wishing that? i ..1 was|were|am|be ..1 dead|gone
            deserve to die
            better of|off dead
            am|feel|feeling|be|so|really|very|being suicidal
            suicide is ..1 all|everything ..1 i ..1 think|want
            """)

    private static let despair = SafetyRule(
        SafetyRule.explicitPrefix + "despair", .selfHarm, .crisis, .nearest, firm: true,
        phrases: """
            no|zero reason|reasons|point|will|sense to|in ..1 live|living
            not|nothing ..1 worth living
            not want to be ..1 here|alive anymore|any|longer|$
            can not ..1 go on $|anymore|any|longer|like|living|because|since|after|tonight|today|right|now|lately|when|and|with
            see no way out
            no way out $|anymore|for|left|because|since|tonight|and|but
            """)

    private static let violence = SafetyRule(
        SafetyRule.explicitPrefix + "violence", .abuseOrDanger, .crisis, .own,
        phrases: """
            @kin ..3 hit|hits|beat|beats|punched|punches|kicked|kicks|slapped|slaps|choked|chokes|strangled|strangles me ..1 $|again|when|every|because|in|and|last|yesterday|tonight|today|often|so|until|for|with
            he|she beats|punches|kicks|slaps|chokes|strangles me
            @kin|he|she ..2 hurts|hurt me ..2 when|if|whenever|because ..3 drinks|drunk|drinking|angry|mad|drank|rage|loses
            @kin|he|she ..2 hurts|hurt|hurting me physically|again
            """)

    private static let german = SafetyRule(
        SafetyRule.explicitPrefix + "german", .selfHarm, .crisis, .nearest,
        phrases: """
            will|mochte|moechte ich? ..3 sterben
            will|mochte|moechte ich? ..2 tot sein
            will|mochte|moechte|werde ich? mich ..3 umbringen|toten|toeten|erhangen|erhaengen|erschiessen|ritzen
            will|mochte|moechte|werde ich? mir ..2 das leben nehmen
            will|mochte|moechte|werde ich? mir ..2 wehtun
            will|mochte|moechte|werde ich? ..3 uberdosis|ueberdosis
            ich ..4 sterben will|mochte|moechte
            denke|denk ich? ..3 an|uber ..2 selbstmord|suizid|freitod
            bringe|bring ich? mich ..3 um $|heute|jetzt|morgen|und|weil
            nehme|nehm ich? mir ..2 das leben $|heute|jetzt|morgen|und|weil
            ritze|erschiesse|erhange|erhaenge ich? mich
            schneide|verletze ich? mich $|selbst|wieder|heute|jetzt|und|weil|absichtlich|damit
            """)

    /// Words next to an explicit statement that give it another meaning. They excuse only adjacent words.
    static let excuses = SafetyRule(
        "excuse", .distress, .caution,
        phrases: """
            die|dying|dead of|from|with ..2 laughter|laughing|boredom|embarrassment|hunger|thirst|heat|curiosity|cringe|anticipation|jealousy|excitement|happiness|cuteness|cold|envy|shame|joy|humidity|old
            die|dying for a|an|some|this|that|coffee|chocolate
            die|dying laughing|happy|old|surrounded|peacefully|rich
            die|dying|died to self|myself|sin|flesh|ego|pride
            die|dying for christ|jesus|country
            die|dying for my|our country|faith|family|kids|children|people
            kill|killing myself laughing|training|trying|over
            cut|cutting|hurt|hurting|burn|burning myself ..3 slack|shaving|shave|cooking|chopping|slicing|accidentally|accident
            cut|cutting|burn|burning myself some|off|out|short
            cut|cutting myself a slice|piece|break
            shaving|cooking|chopping|slicing|accidentally|accident|gardening ..6 cut|cutting|hurt|burn|burning myself
            hurt|hurting|injure|injuring myself ..2 at|in|while|during|from|when|doing ..2 gym|running|run|workout|lifting|playing|football|soccer|basketball|tennis|skiing|squats|deadlift|deadlifts|exercising|training|falling|climbing|cycling|bike|stretching|yoga|skating|hiking|dancing|marathon
            hurt|hurting|injure|injuring myself running|lifting|playing|skiing|exercising|training|climbing|cycling|stretching|skating|hiking|dancing
            vor|aus|an ..1 lachen|hunger|langeweile|durst|hitze|neugier|scham|sehnsucht|lust sterben
            kochen|rasieren|gemuse|zwiebeln|kuche|papier ..4 schneide|verletze ich? mich
            starving myself $|for|so
            jump|jumping|leap|leaping off|from ..3 couch|sofa|bed|bus|diving|board|trampoline|swing|dock|pier|boat|platform|horse|bike|plane|airplane
            bungee|parachute|paragliding|skydiving|skydive|abseiling|bungy ..6 off|from ..3 bridge|cliff|plane|building|tower
            jump|jumping off|from ..3 bridge|cliff|tower|plane ..5 bungee|parachute|bungy|rope|paraglider
            overdose|overdosing on|of ..1 cuteness|sugar|chocolate|caffeine|coffee|netflix|cute|vitamin|vitamins|carbs|candy|ice|pizza|tv|sun|sunshine|social|news|nostalgia|cheese|pasta|memes
            end|ending my life as a|an
            if|when ..3 one more|another ..9 kill|shoot|hang|stab|drown|poison|hurt myself
            if|when i|we ..2 have|has|had|hear|see|get ..10 going|gonna|will to? kill|shoot|hang|stab|drown myself
            kill|shoot|hang|stab|drown myself if|when ..4 one|another|hear|see|have|has|say|says|get|make|makes
            live|living in|there|here|near|downtown|together|with him|her|them|people
            no way out of|from|in the|this|a|that|my|here ..2 maze|parking|garage|building|room|contract|lease|level|meeting|cave|shop|store|mall|island|airport|subscription|labyrinth|dungeon|lot|conversation
            no way out situation|game|room|puzzle
            can not ..1 go on vacation|holiday|a|trip|stage|instagram|dates|strike|facebook|tour|social|runs|walks|monday|tuesday|saturday|sunday|the|to
            not want to be ..1 here|alive ..1 work|school|working
            beat|beats|beating|beaten me to it|the|work
            beat|beats|beating|beaten me ..1 again? at|in|on ..3 chess|game|games|race|tennis|golf|cards|poker|scrabble|monopoly|mario|kart|fifa|pingpong|match|final|quiz|bowling|pool|darts|uno|everything|running|wrestling|checkers|sports|trivia|video
            hit|hits|kicked|slapped me ..1 with a|the|his|her pillow|snowball|ball|towel|frisbee
            kicked|kicks|hit|hits me ..1 out|up
            can|could not ..2 be|keep|stay safe ..2 than|sorry
            """)
}
