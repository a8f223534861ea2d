/// A value to be written to a table.
public enum TableCell: Equatable, Sendable {
    /// Written so that no spreadsheet executes it; see `SpreadsheetText`.
    case text(String)
    /// Written with a decimal point and as many digits as give the same number again; nothing if it is not finite.
    case number(Double)
    /// A text that the writer itself made, such as a date: written as it is.
    case plain(String)
}

/// Writes a CSV file (RFC 4180): commas, CRLF, UTF-8 with a byte order mark, by which spreadsheets recognise UTF-8.
public struct TableWriter: Sendable {
    /// Bytes written since the last `drain`.
    public private(set) var bytes: [UInt8]

    public init() { bytes = TableBytes.mark }

    /// The bytes written since the last call.
    public mutating func drain() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// Appends a row. A row without cells writes nothing, because CSV has no such row.
    public mutating func append(_ cells: [TableCell]) {
        guard !cells.isEmpty else { return }
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(TableDelimiter.comma.rawValue) }
            switch cell {
            case .text(let text): append(SpreadsheetText.escaped(text), isOnly: cells.count == 1)
            case .plain(let text): append(text, isOnly: cells.count == 1)
            case .number(let value): append(Self.decimal(value), isOnly: cells.count == 1)
            }
        }
        bytes.append(TableBytes.carriageReturn)
        bytes.append(TableBytes.lineFeed)
    }

    static func decimal(_ value: Double) -> String {
        guard value.isFinite else { return "" }
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Quotes fields with any of the recognised delimiters, so that the first row shows the true one, and an only
    /// field that is empty, because an empty line is no row.
    private mutating func append(_ text: String, isOnly: Bool) {
        let needsQuotes =
            text.isEmpty && isOnly
            || text.utf8.contains {
                $0 == TableBytes.quote || $0 == TableBytes.lineFeed || $0 == TableBytes.carriageReturn
                    || TableDelimiter(rawValue: $0) != nil
            } || text.utf8.starts(with: TableBytes.mark)
        guard needsQuotes else { return bytes.append(contentsOf: text.utf8) }
        bytes.append(TableBytes.quote)
        for byte in text.utf8 {
            if byte == TableBytes.quote { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(TableBytes.quote)
    }
}
