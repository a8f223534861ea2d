import Foundation
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

extension Transaction {
    private static func address(_ kind: Int, _ day: Int32) -> String { "\(kind)/\(day)" }

    /// Adds what is not there yet, and marks the days it changes.
    /// - Returns: how many samples were new.
    func merge(_ chunk: NewChunk, _ user: UserID) throws -> Int {
        let kind = Int(chunk.kind.rawValue)
        let row = try row("SELECT sealed FROM samples WHERE user = ? AND kind = ? AND day = ?", [user, kind, chunk.day])
        let stored = try row.map { try decode($0["sealed"], user, kind, chunk.day) } ?? []
        var origins = try origins(chunk.kind, chunk.day, user)
        if let exported = chunk.rules.exported, origins?.lift(chunk.samples, by: exported) == true, let origins {
            try setOrigins(origins, chunk.kind, chunk.day, user)
        }
        let dead = origins?.dead ?? []
        let new = dead.isEmpty ? chunk.samples : ArraySlice(chunk.samples.filter { !dead.contains($0) })
        var kept = stored
        if !chunk.rules.replacing.isEmpty {
            struct Place: Hashable {
                var start: Int64
                var source: UInt64
            }
            let places = Set(new.filter { chunk.rules.replacing.contains($0.source) }.map { Place(start: $0.start, source: $0.source) })
            kept = stored.filter { !places.contains(Place(start: $0.start, source: $0.source)) }
        }
        let samples = chunk.rules.settled(SampleChunk.union(kept, new).samples)
        guard samples != stored else { return 0 }
        try store(samples, chunk.kind, chunk.day, user)
        let before = Set(stored)
        return samples.count { !before.contains($0) }
    }

    /// Replaces a chunk and marks its day.
    func store(_ samples: [Sample], _ sampleKind: SampleKind, _ day: Int32, _ user: UserID) throws {
        let kind = Int(sampleKind.rawValue)
        if samples.isEmpty {
            try execute("DELETE FROM samples WHERE user = ? AND kind = ? AND day = ?", [user, kind, day])
        } else {
            let sealed = try sealBytes(SampleChunk.encode(samples), user: user, table: "samples", row: Self.address(kind, day))
            try execute(
                """
                INSERT INTO samples (user, kind, day, sealed) VALUES (?, ?, ?, ?)
                ON CONFLICT (user, kind, day) DO UPDATE SET sealed = excluded.sealed
                """, [user, kind, day, sealed])
        }
        guard SampleKind.metrics.contains(sampleKind) else { return }
        try execute("INSERT INTO dirty (user, day, mark) VALUES (?, ?, 1) ON CONFLICT (user, day) DO UPDATE SET mark = mark + 1", [user, day])
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
