import Synchronization

/// One row of a query's result: its values by column name or position.
///
/// `try row["user"] as UserID` reads a value; use an optional type if NULL is possible. A name that the query does not
/// return throws `StorageError(.statement)`. NULL where the type is not optional, and a value that is not of the type's
/// storage class, throw `StorageError(.damagedValue)`: some other program wrote the row.
public struct Row: Sendable {
    let columns: ColumnNames
    let values: [ColumnValue]

    /// The value of the column with this name, as the query returns it (`AS`); the first one if there are several.
    public subscript<T: ColumnConvertible>(_ column: String) -> T {
        get throws {
            guard let position = columns.position(of: column) else {
                throw StorageError(.statement, "The query returns no column “\(column)”; this release is at fault.")
            }
            return try self[position]
        }
    }

    /// The value at this position, from 0.
    public subscript<T: ColumnConvertible>(_ position: Int) -> T {
        get throws {
            guard values.indices.contains(position) else {
                throw StorageError(.statement, "The query returns no column \(position); this release is at fault.")
            }
            guard let value = T(columnValue: values[position]) else {
                throw StorageError(
                    .damagedValue,
                    "The column “\(columns.names[position])” contains \(values[position].storageClass), which is no \(T.self); restore the database from a backup."
                )
            }
            return value
        }
    }
}

/// The column names of a query's rows.
final class ColumnNames: Sendable {
    let names: [String]
    /// True if no two columns have one name.
    private let areDistinct: Bool
    /// The position after that of the last look-up.
    private let next = Atomic(0)

    /// - Parameter hasMore: whether these are the names of several rows, for which it pays to learn that they differ.
    init(_ names: [String], hasMore: Bool) {
        (self.names, areDistinct) = (names, hasMore && Set(names).count == names.count)
    }

    /// The first column with this name. Rows are mostly read in the order of their columns, so the next column is tried
    /// first. A query returns a few columns: comparing their names is faster than hashing.
    func position(of name: String) -> Int? {
        guard areDistinct else { return names.firstIndex(of: name) }
        let expected = next.load(ordering: .relaxed)
        guard let position = names[expected] == name ? expected : names.firstIndex(of: name) else { return nil }
        next.store(position + 1 == names.count ? 0 : position + 1, ordering: .relaxed)
        return position
    }
}
