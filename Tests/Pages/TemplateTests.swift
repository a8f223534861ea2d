import Foundation
import Localization
import Messages
import Testing

@testable import Pages

@Suite struct TemplateTests {
    @Test("COM-5 every template compiles in every language, and all its phrases exist")
    func shipped() throws {
        let templates = try Templates.shipped()
        try templates.compile()
        #expect(templates.names.contains("frame") && templates.names.contains("today"))
    }

    @Test("A phrase that is missing or has placeholders, and a template that is malformed, are refused by name")
    func invalid() throws {
        let words = try Catalogue(.english, json: Array(#"{"a": "x & y", "b": "{count} days"}"#.utf8))
        let good = Templates(["t": #"<p title="{{w.a}}">{{{v}}}{{v}}</p>"#], words: { _ in words })
        #expect(good.render("t", ["v": "<b>"], in: .german) == #"<p title="x &amp; y"><b>&lt;b&gt;</p>"#)
        for (source, name) in [
            ("{{w.none}}", "none"), ("{{w.b}}", "b"), ("{{#open}}", "t"), ("{{> absent}}", "absent"),
        ] {
            let error = #expect(throws: Templates.Invalid.self) {
                try Templates(["t": source], words: { _ in words }).compile()
            }
            #expect(error?.description.contains(name) == true)
        }
    }

    @Test("A start is refused where one language lacks a phrase, or a template contains an absent one")
    func incomplete() throws {
        let english = try Catalogue(.english, json: Array(#"{"a": "x", "b": "y"}"#.utf8))
        let german = try Catalogue(.german, json: Array(#"{"a": "x"}"#.utf8))
        func check(_ sources: [String: String]) throws {
            try Templates(sources, words: { $0 == .german ? german : english }).requireComplete()
        }
        try check(["t": "{{w.a}}{{> u}}", "u": ""])
        #expect(throws: Templates.Invalid.self) { try check(["t": "{{w.b}}"]) }
        #expect(throws: Templates.Invalid.self) { try check(["t": "{{> u}}"]) }
    }

    @Test("A template is compiled with those it contains, and keeps what was compiled before")
    func contained() {
        let templates = Templates(["a": "1{{> b}}", "b": "2{{>c}}", "c": "3", "d": "{{#open}}"])
        #expect(templates.render("a", [String: String](), in: .english) == "123")
        #expect(templates.render("d", [String: String](), in: .english) == nil)
        #expect(templates.render("c", [String: String](), in: .english) == "3")
        #expect(templates.render("e", [String: String](), in: .english) == nil)
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Services/API/Pages/Templates").standardizedFileURL

    /// Names that are no words of a language, by template.
    private static let names = [
        "frame": ["Pulsum"], "connect-source": ["PULSUM", "PUBLIC", "URL", "https", "pulsum", "example", "org"],
    ]

    @Test("OWN-3 no template has words of its own: all come from the catalogues")
    func words() throws {
        var seen = 0
        for path in try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
        where path.hasSuffix(".mustache") {
            let url = Self.folder.appendingPathComponent(path)
            let name = url.deletingPathExtension().lastPathComponent
            // Shows the form of a file, whose keys are the same in every language.
            guard name != "settings-library" else { continue }
            let source = try String(contentsOf: url, encoding: .utf8).replacing(/\{\{.*?\}\}/, with: "")
            let attributes = source.matches(of: /\b(title|alt|placeholder|aria-label)="([^"]*)"/).map {
                "\($0.output.2)"
            }
            let text = source.replacing(/<[^>]*>/, with: " ").replacing(/&[a-z]+;/, with: " ")
            let words = ([text] + attributes).flatMap { $0.matches(of: /\p{L}{2,}/).map { "\($0.output)" } }
            #expect(words.filter { Self.names[name]?.contains($0) != true } == [], "\(path)")
            seen += 1
        }
        #expect(seen > 50)
    }

    @Test("WEB-13 no template loads anything from another address")
    func ownOrigin() throws {
        for path in try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
        where path.hasSuffix(".mustache") {
            let source = try String(contentsOf: Self.folder.appendingPathComponent(path), encoding: .utf8)
            #expect(!source.contains(/(src|srcset|poster|data|action)="(https?:)?\/\//), "\(path)")
            #expect(!source.contains(/<link[^>]*href="(https?:)?\/\//), "\(path)")
        }
    }

    @Test("WEB-8 a toast offers to undo what it reports, as a form that counts once", arguments: Language.allCases)
    func undo(language: Language) throws {
        let settings = DisplaySettings(language: language, region: "DE")
        let reader = Reader(settings, today: Day(number: 20_780), minute: 600)
        let screen = TextScreen(title: "x", parts: [], version: "")
        let renderer = try PageRenderer(assets: "/assets/0")
        var frame = PageFrame(person: PageFrame.Person(name: "Ada"))
        #expect(!renderer.html(screen, frame, for: reader).contains(reader.words("common.undo")))
        frame.toast = reader.words("toast.deleted")
        frame.undo = PageFrame.Undo(action: "/journal/1/restore", key: "k1")
        let page = renderer.html(screen, frame, for: reader)
        #expect(
            page.contains("<p>\(reader.words("toast.deleted"))</p><form method=\"post\" action=\"/journal/1/restore\">")
        )
        #expect(page.contains("name=\"key\" value=\"k1\"") && page.contains("\(reader.words("common.undo"))</button>"))
    }
}
