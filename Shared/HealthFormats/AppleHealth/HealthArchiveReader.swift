import Messages

/// Reads an Apple Health archive: its electrocardiograms, then its records. In this order, because nothing else may
/// read the archive while its records are read ahead.
package final class HealthArchiveReader: SampleReader {
    private var electrocardiograms: ElectrocardiogramFiles
    private let open: () throws -> HealthExportReader
    /// Nil until the electrocardiograms were read.
    private var records: HealthExportReader?
    /// Most electrocardiograms of one call of `read`: each costs as much as hundreds of records.
    private static let maximumTables = 100

    /// - Parameter open: opens the records.
    package init(_ electrocardiograms: ElectrocardiogramFiles, records open: @escaping () throws -> HealthExportReader)
    {
        self.electrocardiograms = electrocardiograms
        self.open = open
    }

    package var samplesRead: Int64 { electrocardiograms.samplesRead + (records?.samplesRead ?? 0) }
    package var quarantined: [RejectionReason: Int64] {
        electrocardiograms.left.counts.merging(records?.quarantined ?? [:]) { $0 + $1 }
    }
    package var unknownKinds: [String: Int64] { records?.unknownKinds ?? [:] }
    package var rejectedKinds: [SampleKind: Int64] { records?.rejectedKinds ?? [:] }
    package var skipped: [SkippedPart] {
        Array((electrocardiograms.left.named + (records?.skipped ?? [])).prefix(ImportStatus.maximumSkipped))
    }
    package var exported: (instant: Int64, offset: Int32)? { records?.exported }
    package var owner: FileOwner? { records?.owner }
    package var isFinished: Bool { records?.isFinished ?? false }
    /// Bytes of the records consumed so far.
    package var offset: Int64 { records?.offset ?? 0 }

    package func takeReadings() -> [CompanionRecord] { electrocardiograms.take() + (records?.takeReadings() ?? []) }

    package func read(elements: Int, into batch: inout SampleBatch) throws {
        if !electrocardiograms.isAtEnd { return try electrocardiograms.read(min(elements, Self.maximumTables)) }
        let reader = try records ?? open()
        records = reader
        try reader.read(elements: elements, into: &batch)
    }
}
