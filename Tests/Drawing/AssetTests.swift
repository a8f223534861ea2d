import Foundation
import Testing

/// The style sheet and the modules of the drawings.
@Suite struct AssetTests {
    private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    private static func asset(_ name: String) throws -> String {
        let folder = here.appendingPathComponent("../../Services/API/Web/Assets").standardizedFileURL
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

    @Test(
        "WEB: scripts of the pages are under 40 kB together, that of the plan apart, and nothing in them sets styles")
    func budget() throws {
        let services = Self.here.appendingPathComponent("../../Services/API").standardizedFileURL
        func files(_ folder: String, _ ending: String) throws -> [(name: String, text: String)] {
            let root = services.appendingPathComponent(folder)
            return try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(ending) }
                .sorted().map { ($0, try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8)) }
        }
        let scripts = try files("Web/Assets", ".js")
        // The service worker is no part of a page, and the script of the plan is loaded on that page alone.
        let apart = ["offline/worker.js", "plan.js"]
        let bytes = scripts.filter { !apart.contains($0.name) }.reduce(0) { $0 + $1.text.utf8.count }
        #expect(scripts.count >= 10 && bytes < 40_000, "\(bytes) bytes")
        let templates = try files("Pages/Templates", ".mustache")
        #expect(templates.count > 50)
        for (name, text) in scripts + templates {
            #expect(!text.contains(/\bstyle\s*=/) && !text.contains(/\.style\b/), "\(name) has styles of its own")
            #expect(!text.contains(/#[0-9a-fA-F]{6}\b/), "\(name) has a literal colour")
            #expect(!text.contains(/\son[a-z]+\s*=\s*"/), "\(name) has a script of its own")
        }
    }

    @Test(
        "WEB: the modules of the drawings and of the plan are small",
        arguments: [("charts.js", 5_000), ("rings.js", 3_000), ("plan.js", 11_000)])
    func modules(name: String, largest: Int) throws {
        let module = try Self.asset(name)
        #expect(module.utf8.count <= largest, "\(module.utf8.count)")
        #expect(!module.contains("innerHTML") && !module.contains("eval("))
    }
}
