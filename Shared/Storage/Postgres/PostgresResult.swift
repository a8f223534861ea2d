import CPostgres
import Foundation

/// A result of libpq in binary format; freed with its last reference.
final class PostgresResult {
    private let handle: OpaquePointer
    let rows: Int32
    let columns: Int32

    /// Takes the ownership of a successful result.
    init(_ handle: OpaquePointer) {
        self.handle = handle
        (rows, columns) = (PQntuples(handle), PQnfields(handle))
    }

    deinit { PQclear(handle) }

    /// Number of rows that an INSERT, UPDATE or DELETE changed; 0 for a query.
    var changed: Int { columns > 0 ? 0 : Int(String(cString: PQcmdTuples(handle))) ?? 0 }

    /// Such as COMMIT or `INSERT 0 1`.
    var tag: String { String(cString: PQcmdStatus(handle)) }

    var names: [String] { (0..<columns).map { PQfname(handle, $0).map { String(cString: $0) } ?? "" } }

    func isNull(_ row: Int32, _ column: Int32) -> Bool { PQgetisnull(handle, row, column) != 0 }

    /// The raw value; empty for NULL. Valid as long as the result.
    func bytes(_ row: Int32, _ column: Int32) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: PQgetvalue(handle, row, column), count: Int(PQgetlength(handle, row, column)))
    }

    /// The value in the storage class that SQLite would have; text of types that are not known here.
    func value(_ row: Int32, _ column: Int32) -> ColumnValue {
        guard !isNull(row, column) else { return .null }
        let bytes = bytes(row, column)
        switch PQftype(handle, column) {
        case PostgresType.bool: return .integer(bytes[0] == 0 ? 0 : 1)
        case PostgresType.int2: return .integer(Int64(Self.number(bytes, Int16.self)))
        case PostgresType.int4: return .integer(Int64(Self.number(bytes, Int32.self)))
        case PostgresType.int8: return .integer(Self.number(bytes, Int64.self))
        case PostgresType.float8: return .real(Double(bitPattern: Self.number(bytes, UInt64.self)))
        case PostgresType.numeric: return Self.numeric(bytes)
        case PostgresType.bytea: return .bytes(Data(bytes))
        default: return .text(String(decoding: bytes, as: UTF8.self))
        }
    }

    private static func number<N: FixedWidthInteger>(
        _ bytes: UnsafeRawBufferPointer, at offset: Int = 0, _ type: N.Type
    )
        -> N
    {
        N(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: N.self))
    }

    /// A NUMERIC, which sums of integers are: digits of base 10,000 (numeric_send in numeric.c). An integer if it is
    /// one of 64 bits, else a double.
    private static func numeric(_ bytes: UnsafeRawBufferPointer) -> ColumnValue {
        let (count, weight) = (Int(number(bytes, Int16.self)), Int(number(bytes, at: 2, Int16.self)))
        let (sign, scale) = (number(bytes, at: 4, UInt16.self), number(bytes, at: 6, Int16.self))
        guard sign == 0 || sign == 0x4000 else { return .real(.nan) }
        let digits = (0..<count).map { Int64(number(bytes, at: 8 + 2 * $0, Int16.self)) }
        if scale == 0, weight < 5 {
            var value: Int64 = 0
            for place in 0...max(weight, 0) {
                let (product, tooLarge) = value.multipliedReportingOverflow(by: 10_000)
                let digit = place < count && weight >= 0 ? digits[place] : 0
                let (sum, overflows) = product.addingReportingOverflow(sign == 0 ? digit : -digit)
                if tooLarge || overflows { break }
                value = sum
                if place == max(weight, 0) { return .integer(value) }
            }
        }
        let value = digits.enumerated().reduce(0.0) {
            $0 + Double($1.element) * pow(10_000, Double(weight - $1.offset))
        }
        return .real(sign == 0 ? value : -value)
    }
}
