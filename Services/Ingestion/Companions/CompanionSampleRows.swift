import Foundation
import HealthFormats
import Messages
import Storage

/// The samples of one person, in a transaction, that companions alone brought. A sample that a file or an anchored query
/// brings too is not among them, so that it stays when a companion corrects or forgets its record.
struct CompanionSampleRows {
    let user: UserID
    let transaction: Transaction

    private static let table = "companion_samples"
    private static func address(_ kind: SampleKind, _ day: Int32) -> String { "\(kind.rawValue)/\(day)" }

    /// Sorted. None if the row is damaged: its samples then stay.
    func samples(_ kind: SampleKind, _ day: Int32) throws -> [Sample] {
        let address = Self.address(kind, day)
        let row = try transaction.row(
            "SELECT sealed FROM companion_samples WHERE user = ? AND kind = ? AND day = ?",
            [user, Int(kind.rawValue), day])
        guard let row else { return [] }
        return try transaction.openOne(of: user, in: Self.table, row: address) {
            try SampleChunk.decode(
                [UInt8](transaction.openBytes(row["sealed"], user: user, table: Self.table, row: address)))
        } ?? []
    }

    /// - Parameter before: what is stored.
    func set(_ samples: [Sample], _ kind: SampleKind, _ day: Int32, over before: [Sample]) throws {
        let samples = Set(samples).sorted()
        guard samples != before else { return }
        guard !samples.isEmpty else {
            try transaction.execute(
                "DELETE FROM companion_samples WHERE user = ? AND kind = ? AND day = ?",
                [user, Int(kind.rawValue), day])
            return
        }
        let sealed = try transaction.sealBytes(
            SampleChunk.encode(samples), user: user, table: Self.table, row: Self.address(kind, day))
        try transaction.execute(
            """
            INSERT INTO companion_samples (user, kind, day, sealed) VALUES (?, ?, ?, ?)
            ON CONFLICT (user, kind, day) DO UPDATE SET sealed = excluded.sealed
            """, [user, Int(kind.rawValue), day, sealed])
    }

    /// Notes that another import path brought samples too.
    func disown(_ brought: some Collection<Sample>, _ kind: SampleKind, _ day: Int32, _ identity: SampleIdentity) throws
    {
        let own = try samples(kind, day)
        guard !own.isEmpty, !brought.isEmpty else { return }
        let others = SampleSet(brought, kind, identity)
        try set(own.filter { !others.contains($0) }, kind, day, over: own)
    }
}
