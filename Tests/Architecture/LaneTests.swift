import Fixtures
import Foundation
import TestTraits
import Testing

/// A suite that starts processes has a tag, so that `deploy/checks/test-built` does not run it among parallel tests.
@Suite struct LaneTests {
    /// Calls that need a lane's tag: they start child processes or change the environment, which all tests of a process share.
    private static let mentions =
        #"\bStack\.(start|run|shared)\b|\b(Child)?Process\(|\bprocessExitsWith:|\bsetenv\(|\bputenv\("#
    private static let tags = [".processes", ".browser", ".deadline", ".exhaustive"]

    /// Each `@Suite` of a text with its attribute's arguments.
    private static func suites(_ text: String) -> [(name: String, arguments: String)] {
        text.ranges(of: "@Suite").map { range in
            let rest = text[range.upperBound...]
            var depth = 0
            var end = rest.startIndex
            if rest.first == "(" {
                for index in rest.indices {
                    if rest[index] == "(" { depth += 1 }
                    if rest[index] == ")" { depth -= 1 }
                    end = rest.index(after: index)
                    if depth == 0 { break }
                }
            }
            let name = rest[end...].split(whereSeparator: \.isWhitespace).drop {
                !["struct", "class", "enum", "actor"].contains($0)
            }.dropFirst().first
            return (String(name ?? "?").filter { $0.isLetter || $0.isNumber }, String(rest[..<end]))
        }
    }

    @Test("Every suite that mentions Stack, Process or setenv carries a tag of a lane")
    func tagged() throws {
        let mentions = try Regex(Self.mentions)
        let root = Repository.root.appendingPathComponent("Tests").path
        var checked = 0
        for file in try FileManager.default.subpathsOfDirectory(atPath: root) where file.hasSuffix(".swift") {
            guard file != "Architecture/LaneTests.swift" else { continue }
            let text = try String(contentsOfFile: root + "/" + file, encoding: .utf8)
            guard text.contains(mentions) else { continue }
            for suite in Self.suites(text) where suite.name != "Security" {
                checked += 1
                #expect(
                    Self.tags.contains { suite.arguments.contains(".tags(\($0)") },
                    "\(file): \(suite.name) starts processes or changes the environment, and has no tag")
            }
        }
        #expect(checked > 50)
    }

    @Test("The arguments of a suite's attribute are read to its last parenthesis")
    func reading() {
        let found = Self.suites(
            "@Suite(\"a (b)\", .timeLimit(.minutes(1)), .tags(.processes)) struct ATests {}\n@Suite struct BTests {}")
        #expect(found.map(\.name) == ["ATests", "BTests"])
        #expect(found.first?.arguments.hasSuffix(".tags(.processes))") == true)
        #expect(found.last?.arguments.isEmpty == true)
    }
}
