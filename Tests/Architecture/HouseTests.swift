import Fixtures
import Foundation
import Testing

/// Rules of the source tree.
@Suite struct HouseTests {
    /// Swift files below the folders of sources, tests and tools, relative to the root.
    private static func sources(below folders: [String]) throws -> [String] {
        try folders.flatMap { folder -> [String] in
            let root = Repository.root.appendingPathComponent(folder).path
            guard FileManager.default.fileExists(atPath: root) else { return [] }
            return try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".swift") }.map {
                "\(folder)/\($0)"
            }
        }
    }

    private static func lines(of file: String) throws -> [Substring] {
        try String(contentsOf: Repository.root.appendingPathComponent(file), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
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

    /// The rooms of the API, from the ground up. A file uses types of its own room and of those below.
    private static let rooms = [["HTTP"], ["Identity", "OpenAPI"], ["Features"], ["Application"]]

    /// The floor of a file of the API, from 0; nil for a file of another target.
    private static func floor(_ file: String) -> Int? {
        let parts = file.split(separator: "/").dropFirst(2)
        let room = parts.count > 1 ? "\(parts[parts.startIndex])" : "Application"
        return rooms.firstIndex { $0.contains(room) }
    }

    @Test("DESIGN: in the API, arrows between rooms point down only, and only features use the pages")
    func arrows() throws {
        let files = try Self.sources(below: ["Services/API"]).filter {
            !$0.contains("/API/Pages/") && !$0.contains("/Identity/OpenID/")
        }
        let texts = try files.map { ($0, try Self.lines(of: $0).joined(separator: "\n")) }
        for (file, text) in texts {
            let floor = try #require(Self.floor(file), "\(file) is in no room")
            if floor < 2 { #expect(!text.contains("\nimport Pages\n"), "\(file) uses pages") }
        }
        let graph = FileGraph(Dictionary(uniqueKeysWithValues: texts))
        #expect(graph.uses.values.contains { $0.contains { Self.floor($0) == 0 } })
        for (file, used) in graph.uses {
            for other in used where (Self.floor(other) ?? 0) > (Self.floor(file) ?? 0) {
                Issue.record("\(file) uses \(other), which is above it")
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
}
