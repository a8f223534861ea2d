import Foundation
import Messages
import Storage

extension Accounts {
    /// Replaces the password of somebody who was asked for the old one; every other session ends, and other browsers are no longer known.
    /// - Parameters:
    ///   - session: the one that asks, which stays.
    ///   - device: the cookie of the browser that asks.
    func setPassword(_ new: String, of user: UserID, keeping session: EntityID, device: String?) async throws {
        try Self.validate(password: new)
        let stored = try await hash(new)
        try await store.write { _ = try Self.write(stored, of: user, keeping: session, device: device, $0) }
    }

    /// A new password for somebody who forgot it, from the owner of this machine.
    /// - Returns: sessions ended, and whether a second factor was turned off.
    func resetPassword(_ id: RequestID, of user: UserID, to new: String, clearSecondFactor: Bool) async throws -> SetPassword.Reply {
        try Self.validate(password: new)
        let stored = try await hash(new)
        let throttle = try await throttle()
        return try await store.command(id, user: user) { transaction in
            let ended = try Self.write(stored, of: user, keeping: nil, device: nil, transaction)
            // Whoever forgot the password has failed before: the new one counts at once.
            let name = try transaction.value(String.self, "SELECT name FROM accounts WHERE user = ?", [user]) ?? ""
            try throttle.forgive([.name(name)] + (clearSecondFactor ? [.code(nil, user)] : []), transaction)
            let cleared = try clearSecondFactor && SecondFactors.remove(of: user, transaction)
            return SetPassword.Reply(sessions: Int32(clamping: ended), secondFactorCleared: cleared)
        }
    }

    static func validate(password: String) throws {
        guard password.count >= shortestPassword, password.utf8.count <= longestPassword else {
            throw BusError(.invalid, "Choose a password of at least \(shortestPassword) characters.")
        }
    }

    func hash(_ password: String) async throws -> Data {
        let pepper = try await keys(.pepper)
        return try await desk.run(.known) { [cost] in try Password(new: password, pepper: pepper, cost).stored }
    }

    /// - Returns: sessions ended.
    private static func write(_ stored: Data, of user: UserID, keeping session: EntityID?, device: String?, _ transaction: Transaction) throws -> Int {
        guard try transaction.execute("UPDATE accounts SET password = ? WHERE user = ?", [stored, user]) == 1 else {
            throw BusError(.notFound, "This account does not exist (any more).")
        }
        try KnownDevices.forget(of: user, except: device, transaction)
        return try Credentials.endSessions(of: user, except: session, transaction)
    }
}
