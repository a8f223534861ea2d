import Foundation
import Testing

/// The style sheet and the modules of the drawings.
@Suite struct AssetTests {
    private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    private static func asset(_ name: String) throws -> String {
        let folder = here.appendingPathComponent("../../Services/API/Assets").standardizedFileURL
        return try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    @Test("LOOK: the style sheet has every class of the drawings")
    func classes() throws {
        let golden = Self.here.appendingPathComponent("Golden")
        let style = try Self.asset("drawing.css")
        let known = Set(style.matches(of: /\.([a-z][a-z0-9-]*)/).map { String($0.output.1) })
        var used: Set<String> = []
        for name in try FileManager.default.subpathsOfDirectory(atPath: golden.path) where name.contains("/") {
            let markup = try String(contentsOf: golden.appendingPathComponent(name), encoding: .utf8)
            for match in markup.matches(of: /class="([^"]*)"/) {
                used.formUnion(match.output.1.split(separator: " ").map(String.init))
            }
            #expect(!markup.contains("style="), "\(name) has styles of its own")
        }
        #expect(used.count > 40 && used.subtracting(known).isEmpty, "\(used.subtracting(known).sorted())")
    }
}
