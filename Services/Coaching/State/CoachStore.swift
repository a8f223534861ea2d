import Foundation
import Messages
import Moments
import Storage

/// One person's sealed rows in a transaction.
extension Transaction {
    /// A person's state; the initial state if none is stored.
    func coach(_ user: UserID) throws -> CoachState {
        guard let sealed = try value(Data.self, "SELECT body FROM coaches WHERE user = ?", [user]) else {
            return CoachState()
        }
        return try open(CoachState.self, sealed, user: user, table: "coaches", row: "")
    }

    func save(_ state: CoachState, of user: UserID) throws {
        try execute(
            "INSERT INTO coaches (user, body) VALUES (?, ?) ON CONFLICT (user) DO UPDATE SET body = excluded.body",
            [user, try seal(state, user: user, table: "coaches", row: "")])
    }

    /// Reads, modifies and writes the state in this transaction.
    func change<T>(_ user: UserID, _ body: (inout CoachState) throws -> T) throws -> T {
        var state = try coach(user)
        let before = state
        let value = try body(&state)
        if state != before { try save(state, of: user) }
        return value
    }

    // MARK: The person's own library

    /// The person's own library, by id.
    func ownMoments(_ user: UserID) throws -> [MicroMoment] {
        try rows("SELECT id, body FROM moments WHERE user = ? ORDER BY id", [user]).map {
            try open(MicroMoment.self, $0["body"], user: user, table: "moments.body", row: $0["id"])
        }
    }

    func ownMoment(_ id: String, of user: UserID) throws -> MicroMoment? {
        try value(Data.self, "SELECT body FROM moments WHERE user = ? AND id = ?", [user, id]).map {
            try open(MicroMoment.self, $0, user: user, table: "moments.body", row: id)
        }
    }

    /// The person's own library with its vectors. A vector of another embedder is nil.
    func ownIndex(_ user: UserID, embedder: String) throws -> [(moment: MicroMoment, vector: [Float]?)] {
        try rows("SELECT id, body, vector FROM moments WHERE user = ? ORDER BY id", [user]).map { row in
            let id: String = row["id"]
            let vector = try open(StoredVector.self, row["vector"], user: user, table: "moments.vector", row: id)
            return (
                try open(MicroMoment.self, row["body"], user: user, table: "moments.body", row: id),
                vector.embedder == embedder ? vector.vector : nil
            )
        }
    }

    /// Stores moments and their vectors in the person's library, all or none. A moment with an equal checksum is left
    /// unchanged.
    /// - Throws: `ServiceError(.invalid)` if the library would exceed `LibraryParser.maximumEntries`.
    func keep(_ moments: [(moment: MicroMoment, vector: StoredVector)], of user: UserID) throws -> (
        added: Int32, updated: Int32, unchanged: Int32
    ) {
        var counts: (added: Int32, updated: Int32, unchanged: Int32) = (0, 0, 0)
        for (moment, vector) in moments {
            let checksum = Fingerprint("\(vector.embedder)\u{1F}\(moment)").description
            let known = try value(
                String.self, "SELECT checksum FROM moments WHERE user = ? AND id = ?", [user, moment.id])
            if known == checksum {
                counts.unchanged += 1
                continue
            }
            try execute(
                """
                INSERT INTO moments (user, id, checksum, body, vector) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (user, id) DO UPDATE SET checksum = excluded.checksum, body = excluded.body, vector = excluded.vector
                """,
                [
                    user, moment.id, checksum, try seal(moment, user: user, table: "moments.body", row: moment.id),
                    try seal(vector, user: user, table: "moments.vector", row: moment.id),
                ])
            if known == nil { counts.added += 1 } else { counts.updated += 1 }
        }
        let total = try value(Int.self, "SELECT count(*) FROM moments WHERE user = ?", [user]) ?? 0
        guard total <= LibraryParser.maximumEntries else {
            throw ServiceError(
                .invalid,
                "A library holds at most \(LibraryParser.maximumEntries) moments; this file would make it \(total).")
        }
        return counts
    }
}
