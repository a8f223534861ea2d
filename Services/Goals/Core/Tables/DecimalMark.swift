/// The decimal mark of a file's numbers.
public enum DecimalMark: Sendable {
    /// `1.5`, `1,234.5`
    case point
    /// `1,5`, `1.234,5`
    case comma

    /// What the numbers of a file have shown so far, in the memory of two flags.
    public struct Seen: Sendable {
        private var points = false
        private var commas = false
        public init() {}

        /// Notes a cell of a column that holds numbers.
        public mutating func note(_ cell: String) {
            guard !(points && commas) else { return }
            switch (DecimalMark.point.number(cell), DecimalMark.comma.number(cell)) {
            case (.some, nil): points = true
            case (nil, .some): commas = true
            default: return
            }
        }

        /// As of `DecimalMark.recognised`.
        public func mark(_ delimiter: TableDelimiter) -> DecimalMark? {
            if points, commas { return nil }
            return commas || !points && delimiter == .semicolon ? .comma : .point
        }
    }

    /// The mark that the numbers of a file show. `1,234` and `1.234` alone show none; then a file with semicolons has
    /// decimal commas, because spreadsheets write semicolons only where the comma is the decimal mark.
    /// - Parameter cells: of the columns that hold numbers.
    /// - Returns: nil if some cells show a point and others a comma.
    public static func recognised(in cells: some Sequence<String>, _ delimiter: TableDelimiter) -> DecimalMark? {
        var seen = Seen()
        for cell in cells { seen.note(cell) }
        return seen.mark(delimiter)
    }

    /// The number in a cell; nil if it is none. Groups have three digits.
    public func number(_ cell: String) -> Double? {
        let (decimal, group) = self == .point ? (UInt8(ascii: "."), UInt8(ascii: ",")) : (0x2C, 0x2E)
        var text: [UInt8] = []
        var (digits, groups, hasDecimal, hasExponent) = (0, 0, false, false)
        var bytes = Array(cell.utf8)[...]
        bytes = bytes.drop { $0 == 0x20 }
        while bytes.last == 0x20 { bytes.removeLast() }
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case 0x30...0x39:
                digits += 1
                text.append(byte)
            case _ where (byte == 0x2B || byte == 0x2D) && (index == 0 || text.last == UInt8(ascii: "e")):
                text.append(byte)
            case decimal where !hasDecimal && !hasExponent && (groups == 0 || digits == 3):
                (hasDecimal, digits) = (true, 0)
                text.append(UInt8(ascii: "."))
            case group
            where !hasDecimal && !hasExponent && (groups == 0 ? (1...3).contains(digits) : digits == 3)
                && text != [UInt8(ascii: "0")]:
                (groups, digits) = (groups + 1, 0)
            case _ where (byte == 0x45 || byte == 0x65) && !hasExponent && !text.isEmpty:
                hasExponent = true
                text.append(UInt8(ascii: "e"))
            default: return nil
            }
        }
        guard digits > 0, groups == 0 || hasDecimal || digits == 3 else { return nil }
        return Double(String(decoding: text, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
    }
}
