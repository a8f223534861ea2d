import Foundation
import Messages

/// A type whose values a database stores. The conformances name the storage class.
///
/// A value is read from its own storage class only, and `nil` from NULL; anything else is an error of the read. The
/// single exception is `Double`, which also accepts an INTEGER, because SQL sums may be either.
public protocol ColumnConvertible {
    /// The stored form.
    var columnValue: ColumnValue { get }
    /// Nil if the value is of another storage class, or out of range.
    init?(columnValue: ColumnValue)
}

extension ColumnValue: ColumnConvertible {
    /// Itself.
    public var columnValue: ColumnValue { self }
    /// Any value.
    public init?(columnValue: ColumnValue) { self = columnValue }
}

extension Optional: ColumnConvertible where Wrapped: ColumnConvertible {
    /// NULL for nil.
    public var columnValue: ColumnValue { self?.columnValue ?? .null }
    /// Nil inside for NULL.
    public init?(columnValue: ColumnValue) {
        if case .null = columnValue {
            self = .none
            return
        }
        guard let value = Wrapped(columnValue: columnValue) else { return nil }
        self = .some(value)
    }
}

extension ColumnConvertible where Self: FixedWidthInteger {
    /// An INTEGER. A `UInt64` above `Int64.max` is a programming error and traps: store its bit pattern.
    public var columnValue: ColumnValue { .integer(Int64(self)) }
    /// Nil if the value is not an INTEGER within the type's range.
    public init?(columnValue: ColumnValue) {
        guard case .integer(let value) = columnValue else { return nil }
        self.init(exactly: value)
    }
}

extension Int: ColumnConvertible {}
extension Int32: ColumnConvertible {}
extension Int64: ColumnConvertible {}
extension UInt64: ColumnConvertible {}

/// A stored number that counts up from 0: a revision, a version, a place. One beyond 2⁶² was written by another program,
/// and arithmetic on it would overflow: reading it is an error of damage.
public struct StoredCounter: ColumnConvertible, Equatable, Sendable {
    /// Largest one, 2⁶².
    static let maximum: Int64 = 1 << 62

    /// 0 … 2⁶².
    public let value: UInt64
    public var columnValue: ColumnValue { .integer(Int64(value)) }
    public init?(columnValue: ColumnValue) {
        guard case .integer(let value) = columnValue, (0...Self.maximum).contains(value) else { return nil }
        self.value = UInt64(value)
    }
}

extension Double: ColumnConvertible {
    /// A REAL.
    public var columnValue: ColumnValue { .real(self) }
    /// Nil if the value is no finite number: JSON has no other ones.
    public init?(columnValue: ColumnValue) {
        switch columnValue {
        case .real(let value) where value.isFinite: self = value
        case .integer(let value): self = Double(value)
        case .null, .real, .text, .bytes, .identifier: return nil
        }
    }
}

extension Bool: ColumnConvertible {
    /// An INTEGER: 0 or 1.
    public var columnValue: ColumnValue { .integer(self ? 1 : 0) }
    /// True for any INTEGER but 0, as in SQL.
    public init?(columnValue: ColumnValue) {
        guard case .integer(let value) = columnValue else { return nil }
        self = value != 0
    }
}

extension String: ColumnConvertible {
    /// A TEXT, stored up to its first NUL.
    public var columnValue: ColumnValue { .text(self) }
    /// Nil if the value is not a TEXT.
    public init?(columnValue: ColumnValue) {
        guard case .text(let value) = columnValue else { return nil }
        self = value
    }
}

extension Data: ColumnConvertible {
    /// A BLOB.
    public var columnValue: ColumnValue { .bytes(self) }
    /// Nil if the value is not a BLOB.
    public init?(columnValue: ColumnValue) {
        switch columnValue {
        case .bytes(let value): self = value
        case .identifier(let high, let low): self = Data(EntityID(high: high, low: low).bytes)
        case .null, .integer, .real, .text: return nil
        }
    }
}

extension ColumnConvertible where Self: Identifier {
    /// A BLOB of 16 bytes, big endian.
    public var columnValue: ColumnValue { .identifier(high: high, low: low) }
    /// Nil if the value is not a BLOB of 16 bytes.
    public init?(columnValue: ColumnValue) {
        switch columnValue {
        case .bytes(let value): self.init(bytes: value)
        case .identifier(let high, let low): self.init(high: high, low: low)
        case .null, .integer, .real, .text: return nil
        }
    }
}

extension UserID: ColumnConvertible {}
extension EntityID: ColumnConvertible {}
extension RequestID: ColumnConvertible {}

extension Day: ColumnConvertible {
    /// An INTEGER: days since 1970-01-01.
    public var columnValue: ColumnValue { .integer(Int64(number)) }
    /// Nil if the value is not an INTEGER of 32 bits.
    public init?(columnValue: ColumnValue) {
        guard let number = Int32(columnValue: columnValue) else { return nil }
        self.init(number: number)
    }
}

extension ServiceName: ColumnConvertible {
    /// A TEXT.
    public var columnValue: ColumnValue { .text(rawValue) }
    /// Nil if the value is not a TEXT.
    public init?(columnValue: ColumnValue) {
        guard let name = String(columnValue: columnValue) else { return nil }
        self.init(rawValue: name)
    }
}
