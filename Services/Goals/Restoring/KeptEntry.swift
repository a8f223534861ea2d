import Foundation
import Messages
import Storage

/// The rows of a deleted entry, as they were.
struct KeptEntry: Message, Equatable {
    /// In an order in which foreign keys hold.
    var tables: [KeptTable]

    enum CodingKeys: Int, CodingKey { case tables = 1 }
}

/// The rows of one table.
struct KeptTable: Message, Equatable {
    var name: String
    /// The columns other than the user.
    var columns: [String]
    var rows: [KeptRow]

    enum CodingKeys: Int, CodingKey { case name = 1, columns, rows }
}

/// One row: its values in the order of the columns.
struct KeptRow: Message, Equatable {
    var values: [KeptValue]

    enum CodingKeys: Int, CodingKey { case values = 1 }
}

/// A column's value; NULL without any field.
struct KeptValue: Message, Equatable {
    var integer: Int64?
    var real: Double?
    var text: String?
    var bytes: [UInt8]?

    enum CodingKeys: Int, CodingKey { case integer = 1, real, text, bytes }

    init(_ value: ColumnValue) {
        switch value {
        case .null: break
        case .integer(let integer): self.integer = integer
        case .real(let real): self.real = real
        case .text(let text): self.text = text
        case .bytes(let bytes): self.bytes = [UInt8](bytes)
        case .identifier(let high, let low): bytes = EntityID(high: high, low: low).bytes
        }
    }

    var columnValue: ColumnValue {
        if let integer { return .integer(integer) }
        if let real { return .real(real) }
        if let text { return .text(text) }
        return bytes.map { .bytes(Data($0)) } ?? .null
    }
}
