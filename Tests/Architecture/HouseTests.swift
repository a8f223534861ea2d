import Fixtures
import Foundation
import TestTraits
import Testing

/// Rules of the source tree: small folders, small files, documented public declarations.
@Suite(.tags(.processes)) struct HouseTests {
    /// A folder with more files usually answers two questions.
    static let filesInFolder = 15
    static let linesInFile = 400

    /// Swift files below the folders of sources, tests and tools, relative to the root.
    private static func sources(below folders: [String] = ["Services", "Shared", "Tests", "Benchmarks"]) throws
        -> [String]
    {
        try folders.flatMap { folder -> [String] in
            let root = Repository.root.appendingPathComponent(folder).path
            guard FileManager.default.fileExists(atPath: root) else { return [] }
            return try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".swift") }.map {
                "\(folder)/\($0)"
            }
        }
    }

    /// All files that are part of the repository or would be with the next commit, relative to the root. Without Git,
    /// such as in an unpacked archive, the files below the folders that hold the project.
    private static func tracked() throws -> [String] {
        let git = Process()
        git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        git.arguments = [
            "git", "-c", "safe.directory=*", "-C", Repository.root.path, "ls-files", "--cached", "--others",
            "--exclude-standard",
        ]
        let output = Pipe()
        (git.standardOutput, git.standardError) = (output, FileHandle.nullDevice)
        try git.run()
        let files = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            .split(separator: "\n").map(String.init)
            .filter { FileManager.default.fileExists(atPath: Repository.path($0)) }
        git.waitUntilExit()
        return try git.terminationStatus == 0 ? files : sources()
    }

    private static func lines(of file: String) throws -> [Substring] {
        try String(contentsOf: Repository.root.appendingPathComponent(file), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Folders that may hold more files than `filesInFolder`: how many, and why.
    private static let largeFolders: [String: (most: Int, reason: String)] = [
        "docs": (20, "one document for each subject, found by its name; links from other sites keep their paths")
    ]

    @Test("DESIGN: no folder holds more than about 15 files of any kind")
    func folders() throws {
        let counts = try Dictionary(grouping: Self.tracked()) { ($0 as NSString).deletingLastPathComponent }.mapValues(
            \.count)
        #expect(counts.count > 40)
        for (folder, count) in counts.sorted(by: { $0.key < $1.key }) {
            let most = Self.largeFolders[folder]?.most ?? Self.filesInFolder
            #expect(count <= most, "\(folder) holds \(count) files: find its second question")
        }
        for (folder, large) in Self.largeFolders {
            #expect(counts[folder, default: 0] > Self.filesInFolder, "\(folder) is no exception (\(large.reason))")
        }
    }

    @Test("DESIGN: no source file is longer than 400 lines")
    func files() throws {
        for file in try Self.sources(below: ["Services", "Shared"]) where !file.contains("/Weights/") {
            let count = try Self.lines(of: file).count
            #expect(count <= Self.linesInFile, "\(file) has \(count) lines: it hides a second thing")
        }
    }

    @Test("DESIGN: no circle of files crosses the folders of a target")
    func circles() throws {
        let targets = try Dictionary(grouping: Self.sources(below: ["Services", "Shared"])) {
            $0.split(separator: "/").prefix(2).joined(separator: "/")
        }
        for (target, files) in targets {
            let texts = try files.map { ($0, try Self.lines(of: $0).joined(separator: "\n")) }
            let graph = FileGraph(Dictionary(uniqueKeysWithValues: texts))
            #expect(files.count == 1 || graph.uses.values.contains { !$0.isEmpty }, "\(target) is not read")
            for circle in graph.circlesAcrossFolders {
                Issue.record("Files of several folders use each other: \(circle.joined(separator: ", "))")
            }
        }
    }

    @Test("A circle of files is found through files between; comments, strings and nested types do not count")
    func graph() {
        let circle = FileGraph([
            "A/One.swift": "struct One {\n    let two: Two\n}",
            "A/Two.swift": "@MainActor final class Two {\n    var three: Three?\n}",
            "B/Three.swift": "enum Three {\n    case one(One)\n}",
        ])
        #expect(circle.circlesAcrossFolders == [["A/One.swift", "A/Two.swift", "B/Three.swift"]])
        let tree = FileGraph([
            "A/One.swift": "struct One {\n    let two: Two  // Three\n    let name = \"Three \\\"Three\"\n}",
            "A/Two.swift": "/// Three\nstruct Two {\n    let long = \"\"\"\n        Three\n        \"\"\"\n}",
            "B/Three.swift": "struct Three {\n    struct Four {}\n    let one: One\n}",
            "B/Four.swift": "struct Four {\n    let five: Five\n}",
            "B/Five.swift": "struct Five {\n    let four: Four\n}",
        ])
        #expect(tree.uses["B/Three.swift"] == ["A/One.swift", "B/Four.swift", "B/Three.swift"])
        #expect(tree.circlesAcrossFolders.isEmpty)
    }

    @Test("DESIGN: public declarations of libraries and services have doc comments")
    func documented() throws {
        var (documented, missing) = (0, [String]())
        for file in try Self.sources(below: ["Services", "Shared"]) {
            let lines = try Self.lines(of: file)
            for (number, line) in lines.enumerated() where PublicDeclaration.isOne(line) {
                let before = lines[..<number].last { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("@") }
                if before?.trimmingCharacters(in: .whitespaces).hasPrefix("///") == true {
                    documented += 1
                } else {
                    missing.append("\(file):\(number + 1)")
                }
            }
        }
        #expect(documented > 500)
        #expect(
            missing.isEmpty,
            "\(missing.count) public declarations have no doc comment: \(missing.prefix(40).joined(separator: " "))")
    }
}

/// Finds public declarations that need a doc comment.
private enum PublicDeclaration {
    /// Witnesses of our protocols, whose meaning the protocol states, and self-explanatory names.
    private static let plain = [
        "init", "static let type", "static let service", "static let isRepeatable", "static let budget",
        "static let names", "let rawValue", "var description",
        "var user", "var id", "var day", "var text", "var person", "static func <", "static func ==", "func encode",
        "func hash", "typealias Reply",
        "typealias Partial", "static let zero", "var debugDescription", "static let template", "let title",
    ]

    static func isOne(_ line: Substring) -> Bool {
        var words = Substring(line.drop { $0 == " " })
        guard words.hasPrefix("public ") else { return false }
        words = words.dropFirst("public ".count)
        if words.hasPrefix("extension") || words.hasPrefix("import") { return false }
        return !plain.contains { words.hasPrefix($0) }
    }
}
