import Foundation
import Localization
import Messages
import Testing

@testable import Questions

/// What the rules alone read, for `deploy/train kinds`, which chooses when the trained head is asked.
@Suite struct KindRulesDump {
    private struct Row: Decodable { let text: String }

    /// Reads JSON lines with `text` from the file that `PULSUM_TRAIN_KINDS` names and writes the kind and the first
    /// subject of each, or empty texts, beside it.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["PULSUM_TRAIN_KINDS"] != nil))
    func dump() throws {
        let path = try #require(ProcessInfo.processInfo.environment["PULSUM_TRAIN_KINDS"])
        let reader = QuestionReader(today: QuestionTests.today, firstWeekday: 2)
        let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
            try JSONDecoder().decode(Row.self, from: Data($0.utf8))
        }
        let lines = try rows.map { row in
            let read = reader.read(row.text, in: .english)
            let made = ["rules": read?.kind.rawValue ?? "", "subject": read?.subjects.first?.key ?? ""]
            return String(decoding: try JSONEncoder().encode(made), as: UTF8.self)
        }
        try (lines.joined(separator: "\n") + "\n").write(toFile: path + ".rules", atomically: true, encoding: .utf8)
    }
}
