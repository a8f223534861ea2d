import Fixtures
import Foundation
import TestTraits
import Testing

extension Security {
    /// `deploy/scan`, which `deploy/test` runs first: a credential in a file or in the history fails it, and its output
    /// does not contain the credential.
    @Suite(.tags(.processes)) struct ScanTests {
        /// Concatenated, so that the scan does not report this file.
        private static let token = "ghp_" + String(repeating: "a1B2", count: 9)
        private static let repository = Repository.root

        private func run(_ scratch: Scratch, _ command: String) async throws -> Executable.Result {
            let identity = ["NAME", "EMAIL"].flatMap {
                [("GIT_AUTHOR_" + $0, "test"), ("GIT_COMMITTER_" + $0, "test")]
            }
            return try await Executable.run(
                "/bin/sh", ["-c", "cd \(scratch.path) && \(command)"],
                environment: Dictionary(uniqueKeysWithValues: identity))
        }

        @Test(
            "SEC-13 a planted credential or placeholder fails the scan with file and line, also one that only the history holds"
        )
        func planted() async throws {
            let scratch = try Scratch()
            defer { scratch.remove() }
            try FileManager.default.createDirectory(atPath: scratch.file("deploy"), withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                atPath: Self.repository.path + "/deploy/scan", toPath: scratch.file("deploy/scan"))
            try "let a = 1\n".write(toFile: scratch.file("a.swift"), atomically: true, encoding: .utf8)
            let clean = try await run(scratch, "git init -q && git add -A && git commit -q -m one && deploy/scan")
            #expect(clean.status == 0, "\(clean.errors)")

            try "let a = 1\nlet token = \"\(Self.token)\"\n".write(
                toFile: scratch.file("a.swift"), atomically: true, encoding: .utf8)
            try "KEY=change\("me")\n".write(toFile: scratch.file("b.env"), atomically: true, encoding: .utf8)
            let found = try await run(scratch, "deploy/scan")
            #expect(found.status == 1)
            #expect(
                found.errors.contains("a.swift:2: ") && found.errors.contains("b.env:1: placeholder"), "\(found.errors)"
            )
            #expect(!(found.errors + found.output).contains(Self.token))

            let past = try await run(
                scratch,
                "git add -A && git commit -q -m two && git rm -q a.swift b.env && git commit -q -m three && deploy/scan"
            )
            #expect(past.status == 1 && past.errors.contains(":a.swift:2: "), "\(past.errors)")

            let shallow = try await run(
                scratch, "git clone -q --depth 1 file://\(scratch.path) shallow && shallow/deploy/scan")
            #expect(shallow.status == 0, "\(shallow.errors)")
        }
    }
}
