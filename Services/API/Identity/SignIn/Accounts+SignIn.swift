import Crypto
import Foundation
import Messages
import Storage
import SystemKit

/// The origin of a sign-in, for throttling and for the list of sessions.
struct SignInOrigin: Sendable {
    /// IP address; nil if unknown.
    var address: String?
    /// Whether the browser runs on the machine that Pulsum runs on.
    var isFromThisMachine = false
    /// The device cookie of a browser that signed in before.
    var device: String?
    /// Browser and system, from `BrowserFamily`.
    var family = "Browser"
}

extension Accounts {
    struct SignedIn: Sendable {
        let user: UserID
        /// The session's secret.
        let token: String
        /// The browser's device cookie.
        let device: String
    }

    private static let wrong = ServiceError(.refused, "Name or password is wrong.")

    /// Checks the password, and a code if a second factor is enabled, and opens a session.
    ///
    /// A name that does not exist takes the same time, gets the same replies and is throttled in the same way as one
    /// that does. `Throttle` limits failed attempts.
    /// - Parameter code: from the authenticator app, or a recovery code.
    /// - Throws: `ServiceError(.busy)` after too many failures; `ServiceError(.refused)` for wrong credentials; a
    ///   `Problem` `secondFactorNeeded` if the password is right and the code is missing.
    func signIn(name: String, password: String, code: String? = nil, from visitor: SignInOrigin = SignInOrigin())
        async throws -> SignedIn
    {
        guard password.utf8.count <= Self.maximumPasswordBytes, name.utf8.count <= Self.maximumPasswordBytes else {
            throw Self.wrong
        }
        let attempt = try await lookUp(name, visitor)
        let pepper = try await keys(.pepper)
        let isRight = try await counted(attempt.subjects, attempt.isKnown ? .known : .strangers) { [cost] in
            guard let stored = attempt.password else {
                try Password.waste(on: password, cost)
                return false
            }
            return try Password(stored: stored).matches(password, pepper: pepper, cost)
        }
        guard isRight, let user = attempt.user, let stored = attempt.password else {
            // Recorded concurrently with the reply, so that this write does not reveal by its duration that the name
            // exists.
            Task {
                await record.note(.signInFailed, of: attempt.user, from: visitor.address ?? "", label: visitor.family)
            }
            throw Self.wrong
        }
        guard try await mayEnter(user, from: visitor) else { throw Self.elsewhere }
        let device = attempt.isKnown ? visitor.device : nil
        if try await needsCode(user) {
            guard let code, !code.isEmpty else {
                throw Problem(
                    status: .unauthorized, code: "secondFactorNeeded",
                    detail: "Type the code that your authenticator app shows, or one of your recovery codes."
                )
            }
            guard try await accepts(code, user, device: device) else {
                await record.note(.signInFailed, of: user, from: visitor.address ?? "", label: visitor.family)
                throw ServiceError(.refused, "This code is wrong or was used already: type the one that is shown now.")
            }
        }
        let current =
            try Password(stored: stored).isOld(cost) ? try await rehash(password, of: user, stored: stored) : stored
        let session = try await open(user, from: visitor, whilePasswordIs: current)
        await record.note(.signIn, of: user, from: visitor.address ?? "", label: visitor.family)
        return session
    }

    /// Opens a session and registers the browser as known.
    /// - Parameters:
    ///   - stored: the stored hash that was checked; if the password was changed in the meantime, the session is
    ///     refused.
    ///   - granted: roles of a session through the identity provider.
    func open(
        _ user: UserID, from visitor: SignInOrigin, whilePasswordIs stored: Data? = nil, granted: Set<Role>? = nil
    ) async throws -> SignedIn {
        let moment = now()
        let session = try await credentials.issue(
            .session, to: user, label: visitor.family, whilePasswordIs: stored, granted: granted)
        let cookie = try await store.write { transaction in
            try transaction.check(user)
            return try KnownDeviceRows(user: user, transaction: transaction).note(visitor.device, now: moment)
        }
        return SignedIn(user: user, token: session.secret, device: cookie)
    }

    /// Re-checks the password of a signed-in person before a sensitive action. Each session has its own throttle.
    /// - Throws: `ServiceError`: `refused` for a wrong password and for an account without one, `busy` after too many
    ///   failures, `notFound` for an erased account.
    func confirm(_ session: Credentials.Token, password: String, from address: String) async throws {
        let stored = try await store.read { transaction in
            let rows = AccountRows(transaction: transaction)
            guard try rows.account(session.user) != nil else {
                throw ServiceError(.notFound, "This account does not exist (any more).")
            }
            return try rows.password(of: session.user)
        }
        guard let stored else { throw ServiceError(.refused, "This account has no password.") }
        let pepper = try await keys(.pepper)
        let isRight = try await counted([.session(session.id, session.user)], .known) { [cost] in
            try password.utf8.count <= Self.maximumPasswordBytes
                && Password(stored: stored).matches(password, pepper: pepper, cost)
        }
        guard isRight else {
            await record.note(.signInFailed, of: session.user, from: address, label: session.label)
            throw ServiceError(.refused, "This password is wrong.")
        }
        try await credentials.confirm(session.id)
        if try Password(stored: stored).isOld(cost) { try await rehash(password, of: session.user, stored: stored) }
    }

    // MARK: Steps

    private static let elsewhere = ServiceError(
        .refused, "The example person signs in on the machine that Pulsum runs on, and nowhere else.")

    /// False for the example person on another machine. A call without an address comes from this process.
    private func mayEnter(_ user: UserID, from visitor: SignInOrigin) async throws -> Bool {
        guard visitor.address != nil, !visitor.isFromThisMachine else { return true }
        return try await account(user).isExample != true
    }

    private struct Attempt: Sendable {
        let user: UserID?
        let password: Data?
        /// True if this browser signed in to this account before.
        let isKnown: Bool
        let subjects: [Throttle.Subject]
    }

    func throttle() async throws -> Throttle { Throttle(key: try await keys(.throttle), now: now()) }

    /// Looks up the account and the subjects under which a failure counts.
    private func lookUp(_ name: String, _ visitor: SignInOrigin) async throws -> Attempt {
        let now = now()
        // No account name contains control characters, and SQLite reads text up to a NUL only. Replacing such a name
        // keeps the look-up and the throttle consistent.
        let isName = !name.unicodeScalars.contains { CharacterSet.controlCharacters.contains($0) }
        let name = isName ? name.trimmingCharacters(in: .whitespacesAndNewlines) : ""
        return try await store.read { transaction in
            let account = try AccountRows(transaction: transaction).named(name)
            var subjects: [Throttle.Subject] = [.name(name)] + (visitor.address.map { [.address($0)] } ?? [])
            var isKnown = false
            if let user = account?.user, let device = visitor.device.map(KnownDeviceRows.digest),
                try KnownDeviceRows(user: user, transaction: transaction).isKnown(device, now: now)
            {
                isKnown = true
                subjects = [.device(device, user)]
            }
            return Attempt(user: account?.user, password: account?.password, isKnown: isKnown, subjects: subjects)
        }
    }

    /// Checks a password in a turn of the hashing queue. The attempt counts as a failure before the check, and no
    /// longer once the password was right. Both happen within the turn: right passwords at the same moment never add
    /// up, an attempt that found no place in the queue is not counted, and concurrent guesses count one by one.
    private func counted(
        _ subjects: [Throttle.Subject], _ priority: PasswordHashingQueue.Priority,
        _ check: @escaping @Sendable () throws -> Bool
    ) async throws -> Bool {
        let early = try await throttle()
        // A closed subject takes no place in the queue.
        try await store.read { try early.check(subjects, $0) }
        return try await hashing.turn(priority) {
            let throttle = try await throttle()
            try await store.write { try throttle.count(subjects, $0) }
            guard try await hashing.hash(check) else { return false }
            try await store.write { try throttle.forgive(subjects, $0) }
            return true
        }
    }

    /// True if a code is needed. Codes have a separate limit, so that a known password gives no extra attempts at
    /// codes.
    private func needsCode(_ user: UserID) async throws -> Bool {
        try await store.read { try SecondFactorRows(user: user, transaction: $0).isEnabled() }
    }

    private func accepts(_ code: String, _ user: UserID, device: String?) async throws -> Bool {
        let throttle = try await throttle()
        let subject = Throttle.Subject.code(device.map(KnownDeviceRows.digest), user)
        return try await store.write { transaction in
            try throttle.count([subject], transaction)
            let rows = SecondFactorRows(user: user, transaction: transaction)
            guard try rows.accepts(code, at: throttle.now) else { return false }
            try throttle.forgive([subject], transaction)
            return true
        }
    }

    /// Rehashes the password with the current parameters and pepper, unless it was changed in the meantime.
    /// - Returns: the stored hash.
    @discardableResult
    private func rehash(_ password: String, of user: UserID, stored: Data) async throws -> Data {
        let fresh = try await hash(password)
        let isReplaced = try await store.write {
            try AccountRows(transaction: $0).setPassword(fresh, of: user, over: stored)
        }
        return isReplaced ? fresh : stored
    }
}
