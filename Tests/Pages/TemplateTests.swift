import Localization
import Testing

@testable import Pages

@Suite struct TemplateTests {
    @Test("COM-5 every template compiles in every language, and all its phrases exist")
    func shipped() throws {
        let templates = try Templates.shipped()
        #expect(templates.names.contains("frame") && templates.names.contains("today"))
    }

    @Test("A phrase that is missing or has placeholders, and a template that is malformed, are refused by name")
    func invalid() throws {
        let words = try Catalogue(.english, json: Array(#"{"a": "x & y", "b": "{count} days"}"#.utf8))
        let good = try Templates(["t": #"<p title="{{w.a}}">{{{v}}}{{v}}</p>"#], words: { _ in words })
        #expect(good.render("t", ["v": "<b>"], in: .german) == #"<p title="x &amp; y"><b>&lt;b&gt;</p>"#)
        for (source, name) in [("{{w.none}}", "none"), ("{{w.b}}", "b"), ("{{#open}}", "t")] {
            let error = #expect(throws: Templates.Invalid.self) {
                try Templates(["t": source], words: { _ in words })
            }
            #expect(error?.description.contains(name) == true)
        }
    }
}
