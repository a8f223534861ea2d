/// Text as HTML or SVG, for element content and quoted attributes.
///
/// It replaces bytes, not characters: a `Character` is a grapheme cluster, and `<` after U+0600 or before U+0301 is part
/// of a cluster that does not equal `"<"`. All replaced scalars are ASCII, and no byte of another scalar is.
public func escapedMarkup(_ text: some StringProtocol) -> String {
    func entity(_ byte: UInt8) -> StaticString? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }
    guard text.utf8.contains(where: { entity($0) != nil }) else { return String(text) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 32)
    for byte in text.utf8 {
        if let entity = entity(byte) {
            entity.withUTF8Buffer { bytes.append(contentsOf: $0) }
        } else {
            bytes.append(byte)
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}
