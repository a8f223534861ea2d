import Foundation
import Messages

/// A value as a database stores it: the argument of a statement, or one column of a row. Its cases are the storage
/// classes; `ColumnConvertible` names the class of each Swift type.
public enum ColumnValue: Sendable, Hashable {
    /// NULL.
    case null
    /// An INTEGER of 64 bits.
    case integer(Int64)
    /// A REAL: a double.
    case real(Double)
    /// A TEXT in UTF-8; it may hold NUL.
    case text(String)
    /// A BLOB.
    case bytes(Data)
    /// A BLOB of 16 bytes as two numbers, big endian: mostly an identifier. Saves an allocation for each of the many
    /// identifiers in statements and rows.
    case identifier(high: UInt64, low: UInt64)

    static func text(_ text: String?) -> ColumnValue { text.map { .text($0) } ?? .null }
    static func name(_ name: ServiceName) -> ColumnValue { .text(name.rawValue) }
    static func id(_ id: some Identifier) -> ColumnValue { .identifier(high: id.high, low: id.low) }
    static func number(_ number: UInt64) -> ColumnValue { .integer(Int64(bitPattern: number)) }

    /// Name of the storage class, for errors.
    var storageClass: String {
        switch self {
        case .null: "NULL"
        case .integer: "INTEGER"
        case .real: "REAL"
        case .text: "TEXT"
        case .bytes, .identifier: "BLOB"
        }
    }
}
