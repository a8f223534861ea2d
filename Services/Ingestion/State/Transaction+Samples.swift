import Foundation
import Messages
import Storage

/// New samples of one kind and UTC day: sorted, each once.
struct NewChunk: Sendable {
    var kind: SampleKind
    var day: Int32
    var samples: ArraySlice<Sample>
}

extension Transaction {
    private static func address(_ kind: Int, _ day: Int32) -> String { "\(kind)/\(day)" }

    /// Adds what is not there yet, and marks the days it changes.
    /// - Returns: how many samples were new.
    func merge(_ chunk: NewChunk, _ user: UserID) throws -> Int {
        let kind = Int(chunk.kind.rawValue)
        let row = try row("SELECT sealed FROM samples WHERE user = ? AND kind = ? AND day = ?", [user, kind, chunk.day])
        let stored = try row.map { try decode($0["sealed"], user, kind, chunk.day) } ?? []
        let (samples, added) = SampleChunk.union(stored, chunk.samples)
        guard added > 0 else { return 0 }
        let sealed = try sealBytes(SampleChunk.encode(samples), user: user, table: "samples", row: Self.address(kind, chunk.day))
        try execute(
            """
            INSERT INTO samples (user, kind, day, sealed) VALUES (?, ?, ?, ?)
            ON CONFLICT (user, kind, day) DO UPDATE SET sealed = excluded.sealed
            """, [user, kind, chunk.day, sealed])
        if SampleKind.metrics.contains(chunk.kind) {
            try execute(
                "INSERT INTO dirty (user, day, mark) VALUES (?, ?, 1) ON CONFLICT (user, day) DO UPDATE SET mark = mark + 1", [user, chunk.day])
        }
        return added
    }

    /// All samples of a kind within days of UTC, sorted.
    func samples(_ kind: SampleKind, _ days: ClosedRange<Int32>, _ user: UserID) throws -> [Sample] {
        var all: [Sample] = []
        let chunks = try rows(
            "SELECT day, sealed FROM samples WHERE user = ? AND kind = ? AND day BETWEEN ? AND ? ORDER BY day",
            [user, Int(kind.rawValue), days.lowerBound, days.upperBound])
        for chunk in chunks { all += try decode(chunk["sealed"], user, Int(kind.rawValue), chunk["day"]) }
        return all
    }

    private func decode(_ sealed: Data, _ user: UserID, _ kind: Int, _ day: Int32) throws -> [Sample] {
        try SampleChunk.decode([UInt8](openBytes(sealed, user: user, table: "samples", row: Self.address(kind, day))))
    }

    /// A page of chunks in the order of (kind, day) behind a place, for the export; at least one where there is any.
    func chunks(after place: (kind: Int, day: Int32), limit: Int, _ user: UserID) throws -> [(kind: SampleKind, day: Int32, samples: [Sample])] {
        try rows(
            "SELECT kind, day, sealed FROM samples WHERE user = ? AND (kind > ? OR (kind = ? AND day > ?)) ORDER BY kind, day LIMIT ?",
            [user, place.kind, place.kind, place.day, limit]
        ).compactMap { row in
            let (kind, day): (Int, Int32) = (row["kind"], row["day"])
            guard let known = SampleKind(rawValue: UInt8(clamping: kind)) else { return nil }
            return (known, day, try decode(row["sealed"], user, kind, day))
        }
    }
}
