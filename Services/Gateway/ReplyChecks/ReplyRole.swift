import Language

/// Whether a reply leaves the coach's role: it speaks of its prompt or of itself, gives orders to software, or asks for
/// the person's data.
enum ReplyRole {
    static func reason(_ reply: ReplyText, _ context: ReplyContext) -> ReplyFault? {
        // "The next task" is an injection in what a person pastes, and ordinary in a coach's sentence.
        let text = reply.text.replacing("next task", with: "next thing")
        if InjectionDetector.hasPhrase(text) || talk.match(reply.words, unless: context.suggested) {
            return .instruction
        }
        if labels.contains(where: reply.text.contains) { return .instruction }
        if requests.match(reply.words, unless: context.suggested) { return .question }
        let asks = SentenceSplitter.sentences(of: reply.text).filter { $0.hasSuffix("?") }.contains { sentence in
            questions.match(Contractions.expand(WordReader.words(in: sentence)), unless: context.suggested)
        }
        return asks ? .question : nil
    }

    /// Labels of the prompt and of transcripts.
    private static let labels = [
        "Tone:", "Topic:", "Situation:", "Suggestion:", "System:", "User:", "Assistant:", "Coach:", "Note:", "Human:",
        "AI:", "Reply:",
    ]

    private static let talk = WordPatterns(
        """
        prompt|prompts|prompted|instruction|instructions|instructed|chatbot|bot|openai|gpt*|chatgpt|anthropic|claude|gemini|llm|llms|llama|json|schema|coachreply|nextaction|token|tokens|api|sudo|developer|developers|jailbreak*|dan|debug|admin|administrator|override|sandbox|base64|python|script|markdown|html|payload|placeholder|lorem|undefined|null|configuration|guardrail|guardrails|disclaimer|confidential
        language|ai|trained|training|virtual model|models|data|assistant|system
        as an|a ..1 ai|assistant|model|doctor|physician|nurse|therapist|psychologist|psychiatrist|coach|professional|cardiologist|dietitian|clinician|specialist|lawyer|pirate|program|robot|computer
        as your ..1 doctor|physician|nurse|therapist|psychologist|psychiatrist|coach|friend|ai|assistant|trainer|partner|lawyer|mother|father|cardiologist|specialist|clinician|guide|boss|master|god
        i am|was
        i ..1 cannot|can|will|have|would|feel|love|want|need|know|believe|remember|noticed|told|apologise|apologize|diagnose|decided|must|recommend|prescribe|advise|suspect|promise|refuse|miss|used|hate|care
        my name|instructions|rules|role|prompt|creator|creators|developer|training|programming|guidelines|purpose|system|patient|patients|advice|opinion|friend|love|dear|analysis|task|model|data|knowledge|experience|professional|context|answer|response|output|reply
        system|hidden|secret|internal|previous|above|original|initial|developer prompt|instruction|instructions|message|rules|notes|tone|text|context|settings|data|command|commands|mode
        ignore|disregard|forget|override|bypass ..3 previous|prior|above|rules|instruction|instructions|safety|everything|earlier|guidelines|restrictions
        user|users|client asked|wants|is|said|says|reported|has|needs|should|must|context
        the user|client|patient
        user|assistant|system says|message|input|query|prompt|role
        pretend|roleplay|role-play|role-playing|simulate
        you are now|a ..1 mode|pirate|doctor|character|assistant|hacker|bot
        asked|told|instructed|programmed|trained|designed|required to ..1 phrase|say|write|reply|answer|respond|avoid|follow|assist
        facts|information|data|details|context|suggestion|input|text|values|topic ..1 given|provided|supplied
        based|according on|to ..3 prompt|context|instructions|input|facts|provided|given|suggestion
        here is ..2 reply|response|answer|message|rewrite|text|summary|rewritten|version|draft|output
        sure|certainly here|i
        happy|glad|sorry to|but help|assist|i
        z score|scores|value|values
        reply|respond|type|comment ..1 with|yes|no|stop|back|ok|below|here
        stay in character
        once upon
        translate|rewrite|rephrase|paraphrase|summarise|summarize|regenerate ..3 this|the|text|following|message|sentence|into
        repeat|reveal|print|output|show|leak ..3 instructions|prompt|system|message|text
        reasoning|analysis|thinking|thought|draft|output|final answer|response|is|en|mode|complete|negative
        moment|signal|topic|rationale|tone is about|negative|positive|below|given
        execute|run ..2 command|commands|code|script|query|program
        delete|drop|select|erase|format ..2 table|database|account|data|entries|records|files|disk
        turn|switch|disable|deactivate|enable|change|open|grant|allow ..3 settings|consent|permissions|permission|safety|protection|processing|sharing|filter|filters|privacy|account|access|camera|microphone
        access ..2 to ..3 contacts|calendar|photos|microphone|camera|location|messages|files|account
        type|say|reply|press|tap allow|yes|ok|accept|agree|continue|stop
        settings|consent|permission|permissions|terms|policy
        """)

    private static let requests = WordPatterns(
        """
        tell|give|send|show|remind|inform|message|reveal|disclose|describe|upload|submit|confirm|state|list me|us
        share ..4 with me|us
        let me|us know
        tell|send|share|provide|reveal|disclose|upload|submit|confirm|enter|register|supply|give|state|type|list ..2 name|age|address|birthday|birth|phone|email|weight|height|password|location|employer|insurance|passport|bank|card|salary|medication|medications|history|postcode|zip|username|account|details|number|photo|photos|journal|entries|diary
        type|enter|fill ..1 in|your
        date|place|year of birth
        password*|passcode*|passphrase|iban|ssn|cvv
        social security
        credit|debit card
        full|maiden|legal|real|last name|names
        your name|surname|birthday|birthdate|email|e-mail|postcode|salary|employer|insurer|username|passport|initials
        phone|mobile|account|card|insurance|policy|passport number|numbers|details
        """)

    /// Only in sentences that end with a question mark.
    private static let questions = WordPatterns(
        """
        what|which|where|when|who|how ..3 your|you ..3 name|age|address|birthday|birth|email|weight|height|password|location|employer|employed|insurance|passport|bank|card|salary|income|religion|married|surname|city|town|country|street|postcode|zip|medication|medications|sexuality|gender|race|doctor|history|old|live|born|weigh|earn|tall|partner|boss|condition|conditions|vote|voted|pin|account|username|number|school|husband|wife|children|mother|father|family|boyfriend|girlfriend|nationality|blood|job|company|work|living|called
        how old|tall|heavy ..1 are|do|is
        how much do|did|does you ..1 weigh|earn|drink|smoke|eat|make
        where do|are|were|did you ..1 live|work|born|from|living|located|sleep|staying|go|grow
        who do|are|is|was|else|did|can|lives|made
        do|did|are|have|were|is ..1 you|your|anyone ..2 take|taking|smoke|smoking|drink|drinking|pregnant|married|single|medication|medications|live|living|history|diagnosed|suffer|suffering|partner|allergic|religious|employed|children|insured|insurance|alone|seeing|dating|vote|earn|weigh|overweight|abuse|abused|using|use|male|female|man|woman
        what is|was|has|are|went ..1 bothering|wrong|happening|upsetting|troubling|worrying|your ..1 job|name|company|boss|partner|bothering|wrong
        what happened|upset|worries|bothers|troubles ..2 you|your|yesterday|with|last
        which medication|medicine|city|country|street|company|school|hospital|bank|insurance|doctor
        why are|do|did|were|have|can you
        how did|was|were|have|has|is ..2 you|your|last|yesterday|marriage|relationship
        would|could|can|will you ..1 tell|share|send|describe|upload|confirm|provide ..4 me|us|your|name|address|number
        mind|like|willing ..1 sharing|telling|to ..1 share|tell|send|talk
        have you ever|been|had|told|recently|lately|already
        """)
}
