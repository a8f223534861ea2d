import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// Deletions on the phone, through every process to the score.
@Suite(.serialized, .tags(.processes)) struct ReplaceTests {
    @Test(
        "ING-3 SCO-6: a day's steps gone from the second full export revise the score of that day and later ones, and of no day before",
        .timeLimit(.minutes(4))
    )
    func replaced() async throws {
        try await Stack.run { stack in
            let user = try await stack.makeAccount()
            let today = World.lastDay.advanced(by: 1)
            let last = today.advanced(by: -2)
            let touched = last.advanced(by: -9)
            let xml = String(
                decoding: try ExportGenerator(seed: 17, days: 50, endingOn: last, recordsPerDay: 30).xml(),
                as: UTF8.self)
            let lines = xml.split(separator: "\n", omittingEmptySubsequences: false)
            // One record per line, from the watch and from the phone.
            let kept = lines.filter { !($0.contains("StepCount") && $0.contains("startDate=\"\(touched) ")) }
            #expect(lines.count - kept.count > 10)
            let (first, second) = (stack.scratch.file("first.xml"), stack.scratch.file("second.xml"))
            try xml.write(toFile: first, atomically: true, encoding: .utf8)
            try kept.joined(separator: "\n").write(toFile: second, atomically: true, encoding: .utf8)

            func history() async throws -> [Day: ScoreReport] {
                try await stack.settle()
                let range = ScoreHistory(user: user, from: last.advanced(by: -40), through: last, today: today)
                return Dictionary(uniqueKeysWithValues: try await stack.bus.request(range).scores.map { ($0.day, $0) })
            }
            _ = try await stack.importFile(first, for: user)
            let before = try await history()
            #expect(before[touched]?.score != nil)
            // Without the request it is an ordinary second export.
            _ = try await stack.importFile(second, for: user)
            #expect(try await history() == before)

            let events = Task { () -> Int in
                var count = 0
                for await case .event(let event) in stack.bus.watch()
                where event.type == ScoreUpdated.type.rawValue && event.user == user {
                    count += 1
                    break
                }
                return count
            }
            let said = try await stack.pulsum("import", second, "--replace")
            #expect(said.status == 0, "\(said.errors)")
            #expect(said.output.contains("Removed, as this export no longer has them: "))
            let after = try await history()
            let changed = before.keys.filter { before[$0] != after[$0] }.sorted()
            #expect(changed.first == touched, "\(changed)")
            #expect((after[touched]?.revision ?? 0) > (before[touched]?.revision ?? 0))
            #expect(before.filter { $0.key < touched }.allSatisfy { after[$0.key] == $0.value })
            #expect(await events.value == 1)
        }
    }
}
