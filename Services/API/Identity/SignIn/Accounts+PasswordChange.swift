import Foundation
import Messages
import Storage

extension Accounts {
    /// Replaces the password of a person whose old password was checked. Ends all other sessions and forgets all other
    /// browsers.
    /// - Parameters:
    ///   - session: the current session, which is not ended.
    ///   - device: the current browser's device cookie.
    func setPassword(_ new: String, of user: UserID, keeping session: EntityID, device: String?) async throws {
        try Self.validate(password: new)
        let stored = try await hash(new)
        try await store.write { _ = try Self.write(stored, of: user, keeping: session, device: device, $0) }
    }

    /// Sets a new password for a person who forgot it or who left the team, on behalf of the machine's owner. The device
    /// tokens of an account that is linked to the identity provider are suspended until its next sign-in there.
    /// - Returns: the number of sessions ended, and whether a second factor was removed.
    func resetPassword(_ id: RequestID, of user: UserID, to new: String, clearSecondFactor: Bool) async throws
        -> SetPassword.Reply
    {
        try Self.validate(password: new)
        let stored = try await hash(new)
        let throttle = try await throttle()
        return try await store.command(id, user: user) { transaction in
            let ended = try Self.write(stored, of: user, keeping: nil, device: nil, transaction)
            try IdentityRows(transaction: transaction).setSuspended(true, user)
            // Resets the failures of the forgotten password, so that the new one works immediately.
            let name = try AccountRows(transaction: transaction).name(of: user) ?? ""
            try throttle.forgive([.name(name)] + (clearSecondFactor ? [.code(nil, user)] : []), transaction)
            let factor = SecondFactorRows(user: user, transaction: transaction)
            let cleared = try clearSecondFactor && factor.remove()
            return SetPassword.Reply(sessions: Int32(clamping: ended), secondFactorCleared: cleared)
        }
    }

    static func validate(password: String) throws {
        guard password.count >= minimumPasswordLength, password.utf8.count <= maximumPasswordBytes else {
            throw ServiceError(.invalid, "Choose a password of at least \(minimumPasswordLength) characters.")
        }
    }

    func hash(_ password: String) async throws -> Data {
        let pepper = try await keys(.pepper)
        return try await hashing.run(.known) { [cost] in try Password(new: password, pepper: pepper, cost).stored }
    }

    /// - Returns: number of sessions ended.
    private static func write(
        _ stored: Data, of user: UserID, keeping session: EntityID?, device: String?, _ transaction: Transaction
    ) throws -> Int {
        guard try AccountRows(transaction: transaction).setPassword(stored, of: user) else {
            throw ServiceError(.notFound, "This account does not exist (any more).")
        }
        try KnownDeviceRows(user: user, transaction: transaction).forget(except: device)
        return try TokenRows(transaction: transaction).endSessions(of: user, except: session)
    }
}
