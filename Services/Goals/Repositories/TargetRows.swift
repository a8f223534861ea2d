import Foundation
import Messages
import Storage

/// How much of which measure a person's goals take.
struct TargetRows {
    let user: UserID
    let transaction: Transaction

    func add(_ target: MeasureTarget, to expectation: EntityID, position: Int) throws {
        let notes = try target.notes.nonblank.map {
            try transaction.seal(
                StoredNotes(text: $0), user: user, table: "expectation_measures",
                row: "\(expectation)/\(target.measure)")
        }
        let amount = try AmountColumn.target.cells(target.value, of: [expectation, target.measure], user, transaction)
        try transaction.execute(
            """
            INSERT INTO expectation_measures (user, expectation, measure, position, target, sealed, notes)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """, [user, expectation, target.measure, position, amount.number, amount.sealed, notes])
    }

    func removeAll(of expectation: EntityID) throws {
        try transaction.execute(
            "DELETE FROM expectation_measures WHERE user = ? AND expectation = ?", [user, expectation])
    }

    func notes(_ sealed: Data?, of expectation: EntityID, _ measure: EntityID) throws -> String? {
        try sealed.map {
            try transaction.open(
                StoredNotes.self, $0, user: user, table: "expectation_measures", row: "\(expectation)/\(measure)"
            ).text
        }
    }

    /// The amount of a row with `target` and `sealed`.
    func value(_ row: Row, of expectation: EntityID, _ measure: EntityID) throws -> Double {
        try AmountColumn.target.amount(row, of: [expectation, measure], user, transaction)
    }

    /// The facts of a measure; nil for an unknown one.
    func facts(of measure: EntityID) throws -> MeasureFacts? {
        try MeasureRows(user: user, transaction: transaction).facts(measure)
    }

    /// The notes of all targets of an expectation.
    func notes(of expectation: EntityID) throws -> [String] {
        try transaction.rows(
            """
            SELECT measure, notes FROM expectation_measures
            WHERE user = ? AND expectation = ? AND notes IS NOT NULL ORDER BY position
            """, [user, expectation]
        ).compactMap { try notes($0["notes"], of: expectation, $0["measure"]) }
    }

    /// The targets of an expectation, in their order.
    func targets(of expectation: EntityID) throws -> [Progress.Target] {
        try transaction.rows(
            """
            SELECT t.measure, t.target, t.sealed, \(MeasureRows.columns) FROM expectation_measures t
            JOIN measures m ON m.user = t.user AND m.id = t.measure
            WHERE t.user = ? AND t.expectation = ? ORDER BY t.position
            """, [user, expectation]
        ).map { row in
            let measure: EntityID = try row["measure"]
            return Progress.Target(
                measure: measure, value: try value(row, of: expectation, measure), facts: try MeasureRows.facts(row))
        }
    }
}
