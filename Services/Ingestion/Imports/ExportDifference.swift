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
    let store: Store
    let job: ImportJob
    private static let page = 64
    /// Limit on the samples of one page in memory, at 40 bytes each.
    private static let pageSamples = 200_000

    /// Deletes the recorded samples of this or an interrupted attempt.
    func clear() throws {
        let (store, user) = (store, job.user)
        _ = try WorkThread.wait { try await store.write { try $0.execute("DELETE FROM seen WHERE user = ?", [user]) } }
    }

    /// Deletes the samples that the file lacks.
    /// - Parameters:
    ///   - exported: when the export was made, s since 1970.
    ///   - stopped: checked between pages; true throws `CancellationError`.
    ///   - committing: called in each transaction with the number of samples it deleted.
    func bury(
        before exported: Int64, stopped: () -> Bool, committing: @escaping @Sendable (Int64, Transaction) throws -> Void
    ) throws {
        let (store, user) = (store, job.user)
        let catalog = try WorkThread.wait { try await store.read { try $0.catalog(user) } }
        let identity = catalog.identity
        let known = Set(catalog.exported.map(identity.plain))
        var place: (kind: Int, day: Int32) = (0, .min)
        while true {
            if stopped() { throw CancellationError() }
            let after = place
            let last = try WorkThread.wait {
                try await store.write { transaction in
                    let page = try transaction.chunks(after: after, limit: Self.page, samples: Self.pageSamples, user)
                    for chunk in page {
                        let gone = try transaction.buryUnseen(
                            chunk.kind, chunk.day, chunk.samples, sources: known, identity, exported: exported, user)
                        if gone > 0 { try committing(chunk.kind.isPart ? 0 : Int64(gone), transaction) }
                    }
                    return page.last.map { (kind: Int($0.kind.rawValue), day: $0.day) }
                }
            }
            guard let last else { return }
            place = last
        }
    }
}

extension Transaction {
    private static func address(_ kind: SampleKind, _ day: Int32) -> String { "\(kind.rawValue)/\(day)" }

    /// Records that the current file contains these samples.
    func see(_ chunk: NewChunk, _ user: UserID) throws {
        let before = try seen(chunk.kind, chunk.day, user)
        let (samples, added) = SampleChunk.union(before, chunk.samples)
        guard added > 0 else { return }
        let sealed = try sealBytes(
            SampleChunk.encode(samples), user: user, table: "seen", row: Self.address(chunk.kind, chunk.day))
        try execute(
            "INSERT INTO seen (user, kind, day, sealed) VALUES (?, ?, ?, ?) ON CONFLICT (user, kind, day) DO UPDATE SET sealed = excluded.sealed",
            [user, Int(chunk.kind.rawValue), chunk.day, sealed])
    }

    private func seen(_ kind: SampleKind, _ day: Int32, _ user: UserID) throws -> [Sample] {
        try row("SELECT sealed FROM seen WHERE user = ? AND kind = ? AND day = ?", [user, Int(kind.rawValue), day]).map
        {
            try SampleChunk.decode(
                [UInt8](openBytes($0["sealed"], user: user, table: "seen", row: Self.address(kind, day))))
        } ?? []
    }

    /// - Returns: the number of samples of the chunk that were deleted.
    fileprivate func buryUnseen(
        _ kind: SampleKind, _ day: Int32, _ stored: [Sample], sources: Set<UInt64>, _ identity: SampleIdentity,
        exported: Int64, _ user: UserID
    ) throws -> Int {
        let seen = SampleSet(try seen(kind, day, user), kind, identity)
        let missing = stored.filter {
            sources.contains(identity.plain($0.source)) && $0.end <= exported && !seen.contains($0)
        }
        guard !missing.isEmpty else { return 0 }
        var origins = try origins(kind, day, user) ?? Origins()
        let living = SampleSet(origins.living, kind, identity)
        let gone = Set(missing.filter { !living.contains($0) })
        guard !gone.isEmpty else { return 0 }
        origins.bury(gone, by: exported)
        try setOrigins(origins, kind, day, user)
        try store(stored.filter { !gone.contains($0) }, kind, day, user)
        return gone.count
    }
}
