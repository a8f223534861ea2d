import Messages

/// Counts rejected parts by reason and names the first ones.
package struct SkippedParts {
    /// Rejected parts by reason.
    package private(set) var counts: [RejectionReason: Int64] = [:]
    /// Rejected parts by kind.
    package private(set) var kinds: [SampleKind: Int64] = [:]
    /// The first `ImportStatus.maximumSkipped` parts.
    package private(set) var named: [SkippedPart] = []
    /// Kind of the record that is being read; nil if it is not known.
    package var kind: SampleKind?

    /// An empty count.
    package init() {}

    /// Counts a part.
    /// - Parameter place: where the part is in its file, such as `line 7`; evaluated only if it is kept.
    package mutating func add(_ place: @autoclosure () -> String, _ reason: RejectionReason) {
        counts[reason, default: 0] += 1
        if let kind { kinds[kind.whole, default: 0] += 1 }
        if named.count < ImportStatus.maximumSkipped {
            named.append(SkippedPart(place: place(), reason: reason.rawValue))
        }
    }
}
