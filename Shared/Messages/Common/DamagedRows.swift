/// Rows of a list that could not be opened, because the database file was altered or damaged. The list has all others.
public struct DamagedRows: Message, Equatable {
    /// Most names; the count goes on.
    public static let maximumNames = 100
    /// Number of rows.
    public var count: Int32
    /// Table and address of the first ones, such as `entries 5f0c…`: never content.
    public var names: [String]
    public init(count: Int32, names: [String]) {
        self.count = count
        self.names = names
    }
    enum CodingKeys: Int, CodingKey { case count = 1, names }

    /// Those of two parts of a list, a row that both name once; nil if neither has any.
    public static func joined(_ first: DamagedRows?, _ second: DamagedRows?) -> DamagedRows? {
        guard let first, let second else { return first ?? second }
        let known = Set(first.names)
        let more = second.names.filter { !known.contains($0) }
        return DamagedRows(
            count: first.count + second.count - Int32(second.names.count - more.count),
            names: Array((first.names + more).prefix(maximumNames)))
    }
}
