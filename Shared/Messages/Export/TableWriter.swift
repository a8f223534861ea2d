/// A value to be written to a table.
public enum TableCell: Equatable, Sendable {
    /// Written so that no spreadsheet executes it; see `SpreadsheetText`. Every text that came from outside is one.
    case text(String)
    /// Written with a decimal point and as many digits as give the same number again; nothing if it is not finite.
    case number(Double)
    /// A text that the writer itself made, such as a date: written as it is.
    case plain(String)
}

/// Writes CSV (RFC 4180), by bytes: a delimiter or quote that forms one character with the next scalar is quoted too.
public struct TableWriter: Sendable {
    /// The form of a file.
    public enum Form: Sendable {
        /// For spreadsheets: CRLF, and a byte order mark, by which they recognise UTF-8.
        case spreadsheet
        /// For the archive of an export: LF, without a mark.
        case archive
    }

    private static let comma = UInt8(ascii: ",")
    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let form: Form
    /// Bytes written since the last `drain`.
    public private(set) var bytes: [UInt8]

    public init(_ form: Form = .spreadsheet) {
        self.form = form
        bytes = form == .spreadsheet ? Self.mark : []
    }

    /// The bytes written since the last call.
    public mutating func drain() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// Appends a row. A row without cells writes nothing, because CSV has no such row.
    public mutating func append(_ cells: [TableCell]) {
        guard !cells.isEmpty else { return }
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(Self.comma) }
            switch cell {
            case .text(let text): Self.append(SpreadsheetText.escaped(text), isOnly: cells.count == 1, to: &bytes)
            case .plain(let text): Self.append(text, isOnly: cells.count == 1, to: &bytes)
            case .number(let value): Self.append(Self.decimal(value), isOnly: cells.count == 1, to: &bytes)
            }
        }
        end()
    }

    /// Appends a row of fields that are written already, of numbers and of `field(_:)`: for tables of millions of rows.
    public mutating func append(written row: String) {
        bytes.append(contentsOf: row.utf8)
        end()
    }

    private mutating func end() {
        if form == .spreadsheet { bytes.append(Self.carriageReturn) }
        bytes.append(Self.lineFeed)
    }

    /// A text from outside as a field of a row with several fields.
    public static func field(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(SpreadsheetText.escaped(text), isOnly: false, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The number with a decimal point; empty if it is not finite.
    public static func decimal(_ value: Double) -> String {
        guard value.isFinite else { return "" }
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Quotes fields with any delimiter that readers recognise, so that the first row shows the true one, and an only
    /// field that is empty, because an empty line is no row.
    private static func append(_ text: String, isOnly: Bool, to bytes: inout [UInt8]) {
        let needsQuotes =
            text.isEmpty && isOnly
            || text.utf8.contains {
                $0 == quote || $0 == lineFeed || $0 == carriageReturn || $0 == comma || $0 == UInt8(ascii: ";")
                    || $0 == UInt8(ascii: "\t")
            } || text.utf8.starts(with: mark)
        guard needsQuotes else { return bytes.append(contentsOf: text.utf8) }
        bytes.append(quote)
        for byte in text.utf8 {
            if byte == quote { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(quote)
    }
}
