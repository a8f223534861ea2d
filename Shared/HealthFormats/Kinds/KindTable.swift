import Messages

/// All kinds of health data that are known, as data. The kinds of `SampleKind` are rows of it, made of what that type
/// says; the others are stored as readings.
///
/// Ranges reach well beyond what bodies do and stop where only a wrong unit or a slipped decimal point leads. Where no
/// source is named they are such limits.
package enum KindTable {
    /// All rows; names are unique. A row whose kind is stored by now is that kind's.
    package static let rows: [HealthKind] = {
        let lists =
            heart + breath + temperature + body + activity + walking + training + workouts + nutrients + life
            + cycle + surroundings
        let names = Set(SampleKind.allCases.map(\.exported.name))
        let stored = SampleKind.allCases.map { kind in
            HealthKind(kind, before: lists.first { $0.name == kind.exported.name })
        }
        return stored + lists.filter { !names.contains($0.name) }
    }()

    private static let byName = Dictionary(rows.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    private static let byIdentifier = Dictionary(
        rows.compactMap { row in row.healthKit.map { ($0, row) } }, uniquingKeysWith: { first, _ in first })

    /// The row of a name; nil if there is none.
    package static func row(_ name: String) -> HealthKind? { byName[name] }

    /// The row of a kind of sample.
    package static func row(_ kind: SampleKind) -> HealthKind {
        byName[kind.exported.name] ?? HealthKind(kind, before: nil)
    }

    /// The row of HealthKit's identifier, with or without its prefix; nil for an unused one.
    package static func row(healthKit identifier: String) -> HealthKind? {
        for prefix in ["HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier"] where identifier.hasPrefix(prefix) {
            return byIdentifier[String(identifier.dropFirst(prefix.count))]
        }
        return byIdentifier[identifier]
    }
}

/// Rows by the names that a format uses.
struct KindNames: Sendable {
    private let rows: [String: HealthKind]
    /// Names of rows that do not exist; a test expects none.
    let missing: [String]

    /// - Parameter names: names of rows by the format's names.
    init(_ names: [String: String]) {
        rows = names.compactMapValues { (name: String) in KindTable.row(name) }
        missing = names.values.filter { KindTable.row($0) == nil }
    }

    subscript(_ name: String) -> HealthKind? { rows[name] }
}
