import Messages
import Wire

/// The rows of a list that could be opened, and those that could not.
public struct OpenedRows<Value> {
    /// The values in the order of the rows.
    public var values: [Value]
    /// Count and names of the rows that could not be opened; nil if there are none.
    public var damaged: DamagedRows?
}

extension OpenedRows: Sendable where Value: Sendable {}

extension Transaction {
    /// Opens the rows of a list, each by itself: a row that was altered or damaged costs itself, is counted and named,
    /// here and in `DamageLedger`. A damaged key costs all rows, so it is an error. For lists that are shown or
    /// exported; what is computed and stored is computed from whole lists.
    /// - Parameters:
    ///   - rows: of one table.
    ///   - user: the person to whom all of them belong.
    ///   - table: its name.
    ///   - name: what identifies a row among those of its table, such as its id or day; never content.
    ///   - body: opens a row; nil leaves it out.
    /// - Throws: all errors of `body` but those of damage: `erased`, a full disk, cancellation.
    public func openEach<Value>(
        _ rows: some Collection<Row>, of user: UserID, in table: String, name: (Row) throws -> String,
        _ body: (Row) throws -> Value?
    ) throws -> OpenedRows<Value> {
        var opened = OpenedRows<Value>(values: [])
        guard !rows.isEmpty else { return opened }
        _ = try dataKey(user)
        for row in rows {
            do {
                if let value = try body(row) { opened.values.append(value) }
            } catch  where Self.isDamage(error) {
                let name = "\(table) \((try? name(row)) ?? "?")"
                opened.damaged = .joined(opened.damaged, DamagedRows(count: 1, names: [name]))
                note(name, of: user)
            }
        }
        return opened
    }

    /// Opens a single row that a reader can do without.
    /// - Parameters:
    ///   - row: what identifies the row among those of its table; nil where a person has one.
    ///   - body: opens the row.
    /// - Returns: nil for a damaged row, which is counted and named as by `openEach`.
    /// - Throws: as `openEach`.
    public func openOne<Value>(
        of user: UserID, in table: String, row: String? = nil, _ body: () throws -> Value
    ) throws -> Value? {
        do {
            return try body()
        } catch  where Self.isDamage(error) {
            _ = try dataKey(user)
            note(row.map { "\(table) \($0)" } ?? table, of: user)
            return nil
        }
    }

    /// Reads what needs no key and a reader can do without: a preference, an instant that is shown, a row in the clear.
    /// - Parameter row: as of `openOne`.
    /// - Returns: nil for a damaged row, which is counted and named as by `openEach`.
    /// - Throws: as `openEach`.
    public func readOne<Value>(
        of user: UserID, in table: String, row: @autoclosure () -> String? = nil, _ body: () throws -> Value
    ) throws -> Value? {
        do {
            return try body()
        } catch  where Self.isDamage(error) {
            note(row().map { "\(table) \($0)" } ?? table, of: user)
            return nil
        }
    }

    /// Reads the rows of work of all people from columns in the clear: a damaged row keeps nobody else's work waiting.
    /// - Parameter rows: of one table, with the column `user`.
    /// - Throws: as `openEach`.
    public func readEach<Value>(_ rows: [Row], in table: String, _ body: (Row) throws -> Value) throws -> [Value] {
        try rows.compactMap { row in
            let user = (try? row["user"] as UserID) ?? UserID(high: 0, low: 0)
            return try readOne(of: user, in: table) { try body(row) }
        }
    }

    private func note(_ name: String, of user: UserID) {
        scope.damage?.note(name, of: user)
        scope.dataKeys.damage.note(name, of: user)
    }

    /// Opens the rows of a list that are named by their column `id`, each by itself. Parameters, result and errors as of
    /// `openEach(_:of:in:name:_:)`.
    public func openEach<Value>(
        _ rows: some Collection<Row>, of user: UserID, in table: String, _ body: (Row) throws -> Value?
    ) throws -> OpenedRows<Value> {
        try openEach(rows, of: user, in: table, name: { "\(try $0["id"] as EntityID)" }, body)
    }

    /// A page of a list, each row opened by itself. Reads on until `limit` rows are open or the list ends, so that a
    /// page of fewer values is the last one and a cursor behind the last value leaves nothing out. The list goes on behind
    /// a row whose place in the order is damaged.
    /// - Parameters:
    ///   - user: the person to whom all rows belong.
    ///   - table: the table of the rows.
    ///   - limit: maximum number of values.
    ///   - name: what identifies a row among those of its table; never content.
    ///   - read: the rows after one of them, nil at first, at most as many as the number says, in one order.
    ///   - body: opens a row; nil leaves it out.
    /// - Returns: at most `limit` values.
    /// - Throws: as `openEach`.
    public func openPage<Value>(
        of user: UserID, in table: String, limit: Int, name: (Row) throws -> String,
        read: (Row?, Int) throws -> [Row], _ body: (Row) throws -> Value?
    ) throws -> [Value] {
        var values: [Value] = []
        // The last row whose place can be read, and how many rows were read behind it.
        var (last, behind): (Row?, Int) = (nil, 0)
        while values.count < limit {
            let wanted = limit - values.count
            let rows = try read(last, behind + wanted).dropFirst(behind)
            values += try openEach(rows, of: user, in: table, name: name, body).values
            guard rows.count == wanted, values.count < limit else { break }
            behind += wanted
            if let place = try rows.lastIndex(where: { try isPlace($0, read) }) {
                (last, behind) = (rows[place], rows.endIndex - 1 - place)
            }
        }
        return values
    }

    /// True if a list can go on after a row.
    private func isPlace(_ row: Row, _ read: (Row?, Int) throws -> [Row]) throws -> Bool {
        do {
            _ = try read(row, 0)
            return true
        } catch  where Self.isDamage(error) {
            return false
        }
    }

    private static func isDamage(_ error: any Error) -> Bool {
        error is WireError || (error as? StorageError)?.code == .damagedValue
    }
}
