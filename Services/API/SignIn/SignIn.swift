import Crypto
import Foundation
import Messages
import Storage

/// Where a sign-in comes from, as far as it matters for guesses and for the list of sessions.
struct Visitor: Sendable {
    /// IP address; nil where unknown.
    var address: String?
    /// The cookie of a browser that signed in before.
    var device: String?
    /// See `BrowserFamily`.
    var family = "Browser"
}

extension Accounts {
    struct SignedIn: Sendable {
        let user: UserID
        /// The session's secret.
        let token: String
        /// The browser's long-lived cookie.
        let device: String
    }

    private static let wrong = BusError(.refused, "Name or password is wrong.")

    /// Checks a password, and a code where the person has a second factor, and opens a session.
    ///
    /// A name that does not exist costs the same time, gets the same answers and is throttled in the same way as one that does. See `Throttle` for how many attempts
    /// may fail.
    /// - Parameter code: of the authenticator app, or a recovery code.
    /// - Throws: `busy` after too many failures; a `Problem` `secondFactorNeeded` where the password is right and a code is missing.
    func signIn(name: String, password: String, code: String? = nil, from visitor: Visitor = Visitor()) async throws -> SignedIn {
        guard password.utf8.count <= Self.longestPassword, name.utf8.count <= Self.longestPassword else { throw Self.wrong }
        let attempt = try await begin(name, visitor)
        let pepper = try await keys(.pepper)
        let isRight = try await desk.run(attempt.isKnown ? .known : .strangers) { [cost] in
            guard let stored = attempt.password else {
                try Password.waste(on: password, cost)
                return false
            }
            return try Password(stored: stored).matches(password, pepper: pepper, cost)
        }
        guard isRight, let user = attempt.user, let stored = attempt.password else {
            // Beside the answer: a name that exists must not take longer by the time of this write.
            Task { await record.note(.signInFailed, of: attempt.user, from: visitor.address ?? "", label: visitor.family) }
            throw Self.wrong
        }
        let device = attempt.isKnown ? visitor.device : nil
        if try await needsCode(attempt, user) {
            guard let code, !code.isEmpty else {
                throw Problem(
                    status: .unauthorized, code: "secondFactorNeeded", detail: "Type the code that your authenticator app shows, or one of your recovery codes."
                )
            }
            guard try await accepts(code, user, device: device) else {
                await record.note(.signInFailed, of: user, from: visitor.address ?? "", label: visitor.family)
                throw BusError(.refused, "This code is wrong or was used already: type the one that is shown now.")
            }
        }
        let current = try Password(stored: stored).isOld(cost) ? try await hashAnew(password, of: user, stored: stored) : stored
        let session = try await open(user, from: visitor, whilePasswordIs: current)
        await record.note(.signIn, of: user, from: visitor.address ?? "", label: visitor.family)
        return session
    }

    /// A session, and from now on a browser that is known.
    /// - Parameter stored: the password that was checked, as it is stored; one that was changed meanwhile opens nothing.
    func open(_ user: UserID, from visitor: Visitor, whilePasswordIs stored: Data? = nil) async throws -> SignedIn {
        let moment = now()
        let session = try await credentials.issue(.session, to: user, label: visitor.family, whilePasswordIs: stored)
        let cookie = try await store.write { transaction in
            try transaction.check(user)
            return try KnownDevices.note(visitor.device, of: user, now: moment, transaction)
        }
        return SignedIn(user: user, token: session.secret, device: cookie)
    }

    /// Checks the password of somebody who is signed in, before something that deserves it. Each session has an allowance of its own.
    func confirm(_ session: Credentials.Token, password: String, from address: String) async throws {
        let throttle = try await throttle()
        let subject = Throttle.Subject.session(session.id, session.user)
        let stored = try await store.write { transaction in
            try throttle.count([subject], transaction)
            return try transaction.value(Data.self, "SELECT password FROM accounts WHERE user = ?", [session.user])
        }
        guard let stored else { throw BusError(.notFound, "This account does not exist (any more).") }
        let pepper = try await keys(.pepper)
        let isRight = try await desk.run(.known) { [cost] in
            try password.utf8.count <= Self.longestPassword && Password(stored: stored).matches(password, pepper: pepper, cost)
        }
        guard isRight else {
            await record.note(.signInFailed, of: session.user, from: address, label: session.label)
            throw BusError(.refused, "This password is wrong.")
        }
        try await store.write { try throttle.forgive([subject], $0) }
        try await credentials.confirm(session.id)
        if try Password(stored: stored).isOld(cost) { try await hashAnew(password, of: session.user, stored: stored) }
    }

    // MARK: Steps

    private struct Attempt: Sendable {
        let user: UserID?
        let password: Data?
        /// This browser signed in to this account before.
        let isKnown: Bool
        let subjects: [Throttle.Subject]
        let throttle: Throttle
    }

    func throttle() async throws -> Throttle { Throttle(key: try await keys(.throttle), now: now()) }

    /// Looks the account up and counts the attempt.
    private func begin(_ name: String, _ visitor: Visitor) async throws -> Attempt {
        let throttle = try await throttle()
        // No account has such a name, and SQLite would read it up to a NUL only: the look-up and the throttle must mean the same name.
        let isName = !name.unicodeScalars.contains { CharacterSet.controlCharacters.contains($0) }
        let name = isName ? name.trimmingCharacters(in: .whitespacesAndNewlines) : ""
        return try await store.write { transaction in
            let row = try transaction.row("SELECT user, password FROM accounts WHERE name = ?", [name])
            let user = row.map { $0["user"] as UserID }
            var subjects: [Throttle.Subject] = [.name(name)] + (visitor.address.map { [.address($0)] } ?? [])
            var isKnown = false
            if let user, let device = visitor.device.map(KnownDevices.digest),
                try KnownDevices.isKnown(device, to: user, now: throttle.now, transaction)
            {
                isKnown = true
                subjects = [.device(device, user)]
            }
            try throttle.count(subjects, transaction)
            return Attempt(user: user, password: row?["password"], isKnown: isKnown, subjects: subjects, throttle: throttle)
        }
    }

    /// The password was right: forgets its failures. The code has an allowance of its own, so that knowing the password gives no more tries for codes.
    private func needsCode(_ attempt: Attempt, _ user: UserID) async throws -> Bool {
        try await store.write { transaction in
            try attempt.throttle.forgive(attempt.subjects, transaction)
            return try SecondFactors.isEnabled(for: user, transaction)
        }
    }

    private func accepts(_ code: String, _ user: UserID, device: String?) async throws -> Bool {
        let throttle = try await throttle()
        let subject = Throttle.Subject.code(device.map(KnownDevices.digest), user)
        return try await store.write { transaction in
            try throttle.count([subject], transaction)
            guard try SecondFactors.accepts(code, of: user, at: throttle.now, transaction) else { return false }
            try throttle.forgive([subject], transaction)
            return true
        }
    }

    /// With the parameters and the pepper of this release; unless the password was changed meanwhile.
    /// - Returns: the password as it is stored now.
    @discardableResult
    private func hashAnew(_ password: String, of user: UserID, stored: Data) async throws -> Data {
        let fresh = try await hash(password)
        let count = try await store.write { try $0.execute("UPDATE accounts SET password = ? WHERE user = ? AND password = ?", [fresh, user, stored]) }
        return count == 1 ? fresh : stored
    }
}
