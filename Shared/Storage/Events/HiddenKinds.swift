import Crypto
import Foundation
import Messages

/// Small numbers in the clear part of rows, such as the types of events, and the types of replies. In the clear they would
/// tell what a person did: one extra event of a rare type is enough.
///
/// A number is stored XOR a mask that depends on the person's data key and on the row's random id. Bit 16 marks such a
/// number; without it the type is in the clear, as earlier releases write it.
extension DataKey {
    private static let hidden: Int64 = 1 << 16

    /// The number to store for an event's type.
    func hide(_ type: UInt16, of event: EntityID) -> Int64 { Self.hidden | Int64(type ^ mask(event)) }

    /// The type of a stored number.
    func show(_ stored: Int64, of event: EntityID) -> UInt16 {
        let type = UInt16(truncatingIfNeeded: stored)
        return Self.isHidden(stored) ? type ^ mask(event) : type
    }

    /// False for a number that is the type itself.
    static func isHidden(_ stored: Int64) -> Bool { stored & hidden != 0 }

    private func mask(_ event: EntityID) -> UInt16 {
        HMAC<SHA256>.authenticationCode(for: event.bytes, using: kinds).prefix(2).reduce(0) { $0 << 8 | UInt16($1) }
    }

    /// The text to store for the type of a command's reply.
    func hide(_ kind: String, of request: RequestID) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Array("\(request)/\(kind)".utf8), using: kinds)
        return Data(code.prefix(12)).base64EncodedString()
    }
}

extension Transaction {
    /// True if nothing that earlier releases read in the clear is written so: they do not open this database any more.
    /// See `RowProofs.hidden`.
    public func hidesContent() throws -> Bool {
        if scope.dataKeys.hidesContent { return true }
        if let known = scope.memory.hidesContent { return known }
        let hides = try rowProofs() == .hidden
        scope.memory.note(hidesContent: hides)
        // What a write reads may be rolled back.
        if hides, session.isReadOnly { scope.dataKeys.noteHiding() }
        return hides
    }

    /// The number to store for a small number in the clear part of a row, such as the answer to a question: hidden if the
    /// database hides content.
    /// - Parameters:
    ///   - id: of the row, random.
    ///   - always: true to hide it in any case.
    public func hide(_ number: UInt16, of id: EntityID, user: UserID, always: Bool = false) throws -> Int64 {
        try always || hidesContent() ? dataKey(user).hide(number, of: id) : Int64(number)
    }

    /// The number that `hide` stored.
    public func show(_ stored: Int64, of id: EntityID, user: UserID) throws -> UInt16 {
        guard DataKey.isHidden(stored) else { return UInt16(truncatingIfNeeded: stored) }
        return try dataKey(user).show(stored, of: id)
    }

    /// Hides the types of events that earlier releases wrote. Replies of theirs are gone after a day.
    func hideKinds() throws {
        for table in ["storage_outbox", "storage_skipped"] {
            let rows = try rows("SELECT consumer, user, sequence, id, type FROM \(table)")
            for row in rows {
                let (user, id, type): (UserID, EntityID, Int64) = try (row["user"], row["id"], row["type"])
                guard !DataKey.isHidden(type) else { continue }
                let hidden = try dataKey(user).hide(UInt16(truncatingIfNeeded: type), of: id)
                try execute(
                    "UPDATE \(table) SET type = ? WHERE consumer = ? AND user = ? AND sequence = ?",
                    [hidden, try row["consumer"] as ServiceName, user, try row["sequence"] as Int64])
            }
        }
    }
}
