import Foundation
import Messages
import Storage

/// A column of amounts, among them weights of a body and their targets. Where the database hides content, the column
/// `sealed` has the amount, and the column that earlier releases read has 1.
struct AmountColumn {
    let table: String
    let column: String
    /// The columns that identify a row of a person.
    let key: [String]

    static let target = AmountColumn(
        table: "expectation_measures", column: "target", key: ["expectation", "measure"])
    static let measured = AmountColumn(table: "measured_actions", column: "value", key: ["action", "measure"])
    static let contributed = AmountColumn(
        table: "action_goal_contributions", column: "amount", key: ["action", "goal", "measure"])

    /// The amount in the place of a sealed one.
    fileprivate static let placeholder = 1.0

    /// What to store in `column` and in `sealed`.
    func cells(_ amount: Double, of row: [EntityID], _ user: UserID, _ transaction: Transaction) throws
        -> (number: Double, sealed: Data?)
    {
        guard try transaction.hidesContent() else { return (amount, nil) }
        return (Self.placeholder, try seal(amount, of: row, user, transaction))
    }

    fileprivate func seal(_ amount: Double, of row: [EntityID], _ user: UserID, _ transaction: Transaction) throws
        -> Data
    {
        let bytes = withUnsafeBytes(of: amount.bitPattern.littleEndian, Array.init)
        return try transaction.sealBytes(bytes, user: user, table: address, row: Self.name(row))
    }

    /// The amount of a row with `column` and `sealed`.
    /// - Throws: `StorageError(.damagedValue)`.
    func amount(_ row: Row, of key: [EntityID], _ user: UserID, _ transaction: Transaction) throws -> Double {
        guard let sealed: Data = try row["sealed"] else { return try row[column] }
        let bytes = try transaction.openBytes(sealed, user: user, table: address, row: Self.name(key))
        let bits = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        guard bytes.count == 8, Double(bitPattern: bits).isFinite else {
            throw StorageError.damaged("An amount in \(table) is damaged; restore the database from a backup.")
        }
        return Double(bitPattern: bits)
    }

    private var address: String { "\(table).\(column)" }

    private static func name(_ row: [EntityID]) -> String { row.map { "\($0)" }.joined(separator: "/") }
}

/// The amounts of all people.
struct AmountRows {
    let transaction: Transaction

    /// Seals the amounts that are in the clear.
    func hide() throws {
        for amounts in [AmountColumn.target, .measured, .contributed] { try hide(amounts) }
    }

    private func hide(_ amounts: AmountColumn) throws {
        let (table, column) = (amounts.table, amounts.column)
        let names = amounts.key.joined(separator: ", ")
        let condition = amounts.key.map { "\($0) = ?" }.joined(separator: " AND ")
        for row in try transaction.rows("SELECT user, \(names), \(column) FROM \(table) WHERE sealed IS NULL") {
            let (user, ids): (UserID, [EntityID]) = (try row["user"], try amounts.key.map { try row[$0] })
            // A damaged amount stays.
            guard let amount: Double = try? row[column] else { continue }
            try transaction.execute(
                "UPDATE \(table) SET \(column) = ?, sealed = ? WHERE user = ? AND \(condition)",
                [AmountColumn.placeholder, try amounts.seal(amount, of: ids, user, transaction), user] + Arguments(ids))
        }
    }
}
