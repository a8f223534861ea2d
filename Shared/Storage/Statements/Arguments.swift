/// The arguments of a statement, in the order of its placeholders: `[user, day, nil]`; `nil` is NULL. Write `?` for the
/// next one, or `?1` for the first, which may occur several times.
public struct Arguments: ExpressibleByArrayLiteral, Sendable {
    let values: [ColumnValue]

    private init(values: [ColumnValue]) { self.values = values }

    /// These values.
    public init(arrayLiteral elements: (any ColumnConvertible)?...) {
        values = elements.map { $0?.columnValue ?? .null }
    }

    /// These values.
    public init(_ values: some Sequence<some ColumnConvertible>) { self.values = values.map(\.columnValue) }

    /// The arguments of `left`, then those of `right`.
    public static func + (left: Arguments, right: Arguments) -> Arguments {
        Arguments(values: left.values + right.values)
    }
}
