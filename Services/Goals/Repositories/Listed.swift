import Messages

/// An entry of a list, with its position in the list's order.
protocol Listed: Encodable, Sendable {
    var cursor: ListCursor { get }
}

extension Goal: Listed {
    var cursor: ListCursor { ListCursor(place: Int64(content.target.number), id: facts.id) }
}

extension Term: Listed {
    var cursor: ListCursor { ListCursor(place: Int64(content.number ?? 0), id: facts.id) }
}

extension Action: Listed {
    var cursor: ListCursor { ListCursor(place: content.start, id: facts.id) }
}

extension PersonalValue: Listed {
    var cursor: ListCursor { ListCursor(place: Int64(content.priority ?? 50), id: facts.id) }
}

extension Measure: Listed {
    var cursor: ListCursor { ListCursor(place: facts.logTime, id: facts.id) }
}

extension StoredHealthRule: Listed {
    var cursor: ListCursor { ListCursor(place: facts.logTime, id: facts.id) }
}

extension StagedRecord: Listed {
    var cursor: ListCursor { ListCursor(place: Int64(day.number), id: id) }
}
