import Fixtures
import Foundation
import LocalTime
import Messages
import Testing

@testable import HealthFormats

/// A week of a made-up person as one companion posts it, with what a correct receiver holds at the end. The clock goes
/// back on its fourth day. Made once by a program that has not seen the decoders; see Weeks/README.md.
struct CompanionWeek: Sendable, CustomTestStringConvertible {
    typealias Post = PostedWeek.Post

    /// Name of the file.
    let format: String
    let reader: any CompanionReader.Type
    let posts: [Post]
    let calendar: LocalCalendar
    private let posted: PostedWeek

    /// `days`, `samples`, `counts`, `must_be_gone`.
    var truth: [String: Any] { posted.truth }

    var testDescription: String { format }

    /// Every week, with its decoder and what may be done to the order of its posts.
    static let formats: [(format: String, reader: any CompanionReader.Type)] = [
        ("hc-webhook", HCWebhookReader.self), ("open-wearables-ios", OpenWearablesReader.self),
        ("open-wearables-android", OpenWearablesReader.self), ("open-wearables-samsung", OpenWearablesReader.self),
        ("health-bridge", HealthBridgeReader.self), ("openscale", OpenScaleReader.self),
        ("health-auto-export", HealthAutoExportCompanion.self),
        ("health-auto-export-daily", HealthAutoExportCompanion.self),
    ]

    /// All weeks; a missing one is an empty week, which the tests find.
    static let all: [CompanionWeek] = formats.compactMap { try? CompanionWeek($0.format, $0.reader) }

    static func of(_ format: String) throws -> CompanionWeek {
        guard let week = all.first(where: { $0.format == format }) else { throw Absent(format: format) }
        return week
    }

    struct Absent: Error { var format: String }

    init(_ format: String, _ reader: any CompanionReader.Type) throws {
        let posted = try PostedWeek(format)
        self.posted = posted
        self.format = format
        self.reader = reader
        posts = posted.posts
        var periods = [ZonePeriod(since: 0, zone: posted.zone)]
        if posted.truth["zone_rule"] as? String == "carried" {
            for leg in posted.journey {
                guard let since = ISO8601DateFormatter().date(from: leg[0]) else { continue }
                periods.append(ZonePeriod(since: Int64(since.timeIntervalSince1970) * 1000, zone: leg[1]))
            }
        }
        calendar = LocalCalendar(periods)
    }

    /// The post decoded, as if it had arrived then, ms since 1970.
    func decode(_ post: Post, received: Int64? = nil) -> CompanionPost {
        reader.decode(post.body, CompanionContext(received: received ?? post.at, calendar: calendar))
    }

    /// What all posts together say, in this order.
    func fold(_ posts: [Post]) -> CompanionFold {
        var fold = CompanionFold()
        for post in posts { _ = fold.take(decode(post)) }
        return fold
    }

    /// Daily metrics of these days from the samples of a fold, by the reduction of ingestion.
    func metrics(_ fold: CompanionFold, _ days: [Day]) -> [DailyMetrics] {
        let batch = fold.batch(member: "1")
        let sources = Array(batch.sources.values)
        let identity = SampleIdentity(sources)
        var samples: [SampleKind: [Sample]] = [:]
        for (kind, list) in batch.samples { samples[kind] = identity.settled(Set(list).sorted(), kind) }
        let reducer = DayReducer(
            order: SourceOrder(sources), calendar: calendar,
            zones: batch.notes.compactMapValues { LocalZone(written: $0) },
            dailySources: Set(sources.filter { $0.aggregation == 86_400 }.map(\.id)), identity: identity)
        return days.map { reducer.reduce($0, samples) }
    }

    /// Where daily metrics differ from the truth.
    func faults(of metrics: [DailyMetrics]) -> [String] { posted.faults(of: metrics) }

    /// The days of the truth.
    var days: [Day] { posted.days }
}
