import Fixtures
import Foundation
import Testing

@testable import API

/// The scripts of the pages as browsers load them, and the templates.
@Suite struct StaticFilesTests {
    private static func files(_ folder: String, _ ending: String) throws -> [(name: String, text: String)] {
        let root = Repository.root.appendingPathComponent("Services/API/\(folder)")
        return try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(ending) }
            .sorted().map { ($0, try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8)) }
    }

    private static func scripts() throws -> [(name: String, text: String)] {
        try files("Assets", ".js").map { name, text in
            (name, String(decoding: StaticFiles.withoutComments(Data(text.utf8)), as: UTF8.self))
        }
    }

    @Test("WEB: all scripts are under 60 kB before compression, those of a page under 40 kB, and nothing sets styles")
    func budget() throws {
        let scripts = try Self.scripts()
        // The service worker is no part of a page; the scripts of the plan, of uploads and of the welcome are loaded on
        // these pages alone.
        let apart = ["offline/worker.js", "plan.js", "upload.js", "welcome.js"]
        func bytes(_ scripts: [(name: String, text: String)]) -> Int { scripts.reduce(0) { $0 + $1.text.utf8.count } }
        let (all, shared) = (bytes(scripts), bytes(scripts.filter { !apart.contains($0.name) }))
        #expect(scripts.count >= 10)
        #expect(all < 60_000, "\(all) bytes")
        #expect(shared < 40_000, "\(shared) bytes")
        let templates = try Self.files("Pages/Templates", ".mustache")
        #expect(templates.count > 50)
        for (name, text) in scripts + templates {
            #expect(!text.contains(/\bstyle\s*=/) && !text.contains(/\.style\b/), "\(name) has styles of its own")
            #expect(!text.contains(/#[0-9a-fA-F]{6}\b/), "\(name) has a literal colour")
            #expect(!text.contains(/\son[a-z]+\s*=\s*"/), "\(name) has a script of its own")
            // A browser writes such a field in its own order, whatever the person's is.
            #expect(!text.contains("type=\"date\""), "\(name) has a field of the browser's for days")
        }
    }

    @Test(
        "WEB: the modules of the drawings and of the plan are small",
        arguments: [("charts.js", 4_000), ("rings.js", 2_500), ("plan.js", 9_500)])
    func modules(name: String, largest: Int) throws {
        let module = try #require(try Self.scripts().first { $0.name == name }?.text)
        #expect(module.utf8.count <= largest, "\(module.utf8.count)")
        #expect(!module.contains("innerHTML") && !module.contains("eval("))
    }

    @Test("Comments of a script are left out, and nothing else")
    func comments() {
        let script = """
            // A line.
            /**
             * A block.
             */
            const a = 1; // stays: the line has code

              /** One line. */
              const address = "https://pulsum.test";

            """
        let served = StaticFiles.withoutComments(Data(script.utf8))
        #expect(
            String(decoding: served, as: UTF8.self)
                == "const a = 1; // stays: the line has code\n  const address = \"https://pulsum.test\";\n")
    }
}
