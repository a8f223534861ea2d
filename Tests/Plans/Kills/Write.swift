import Foundation
import Messages
import Wire

@testable import Plans
@testable import Storage

/// Every write of the service, as its process does it: events through the inbox, commands with their stored replies,
/// scheduled work through its claim.
enum Write: String, CaseIterable, Sendable {
    case bodyChanged, bodyForCare, moved, weighed, weighedForCare, ate, verdict, verdictGone, producerRestored
    case generateFirst, generateCarried, generateForced, generateForCare
    case adjusted, adjustedBack, numbersAway, numbersShown, notice
    case weekly, weeklyForCare, weeklyIncomplete

    /// The present of the write.
    struct Prepared: Codable, Sendable {
        var now: Milliseconds
        /// The active plan.
        var plan: EntityID?
    }

    private static let entry = EntityID(high: 0xE, low: 1)
    private static let request = RequestID(high: 0xABC, low: 1)

    private var isWeekly: Bool { rawValue.hasPrefix("weekly") }

    /// A person with a zone, days and, except before the first, a plan; with every id the same in every run.
    func prepare(_ world: World) async throws -> Prepared {
        try await world.zone("Europe/Berlin")
        try await world.body()
        try await world.weigh(79.5)
        for offset in -20...0 { try await world.eat(2_200, on: World.today.advanced(by: offset)) }
        var plan: EntityID?
        if self != .generateFirst {
            let first = GeneratePlan(user: World.ada)
            plan = try await world.service.generate(first, id: RequestID(high: 0xABC, low: 2)).plan?.id
        }
        switch self {
        case .verdictGone: try await world.journal(Self.entry)
        case .producerRestored:
            let eaten = IntakeRecorded(user: World.ada, revision: 3, day: World.today, kilocalories: 1_900)
            try await receive(eaten, from: .ingestion, epoch: 1, PlansService(store: world.store))
        case .generateForCare, .weeklyForCare:
            // Without the event that would end the plan at once.
            try await world.store.write { try BodyRows(user: World.ada, transaction: $0).put(Self.inNeedOfCare) }
        case .weeklyIncomplete: try await world.body(revision: 2) { $0.activity = nil }
        case .adjustedBack:
            let request = AdjustPlan(user: World.ada, plan: plan ?? .random(), kilocalories: 2_350)
            _ = try await world.service.adjust(request, id: RequestID(high: 0xABC, low: 3))
        case .numbersShown: try await world.journal(Self.entry)
        default: break
        }
        let due = try await world.due()
        return Prepared(now: isWeekly ? due ?? 0 : World.now + 1, plan: plan)
    }

    /// Does the write; a repetition is a retry of the same request, delivery or claim.
    func run(_ prepared: Prepared, on store: Store) async throws {
        let user = World.ada
        let service = PlansService(store: store, now: { prepared.now })
        switch self {
        case .bodyChanged: try await receive(World.body(revision: 2), service)
        case .bodyForCare: try await receive(Self.inNeedOfCare, service)
        case .moved:
            let profile = Profile(
                user: user, revision: 2, timeZones: [ZonePeriod(since: 0, zone: "Asia/Tokyo")], country: "JP",
                sourceOrder: [])
            try await receive(ProfileChanged(user: user, profile: profile), from: .api, service)
        case .weighed: try await receive(Self.weight(78), from: .ingestion, service)
        case .weighedForCare: try await receive(Self.weight(59), from: .ingestion, service)
        case .ate:
            let eaten = IntakeRecorded(
                user: user, revision: 2, day: World.today, kilocalories: 1_800, proteinGrams: 120)
            try await receive(eaten, from: .ingestion, service)
        case .verdict: try await receive(Self.entryChanged(.disorderedEating, revision: 1), from: .sentiment, service)
        case .verdictGone: try await receive(Self.entryChanged(nil, revision: 2), from: .sentiment, service)
        case .producerRestored:
            let eaten = IntakeRecorded(user: user, revision: 1, day: World.today, kilocalories: 1_700)
            try await receive(eaten, from: .ingestion, epoch: 2, service)
        case .generateFirst: _ = try await service.generate(GeneratePlan(user: user), id: Self.request)
        case .generateCarried:
            let request = GeneratePlan(user: user, body: World.body(revision: 2))
            _ = try await service.generate(request, id: Self.request)
        case .generateForced, .generateForCare:
            let request = GeneratePlan(user: user, forceRecompute: true)
            _ = try await service.generate(request, id: Self.request)
        case .adjusted, .adjustedBack:
            let kilocalories: Int32? = self == .adjusted ? 2_350 : nil
            let request = AdjustPlan(
                user: user, plan: prepared.plan ?? .random(), revision: self == .adjusted ? 1 : 2,
                kilocalories: kilocalories)
            _ = try await service.adjust(request, id: Self.request)
        case .numbersAway: _ = try await service.show(ShowNumbers(user: user, shown: false), id: Self.request)
        case .numbersShown: _ = try await service.show(ShowNumbers(user: user, shown: true), id: Self.request)
        case .notice:
            let request = SetPlanNotice(user: user, announces: false, seen: prepared.plan)
            _ = try await service.set(request, id: Self.request)
        case .weekly, .weeklyForCare, .weeklyIncomplete: try await World.worker(service).round()
        }
    }

    /// The same for a process that takes over: it gets a dead one's claim when the lease has ended.
    func repeated(_ prepared: Prepared, on store: Store) async throws {
        var prepared = prepared
        if isWeekly { prepared.now += DueWork.Limits.lease }
        try await run(prepared, on: store)
    }

    // MARK: Events

    private static var inNeedOfCare: BodyProfile {
        var body = World.body(revision: 2)
        body.isPregnantOrNursing = true
        return body
    }

    private static func weight(_ kilograms: Double) -> BodyMassRecorded {
        BodyMassRecorded(
            user: World.ada, revision: 2, day: World.today, kilograms: kilograms, at: World.now + 1, deleted: false)
    }

    private static func entryChanged(_ reason: Verdict.Reason?, revision: UInt64) -> JournalEntryChanged {
        JournalEntryChanged(
            user: World.ada, entry: entry, revision: revision, day: World.today, at: World.now, sentiment: nil,
            level: reason == nil ? .safe : .caution, deleted: false, reason: reason)
    }

    private func receive(_ body: BodyProfile, _ service: PlansService) async throws {
        try await receive(BodyProfileChanged(user: body.user, body: body), from: .api, service)
    }

    /// Delivers an event as the first of its stream.
    private func receive<E: BusEvent>(
        _ event: E, from producer: ServiceName, epoch: UInt64 = 1, _ service: PlansService
    ) async throws {
        let told = StreamEvent(
            sequence: 1, id: EntityID(high: 0xEE, low: epoch), type: E.type, payload: try WireEncoder().encode(event))
        let batch = DeliverEvents(
            producer: producer, consumer: .plans,
            slices: [StreamSlice(user: event.user, epoch: epoch, events: [told])])
        let receipt = try await service.store.receive(
            batch,
            apply: { _, _, transaction in
                switch event {
                case let event as BodyProfileChanged: try service.apply(event, transaction)
                case let event as ProfileChanged: try service.apply(event, transaction)
                case let event as BodyMassRecorded: try service.apply(event, transaction)
                case let event as IntakeRecorded: try service.apply(event, transaction)
                case let event as JournalEntryChanged: try service.apply(event, transaction)
                default: throw ServiceError(.invalid, "Plans does not consume this event.")
                }
            }, resetProducer: { try service.resetProducer($0, $1, $2) })
        if let refusal = receipt.streams.compactMap(\.refusal).first { throw refusal }
    }
}
