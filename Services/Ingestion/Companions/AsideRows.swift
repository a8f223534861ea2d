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

    /// Bytes of all bodies.
    func bytes() throws -> Int64 {
        try transaction.value(
            Int64.self, "SELECT coalesce(sum(size), 0) FROM aside WHERE user = ?", [user]) ?? 0
    }

    /// - Parameter waiting: bytes of accepted posts that were not read yet.
    /// - Throws: `ServiceError`: `storage` if no further body is taken, `busy` if one is taken later perhaps.
    func check(waiting: Int64 = 0) throws {
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

    /// Newest first.
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

    /// The companion of a body; nil if there is no such body, or it is damaged.
    func companion(of id: EntityID) throws -> String? {
        try transaction.row("SELECT sealed FROM aside WHERE user = ? AND id = ?", [user, id]).flatMap { row in
            try transaction.openOne(of: user, in: "aside", row: "\(id)") {
                try transaction.open(AsideBody.self, row["sealed"], user: user, table: "aside", row: "\(id)").companion
            }
        }
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
