import HealthFormats
import Messages
import Storage

/// Deletes samples that earlier full exports had and a later one lacks, because they are gone from the phone. Only on
/// request: an export has no ids, so its deletions show only as a difference.
///
/// While the file is read, its samples are recorded by chunk; after its end each stored chunk is compared with them. A
/// deleted sample is restored only by an export made later or a new id of an anchored query. Never deleted are samples
/// of sources that no export named, samples newer than the export, and samples with an id from a device's query.
///
/// Runs on a `WorkThread`, for one import of a user at a time. After a crash it is repeated with the whole import.
struct ExportDifference {
    let steps: Steps
    let job: ImportJob
    private static let page = 64
    /// Limit on the samples of one page in memory, at 40 bytes each.
    private static let pageSamples = 200_000

    /// Deletes the recorded samples of this or an interrupted attempt.
    func clear() throws {
        let user = job.user
        try steps.write { try SeenRows(user: user, transaction: $0).clear() }
    }

    /// Deletes the samples that the file lacks.
    /// - Parameters:
    ///   - exported: when the export was made, s since 1970.
    ///   - stopped: checked between pages; true throws `CancellationError`.
    ///   - committing: called in each transaction that deletes samples, with the number deleted so far, including that
    ///     transaction's; a transaction may run again.
    func bury(
        before exported: Int64, stopped: () -> Bool, committing: @escaping @Sendable (Int64, Transaction) throws -> Void
    ) throws {
        let user = job.user
        let catalog = try steps.read { try CatalogRows(user: user, transaction: $0).catalog() }
        let identity = catalog.identity
        let known = Set(catalog.exported.map(identity.plain))
        var (place, removed): ((kind: Int, day: Int32), Int64) = ((0, .min), 0)
        while true {
            if stopped() { throw CancellationError() }
            let (after, before) = (place, removed)
            let (last, sum) = try steps.write { transaction -> ((kind: Int, day: Int32)?, Int64) in
                var sum = before
                let page = try SampleRows(user: user, transaction: transaction).chunks(
                    after: after, limit: Self.page, samples: Self.pageSamples)
                for chunk in page {
                    let gone = try SeenRows(user: user, transaction: transaction).buryUnseen(
                        chunk.kind, chunk.day, chunk.samples, sources: known, identity, exported: exported)
                    if !chunk.kind.isPart { sum += Int64(gone) }
                }
                if sum > before { try committing(sum, transaction) }
                return (page.last.map { (kind: Int($0.kind.rawValue), day: $0.day) }, sum)
            }
            guard let last else { return }
            (place, removed) = (last, sum)
        }
    }
}
