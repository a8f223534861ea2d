/// Decodes attribute text.
enum XMLText {
    /// Resolves entities and character references; nil for an undefined entity or an invalid character reference.
    package static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
        var result = [UInt8]()
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            guard bytes[index] == UInt8(ascii: "&") else {
                result.append(bytes[index])
                index += 1
                continue
            }
            guard let end = bytes[index...].firstIndex(of: UInt8(ascii: ";")), end - index <= 12,
                let scalar = scalar(bytes[index + 1..<end])
            else { return nil }
            result.append(contentsOf: String(Character(scalar)).utf8)
            index = end + 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func scalar(_ name: Part) -> Unicode.Scalar? {
        let name = String(decoding: name, as: UTF8.self)
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.first == "#" else { return nil }
            let digits = name.dropFirst()
            let number =
                digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return number.flatMap(Unicode.Scalar.init)
        }
    }

    private typealias Part = Slice<UnsafeBufferPointer<UInt8>>
}
