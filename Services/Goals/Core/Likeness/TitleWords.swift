/// The words of an English title, without those that carry no meaning of their own.
struct TitleWords: Equatable, Sendable {
    private let content: [String]
    /// For each contrast that occurs, the members that occur.
    private let contrasts: [Int: Set<Int>]
    private let isLess: Bool

    init(_ words: [String]) {
        let words = Self.periods(words)
        content = words.filter { !Self.empty.contains($0) }
        var contrasts: [Int: Set<Int>] = [:]
        for word in words {
            for (group, member) in Self.places(word) { contrasts[group, default: []].insert(member) }
        }
        self.contrasts = contrasts
        isLess = words.contains { Self.less.contains($0) }
    }

    /// Whether the titles name different members of one contrast, or only one of them is about less of something.
    func contradicts(_ other: TitleWords) -> Bool {
        isLess != other.isLess
            || contrasts.contains { group, members in
                other.contrasts[group].map { members.isDisjoint(with: $0) } ?? false
            }
    }

    /// How the words of two titles differ, without order, forms of words and synonyms.
    enum Difference {
        /// “House cleaning”, “clean the house”.
        case none
        /// One word stands for another, and some are shared: “open a bakery”, “visit a bakery”.
        case oneWord
        case more
    }

    func difference(from other: TitleWords) -> Difference {
        let own = content.filter { !other.has($0) }
        let foreign = other.content.filter { !has($0) }
        switch (own.count, foreign.count) {
        case (0, 0) where !content.isEmpty && !other.content.isEmpty: return .none
        case (1, 1) where content.count > 1: return .oneWord
        default: return .more
        }
    }

    /// The words of this title that the other has too, each once, in order.
    func shared(with other: TitleWords) -> [String] {
        var shared: [String] = []
        for word in content where other.has(word) && !shared.contains(word) { shared.append(word) }
        return shared
    }

    private func has(_ word: String) -> Bool {
        content.contains { Self.isForm(word, $0) || Self.isSynonym(word, $0) }
    }

    // MARK: Forms of words

    /// Whether two words are forms of one: `swim`, `swimming`; `meditate`, `meditation`.
    static func isForm(_ one: String, _ other: String) -> Bool {
        if one == other { return true }
        let (short, long) = one.utf8.count <= other.utf8.count ? (one, other) : (other, one)
        if short.utf8.count >= 3, long.hasPrefix(short), endings.contains(String(long.dropFirst(short.count))) {
            return true
        }
        let common = zip(short, long).prefix { $0 == $1 }.count
        return common >= 5 && short.count - common <= 2 && long.count - common <= 4
    }

    private static let endings: Set = [
        "s", "es", "ed", "d", "ing", "er", "ers", "ly", "ning", "ming", "ging", "ping", "ting",
    ]

    private static func isSynonym(_ one: String, _ other: String) -> Bool {
        let places = places(other)
        return Self.places(one).contains { place in places.contains { $0 == place } }
    }

    /// “every day”, “each day”, “a day” and “per day” are “daily”.
    private static func periods(_ words: [String]) -> [String] {
        let names = ["day": "daily", "week": "weekly", "month": "monthly", "year": "yearly"]
        var result: [String] = []
        for word in words {
            guard let name = names[word], let before = result.last, ["every", "each", "a", "per"].contains(before)
            else {
                result.append(word)
                continue
            }
            result[result.count - 1] = name
        }
        return result
    }

    private static let empty = Set(
        """
        a an the my our your to of on at in for with go going get do doing take have having per and from be how more \
        every each this that some is it up down consumption intake amount cut reduce limit fewer times time daily weekly monthly yearly less \
        der die das den dem ein eine einen einer einem mein meine meinen und mit im am an auf zu zum zur von vom in \
        pro jeden jede jedes mehr weniger mal machen gehen tag woche
        """.split(separator: " ").map(String.init))

    private static let less = Set(
        """
        less fewer reduce cut stop quit lose limit decrease avoid no not without never drop lower minimise minimize
        """.split(separator: " ").map(String.init))

    // MARK: Contrasts

    /// The contrasts that a word belongs to, by number, with its place in each.
    private static func places(_ word: String) -> [(group: Int, member: Int)] {
        known[word] ?? forms.first { isForm(word, $0.word) }?.places ?? []
    }

    /// Things of which a title that names one does not mean another. Words joined by slashes are synonyms.
    private static let groups: [String] = [
        "daily weekly monthly yearly/annual", "morning noon/midday afternoon evening night/nightly",
        "monday tuesday wednesday thursday friday saturday sunday",
        "breakfast lunch dinner/supper snack",
        """
        mum/mom/mother dad/father grandma/grandmother/granny grandpa/grandfather sister brother son daughter \
        wife husband aunt uncle parents grandparents friends family colleagues neighbours
        """,
        "run/jog walk swim cycle/bike/ride row drive hike ski climb stretch skate dance",
        "push pull sit squat plank lunge burpee deadlift",
        "read write/publish watch listen draw paint sing", "cook eat bake", "buy/purchase sell rent",
        "call/phone/ring visit/see text/message email feed meet", "save/aside spend earn borrow donate",
        "gain lose keep maintain", "start/begin stop/quit", "start/begin finish/complete",
        "more/increase less/reduce/cut/limit/fewer", "before after",
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
        "learn/study/practise/practice", "organise/organize/tidy/declutter/clear", "fix/repair/mend", "finish/complete",
        "build/make", "healthy/healthier", "euros dollars pounds", "magnesium iron zinc calcium vitamin/vitamins",
    ]

    private static let known: [String: [(group: Int, member: Int)]] = {
        var known: [String: [(group: Int, member: Int)]] = [:]
        for (group, members) in groups.enumerated() {
            for (member, words) in members.split(separator: " ").enumerated() {
                for word in words.split(separator: "/") { known[String(word), default: []].append((group, member)) }
            }
        }
        return known
    }()
    /// Longer words first, in a fixed order.
    private static let forms = known.map { (word: $0.key, places: $0.value) }.sorted {
        ($1.word.count, $0.word) < ($0.word.count, $1.word)
    }
}
