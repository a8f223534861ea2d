import Foundation
import Logging
import Messages
import Synchronization
import Wire

@testable import Goals
@testable import Storage

/// A goals service that receives events as its host delivers them, from a stream of ingestion.
final class HealthFeed: Sendable {
    let world: World
    private let stream = Mutex<[StreamEvent]>([])

    init() throws { world = try World() }

    var service: HealthService { Self.service(world.store, world.bus) { self.world.time.withLock { $0 } } }

    static func service(_ store: Store, _ bus: FakeBus, now: @escaping @Sendable () -> Milliseconds) -> HealthService {
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return HealthService(
            store: store, judge: TextJudge(store: store, bus: bus, log: log), log: log, now: now)
    }

    // MARK: Events

    /// Totals of the day so many days after the start.
    static func totals(
        _ day: Int, revision: UInt64 = 1, steps: Double? = nil, mindful: Double? = nil, sleep: Double? = nil,
        exercise: Double? = nil
    ) -> DayTotals {
        DayTotals(
            user: World.ada, revision: revision, day: World.start.advanced(by: day), steps: steps, mindful: mindful,
            sleep: sleep, exercise: exercise)
    }

    static func workout(
        _ number: UInt64, revision: UInt64 = 1, day: Int = 0, minutes: Double = 30, activity: String = "running",
        metres: Double? = 5_000, deleted: Bool = false
    ) -> WorkoutRecorded {
        let day = World.start.advanced(by: day)
        return WorkoutRecorded(
            user: World.ada, workout: EntityID(high: 1_700_000_000, low: number), revision: revision, day: day,
            start: Milliseconds(day.number) * 86_400_000 + 60_000_000, duration: deleted ? 0 : minutes * 60,
            activity: deleted ? "" : activity, distance: deleted ? nil : metres, deleted: deleted)
    }

    /// Delivers events under the next numbers of the stream.
    func deliver(_ events: any BusEvent..., epoch: UInt64 = 1) async throws {
        let new = try stream.withLock { stream in
            let new = try events.enumerated().map {
                try Self.numbered($1, stream.count + $0 + 1)
            }
            stream += new
            return new
        }
        try await receive(new, epoch: epoch)
    }

    /// Delivers the whole stream again, as a relay does that got no receipt.
    func deliverAgain() async throws { try await receive(stream.withLock { $0 }, epoch: 1) }

    /// Delivers the present state after the producer was restored from an older copy.
    func deliverRestored(_ events: [any BusEvent]) async throws {
        let new = try events.enumerated().map { try Self.numbered($1, $0 + 1) }
        stream.withLock { $0 = new }
        try await receive(new, epoch: 2)
    }

    static func numbered<E: BusEvent>(_ event: E, _ number: Int) throws -> StreamEvent {
        StreamEvent(
            sequence: UInt64(number), id: EntityID(high: 7, low: UInt64(number)), type: E.type,
            payload: try WireEncoder().encode(event))
    }

    private func receive(_ events: [StreamEvent], epoch: UInt64) async throws {
        try await Self.receive(events, service, epoch: epoch)
    }

    static func receive(_ events: [StreamEvent], _ service: HealthService, epoch: UInt64 = 1) async throws {
        var waiting = events
        while !waiting.isEmpty {
            let receipt = try await service.store.receive(
                DeliverEvents(
                    producer: .ingestion, consumer: .goals,
                    slices: [StreamSlice(user: World.ada, epoch: epoch, events: waiting)]),
                apply: { event, user, transaction in
                    let health = service.coordinator(user, transaction)
                    if event.type == DayTotals.type.rawValue {
                        try health.stage(WireDecoder().decode(DayTotals.self, from: event.payload))
                    } else if event.type == IntakeRecorded.type.rawValue {
                        try health.stage(WireDecoder().decode(IntakeRecorded.self, from: event.payload))
                    } else if event.type == BodyMassRecorded.type.rawValue {
                        try health.stage(WireDecoder().decode(BodyMassRecorded.self, from: event.payload))
                    } else {
                        try health.stage(WireDecoder().decode(WorkoutRecorded.self, from: event.payload))
                    }
                },
                finishBatch: { user, transaction in
                    try service.coordinator(user, transaction).readPending(limit: HealthService.page)
                },
                resetProducer: { _, user, transaction in
                    try StagedRows(user: user, transaction: transaction).reset(now: service.now())
                }
            ).streams[0]
            if let refusal = receipt.refusal { throw refusal }
            waiting.removeAll { $0.sequence <= receipt.acknowledged }
        }
    }

    // MARK: Rules

    @discardableResult
    func rule(
        _ kind: HealthRecordKind = .steps, title: String = "Walked", measure: EntityID, goal: EntityID? = nil,
        activity: String? = nil, quantity: WorkoutQuantity? = nil, least: Double? = nil, from: Day? = nil
    ) async throws -> StoredHealthRule {
        let content = HealthRuleContent(
            kind: kind, activity: activity, quantity: quantity, least: least, from: from, title: title,
            measure: measure, goal: goal)
        return try await service.save(SaveHealthRule(user: World.ada, content: content), id: .random()).rule
    }

    /// A goal that counts in a measure.
    func goal(_ measure: EntityID, _ target: Double = 100) async throws -> EntityID {
        try await world.goal("Move more", in: measure, target, days: 70)
    }

    // MARK: State

    /// Actions as `day title amount`, the earliest first.
    func actions() async throws -> [String] {
        try await world.service.actions(ActionsQuery(user: World.ada, limit: 1_000)).actions.reversed().map { action in
            let amounts = action.content.measurements.map { "\($0.value)" }.joined(separator: "+")
            return "\(World.start.distance(to: action.day)) \(action.content.title ?? "") \(amounts)"
        }
    }

    func states() async throws -> [String: Int64] {
        try await service.staged(StagedHealthQuery(user: World.ada)).counts
    }

    /// Does the work of the background until nothing is due.
    func settle() async throws { while try await service.turn() {} }
}
