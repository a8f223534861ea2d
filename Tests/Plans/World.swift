import Foundation
import LocalTime
import Messages
import Synchronization

@testable import Plans
@testable import Storage

/// A plans service on a scratch database, and the events that other services would send.
final class World: Sendable {
    static let ada = UserID(high: 1, low: 1)
    static let ben = UserID(high: 2, low: 2)
    /// Wednesday, 25 November 2026, 12:00 UTC.
    static let now: Milliseconds = 1_795_608_000_000
    static let day: Milliseconds = 86_400_000
    static let today = Day(number: 20_782)

    let directory: String
    let store: Store
    let time = Mutex<Milliseconds>(World.now)
    private let log = EventLog()
    /// Types of the committed events, in order.
    var events: [MessageType] { log.types.withLock { $0 } }

    private final class EventLog: Sendable {
        let types = Mutex<[MessageType]>([])
    }

    init() throws {
        directory = NSTemporaryDirectory() + "plans-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        store = try Self.store(in: directory)
        store.onCommit { [log] committed in log.types.withLock { $0 += committed.map(\.type) } }
    }

    /// - Parameter key: folder of the master key, if it is another one.
    static func store(in directory: String, key: String? = nil) throws -> Store {
        try Store(
            path: directory + "/plans.sqlite", service: .plans,
            key: try MasterKey.loadOrCreate(path: (key ?? directory) + "/master.key"), migrations: Schema.migrations)
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    var service: PlansService { PlansService(store: store, now: { self.time.withLock { $0 } }) }

    /// Moves the clock by a duration, or to an instant.
    func wait(_ milliseconds: Milliseconds) { time.withLock { $0 += milliseconds } }
    func go(to instant: Milliseconds) { time.withLock { $0 = instant } }

    // MARK: What others tell

    /// A man of 30 years, 180 cm and 80 kg: resting rate 1,780 kcal, expenditure 2,759 kcal.
    static func body(of user: UserID = World.ada, revision: UInt64 = 1) -> BodyProfile {
        BodyProfile(
            user: user, revision: revision, sex: .male, birthday: Day(year: 1996, month: 3, day: 1),
            heightCentimetres: 180, weightKilograms: 80, weightAt: now - day, targetKilograms: 75, aim: .lose,
            activity: .moderate)
    }

    func tell(_ body: BodyProfile) async throws {
        try await store.write { [service] in
            try service.apply(BodyProfileChanged(user: body.user, body: body), $0)
        }
    }

    /// Stores the usual body after a change.
    func body(of user: UserID = World.ada, revision: UInt64 = 1, _ change: (inout BodyProfile) -> Void = { _ in })
        async throws
    {
        var body = Self.body(of: user, revision: revision)
        change(&body)
        try await tell(body)
    }

    func zone(_ name: String, revision: UInt64 = 1, of user: UserID = World.ada) async throws {
        let profile = Profile(
            user: user, revision: revision, timeZones: [ZonePeriod(since: 0, zone: name)], country: "DE",
            sourceOrder: [])
        try await store.write { [service] in try service.apply(ProfileChanged(user: user, profile: profile), $0) }
    }

    func weigh(
        _ kilograms: Double?, on day: Day = World.today, at: Milliseconds = World.now, revision: UInt64 = 1,
        of user: UserID = World.ada
    ) async throws {
        let event = BodyMassRecorded(
            user: user, revision: revision, day: day, kilograms: kilograms ?? 0, at: at, deleted: kilograms == nil)
        try await store.write { [service] in try service.apply(event, $0) }
    }

    func eat(_ kilocalories: Double?, on day: Day, revision: UInt64 = 1, of user: UserID = World.ada) async throws {
        let event = IntakeRecorded(user: user, revision: revision, day: day, kilocalories: kilocalories)
        try await store.write { [service] in try service.apply(event, $0) }
    }

    func journal(
        _ entry: EntityID, reason: Verdict.Reason? = .disorderedEating, level: Verdict.Level = .caution,
        revision: UInt64 = 1, deleted: Bool = false
    ) async throws {
        let event = JournalEntryChanged(
            user: Self.ada, entry: entry, revision: revision, day: Self.today, at: Self.now, sentiment: nil,
            level: level, deleted: deleted, reason: reason)
        try await store.write { [service] in try service.apply(event, $0) }
    }

    // MARK: Requests

    @discardableResult
    func generate(force: Bool = false, of user: UserID = World.ada) async throws -> PlanReply {
        try await service.generate(GeneratePlan(user: user, forceRecompute: force), id: .random())
    }

    func current(of user: UserID = World.ada) async throws -> PlanReply {
        try await service.current(CurrentPlan(user: user))
    }

    func history(of user: UserID = World.ada) async throws -> [PastPlan] {
        try await service.history(PlanHistory(user: user)).plans
    }

    /// The state that a consumer would receive.
    func told(of user: UserID = World.ada) async throws -> PlanUpdated? {
        try await store.read { [service] in try service.updates(of: user, $0) }.first
    }

    /// When the weekly work of a person is due.
    func due(of user: UserID = World.ada) async throws -> Milliseconds? {
        try await store.read { try $0.scheduled(Planner.weekly, user: user) }
    }

    /// A worker of the weekly schedule, as a process has it.
    func worker(_ store: Store? = nil) -> DueWorker<Void> {
        Self.worker(store.map { PlansService(store: $0, now: { self.time.withLock { $0 } }) } ?? service)
    }

    /// - Parameter ended: called after each claim.
    static func worker(
        _ service: PlansService,
        ended: @escaping @Sendable (DueWorker<Void>.Outcome, (any Error)?) -> Void = { _, _ in }
    ) -> DueWorker<Void> {
        DueWorker(
            store: service.store, kind: Planner.weekly, clock: service.now, prepare: { _ in },
            finish: { work, _, transaction in try service.weekly(work, transaction) }, ended: ended)
    }
}
