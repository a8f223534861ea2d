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
    /// What the file says of the person whose data it holds; nil if it says nothing.
    var owner: FileOwner? { get }
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

/// The person whose data a file holds, as the person set it. An absent value was not set.
package struct FileOwner: Equatable, Sendable {
    package var sex: BodySex?
    package var birthday: Day?
}

extension SampleReader {
    package var isTable: Bool { false }
    /// Nil, for formats that say nothing of it.
    package var owner: FileOwner? { nil }
    /// None, for formats that have no such kinds.
    package func takeReadings() -> [CompanionRecord] { [] }
    /// Empty, for formats that have no such reasons.
    package var unusedReasons: [String: UnusedReason] { [:] }
}
