import Foundation
import HealthFormats
import Messages
import Storage

/// One person's bodies that could not be read, in a transaction: kept as they came, sealed in pieces.
struct AsideRows {
    let user: UserID
    let transaction: Transaction

    /// At this size no further body is taken, bytes.
    static let maximumBytes: Int64 = 32 << 20
    /// Bytes of one piece.
    private static let piece = 512 << 10

    /// Bytes for hidden bodies, apart from the others. Those of which a part was read leave it for others;
    /// at this size of the others no further body is taken.
    static let maximumHidden: Int64 = 8 << 20

    /// Bytes of the bodies that are shown.
    func bytes() throws -> Int64 {
        let kept = try GroupRows.kept(of: user, transaction)
        return try bodies().filter { $0.showing(kept) != .hidden }.reduce(0) { $0 + $1.bytes }
    }

    /// - Parameter waiting: bytes of accepted posts that were not read yet.
    /// - Throws: `ServiceError`: `storage` if no further body is taken, `busy` if one is taken later perhaps.
    func check(waiting: Int64 = 0) throws {
        let stored = try transaction.value(
            Int64.self, "SELECT coalesce(sum(size), 0) FROM aside WHERE user = ?", [user])
        guard (stored ?? 0) + waiting >= Self.maximumBytes else { return }
        let bytes = try bytes()
        guard bytes + waiting >= Self.maximumBytes else { return }
        guard bytes >= Self.maximumBytes else {
            throw ServiceError(
                .busy, "Other posts are being imported; send this one again.", retryAfter: 15_000)
        }
        throw ServiceError(
            .storage,
            "Bodies that could not be read take \(ByteText.of(Self.maximumBytes)), as much as is kept of them; look at them and delete them, then the app sends the rest."
        )
    }

    /// Whether a body of which only a part could not be read is kept: those leave half of the room to others.
    func hasRoom(forPart size: Int64) throws -> Bool { try bytes() + size <= Self.maximumBytes / 2 }

    /// Keeps a body that came with a post, and asks about the groups in it; of a declined group none is kept in any form.
    /// - Parameters:
    ///   - isPart: whether the rest of it was merged: it is kept only while there is room.
    ///   - isNew: refused if there is no room, since nothing was answered to the app yet.
    /// - Returns: whether it is shown.
    /// - Throws: as `check`.
    func keep(_ body: AsideBody, _ source: any RandomAccess, isPart: Bool, isNew: Bool) throws -> Bool {
        let groups = Set(body.groups.compactMap { HealthKind.Group(rawValue: $0) })
        let answers = groups.isEmpty ? nil : try GroupRows(user: user, transaction: transaction)
        guard try answers?.declined(groups).isEmpty ?? true else { return false }
        let isHidden = body.showing(try GroupRows.kept(of: user, transaction)) == .hidden
        if isHidden {
            guard try makeHiddenRoom(for: body.bytes, isPart: isPart, isNew: isNew) else { return false }
        } else if isPart {
            guard try hasRoom(forPart: body.bytes) else { return false }
        } else if isNew {
            try check()
        }
        try put(body, source)
        _ = try answers?.ask(about: groups, at: body.at)
        // What made room may have been the last of its group.
        if isHidden { try answers?.dropEmpty() }
        return !isHidden
    }

    /// - Throws: `ServiceError(.busy)` if hidden bodies of which nothing was read leave no room.
    func checkHidden() throws {
        let stored = try transaction.value(
            Int64.self, "SELECT coalesce(sum(size), 0) FROM aside WHERE user = ?", [user])
        guard (stored ?? 0) >= Self.maximumHidden else { return }
        guard try hidden(arePart: false).reduce(0, { $0 + $1.bytes }) < Self.maximumHidden else { throw Self.noRoom }
    }

    private static let noRoom = ServiceError(
        .busy, "No post that cannot be read is taken now; send this one again later.", retryAfter: 3_600_000)

    /// - Parameter arePart: whether the rest of them was merged.
    private func hidden(arePart: Bool) throws -> [AsideBody] {
        let kept = try GroupRows.kept(of: user, transaction)
        return try bodies().filter {
            $0.showing(kept) == .hidden && ($0.problem.code == ImportProblem.partlyRead.code) == arePart
        }
    }

    /// Deletes the oldest hidden bodies of which a part was read. Of the others this is the only copy: none leaves for
    /// another, and one that was accepted is kept whatever its size.
    /// - Returns: false for a part that is not kept.
    private func makeHiddenRoom(for size: Int64, isPart: Bool, isNew: Bool) throws -> Bool {
        var room = try hidden(arePart: false).reduce(Self.maximumHidden - size) { $0 - $1.bytes }
        if room < 0 {
            if isPart { return false }
            if isNew { throw Self.noRoom }
        }
        for body in try hidden(arePart: true) {
            room -= body.bytes
            if room < 0 { try remove(body.id) }
        }
        return true
    }

    /// Deletes bodies that may hold data of a group, those of which that is not known among them.
    func remove(of group: HealthKind.Group) throws {
        let without = try bodies().filter { $0.isText && !$0.groups.contains(group.rawValue) }.map(\.id)
        let rows = try transaction.rows("SELECT id FROM aside WHERE user = ?", [user])
        let ids = try transaction.readEach(rows, in: "aside") { try $0["id"] as EntityID }
        for id in Set(ids).subtracting(without) { try remove(id) }
    }

    /// Keeps a body. Doing it again changes nothing.
    func put(_ body: AsideBody, _ source: any RandomAccess) throws {
        try remove(body.id)
        var offset: Int64 = 0
        var number = 0
        repeat {
            let count = Int(min(Int64(Self.piece), source.size - offset))
            let bytes = count > 0 ? try source.bytes(at: offset, count: count) : []
            try transaction.execute(
                "INSERT INTO aside_pieces (user, id, number, sealed) VALUES (?, ?, ?, ?)",
                [
                    user, body.id, number,
                    try transaction.sealBytes(bytes, user: user, table: "aside_pieces", row: "\(body.id)/\(number)"),
                ])
            offset += Int64(count)
            number += 1
        } while offset < source.size
        try transaction.execute(
            "INSERT INTO aside (user, id, at, size, sealed) VALUES (?, ?, ?, ?, ?)",
            [
                user, body.id, body.at, body.bytes,
                try transaction.seal(body, user: user, table: "aside", row: "\(body.id)"),
            ])
    }

    /// The bodies that may be shown, newest first.
    /// - Parameter kept: groups of intimate kinds that the person agreed to.
    func shown(_ kept: Set<HealthKind.Group>) throws -> [AsideBody] {
        try bodies().filter { $0.showing(kept) != .hidden }.map { body in
            var body = body
            body.groups = []
            return body
        }
    }

    /// All bodies, newest first.
    func bodies() throws -> [AsideBody] {
        let rows = try transaction.rows("SELECT id, sealed FROM aside WHERE user = ? ORDER BY at DESC, id", [user])
        return try transaction.openEach(rows, of: user, in: "aside") { row in
            let id: EntityID = try row["id"]
            return try transaction.open(AsideBody.self, row["sealed"], user: user, table: "aside", row: "\(id)")
        }.values
    }

    /// The first body by id after one, nil at first, for the export.
    func next(after id: EntityID?) throws -> EntityID? {
        try transaction.row(
            "SELECT id FROM aside WHERE user = ? AND id > ? ORDER BY id LIMIT 1",
            [user, id ?? EntityID(high: 0, low: 0)]
        ).map { try $0["id"] }
    }

    /// A body whose content may be shown; nil for others, and for a damaged one, of which nothing is known.
    func shownBody(_ id: EntityID, _ kept: Set<HealthKind.Group>) throws -> AsideBody? {
        let row = try transaction.row("SELECT sealed FROM aside WHERE user = ? AND id = ?", [user, id])
        let body = try row.flatMap { row in
            try transaction.openOne(of: user, in: "aside", row: "\(id)") {
                try transaction.open(AsideBody.self, row["sealed"], user: user, table: "aside", row: "\(id)")
            }
        }
        return body?.showing(kept) == .whole ? body : nil
    }

    /// One piece of a body; nil after the last, empty for a damaged one.
    func piece(_ number: Int, of id: EntityID) throws -> [UInt8]? {
        let name = "\(id)/\(number)"
        return try transaction.row(
            "SELECT sealed FROM aside_pieces WHERE user = ? AND id = ? AND number = ?", [user, id, number]
        ).map { row in
            try transaction.openOne(of: user, in: "aside_pieces", row: name) {
                [UInt8](try transaction.openBytes(row["sealed"], user: user, table: "aside_pieces", row: name))
            } ?? []
        }
    }

    func remove(_ id: EntityID) throws {
        try transaction.execute("DELETE FROM aside_pieces WHERE user = ? AND id = ?", [user, id])
        try transaction.execute("DELETE FROM aside WHERE user = ? AND id = ?", [user, id])
    }
}

extension AsideBody {
    /// What a person is shown of a body.
    enum Showing { case whole, withoutContent, hidden }

    /// - Parameter kept: groups that the person agreed to.
    func showing(_ kept: Set<HealthKind.Group>) -> Showing {
        guard groups.allSatisfy({ HealthKind.Group(rawValue: $0).map(kept.contains) ?? false }) else { return .hidden }
        return isText || HealthKind.Group.allCases.allSatisfy { !$0.isIntimate || kept.contains($0) }
            ? .whole : .withoutContent
    }

    /// The body of a post, searched for names of intimate kinds.
    /// - Parameter groups: found by reading it.
    init(
        _ job: ImportJob, _ sender: CompanionSender, _ problem: ImportProblem, _ source: any RandomAccess,
        groups: Set<HealthKind.Group> = []
    ) throws {
        let scan = try IntimateScan(source)
        self.init(
            id: job.job, companion: sender.companion, at: job.created, bytes: source.size, problem: problem,
            isText: scan.isText)
        self.groups = scan.groups.union(groups).map(\.rawValue).sorted()
    }
}
