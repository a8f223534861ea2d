import Foundation
import GRDB
import Logging
import Messages
import Storage

/// Who may come in: names and passwords. What they are given for it, see `Credentials`.
struct Accounts: Sendable {
    let store: Store
    private let desk = PasswordDesk()
    /// Milliseconds since 1970.
    let now: @Sendable () -> Milliseconds
    private let log: Logger

    init(
        store: Store, log: Logger = Logger(label: "pulsum.accounts"),
        now: @escaping @Sendable () -> Milliseconds = { Milliseconds(Date().timeIntervalSince1970 * 1000) }
    ) {
        (self.store, self.log, self.now) = (store, log, now)
    }

    /// The sessions and device tokens of the same store.
    var credentials: Credentials { Credentials(store: store, now: now) }
    var record: SecurityRecord { SecurityRecord(store: store, log: log, now: now) }

    static let shortestPassword = 10
    /// Bytes.
    static let longestPassword = 1024

    func isEmpty() async throws -> Bool {
        try await store.read { try Account.count($0.db) == 0 }
    }

    func list() async throws -> [Messages.Account] {
        try await store.read { transaction in
            try Row.fetchAll(transaction.db, sql: "SELECT user, name FROM accounts ORDER BY created").map {
                Messages.Account(user: $0["user"], name: $0["name"])
            }
        }
    }

    func account(_ user: UserID) async throws -> Messages.Account {
        let name = try await store.read { try String.fetchOne($0.db, sql: "SELECT name FROM accounts WHERE user = ?", arguments: [user]) }
        guard let name else { throw BusError(.notFound, "This account does not exist (any more).") }
        return Messages.Account(user: user, name: name)
    }

    /// Makes an account and its profile. The identifier comes from the request, so that a retry finds the account instead of a taken name.
    /// - Parameter onlyFirst: refuses where an account exists already.
    func create(_ id: RequestID, name: String, password: String, timeZone: String, country: String = "", onlyFirst: Bool = false) async throws
        -> Messages.Account
    {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...64).contains(name.count), !name.unicodeScalars.contains(where: { CharacterSet.controlCharacters.contains($0) }) else {
            throw BusError(.invalid, "A name has 1 to 64 characters.")
        }
        guard password.count >= Self.shortestPassword, password.utf8.count <= Self.longestPassword else {
            throw BusError(.invalid, "Choose a password of at least \(Self.shortestPassword) characters.")
        }
        let user = UserID(high: id.high, low: id.low)
        let profile = Profile(
            user: user, revision: 1, timeZones: [ZonePeriod(since: 0, zone: timeZone)], country: country.uppercased(), sourceOrder: [], units: "metric")
        try Profiles.validate(profile)
        let stored = try await desk.run { try Password(new: password).stored }
        let created = now()
        return try await store.command(id, user: user) { transaction in
            if onlyFirst, try Account.count(transaction.db) > 0 {
                throw BusError(.refused, "Accounts exist already: sign in, or ask the owner of this machine for an account.")
            }
            if try Bool.fetchOne(transaction.db, sql: "SELECT EXISTS (SELECT 1 FROM accounts WHERE name = ?)", arguments: [name]) == true {
                throw BusError(.conflict, "This name is taken: choose another one.")
            }
            try transaction.db.execute(
                sql: "INSERT INTO accounts (user, name, password, created) VALUES (?, ?, ?, ?)", arguments: [user, name, stored, created])
            try Profiles.write(profile, transaction)
            return Messages.Account(user: user, name: name)
        }
    }

    /// Checks a password and opens a session.
    func signIn(name: String, password: String) async throws -> (user: UserID, token: String) {
        let user = try await check(name: name, password: password)
        return (user, try await credentials.issue(.session, to: user, label: "browser").secret)
    }

    /// Checks the password of somebody who is signed in, before something that deserves it.
    func confirm(_ user: UserID, password: String) async throws {
        _ = try await check(name: try await account(user).name, password: password)
    }

    /// The person with this name, unknown or not, whom a failed attempt concerns.
    func user(named name: String) async throws -> UserID? {
        try await store.read { try Account.find(name, $0.db)?.user }
    }

    /// Checks a password. After five wrong passwords in a row the account closes for a while that doubles up to an hour. The attempt is
    /// counted before it is judged, so that many at once do not count as one.
    private func check(name: String, password: String) async throws -> UserID {
        let refusal = BusError(.refused, "Name or password is wrong.")
        guard password.utf8.count <= Self.longestPassword else { throw refusal }
        let moment = now()
        let found = try await store.write { transaction -> Account? in
            guard let found = try Account.find(name, transaction.db) else { return nil }
            if found.blockedUntil > moment {
                throw BusError(.busy, "Too many wrong passwords: try again later.", retryAfter: found.blockedUntil - moment)
            }
            let attempts = found.failures + 1
            let wait: Milliseconds = attempts < 5 ? 0 : min(3_600_000, 30_000 << min(attempts - 5, 7))
            try transaction.db.execute(
                sql: """
                    INSERT INTO sign_in_failures (user, failures, until) VALUES (?, ?, ?)
                    ON CONFLICT (user) DO UPDATE SET failures = excluded.failures, until = excluded.until
                    """, arguments: [found.user, attempts, moment + wait])
            return found
        }
        guard let found else {
            _ = try await desk.run { try Password(new: password) }  // the same time as for a known name
            throw refusal
        }
        guard try await desk.run({ try Password(stored: found.password).matches(password) }) else { throw refusal }
        try await store.write { try $0.db.execute(sql: "DELETE FROM sign_in_failures WHERE user = ?", arguments: [found.user]) }
        return found.user
    }

    /// A row of `accounts`.
    private struct Account: Sendable {
        let user: UserID
        let password: Data
        let failures: Int
        let blockedUntil: Milliseconds

        static func count(_ db: Database) throws -> Int { try Int.fetchOne(db, sql: "SELECT count(*) FROM accounts") ?? 0 }

        static func find(_ name: String, _ db: Database) throws -> Account? {
            try Row.fetchOne(
                db,
                sql: """
                    SELECT accounts.user, password, coalesce(failures, 0) AS failures, coalesce(until, 0) AS until
                    FROM accounts LEFT JOIN sign_in_failures ON sign_in_failures.user = accounts.user WHERE name = ?
                    """, arguments: [name.trimmingCharacters(in: .whitespacesAndNewlines)]
            ).map { Account(user: $0["user"], password: $0["password"], failures: $0["failures"], blockedUntil: $0["until"]) }
        }
    }
}
