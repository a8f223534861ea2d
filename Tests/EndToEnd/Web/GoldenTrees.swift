import Fixtures
import Foundation
import Testing

/// Accessibility trees of pages: what a screen reader tells of them.
enum GoldenTrees {
    /// Compares the trees in `folder` with the files in `Golden/kind`; `PULSUM_GENERATE=1` writes those anew.
    static func compare(_ folder: String, with kind: String, count: Int) throws {
        let golden = Repository.path("Tests/EndToEnd/Web/Golden/\(kind)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(names.count == count)
        for name in names {
            let made = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
            if ProcessInfo.processInfo.environment["PULSUM_GENERATE"] == "1" {
                try FileManager.default.createDirectory(atPath: golden, withIntermediateDirectories: true)
                try made.write(toFile: "\(golden)/\(name)", atomically: true, encoding: .utf8)
            }
            let expected = try? String(contentsOfFile: "\(golden)/\(name)", encoding: .utf8)
            #expect(made == expected, "the accessibility tree of \(name) differs from the golden file")
        }
    }
}
