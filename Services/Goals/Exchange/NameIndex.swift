import Messages

/// Finds entries by their name, and names them so that they are found again.
struct NameIndex: Sendable {
    private var byName: [String: [EntityID]] = [:]
    private var names: [EntityID: String] = [:]

    var ids: Set<EntityID> { Set(names.keys) }

    mutating func add(_ id: EntityID, _ name: String?) {
        if let old = names[id] { byName[Self.form(old)]?.removeAll { $0 == id } }
        names[id] = name.nonblank ?? ""
        if let name = name.nonblank { byName[Self.form(name), default: []].append(id) }
    }

    func contains(_ id: EntityID) -> Bool { names[id] != nil }

    /// The entry that a cell names, by id or by name without case.
    /// - Parameter fits: entries to choose from; for measures those of the unit next to the name.
    func find(_ cell: String, where fits: (EntityID) -> Bool = { _ in true }) -> Result<EntityID, Missing> {
        if let id = EntityID(cell) { return contains(id) ? .success(id) : .failure(Missing(code: .unknownReference)) }
        let found = (byName[Self.form(cell)] ?? []).filter(fits)
        guard found.count < 2 else { return .failure(Missing(code: .ambiguousName)) }
        return found.first.map { .success($0) } ?? .failure(Missing(code: .unknownReference))
    }

    /// The name if it finds this entry, else the id.
    func reference(_ id: EntityID, where fits: (EntityID) -> Bool = { _ in true }) -> String {
        guard let name = names[id], !name.isEmpty, case .success(id) = find(name, where: fits) else { return "\(id)" }
        return name
    }

    /// Why nothing was found.
    struct Missing: Error { var code: FieldError.Code }

    /// Names are compared without case and surrounding spaces.
    private static func form(_ name: String) -> String { trimmed(name).lowercased() }

    /// The text without spaces around it.
    static func trimmed(_ text: String) -> String {
        guard text.first?.isWhitespace == true || text.last?.isWhitespace == true else { return text }
        return String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
