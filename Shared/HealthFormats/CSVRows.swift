import Messages

/// Reads the rows of a CSV file (RFC 4180) in sequence, in constant memory.
final class CSVRows {
    /// Limit on a row's length, bytes.
    private static let maximumBytes = 1 << 16

    private let stream: any ByteStream
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var (position, filled) = (0, 0)
    /// Bytes consumed so far.
    package private(set) var offset: Int64 = 0
    /// Number of the line the next row starts on, from 1.
    package private(set) var line = 1

    /// Reads from the stream's current position.
    package init(_ stream: any ByteStream) { self.stream = stream }

    /// Column names normalised for comparison: without byte order mark, quotes and spaces, in lower case.
    package static func names(_ fields: [String]) -> [String] {
        fields.map { field in String(field.drop { $0 == "\u{feff}" }.filter { $0 != "\"" && $0 != " " }).lowercased() }
    }

    private func byte() throws -> UInt8? {
        if position == filled {
            filled = try buffer.withUnsafeMutableBytes { try stream.read(into: $0) }
            position = 0
            guard filled > 0 else { return nil }
        }
        defer { (position, offset) = (position + 1, offset + 1) }
        return buffer[position]
    }

    private func peek() throws -> UInt8? {
        guard let byte = try byte() else { return nil }
        (position, offset) = (position - 1, offset - 1)
        return byte
    }

    /// The fields of the next row; nil at the end of the file.
    /// - Throws: `ImportProblem` for a row over 64 KiB or a file that ends inside quotes; errors of the stream.
    package func next() throws -> [String]? {
        guard try peek() != nil else { return nil }
        var (fields, field, quoted, length) = ([String](), [UInt8](), false, 0)
        while let byte = try byte() {
            length += 1
            guard length <= Self.maximumBytes else {
                throw ImportProblem.tooLarge("line \(line) is longer than \(Self.maximumBytes) bytes", at: offset)
            }
            if byte == UInt8(ascii: "\n") { line += 1 }
            switch (byte, quoted) {
            case (UInt8(ascii: "\""), true):
                if try peek() == byte { field.append(try self.byte() ?? byte) } else { quoted = false }
            case (UInt8(ascii: "\""), false) where field.isEmpty: quoted = true
            case (UInt8(ascii: ","), false):
                fields.append(String(decoding: field, as: UTF8.self))
                field.removeAll(keepingCapacity: true)
            case (UInt8(ascii: "\r"), false):
                // Spreadsheets of older systems end a line with it alone.
                guard let next = try peek(), next != UInt8(ascii: "\n") else { continue }
                line += 1
                return fields + [String(decoding: field, as: UTF8.self)]
            case (UInt8(ascii: "\n"), false): return fields + [String(decoding: field, as: UTF8.self)]
            default: field.append(byte)
            }
        }
        guard !quoted else { throw ImportProblem.truncated(at: offset) }
        return fields + [String(decoding: field, as: UTF8.self)]
    }
}
