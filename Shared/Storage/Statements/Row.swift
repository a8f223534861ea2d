/// One row of a query's result: its values by column name or position.
///
/// `try row["user"] as UserID` reads a value; use an optional type if NULL is possible. A name that the query does not
/// return throws `StorageError(.statement)`. NULL where the type is not optional, and a value that is not of the type's
/// storage class, throw `StorageError(.damagedValue)`: some other program wrote the row.
public struct Row: Sendable {
    let columns: [String]
    let values: [ColumnValue]

    /// The value of the column with this name, as the query returns it (`AS`); the first one if there are several.
    public subscript<T: ColumnConvertible>(_ column: String) -> T {
        get throws {
            // A query returns a few columns: comparing their names is faster than hashing.
            guard let position = columns.firstIndex(of: column) else {
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
                    "The column “\(columns[position])” contains \(values[position].storageClass), which is no \(T.self); restore the database from a backup."
                )
            }
            return value
        }
    }
}
