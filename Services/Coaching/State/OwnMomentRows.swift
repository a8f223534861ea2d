import Foundation
import Messages
import Moments
import Storage

/// One person's own library in a transaction, sealed.
struct OwnMomentRows {
    let user: UserID
    let transaction: Transaction

    /// All moments, by id.
    func all() throws -> [MicroMoment] {
        let rows = try transaction.rows("SELECT id, body FROM moments WHERE user = ? ORDER BY id", [user])
        return try opened(rows) {
            try transaction.open(MicroMoment.self, $0["body"], user: user, table: "moments.body", row: $0["id"])
        }
    }

    /// The moments' ids are texts of the person, so a damaged one is counted without its id.
    private func opened<T>(_ rows: [Row], _ body: (Row) throws -> T) throws -> [T] {
        var number = 0
        return try transaction.openEach(
            rows, of: user, in: "moments",
            name: { _ in "\(number)" }
        ) { row in
            number += 1
            return try body(row)
        }.values
    }

    /// Fingerprint of the whole library; nil without moments. It follows from the stored rows alone, so it is right
    /// whichever process or release wrote them, and after a restored backup.
    func revision() throws -> Fingerprint? {
        let checksums = try transaction.value(
            String.self,
            "SELECT group_concat(checksum, ' ') FROM (SELECT checksum FROM moments WHERE user = ? ORDER BY id) AS sums",
            [user])
        guard let checksums, !checksums.isEmpty else { return nil }
        return Fingerprint(checksums)
    }

    func moment(_ id: String) throws -> MicroMoment? {
        try transaction.value(Data.self, "SELECT body FROM moments WHERE user = ? AND id = ?", [user, id]).map {
            try transaction.open(MicroMoment.self, $0, user: user, table: "moments.body", row: id)
        }
    }

    /// All moments with their vectors. A vector of another embedder is nil.
    func index(embedder: String) throws -> [(moment: MicroMoment, vector: [Float]?)] {
        let rows = try transaction.rows("SELECT id, body, vector FROM moments WHERE user = ? ORDER BY id", [user])
        return try opened(rows) { row in
            let id: String = try row["id"]
            let vector = try transaction.open(
                StoredVector.self, row["vector"], user: user, table: "moments.vector", row: id)
            return (
                try transaction.open(MicroMoment.self, row["body"], user: user, table: "moments.body", row: id),
                vector.embedder == embedder ? vector.vector : nil
            )
        }
    }

    /// Stores moments and their vectors in the person's library, all or none. A moment with an equal checksum is left
    /// unchanged.
    /// - Throws: `ServiceError(.invalid)` if the library would exceed `LibraryParser.maximumEntries`.
    func keep(_ moments: [(moment: MicroMoment, vector: StoredVector)]) throws -> (
        added: Int32, updated: Int32, unchanged: Int32
    ) {
        var counts: (added: Int32, updated: Int32, unchanged: Int32) = (0, 0, 0)
        for (moment, vector) in moments {
            let checksum = Fingerprint("\(vector.embedder)\u{1F}\(moment)").description
            let known = try transaction.value(
                String.self, "SELECT checksum FROM moments WHERE user = ? AND id = ?", [user, moment.id])
            if known == checksum {
                counts.unchanged += 1
                continue
            }
            try transaction.execute(
                """
                INSERT INTO moments (user, id, checksum, body, vector) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (user, id) DO UPDATE SET checksum = excluded.checksum, body = excluded.body, vector = excluded.vector
                """,
                [
                    user, moment.id, checksum,
                    try transaction.seal(moment, user: user, table: "moments.body", row: moment.id),
                    try transaction.seal(vector, user: user, table: "moments.vector", row: moment.id),
                ])
            if known == nil { counts.added += 1 } else { counts.updated += 1 }
        }
        let total = try count()
        guard total <= LibraryParser.maximumEntries else {
            throw ServiceError(
                .invalid,
                "A library holds at most \(LibraryParser.maximumEntries) moments; this file would make it \(total).")
        }
        return counts
    }

    func count() throws -> Int {
        try transaction.value(Int.self, "SELECT count(*) FROM moments WHERE user = ?", [user]) ?? 0
    }
}
