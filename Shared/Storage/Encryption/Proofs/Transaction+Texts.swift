import Foundation
import Messages

/// Text columns under a proof that are sealed in place, such as the labels of tokens: `TableColumns.texts`.
extension Transaction {
    /// Before a sealed text; none in the clear begins with a control character.
    private static let mark = "\u{1}"

    /// The text of a column of a row; a question mark if it is damaged, so that others can be listed.
    /// - Parameter row: has the granting columns.
    public func text(_ row: Row, _ column: String, in table: TableColumns) throws -> String {
        let stored: String = try row[column]
        guard stored.hasPrefix(Self.mark) else { return stored }
        let authenticated = try AuthenticatedRow(row, of: table)
        guard let user = authenticated.user,
            let sealed = Data(base64Encoded: String(stored.dropFirst(Self.mark.count)))
        else { return "?" }
        return try openKept(sealed, user: user, table: table.name, row: authenticated.address(of: column))
            .map { String(decoding: $0, as: UTF8.self) } ?? "?"
    }

    /// Like `openBytes`, for a small value that many requests read, such as a name: the process keeps it, so that it is
    /// decrypted once.
    /// - Returns: nil if it is damaged.
    public func openKept(_ sealed: Data, user: UserID, table: String, row: String) throws -> Data? {
        let place = SealedPlace(sealed: sealed, user: user, table: table, row: row)
        if let known = scope.dataKeys.opened(place) { return known }
        do {
            let bytes = try openBytes(sealed, user: user, table: table, row: row)
            scope.dataKeys.keep(bytes, place)
            return bytes
        } catch let error as StorageError where error.code == .damagedValue {
            return nil
        }
    }

    /// The texts of a row that are in the clear, sealed.
    func hiddenTexts(_ row: AuthenticatedRow) throws -> [(String, ColumnValue)] {
        guard let user = row.user else { return [] }
        return try row.table.texts.compactMap { column in
            guard case .text(let text)? = row[column], !text.hasPrefix(Self.mark) else { return nil }
            let sealed = try sealBytes(
                Array(text.utf8), user: user, table: row.table.name, row: row.address(of: column))
            return (column, .text(Self.mark + sealed.base64EncodedString()))
        }
    }

    /// True if a row has texts in the clear.
    func showsTexts(_ row: AuthenticatedRow) -> Bool {
        row.user != nil
            && row.table.texts.contains { column in
                guard case .text(let text)? = row[column] else { return false }
                return !text.hasPrefix(Self.mark)
            }
    }
}

extension AuthenticatedRow {
    fileprivate subscript(column: String) -> ColumnValue? {
        table.granting.firstIndex(of: column).map { values[$0] }
    }

    /// The column and the primary key.
    fileprivate func address(of column: String) -> String {
        ([column]
            + table.key.map { key in
                switch self[key].map(Self.whole) {
                case .integer(let number): "\(number)"
                case .text(let text): text
                case .bytes(let bytes): bytes.base64EncodedString()
                case .null, .real, .identifier, nil: ""
                }
            }).joined(separator: "/")
    }
}
