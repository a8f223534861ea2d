import Fixtures
import Foundation
import Messages
import Moments

/// The acceptance questions to the coach, asked of a stack with every service in its own process, for three made-up
/// people. Every failing question is printed with its reply; people and questions are made up.
///
/// Arguments: `--file PATH`, `--all` prints every reply.
enum QuestionsBenchmark {
    private struct Verdict {
        var wrong: [String] = []
        var isRight: Bool { wrong.isEmpty }
    }

    /// What a right reply has, in the order of the table.
    private static let checks = ["kind", "subject", "words", "numbers", "other signals", "sentences"]

    static func run(arguments: [String]) async throws {
        let place = arguments.firstIndex(of: "--file")
        let path =
            place.flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
            ?? Repository.path("Benchmarks/Coach/acceptance.jsonl")
        let cases = try QuestionCase.all(path)
        let stack = try await Stack.start()
        do {
            var (failed, counts): ([String: Int], [String: (right: Int, all: Int)]) = ([:], [:])
            for kind in QuestionPerson.Kind.allCases {
                let person = QuestionPerson(kind, now: Int(Date().timeIntervalSince1970))
                let user = try await person.move(into: stack)
                let oracle = try await oracle(person, user, stack)
                for (number, question) in cases.filter({ $0.person == kind }).enumerated() {
                    // Forty minutes apart, each question begins a conversation.
                    let at = noon(person.today) + Milliseconds(number) * 2_400_000
                    let reply = try await ask(question, user, person.today, at, stack)
                    let verdict = judge(question, reply, oracle)
                    for check in verdict.wrong { failed[check, default: 0] += 1 }
                    let group = "\(question.isGerman ? "German" : "English"), \(kind.rawValue)"
                    for name in [group, "all"] {
                        counts[name, default: (0, 0)].all += 1
                        if verdict.isRight { counts[name]?.right += 1 }
                    }
                    if !verdict.isRight || arguments.contains("--all") {
                        let wrong = verdict.isRight ? "right" : verdict.wrong.joined(separator: ", ")
                        print("\(question.id) [\(wrong)] \(question.text)\n    \(named(reply)): \(reply.coachReply)")
                    }
                }
            }
            try await stack.stop()
            report(cases.count, failed, counts)
        } catch {
            _ = try? await stack.stop()
            throw error
        }
    }

    private static func report(
        _ count: Int, _ failed: [String: Int], _ counts: [String: (right: Int, all: Int)]
    ) {
        var table = Table("Questions to the coach", ["", "right", "of", "%"])
        func row(_ name: String, _ right: Int, _ all: Int) {
            table.row(name, "\(right)", "\(all)", Table.number(100 * Double(right) / Double(max(1, all))))
        }
        for check in checks { row(check, count - (failed[check] ?? 0), count) }
        for (name, share) in counts.sorted(by: { $0.key < $1.key }) where name != "all" {
            row(name, share.right, share.all)
        }
        let (right, all) = counts["all"] ?? (0, 0)
        row("everything", right, all)
        table.print()
        Table.goal("% of the questions right", measured: 100 * Double(right) / Double(max(1, all)), atLeast: 95)
    }

    private static func noon(_ day: Day) -> Milliseconds { (Milliseconds(day.number) * 86_400 + 43_200) * 1000 }

    private static func oracle(_ person: QuestionPerson, _ user: UserID, _ stack: Stack) async throws
        -> QuestionOracle
    {
        var values: [String: [Day: Double]] = [:]
        for key in [
            "sleep", "steps", "restingHeartRate", "hrv", "nocturnalHeartRate", "respiratoryRate", "stress", "energy",
            "sleepQuality",
        ] {
            values[key] = person.values(key)
        }
        let today = person.today
        for back in stride(from: 0, to: 800, by: 400) {
            let (from, through) = (today.advanced(by: -back - 399), today.advanced(by: -back))
            let scores = try await stack.bus.request(
                ScoreHistory(user: user, from: from, through: through, today: today))
            for report in scores.scores {
                if let score = report.score { values["score", default: [:]][report.day] = score }
            }
            let metrics = try await stack.bus.request(MetricsQuery(user: user, from: from, through: through))
            for day in metrics.days {
                if let debt = day.sleepDebt { values["sleepDebt", default: [:]][day.day] = debt.value }
            }
        }
        return QuestionOracle(values: values, today: today)
    }

    private static func ask(
        _ question: QuestionCase, _ user: UserID, _ today: Day, _ at: Milliseconds, _ stack: Stack
    ) async throws -> ChatReply {
        func send(_ text: String, _ at: Milliseconds) async throws -> ChatReply {
            try await stack.bus.request(
                Chat(
                    user: user, text: text, at: at, country: question.isGerman ? "DE" : "GB", today: today,
                    language: question.isGerman ? "de" : "en", hour: 15))
        }
        for (step, text) in question.previous.enumerated() {
            _ = try await send(text, at - Milliseconds(question.previous.count - step) * 60_000)
        }
        return try await send(question.text, at)
    }

    // MARK: Judging

    /// The reply's kind as the file names kinds.
    private static func named(_ reply: ChatReply) -> String {
        if reply.level == .crisis { return "crisis" }
        if reply.level == .caution { return "caution" }
        if let kind = reply.kind { return QuestionCase.kind(kind) }
        return reply.source == .fixed ? "offtopic" : "suggestion"
    }

    private static func judge(_ question: QuestionCase, _ reply: ChatReply, _ oracle: QuestionOracle) -> Verdict {
        var verdict = Verdict()
        let kind = named(reply)
        let isSuggestion = kind == "suggestion" && !question.kinds.isDisjoint(with: ["howto", "plan", "feelings"])
        if !question.kinds.isEmpty, !question.kinds.contains(kind), !isSuggestion { verdict.wrong.append("kind") }
        if !hasSubject(question, reply) { verdict.wrong.append("subject") }
        let text = reply.coachReply.replacing("\u{202F}", with: " ").replacing("\u{A0}", with: " ")
        let card = reply.crisis.map { card in
            ([card.emergencyNumber, card.message, "emergency"] + card.lines.map { "\($0.name) \($0.phone)" })
                .joined(separator: " ")
        }
        let lower = (text + " " + (card ?? "")).lowercased()
        let found = question.must.isEmpty || question.must.contains(where: lower.contains)
        if !found || question.mustNot.contains(where: lower.contains) { verdict.wrong.append("words") }
        if let form = question.form {
            let forms = QuestionForms(oracle: oracle, question: question)
            if !forms.holds(form, text, german: reply.language == "de") { verdict.wrong.append("numbers") }
        } else if ["status", "compare", "cause"].contains(kind) {
            if !numbersHold(question, reply, kind, text, oracle) { verdict.wrong.append("numbers") }
        }
        if ["status", "compare", "howto"].contains(kind), namesOther(question, text) {
            verdict.wrong.append("other signals")
        }
        if sentences(text) > 2 { verdict.wrong.append("sentences") }
        return verdict
    }

    private static func hasSubject(_ question: QuestionCase, _ reply: ChatReply) -> Bool {
        if let chart = reply.chart, !question.subjects.isEmpty { return question.subjects.contains(chart.metric) }
        guard !question.topics.isEmpty, let moment = reply.moment.flatMap({ Moments.shipped[$0] }) else { return true }
        return question.topics.contains("\(moment.topic)")
    }

    /// Whether every number of the reply is one that the oracle computes for the days of the question; where the file
    /// names no days, for some that an answer may choose.
    private static func numbersHold(
        _ question: QuestionCase, _ reply: ChatReply, _ kind: String, _ text: String, _ oracle: QuestionOracle
    ) -> Bool {
        let words = QuestionDays(oracle.today)
        let subject = reply.chart?.metric ?? question.subjects.first ?? "score"
        // Titles of suggestions are in quotation marks.
        let plain = text.replacing(/[“„][^”“]*[”“]/, with: "")
        let shown = ShownNumber.all(in: plain, german: reply.language == "de")
        let periods = question.period.map { [words.days($0)] } ?? words.choices
        return periods.contains { days in
            let others = question.other.map { [words.days($0)] } ?? [words.usual, words.before(days)]
            return (kind == "compare" ? others : [words.usual]).contains { other in
                var allowed = oracle.status(subject, days)
                var labelled = [days, other, words.lastSeven]
                if kind == "compare" { allowed += oracle.compare(subject, days, other) }
                if kind == "cause" {
                    let day = reply.chart?.through ?? days.last
                    allowed += oracle.cause(day)
                    labelled.append(QuestionOracle.Days(first: day, last: day))
                }
                if let latest = oracle.values[subject]?.keys.max() {
                    labelled.append(QuestionOracle.Days(first: latest, last: latest))
                }
                let labels = oracle.labels(labelled)
                return shown.allSatisfy { number in
                    labels.contains(number.value) || allowed.contains(where: number.equals)
                }
            }
        }
    }

    private static let names: [(key: String, words: [String])] = [
        ("hrv", ["hrv", "heart rate variability", "herzratenvariabilität"]),
        ("restingHeartRate", ["resting heart rate", "ruhepuls"]),
        ("nocturnalHeartRate", ["night heart rate", "nachtpuls"]),
        ("respiratoryRate", ["breathing rate", "deine atmung"]), ("sleepDebt", ["sleep debt", "schlafdefizit"]),
        ("steps", [" steps", "schritte"]), ("stress", ["your stress", "dein stress"]),
        ("energy", ["your energy", "deine energie"]), ("sleep", ["you slept", "geschlafen"]),
        ("score", ["your score", "dein score"]),
    ]

    /// Whether it names a signal that the question is not about.
    private static func namesOther(_ question: QuestionCase, _ text: String) -> Bool {
        let plain = text.replacing(/[“„][^”“]*[”“]/, with: "").lowercased()
        guard !question.subjects.isEmpty else { return false }
        return names.contains { name in
            !question.subjects.contains(name.key) && name.words.contains(where: plain.contains)
        }
    }

    private static func sentences(_ text: String) -> Int {
        // Decimals, times, German dates and examples in quotation marks end no sentence.
        let plain = text.replacing(/[“„][^”“]*[”“]/, with: "x").replacing(/\d[.,]\d/, with: "1")
            .replacing(/\d+\. (?=\p{L})/, with: "1 ").replacing(
                /\b(Mo|Di|Mi|Do|Fr|Sa|So|Jan|Feb|Aug|Sept|Okt|Nov|Dez)\./, with: "x")
        return plain.split { ".!?".contains($0) }.count { $0.contains { $0.isLetter } }
    }
}
