/// Parses decimal numbers from bytes.
enum DecimalText {
    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
    ]

    /// Returns the correctly rounded number; nil if the text is not a finite decimal number. Up to 15 digits are exact
    /// after one division (Clinger 1990); longer texts use the standard library.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        guard let text = bytes.baseAddress, bytes.count > 0, bytes.count <= 64 else { return nil }
        var index = 0
        let isNegative = text[0] == UInt8(ascii: "-")
        if isNegative { index = 1 }
        var (mantissa, digits, decimals, seenPoint) = (Int64(0), 0, 0, false)
        while index < bytes.count {
            let byte = text[index]
            if byte >= 48, byte <= 57 {
                mantissa = mantissa &* 10 &+ Int64(byte - 48)
                digits += 1
                if seenPoint { decimals += 1 }
            } else if byte == UInt8(ascii: "."), !seenPoint {
                seenPoint = true
            } else {
                return slow(bytes)
            }
            index += 1
        }
        guard digits > 0 else { return nil }
        guard digits <= 15 else { return slow(bytes) }
        let value = Double(mantissa) / powers[decimals]
        return isNegative ? -value : value
    }

    private static func slow(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        // `Double.init` also accepts hexadecimal and names such as `inf`.
        guard bytes.allSatisfy({ (48...57).contains($0) || "+-.eE".utf8.contains($0) }) else { return nil }
        return Double(String(decoding: bytes, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
    }
}
