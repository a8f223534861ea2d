import Crypto
import Foundation
import Logging
import Messages
import Storage
import SystemKit

/// Accounts: names and passwords. `Credentials` issues their sessions and tokens.
struct Accounts: Sendable {
    let store: Store
    let keys: InstallationKeys
    let hashing = PasswordHashingQueue()
    /// Parameters of new hashes. An outdated hash is replaced at the next sign-in.
    let cost: Password.Parameters
    /// Milliseconds since 1970.
    let now: @Sendable () -> Milliseconds
    private var uses: TokenUses?
    private let log: Logger

    init(
        store: Store, log: Logger = Logger(label: "pulsum.accounts"), cost: Password.Parameters = .ofThisProcess,
        now: @escaping @Sendable () -> Milliseconds = WallClock.milliseconds
    ) {
        (self.store, self.log, self.cost, self.now) = (store, log, cost, now)
        keys = InstallationKeys(store: store)
    }

    /// The same accounts, whose credentials write their uses together.
    func noting(_ uses: TokenUses) -> Accounts {
        var accounts = self
        accounts.uses = uses
        return accounts
    }

    /// The sessions and device tokens in the same store.
    var credentials: Credentials { Credentials(store: store, now: now, uses: uses) }
    var setUp: SetUpCode { SetUpCode(store: store, keys: keys) }
    var secondFactors: SecondFactors { SecondFactors(store: store, now: now) }
    var record: SecurityRecord { SecurityRecord(store: store, log: log, now: now) }

    /// Characters.
    static let minimumPasswordLength = 10
    /// Bytes.
    static let maximumPasswordBytes = 1024

    /// True if there is no account but the example person's.
    func isEmpty() async throws -> Bool {
        try await store.read { try AccountRows(transaction: $0).isEmpty() }
    }

    /// The example person's account; nil if there is none.
    func example() async throws -> Messages.Account? {
        try await store.read { try AccountRows(transaction: $0).example() }
    }

    func list() async throws -> [Messages.Account] {
        try await store.read { try AccountRows(transaction: $0).all() }
    }

    func account(_ user: UserID) async throws -> Messages.Account {
        guard let account = try await store.read({ try AccountRows(transaction: $0).account(user) }) else {
            throw ServiceError(.notFound, "This account does not exist (any more).")
        }
        return account
    }

    /// Whether this session may see paths of the installation and the record of ended processes: an operator's, and that
    /// of a person who runs Pulsum alone, whose account is the only one but the example's. Device tokens never.
    func seesInstallation(_ identity: Credentials.Token) async throws -> Bool {
        guard identity.kind == .session else { return false }
        if identity.roles.contains(.operator) { return true }
        return try await store.read { transaction in
            let rows = AccountRows(transaction: transaction)
            guard let own = try rows.account(identity.user), own.isExample != true else { return false }
            return try rows.isEmpty(without: identity.user)
        }
    }

    /// Creates an account and its profile. The user id derives from the request id, so that a retry finds its account
    /// instead of a name conflict.
    /// - Parameter creator: whose right to create accounts is checked before any hashing.
    /// - Throws: `ServiceError`: `invalid`, `conflict` for a taken name, `refused` if the creator may not.
    func create(
        _ id: RequestID, name: String, password: String, timeZone: String, country: String = "",
        isExample: Bool = false, as creator: AccountCreator
    ) async throws -> Messages.Account {
        let name = try Self.named(name)
        try Self.validate(password: password)
        let user = UserID(high: id.high, low: id.low)
        let profile = Profile(
            user: user, revision: 1, timeZones: [ZonePeriod(since: 0, zone: timeZone)], country: country.uppercased(),
            sourceOrder: [])
        try Profiles.validate(profile)
        let key = try await keys(.setUp)
        try await store.read { try creator.check(key, $0) }
        let stored = try await hash(password)
        let created = now()
        return try await store.command(id, user: user) { transaction in
            // Checked again, because a concurrent request may have created an account.
            try creator.check(key, transaction)
            let account = Messages.Account(user: user, name: name, isExample: isExample ? true : nil)
            try AccountRows(transaction: transaction).add(account, password: stored, at: created)
            if !isExample { try SetUpRows(transaction: transaction).use() }
            try ProfileRows(user: user, transaction: transaction).write(profile)
            return account
        }
    }

    /// A name as it is kept.
    /// - Throws: `ServiceError(.invalid)` for one that is empty or too long, or holds control characters.
    static func named(_ name: String) throws -> String {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...64).contains(name.unicodeScalars.count),
            !name.unicodeScalars.contains(where: { CharacterSet.controlCharacters.contains($0) })
        else {
            throw ServiceError(.invalid, "A name has 1 to 64 characters.")
        }
        return name
    }

    /// Runs in the transaction that erases a user: creates a new set-up code if no other account is left.
    static func prepareErasing(_ user: UserID, _ transaction: Transaction) throws {
        try SetUpRows(transaction: transaction).prepare(without: user)
    }
}

/// The right by which an account is created.
enum AccountCreator: Sendable {
    /// The machine's owner, at the command line.
    case owner
    /// A visitor of the page on this machine who looks around with the example person, while there is no account or
    /// signed in with one.
    case exampleDoor(isSignedIn: Bool)
    /// A visitor of the page with the set-up link's code; valid for the first account only.
    case page(code: String)

    /// - Throws: `ServiceError(.refused)`.
    func check(_ key: SymmetricKey, _ transaction: Transaction) throws {
        switch self {
        case .owner, .exampleDoor(isSignedIn: true): return
        case .exampleDoor, .page: break
        }
        guard try AccountRows(transaction: transaction).isEmpty() else {
            throw ServiceError(
                .refused, "Accounts exist already: sign in, or ask the owner of this machine for an account.")
        }
        guard case .page(let code) = self else { return }
        guard try SetUpCode.isValid(code, key: key, SetUpRows(transaction: transaction).nonce()) else {
            throw ServiceError(.refused, SetUpCode.needed)
        }
    }
}
