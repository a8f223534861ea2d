import Foundation
import Messages

/// The posts of a week as a phone and a network may deliver them: twice, late, in another order, cut in two. Seeded.
struct CompanionSchedule {
    /// What may happen to a format's posts.
    enum Freedom {
        /// Any order.
        case any
        /// The app sends one after the other and repeats the oldest: twice in a row only.
        case inOrder
    }

    let format: String
    let freedom: Freedom
    private var state: UInt64

    init(_ format: String, _ freedom: Freedom, seed: UInt64) {
        self.format = format
        self.freedom = freedom
        state = seed
    }

    /// splitmix64 (Steele, Lea, Flood 2014).
    private mutating func number(below limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)) % UInt64(max(1, limit)))
    }

    /// Another delivery of the same: each post whole or in its halves, a fifth of them twice, up to six places late.
    /// - Parameter halves: the halves of each post that can be cut.
    mutating func deliver<P>(_ posts: [P], halves: (Int) -> [P]?) -> [P] {
        var sent: [P] = []
        for (index, post) in posts.enumerated() {
            let parts = number(below: 4) == 0 ? halves(index) ?? [post] : [post]
            sent += parts
            if freedom == .inOrder, number(below: 5) == 0 { sent += parts }
        }
        guard freedom == .any else { return sent }
        for post in sent where number(below: 5) == 0 {
            sent.insert(post, at: number(below: sent.count + 1))
        }
        // Windows of six change places.
        for start in stride(from: 0, to: sent.count, by: 6) {
            let end = min(start + 6, sent.count)
            for index in start..<end { sent.swapAt(index, start + number(below: end - start)) }
        }
        return sent
    }

    /// Two bodies that together say the same, as the app would cut them; nil if it cannot be cut.
    static func halves(_ format: String, _ body: [UInt8]) -> [[UInt8]]? {
        guard body.count > 2_000,
            let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
        else { return nil }
        func half(_ list: [Any], _ second: Bool) -> [Any] {
            Array(second ? list[(list.count / 2)...] : list[..<(list.count / 2)])
        }
        func cut(_ second: Bool) -> [String: Any]? {
            var part = object
            switch format {
            case "hc-webhook":
                for (key, value) in object {
                    guard let list = value as? [Any] else { continue }
                    let own = half(list, second)
                    part[key] = own.isEmpty ? nil : own
                }
            case "open-wearables-ios", "open-wearables-android", "open-wearables-samsung":
                part["data"] = (object["data"] as? [String: [Any]])?.mapValues { half($0, second) }
            case "health-bridge":
                guard let samples = object["samples"] as? [Any], samples.count > 1 else { return nil }
                part["samples"] = half(samples, second)
                // Deletions and the cursor travel in the last part, nights in one.
                if !second {
                    part["deleted_records"] = []
                    part["sync"] = ["cursors": []]
                } else {
                    part["workouts"] = []
                    part["sleep_sessions"] = []
                }
            case "health-auto-export":
                guard let data = object["data"] as? [String: Any], let metrics = data["metrics"] as? [[String: Any]]
                else { return nil }
                var own = data
                own["metrics"] = metrics.compactMap { metric -> [String: Any]? in
                    var metric = metric
                    let points = half(metric["data"] as? [Any] ?? [], second)
                    metric["data"] = points
                    return points.isEmpty ? nil : metric
                }
                if second { own["workouts"] = [] }
                part["data"] = own
            default: return nil
            }
            return part
        }
        let parts = [false, true].compactMap(cut).compactMap { try? JSONSerialization.data(withJSONObject: $0) }
        return parts.count == 2 ? parts.map { Array($0) } : nil
    }
}
