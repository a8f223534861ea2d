import Foundation
import Localization
import Mustache
import Testing

@testable import Pages

/// Every text of every template, found by reading the templates.
@Suite struct EscapingTests {
    /// Answers with one text for every name of a template; so each section is shown and each value is this text.
    private struct Everything: MustacheParent, CustomStringConvertible {
        let description: String
        /// Names without a value.
        let absent: Set<String>
        func child(named name: String) -> Any? { absent.contains(name) ? nil : self }
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Services/API/Pages/Templates").standardizedFileURL

    /// The templates by name, without the markup that renderers make.
    private static func sources() throws -> [String: String] {
        var sources: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".mustache") {
            let url = folder.appendingPathComponent(path)
            sources[url.deletingPathExtension().lastPathComponent] = try String(contentsOf: url, encoding: .utf8)
        }
        return sources
    }

    /// Values that a template inserts without escaping; `DrawingElement`, `QRCode` and `PageRenderer` make it.
    private static let made: Set = ["bar", "code", "drawing", "figure", "hatch", "main", "rings", "spark", "table"]

    private static func names(_ pattern: String, _ source: String) throws -> Set<String> {
        Set(source.matches(of: try Regex(pattern, as: (Substring, Substring).self)).map { "\($0.output.1)" })
    }

    /// The text with each scalar of markup escaped.
    private static func escaped(_ text: String) -> String {
        let entities: [Unicode.Scalar: String] = [
            "<": "&lt;", ">": "&gt;", "&": "&amp;", "\"": "&quot;", "'": "&#39;",
        ]
        var result = ""
        for scalar in text.unicodeScalars {
            if let entity = entities[scalar] { result += entity } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }

    @Test("SEC-3 No text of a page becomes markup, whatever scalar is beside it", arguments: Language.allCases)
    func templates(language: Language) throws {
        let sources = try Self.sources()
        #expect(sources.count > 80)
        for (name, source) in sources {
            #expect(try Self.names(#"\{\{[{&]([^}]*)\}"#, source).isSubset(of: Self.made), "\(name) inserts markup")
        }
        let templates = Templates(sources.mapValues { $0.replacing(/\{\{\{[^}]*\}\}\}/, with: "") })
        var hostile = ""
        for joining in ["\u{600}", "\u{200D}", "\u{301}", "\u{FE0F}", "\u{FFFD}"] {
            for mark in ["<", ">", "&", "\"", "'", "`", "="] {
                hostile += "\(joining)\(mark)b\(mark)\(joining)b\(joining)\(mark)\(joining)"
            }
        }
        let plain = "PLACEHOLDER"
        var (texts, seen) = (0, 0)
        for (name, source) in sources {
            // Once with every section, once with those for what is absent.
            let negated = try Self.names(#"\{\{\^([^}]*)\}\}"#, source)
            for absent in [[], negated] {
                func page(_ text: String) throws -> String {
                    try #require(templates.render(name, Everything(description: text, absent: absent), in: language))
                }
                let harmless = try page(plain)
                let expected = harmless.replacing(plain, with: Self.escaped(hostile))
                // By bytes: equality of strings is canonical equivalence.
                #expect(Array(try page(hostile).utf8) == Array(expected.utf8), "\(name)")
                seen += harmless.split(separator: plain, omittingEmptySubsequences: false).count - 1
            }
            texts += source.matches(of: /\{\{[a-z.]/).count
        }
        #expect(texts > 500 && seen > 500, "\(texts) texts, \(seen) shown")
    }

    @Test("SEC-3 Every value of an attribute is quoted, so that no character but the quote ends it")
    func attributes() throws {
        for (name, source) in try Self.sources() {
            var (isTag, isQuoted) = (false, false)
            var rest = source.unicodeScalars[...]
            while let scalar = rest.first {
                if rest.starts(with: "{{".unicodeScalars), let end = String(rest).range(of: "}}") {
                    let tag = String(rest)[..<end.upperBound]
                    let isValue = !"#^/>!".contains(tag.dropFirst(2).first ?? "#") && !tag.hasPrefix("{{w.")
                    #expect(!isTag || isQuoted || !isValue, "\(name): \(tag) is outside quotes within a tag")
                    rest = rest.dropFirst(tag.unicodeScalars.count)
                    continue
                }
                switch scalar {
                case "<" where !isTag: isTag = true
                case ">" where isTag && !isQuoted: isTag = false
                case "\"" where isTag: isQuoted.toggle()
                default: break
                }
                rest = rest.dropFirst()
            }
            #expect(!isTag && !isQuoted, "\(name) ends within a tag")
        }
    }

    @Test("SEC-3 Every form to a guarded route carries its proof, and no other template has one")
    func proofs() throws {
        var (found, holding) = (Set<String>(), Set<String>())
        for (name, source) in try Self.sources() {
            if source.contains("{{proof.") { holding.insert(name) }
            for form in GuardedForm.allCases {
                let route = form.route.replacing(/\{(\w+)\}/) { "{{\($0.output.1)}}" }
                let action = "action=\"/\(route)\""
                for piece in source.components(separatedBy: action).dropFirst() {
                    let input = "<input type=\"hidden\" name=\"proof\" value=\"{{proof.\(form)}}\">"
                    #expect(piece.prefix(200).contains(input), "\(name): \(form.route)")
                    found.insert(form.route)
                }
            }
        }
        #expect(found == Set(GuardedForm.allCases.map(\.route)))
        #expect(holding == GuardedForm.templates)
    }
}
