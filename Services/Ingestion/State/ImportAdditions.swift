import Foundation
import HealthFormats
import Messages
import Storage

/// Records, in a transaction, what each of a person's imports added to the chunks of samples, so that it can be undone.
///
/// Samples have no ids and are merged as sets. The record of an import is therefore the difference of each chunk before
/// and after its merges. It stays valid until another import or query brings or replaces one of its samples: from then
/// on it is not known whose the sample is, and the import cannot be undone any more.
struct ImportAdditions {
    let user: UserID
    let transaction: Transaction

    /// Raw values are stored.
    enum State: Int {
        /// The import can be undone.
        case open = 1
        /// It cannot: `ImportStatus.Undo.overlapped`. Its rows wait to be removed.
        case closed = 2
        /// It is being undone.
        case undoing = 3
    }

    /// The difference that an import made to one chunk; both as `SampleChunk`.
    struct Change: Message, Equatable {
        var added: [UInt8]
        var replaced: [UInt8]
        enum CodingKeys: Int, CodingKey { case added = 1, replaced }
    }

    /// A decoded `Change`.
    private struct Difference {
        var added: [Sample]
        /// Samples that were stored before and that the import replaced by others.
        var replaced: [Sample] = []
    }

    private enum Row {
        /// All samples of the chunk are the import's.
        case whole
        case part(Difference)
    }

    /// Imports whose additions are kept; the oldest is forgotten beyond that.
    private static let maximumImports = 16

    // MARK: State

    func states() throws -> [EntityID: State] {
        let rows = try transaction.rows("SELECT job, state FROM additions WHERE user = ?", [user])
        // An import whose record is damaged cannot be undone.
        let states = try transaction.openEach(
            rows, of: user, in: "additions", name: { "\(try $0["job"] as EntityID)" }
        ) { (job: try $0["job"] as EntityID, state: State(rawValue: try $0["state"])) }
        return states.values.reduce(into: [:]) { $0[$1.job] = $1.state }
    }

    /// Starts the record of an import, unless it has one.
    func begin(_ job: EntityID, at created: Milliseconds) throws {
        try transaction.check(user)
        try transaction.execute(
            "INSERT INTO additions (user, job, at, state) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            [user, job, created, State.open.rawValue])
        try transaction.execute(
            """
            UPDATE additions SET state = ?1 WHERE user = ?2 AND state = ?3 AND job NOT IN (
                SELECT job FROM additions WHERE user = ?2 ORDER BY at DESC, job LIMIT \(Self.maximumImports))
            """, [State.closed.rawValue, user, State.open.rawValue])
    }

    func set(_ state: State, _ job: EntityID) throws {
        try transaction.execute(
            "UPDATE additions SET state = ? WHERE user = ? AND job = ?", [state.rawValue, user, job])
    }

    /// Removes the record of an import that has no rows any more.
    func remove(_ job: EntityID) throws {
        try transaction.execute("DELETE FROM additions WHERE user = ? AND job = ?", [user, job])
    }

    /// Removes rows of records that are closed; their state stays.
    /// - Returns: false if none is left.
    func sweep(limit: Int) throws -> Bool {
        try transaction.execute(
            """
            DELETE FROM added WHERE user = ?1 AND (job, kind, day) IN (
                SELECT job, kind, day FROM added WHERE user = ?1
                    AND job IN (SELECT job FROM additions WHERE user = ?1 AND state = ?2) LIMIT ?3)
            """, [user, State.closed.rawValue, limit]) == limit
    }

    // MARK: Merges

    /// Records the change of a chunk for the import that makes it, and ends the records of imports that it overlaps.
    /// - Parameters:
    ///   - arriving: what was brought, stored before or not.
    ///   - before: the chunk before the change.
    ///   - after: the chunk after it; may be equal.
    func note(
        _ kind: SampleKind, _ day: Int32, arriving: ArraySlice<Sample>, before: [Sample], after: [Sample],
        _ rules: MergeRules
    ) throws {
        let states = try states()
        guard !states.isEmpty else { return }
        let lost = before == after ? [] : Set(before).subtracting(after)
        for (job, state) in states where job != rules.recording && state != .closed {
            guard let row = try row(job, kind, day) else { continue }
            let difference =
                switch row {
                case .whole: Difference(added: before)
                case .part(let difference): difference
                }
            let own = SampleSet(difference.added + difference.replaced, kind, rules.identity)
            let isOverlapping =
                arriving.contains(where: own.contains) || difference.added.contains(where: lost.contains)
            if state == .open, isOverlapping {
                try set(.closed, job)
            } else if isOverlapping {
                // Samples that arrive again while the import is being undone stay.
                let brought = SampleSet(arriving, kind, rules.identity)
                try put(
                    Difference(
                        added: difference.added.filter { !brought.contains($0) },
                        replaced: difference.replaced.filter { !brought.contains($0) }), job, kind, day)
            } else if case .whole = row, before != after {
                try put(difference, job, kind, day)
            }
        }
        guard let job = rules.recording, states[job] == .open, before != after else { return }
        try record(job, kind, day, before, after, lost)
    }

    private func record(
        _ job: EntityID, _ kind: SampleKind, _ day: Int32, _ before: [Sample], _ after: [Sample], _ lost: Set<Sample>
    ) throws {
        switch try row(job, kind, day) {
        case .whole: return
        case nil where before.isEmpty:
            try transaction.execute(
                "INSERT INTO added (user, job, kind, day) VALUES (?, ?, ?, ?)",
                [user, job, Int(kind.rawValue), day])
        case let row:
            var difference = Difference(added: [])
            if case .part(let known) = row { difference = known }
            let (old, own) = (Set(before), Set(difference.added))
            difference.added = (difference.added.filter { !lost.contains($0) } + after.filter { !old.contains($0) })
                .sorted()
            difference.replaced = (difference.replaced + lost.filter { !own.contains($0) }).sorted()
            try put(difference, job, kind, day)
        }
    }

    // MARK: Names

    /// In place of a kind: the row stands for an entry of `catalog`, whose id is in place of the day.
    private static let name = 0

    /// Records entries of the catalog that an import was the first to name.
    func note(names: [UInt64], of job: EntityID) throws {
        for id in names {
            try transaction.execute(
                "INSERT INTO added (user, job, kind, day) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                [user, job, Self.name, Int64(bitPattern: id)])
        }
    }

    /// Removes the names that only this import brought and no sample has any more. Keeps all of them where samples with
    /// ids are known: these compare sources by their names.
    func removeNames(of job: EntityID) throws {
        let rows = try transaction.rows(
            "SELECT day FROM added WHERE user = ? AND job = ? AND kind = ?", [user, job, Self.name])
        var unused = Set(try rows.map { try $0["day"] as Int64 })
        if try transaction.row("SELECT 1 FROM origins WHERE user = ? LIMIT 1", [user]) != nil { unused = [] }
        if !unused.isEmpty {
            try SampleRows(user: user, transaction: transaction).forEachName { unused.remove(Int64(bitPattern: $0)) }
        }
        for id in unused {
            try transaction.execute("DELETE FROM catalog WHERE user = ? AND id = ?", [user, id])
        }
        try transaction.execute("DELETE FROM added WHERE user = ? AND job = ?", [user, job])
    }

    // MARK: Rows

    private static func address(_ job: EntityID, _ kind: SampleKind, _ day: Int32) -> String {
        "\(job)/\(kind.rawValue)/\(day)"
    }

    private func row(_ job: EntityID, _ kind: SampleKind, _ day: Int32) throws -> Row? {
        try transaction.row(
            "SELECT sealed FROM added WHERE user = ? AND job = ? AND kind = ? AND day = ?",
            [user, job, Int(kind.rawValue), day]
        ).map { try decode($0["sealed"], job, kind, day) }
    }

    private func decode(_ sealed: Data?, _ job: EntityID, _ kind: SampleKind, _ day: Int32) throws -> Row {
        guard let sealed else { return .whole }
        let change = try transaction.open(
            Change.self, sealed, user: user, table: "added", row: Self.address(job, kind, day))
        return .part(
            Difference(
                added: try SampleChunk.decode(change.added), replaced: try SampleChunk.decode(change.replaced)))
    }

    private func put(_ difference: Difference, _ job: EntityID, _ kind: SampleKind, _ day: Int32) throws {
        let change = Change(
            added: SampleChunk.encode(difference.added), replaced: SampleChunk.encode(difference.replaced))
        try transaction.execute(
            """
            INSERT INTO added (user, job, kind, day, sealed) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (user, job, kind, day) DO UPDATE SET sealed = excluded.sealed
            """,
            [
                user, job, Int(kind.rawValue), day,
                try transaction.seal(change, user: user, table: "added", row: Self.address(job, kind, day)),
            ])
    }

    // MARK: Undoing

    /// Restores chunks as they would be without the import, and removes their rows.
    /// - Parameter limit: most chunks.
    /// - Returns: the number of removed samples, parts not counted; nil if no chunk was left.
    func undo(_ job: EntityID, limit: Int, _ identity: SampleIdentity) throws -> Int64? {
        let rows = try transaction.rows(
            "SELECT kind, day, sealed FROM added WHERE user = ? AND job = ? AND kind <> ? ORDER BY kind, day LIMIT ?",
            [user, job, Self.name, limit])
        guard !rows.isEmpty else { return nil }
        let samples = SampleRows(user: user, transaction: transaction)
        let origins = OriginRows(user: user, transaction: transaction)
        var removed: Int64 = 0
        for row in rows {
            let (number, day): (Int, Int32) = try (row["kind"], row["day"])
            if let kind = SampleKind(rawValue: UInt8(clamping: number)) {
                let stored = try samples.samples(kind, day...day)
                var rest: [Sample] = []
                if case .part(let difference) = try decode(row["sealed"], job, kind, day) {
                    let added = Set(difference.added)
                    var gone = try origins.origins(kind, day)?.gone(kind, identity) ?? []
                    if kind.isPart { gone += try origins.origins(kind.whole, day)?.gone(kind.whole, identity) ?? [] }
                    let deleted = SampleSet(gone, kind, identity)
                    let returning = difference.replaced.filter { !deleted.contains($0) }
                    rest = stored.filter { !added.contains($0) }
                    if !kind.isPart { removed += Int64(stored.count - rest.count) }
                    rest = identity.settled(SampleChunk.union(rest, returning[...]).samples, kind)
                } else if !kind.isPart {
                    removed += Int64(stored.count)
                }
                if rest != stored { try samples.store(rest, kind, day) }
            }
            try transaction.execute(
                "DELETE FROM added WHERE user = ? AND job = ? AND kind = ? AND day = ?", [user, job, number, day])
        }
        return removed
    }
}
