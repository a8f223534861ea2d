/// An element of a drawing or of its table: SVG or HTML. Text and attribute values are escaped; colours and widths of
/// the design are left to CSS classes.
public struct DrawingElement: Sendable {
    /// A child of an element.
    enum Child: Sendable {
        case element(DrawingElement)
        case text(String)
    }

    let name: String
    private(set) var attributes: [(name: String, value: String)]
    private(set) var children: [Child]

    init(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ children: [DrawingElement] = []) {
        self.name = name
        self.attributes = attributes.map { ($0.key, $0.value) }
        self.children = children.map { .element($0) }
    }

    init(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String) {
        self.init(name, attributes)
        children = [.text(text)]
    }

    mutating func set(_ name: String, _ value: String) { attributes.append((name, value)) }
    mutating func append(_ element: DrawingElement) { children.append(.element(element)) }

    /// The markup, for a page of HTML.
    public var markup: String {
        var text = ""
        write(to: &text)
        return text
    }

    /// Elements of SVG that are closed in the same tag if they are empty; HTML has no such form.
    private static let shapes: Set = ["path", "line", "rect", "circle"]

    private func write(to text: inout String) {
        text += "<\(name)"
        for (name, value) in attributes { text += " \(name)=\"\(Self.escaped(value))\"" }
        if children.isEmpty, Self.shapes.contains(name) {
            text += "/>"
            return
        }
        text += ">"
        for child in children {
            switch child {
            case .element(let element): element.write(to: &text)
            case .text(let content): text += Self.escaped(content)
            }
        }
        text += "</\(name)>"
    }

    /// Control characters, which a page must not have, become spaces.
    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 }) else { return escapedMarkup(text) }
        return escapedMarkup(String(decoding: text.utf8.map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self))
    }
}

/// A coordinate with one decimal, the shortest way: `12`, `12.5`, `-3`. Equal drawings are equal bytes. A value far
/// outside every drawing is moved nearer.
func coordinate(_ value: Double) -> String {
    let tenths = Int((max(-1e6, min(1e6, value.isFinite ? value : 0)) * 10).rounded())
    let (whole, rest) = (abs(tenths) / 10, abs(tenths) % 10)
    return (tenths < 0 ? "-" : "") + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
}
