import HealthFormats
import Messages
import Storage

/// The samples that a person's running import has read, in a transaction; kept for `ExportDifference` only.
struct SeenRows {
    let user: UserID
    let transaction: Transaction

    private static func address(_ kind: SampleKind, _ day: Int32) -> String { "\(kind.rawValue)/\(day)" }

    /// Deletes all records.
    func clear() throws { try transaction.execute("DELETE FROM seen WHERE user = ?", [user]) }

    /// Records that the current file contains these samples.
    func note(_ chunk: NewChunk) throws {
        let before = try seen(chunk.kind, chunk.day)
        let (samples, added) = SampleChunk.union(before, chunk.samples)
        guard added > 0 else { return }
        let sealed = try transaction.sealBytes(
            SampleChunk.encode(samples), user: user, table: "seen", row: Self.address(chunk.kind, chunk.day))
        try transaction.execute(
            "INSERT INTO seen (user, kind, day, sealed) VALUES (?, ?, ?, ?) ON CONFLICT (user, kind, day) DO UPDATE SET sealed = excluded.sealed",
            [user, Int(chunk.kind.rawValue), chunk.day, sealed])
    }

    private func seen(_ kind: SampleKind, _ day: Int32) throws -> [Sample] {
        try transaction.row(
            "SELECT sealed FROM seen WHERE user = ? AND kind = ? AND day = ?", [user, Int(kind.rawValue), day]
        ).map {
            try SampleChunk.decode(
                [UInt8](transaction.openBytes($0["sealed"], user: user, table: "seen", row: Self.address(kind, day))))
        } ?? []
    }

    /// - Returns: the number of samples of the chunk that were deleted.
    func buryUnseen(
        _ kind: SampleKind, _ day: Int32, _ stored: [Sample], sources: Set<UInt64>, _ identity: SampleIdentity,
        exported: Int64
    ) throws -> Int {
        let seen = SampleSet(try seen(kind, day), kind, identity)
        let missing = stored.filter {
            sources.contains(identity.plain($0.source)) && $0.end <= exported && !seen.contains($0)
        }
        guard !missing.isEmpty else { return 0 }
        let rows = OriginRows(user: user, transaction: transaction)
        var origins = try rows.origins(kind, day) ?? Origins()
        let living = SampleSet(origins.living, kind, identity)
        let gone = Set(missing.filter { !living.contains($0) })
        guard !gone.isEmpty else { return 0 }
        origins.bury(gone, by: exported)
        try rows.set(origins, kind, day)
        try SampleRows(user: user, transaction: transaction).store(
            stored.filter { !gone.contains($0) }, kind, day)
        return gone.count
    }
}
