import Foundation
import Messages

/// Whether rows of this database without a valid proof count, and whether it hides content. The state is part of the
/// sealed check of the master key, which a database needs: without it, a start makes one that is `hidden`. A release
/// that does not know the state does not open the database.
enum RowProofs: String {
    /// A release without proofs made the database: rows without one count until `Store.requireProofs`.
    case accepted = "pulsum"
    /// A release with proofs, but without hidden content, made the database: rows without a valid proof count as absent,
    /// and what that release reads is in the clear until `Store.requireProofs`.
    case required = "pulsum/row-proofs"
    /// Rows without a valid proof count as absent, and content is hidden (`Transaction.hidesContent`).
    case hidden = "pulsum/hidden-content"
}

/// The rows that decide who may do what. Each has a proof: HMAC-SHA-256 under a secret of the service, over the table's
/// name and every granting column. Whoever can write the database but lacks the master key can neither add nor change
/// such a row: it counts as absent.
struct AuthenticatedRow {
    let table: TableColumns
    /// The values of the granting columns, in their order.
    var values: [ColumnValue]

    init(_ row: Row, of table: TableColumns) throws {
        self.table = table
        values = try table.granting.map { try row[$0] }
    }

    init(_ values: [String: ColumnValue], of table: TableColumns) throws {
        self.table = table
        self.values = table.granting.map { values[$0] ?? .null }
    }

    /// The table's name, then name, class and value of each column. Every part is preceded by its length, so that
    /// different rows never encode equally.
    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        Self.append(table.name.utf8, to: &bytes)
        for (column, value) in zip(table.granting, values) {
            Self.append(column.utf8, to: &bytes)
            switch value {
            case .null: Self.append([0], to: &bytes)
            case .integer(let value): Self.append(1, value, to: &bytes)
            case .real(let value): Self.append(2, value.bitPattern, to: &bytes)
            case .text(let value): Self.append(3, value.utf8, to: &bytes)
            case .bytes(let value): Self.append(4, value, to: &bytes)
            // The same 16 bytes as `bytes`.
            case .identifier(let high, let low): Self.append(4, EntityID(high: high, low: low).bytes, to: &bytes)
            }
        }
        return bytes
    }

    private static func append(_ part: some Collection<UInt8>, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: UInt32(part.count).littleEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: part)
    }

    private static func append(_ kind: UInt8, _ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { append(kind, $0, to: &bytes) }
    }

    private static func append(_ kind: UInt8, _ value: some Collection<UInt8>, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: UInt32(value.count + 1).littleEndian) { bytes.append(contentsOf: $0) }
        bytes.append(kind)
        bytes.append(contentsOf: value)
    }

    /// True if granting columns have these values: that a statement asked for them says nothing about the row that the
    /// database answered with.
    func has(_ asked: KeyValuePairs<String, (any ColumnConvertible)?>) -> Bool {
        asked.allSatisfy { column, value in
            guard let place = table.granting.firstIndex(of: column) else { return false }
            return Self.whole(values[place]) == Self.whole(value?.columnValue ?? .null)
        }
    }

    /// An identifier is the same 16 bytes as `bytes`.
    static func whole(_ value: ColumnValue) -> ColumnValue {
        guard case .identifier(let high, let low) = value else { return value }
        return .bytes(Data(EntityID(high: high, low: low).bytes))
    }

    func proof(_ key: RowKey) -> Data { key.code(encoded) }

    /// - Parameter proof: as stored; a value of another class is no proof.
    func isProved(by proof: ColumnValue, _ key: RowKey) -> Bool {
        guard case .bytes = proof, let proof = Data(columnValue: proof) else { return false }
        return key.isValid(proof, of: encoded)
    }
}
