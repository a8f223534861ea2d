import Foundation
import HealthFormats
import LocalTime
import Messages

/// A week of a made-up person as one companion posts it, with what a correct receiver holds at the end: see the folder
/// `Tests/HealthFormats/Weeks`.
public struct PostedWeek: Sendable, CustomStringConvertible {
    /// One post.
    public struct Post: Sendable {
        /// When it was sent, ms since 1970.
        public var at: Int64
        /// The answer that the app expects.
        public var status: String
        /// Its bytes.
        public var body: [UInt8]
        /// See the properties.
        public init(at: Int64, status: String, body: [UInt8]) {
            self.at = at
            self.status = status
            self.body = body
        }
    }

    private struct Absent: Error { var entry: String }
    private struct Index: Decodable {
        struct Entry: Decodable {
            var at: Int64
            var status: String
            var from: Int
            var size: Int
        }
        var zone: String
        var journey: [[String]]
        var posts: [Entry]
    }

    /// Name of the file.
    public let format: String
    /// In the order of their times.
    public let posts: [Post]
    /// The person's zone, and where each journey begins.
    public let zone: String
    /// Instant as RFC 3339, and the zone from then on.
    public let journey: [[String]]
    private let truthBytes: Data

    public var description: String { format }

    /// The week of a format.
    /// - Parameter format: a file's name without its ending.
    public init(_ format: String) throws {
        let archive = try ZipArchive(
            MemoryBytes(
                Array(
                    Data(contentsOf: URL(fileURLWithPath: Repository.path("Tests/HealthFormats/Weeks/\(format).zip")))))
        )
        func entry(_ name: String) throws -> [UInt8] {
            guard let entry = archive.entries.first(where: { $0.name == name }) else { throw Absent(entry: name) }
            let stream = try archive.open(entry)
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = try buffer.withUnsafeMutableBytes { try stream.read(into: $0) }
                if count == 0 { return bytes }
                bytes += buffer[..<count]
            }
        }
        let index = try JSONDecoder().decode(Index.self, from: Data(entry("posts.json")))
        let bodies = try entry("bodies")
        self.format = format
        posts = index.posts.map {
            Post(at: $0.at, status: $0.status, body: Array(bodies[$0.from..<$0.from + $0.size]))
        }
        zone = index.zone
        journey = index.journey
        truthBytes = Data(try entry("truth.json"))
    }

    /// `days`, `samples`, `counts`, `must_be_gone`.
    public var truth: [String: Any] {
        ((try? JSONSerialization.jsonObject(with: truthBytes)) as? [String: Any]) ?? [:]
    }

    /// The days of the truth.
    public var days: [Day] { ((truth["days"] as? [String: Any]) ?? [:]).keys.compactMap { Day($0) }.sorted() }

    /// Where daily metrics differ from the truth by more than it allows: sleep, steps, resting heart rate.
    public func faults(of metrics: [DailyMetrics]) -> [String] {
        let truths = (truth["days"] as? [String: [String: [String: Any]]]) ?? [:]
        let byDay = Dictionary(metrics.map { ($0.day, $0) }) { $1 }
        var faults: [String] = []
        for day in days {
            let (expected, found) = (truths["\(day)"] ?? [:], byDay[day])
            func check(_ key: String, _ value: Double?, naps: Bool = false) {
                guard let truth = expected[key], let right = truth["value"] as? Double else { return }
                var accepted = [right] + (truth["also_ok"] as? [Double] ?? [])
                if let home = truth["by_home_zone"] as? Double { accepted.append(home) }
                if naps, let spans = expected["naps"]?["spans"] as? [[String]] {
                    // A day's sleep counts naps, which the truth lists apart.
                    let minutes = spans.map { Double(Self.instant($0[1]) - Self.instant($0[0])) / 60 }
                    accepted.append(right + minutes.reduce(0, +))
                }
                let tolerance = (truth["tolerance"] as? Double) ?? 0.011
                if !accepted.contains(where: { abs($0 - (value ?? .infinity)) <= tolerance }) {
                    faults.append("\(format) \(day) \(key): \(value ?? -1) instead of \(accepted)")
                }
            }
            check("sleep", found?.sleep.map { $0.value / 60 }, naps: true)
            check("steps", found?.steps?.value)
            check("resting_heart_rate", found?.restingHeartRate?.value)
        }
        return faults
    }

    private static func instant(_ text: String) -> Int64 {
        guard let date = ISO8601DateFormatter().date(from: text) else { return 0 }
        return Int64(date.timeIntervalSince1970)
    }
}
