import Testing

@testable import Drawing

@Suite struct EscapingTests {
    /// Scalars that form one character with a neighbouring scalar: a prepended mark, a joiner, a combining accent, a
    /// variation selector, and what stands for a lone surrogate.
    static let joining: [Unicode.Scalar] = ["\u{600}", "\u{200D}", "\u{301}", "\u{FE0F}", "\u{FFFD}"]

    @Test("SEC-3 Markup in a text of a drawing is escaped, whatever scalar is beside it")
    func drawings() {
        for scalar in Self.joining {
            for mark in ["<", ">", "&", "\""] {
                for text in ["\(scalar)\(mark)", "\(mark)\(scalar)", "\(scalar)\(mark)\(scalar)"] {
                    let element = DrawingElement("g", ["class": text], [DrawingElement("text", text: text)])
                    let entity = ["<": "&lt;", ">": "&gt;", "&": "&amp;", "\"": "&quot;"][mark] ?? ""
                    var escaped = ""
                    for one in text.unicodeScalars {
                        if one == mark.unicodeScalars.first {
                            escaped += entity
                        } else {
                            escaped.unicodeScalars.append(one)
                        }
                    }
                    let expected = "<g class=\"\(escaped)\"><text>\(escaped)</text></g>"
                    // By bytes: equality of strings is canonical equivalence.
                    #expect(Array(element.markup.utf8) == Array(expected.utf8), "\(scalar.value) \(mark)")
                }
            }
        }
    }

    @Test("A control character of a text becomes a space, and an apostrophe is escaped")
    func others() {
        #expect(DrawingElement("text", text: "a\u{0}\r\nb").markup == "<text>a   b</text>")
        #expect(escapedMarkup("'\u{301}a") == "&#39;\u{301}a")
        #expect(escapedMarkup("plain ä 🙂") == "plain ä 🙂")
    }
}
