import Messages

/// Walks through a companion's JSON: members of its objects, and the elements of its arrays one by one. Two passes
/// suffice for any order of members: the first for what describes the body, the second for its elements.
struct CompanionBody {
    private let body: any RandomAccess

    /// A walk through these bytes.
    init(_ body: any RandomAccess) { self.body = body }

    /// A place in an array, such as `data.records[7]`.
    struct Place {
        /// Path of the array, such as `data.records`.
        let array: String
        /// From 0.
        let index: Int
        /// The whole path.
        var path: String { "\(array)[\(index)]" }
    }

    /// Calls for each element of the body's arrays, and of those in the objects named in `inside`; other members go to
    /// `member`. Elements that are larger than a value may be are cut, and `isCut` says so.
    /// - Parameters:
    ///   - inside: paths of objects that are walked through.
    ///   - without: members of elements that are not read, by the array's path; they are null.
    ///   - wants: whether an array is read; otherwise its elements are null.
    /// - Returns: what ended the walk early; nil at the end of the body.
    func walk(
        inside: Set<String> = [], without: [String: Set<String>] = [:], wants: (String) -> Bool = { _ in true },
        member: (String, JSONValue) -> Void = { _, _ in },
        element: (Place, JSONValue, _ isWhole: Bool) -> Void
    ) -> ImportProblem? {
        let cursor = JSONCursor(ByteSlice(body), cutsLargeValues: true)
        func object(_ path: String) throws {
            while let key = try cursor.key() {
                let own = path.isEmpty ? key : "\(path).\(key)"
                if try cursor.enter("[") {
                    try array(own)
                } else if inside.contains(own), try cursor.enter("{") {
                    try object(own)
                } else {
                    member(own, try cursor.value())
                }
            }
        }
        func array(_ path: String) throws {
            var index = 0
            let (isWanted, left) = (wants(path), without[path] ?? [])
            while try cursor.element() {
                let place = Place(array: path, index: index)
                index += 1
                if isWanted {
                    let value = try cursor.value(without: left)
                    element(place, value, !cursor.isCut)
                } else {
                    try cursor.skip()
                    element(place, .null, true)
                }
            }
        }
        do {
            guard try cursor.enter("{") else { return ImportProblem.notJSON }
            try object("")
            return nil
        } catch let problem as ImportProblem {
            return problem
        } catch {
            return ImportProblem.truncated(at: cursor.offset)
        }
    }

    /// Members of the body that are no arrays, by path; those before the end of a body that is cut off.
    /// - Parameters:
    ///   - known: paths of the members.
    ///   - inside: paths of objects that are walked through.
    ///   - unknown: counts other members.
    func members(
        _ known: Set<String>, inside: Set<String> = [], unknown: inout [String: Int64]
    ) -> CompanionRow {
        var members: [String: JSONValue] = [:]
        var others: [String: Int64] = [:]
        _ = walk(
            inside: inside, wants: { _ in false },
            member: { path, value in
                if known.contains(path) {
                    members[path] = value
                } else {
                    ImportLimits.count(path, in: &others)
                }
            }, element: { _, _, _ in })
        for (path, count) in others { ImportLimits.count(path, by: count, in: &unknown) }
        return CompanionRow(members: members, path: "")
    }
}

/// An element of a companion's body with its place.
struct CompanionRow {
    /// Its members.
    let members: [String: JSONValue]
    /// Its path, such as `steps[3]`.
    let path: String

    /// A member; nil if it is absent or null.
    subscript(_ key: String) -> JSONValue? {
        guard let value = members[key], value != .null else { return nil }
        return value
    }

    /// The instant of a member, s since 1970, and its UTC offset, nil for `Z` and for numbers. Nil for anything that is
    /// no time with a zone.
    func time(_ key: String) -> (instant: Int64, offset: Int32?)? {
        switch self[key] {
        case .number(let number)?: return DateText.epoch(number).map { ($0, nil) }
        case .string(let text)?:
            guard case .instant(let instant, let offset)? = DateText(text) else { return nil }
            return (instant, text.last == "Z" || text.last == "z" ? nil : offset)
        default: return nil
        }
    }

    /// The instant of a member, s since 1970.
    func instant(_ key: String) -> Int64? { time(key)?.instant }
    /// The text of a member.
    func text(_ key: String) -> String? { self[key]?.string.flatMap { $0.isEmpty ? nil : $0 } }
    /// The number of a member, or the number that its text holds.
    func number(_ key: String) -> Double? { self[key]?.number }
}

extension CompanionPost {
    /// The element as a row; nil, with the reason counted, if it is no object or was not read whole.
    /// - Parameter known: members that are used, or known and not used; others are counted.
    mutating func row(_ place: CompanionBody.Place, _ value: JSONValue, _ isWhole: Bool, known: Set<String>)
        -> CompanionRow?
    {
        guard isWhole, case .object(let members) = value else {
            reject(place.path, .badRow)
            return nil
        }
        for key in members.keys where !known.contains(key) {
            countUnknown(member: "\(place.array).\(key)")
        }
        return CompanionRow(members: members, path: place.path)
    }

    /// Adds a record without the readings that cannot be kept.
    mutating func add(_ record: CompanionRecord, _ path: String, latest: Int64) {
        var record = record
        guard record.source.isBounded, record.key.utf8.count <= ImportLimits.text else {
            return reject(path, .textTooLong, record.readings.first { $0.kind.isIntimate }?.kind)
        }
        hide(Set(record.readings.filter(\.kind.isIntimate).map(\.kind.group)))
        var faults: [(HealthKind, RejectionReason)] = []
        record.readings.removeAll { reading in
            guard let fault = reading.fault(latest: latest) else { return false }
            faults.append((reading.kind, fault))
            return true
        }
        for (kind, fault) in faults { reject(path, fault, kind) }
        if !record.readings.isEmpty { records.append(record) }
    }

    /// Rejects an element, or a part of it.
    mutating func reject(_ path: String, _ reason: RejectionReason, _ kind: HealthKind? = nil) {
        let groups = kind.map { $0.isIntimate ? [$0.group] : [] } ?? IntimateNames.groups(of: path)
        guard groups.isEmpty else {
            hide(groups)
            return intimateLeft.add(path, reason)
        }
        left.kind = kind?.stored
        left.add(path, reason)
        left.kind = nil
    }
}
