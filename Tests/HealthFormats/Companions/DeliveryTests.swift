import Foundation
import Messages
import TestTraits
import Testing

@testable import HealthFormats

/// The order of delivery decides nothing that is right.
@Suite(.tags(.exhaustive)) struct DeliveryTests {
    /// Deliveries a format; `PULSUM_DELIVERIES` asks for more.
    private static let deliveries =
        ProcessInfo.processInfo.environment["PULSUM_DELIVERIES"].flatMap { Int($0) } ?? 40
    private static let inOrder: Set = ["health-bridge", "openscale", "health-auto-export-daily"]

    @Test(
        "ING-3 Posts doubled, late, cut and in another order say the same, to the last bit",
        arguments: CompanionWeek.all.filter { $0.reader.order == .body })
    func anyOrder(week: CompanionWeek) {
        let whole = week.posts.map { week.decode($0) }
        let halves = week.posts.map { post in
            CompanionSchedule.halves(week.format, post.body)?.map {
                week.decode(CompanionWeek.Post(at: post.at, status: post.status, body: $0))
            }
        }
        #expect(halves.contains { $0 != nil })
        var straight = CompanionFold()
        for (post, decoded) in zip(week.posts, whole) {
            let outcome = straight.take(decoded)
            #expect((outcome != .accepted) == (post.status == "409"))
        }
        let (records, metrics) = (straight.settled(), week.metrics(straight, week.days))
        for seed in 0..<Self.deliveries {
            var schedule = CompanionSchedule(
                week.format, Self.inOrder.contains(week.format) ? .inOrder : .any, seed: UInt64(seed))
            var fold = CompanionFold()
            for post in schedule.deliver(whole, halves: { halves[$0] }) { _ = fold.take(post) }
            guard fold.settled() == records else {
                let (own, other) = (Dictionary(uniqueKeysWithValues: records.map { ($0.key, $0) }), fold.settled())
                let wrong = other.filter { own[$0.key] != $0 }.prefix(2)
                Issue.record("\(week.format), seed \(seed): \(other.count) instead of \(records.count); \(wrong)")
                return
            }
            if seed % 20 == 0 { #expect(week.metrics(fold, week.days) == metrics) }
        }
    }

    @Test(
        "ING-2 Without a time in the body the last arrival of what was edited stays; all else is the same in any order",
        arguments: CompanionWeek.all.filter { $0.reader.order == .arrival })
    func arrivals(week: CompanionWeek) {
        func fold(_ posts: [CompanionWeek.Post]) -> CompanionFold {
            var fold = CompanionFold()
            for (index, post) in posts.enumerated() {
                _ = fold.take(week.decode(post, received: post.at + Int64(index)))
            }
            return fold
        }
        /// Readings without the version, which is the time of arrival, without what was edited in between, and without
        /// the time that a sum covers: Health Auto Export's rows show it only next to others of their day.
        func readings(_ fold: CompanionFold) -> [String: [HealthReading]] {
            Dictionary(
                uniqueKeysWithValues: fold.settled().filter {
                    week.format == "openscale" || !$0.readings.contains { $0.kind.group == .body }
                }.map { record in
                    let readings = record.readings.map { reading in
                        var reading = reading
                        if reading.kind.day == .sum { reading.end = reading.start }
                        return reading
                    }
                    return (record.key, readings)
                })
        }
        // Arrivals have times of their own, later than all posts.
        let last = week.posts.map(\.at).max() ?? 0
        let posts = week.posts.map { CompanionWeek.Post(at: last, status: $0.status, body: $0.body) }
        let straight = fold(posts)
        let metrics = week.metrics(straight, week.days)
        for seed in 0..<max(1, Self.deliveries / 4) {
            var schedule = CompanionSchedule(
                week.format, Self.inOrder.contains(week.format) ? .inOrder : .any, seed: UInt64(seed))
            let sent = schedule.deliver(posts) { index in
                CompanionSchedule.halves(week.format, posts[index].body)?.map {
                    CompanionWeek.Post(at: last, status: "2xx", body: $0)
                }
            }
            let other = fold(sent)
            guard readings(other) == readings(straight) else {
                let own = readings(straight)
                let wrong = readings(other).filter { own[$0.key] != $0.value }.keys.sorted().prefix(4)
                Issue.record("\(week.format), seed \(seed): \(wrong)")
                return
            }
            if seed % 20 == 0 { #expect(week.metrics(other, week.days) == metrics) }
        }
    }

    @Test("ING-2 One night and one weight through two companions of HealthKit count once")
    func twoCompanions() throws {
        let (bridge, wearables) = (
            try CompanionWeek.of("health-bridge"), try CompanionWeek.of("open-wearables-ios")
        )
        var both = CompanionFold()
        for week in [wearables, bridge] { for post in week.posts { _ = both.take(week.decode(post)) } }
        let alone = CompanionTruth.decoded(bridge.fold(bridge.posts).settled())
        let together = CompanionTruth.decoded(both.settled())
        for kind in ["heartRate", "heartRateVariability", "workout", "bodyTemperature", "dietaryWater"] {
            // Open Wearables begins later and brings nothing that the bridge does not have.
            #expect(together[kind]?.count == alone[kind]?.count, "\(kind)")
        }
    }
}
