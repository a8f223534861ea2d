import Messages
import Wire

/// Collects all wrong fields of a form (GOL-2).
struct FieldChecks {
    /// Longest texts, in Unicode scalars.
    enum MaximumScalars {
        static let title = 200
        static let description = 2_000
        static let notes = 4_000
        static let remark = 1_000
        static let unit = 20
    }

    /// 1900-01-01 … 2199-12-31.
    static let days = Day(number: -25_567)...Day(number: 84_005)
    /// Largest accepted amount of a measure.
    static let maximumAmount = 1e12

    /// Most errors of one form: nobody reads more, and a hostile form could have thousands.
    static let maximumErrors = 100

    private(set) var errors: [FieldError] = []

    mutating func add(_ field: String, _ code: FieldError.Code, low: Double? = nil, high: Double? = nil) {
        guard errors.count < Self.maximumErrors else { return }
        errors.append(FieldError(field: field, code: code, low: low, high: high))
    }

    mutating func text(_ field: String, _ text: String?, _ maximum: Int) {
        guard let text, text.utf8.count > maximum, text.unicodeScalars.count > maximum else { return }
        add(field, .tooLong, high: Double(maximum))
    }

    /// The texts of every abstraction.
    mutating func wording(_ prefix: String = "", title: String?, description: String?, notes: String?) {
        text(prefix + "title", title, MaximumScalars.title)
        text(prefix + "detailedDescription", description, MaximumScalars.description)
        text(prefix + "freeformNotes", notes, MaximumScalars.notes)
        if title.nonblank == nil, description.nonblank == nil { add(prefix + "title", .textNeeded) }
    }

    mutating func day(_ field: String, _ day: Day?) {
        if let day, !Self.days.contains(day) { add(field, .dayOutOfRange) }
    }

    mutating func number(_ field: String, _ value: (some BinaryInteger)?, _ range: ClosedRange<Int>) {
        guard let value, !range.contains(Int(clamping: value)) else { return }
        add(field, .outOfRange, low: Double(range.lowerBound), high: Double(range.upperBound))
    }

    /// An amount of a measure.
    mutating func amount(_ field: String, _ value: Double, mayBeZero: Bool = false) {
        guard !value.isFinite || value < 0 || value > Self.maximumAmount || (value == 0 && !mayBeZero) else { return }
        add(field, .outOfRange, low: 0, high: Self.maximumAmount)
    }

    mutating func count(_ field: String, _ count: Int, _ maximum: Int) {
        if count > maximum { add(field, .tooMany, high: Double(maximum)) }
    }

    mutating func choice<E: OpenEnum>(_ field: String, _ value: E?) {
        if let value, !E.names.contains(where: { $0.value == value }) { add(field, .unknownChoice) }
    }

    /// Reports every key that occurs a second time.
    mutating func distinct<K: Hashable>(_ keys: [K], _ field: (Int) -> String) {
        var seen: Set<K> = []
        for (index, key) in keys.enumerated() where !seen.insert(key).inserted { add(field(index), .repeated) }
    }

    /// - Throws: `ServiceError(.invalid)` with all errors, if there are any.
    func finish() throws {
        guard !errors.isEmpty else { return }
        let named = errors.prefix(5).map(\.field).joined(separator: ", ") + (errors.count > 5 ? ", …" : "")
        throw ServiceError(
            .invalid, errors.count == 1 ? "Change this field: \(named)." : "Change these fields: \(named).",
            fields: errors)
    }
}
