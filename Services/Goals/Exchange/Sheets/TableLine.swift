import GoalsCore
import Messages
import Wire

/// A row of a table with its columns; collects what is wrong with its cells.
struct TableLine {
    /// Places of the columns by name.
    let places: [String: Int]
    let fields: [String]
    let mark: DecimalMark
    private(set) var errors: [FieldError] = []

    init(places: [String: Int], fields: [String], mark: DecimalMark) {
        (self.places, self.fields, self.mark) = (places, fields, mark)
    }

    mutating func add(_ column: String, _ code: FieldError.Code) {
        errors.append(FieldError(field: column, code: code))
    }

    func has(_ column: String) -> Bool { places[column] != nil }

    /// The text of a cell; nil for white space or a column that the table does not have.
    func text(_ column: String) -> String? { places[column].flatMap { Optional(fields[$0]).nonblank } }

    /// A cell without surrounding spaces.
    func word(_ column: String) -> String? { text(column).map(NameIndex.trimmed) }

    mutating func number(_ column: String) -> Double? {
        guard let word = word(column) else { return nil }
        if let number = mark.number(word) { return number }
        add(column, .notANumber)
        return nil
    }

    mutating func integer(_ column: String) -> Int32? {
        guard let number = number(column) else { return nil }
        guard let integer = Int32(exactly: number) else {
            add(column, .notANumber)
            return nil
        }
        return integer
    }

    mutating func day(_ column: String) -> Day? {
        guard let word = word(column) else { return nil }
        if let day = Day(word) { return day }
        add(column, .notADay)
        return nil
    }

    mutating func instant(_ column: String) -> (instant: Milliseconds, day: Day)? {
        guard let word = word(column) else { return nil }
        if let instant = Instant.parse(word) { return instant }
        add(column, .notATime)
        return nil
    }

    mutating func id(_ column: String) -> EntityID? {
        guard let word = word(column) else { return nil }
        if let id = EntityID(word) { return id }
        add(column, .notAnID)
        return nil
    }

    /// One of the names of an enumeration, without case.
    mutating func choice<E: OpenEnum>(_ column: String, _: E.Type) -> E? {
        guard let word = word(column)?.lowercased() else { return nil }
        if let found = E.names.first(where: { $0.name.lowercased() == word }) { return found.value }
        add(column, .unknownChoice)
        return nil
    }

    /// Takes the result of a look-up.
    mutating func found<T>(_ column: String, _ result: Result<T, NameIndex.Missing>) -> T? {
        switch result {
        case .success(let found): return found
        case .failure(let missing):
            add(column, missing.code)
            return nil
        }
    }

    /// The rows of a list in a cell: a table of its own (`5,km,Running`), one row a line.
    mutating func list(_ column: String, fields count: ClosedRange<Int>) -> [ListRow] {
        guard let text = text(column) else { return [] }
        var parser = TableParser(limit: 1 << 16)
        var rows: [TableRow] = []
        parser.read(text.utf8) { rows.append($0) }
        parser.finish { rows.append($0) }
        guard rows.allSatisfy({ $0.fault == nil && count.contains($0.fields.count) }) else {
            add(column, .unreadableRow)
            return []
        }
        // A list of a spreadsheet with decimal commas has semicolons.
        let mark: DecimalMark = parser.delimiter == .semicolon ? .comma : .point
        return rows.map { ListRow(column: column, fields: $0.fields, mark: mark) }
    }

    /// The list as a cell.
    static func cell(_ rows: [[TableCell]]) -> TableCell {
        guard !rows.isEmpty else { return .plain("") }
        var writer = TableWriter()
        _ = writer.drain()
        for row in rows { writer.append(row) }
        return .text(String(decoding: writer.drain().dropLast(2), as: UTF8.self))
    }
}

/// A row of a list in a cell.
struct ListRow {
    let column: String
    let fields: [String]
    let mark: DecimalMark

    /// Nil for an empty field or one that the row does not have.
    func text(_ place: Int) -> String? { fields.count > place ? Optional(fields[place]).nonblank : nil }

    /// A field without surrounding spaces.
    func word(_ place: Int) -> String? { text(place).map(NameIndex.trimmed) }

    func number(_ place: Int, _ line: inout TableLine) -> Double? {
        guard let text = word(place) else { return nil }
        // A list that an export wrote has decimal points, whatever the file has.
        if let number = mark.number(text) ?? DecimalMark.point.number(text) { return number }
        line.add(column, .notANumber)
        return nil
    }

    func integer(_ place: Int, _ line: inout TableLine) -> Int32? {
        guard let number = number(place, &line) else { return nil }
        if let integer = Int32(exactly: number) { return integer }
        line.add(column, .notANumber)
        return nil
    }

    func day(_ place: Int, _ line: inout TableLine) -> Day? {
        guard let text = word(place) else { return nil }
        if let day = Day(text) { return day }
        line.add(column, .notADay)
        return nil
    }
}
