import Crypto
import Foundation
import GRDB
import Logging
import Messages
import Storage
import SystemKit

/// Who may come in: names and passwords. What they are given for it, see `Credentials`.
struct Accounts: Sendable {
    let store: Store
    let keys: InstallationKeys
    let desk = PasswordDesk()
    /// Of new hashes; old ones are replaced when they are used.
    let cost: Password.Parameters
    /// Milliseconds since 1970.
    let now: @Sendable () -> Milliseconds
    private let log: Logger

    init(
        store: Store, log: Logger = Logger(label: "pulsum.accounts"), cost: Password.Parameters = .current,
        now: @escaping @Sendable () -> Milliseconds = WallClock.milliseconds
    ) {
        (self.store, self.log, self.cost, self.now) = (store, log, cost, now)
        keys = InstallationKeys(store: store)
    }

    /// The sessions and device tokens of the same store.
    var credentials: Credentials { Credentials(store: store, now: now) }
    var setUp: SetUpCode { SetUpCode(store: store, keys: keys) }
    var secondFactors: SecondFactors { SecondFactors(store: store, now: now) }
    var record: SecurityRecord { SecurityRecord(store: store, log: log, now: now) }

    static let shortestPassword = 10
    /// Bytes.
    static let longestPassword = 1024

    func isEmpty() async throws -> Bool {
        try await store.read { try $0.row("SELECT 1 FROM accounts LIMIT 1") == nil }
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
    /// - Parameter admission: who asks; refused before any hashing.
    func create(
        _ id: RequestID, name: String, password: String, timeZone: String, country: String = "", as admission: Admission
    ) async throws -> Messages.Account {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...64).contains(name.count), !name.unicodeScalars.contains(where: { CharacterSet.controlCharacters.contains($0) }) else {
            throw BusError(.invalid, "A name has 1 to 64 characters.")
        }
        try Self.validate(password: password)
        let user = UserID(high: id.high, low: id.low)
        let profile = Profile(
            user: user, revision: 1, timeZones: [ZonePeriod(since: 0, zone: timeZone)], country: country.uppercased(), sourceOrder: [])
        try Profiles.validate(profile)
        let key = try await keys(.setUp)
        try await store.read { try admission.check(key, $0) }
        let stored = try await hash(password)
        let created = now()
        return try await store.command(id, user: user) { transaction in
            // Again, as another request may have been faster.
            try admission.check(key, transaction)
            if try Bool.fetchOne(transaction.db, sql: "SELECT EXISTS (SELECT 1 FROM accounts WHERE name = ?)", arguments: [name]) == true {
                throw BusError(.conflict, "This name is taken: choose another one.")
            }
            try transaction.db.execute(
                sql: "INSERT INTO accounts (user, name, password, created) VALUES (?, ?, ?, ?)", arguments: [user, name, stored, created])
            try SetUpCode.use(transaction)
            try Profiles.write(profile, transaction)
            return Messages.Account(user: user, name: name)
        }
    }

    /// For the transaction that erases somebody: makes a new set-up code where nobody else is left.
    static func prepareErasing(_ user: UserID, _ transaction: Transaction) throws {
        try SetUpCode.prepare(without: user, transaction)
    }
}

/// Who asks for an account.
enum Admission: Sendable {
    /// The owner of this machine, at the command line.
    case owner
    /// Somebody at the page, with the code of the set-up link: the first account only.
    case page(code: String)

    /// - Throws: `refused`.
    func check(_ key: SymmetricKey, _ transaction: Transaction) throws {
        guard case .page(let code) = self else { return }
        if try transaction.row("SELECT 1 FROM accounts LIMIT 1") != nil {
            throw BusError(.refused, "Accounts exist already: sign in, or ask the owner of this machine for an account.")
        }
        guard try SetUpCode.isValid(code, key: key, transaction) else { throw BusError(.refused, SetUpCode.needed) }
    }
}
