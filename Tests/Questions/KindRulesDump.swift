import Foundation
import Localization
import Messages
import Testing

@testable import Questions

/// Writes the kinds that the rules alone read. Runs only for `deploy/train`, which reports the head with and without
/// the rules.
@Suite struct KindRulesDump {
    private struct Row: Decodable { let text: String }

    /// Reads JSON lines with `text` from the file that `PULSUM_TRAIN_KINDS` names and writes the kind of each
    /// next to it; the empty text for none.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["PULSUM_TRAIN_KINDS"] != nil))
    func dump() throws {
        let path = try #require(ProcessInfo.processInfo.environment["PULSUM_TRAIN_KINDS"])
        let reader = QuestionReader(today: QuestionTests.today)
        let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
            try JSONDecoder().decode(Row.self, from: Data($0.utf8))
        }
        let lines = try rows.map { row in
            let made = ["rules": reader.read(row.text, in: .english)?.kind.rawValue ?? ""]
            return String(decoding: try JSONEncoder().encode(made), as: UTF8.self)
        }
        try (lines.joined(separator: "\n") + "\n").write(toFile: path + ".rules", atomically: true, encoding: .utf8)
    }
}
