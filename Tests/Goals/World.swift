import Bus
import Foundation
import Logging
import Messages
import Synchronization

@testable import Goals
@testable import Storage

/// A goals service on a scratch database, with a bus whose safety service gives the verdict a test sets.
final class World: Sendable {
    static let ada = UserID(high: 1, low: 1)
    static let ben = UserID(high: 2, low: 2)
    static let now: Milliseconds = 1_790_000_000_000
    static let start = Day(number: 20_700)

    let directory: String
    let store: Store
    let bus = FakeBus()
    let time = Mutex<Milliseconds>(World.now)

    init() throws {
        directory = NSTemporaryDirectory() + "goals-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        store = try Self.store(in: directory)
    }

    static func store(in directory: String, key: String? = nil) throws -> Store {
        try Store(
            path: directory + "/goals.sqlite", service: .goals,
            key: try MasterKey.loadOrCreate(path: (key ?? directory) + "/master.key"), migrations: Schema.migrations)
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    var service: GoalsService {
        GoalsService(
            store: store, bus: bus, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            now: { self.time.withLock { $0 } })
    }

    // MARK: Things of a person

    @discardableResult
    func measure(_ unit: String = "km", _ kind: MeasureKind = .distance, of user: UserID = World.ada) async throws
        -> EntityID
    {
        let content = MeasureContent(title: "Measure in \(unit)", unit: unit, kind: kind)
        return try await service.save(SaveMeasure(user: user, content: content), id: .random()).measure.facts.id
    }

    @discardableResult
    func value(_ title: String = "Health", priority: Int32? = nil, of user: UserID = World.ada) async throws -> EntityID
    {
        let content = ValueContent(title: title, priority: priority)
        return try await service.save(SaveValue(user: user, content: content), id: .random()).value.facts.id
    }

    @discardableResult
    func term(_ start: Day = World.start, of user: UserID = World.ada) async throws -> EntityID {
        try await service.save(SaveTerm(user: user, content: TermContent(start: start)), id: .random()).term.facts.id
    }

    @discardableResult
    func goal(_ content: GoalContent, of user: UserID = World.ada) async throws -> EntityID {
        try await service.save(SaveGoal(user: user, content: content), id: .random()).goal.facts.id
    }

    /// A goal that counts in one measure.
    @discardableResult
    func goal(_ title: String = "Run", in measure: EntityID, _ target: Double = 1, days: Int = 7) async throws
        -> EntityID
    {
        try await goal(
            GoalContent(
                title: title, start: Self.start, target: Self.start.advanced(by: days),
                targets: [MeasureTarget(measure: measure, value: target)]))
    }

    @discardableResult
    func action(_ content: ActionContent, on day: Day = World.start, of user: UserID = World.ada) async throws
        -> EntityID
    {
        try await service.save(SaveAction(user: user, content: content, day: day), id: .random()).action.facts.id
    }

    /// The present of a person in UTC.
    func asOf() -> AsOf {
        let at = time.withLock { $0 }
        return AsOf(at: at, today: Day(number: Int32(at / 86_400_000)))
    }

    /// Everything that the service keeps of a person, and the number of rows of each of its tables.
    func state(of user: UserID = World.ada) async throws -> State { try await State(store, user) }
}

/// What a person sees, and how many rows there are.
struct State: Equatable, Sendable {
    var goals: [Goal]
    var terms: [Term]
    var actions: [Action]
    var values: [PersonalValue]
    var measures: [Measure]
    var reviews: [WeekReview]
    var rows: [String: Int]

    /// Without what every judged text leaves.
    var withoutVerdicts: State {
        var state = self
        for table in ["crises", "storage_outbox", "storage_streams"] { state.rows[table] = nil }
        return state
    }

    init(_ store: Store, _ user: UserID) async throws {
        self = try await store.read { transaction in
            var rows: [String: Int] = [:]
            let tables = try transaction.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")
            for table in try tables.map({ try $0["name"] as String }) where !table.hasPrefix("storage_migrations") {
                rows[table] = try transaction.value(Int.self, "SELECT count(*) FROM \(table)") ?? 0
            }
            return State(
                goals: try GoalGraphRows(user: user, transaction: transaction).page(
                    GoalsQuery(user: user), limit: 5_000),
                terms: try TermRows(user: user, transaction: transaction).page(TermsQuery(user: user), limit: 5_000),
                actions: try ActionRows(user: user, transaction: transaction).page(
                    ActionsQuery(user: user), limit: 5_000),
                values: try ValueRows(user: user, transaction: transaction).page(nil, limit: 5_000, after: nil),
                measures: try MeasureRows(user: user, transaction: transaction).page(nil, limit: 5_000, after: nil),
                reviews: try ReviewRows(user: user, transaction: transaction).page(after: nil, limit: 5_000),
                rows: rows)
        }
    }

    private init(
        goals: [Goal], terms: [Term], actions: [Action], values: [PersonalValue], measures: [Measure],
        reviews: [WeekReview], rows: [String: Int]
    ) {
        (self.goals, self.terms, self.actions, self.values) = (goals, terms, actions, values)
        (self.measures, self.reviews, self.rows) = (measures, reviews, rows)
    }
}

extension Store {
    /// The number of statements that a read runs.
    func statements(_ body: @escaping @Sendable (Transaction) throws -> Void) async throws -> Int {
        try await read { transaction in
            var count = 0
            transaction.eachStatement { count = $0 }
            defer { transaction.stopCounting() }
            try body(transaction)
            return count
        }
    }
}

final class FakeBus: Requesting {
    struct State {
        var verdict: Verdict? = Verdict(level: .safe)
        var asked: [String] = []
        /// In place of `verdict`, by the effort of the question.
        var byEffort: [Classify.Effort: Verdict] = [:]
        /// In place of an answer.
        var error: ServiceError?
        var efforts: [Classify.Effort?] = []
    }

    let state = Mutex(State())
    /// Called with each request.
    let onRequest = Mutex<@Sendable () -> Void>({})

    func request<R: BusRequest>(_ request: R, to service: ServiceName?, id: RequestID, budget: Duration?) async throws
        -> R.Reply
    {
        onRequest.withLock { $0 }()
        let verdict: Verdict? = try state.withLock { state in
            guard let classify = request as? Classify else { return state.verdict }
            state.asked.append(classify.text)
            state.efforts.append(classify.effort)
            if let error = state.error { throw error }
            return state.byEffort[classify.effort ?? .prompt] ?? state.verdict
        }
        guard let answer = verdict as? R.Reply else { throw ServiceError(.unavailable, "Nobody answers.") }
        return answer
    }
}
