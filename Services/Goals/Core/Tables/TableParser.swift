/// Reads the rows of a CSV file (RFC 4180) from its bytes, in pieces of any size and in the memory of one row.
///
/// Rows end with CRLF, LF or CR; empty lines between rows are skipped; a byte order mark is dropped. A quote inside an
/// unquoted field is an ordinary character. A bad row is reported with its line, and the next one is read.
public struct TableParser: Sendable {
    private enum Place { case fieldStart, plain, quoted, afterQuote, skipping }

    /// nil until the first row has shown it.
    public private(set) var delimiter: TableDelimiter?
    /// Bytes until the delimiter is known, and those that may be a byte order mark.
    private var head: [UInt8] = []
    private let limit: Int
    private var place = Place.fieldStart
    private var fields: [String] = []
    private var field: [UInt8] = []
    private var fault: TableFault?
    private var length = 0
    private var wasQuoted = false
    private var wasReturn = false
    private var line = 1
    private var rowLine = 1

    /// A first row beyond this length no longer helps to recognise the delimiter.
    private static let maximumHeadBytes = 1 << 16

    /// Fields of a row, at most: a row of delimiters alone would take a text for each of its bytes.
    private static let maximumFields = 1_000

    /// - Parameters:
    ///   - delimiter: nil to recognise it in the first row.
    ///   - limit: bytes of a row, at most.
    public init(delimiter: TableDelimiter? = nil, limit: Int = 1 << 20) {
        (self.delimiter, self.limit) = (delimiter, limit)
    }

    /// Reads the next bytes of the file and passes on the rows that end in them. O(number of bytes).
    public mutating func read(_ bytes: some Sequence<UInt8>, _ take: (TableRow) throws -> Void) rethrows {
        if !isStarted {
            head += bytes
            guard canStart else { return }
            return try start(take)
        }
        guard try bytes.withContiguousStorageIfAvailable({ try parse($0, take) }) == nil else { return }
        try Array(bytes).withUnsafeBufferPointer { try parse($0, take) }
    }

    /// Passes on the last row. The parser must not be used afterwards.
    public mutating func finish(_ take: (TableRow) throws -> Void) rethrows {
        if !isStarted { try start(take) }
        if place == .quoted { fault = fault ?? .unclosedQuote }
        try endRow(take)
    }

    // MARK: The start of the file

    private var isStarted = false

    private var canStart: Bool {
        if head.count >= Self.maximumHeadBytes { return true }
        if delimiter != nil { return head.count >= TableBytes.mark.count }
        var isQuoted = false
        for byte in head {
            if byte == TableBytes.quote { isQuoted.toggle() }
            if !isQuoted, byte == TableBytes.lineFeed || byte == TableBytes.carriageReturn {
                return head.count >= TableBytes.mark.count
            }
        }
        return false
    }

    private mutating func start(_ take: (TableRow) throws -> Void) rethrows {
        isStarted = true
        if head.starts(with: TableBytes.mark) { head.removeFirst(TableBytes.mark.count) }
        delimiter = delimiter ?? .recognised(in: head)
        let bytes = head
        head = []
        try bytes.withUnsafeBufferPointer { try parse($0, take) }
    }

    // MARK: Rows

    private mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>, _ take: (TableRow) throws -> Void) rethrows {
        let delimiter = (delimiter ?? .comma).rawValue
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if wasReturn {
                wasReturn = false
                // The second half of a CRLF: ends no further line.
                if byte == TableBytes.lineFeed {
                    if place == .quoted { append(bytes[index...index]) }
                    index += 1
                    continue
                }
            }
            let isEnd = byte == TableBytes.lineFeed || byte == TableBytes.carriageReturn
            if isEnd { (line, wasReturn) = (line + 1, byte == TableBytes.carriageReturn) }
            switch place {
            case .quoted:
                if byte == TableBytes.quote {
                    place = .afterQuote
                    index += 1
                } else if isEnd {
                    append(bytes[index...index])
                    index += 1
                } else {
                    var end = index + 1
                    while end < bytes.count, bytes[end] != TableBytes.quote, bytes[end] != TableBytes.lineFeed,
                        bytes[end] != TableBytes.carriageReturn
                    {
                        end += 1
                    }
                    append(bytes[index..<end])
                    index = end
                }
            case .afterQuote where byte == TableBytes.quote:
                append(bytes[index...index])
                if place == .afterQuote { place = .quoted }
                index += 1
            case _ where isEnd:
                try endRow(take)
                index += 1
            case .skipping:
                index += 1
            case .fieldStart where byte == TableBytes.quote:
                (place, wasQuoted) = (.quoted, true)
                count(1)
                index += 1
            case _ where byte == delimiter:
                endField()
                count(1)
                if place != .skipping { place = .fieldStart }
                index += 1
            case .afterQuote:
                refuse(.textAfterQuote)
            case .fieldStart, .plain:
                place = .plain
                var end = index + 1
                while end < bytes.count, bytes[end] != delimiter, bytes[end] != TableBytes.lineFeed,
                    bytes[end] != TableBytes.carriageReturn
                {
                    end += 1
                }
                append(bytes[index..<end])
                index = end
            }
        }
    }

    private mutating func append(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        field.append(contentsOf: bytes)
        count(bytes.count)
    }

    private mutating func count(_ bytes: Int) {
        length += bytes
        if length > limit { refuse(.tooLong) }
    }

    /// Drops the row's content and skips to the next line.
    private mutating func refuse(_ reason: TableFault) {
        fault = fault ?? reason
        fields = []
        field = []
        place = .skipping
    }

    private mutating func endField() {
        guard fields.count < Self.maximumFields else { return refuse(.tooLong) }
        if let text = String(validating: field, as: UTF8.self) {
            fields.append(text)
        } else {
            fault = fault ?? .notUnicode
            fields.append("")
        }
        field.removeAll(keepingCapacity: true)
    }

    private mutating func endRow(_ take: (TableRow) throws -> Void) rethrows {
        defer {
            fields = []
            field.removeAll(keepingCapacity: true)
            (place, fault, length, wasQuoted, rowLine) = (.fieldStart, nil, 0, false, line)
        }
        if fault == nil || fault == .notUnicode {
            guard !fields.isEmpty || !field.isEmpty || wasQuoted else { return }
            endField()
        }
        try take(TableRow(line: rowLine, fields: fault == nil ? fields : [], fault: fault))
    }
}
