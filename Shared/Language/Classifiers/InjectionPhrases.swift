/// Phrases of prompt injections in English and German: to ignore earlier instructions, to take another role, to reveal
/// hidden text.
///
/// One phrase per line, matched against folded words: `a|b` is one of these words, `@list` one of a list, `..3` up to
/// three words of any kind; `^` is the start of a clause, optionally after words like "please" and "now". Written on
/// one half of deepset_prompt_injections and on our own rows; `Training/MODEL.md` has the results on the other
/// half.
struct InjectionPhrases: Sendable {
    static let shared = InjectionPhrases(text)

    private enum Element: Sendable {
        case words(Set<String>)
        case gap(Int)
        case start
    }

    private let phrases: [[Element]]
    /// Phrases indexed by the first word that can match, so that a text is read once.
    private let byWord: [String: [Int]]

    private init(_ text: String) {
        var lists: [String: Set<String>] = [:]
        var phrases: [[Element]] = []
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ")
            if parts.count > 1, parts[1] == "=" {
                lists[String(parts[0].dropFirst()), default: []].formUnion(parts.dropFirst(2).map(String.init))
                continue
            }
            phrases.append(
                parts.map { part in
                    if part == "^" { return .start }
                    if part.hasPrefix(".."), let size = Int(part.dropFirst(2)) { return .gap(size) }
                    return .words(
                        part.split(separator: "|").reduce(into: []) { words, word in
                            if word.hasPrefix("@") {
                                words.formUnion(lists[String(word.dropFirst())] ?? [])
                            } else {
                                words.insert(String(word))
                            }
                        })
                })
        }
        var byWord: [String: [Int]] = [:]
        for (number, phrase) in phrases.enumerated() {
            for case .words(let words) in phrase.prefix(2) {
                for word in words { byWord[word, default: []].append(number) }
                break
            }
        }
        (self.phrases, self.byWord) = (phrases, byWord)
    }

    func match(_ words: [Word]) -> Bool {
        var starts = [Bool](repeating: true, count: words.count)
        for index in words.indices.dropFirst() where words[index].clause == words[index - 1].clause {
            starts[index] = Self.opening.contains(words[index - 1].text)
        }
        return words.indices.contains { index in
            byWord[words[index].text]?.contains { matches(phrases[$0][...], words, starts, index) } ?? false
        }
    }

    private func matches(_ phrase: ArraySlice<Element>, _ words: [Word], _ starts: [Bool], _ index: Int) -> Bool {
        guard let first = phrase.first else { return true }
        let rest = phrase.dropFirst()
        switch first {
        case .start: return index < words.count && starts[index] && matches(rest, words, starts, index)
        case .words(let wanted):
            return index < words.count && wanted.contains(words[index].text) && matches(rest, words, starts, index + 1)
        case .gap(let size): return (0...size).contains { matches(rest, words, starts, index + $0) }
        }
    }

    private static let opening: Set<String> = [
        "please", "now", "then", "stop", "ok", "okay", "instead", "assistant", "bot", "ai", "chatgpt", "kindly",
        "simply", "bitte", "jetzt",
        "nun", "dann",
    ]

    private static let text = """
        @drop = ignore ignoring disregard forget override overrides bypass neglect drop discard skip overlook ignores igmre ignor vergiss
        @drop = vergesse vergessen vergisst ignoriere ignorieren ignorier missachte missachten uberschreibe olvida olvidar
        @orders = instruction instructions prompt prompts guideline guidelines directive directives command commands order orders assignment
        @orders = assignments programming restrictions filter filters policy policies disclaimer disclaimers safety anweisung anweisungen
        @orders = befehl befehle auftrag auftrage auftragen vorgaben instruktionen richtlinien
        @earlier = above previous previously preceding prior before earlier beforehand obigen vorherigen vorherige vorher bisher bisherigen zuvor oben
        @all = all any everything anything every alles alle allen
        @say = print show reveal output repeat tell return display give summarise summarize translate copy echo leak dump read zeige zeig
        @say = gib drucke wiederhole nenne
        @drop ..5 @orders
        @drop ..3 @all ..4 @earlier
        ^ @drop ..2 @all ..3 you|we|i|du|wir|ich
        ^ @drop ..2 @earlier
        ^ @drop ..2 your|deine|ihre|the|die rules|regeln|documents|context|task|tasks|aufgaben
        @earlier ..3 @drop
        forget|ignore ..1 all|any|everything ..2 documents|knowledge|training|rules|aforementioned
        do|must|should not|never follow|obey|look ..4 @orders|rules|documents
        don't follow|obey ..3 @orders|rules
        not|nicht auf|to alles|everything ..2 @earlier
        leave|lassen|lass ..3 @earlier ..3 information|informationen|behind|hinter
        @earlier ..2 message|messages|text|prompt|instructions ..3 was|were|is a|wrong|test|void|invalid
        you are|re now
        you're now
        now you are|will|become
        from now|here on ..3 you|your|only|respond|answer|act|obey
        you must|will|shall obey
        ^ pretend ..1 you|to|that|there
        ^ imagine ..1 you ..2 an|a|are
        ^ act as a|an|the|if|my
        i ..2 want|like|need you to act|behave|be|play|pretend|roleplay|impersonate
        act as if you
        ^ roleplay|role
        you are|re no longer
        ^ be a|an
        ^ become a|an
        stop being a|an ..1 coach|bot|assistant|ai
        speak|talk|write|respond|answer like|as a|an
        du bist jetzt|nun|ab|ein|eine|der|die
        jetzt|nun bist du
        stell|stellen dir|sie vor|sich ..2 du|vor|sie
        ich ..1 mochte|will dass ..1 sie|du ..6 agieren|spielen|verhalten|agierst|spielst
        agiere|agieren|handle|verhalte ..2 als
        @own = your hidden system initial secret deine alle original the
        @say ..4 @own ..3 prompt|prompts|instructions|rules|configuration|embeddings|guidelines
        @say ..4 @own ..3 prompttexte|systemprompt|anweisungen|vorgaben
        @say ..4 prompt|systemprompt
        system|initial|hidden|original|your|first prompt|message
        prompt text|texts|texte
        instructions|prompt ..3 you ..2 given|received|got|told|have
        what ..1 were|are you told|instructed
        text|everything|words|line|lines ..1 above|before
        jailbreak|jailbroken|uncensored|unrestricted|pwned
        are|now|as|called dan
        developer|god|admin|debug|dan|sudo|unfiltered mode
        no|without|any|all restrictions|guidelines|filters|filter|disclaimer|disclaimers|censorship|warnings|morals
        had|have no rules
        evil|bose|ruthless ai|ki|assistant|bot
        language model
        as an ai
        ai systems|system|model|language
        ki systeme|system
        hypothetically if you
        your creator|developers|programming
        new|neue|neuen|other|following|next|nachste|nachsten|weitere|real task|tasks|assignment|aufgabe|aufgaben|instruction|instructions|statement
        passed the|my ..1 test
        @say|write|formulate|generate|create ..4 code|sql|embeddings
        execute ..3 command|code
        run cat|ls|sudo
        python|javascript|bash|sql interpreter|code
        ^ simulate|emulate
        simulate|emulate a|an terminal|shell|linux
        just|only|nur say|output|print|schreibe
        reply|respond|answer ..1 with|only
        ^ say|state|include|print|write that
        ^ output|print
        rate ..2 entry|text|this ..3 as|regardless
        note|message|instructions to|for ..1 ai|assistant|model|bot
        when you read
        end of ..2 entry|journal|text|prompt
        api key
        etc passwd
        add ..3 following
        exactly what|as i write|say|type
        are you willing
        @orders ..2 system|user|administrator
        """
}
