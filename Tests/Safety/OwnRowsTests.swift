import Fixtures
import Foundation
import Messages
import Testing

@testable import Safety

/// Own rows on which the rules were tuned: they guard against regressions and do not prove quality.
@Suite struct OwnRowsTests {
    private static let rows = [OwnRowsSelfHarm.text, OwnRowsDanger.text, OwnRowsSafe.text].flatMap { text in
        text.split(separator: "\n").compactMap { line -> (key: String, text: String)? in
            let parts = line.split(separator: " ", maxSplits: 1)
            return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
        }
    }

    @Test("SAF-3 Our own rows keep their verdicts and reasons")
    func verdicts() async {
        let set = await SafetyMeasure("own rows", rows: Self.rows)
        set.print(rows: false)
        #expect(set["c1"].alert.rate >= 0.97)
        #expect(set["c1"].crisis.rate >= 0.83)
        for (key, reason) in [("c2", Verdict.Reason.abuseOrDanger), ("c3", .medicalEmergency), ("c4", .harmToOthers)] {
            #expect(set[key].crisis.rate >= 0.9)
            #expect(set[key].share(of: reason).rate >= 0.8, "\(key)")
        }
        #expect(set["u5"].alert.rate >= 0.95)
        #expect(set["u5"].crisis.rate <= 0.05)
        #expect(set["u6"].crisis.rate <= 0.05)
        #expect(set["s"].crisis.rate <= 0.01)
        #expect(set["s"].alert.rate <= 0.07)
    }

    @Test("SAF-7 No row of our own stands in a set that only measures")
    func apart() throws {
        struct Row: Decodable { var text: String }
        func key(_ text: String) -> Int {
            text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ").hashValue
        }
        let own = Set((Self.rows.map(\.text) + IndirectRows.all).map(key))
        for name in ["crisis_app_testcases", "crisis_hard_negatives_mined", "cssrs_reddit_posts"] {
            guard let data = try SharedData.url("\(name)/\(name).jsonl").map({ try Data(contentsOf: $0) }) else {
                continue
            }
            let texts = try data.split(separator: UInt8(ascii: "\n")).map {
                try JSONDecoder().decode(Row.self, from: $0).text
            }
            #expect(texts.count { own.contains(key($0)) } == 0, "\(name)")
        }
    }
}
