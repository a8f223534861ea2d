import Fixtures
import Foundation

/// `river` (PyPI), run next to ours by Python: `RIVER_PYTHON`, which `deploy/bench` prepares, else `python3`.
enum River {
    /// The settings, as named in the table.
    static let settings = ["river, defaults", "river, quick level"]

    struct Answers {
        let version: String
        /// For each predict event, one number per setting.
        let predictions: [[Double]]
    }

    private struct Version: Decodable { let version: String }

    /// Nil if Python or river is missing.
    static func run(_ events: [FollowedPerson.LearningEvent]) async throws -> Answers? {
        let python = ProcessInfo.processInfo.environment["RIVER_PYTHON"] ?? "python3"
        guard try await Executable.run("/usr/bin/env", [python, "-c", "import river"]).status == 0 else { return nil }
        let scratch = try Scratch()
        defer { scratch.remove() }
        let encoder = JSONEncoder()
        let lines =
            try events.map { String(decoding: try encoder.encode($0), as: UTF8.self) }.joined(separator: "\n") + "\n"
        try lines.write(toFile: scratch.file("events"), atomically: true, encoding: .utf8)
        let script = Repository.path("Benchmarks/py/river_worth.py")
        let result = try await Executable.run(
            "/bin/sh", ["-c", "exec \"$1\" \"$2\" < \"$3\"", "sh", python, script, scratch.file("events")])
        guard result.status == 0 else {
            throw BenchmarkError("river ended with status \(result.status): \(result.errors.suffix(300))")
        }
        let output = result.output.split(separator: "\n")
        let decoder = JSONDecoder()
        guard let first = output.first else { throw BenchmarkError("river said nothing") }
        return Answers(
            version: try decoder.decode(Version.self, from: Data(first.utf8)).version,
            predictions: try output.dropFirst().map { try decoder.decode([Double].self, from: Data($0.utf8)) })
    }
}
