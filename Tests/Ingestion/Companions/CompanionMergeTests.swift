import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// Posts of companions in a real database: from bytes to daily metrics.
@Suite(.tags(.processes)) struct CompanionMergeTests {
    /// Each week with its companion, and whether its bodies say which telling is newer.
    static let weeks: [(format: String, companion: String, isAnyOrder: Bool)] = [
        ("hc-webhook", "hc-webhook", true), ("open-wearables-ios", "open-wearables", true),
        ("open-wearables-android", "open-wearables", true), ("health-bridge", "health-bridge", false),
        ("openscale", "openscale", false), ("health-auto-export", "health-auto-export", false),
    ]

    @Test("ING-16 ING-6 Each companion's week gives the days of the truth", arguments: weeks)
    func golden(week: (format: String, companion: String, isAnyOrder: Bool)) async throws {
        let (posted, workshop) = (try PostedWeek(week.format), try Workshop())
        try await workshop.profile()
        for post in posted.posts {
            let status = try await workshop.post(post, from: week.companion)
            #expect(status.phase == .done, "\(status)")
            #expect((status.companion?.minimumEpoch != nil) == (post.status == "409"))
        }
        let faults = posted.faults(of: try await workshop.metrics())
        #expect(faults.isEmpty, "\(faults)")
        // What is stored is what the pure fold says.
        #expect(try await workshop.told() == Self.folded(posted, week.companion))
    }

    /// The samples that the fold of a week has, as `Workshop.told` writes them.
    private static func folded(_ week: PostedWeek, _ companion: String) throws -> Set<String> {
        let reader = try #require(Companions.all.first { $0.name == companion })
        let calendar = LocalCalendarOf.berlin
        var fold = CompanionFold()
        for (index, post) in week.posts.enumerated() {
            _ = fold.take(
                reader.decode(post.body, CompanionContext(received: post.at + Int64(index), calendar: calendar)))
        }
        let batch = fold.batch(member: "1")
        let identity = SampleIdentity(Array(batch.sources.values))
        return batch.samples.reduce(into: Set<String>()) { all, entry in
            for sample in identity.settled(Set(entry.value).sorted(), entry.key) {
                all.insert(Workshop.text(sample, entry.key))
            }
        }
    }

    @Test(
        "ING-16 Posts doubled, split between ways in and in another order leave the same samples, days and export",
        arguments: weeks)
    func anyOrder(week: (format: String, companion: String, isAnyOrder: Bool)) async throws {
        let posted = try PostedWeek(week.format)
        let straight = try await Self.delivered(posted.posts, week.companion)
        for seed in UInt64(1)...3 {
            var random = SplitMix(seed: seed)
            var posts = posted.posts.flatMap { post in
                Bool.random(using: &random) ? [post, post] : [post]
            }
            if week.isAnyOrder { posts.shuffle(using: &random) }
            let other = try await Self.delivered(posts, week.companion, splitBy: seed)
            #expect(other.metrics == straight.metrics, "\(week.format), seed \(seed)")
            #expect(other.samples == straight.samples, "\(week.format), seed \(seed)")
            #expect(other.readings == straight.readings, "\(week.format), seed \(seed)")
        }
    }

    private struct Result: Equatable {
        var metrics: [DailyMetrics]
        var samples: Set<String>
        var readings: [String]
    }

    private static func delivered(
        _ posts: [PostedWeek.Post], _ companion: String, splitBy seed: UInt64? = nil
    ) async throws -> Result {
        let workshop = try Workshop()
        try await workshop.profile()
        var random = SplitMix(seed: seed ?? 0)
        for post in posts {
            let isUpload = seed != nil && Int.random(in: 0..<4, using: &random) == 0
            _ = try await workshop.post(post, from: companion, asUpload: isUpload)
        }
        return Result(
            metrics: try await workshop.metrics(), samples: try await workshop.told(),
            readings: try await workshop.exported("ingestion/readings.csv").split(separator: "\n").map(String.init)
                .sorted())
    }

    @Test("ING-16 What the phone deletes goes, and comes back with a newer telling or a file")
    func deletions() async throws {
        let workshop = try Workshop()
        try await workshop.profile()
        func measurement(_ event: String, _ kilograms: Double?) -> String {
            let weight = kilograms.map { ",\"weight\":\($0),\"username\":\"Mia\"" } ?? ""
            return #"{"event":"\#(event)","userId":1,"date":"2026-10-19T04:05:00.000Z"\#(weight)}"#
        }
        func masses() async throws -> [Double] {
            try await workshop.store.read { [user = workshop.user] in
                try SampleRows(user: user, transaction: $0).samples(.bodyMass, 20_000...21_000).map(\.value)
            }
        }
        for member in ["1", "Mia"] {
            _ = try await workshop.post(measurement("insert", 71.4), from: "openscale", member: member)
            #expect(try await masses() == [71.4])
        }
        _ = try await workshop.post(measurement("delete", nil), from: "openscale", member: "1")
        #expect(try await masses() == [])
        _ = try await workshop.post(measurement("insert", 71.4), from: "openscale", member: "1")
        #expect(try await masses() == [71.4])
        let others = try await workshop.post(
            measurement("insert", 90).replacing("\"userId\":1", with: "\"userId\":2").replacing("Mia", with: "Leo"),
            from: "openscale", member: "1")
        #expect(others.companion?.others == 1)
        #expect(try await masses() == [71.4])
    }

    @Test("OWN-2 ING-16 A companion's data can be undone; what it had replaced counts again")
    func undone() async throws {
        let (posted, workshop) = (try PostedWeek("hc-webhook"), try Workshop())
        try await workshop.profile()
        let bridge = try PostedWeek("health-bridge")
        for post in bridge.posts.prefix(40) {
            _ = try await workshop.post(post, from: "health-bridge", device: 2)
        }
        let before = try await (workshop.metrics(), workshop.told())
        for post in posted.posts { _ = try await workshop.post(post, from: "hc-webhook") }
        #expect(try await workshop.metrics() != before.0)
        try await workshop.forget(1)
        #expect(try await workshop.metrics() == before.0)
        #expect(try await workshop.told() == before.1)
    }

    @Test(
        "ING-16 A body that cannot be read is kept as it came, listed, exported and deleted; its quota stops the next")
    func aside() async throws {
        let workshop = try Workshop()
        let body = #"{"timestamp":"2026-10-19T05:00:00Z","weight":[{"kilograms":71,"time":"2026-10-19T04:00:00Z"}],"#
        for asUpload in [false, true] {
            let status = try await workshop.post(
                PostedWeek.Post(at: 0, status: "", body: Array(body.utf8)), from: "hc-webhook", asUpload: asUpload)
            #expect(status.phase == .failed && status.companion?.isAside == true, "\(status)")
            #expect(status.samplesNew == (asUpload ? 0 : 1))
        }
        let listed = try await workshop.service.aside(AsideQuery(user: workshop.user))
        #expect(listed.bodies.map(\.bytes) == [Int64(body.utf8.count), Int64(body.utf8.count)])
        let first = try #require(listed.bodies.first)
        #expect(try await workshop.exported("ingestion/aside/hc-webhook-\(first.id).body") == body)
        _ = try await workshop.service.remove(RemoveAside(user: workshop.user, id: first.id))
        #expect(try await workshop.service.aside(AsideQuery(user: workshop.user)).bodies.count == 1)

        try await workshop.store.write { [user = workshop.user] transaction in
            let body = AsideBody(
                id: .random(), companion: "openscale", at: 1, bytes: AsideRows.maximumBytes, problem: .notJSON)
            try AsideRows(user: user, transaction: transaction).put(body, MemoryBytes([1]))
        }
        for (text, asUpload) in [(body, false), ("{}", true)] {
            await #expect(throws: ServiceError.self) {
                _ = try await workshop.post(
                    PostedWeek.Post(at: 0, status: "", body: Array(text.utf8)), from: "hc-webhook", asUpload: asUpload)
            }
        }
        // What can be read needs no room there.
        #expect(try await workshop.post("{}", from: "hc-webhook").phase == .done)
    }

    @Test("ING-16 The test of an app leaves nothing, and what is unknown is counted by name")
    func unknown() async throws {
        let workshop = try Workshop()
        let test = #"{"test":true,"weight":[{"kilograms":71,"time":"2026-10-19T04:00:00Z"}]}"#
        let tested = try await workshop.post(test, from: "hc-webhook")
        #expect(tested.companion?.isTest == true && tested.samplesNew == 0)
        #expect(try await workshop.told().isEmpty)
        let odd = #"{"aura":1,"weight":[{"kilograms":71,"time":"2026-10-19T04:00:00Z","shade":2}]}"#
        let status = try await workshop.post(odd, from: "hc-webhook")
        #expect(status.companion?.unknownFields == ["aura": 1, "weight.shade": 1])
        #expect(status.companion?.received == ["weight": 1] && status.samplesNew == 1)
    }
}
