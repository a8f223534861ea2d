import CPostgres
import Foundation

/// The arguments of a statement in libpq's binary format.
struct PostgresParameters {
    /// Types of the arguments; 0 for NULL, whose type the server infers from its place.
    private(set) var types: [Oid] = []
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    /// - Throws: `StorageError(.statement)` for a text with NUL, which PostgreSQL does not store.
    init(_ arguments: [ColumnValue]) throws {
        types.reserveCapacity(arguments.count)
        for argument in arguments {
            switch argument {
            case .null: types.append(0)
            case .integer(let value): append(value, PostgresType.int8)
            case .real(let value): append(value.bitPattern, PostgresType.float8)
            case .text(let text):
                guard !text.utf8.contains(0) else {
                    throw StorageError(.statement, "PostgreSQL stores no text with NUL; this release is at fault.")
                }
                types.append(PostgresType.text)
                bytes.append(contentsOf: text.utf8)
            case .bytes(let data):
                types.append(PostgresType.bytea)
                bytes.append(contentsOf: data)
            case .identifier(let high, let low):
                append(high, PostgresType.bytea)
                withUnsafeBytes(of: low.bigEndian) { bytes.append(contentsOf: $0) }
            }
            ends.append(bytes.count)
        }
    }

    private mutating func append(_ value: some FixedWidthInteger, _ type: Oid) {
        types.append(type)
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// Passes count, values, lengths and formats as `PQexecPrepared` takes them.
    func withArguments<T>(
        _ body: (Int32, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>) -> T
    ) -> T {
        // One byte more: an empty value needs an address too, since none means NULL.
        (bytes + [0]).withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { buffer in
                var (values, lengths) = ([UnsafePointer<CChar>?](), [Int32]())
                for index in types.indices {
                    let start = index == 0 ? 0 : ends[index - 1]
                    values.append(types[index] == 0 ? nil : buffer.baseAddress.map { $0 + start })
                    lengths.append(Int32(clamping: ends[index] - start))
                }
                return body(Int32(types.count), values, lengths, [Int32](repeating: 1, count: types.count))
            }
        }
    }
}

/// Identifiers of built-in types (pg_type.dat).
enum PostgresType {
    static let bool: Oid = 16
    static let bytea: Oid = 17
    static let name: Oid = 19
    static let int8: Oid = 20
    static let int2: Oid = 21
    static let int4: Oid = 23
    static let text: Oid = 25
    static let float8: Oid = 701
    static let unknown: Oid = 705
    static let varchar: Oid = 1043
    static let numeric: Oid = 1700
}
