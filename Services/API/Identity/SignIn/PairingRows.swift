import Foundation
import Messages
import Storage

/// A pairing: a companion on one device. Its token has its id, whatever its secret.
struct Pairing: Message, Equatable {
    var id: EntityID
    /// `CompanionApp`.
    var companion: String
    var label: String
    /// The name or number of the person among the users of a shared device; nil if the app knows one user.
    var member: String?
    var created: Milliseconds
    /// The counts that the app reported during a long synchronisation.
    var progress: Progress?
    /// The number of `member`, once the app has sent it.
    var memberNumber: String?
    /// When the app got its secret for an invitation; nil before that, and for other apps.
    var redeemed: Milliseconds?
    /// True once the companion itself has used its secret. Until then every secret ends after a day.
    var isUsed: Bool
    /// When its secrets ended; what it brought can be undone afterwards. Nil for one that may send.
    var ended: Milliseconds?
    /// When a phone opened the address that says that it reaches this installation; nil for not yet.
    var reached: Milliseconds?
    /// When the companion itself first used its secret; nil before that, and for pairings that did not note it.
    var begun: Milliseconds?
    enum CodingKeys: Int, CodingKey {
        case id = 1, companion, label, member, created, progress, memberNumber, redeemed, isUsed, ended, reached, begun
    }

    /// Counts by type, and the time that they cover.
    struct Progress: Message, Equatable {
        var types: [String: Int64]
        var start: String?
        var end: String?
        enum CodingKeys: Int, CodingKey { case types = 1, start, end }
    }

    /// When its secret ends unless it is used; nil for one that was used.
    var expires: Milliseconds? {
        guard !isUsed, ended == nil else { return nil }
        if let redeemed { return redeemed + CompanionApp.unusedLifetime }
        return created + (CompanionApp(rawValue: companion)?.patience ?? CompanionApp.unusedLifetime)
    }

    init(id: EntityID, companion: CompanionApp, label: String, member: String?, created: Milliseconds) {
        self.id = id
        self.companion = companion.rawValue
        self.label = label
        self.member = member
        self.created = created
        isUsed = false
    }
}

/// One person's pairings in a transaction, sealed.
struct PairingRows {
    let user: UserID
    let transaction: Transaction

    /// Oldest first.
    func all() throws -> [Pairing] {
        let rows = try transaction.rows("SELECT id, sealed FROM pairings WHERE user = ? ORDER BY created, id", [user])
        return try transaction.openEach(rows, of: user, in: "pairings", open).values
    }

    /// A pairing, ended ones included.
    func pairing(_ id: EntityID) throws -> Pairing? {
        try transaction.row("SELECT id, sealed FROM pairings WHERE user = ? AND id = ?", [user, id]).flatMap { row in
            try transaction.openOne(of: user, in: "pairings", row: "\(id)") { try open(row) }
        }
    }

    private func open(_ row: Row) throws -> Pairing {
        let id: EntityID = try row["id"]
        return try transaction.open(Pairing.self, row["sealed"], user: user, table: "pairings", row: "\(id)")
    }

    func set(_ pairing: Pairing) throws {
        try transaction.execute(
            """
            INSERT INTO pairings (user, id, created, sealed) VALUES (?, ?, ?, ?)
            ON CONFLICT (user, id) DO UPDATE SET sealed = excluded.sealed
            """,
            [
                user, pairing.id, pairing.created,
                try transaction.seal(pairing, user: user, table: "pairings", row: "\(pairing.id)"),
            ])
    }

    /// Removes an ended pairing of which nothing is left.
    func remove(_ id: EntityID) throws {
        try transaction.execute("DELETE FROM pairings WHERE user = ? AND id = ?", [user, id])
    }

    /// Ends a pairing: its token and all that leads to one.
    /// - Returns: the pairing; nil if there is none, or it had ended.
    @discardableResult
    func end(_ id: EntityID, at now: Milliseconds) throws -> Pairing? {
        let tokens = TokenRows(transaction: transaction)
        let hadToken = try tokens.delete(id, of: user, kind: .device) != nil
        try transaction.execute("DELETE FROM refresh_tokens WHERE user = ? AND pairing = ?", [user, id])
        try transaction.execute("DELETE FROM invitations WHERE user = ? AND pairing = ?", [user, id])
        guard var pairing = try pairing(id), pairing.ended == nil else {
            if hadToken { try tokens.emitDevices(of: user) }
            return nil
        }
        if pairing.isUsed {
            pairing.ended = now
            try set(pairing)
        } else {
            try remove(id)
        }
        if hadToken || pairing.isUsed { try tokens.emitDevices(of: user) }
        return pairing
    }
}
