import Bus
import Dispatch
import Foundation
import Language
import LocalModel
import Logging
import Messages
import Moments
import Synchronization

@testable import Coaching
@testable import Storage

/// A coaching service on a real database, with the other services simulated in process.
final class World: Sendable {
    let directory: String
    let store: Store
    let others = Others()
    let coaching: CoachingService
    let user = UserID.random()
    let events = Mutex<[CommittedEvent]>([])

    /// 2026-05-04T08:00Z, a Monday.
    static let at: Milliseconds = 1_777_881_600_000
    static let day = Day(number: 20_577)
    static let hour: Milliseconds = 3_600_000

    init(embedder: any SentenceEmbedder = HashingEmbedder(), model: LocalModel? = nil) async throws {
        directory = NSTemporaryDirectory() + "/pulsum-coaching-" + EntityID.random().description
        let key = try MasterKey.loadOrCreate(path: directory + "/master.key")
        store = try Store(
            path: directory + "/coaching.sqlite", service: .coaching, key: key, migrations: Schema.migrations)
        coaching = try await CoachingService(
            store: store, bus: others, log: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
            embedder: embedder, model: model)
        store.onCommit { [weak self] new in self?.events.withLock { $0 += new } }
    }

    /// Opens the same database as a second process would.
    func another() throws -> Store {
        try Store(
            path: directory + "/coaching.sqlite", service: .coaching,
            key: try MasterKey.loadOrCreate(path: directory + "/master.key"),
            migrations: Schema.migrations)
    }

    /// Holds another process's write transaction open while `body` runs.
    func whileLocked<T: Sendable>(_ body: () async throws -> T) async throws -> T {
        let other = try another()
        let end = DispatchSemaphore(value: 0)
        let (locked, isLocked) = AsyncStream.makeStream(of: Void.self)
        let writing = Task {
            try await other.write { _ in
                isLocked.finish()
                end.wait()
            }
        }
        for await _ in locked {}
        let result: T
        do {
            result = try await body()
        } catch {
            end.signal()
            throw error
        }
        end.signal()
        _ = try await writing.value
        return result
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    func told(_ type: MessageType) -> Int { events.withLock { $0.count { $0.type == type } } }

    /// The verdicts that a consumer hears of.
    func verdicts(to consumer: ServiceName = .scoring) async throws -> [CrisisChanged] {
        try await store.read { [user] transaction in
            let rows = try transaction.rows(
                "SELECT sequence, id, type, sealed FROM storage_outbox WHERE consumer = ? ORDER BY sequence", [consumer]
            )
            let key = try transaction.dataKey(user)
            return try rows.compactMap { row in
                guard key.show(try row["type"], of: try row["id"]) == CrisisChanged.type.rawValue else { return nil }
                let sequence: Int64 = try row["sequence"]
                return try transaction.open(
                    CrisisChanged.self, row["sealed"], user: user, table: "storage_outbox",
                    row: "\(consumer)/\(sequence)")
            }
        }
    }

    func state() async throws -> CoachState {
        try await store.read { [user] in try CoachRows(user: user, transaction: $0).state() }
    }

    func ownCount() async throws -> Int {
        try await store.read { [user] in try OwnMomentRows(user: user, transaction: $0).count() }
    }

    func say(
        _ text: String, at: Milliseconds = World.at, country: String = "US", hour: Int32? = nil,
        id: RequestID = .random()
    ) async throws -> ChatReply {
        try await coaching.chat(Chat(user: user, text: text, at: at, country: country, hour: hour), id: id)
    }

    func cards(at: Milliseconds = World.at, country: String? = "DE") async throws -> CardsQuery.Reply {
        try await coaching.cards(CardsQuery(user: user, at: at, country: country))
    }

    /// The cards at an hour of a day in UTC.
    func cards(_ day: Day, hour: Int32, language: String = "en", isOutward: Bool = false) async throws
        -> CardsQuery.Reply
    {
        let query = CardsQuery(
            user: user, at: World.at(day, hour: hour), country: "DE", today: day, language: language, hour: hour)
        return try await coaching.cards(isOutward ? query.outward() : query)
    }

    static func at(_ day: Day, hour: Int32) -> Milliseconds {
        at + Milliseconds(World.day.distance(to: day)) * 24 * World.hour + Milliseconds(hour - 8) * World.hour
    }

    func answer(
        _ moment: String, _ action: CardFeedback.Action, at: Milliseconds = World.at, day: Day = World.day,
        hour: Int32 = 9, countsStreak: Bool? = true, id: RequestID = .random()
    ) async throws -> CardFeedback.Reply {
        try await coaching.feedback(
            CardFeedback(
                user: user, moment: moment, action: action, at: at, day: day, hour: hour, countsStreak: countsStreak),
            id: id)
    }

    func hear(score: Double? = 60, revision: UInt64 = 1, _ levels: [(Signal, Double)], context: [ContextFlag] = [])
        async throws
    {
        let event = ScoreUpdated(
            user: user, revision: revision, report: ScoreReport(day: World.day, status: .final, score: score),
            signals: levels.map { SignalLevel(signal: $0.0, z: $0.1, contribution: 0) }, revisedFrom: World.day,
            context: context)
        try await store.write { [coaching] in try coaching.apply(event, $0) }
    }

    func hear(
        journal level: Verdict.Level, entry: EntityID = .random(), revision: UInt64 = 1, at: Milliseconds = World.at,
        deleted: Bool = false,
        reason: Verdict.Reason? = nil
    ) async throws {
        let event = JournalEntryChanged(
            user: user, entry: entry, revision: revision, day: World.day, at: at, sentiment: nil, level: level,
            deleted: deleted, reason: reason)
        try await store.write { [coaching] in try coaching.apply(event, $0) }
    }
}

extension World {
    /// A kind of which nothing came.
    static func empty(_ kind: String) -> KindInfo {
        KindInfo(kind: kind, group: "heart", unit: "", shape: "quantity", rule: "mean", levels: [], isOfBody: false)
    }
}

/// Simulates safety, gateway and API, and records their requests.
final class Others: Requesting {
    private struct Answers {
        var verdict: Verdict? = Verdict(level: .safe)
        var later: Verdict?
        var phrase: PhraseReply? = PhraseReply(gate: "consent")
        var phrases: [Phrase] = []
        var scores: [Day: Double] = [:]
        var goals: (GoalsQuery.Reply, MeasuresQuery.Reply, ActionsQuery.Reply)?
        var workouts: [WorkoutSum]?
        var kinds: (info: KindInfo, days: [KindDay])?
        var hidesNumbers = false
        var flags: [Day: [ContextFlag]]?
        var sleep: [Day: Double] = [:]
        var asked: [MessageType] = []
        var isSlow = false
        var held: [CheckedContinuation<Void, Never>] = []
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let answers = Mutex(Answers())

    /// nil: safety is down.
    func judge(_ verdict: Verdict?) { answers.withLock { $0.verdict = verdict } }
    /// One verdict for the next text, and another for those after it.
    func judge(_ verdict: Verdict, then later: Verdict) {
        answers.withLock { answers in
            answers.verdict = verdict
            answers.later = later
        }
    }
    /// nil: the gateway is down.
    func phrase(_ reply: PhraseReply?) { answers.withLock { $0.phrase = reply } }
    /// Scores by day; without any the scoring service is down.
    func score(_ scores: [Day: Double]) { answers.withLock { $0.scores = scores } }
    /// The replies of the goals service; without any it is down.
    func goals(_ goals: GoalsQuery.Reply, _ measures: MeasuresQuery.Reply, _ actions: ActionsQuery.Reply) {
        answers.withLock { $0.goals = (goals, measures, actions) }
    }
    /// The workouts that ingestion knows; nil: it is down.
    func workouts(_ sums: [WorkoutSum]?) { answers.withLock { $0.workouts = sums } }
    /// The days of a kind of health data that ingestion has, and whether plans hide the person's numbers.
    func kind(_ info: KindInfo, _ days: [KindDay], hidesNumbers: Bool = false) {
        answers.withLock { answers in
            answers.kinds = (info, days)
            answers.hidesNumbers = hidesNumbers
        }
    }
    /// What the person noted about days; without any the scoring service does not say.
    func note(_ flags: [Day: [ContextFlag]]) { answers.withLock { $0.flags = flags } }
    /// Seconds of sleep by day.
    func sleep(_ nights: [Day: Double]) { answers.withLock { $0.sleep = nights } }
    /// Makes the gateway's replies wait for `release`.
    func hold() { answers.withLock { $0.isSlow = true } }
    func release() {
        let held = answers.withLock { answers in
            answers.isSlow = false
            defer { answers.held = [] }
            return answers.held
        }
        for continuation in held { continuation.resume() }
    }
    /// Returns once the gateway has received a request.
    func phrased() async {
        await withCheckedContinuation { continuation in
            let isThere = answers.withLock { answers in
                if answers.phrases.isEmpty { answers.waiting.append(continuation) }
                return !answers.phrases.isEmpty
            }
            if isThere { continuation.resume() }
        }
    }
    private func pass() async {
        await withCheckedContinuation { continuation in
            let passes = answers.withLock { answers in
                if answers.isSlow { answers.held.append(continuation) }
                return !answers.isSlow
            }
            if passes { continuation.resume() }
        }
    }

    var phrases: [Phrase] { answers.withLock(\.phrases) }
    var asked: [MessageType] { answers.withLock(\.asked) }

    func request<R: BusRequest>(_ request: R, to service: ServiceName?, id: RequestID, budget: Duration?) async throws
        -> R.Reply
    {
        let reply: (any Message)? = answers.withLock { answers in
            answers.asked.append(R.type)
            switch request {
            case is Classify:
                defer { if let later = answers.later { (answers.verdict, answers.later) = (later, nil) } }
                return answers.verdict
            case let phrase as Phrase:
                answers.phrases.append(phrase)
                for continuation in answers.waiting { continuation.resume() }
                answers.waiting = []
                return answers.phrase
            case let history as ScoreHistory where !answers.scores.isEmpty:
                let days = answers.scores.filter { $0.key >= history.from && $0.key <= history.through }
                return ScoreHistory.Reply(
                    scores: days.sorted { $0.key < $1.key }.map {
                        ScoreReport(day: $0.key, status: .final, score: $0.value)
                    })
            case let query as DayContextsQuery:
                return answers.flags.map { flags in
                    DayContextsQuery.Reply(
                        days: flags[query.from].map { [DayContext(day: query.from, flags: $0)] } ?? [], lasting: [])
                }
            case let query as MetricsQuery where !answers.sleep.isEmpty:
                var metrics = DailyMetrics(day: query.from)
                metrics.sleep = answers.sleep[query.from].map { MetricValue($0, .asleep) }
                return MetricsQuery.Reply(days: [metrics])
            case is GoalsQuery: return answers.goals?.0
            case is MeasuresQuery: return answers.goals?.1
            case is ActionsQuery: return answers.goals?.2
            case is PlanNumbers: return PlanNumbers.Reply(numbersHidden: answers.hidesNumbers, revision: 0)
            case let query as KindDaysQuery:
                guard let kind = answers.kinds, kind.info.kind == query.kind else {
                    return KindDaysQuery.Reply(info: World.empty(query.kind), days: [])
                }
                return KindDaysQuery.Reply(
                    info: kind.info, days: kind.days.filter { (query.from...query.through).contains($0.day) })
            case is WorkoutSums: return answers.workouts.map { WorkoutSums.Reply(sums: $0) }
            default: return nil
            }
        }
        if request is Phrase { await pass() }
        guard let reply = reply as? R.Reply else { throw ServiceError(.unavailable, "Nobody answers \(R.type).") }
        return reply
    }

    static func card(country: String) -> CrisisCard {
        CrisisCard(
            title: "Help", message: "Call.", emergencyNumber: country == "US" ? "911" : "112",
            lines: [CrisisCard.Line(name: "Lifeline", phone: "988", text: "", url: "https://988lifeline.org")],
            disclaimer: "Not a substitute.",
            country: country,
            checkedOn: World.day)
    }

    static let crisis = Verdict(level: .crisis, reason: .selfHarm, rules: ["test"], card: card(country: "US"))
    static let caution = Verdict(level: .caution, reason: .distress, rules: ["test"])
}

/// An embedder whose model disappears after the library was embedded.
final class BrokenEmbedder: SentenceEmbedder {
    let name = "hashing-1"
    let dimensions = 384
    private let calls = Mutex(0)
    struct Broken: Error {}

    func read(_ texts: [String]) throws -> [SentenceReading] {
        guard
            calls.withLock({ calls in
                calls += 1
                return calls == 1
            })
        else { throw Broken() }
        return HashingEmbedder().read(texts)
    }
}

/// Counts sentences as a reader does.
func sentences(_ text: String) -> Int {
    text.split { ".!?".contains($0) }.count { $0.contains { $0.isLetter } }
}

let library = #"""
    [{"episodeNumber": 3, "episodeTitle": "Mine", "recommendations": [
      {"recommendation": "Juggle three lemons", "microActivity": "Juggle. Then stop!", "timeToComplete": "5 min", "category": "goals"},
      {"recommendation": "Sing in the shower", "timeToComplete": "3 min", "category": "mood", "researchLink": "https://www.nature.com/x"},
      {"shortDescription": "no act"}
    ]}]
    """#
