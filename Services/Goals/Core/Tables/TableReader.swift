import Messages

/// Reads a table whose first row names its columns: rows in, records by column or faults by line out.
public struct TableReader: Sendable {
    /// A row of the table, or the reason why it cannot be used.
    public struct Record: Equatable, Sendable {
        /// Number of the line it starts on, from 1.
        public var line: Int
        /// The fields in the order of `TableReader.columns`, with spreadsheet escapes removed; empty with a fault.
        public var fields: [String]
        /// nil for a row that can be used.
        public var fault: TableFault?
    }

    fileprivate struct Header {
        var columns: [String] = []
        var isRead = false
    }

    private var parser: TableParser
    private var header = Header()
    /// The names of the header, without surrounding spaces and in lower case. Empty until the header was read, and if
    /// it has a fault; then no row can be used.
    public var columns: [String] { header.columns }
    /// nil until the first row has shown it.
    public var delimiter: TableDelimiter? { parser.delimiter }

    /// - Parameter limit: bytes of a row, at most.
    public init(limit: Int = 1 << 20) { parser = TableParser(limit: limit) }

    /// The place of a column in `Record.fields`; nil if the table has none of that name, or two.
    public func place(of column: String) -> Int? {
        let places = columns.indices.filter { columns[$0] == column }
        return places.count == 1 ? places[0] : nil
    }

    /// Reads the next bytes of the file and passes on the records that end in them.
    public mutating func read(_ bytes: some Sequence<UInt8>, _ take: (Record) throws -> Void) rethrows {
        var header = header
        defer { self.header = header }
        try parser.read(bytes) { try header.pass($0, take) }
    }

    /// Passes on the last record.
    public mutating func finish(_ take: (Record) throws -> Void) rethrows {
        var header = header
        defer { self.header = header }
        try parser.finish { try header.pass($0, take) }
    }
}

extension TableReader.Header {
    fileprivate mutating func pass(_ row: TableRow, _ take: (TableReader.Record) throws -> Void) rethrows {
        defer { isRead = true }
        if let fault = row.fault { return try take(TableReader.Record(line: row.line, fields: [], fault: fault)) }
        if !isRead {
            columns = row.fields.map(Self.name)
            return
        }
        var fields = row.fields
        // Spreadsheets may write empty fields beyond the last column.
        while fields.count > columns.count, fields.last?.isEmpty == true { fields.removeLast() }
        guard fields.count == columns.count else {
            let fault = TableFault.columns(expected: columns.count, found: fields.count)
            return try take(TableReader.Record(line: row.line, fields: [], fault: fault))
        }
        try take(TableReader.Record(line: row.line, fields: fields.map(SpreadsheetText.restored)))
    }

    private static func name(_ field: String) -> String {
        String(field.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()).lowercased()
    }
}
