import Fixtures
import Foundation
import Testing

/// The token file: its contrasts, and that nothing else has literal values.
@Suite struct TokenTests {
    private static let assets = Repository.root.appendingPathComponent("Services/API/Assets")

    private enum Theme: Int, CaseIterable { case light, dark }

    /// Colours by token, as `light-dark(#…, #…)` states them.
    private static func colours() throws -> [String: [UInt32]] {
        let text = try String(contentsOf: assets.appendingPathComponent("tokens.css"), encoding: .utf8)
        var colours: [String: [UInt32]] = [:]
        for match in text.matches(
            of: /--([a-z0-9-]+): light-dark\(#([0-9A-F]{6}), #([0-9A-F]{6})\);/)
        {
            colours[String(match.output.1)] = [match.output.2, match.output.3].map { UInt32($0, radix: 16) ?? 0 }
        }
        return colours
    }

    /// Relative luminance (WCAG 2.2).
    private static func luminance(_ colour: UInt32) -> Double {
        func linear(_ shift: UInt32) -> Double {
            let share = Double(colour >> shift & 0xFF) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0)
    }

    private static func contrast(_ one: UInt32, _ other: UInt32) -> Double {
        let (low, high) = (min(luminance(one), luminance(other)), max(luminance(one), luminance(other)))
        return (high + 0.05) / (low + 0.05)
    }

    private static let grounds = (1...5).map { "ground-\($0)" } + ["paper", "field"]

    @Test(
        "LOOK: every colour stands out from every background that it is used on",
        arguments: [
            ("ink", grounds + ["tint"], 7.0), ("soft", grounds, 4.5), ("edge", grounds, 3), ("accent", grounds, 4.5),
            ("clay", grounds + ["clay-tint"], 4.5), ("danger", grounds, 4.5), ("on-accent", ["accent", "danger"], 4.5),
            ("accent", ["tint"], 3),
        ])
    func contrasts(colour: String, backgrounds: [String], least: Double) throws {
        let colours = try Self.colours()
        for theme in Theme.allCases {
            for background in backgrounds {
                let (front, back) = (try #require(colours[colour]), try #require(colours[background]))
                let contrast = Self.contrast(front[theme.rawValue], back[theme.rawValue])
                #expect(contrast >= least, "\(colour) on \(background), \(theme): \(contrast)")
            }
        }
    }

    @Test(
        "LOOK: the lowest contrasts are those of the design, rounded down",
        arguments: [
            ("ink", grounds, [12.7, 12.2]), ("soft", grounds, [5.5, 6.9]), ("edge", grounds, [3.1, 3.6]),
            ("accent", grounds, [6.0, 7.5]), ("on-accent", ["accent", "danger"], [6.9, 7.6]),
            ("ink", ["tint"], [11.9, 9.6]), ("clay", grounds, [5.3, 6.5]), ("clay", ["clay-tint"], [4.9, 6.0]),
            ("danger", grounds, [6.1, 6.5]),
        ])
    func lowest(colour: String, backgrounds: [String], design: [Double]) throws {
        let colours = try Self.colours()
        let front = try #require(colours[colour])
        for theme in Theme.allCases {
            let all = try backgrounds.map {
                Self.contrast(front[theme.rawValue], try #require(colours[$0])[theme.rawValue])
            }
            #expect(((all.min() ?? 0) * 10).rounded(.down) / 10 == design[theme.rawValue], "\(theme)")
        }
    }

    @Test("LOOK: literal colours and sizes stand in the token file only")
    func literals() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.assets.path)
        let styles = files.filter { $0.hasSuffix(".css") && $0 != "tokens.css" }
        #expect(!styles.isEmpty)
        for file in styles {
            // Widths of media queries cannot be variables.
            let text = try String(contentsOf: Self.assets.appendingPathComponent(file), encoding: .utf8)
                .replacing(/@media[^{]*/, with: "@media ")
            // Zero and percentages of the parent are no sizes of the design.
            let colour = /#[0-9a-fA-F]{3,8}[;, )]|\b(?:rgb|hsl|oklch|lab)a?\(/
            let size = /[ :(,]-?[0-9.]*[0-9](?:px|rem|em|pt|ch|vh|vw|ms|s)\b/
            for match in text.matches(of: colour) { Issue.record("\(file) has a literal colour: \(match.output)") }
            for match in text.matches(of: size) { Issue.record("\(file) has a literal size: \(match.output)") }
            let used = Set(text.matches(of: /var\(--([a-z0-9-]+)\)/).map { String($0.output.1) })
            let tokens = try String(contentsOf: Self.assets.appendingPathComponent("tokens.css"), encoding: .utf8)
            for token in used.sorted() { #expect(tokens.contains("--\(token):"), "\(file) uses --\(token)") }
        }
        for file in files where file.hasSuffix(".html") || file.hasSuffix(".js") {
            let text = try String(contentsOf: Self.assets.appendingPathComponent(file), encoding: .utf8)
            #expect(!text.contains(/style\s*=\s*"/) && !text.contains(".style."), "\(file) sets styles of its own")
        }
    }
}
