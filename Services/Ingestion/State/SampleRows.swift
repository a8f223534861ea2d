import Foundation
import HealthFormats
import LocalTime
import Messages
import Storage

/// New samples of one kind and UTC day: sorted and distinct.
struct NewChunk: Sendable {
    var kind: SampleKind
    var day: Int32
    var samples: ArraySlice<Sample>
    var rules = MergeRules()
}

/// How new samples combine with stored ones of other import paths.
struct MergeRules: Sendable {
    /// Sources whose new samples replace the stored ones with the same start.
    var replacing = Set<UInt64>()
    /// Recognises a sample delivered by several import paths.
    var identity = SampleIdentity()
    /// When the samples' export was made, s since 1970; nil for other import paths.
    var exported: Int64?
    /// When the samples arrived; nil if that is not recorded.
    var arrived: Milliseconds?
    /// The import whose additions are recorded, so that it can be undone; nil for none.
    var recording: EntityID?
}

/// Result of a merge.
struct Merged: Sendable {
    /// Samples that were not stored before.
    var added: Int
    /// Samples rejected by `SampleKind.maximumPerDay`.
    var excess: Int
    var changed = ChangedSamples()
}

/// One person's samples in a transaction, sealed in chunks of one kind and UTC day.
struct SampleRows {
    let user: UserID
    let transaction: Transaction

    private static func address(_ kind: Int, _ day: Int32) -> String { "\(kind)/\(day)" }
    var additions: ImportAdditions { ImportAdditions(user: user, transaction: transaction) }

    /// Adds samples that are not stored yet and marks the changed days. Deleted samples are dropped, stored ones
    /// included, since an earlier release may have kept them.
    func merge(_ chunk: NewChunk) throws -> Merged {
        let (kind, identity) = (chunk.kind, chunk.rules.identity)
        try CompanionSampleRows(user: user, transaction: transaction).disown(chunk.samples, kind, chunk.day, identity)
        let stored = try samples(kind, chunk.day...chunk.day)
        let gone = try gone(chunk)
        var (new, kept) = (chunk.samples, stored)
        if !gone.isEmpty {
            new = new.filter { !gone.contains($0) }[...]
            kept.removeAll(where: gone.contains)
        }
        (new, kept) = try settle(new, beside: kept, chunk)
        var excess = 0
        if kept.count + new.count > kind.maximumPerDay {
            let known = Set(kept)
            var room = kind.maximumPerDay - kept.count
            let fitting = new.filter { sample in
                if known.contains(sample) { return true }
                room -= 1
                return room >= 0
            }
            (new, excess) = (ArraySlice(fitting), new.count - fitting.count)
        }
        let samples = identity.settled(SampleChunk.union(kept, new).samples, kind)
        try additions.note(kind, chunk.day, arriving: chunk.samples, before: stored, after: samples, chunk.rules)
        let gained = SampleChunk.missing(of: samples, in: stored)
        let changed = ChangedSamples(
            kind, identity, arrived: chunk.samples, lost: SampleChunk.missing(of: stored, in: samples), gained: gained)
        guard samples != stored else { return Merged(added: 0, excess: excess, changed: changed) }
        try store(samples, kind, chunk.day, arrived: chunk.rules.arrived)
        // A sample that only gained detail is not new.
        let starts = Set(gained.map(\.start))
        let known = SampleSet(stored.filter { starts.contains($0.start) }, kind, identity)
        return Merged(added: gained.count { !known.contains($0) }, excess: excess, changed: changed)
    }

    /// Resolves new and stored samples with equal `SamplePlace`; returns those that remain.
    ///
    /// A sample sent by an app replaces the stored one. A file may contain an old value of an app's sum: the app's own
    /// last value is kept, or else the first sum of the place. A day's value may be stored under the neighbouring UTC
    /// day, since its first instant depends on the writer's clock: those chunks are read too, and rewritten if a value
    /// is removed.
    ///
    /// Of some places the longest is kept in any order of arrival, see `Sample.isKeptLongest`: the night of an export is
    /// the union of its records.
    private func settle(
        _ new: ArraySlice<Sample>, beside stored: [Sample], _ chunk: NewChunk
    ) throws -> (new: ArraySlice<Sample>, kept: [Sample]) {
        let (kind, rules) = (chunk.kind, chunk.rules)
        // Nights without a source's name may be of several apps: all are kept, and the longest counts.
        func isOfSeveral(_ sample: Sample) -> Bool {
            kind == .sleepTotal && sample.source == SampleSource.unnamedDays
        }
        func isReplacing(_ sample: Sample) -> Bool {
            rules.replacing.contains(sample.source) && !isOfSeveral(sample)
        }
        func isOlder(_ sample: Sample) -> Bool {
            kind != .sleep && !isReplacing(sample) && !isOfSeveral(sample)
                && rules.identity.isAggregated(sample.source)
        }
        func isDaily(_ sample: Sample) -> Bool { kind != .sleep && rules.identity.isDaily(sample.source) }
        guard new.contains(where: { isReplacing($0) || isOlder($0) }) else { return (new, stored) }
        let longest = new.filter { isReplacing($0) && $0.isKeptLongest(kind) }
        let (new, stored) = longest.isEmpty ? (new, stored) : self.longest(longest, new, beside: stored, kind)
        guard kind != .sleep else { return (new, stored) }
        let hasDaily = new.contains(where: isDaily)
        let calendar =
            try hasDaily ? RuleRows(user: user, transaction: transaction).rules().calendar : LocalCalendar([])
        func place(_ sample: Sample) -> SamplePlace { SamplePlace(sample, kind, isDaily: isDaily(sample), calendar) }

        let sent = Set(new.filter { isReplacing($0) && !$0.isKeptLongest(kind) }.map(place))
        let kept = stored.filter { !sent.contains(place($0)) }
        let hasOlder = new.contains(where: isOlder)
        var last = Set(hasOlder ? kept.map(place) : [])
        for day in hasDaily ? [chunk.day - 1, chunk.day + 1] : [] {
            let beside = try samples(kind, day...day)
            let left = beside.filter { !isDaily($0) || !sent.contains(place($0)) }
            if left.count < beside.count {
                try additions.note(kind, day, arriving: [], before: beside, after: left, rules)
                try store(left, kind, day)
            }
            if hasOlder { last.formUnion(left.filter(isDaily).map(place)) }
        }
        guard hasOlder else { return (new, kept) }
        var first: [SamplePlace: [Sample]] = [:]
        let settled = new.filter { sample in
            guard isOlder(sample) else { return true }
            let own = place(sample)
            // Sleep totals of one day in one file all count if they do not overlap.
            let others = first[own] ?? []
            guard !last.contains(own), others.count < SampleBatch.maximumSleeps,
                others.allSatisfy({ kind == .sleepTotal && isApart(sample, $0) })
            else { return false }
            first[own, default: []].append(sample)
            return true
        }
        return (settled[...], kept)
    }

    /// Keeps the longest of several samples of one place.
    /// - Parameters:
    ///   - sent: those of `new` whose places are settled.
    ///   - stored: samples stored before.
    private func longest(
        _ sent: [Sample], _ new: ArraySlice<Sample>, beside stored: [Sample], _ kind: SampleKind
    ) -> (new: ArraySlice<Sample>, kept: [Sample]) {
        func place(_ sample: Sample) -> SamplePlace { SamplePlace(sample, kind, isDaily: false, LocalCalendar([])) }
        let places = Set(sent.map(place))
        let longest = Dictionary((stored + new).map { (place($0), $0) }) { $1.isLonger(than: $0) ? $1 : $0 }
        func isLongest(_ sample: Sample) -> Bool {
            let place = place(sample)
            return !places.contains(place) || !(longest[place]?.isLonger(than: sample) ?? false)
        }
        return (new.filter(isLongest)[...], stored.filter(isLongest))
    }

    /// Returns true for two sleeps with known ends that do not overlap.
    private func isApart(_ left: Sample, _ right: Sample) -> Bool {
        guard left.start < left.end, right.start < right.end else { return false }
        return left.end <= right.end - Int64(right.value) || right.end <= left.end - Int64(left.value)
    }

    /// Deleted samples of a chunk's kind and day. An export made after the one that lacked a sample restores it.
    func gone(_ chunk: NewChunk) throws -> SampleSet {
        let (kind, identity) = (chunk.kind, chunk.rules.identity)
        let rows = OriginRows(user: user, transaction: transaction)
        var origins = try rows.origins(kind, chunk.day)
        if let exported = chunk.rules.exported,
            origins?.lift(SampleSet(chunk.samples, kind, identity), by: exported) == true, let origins
        {
            try rows.set(origins, kind, chunk.day)
        }
        var gone = origins?.gone(kind, identity) ?? []
        if kind.isPart { gone += try rows.origins(kind.whole, chunk.day)?.gone(kind.whole, identity) ?? [] }
        return SampleSet(gone, kind, identity)
    }

    /// Replaces a chunk and marks its day. The database itself maintains the byte count (`kept`).
    /// - Parameter arrived: when new samples of the chunk arrived; nil keeps the time of the last ones.
    func store(_ samples: [Sample], _ sampleKind: SampleKind, _ day: Int32, arrived: Milliseconds? = nil) throws {
        let kind = Int(sampleKind.rawValue)
        if samples.isEmpty {
            try transaction.execute("DELETE FROM samples WHERE user = ? AND kind = ? AND day = ?", [user, kind, day])
        } else {
            let sealed = try transaction.sealBytes(
                SampleChunk.encode(samples), user: user, table: "samples", row: Self.address(kind, day))
            let isArrival = arrived != nil
            try transaction.execute(
                """
                INSERT INTO samples (user, kind, day, sealed\(isArrival ? ", arrived" : ""))
                VALUES (?, ?, ?, ?\(isArrival ? ", ?" : ""))
                ON CONFLICT (user, kind, day) DO UPDATE SET
                    sealed = excluded.sealed\(isArrival ? ", arrived = excluded.arrived" : "")
                """, [user, kind, day, sealed] + (arrived.map { Arguments([$0]) } ?? []))
        }
        // Days before 1970 have no metrics, and so no totals.
        if SampleKind.metrics.contains(sampleKind) || day >= 0 && SampleKind.daily.contains(sampleKind) {
            try MetricsRows(user: user, transaction: transaction).mark(day)
        }
    }

    /// True if the person has no samples.
    func isEmpty() throws -> Bool { try transaction.row("SELECT 1 FROM samples WHERE user = ? LIMIT 1", [user]) == nil }

    /// Bytes counted for the quota: the encrypted chunks, and their origins twice.
    func kept() throws -> Int64 {
        // A damaged count must not refuse every upload.
        try transaction.readOne(of: user, in: "kept") {
            try transaction.value(Int64.self, "SELECT bytes FROM kept WHERE user = ?", [user])
        }.flatMap(\.self) ?? 0
    }

    /// All samples of a kind within a range of UTC days, sorted.
    func samples(_ kind: SampleKind, _ days: ClosedRange<Int32>) throws -> [Sample] {
        var all: [Sample] = []
        for chunk in try rows(kind, days) { all += try decode(chunk["sealed"], Int(kind.rawValue), chunk["day"]) }
        return all
    }

    /// Like `samples(_:_:)`, for showing: without chunks that cannot be opened.
    func shownSamples(_ kind: SampleKind, _ days: ClosedRange<Int32>) throws -> [Sample] {
        let (chunks, number) = (try rows(kind, days), Int(kind.rawValue))
        return try transaction.openEach(
            chunks, of: user, in: "samples", name: { Self.address(number, try $0["day"]) }
        ) { try decode($0["sealed"], number, $0["day"]) }.values.flatMap(\.self)
    }

    private func rows(_ kind: SampleKind, _ days: ClosedRange<Int32>) throws -> [Row] {
        try transaction.rows(
            "SELECT day, sealed FROM samples WHERE user = ? AND kind = ? AND day BETWEEN ? AND ? ORDER BY day",
            [user, Int(kind.rawValue), days.lowerBound, days.upperBound])
    }

    /// Number of UTC days with samples of a kind.
    func days(of kind: SampleKind) throws -> Int64 {
        try transaction.value(
            Int64.self, "SELECT count(*) FROM samples WHERE user = ? AND kind = ?", [user, Int(kind.rawValue)]) ?? 0
    }

    /// The latest end of a sample of the last day with some of a kind that can be opened, s since 1970; nil without any.
    func lastEnd(of kind: SampleKind) throws -> Int64? {
        let number = Int(kind.rawValue)
        return try transaction.openPage(
            of: user, in: "samples", limit: 1, name: { Self.address(number, try $0["day"]) },
            read: { last, limit in
                try transaction.rows(
                    "SELECT day, sealed FROM samples WHERE user = ? AND kind = ? AND day < ? ORDER BY day DESC LIMIT ?",
                    [user, number, try last.map { Int64(try $0["day"] as Int32) } ?? Int64.max, limit])
            }
        ) { try decode($0["sealed"], number, $0["day"]).map(\.end).max() }.first
    }

    /// The first UTC days after a day with samples of some of these kinds, oldest first.
    func days(of kinds: [SampleKind], after day: Int32, limit: Int) throws -> [Int32] {
        // One subquery per kind: each reads a few entries of the index.
        let first = kinds.map { kind in
            """
            SELECT day FROM (SELECT day FROM samples WHERE user = ?1 AND kind = \(kind.rawValue) AND day > ?2
                ORDER BY day LIMIT ?3) AS days_\(kind.rawValue)
            """
        }.joined(separator: " UNION ")
        return try transaction.rows("\(first) ORDER BY day LIMIT ?3", [user, day, limit]).map { try $0["day"] }
    }

    /// All UTC days of a range with samples.
    func days(_ range: Range<Int32>) throws -> [Int32] {
        try transaction.rows(
            "SELECT DISTINCT day FROM samples WHERE user = ? AND day >= ? AND day < ?",
            [user, range.lowerBound, range.upperBound]
        ).map { try $0["day"] }
    }

    /// When samples of a kind last arrived, by UTC day; days of which it is not known are absent.
    func arrivals(_ kind: SampleKind, _ days: ClosedRange<Int32>) throws -> [Int32: Milliseconds] {
        let rows = try transaction.rows(
            "SELECT day, arrived FROM samples WHERE user = ? AND kind = ? AND day BETWEEN ? AND ? AND arrived IS NOT NULL",
            [user, Int(kind.rawValue), days.lowerBound, days.upperBound])
        let arrivals = try transaction.openEach(
            rows, of: user, in: "samples", name: { Self.address(Int(kind.rawValue), try $0["day"]) }
        ) { (day: try $0["day"] as Int32, at: try $0["arrived"] as Milliseconds) }
        return Dictionary(arrivals.values.map { ($0.day, $0.at) }) { $1 }
    }

    /// All samples of several kinds within a range of UTC days, sorted; each kind has an entry.
    func samples(_ kinds: [SampleKind], _ days: ClosedRange<Int32>) throws -> [SampleKind: [Sample]] {
        var all = Dictionary(uniqueKeysWithValues: kinds.map { ($0, [Sample]()) })
        let list = kinds.map { "\($0.rawValue)" }.joined(separator: ", ")
        let chunks = try transaction.rows(
            "SELECT kind, day, sealed FROM samples WHERE user = ? AND kind IN (\(list)) AND day BETWEEN ? AND ? ORDER BY kind, day",
            [user, days.lowerBound, days.upperBound])
        for chunk in chunks {
            let (kind, day): (Int, Int32) = try (chunk["kind"], chunk["day"])
            guard let known = SampleKind(rawValue: UInt8(clamping: kind)) else { continue }
            all[known]? += try decode(chunk["sealed"], kind, day)
        }
        return all
    }

    private func decode(_ sealed: Data, _ kind: Int, _ day: Int32) throws -> [Sample] {
        try SampleChunk.decode(
            [UInt8](transaction.openBytes(sealed, user: user, table: "samples", row: Self.address(kind, day))))
    }

    /// Bytes of the encrypted chunks by day, summed over kinds; an estimate of the memory they need.
    func sizes(_ kinds: [SampleKind], _ days: ClosedRange<Int32>) throws -> [Int32: Int] {
        var sizes: [Int32: Int] = [:]
        for kind in kinds {
            let chunks = try transaction.rows(
                "SELECT day, length(sealed) AS size FROM samples WHERE user = ? AND kind = ? AND day BETWEEN ? AND ?",
                [user, Int(kind.rawValue), days.lowerBound, days.upperBound])
            for chunk in chunks { try sizes[chunk["day"], default: 0] += chunk["size"] }
        }
        return sizes
    }

    /// Calls `body` with the ids of the sources and notes of each chunk.
    func forEachName(_ body: (UInt64) -> Void) throws {
        try transaction.forEachRow("SELECT kind, day, sealed FROM samples WHERE user = ?", [user]) { row in
            let (kind, day): (Int, Int32) = try (row["kind"], row["day"])
            let names = try SampleChunk.names(
                [UInt8](
                    transaction.openBytes(row["sealed"], user: user, table: "samples", row: Self.address(kind, day))))
            names.sources.forEach(body)
            names.notes.forEach(body)
            return true
        }
    }

    /// True of rows whose place in the order of chunks can be read.
    private var hasPlace: String {
        """
        \(transaction.isInteger("kind")) AND \(transaction.isInteger("day"))
            AND day BETWEEN \(Int32.min) AND \(Int32.max)
        """
    }

    /// Counts and names chunks whose place is damaged; they are on no page.
    func nameWithoutPlace() throws {
        let rows = try transaction.rows(
            "SELECT kind, day FROM samples WHERE user = ? AND NOT (\(hasPlace)) LIMIT ?",
            [user, DamagedRows.maximumNames])
        _ = try transaction.openEach(rows, of: user, in: "samples", name: { "kind \(try $0["kind"] as Int)" }) {
            (try $0["kind"] as Int, try $0["day"] as Int32)
        }
    }

    /// A page of chunks ordered by (kind, day), after a place; at least one chunk if any can be opened.
    /// - Parameter samples: the page ends with the chunk that reaches this number of samples.
    func chunks(
        after place: (kind: Int, day: Int32), limit: Int, samples maximum: Int = .max
    ) throws -> [(kind: SampleKind, day: Int32, samples: [Sample])] {
        var (page, count): ([(kind: SampleKind, day: Int32, samples: [Sample])], Int) = ([], 0)
        var (last, read) = (place, 0)
        repeat {
            read = 0
            try transaction.forEachRow(
                """
                SELECT kind, day, sealed FROM samples WHERE user = ? AND (kind > ? OR (kind = ? AND day > ?))
                    AND \(hasPlace) ORDER BY kind, day LIMIT ?
                """, [user, last.kind, last.kind, last.day, limit]
            ) { row in
                let (kind, day): (Int, Int32) = try (row["kind"], row["day"])
                last = (kind, day)
                read += 1
                guard let known = SampleKind(rawValue: UInt8(clamping: kind)) else { return true }
                let opened = try transaction.openEach(
                    CollectionOfOne(row), of: user, in: "samples", name: { _ in Self.address(kind, day) }
                ) { try decode($0["sealed"], kind, day) }
                for samples in opened.values {
                    page.append((known, day, samples))
                    count += samples.count
                }
                return count < maximum
            }
        } while page.isEmpty && read == limit
        return page
    }
}
