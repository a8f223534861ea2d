import Foundation
import GRDB
import Messages

// Identifiers are BLOBs of 16 bytes, days are INTEGERs (days since 1970-01-01), service names are TEXT. Each
// conformance is written out, because GRDB would store any `Codable` type as JSON.

extension UserID: DatabaseValueConvertible {
    /// A BLOB of 16 bytes.
    public var databaseValue: DatabaseValue { blob(self) }
    /// Nil if the value is not a BLOB of 16 bytes.
    public static func fromDatabaseValue(_ value: DatabaseValue) -> UserID? { identifier(value) }
}

extension EntityID: DatabaseValueConvertible {
    /// A BLOB of 16 bytes.
    public var databaseValue: DatabaseValue { blob(self) }
    /// Nil if the value is not a BLOB of 16 bytes.
    public static func fromDatabaseValue(_ value: DatabaseValue) -> EntityID? { identifier(value) }
}

extension RequestID: DatabaseValueConvertible {
    /// A BLOB of 16 bytes.
    public var databaseValue: DatabaseValue { blob(self) }
    /// Nil if the value is not a BLOB of 16 bytes.
    public static func fromDatabaseValue(_ value: DatabaseValue) -> RequestID? { identifier(value) }
}

extension Day: DatabaseValueConvertible {
    /// An INTEGER, days since 1970-01-01.
    public var databaseValue: DatabaseValue { number.databaseValue }
    /// Nil if the value is not a 32-bit INTEGER.
    public static func fromDatabaseValue(_ value: DatabaseValue) -> Day? {
        Int32.fromDatabaseValue(value).map { Day(number: $0) }
    }
}

extension ServiceName: DatabaseValueConvertible {
    /// A TEXT.
    public var databaseValue: DatabaseValue { rawValue.databaseValue }
    /// Nil if the value is not a TEXT.
    public static func fromDatabaseValue(_ value: DatabaseValue) -> ServiceName? {
        String.fromDatabaseValue(value).map { ServiceName(rawValue: $0) }
    }
}

private func blob(_ identifier: some Identifier) -> DatabaseValue {
    withUnsafeBytes(of: (identifier.high.bigEndian, identifier.low.bigEndian)) { Data($0) }.databaseValue
}

private func identifier<I: Identifier>(_ value: DatabaseValue) -> I? {
    guard case .blob(let data) = value.storage else { return nil }
    return I(bytes: data)
}
