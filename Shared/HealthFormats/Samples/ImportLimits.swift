/// Limits on the memory and storage that one file can claim. Samples beyond a limit are rejected with a reason of their
/// own; nothing is truncated.
package enum ImportLimits {
    /// Bytes (UTF-8) of one text. The longest that Health writes, a device with all of its fields, stays under 400.
    package static let text = 1 << 10
    /// Distinct sources. Ten years of two devices and a hundred apps give about 200, since each model and each name
    /// counts.
    static let sources = NameLimits.Maximum(file: 1_000, person: 2_000)
    /// Distinct activities and time zones. HealthKit has about 85 activities, the IANA database about 600 zones.
    static let notes = NameLimits.Maximum(file: 1_000, person: 2_000)
    /// Unused kinds that are counted by name; HealthKit has about 200. Further kinds are counted together.
    package static let kinds = 500
    /// Bytes of an unused kind's name; HealthKit's longest has 62. Longer names are counted together with the kinds
    /// beyond `kinds`.
    static let kindName = 100
    /// Distinct metrics of one Health Auto Export file; the app has about 150.
    package static let metrics = 1_000
    /// Key under which all kinds beyond `kinds` are counted.
    static let otherKinds = "(other)"

    /// Counts `number` records of an unused kind by its name.
    package static func count(_ name: String, by number: Int64 = 1, in counts: inout [String: Int64]) {
        let isNamed = name.utf8.count <= kindName && (counts[name] != nil || counts.count < kinds)
        counts[isNamed ? name : otherKinds, default: 0] += number
    }

    /// Takes back one of what was counted.
    static func discount(_ name: String, in counts: inout [String: Int64]) {
        let counted = counts[name] != nil ? name : otherKinds
        guard let count = counts[counted] else { return }
        counts[counted] = count > 1 ? count - 1 : nil
    }
}

/// Admits a bounded number of names per file and per person, so that a hostile file can fill neither the memory nor the
/// catalog.
///
/// Importing the same file again gives the same decisions, because names stored by an interrupted attempt are in
/// `kept`.
struct NameLimits: Sendable {
    /// Numbers of distinct names.
    struct Maximum: Sendable {
        /// Limit per file.
        package var file: Int
        /// Limit per person, over all files.
        package var person: Int
    }

    private let maximum: Maximum
    /// Names the person already has.
    private let kept: Set<UInt64>
    private var seen = Set<UInt64>()
    private var new = 0

    /// - Parameter kept: ids the person already has.
    package init(_ maximum: Maximum, kept: Set<UInt64> = []) {
        self.maximum = maximum
        self.kept = kept
    }

    /// Returns false if the name exceeds a limit.
    mutating func admit(_ id: UInt64) -> Bool {
        if seen.contains(id) { return true }
        guard seen.count < maximum.file else { return false }
        if !kept.contains(id) {
            guard kept.count + new < maximum.person else { return false }
            new += 1
        }
        seen.insert(id)
        return true
    }
}
