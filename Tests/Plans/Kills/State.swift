import Foundation
import Messages
import Wire

@testable import Plans
@testable import Storage

/// Everything that plans keeps of a person and has to tell others about them.
struct State: Equatable, Sendable {
    var body: BodyProfile?
    var profile: KeptProfile
    var days: [KeptDay]
    /// The latest first.
    var plans: [KeptPlan]
    var settings: KeptState
    /// When the weekly work is due.
    var due: Milliseconds?
    /// Undelivered events to coaching by their numbers in the stream, from 1 on. Each consumer's are written in one
    /// transaction.
    var events: [Int: PlanUpdated]
    /// The last number of each stream that is heard, by producer.
    var heard: [String: Int]
    /// Stored replies of commands.
    var replies: Int

    init(_ store: Store, _ user: UserID = World.ada) async throws {
        self = try await store.read { try State($0, user) }
    }

    private init(_ transaction: Transaction, _ user: UserID) throws {
        body = try BodyRows(user: user, transaction: transaction).body()
        profile = try ProfileRows(user: user, transaction: transaction).profile()
        days = try MonthRows(user: user, transaction: transaction).page(after: nil, limit: 1_000).flatMap(\.days)
        plans = try PlanRows(user: user, transaction: transaction).page(before: nil, limit: 1_000)
        settings = try StateRows(user: user, transaction: transaction).state()
        due = try transaction.scheduled(Planner.weekly, user: user)
        events = try Dictionary(
            uniqueKeysWithValues: transaction.rows(
                "SELECT consumer, sequence, sealed FROM storage_outbox WHERE user = ? AND consumer = 'coaching'", [user]
            ).map { row in
                let (consumer, sequence) = (try row["consumer"] as String, try row["sequence"] as Int)
                let event = try transaction.open(
                    PlanUpdated.self, row["sealed"], user: user, table: "storage_outbox", row: "\(consumer)/\(sequence)"
                )
                return (sequence, event)
            })
        heard = try Dictionary(
            uniqueKeysWithValues: transaction.rows(
                "SELECT producer, last FROM storage_positions WHERE user = ?", [user]
            ).map { (try $0["producer"], try $0["last"]) })
        replies =
            try transaction.value(Int.self, "SELECT count(*) FROM storage_replies WHERE user = ?", [user]) ?? 0
    }

    /// Without what a repetition of the weekly work draws or reads anew: the id of the plan and the time of day.
    var settled: State {
        func settled(_ plan: Plan) -> Plan {
            guard plan.occasion == .weekly else { return plan }
            var plan = plan
            (plan.id, plan.computedAt) = (EntityID(high: 0, low: plan.revision), 0)
            return plan
        }
        var state = self
        for index in plans.indices { state.plans[index].plan = settled(plans[index].plan) }
        for (number, event) in events { state.events[number]?.plan = event.plan.map(settled) }
        return state
    }
}
