/// The phrases of SAF-3's list in German: one row a phrase, for `GermanFrames`. Written together with the frames and
/// before any rule was changed for them.
struct GermanPhrase: Sendable {
    /// A German clause in its parts, because its verb stands in another place after an adverb and after a conjunction.
    struct Clause: Sendable {
        private let subject: String
        private let verb: String
        private let rest: String
        /// What follows the whole clause: a subordinate clause with its comma.
        private let tail: String

        /// - Parameter parts: subject, verb, rest and tail, separated by `|`.
        init(_ parts: String) {
            let parts = parts.split(separator: "|", omittingEmptySubsequences: false).map(String.init) + ["", "", ""]
            (subject, verb, rest, tail) = (parts[0], parts[1], parts[2], parts[3])
        }

        /// "ich will sterben".
        var main: String { Self.joined(subject, verb, rest) + tail }
        /// "will ich sterben", after an adverb.
        var inverted: String { Self.joined(verb, subject, rest) + tail }
        /// "ich sterben will", after a conjunction.
        var subordinate: String { Self.joined(subject, rest, verb) + tail }

        private static func joined(_ parts: String...) -> String { parts.filter { !$0.isEmpty }.joined(separator: " ") }
    }

    /// As the list names it.
    let listed: String
    /// A first-person statement of now.
    let now: Clause
    /// The same denied by its writer.
    let denied: Clause
    /// The same as something long over.
    let past: Clause
    /// The words alone, to stand in quotation marks.
    let words: String
    /// What another person says, thinks or does; without its subject.
    let others: Clause

    static let all: [GermanPhrase] = [
        .init(
            "suicide", now: "ich|denke|an Selbstmord", denied: "ich|denke|nicht an Selbstmord",
            past: "ich|habe|oft an Selbstmord gedacht",
            words: "Selbstmord ist mein einziger Ausweg", others: "|denkt|an Selbstmord"),
        .init(
            "kill myself", now: "ich|will|mich umbringen", denied: "ich|will|mich nicht umbringen",
            past: "ich|wollte|mich umbringen",
            words: "Ich will mich umbringen", others: "|will|sich umbringen"),
        .init(
            "end my life", now: "ich|werde|mein Leben beenden", denied: "ich|würde|mein Leben nie beenden",
            past: "ich|wollte|mein Leben beenden",
            words: "Ich werde mein Leben beenden", others: "|will|sein Leben beenden"),
        .init(
            "ending my life", now: "ich|überlege||, mir das Leben zu nehmen",
            denied: "ich|überlege|nicht|, mir das Leben zu nehmen",
            past: "ich|habe|überlegt|, mir das Leben zu nehmen", words: "Ich will mir das Leben nehmen",
            others: "|redet|davon|, sich das Leben zu nehmen"),
        .init(
            "want to die", now: "ich|will|sterben", denied: "ich|will|nicht sterben", past: "ich|wollte|sterben",
            words: "Ich will sterben",
            others: "|sagt||, dass er sterben will"),
        .init(
            "wish I were dead", now: "ich|wünschte||, ich wäre tot", denied: "ich|wünsche|mir nicht|, tot zu sein",
            past: "ich|wünschte|mir|, tot zu sein",
            words: "Ich wünschte, ich wäre tot", others: "|wünscht|sich|, tot zu sein"),
        .init(
            "better off dead", now: "es|wäre|besser|, wenn ich tot wäre",
            denied: "ich|glaube|nicht|, dass es besser wäre, wenn ich tot wäre",
            past: "ich|dachte||, es wäre besser, wenn ich tot wäre", words: "Tot wäre ich besser dran",
            others: "|meint||, es wäre besser, wenn er tot wäre"),
        .init(
            "no reason to live", now: "ich|habe|keinen Grund mehr zu leben",
            denied: "es|stimmt|nicht|, dass ich keinen Grund mehr zu leben habe",
            past: "ich|hatte|keinen Grund mehr zu leben", words: "Ich habe keinen Grund zu leben",
            others: "|sagt||, dass sie keinen Grund mehr zu leben hat"),
        .init(
            "not worth living", now: "mein Leben|ist|nicht mehr lebenswert",
            denied: "ich|finde|nicht|, dass mein Leben nicht mehr lebenswert ist",
            past: "mein Leben|war|für mich nicht mehr lebenswert", words: "Das Leben ist nicht lebenswert",
            others: "|findet|sein Leben nicht mehr lebenswert"),
        .init(
            "don't want to be here", now: "ich|will|nicht mehr da sein",
            denied: "es|ist|nicht so|, dass ich nicht mehr da sein will",
            past: "ich|wollte|nicht mehr da sein", words: "Ich will nicht mehr da sein",
            others: "|sagt||, dass er nicht mehr da sein will"),
        .init(
            "can't go on", now: "ich|kann|nicht mehr weiterleben",
            denied: "ich|habe|nie gesagt|, dass ich nicht mehr weiterleben kann",
            past: "ich|hatte|das Gefühl|, nicht mehr weiterleben zu können", words: "Ich kann nicht mehr weiterleben",
            others: "|hat|uns gesagt|, dass er nicht mehr weiterleben kann"),
        .init(
            "no way out", now: "ich|sehe|keinen Ausweg mehr",
            denied: "ich|glaube|nicht|, dass es keinen Ausweg mehr gibt", past: "ich|sah|keinen Ausweg mehr",
            words: "Es gibt keinen Ausweg", others: "|sieht|keinen Ausweg mehr"),
        .init(
            "self-harm", now: "ich|verletze|mich selbst", denied: "ich|verletze|mich nicht selbst",
            past: "ich|habe|mich selbst verletzt",
            words: "Ich verletze mich selbst", others: "|verletzt|sich selbst"),
        .init(
            "hurt myself", now: "ich|will|mir wehtun", denied: "ich|will|mir nicht wehtun",
            past: "ich|wollte|mir wehtun", words: "Ich will mir wehtun",
            others: "|will|sich wehtun"),
        .init(
            "cut myself", now: "ich|will|mich ritzen", denied: "ich|will|mich nicht ritzen",
            past: "ich|wollte|mich ritzen", words: "Ich will mich ritzen",
            others: "|will|sich ritzen"),
        .init(
            "cutting myself", now: "ich|ritze|mich", denied: "ich|ritze|mich nicht", past: "ich|habe|mich geritzt",
            words: "Ich ritze mich",
            others: "|ritzt|sich"),
        .init(
            "overdose", now: "ich|will|eine Überdosis nehmen", denied: "ich|will|keine Überdosis nehmen",
            past: "ich|habe|einmal eine Überdosis genommen",
            words: "Ich nehme eine Überdosis", others: "|will|eine Überdosis nehmen"),
        .init(
            "take all the pills", now: "ich|will|alle Tabletten nehmen", denied: "ich|will|nicht alle Tabletten nehmen",
            past: "ich|wollte|einmal alle Tabletten nehmen", words: "Ich will alle Tabletten nehmen",
            others: "|will|alle Tabletten nehmen"),
        .init(
            "hang myself", now: "ich|werde|mich erhängen", denied: "ich|werde|mich nicht erhängen",
            past: "ich|wollte|mich erhängen",
            words: "Ich werde mich erhängen", others: "|will|sich erhängen"),
        .init(
            "jump off", now: "ich|will|von einer Brücke springen", denied: "ich|will|nicht von einer Brücke springen",
            past: "ich|wollte|einmal von einer Brücke springen", words: "Ich will von einer Brücke springen",
            others: "|will|von einer Brücke springen"),
    ]

    init(_ listed: String, now: String, denied: String, past: String, words: String, others: String) {
        (self.listed, self.now, self.denied, self.past) = (listed, Clause(now), Clause(denied), Clause(past))
        (self.words, self.others) = (words, Clause(others))
    }
}
