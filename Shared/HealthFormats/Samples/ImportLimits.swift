/// Bounds on what a file may make a service hold in memory or keep. Beyond one, samples are set aside with a reason of
/// their own; nothing is cut.
package enum ImportLimits {
    /// Bytes (UTF-8) of one text. The longest of Health's own, a device with all of its fields, stays under 400.
    package static let text = 1 << 10
    /// Different sources: ten years of two devices and a hundred apps come to about 200, as each model and each name
    /// counts.
    static let sources = NameLimits.Most(file: 1_000, person: 2_000)
    /// Different activities and time zones together: HealthKit has about 85 activities, the IANA database about 600
    /// zones.
    static let notes = NameLimits.Most(file: 1_000, person: 2_000)
    /// Different unused kinds that are counted by name: HealthKit has about 200. The rest is counted together.
    package static let kinds = 500
    /// Bytes of such a name: HealthKit's longest has 62. A longer one is counted with the rest.
    static let kindName = 100
    /// Different metrics of one Health Auto Export file: the app knows about 150.
    package static let metrics = 1_000
    /// How the kinds beyond `kinds` are counted.
    static let otherKinds = "(other)"

    /// Counts a record of an unused kind by its name.
    package static func count(_ name: String, by number: Int64 = 1, in counts: inout [String: Int64]) {
        let isNamed = name.utf8.count <= kindName && (counts[name] != nil || counts.count < kinds)
        counts[isNamed ? name : otherKinds, default: 0] += number
    }
}

/// Which names may still come in: a bounded number per file and per person, so that a hostile file fills neither the
/// memory nor the catalog.
///
/// The same file read again by the same person is judged alike: what an attempt that died has kept is known then.
struct NameLimits: Sendable {
    struct Most: Sendable {
        package var file: Int
        package var person: Int
    }

    private let most: Most
    /// Those the person has.
    private let kept: Set<UInt64>
    private var seen = Set<UInt64>()
    private var new = 0

    package init(_ most: Most, kept: Set<UInt64> = []) { (self.most, self.kept) = (most, kept) }

    /// False for one too many.
    mutating func admit(_ id: UInt64) -> Bool {
        if seen.contains(id) { return true }
        guard seen.count < most.file else { return false }
        if !kept.contains(id) {
            guard kept.count + new < most.person else { return false }
            new += 1
        }
        seen.insert(id)
        return true
    }
}
