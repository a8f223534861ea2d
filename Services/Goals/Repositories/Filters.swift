import Messages
import Storage

/// The conditions of a list, with their arguments in order.
struct Filters {
    private(set) var conditions: [String]
    private(set) var arguments: Arguments

    var condition: String { conditions.joined(separator: " AND ") }

    /// Rows of this person in the table with this alias.
    init(user: UserID, of alias: String) {
        conditions = ["\(alias).user = ?"]
        arguments = [user]
    }

    /// Adds a condition with one placeholder, unless the value is nil.
    func with(_ value: (any ColumnConvertible)?, _ condition: String) -> Filters {
        guard let value else { return self }
        var filters = self
        filters.conditions.append(condition)
        filters.arguments = arguments + [value]
        return filters
    }

    func id(_ id: EntityID?, _ column: String) -> Filters { with(id, "\(column) = ?") }

    /// Only rows behind a position in the order of the two columns.
    func after(_ cursor: ListCursor?, _ place: String, _ id: String, descending: Bool = false) -> Filters {
        guard let cursor else { return self }
        var filters = self
        filters.conditions.append("(\(place), \(id)) \(descending ? "<" : ">") (?, ?)")
        filters.arguments = arguments + [cursor.place, cursor.id]
        return filters
    }
}
