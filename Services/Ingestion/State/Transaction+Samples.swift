import Foundation
import GRDB
import Messages
import Storage

/// New samples of one kind and UTC day: sorted, each once.
struct NewChunk: Sendable {
    var kind: SampleKind
    var day: Int32
    var samples: ArraySlice<Sample>
    var rules = MergeRules()
}

/// What holds between samples of different routes.
struct MergeRules: Sendable {
    /// Sources of which a new sample replaces the stored one with its start.
    var replacing = Set<UInt64>()
    /// From a described source to the one of the same name that is known by its name only: of two equal samples the described one is kept.
    var twins: [UInt64: UInt64] = [:]
    /// When the export was made that the samples are from, s since 1970; nil for other routes.
    var exported: Int64?

    /// Without what is there twice, as another route tells it with less: the result does not depend on which route came first.
    func settled(_ samples: [Sample]) -> [Sample] {
        struct Value: Hashable {
            var start, end: Int64
            var value: UInt64
            var source: UInt64
            init(_ sample: Sample, _ source: UInt64) { (start, end, value, self.source) = (sample.start, sample.end, sample.value.bitPattern, source) }
        }
        var known = Set<Value>()
        if !twins.isEmpty { for sample in samples { if let twin = twins[sample.source] { known.insert(Value(sample, twin)) } } }
        let hasNotes = samples.contains { $0.note != 0 } && samples.contains { $0.note == 0 }
        let noted = hasNotes ? Set(samples.filter { $0.note != 0 }.map { Value($0, $0.source) }) : []
        guard !known.isEmpty || hasNotes else { return samples }
        return samples.filter { sample in
            let value = Value(sample, sample.source)
            return !known.contains(value) && (sample.note != 0 || !noted.contains(value))
        }
    }
}

/// What became of a new chunk.
struct Merged: Sendable {
    /// Samples that were not there before.
    var added: Int
    /// Samples that were set aside, see `SampleKind.mostPerDay`.
    var excess: Int
    /// By how many bytes the sealed chunk grew; to be counted with `grow`.
    var growth = 0
}

extension Transaction {
    private static func address(_ kind: Int, _ day: Int32) -> String { "\(kind)/\(day)" }

    /// Adds what is not there yet, and marks the days it changes.
    func merge(_ chunk: NewChunk, _ user: UserID) throws -> Merged {
        let kind = Int(chunk.kind.rawValue)
        let row = try row("SELECT sealed FROM samples WHERE user = ? AND kind = ? AND day = ?", [user, kind, chunk.day])
        let stored = try row.map { try decode($0["sealed"], user, kind, chunk.day) } ?? []
        var origins = try origins(chunk.kind, chunk.day, user)
        if let exported = chunk.rules.exported, origins?.lift(chunk.samples, by: exported) == true, let origins {
            try setOrigins(origins, chunk.kind, chunk.day, user)
        }
        let dead = origins?.dead ?? []
        var new = dead.isEmpty ? chunk.samples : ArraySlice(chunk.samples.filter { !dead.contains($0) })
        var kept = stored
        if !chunk.rules.replacing.isEmpty {
            struct Place: Hashable {
                var start: Int64
                var source: UInt64
            }
            let places = Set(new.filter { chunk.rules.replacing.contains($0.source) }.map { Place(start: $0.start, source: $0.source) })
            kept = stored.filter { !places.contains(Place(start: $0.start, source: $0.source)) }
        }
        var excess = 0
        if kept.count + new.count > chunk.kind.mostPerDay {
            let known = Set(kept)
            var room = chunk.kind.mostPerDay - kept.count
            let fitting = new.filter { sample in
                if known.contains(sample) { return true }
                room -= 1
                return room >= 0
            }
            (new, excess) = (ArraySlice(fitting), new.count - fitting.count)
        }
        let samples = chunk.rules.settled(SampleChunk.union(kept, new).samples)
        guard samples != stored else { return Merged(added: 0, excess: excess) }
        let size: Data? = row?["sealed"]
        let growth = try store(samples, chunk.kind, chunk.day, user, instead: size?.count ?? 0)
        let before = Set(stored)
        return Merged(added: samples.count { !before.contains($0) }, excess: excess, growth: growth)
    }

    /// Replaces a chunk whose size is not at hand, marks its day and counts its bytes.
    func store(_ samples: [Sample], _ kind: SampleKind, _ day: Int32, _ user: UserID) throws {
        let size = try value(
            Int.self, "SELECT length(sealed) FROM samples WHERE user = ? AND kind = ? AND day = ?", [user, Int(kind.rawValue), day])
        try grow(user, by: try store(samples, kind, day, user, instead: size ?? 0))
    }

    /// Replaces a chunk and marks its day.
    /// - Parameter size: bytes of the chunk as it was, sealed.
    /// - Returns: by how many bytes the chunk grew.
    private func store(_ samples: [Sample], _ sampleKind: SampleKind, _ day: Int32, _ user: UserID, instead size: Int) throws -> Int {
        let kind = Int(sampleKind.rawValue)
        var growth = -size
        if samples.isEmpty {
            try execute("DELETE FROM samples WHERE user = ? AND kind = ? AND day = ?", [user, kind, day])
        } else {
            let sealed = try sealBytes(SampleChunk.encode(samples), user: user, table: "samples", row: Self.address(kind, day))
            growth += sealed.count
            try execute(
                """
                INSERT INTO samples (user, kind, day, sealed) VALUES (?, ?, ?, ?)
                ON CONFLICT (user, kind, day) DO UPDATE SET sealed = excluded.sealed
                """, [user, kind, day, sealed])
        }
        if SampleKind.metrics.contains(sampleKind) {
            try execute("INSERT INTO dirty (user, day, mark) VALUES (?, ?, 1) ON CONFLICT (user, day) DO UPDATE SET mark = mark + 1", [user, day])
        }
        return growth
    }

    /// Bytes of the user's sealed chunks.
    func kept(_ user: UserID) throws -> Int64 { try value(Int64.self, "SELECT bytes FROM kept WHERE user = ?", [user]) ?? 0 }

    /// Counts bytes of chunks that came or went; in the transaction that changed them.
    func grow(_ user: UserID, by bytes: Int) throws {
        guard bytes != 0 else { return }
        try execute("INSERT INTO kept (user, bytes) VALUES (?, ?) ON CONFLICT (user) DO UPDATE SET bytes = bytes + excluded.bytes", [user, bytes])
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

    /// Bytes of the sealed chunks of some kinds by day, for a guess at the memory that they take.
    func sizes(_ kinds: [SampleKind], _ days: ClosedRange<Int32>, _ user: UserID) throws -> [Int32: Int] {
        var sizes: [Int32: Int] = [:]
        for kind in kinds {
            let chunks = try rows(
                "SELECT day, length(sealed) AS size FROM samples WHERE user = ? AND kind = ? AND day BETWEEN ? AND ?",
                [user, Int(kind.rawValue), days.lowerBound, days.upperBound])
            for chunk in chunks { sizes[chunk["day"], default: 0] += chunk["size"] }
        }
        return sizes
    }

    /// A page of chunks in the order of (kind, day) behind a place, for the export; at least one where there is any.
    /// - Parameter samples: the page ends with the chunk that makes it so many.
    func chunks(
        after place: (kind: Int, day: Int32), limit: Int, samples most: Int = .max, _ user: UserID
    ) throws -> [(kind: SampleKind, day: Int32, samples: [Sample])] {
        var (page, count): ([(kind: SampleKind, day: Int32, samples: [Sample])], Int) = ([], 0)
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT kind, day, sealed FROM samples WHERE user = ? AND (kind > ? OR (kind = ? AND day > ?)) ORDER BY kind, day LIMIT ?"),
            arguments: [user, place.kind, place.kind, place.day, limit])
        while count < most, let row = try rows.next() {
            let (kind, day): (Int, Int32) = (row["kind"], row["day"])
            guard let known = SampleKind(rawValue: UInt8(clamping: kind)) else { continue }
            page.append((known, day, try decode(row["sealed"], user, kind, day)))
            count += page[page.count - 1].samples.count
        }
        return page
    }
}
