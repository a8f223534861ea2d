/// The character between the fields of a row.
public enum TableDelimiter: UInt8, CaseIterable, Sendable {
    /// As in RFC 4180.
    case comma = 0x2C
    /// Written by spreadsheets where the comma is the decimal mark.
    case semicolon = 0x3B
    /// As in text copied from a spreadsheet.
    case tab = 0x09

    /// The delimiter that occurs most often outside quotes in the first row; a comma if there is none.
    static func recognised(in head: [UInt8]) -> TableDelimiter {
        var counts: [TableDelimiter: Int] = [:]
        var isQuoted = false
        for byte in head {
            if byte == TableBytes.quote { isQuoted.toggle() }
            if isQuoted { continue }
            if byte == TableBytes.lineFeed || byte == TableBytes.carriageReturn { break }
            if let delimiter = TableDelimiter(rawValue: byte) { counts[delimiter, default: 0] += 1 }
        }
        // Equal counts: the first of `allCases`.
        return allCases.reversed().max { counts[$0, default: 0] < counts[$1, default: 0] } ?? .comma
    }
}

enum TableBytes {
    static let quote = UInt8(ascii: "\"")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

/// The reason why a row cannot be used.
public enum TableFault: Error, Hashable, Sendable {
    /// A quoted field that does not end before the file does.
    case unclosedQuote
    /// Text between the closing quote of a field and the next delimiter.
    case textAfterQuote
    /// Bytes that are no UTF-8, as in files of older spreadsheets.
    case notUnicode
    /// More bytes than the limit of a row.
    case tooLong
    /// Another number of fields than the header has.
    case columns(expected: Int, found: Int)
}

/// A row of a table with the number of its first line, from 1.
public struct TableRow: Equatable, Sendable {
    /// Number of the line that the row starts on.
    public var line: Int
    /// The fields, unquoted; without use if there is a fault.
    public var fields: [String]
    /// nil for a row that can be used.
    public var fault: TableFault?

    public init(line: Int, fields: [String], fault: TableFault? = nil) {
        (self.line, self.fields, self.fault) = (line, fields, fault)
    }
}
