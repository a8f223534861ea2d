import Language

/// Whether a reply states an effect as certain.
enum Promises {
    static func reason(_ reply: ReplyText, _ context: ReplyContext) -> ReplyFault? {
        phrases.match(reply.words, unless: context.suggested) ? .promise : nil
    }

    /// "Will" before what nobody can know. "Will help", "will do" and "will you" are ordinary speech.
    private static let phrases = WordPatterns(
        """
        guaranteed|guarantees|surefire|sure-fire|foolproof|fool-proof|infallib*|miracle*|miraculous*|unfailing*|failsafe|fail-safe|certainty
        promise|promises|promised|promising you|that|to|it|your|a|this|sleep|rest|results|better
        i|we|can|that|you|is|it|and promise*
        you will ..2 sleep|feel|wake|fall|recover|lose|never|always|rest|drift|become|improve|regain|gain|thrive|love|thank|beat|overcome|return|bounce|perform|experience|succeed|reach|achieve|live|stop|no|drop|end|rise|conquer|master|stay|remain|win|forget|relax|calm|breathe
        will|shall ..1 fix*|cure*|heal*|solve*|improve*|lower*|raise*|boost*|restore*|erase*|eliminate*|reset*|reverse*|stop|double|triple|transform*|normalise*|normalize*|return|recover|vanish|disappear*|melt|work|knock|ensure*|prevent*|drop|rise|climb|fall|remove|repair|rebuild|undo|banish|wipe|clear|repay
        will|shall ..1 make|send|let|bring|put|keep|turn|end|pay|give ..6 sleep|asleep|feel|better|debt|stress|happy|calm|night|nights|energy|mood|hrv|fresh|rested|back|normal
        will|shall be|feel|get ..2 gone|better|normal|back|perfect|cured|fixed|solved|over|erased|history|great|amazing|rested
        debt|stress|hrv|mood|energy|sleep|worry|worries|tension|tiredness|fatigue|pulse|body|mind|heart|problem|problems|nights|night will
        is|are|get|feel|feels|gets|being|was ..1 gone|solved|fixed|cured|history|erased by|tomorrow|within|soon|tonight|forever|immediately|overnight|for|in
        always|never|definitely|certainly|surely|absolutely|undoubtedly|inevitably|invariably|guaranteed ..1 work|works|working|help|helps|fix|fixes|fail|fails|failed|improve|improves|sleep|succeed|succeeds|lower|lowers|raise|raises|calm|calms|cure|cures|solve|solves|pay|pays|make|makes|bring|brings|lead|leads|end|ends|get|gets|feel|boost|boosts|restore|restores
        never again
        never ..1 feel|wake|worry|struggle|need|have|be|lie|suffer|miss|lose
        not|cannot|can|could fail|lose wrong|to|you
        not ..1 fail|fails
        definitely|undoubtedly|certainly|inevitably|unquestionably|assuredly|absolutely|positively will|make|be|work|help|improve|feel|sleep|get|see|the|a|going|lower|raise
        without fail|doubt|exception|question
        no doubt
        no matter what
        for sure|certain
        is|are|it sure|certain|bound|guaranteed|destined to
        neither|so will you
        nobody|everyone|everybody|anyone who|stays|falls|sleeps|fails|feels
        sure|certain|bound|guaranteed|set|destined|proven|known|shown to ..1 sleep|work|help|feel|improve|wake|lower|raise|fix|be|succeed|drop|rise|fall|lift|calm|restore|boost|make|reduce|recover|get|cure|double|bring|end|clear|change
        scientifically|clinically|medically|fully|proven proven|shown|tested|verified|backed|prove*
        proven|instantly|instant|permanent|permanently|forever
        for good
        trust me
        behind you
        every single|time ..1 time|night|works|work|it|without
        works|work|helps|help ..1 every time|everyone|everybody|anyone|for|always
        guarantee you|that|it|your|a|better|sleep|results
        you will be ..1 asleep|fine|rested|full|calm|happy|free|fresh|well|great|new|better|cured|back|over|unstoppable|stress-free
        all day every|long
        every day|night|morning|time from|for
        stand|stands|have|has|had ..1 chance|hope ..1 against
        asleep ..1 in|within minutes|seconds|moments|no
        works for everyone|everybody|anyone|all
        immediately|overnight ..2 better|gone|calm|rested|improve*|recover*|fixed|feel|sleep|you
        better|gone|calm|rested|improve*|recover*|fixed|fix|fixes|cure|cures|lifts|drop|drops|vanish* ..1 immediately|overnight
        certain|certainty|assured in|with|if|for|when|after|as
        ever|never again
        not ..4 ever|anymore|again ..1 ever|again
        makes|make|making sure
        for life|ever
        protected|immune|safe ..1 for|from|against
        count|rely|bet|depend|bank on
        ensure*|assure*|assures|assurance
        only thing|way ..2 need|works|to|that
        go|goes|going|back|return|returns|get|gets to normal
        completely|totally|entirely|fully|forever ..1 gone|disappear*|vanish*|rested|recovered|recover|restore|restored|cured|erase|erased|refreshed|normal|fix|fixed|eliminate|eliminated|stress-free|calm|remove|better|healed|new|free
        erase|erases|eliminate|eliminates|banish|banishes|wipe|wipes|vanish|vanishes|disappear|disappears ..3 debt|stress|worry|worries|tension|fatigue|tiredness|problem|problems|anxiety|tomorrow|it|away|out
        disappear*|vanish*
        rest of your life|days
        new person
        like a baby|log|dream
        sleep|sleeping through the|until|till|tonight|all
        fall|falling|drift asleep|off ..1 instantly|immediately|within|in|straight|at|right
        perfect|perfectly sleep|night|rest|health|sleeping|rested|calm|mood|score
        sleep|rest|feel|recover perfectly|perfect
        best|deepest|greatest|longest sleep|night|rest|day|week|mood|energy ..2 of|ever|in
        is|are|be going to ..1 sleep|feel|be|wake|improve|work|fix|have|get|love
        you|it|this|that|they are|is going to
        gone by|tomorrow|within|in|soon
        problem|problems|worries|troubles solved|gone|over
        solve|solves|fix|fixes|cures|end|ends|reverse|reverses|prevent|prevents|preventing|stops|undo|undoes|beats|beat ..2 stress|debt|problem|problems|worry|tiredness|aging|ageing|illness|fatigue|everything|sleep|mood|hrv
        change|changes|transform|transforms|save|saves ..1 your life|everything|sleep
        add|adds years
        live longer
        prevent*|success rate
        secret to|of|that
        best results|remedy|cure|solution|fix
        nothing works|beats
        works|work wonders|magic|like|instantly
        never|not ..1 tired|stressed|sad|low ..1 again
        """)
}
