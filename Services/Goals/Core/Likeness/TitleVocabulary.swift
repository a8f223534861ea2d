/// The English vocabulary of titles: what words mean the same, exclude each other or carry no meaning of their own. All
/// words are folded.
enum TitleVocabulary {
    /// A word's place in one of `groups`: words of one group and member are synonyms, words of one group and different
    /// members exclude each other.
    struct Place: Hashable, Sendable {
        var group: Int
        var member: Int
    }

    /// The places of a word, also of one that is a form of a listed word.
    static func places(_ word: String) -> [Place] {
        if let places = known[word] { return places }
        guard let head = head(word) else { return [] }
        return forms[head]?.first { isForm(word, $0.word) }?.places ?? []
    }

    /// Words that titles about different things have in common.
    static let function = set(
        """
        a an the my our your his her their its to of on at in for with per and or from that some is it as into out about \
        by than me i myself up down each every this these those all any not no
        """)

    /// Words without a meaning of their own, in English and German.
    static let empty = set(
        """
        a an the my our your to of on at in for with go going get do doing take have having per and from be how more \
        every each this that some is it up down consumption intake amount cut reduce limit fewer times time daily weekly \
        monthly yearly less \
        der die das den dem ein eine einen einer einem mein meine meinen und mit im am an auf zu zum zur von vom in \
        pro jeden jede jedes mehr weniger mal machen gehen tag woche
        """)

    /// Words around a thing that is wanted, such as “learn to …” and “regularly”: of two titles with the same of these,
    /// only the other words tell whether they are one thing.
    static let light = set(
        """
        learn study practise practice improve start begin try make keep work become being stay use finish complete \
        work hold own make being better good well best really very finally regularly often always new all any \
        habit routine myself me i as or into out about by than enough bit little lot much many
        """)

    /// Whether a word says that a title is about less of something: `no`, `quit`, `reducing`.
    static func isLess(_ word: String) -> Bool { less.contains(word) || isForm(word, of: lessVerbs) }

    /// Whether a word says that a title is about more of something: `more`, `started`.
    static func isMore(_ word: String) -> Bool { word == "more" || isForm(word, of: moreVerbs) }

    private static func isForm(_ word: String, of verbs: Set<String>) -> Bool {
        let present = present(word)
        return verbs.contains(present) || verbs.contains { isForm(present, $0) }
    }

    private static let less = set("less fewer no not without never don't dont can't cannot instead none neither")
    private static let lessVerbs = set(
        """
        reduce cut stop quit lose limit decrease avoid drop lower minimise minimize end refuse decline skip eliminate
        """)
    private static let moreVerbs = set("start begin increase gain raise add boost build")

    // MARK: Forms of words

    /// Whether two words are forms of one: `swim`, `swimming`; `meditate`, `meditation`.
    static func isForm(_ one: String, _ other: String) -> Bool {
        if one == other { return true }
        guard one.utf8.prefix(headLength).elementsEqual(other.utf8.prefix(headLength)) else { return false }
        let (short, long) = one.utf8.count <= other.utf8.count ? (one, other) : (other, one)
        if short.utf8.count >= 3, long.hasPrefix(short), endings.contains(String(long.dropFirst(short.count))) {
            return true
        }
        let common = zip(short, long).prefix { $0 == $1 }.count
        return common >= 5 && short.count - common <= 2 && long.count - common <= 4
    }

    /// The plain form of an irregular one, such as `ran` or `riding`; other words unchanged.
    static func present(_ word: String) -> String { irregular[word] ?? word }

    /// Bytes that two forms of a word have in common at least.
    private static let headLength = 3

    private static func head(_ word: String) -> String? {
        word.utf8.count >= headLength ? String(decoding: word.utf8.prefix(headLength), as: UTF8.self) : nil
    }

    private static let endings: Set = [
        "s", "es", "ed", "d", "ing", "er", "ers", "ly", "ning", "ming", "ging", "ping", "ting", "ned", "med", "ged",
        "ped", "ted",
    ]

    private static let irregular = pairs(
        """
        ran run, went go, did do, made make, took take, got get, had have, bought buy, sold sell, spent spend, ate eat, \
        slept sleep, met meet, saw see, built build, grew grow, drank drink, gave give, sang sing, drew draw, \
        taught teach, thought think, won win, lost lose, paid pay, kept keep, left leave, fed feed, spoke speak, \
        began begin, wore wear, threw throw, caught catch, brought bring, rang ring, woke wake, sent send, \
        learnt learn, lent lend, held hold, swam swim, rode ride, drove drive, wrote write, flew fly, rose rise, \
        told tell, felt feel, found find, sat sit, stood stand, said say, swept sweep, hung hang, dug dig, \
        knitted knit, cycling cycle, biking bike, riding ride, writing write, making make, having have, taking take, losing lose, \
        driving drive, dancing dance, skating skate, baking bake, racing race, hiking hike
        """)

    // MARK: Phrases

    /// Phrases that one word says as well; the longer ones first.
    static let phrases: [(phrase: [String], word: String)] = {
        let list = """
            give up: quit, gave up: quit, giving up: quit, cut down: reduce, cut back: reduce, cutting down: reduce, \
            cutting back: reduce, put aside: save, put away: save, set aside: save, get rid of: declutter, \
            throw away: declutter, throw out: declutter, clear out: declutter, clean out: declutter, get up: wake, \
            wake up: wake, got up: wake, go to bed: bedtime, get to bed: bedtime, \
            take up: start, hand in: submit, turn in: submit, bring down: lower, look after: care, take care of: care, \
            keep in touch: contact, stay in touch: contact, keep in contact: contact, stay in contact: contact, \
            sign up for: join, be part of: join, pay off: repay, pay back: repay, every day: daily, each day: daily, \
            a day: daily, per day: daily, every week: weekly, each week: weekly, a week: weekly, per week: weekly, \
            every month: monthly, each month: monthly, a month: monthly, per month: monthly, every year: yearly, \
            each year: yearly, a year: yearly, per year: yearly, go for a run: run, go for a walk: walk, \
            go for a swim: swim, take a walk: walk, work out: exercise, working out: exercise, worked out: exercise, \
            piece of: piece, have a look: look, be able to: can, how to: to, go to: attend, went to: attend, going to: attend, rather than: instead, \
            at most: limit, no more than: limit, push ups: pushups, push up: pushups, press ups: pushups, \
            press up: pushups, pull ups: pullups, pull up: pullups, chin ups: pullups, chin up: pullups, \
            sit ups: situps, sit up: situps
            """
        return list.split(separator: ",").compactMap { entry in
            let parts = entry.split(separator: ":")
            guard parts.count == 2, let word = parts[1].split(separator: " ").first else { return nil }
            return (parts[0].split(separator: " ").map(String.init), String(word))
        }.sorted { $0.phrase.count > $1.phrase.count }
    }()

    // MARK: Groups

    /// Members of a group are separated by spaces, synonyms by slashes.
    private static let groups: [String] = [
        "daily weekly monthly yearly/annual", "morning noon/midday afternoon evening/night/nightly",
        "monday tuesday wednesday thursday friday saturday sunday", "weekday/weekdays weekend/weekends",
        "breakfast lunch dinner/supper snack",
        """
        mum/mom/mother dad/father grandma/grandmother/granny grandpa/grandfather sister brother son daughter \
        wife husband aunt uncle parents grandparents friends family colleagues neighbours
        """,
        "run/jog walk swim cycle/bike/ride row drive hike ski climb stretch skate dance",
        "push/pushups pull/pullups sit/situps squat plank lunge burpee deadlift bench",
        "read write/publish watch listen draw paint sing", "cook eat bake", "buy/purchase sell rent",
        "call/phone/ring visit/see text/message email feed meet", "save/aside spend earn borrow donate",
        "gain lose keep maintain", "start/begin stop/quit/end", "start/begin finish/complete",
        "more/increase less/reduce/cut/limit/fewer/decrease", "before after", "open close", "lend borrow",
        "teach learn/study", "accept refuse/decline", "home office", "win lose",
        "early late", "earlier later", "hot cold", "indoor outdoor", "first second third", "walk feed",
        "kitchen bathroom bedroom garage garden house basement attic office car cellar balcony",
        "guitar piano violin drums cello flute saxophone trumpet ukulele clarinet",
        """
        spanish french german italian japanese chinese english portuguese russian korean arabic dutch swedish polish \
        latin greek turkish hindi
        """,
        "swift rust python java javascript kotlin ruby go haskell", "tennis football chess golf basketball volleyball",
        """
        water coffee tea alcohol/beer/wine sugar meat fruit/fruits vegetables/vegetable salt bread milk chocolate \
        fish soda
        """,
        "smoking drinking gambling swearing", "novel poem story essay diary/journal article thesis taxes blog",
        "learn/study/practise/practice", "organise/organize/tidy/declutter/clear/sort", "fix/repair/mend",
        "finish/complete", "build/make/create", "healthy/healthier", "euros dollars pounds",
        "magnesium iron zinc calcium vitamin/vitamins", "quit/stop/end", "wake bedtime", "submit", "contact",
        "bike/bicycle", "tv/television", "film/movie", "doctor/gp/physician", "photo/photograph/picture",
        "child/children/kid/kids", "exercise/workout/train/training", "trip/travel/journey", "holiday/vacation",
        "flat/apartment", "lift/elevator", "maths/math", "colleague/coworker", "boss/manager",
        "fridge/refrigerator", "rubbish/trash/garbage",
        "licence/license", "salary/pay/wage", "rise/raise", "job/position", "launch/start",
        "relocate/move", "relax/rest/unwind", "clothes/clothing/laundry", "wash/clean",
        "stairs/steps", "happy/happiness/joy",
        "fair/fairness/justice", "safe/safety/security", "learning/education",
    ]

    private static let known: [String: [Place]] = {
        var known: [String: [Place]] = [:]
        for (group, members) in groups.enumerated() {
            for (member, words) in members.split(separator: " ").enumerated() {
                for word in words.split(separator: "/") {
                    known[String(word), default: []].append(Place(group: group, member: member))
                }
            }
        }
        return known
    }()

    /// The listed words by their first bytes, longer words first, in a fixed order.
    private static let forms: [String: [(word: String, places: [Place])]] = {
        let sorted = known.map { (word: $0.key, places: $0.value) }.sorted {
            ($1.word.count, $0.word) < ($0.word.count, $1.word)
        }
        return Dictionary(grouping: sorted) { head($0.word) ?? "" }
    }()

    private static func set(_ list: String) -> Set<String> { Set(list.split(separator: " ").map(String.init)) }

    private static func pairs(_ list: String) -> [String: String] {
        var pairs: [String: String] = [:]
        for entry in list.split(separator: ",") {
            let words = entry.split(separator: " ").map(String.init)
            if words.count == 2 { pairs[words[0]] = words[1] }
        }
        return pairs
    }
}
