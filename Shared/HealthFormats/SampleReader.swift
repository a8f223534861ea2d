import Messages

/// Reads the samples of one file in one pass. One implementation per format.
package protocol SampleReader: AnyObject {
    /// Records of a known kind read so far, rejected ones included.
    var samplesRead: Int64 { get }
    /// Rejected records by reason.
    var quarantined: [RejectionReason: Int64] { get }
    /// Records of unused kinds, by name.
    var unknownKinds: [String: Int64] { get }
    /// Why values of used kinds were not used, keyed as `unknownKinds`.
    var unusedReasons: [String: UnusedReason] { get }
    /// Rejected records by kind, without those whose kind is not known.
    var rejectedKinds: [SampleKind: Int64] { get }
    /// Whether the file is a table, whose header alone says little of what is in it.
    var isTable: Bool { get }
    /// The first rejected parts, in formats whose parts have names.
    var skipped: [SkippedPart] { get }
    /// When the file was made: s since 1970, and the phone's UTC offset at that time, s. Nil if the file does not say.
    var exported: (instant: Int64, offset: Int32)? { get }
    /// True once the end of the file was read.
    var isFinished: Bool { get }
    /// Bytes consumed so far.
    var offset: Int64 { get }

    /// Reads at most `elements` records into the batch; sets `isFinished` at the end of the file.
    /// - Throws: `ImportProblem` with the byte offset, or the stream's error; the batch then holds the samples before
    ///   it.
    func read(elements: Int, into batch: inout SampleBatch) throws

    /// Removes and returns the records read so far of kinds that are not stored as samples.
    func takeReadings() -> [CompanionRecord]
}

extension SampleReader {
    package var isTable: Bool { false }
    /// None, for formats that have no such kinds.
    package func takeReadings() -> [CompanionRecord] { [] }
    /// Empty, for formats that have no such reasons.
    package var unusedReasons: [String: UnusedReason] { [:] }
}

/// Counts rejected parts by reason and names the first ones.
package struct SkippedParts {
    /// Rejected parts by reason.
    package private(set) var counts: [RejectionReason: Int64] = [:]
    /// Rejected parts by kind.
    package private(set) var kinds: [SampleKind: Int64] = [:]
    /// The first `ImportStatus.mostSkipped` parts.
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
        if named.count < ImportStatus.mostSkipped { named.append(SkippedPart(place: place(), reason: reason.rawValue)) }
    }
}

extension Sample {
    /// Why this sample cannot be kept (ING-7); nil if it can.
    /// - Parameter latest: s since 1970; a sample that ends later is in the future.
    package func fault(_ kind: SampleKind, latest: Int64) -> RejectionReason? {
        if end < start { return .endBeforeStart }
        if kind.isTooEarly(start) { return .tooOld }
        if end > latest { return .inTheFuture }
        if end - start > Self.longest { return .tooLong }
        return kind.plausible.contains(value) ? nil : .outOfRange
    }
}
