import Fixtures
import Foundation
import Language
import Messages

@testable import Safety

/// A share with its 95 % Wilson score interval (Wilson 1927).
struct Share: CustomStringConvertible {
    var hits: Int
    var rows: Int
    var rate: Double { rows == 0 ? 0 : Double(hits) / Double(rows) }

    var interval: ClosedRange<Double> {
        guard rows > 0 else { return 0...1 }
        let (z, n) = (1.96, Double(rows))
        let middle = (rate + z * z / (2 * n)) / (1 + z * z / n)
        let half = z * (rate * (1 - rate) / n + z * z / (4 * n * n)).squareRoot() / (1 + z * z / n)
        return max(0, middle - half)...min(1, middle + half)
    }

    var description: String {
        func percent(_ value: Double) -> String { "\((value * 1000).rounded() / 10)" }
        return "\(percent(rate)) % [\(percent(interval.lowerBound))–\(percent(interval.upperBound))]"
    }
}

/// Verdicts on the rows of one class.
struct SafetyTally: CustomStringConvertible {
    var rows: [(number: Int, verdict: Verdict)] = []

    var crisis: Share { Share(hits: rows.count { $0.verdict.level == .crisis }, rows: rows.count) }
    var alert: Share { Share(hits: rows.count { $0.verdict.level >= .caution }, rows: rows.count) }
    func share(of reason: Verdict.Reason) -> Share {
        Share(hits: rows.count { $0.verdict.reason == reason }, rows: rows.count)
    }
    var description: String { "crisis \(crisis), caution or above \(alert) of \(rows.count)" }
    static func + (left: SafetyTally, right: SafetyTally) -> SafetyTally { SafetyTally(rows: left.rows + right.rows) }
}

/// A labelled set judged row by row. Holds verdicts and row numbers, no text.
struct SafetyMeasure {
    struct Row: Decodable {
        var text: String
        var label: String
        var kind: String?
    }

    let name: String
    private(set) var tallies: [String: SafetyTally] = [:]
    /// The production classifier: rules and, if the sentence model is installed, the trained head.
    static let service = SafetyService(
        embedder: try? MiniLMEmbedder(folder: SentenceModel.folder, spare: SentenceModel.spare))
    static let hasHead = SentenceModel.isInstalled

    /// Nil where the set is absent. `thinning`: only every n-th row, outside `deploy/bench quality`.
    init?(_ name: String, thinning: Int = 1, by key: (Row) -> String) async throws {
        guard let data = try SharedData.url("\(name)/\(name).jsonl").map({ try Data(contentsOf: $0) }) else {
            Swift.print("SAF-7 \(name) is not on this machine; the examples in the other tests stand alone.")
            return nil
        }
        let rows = try data.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Row.self, from: $0) }
        let step = ProcessInfo.processInfo.environment["PULSUM_QUALITY"] == nil ? thinning : 1
        await self.init(
            name, rows: rows.enumerated().filter { $0.offset % step == 0 }.map { (key($0.element), $0.element.text) })
    }

    init(_ name: String, rows: [(key: String, text: String)]) async {
        self.name = name
        for (number, row) in rows.enumerated() {
            tallies[row.key, default: SafetyTally()].rows.append((number, await Self.service.verdict(row.text)))
        }
    }

    subscript(key: String) -> SafetyTally { tallies[key] ?? SafetyTally() }
    func sum(where isIncluded: (String) -> Bool) -> SafetyTally {
        tallies.filter { isIncluded($0.key) }.values.reduce(SafetyTally(), +)
    }

    /// One line a class, and the numbers of the rows at each level where they are few.
    func print(rows: Bool = true) {
        for (key, tally) in tallies.sorted(by: { $0.key < $1.key }) {
            Swift.print("SAF-7 \(name) \(key): \(tally)")
            guard rows else { continue }
            for (level, word) in [(Verdict.Level.safe, "safe"), (.caution, "caution"), (.crisis, "crisis")] {
                let numbers = tally.rows.filter { $0.verdict.level == level }.map(\.number)
                if !numbers.isEmpty, numbers.count <= 40 {
                    Swift.print("    \(word): \(numbers.map(String.init).joined(separator: " "))")
                }
            }
        }
    }
}
