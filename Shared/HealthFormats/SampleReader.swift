import Messages

/// A file of one format, read as samples in one pass.
package protocol SampleReader: AnyObject {
    /// Records of a known kind so far, set-aside ones included.
    var samplesRead: Int64 { get }
    var quarantined: [RejectionReason: Int64] { get }
    /// Records of kinds that are not used, by name.
    var unknownKinds: [String: Int64] { get }
    /// Why values of used kinds are not used, by the same names.
    var unusedReasons: [String: UnusedReason] { get }
    /// The first parts that were left out, where parts have names.
    var skipped: [SkippedPart] { get }
    /// When the file was made, s since 1970, and the phone's offset then, s; nil where it does not say.
    var exported: (instant: Int64, offset: Int32)? { get }
    var isFinished: Bool { get }
    /// Bytes that are done with.
    var offset: Int64 { get }

    /// Reads at most so many records into the batch; sets `isFinished` at the end of the file.
    /// - Throws: `ImportProblem` with the byte offset, or what the stream throws; the batch then holds what came
    ///   before.
    func read(elements: Int, into batch: inout SampleBatch) throws
}

extension SampleReader {
    package var unusedReasons: [String: UnusedReason] { [:] }
}

/// What was left out of a file, counted by reason and, at first, named by place.
package struct SkippedParts {
    package private(set) var counts: [RejectionReason: Int64] = [:]
    package private(set) var named: [SkippedPart] = []

    package init() {}

    package mutating func add(_ place: @autoclosure () -> String, _ reason: RejectionReason) {
        counts[reason, default: 0] += 1
        if named.count < ImportStatus.mostSkipped { named.append(SkippedPart(place: place(), reason: reason.rawValue)) }
    }
}

extension Sample {
    /// Why a sample of this kind cannot be kept (ING-7); nil for a good one.
    /// - Parameter latest: s since 1970; later ones are in the future.
    package func fault(_ kind: SampleKind, latest: Int64) -> RejectionReason? {
        if end < start { return .endBeforeStart }
        if kind.isTooEarly(start) { return .tooOld }
        if end > latest { return .inTheFuture }
        if end - start > Self.longest { return .tooLong }
        return kind.plausible.contains(value) ? nil : .outOfRange
    }
}
