import Foundation
import Messages
import Storage

/// The accounts of this installation in a transaction.
struct AccountRows {
    let transaction: Transaction

    /// True if there is no account, or none but that of `user`. The example person does not count.
    func isEmpty(without user: UserID? = nil) throws -> Bool {
        try transaction.row("SELECT 1 FROM accounts WHERE user IS NOT ? AND example = 0 LIMIT 1", [user]) == nil
    }

    /// Oldest first.
    func all() throws -> [Messages.Account] {
        try transaction.rows("SELECT user, name, example, ahead FROM accounts ORDER BY created").map {
            try Self.account($0)
        }
    }

    /// Nil for an unknown account.
    func account(_ user: UserID) throws -> Messages.Account? {
        try transaction.row("SELECT user, name, example, ahead FROM accounts WHERE user = ?", [user]).map(Self.account)
    }

    /// The example person's account; nil if there is none.
    func example() throws -> Messages.Account? {
        try transaction.row("SELECT user, name, example, ahead FROM accounts WHERE example = 1").map(Self.account)
    }

    private static func account(_ row: Row) throws -> Messages.Account {
        let (isExample, hasAhead): (Int, Int) = (try row["example"], try row["ahead"])
        return Messages.Account(
            user: try row["user"], name: try row["name"], isExample: isExample == 1 ? true : nil,
            hasAhead: hasAhead == 1 ? true : nil)
    }

    /// Nil for an unknown account.
    func name(of user: UserID) throws -> String? {
        try transaction.value(String.self, "SELECT name FROM accounts WHERE user = ?", [user])
    }

    /// The account of this name with its stored password hash, which is nil if it has none; nil for an unknown name.
    func named(_ name: String) throws -> (user: UserID, password: Data?)? {
        let isNamed = transaction.sql("name = ?", postgres: "lower(name) = lower(? COLLATE \"C\")")
        return try transaction.row("SELECT user, password FROM accounts WHERE \(isNamed)", [name]).map {
            (try $0["user"], Self.hash(try $0["password"]))
        }
    }

    /// The stored hash; nil for an unknown account and for one without a password.
    func password(of user: UserID) throws -> Data? {
        try transaction.value(Data.self, "SELECT password FROM accounts WHERE user = ?", [user]).flatMap(Self.hash)
    }

    /// An account that the identity provider opened has an empty hash, which no password matches.
    private static func hash(_ stored: Data) -> Data? { stored.isEmpty ? nil : stored }

    /// - Parameter password: the hash; empty for an account without a password.
    /// - Throws: `ServiceError(.conflict)` for a taken name, and for a second example person.
    func add(_ account: Messages.Account, password: Data, at created: Milliseconds) throws {
        guard try named(account.name) == nil else {
            throw ServiceError(.conflict, "This name is taken: choose another one.")
        }
        let isExample = account.isExample == true
        guard try !isExample || example() == nil else {
            throw ServiceError(.conflict, "The example person exists already.")
        }
        try transaction.execute(
            "INSERT INTO accounts (user, name, password, created, example) VALUES (?, ?, ?, ?, ?)",
            [account.user, account.name, password, created, isExample ? 1 : 0])
    }

    /// Puts the section of goals and terms into the person's navigation, for good.
    func openAhead(_ user: UserID) throws {
        try transaction.execute("UPDATE accounts SET ahead = 1 WHERE user = ? AND ahead = 0", [user])
    }

    /// Replaces the stored hash.
    /// - Parameter old: the hash that it replaces; nil for any.
    /// - Returns: false for an unknown account, or if its hash is not `old`.
    func setPassword(_ password: Data, of user: UserID, over old: Data? = nil) throws -> Bool {
        try transaction.execute(
            "UPDATE accounts SET password = ?1 WHERE user = ?2 AND (?3 IS NULL OR password = ?3)",
            [password, user, old]) == 1
    }
}
