import Foundation
import Messages
import Storage

/// The accounts of this installation in a transaction. One whose proof fails counts as absent, except where its name or
/// its being there prevents something.
struct AccountRows {
    let transaction: Transaction

    /// True if there is no account, or none but that of `user`. The example person does not count.
    func isEmpty(without user: UserID? = nil) throws -> Bool {
        try transaction.row("SELECT 1 FROM accounts WHERE user IS NOT ? AND example = 0 LIMIT 1", [user]) == nil
    }

    /// Oldest first.
    func all() throws -> [Messages.Account] {
        try transaction.rows("SELECT * FROM accounts ORDER BY created").filter(isAuthentic).compactMap { row in
            guard let user = try? row["user"] as UserID else { return nil }
            return try transaction.readOne(of: user, in: "accounts") { try account(row) }
        }
    }

    /// Nil for an unknown account.
    func account(_ user: UserID) throws -> Messages.Account? { try row(of: user).map(account) }

    /// The example person's account; nil if there is none.
    func example() throws -> Messages.Account? {
        try transaction.rows("SELECT * FROM accounts WHERE example = 1").first(where: isAuthentic).map(account)
    }

    /// True if the account has a row, authentic or not.
    func exists(_ user: UserID) throws -> Bool {
        try transaction.row("SELECT 1 FROM accounts WHERE user = ?", [user]) != nil
    }

    private func isAuthentic(_ row: Row) throws -> Bool { try transaction.isAuthentic(row, in: .accounts) }

    private func row(of user: UserID) throws -> Row? {
        try transaction.rows("SELECT * FROM accounts WHERE user = ?", [user]).first {
            try transaction.isAuthentic($0, in: .accounts, ["user": user])
        }
    }

    private func account(_ row: Row) throws -> Messages.Account {
        let (user, isExample): (UserID, Int) = (try row["user"], try row["example"])
        return Messages.Account(
            user: user, name: try name(row), isExample: isExample == 1 ? true : nil)
    }

    /// Nil for an unknown account.
    func name(of user: UserID) throws -> String? { try row(of: user).map(name) }

    /// The name of a row; the account's id if it is damaged, so that others can be listed.
    private func name(_ row: Row) throws -> String {
        let user: UserID = try row["user"]
        let name = try transaction.readOne(of: user, in: "accounts", row: "name") { () -> String? in
            guard let sealed: Data = try row["sealed"] else { return try row["name"] }
            return try transaction.openKept(sealed, user: user, table: "accounts", row: "name")
                .map { String(decoding: $0, as: UTF8.self) }
        }
        return (name ?? nil) ?? "\(user)"
    }

    private func seal(_ name: String, of user: UserID) throws -> Data {
        try transaction.sealBytes(Array(name.utf8), user: user, table: "accounts", row: "name")
    }

    /// Seals all names that are in the clear.
    func hideNames() throws {
        for row in try transaction.rows("SELECT user, name FROM accounts WHERE sealed IS NULL") {
            guard let user = try? row["user"] as UserID, let name = try? row["name"] as String else { continue }
            try transaction.update(
                .accounts, ["name": transaction.lookup(name, in: .accounts), "sealed": seal(name, of: user)],
                of: ["user": user], where: "user = ?", [user])
        }
    }

    /// The account of this name with its stored password hash, which is nil if it has none; nil for an unknown name.
    func named(_ name: String) throws -> (user: UserID, password: Data?)? {
        // A sealed name is found by its HMAC, which the proof covers: it may be damaged. Names in the clear: the engines fold
        // them by rules of their own, and Unicode's is looser than both.
        let hidesContent = try transaction.hidesContent()
        let asked = try stored(name)
        let folded = name.folding(options: .caseInsensitive, locale: nil)
        return try rows(named: name).first { row in
            guard try isAuthentic(row) else { return false }
            let found: String = try row["name"]
            return hidesContent ? found == asked : found.folding(options: .caseInsensitive, locale: nil) == folded
        }.map { (try $0["user"], Self.hash(try $0["password"])) }
    }

    /// True if a row has this name, authentic or not.
    func isTaken(_ name: String) throws -> Bool { try !rows(named: name).isEmpty }

    private func rows(named name: String) throws -> [Row] {
        let isNamed = transaction.sql("name = ?", postgres: "lower(name) = lower(? COLLATE \"C\")")
        return try transaction.rows("SELECT * FROM accounts WHERE \(isNamed)", [stored(name)])
    }

    /// The form of a name in the column `name`.
    private func stored(_ name: String) throws -> String {
        try transaction.hidesContent() ? transaction.lookup(name, in: .accounts) : name
    }

    /// The stored hash; nil for an unknown account and for one without a password.
    func password(of user: UserID) throws -> Data? { try row(of: user).flatMap { Self.hash(try $0["password"]) } }

    /// An account that the identity provider opened has an empty hash, which no password matches.
    private static func hash(_ stored: Data) -> Data? { stored.isEmpty ? nil : stored }

    /// - Parameter password: the hash; empty for an account without a password.
    /// - Throws: `ServiceError(.conflict)` for a taken name, and for a second example person.
    func add(_ account: Messages.Account, password: Data, at created: Milliseconds) throws {
        guard try !isTaken(account.name) else {
            throw ServiceError(.conflict, "This name is taken: choose another one.")
        }
        let isExample = account.isExample == true
        guard try !isExample || example() == nil else {
            throw ServiceError(.conflict, "The example person exists already.")
        }
        let hides = try transaction.hidesContent()
        try transaction.insert(
            [
                "user": account.user, "name": stored(account.name),
                "sealed": hides ? seal(account.name, of: account.user) : nil, "password": password, "created": created,
                "example": isExample ? 1 : 0,
            ], into: .accounts)
    }

    /// A damaged mark counts as absent.
    func readLetters(_ user: UserID) throws -> ReadLetters {
        let marks = try transaction.row("SELECT letter, week FROM accounts WHERE user = ?", [user])
        guard let marks else { return ReadLetters() }
        return try transaction.readOne(of: user, in: "accounts", row: "letter") {
            ReadLetters(importedAt: try marks["letter"], week: try marks["week"])
        } ?? ReadLetters()
    }

    /// Marks never go back.
    func note(_ read: ReadLetters, of user: UserID) throws {
        let known = try readLetters(user)
        let letter = [known.importedAt, read.importedAt].compactMap(\.self).max()
        let week = [known.week, read.week].compactMap(\.self).max()
        try transaction.execute(
            "UPDATE accounts SET letter = ?, week = ? WHERE user = ?", [letter, week, user])
    }

    /// Replaces the stored hash.
    /// - Parameter old: the hash that it replaces; nil for any.
    /// - Returns: false for an unknown account, or if its hash is not `old`.
    func setPassword(_ password: Data, of user: UserID, over old: Data? = nil) throws -> Bool {
        try transaction.update(
            .accounts, ["password": password], of: ["user": user], where: "user = ?1 AND (?2 IS NULL OR password = ?2)",
            [user, old]) == 1
    }
}

/// The latest letters that a person has opened; absent before the first.
struct ReadLetters: Equatable, Sendable {
    /// `Letter.at` of one about an import.
    var importedAt: Milliseconds?
    /// Last day of a week.
    var week: Day?
}
