import Foundation
import GRDB
import Logging
import Messages
import Storage

/// The security events of each account: encrypted rows for the person, and one log line each for the operator.
///
/// The line is `message=security address=203.0.113.7 event=signInFailed`, with the client's address as determined by
/// the edge and no name, label or content. deploy/fail2ban parses it.
struct SecurityRecord: Sendable {
    let store: Store
    let log: Logger
    /// Milliseconds since 1970.
    let now: @Sendable () -> Milliseconds

    /// The address of actions at this machine's command line.
    static let commandLine = "command-line"
    /// The address of Pulsum's own actions.
    static let ourselves = "pulsum"
    /// Rows of each account. Failed attempts have a separate limit, so that password guessing cannot displace other
    /// events.
    static let maximumEvents = 800
    static let maximumFailures = 200
    static let lifetime: Milliseconds = 2 * 365 * 86_400_000

    /// Records an event. A failure to record it is logged and does not fail the action.
    /// - Parameters:
    ///   - user: nil if no account has the given name; the event is then only logged.
    ///   - address: `EdgeContext.clientAddress`, `commandLine` or `ourselves`.
    ///   - label: the device, token or browser concerned; cut to 64 characters.
    func note(_ event: SecurityEvent, of user: UserID?, from address: String, label: String = "") async {
        log.notice("security", metadata: ["event": "\(event)", "address": "\(address)"])
        guard let user else { return }
        let entry = SecurityEntry(event: event, at: now(), address: address, label: String(label.prefix(64)))
        do {
            try await store.write { try Self.append(entry, of: user, $0) }
        } catch let error as ServiceError where error.code == .erased {
            // The record was erased with the user.
        } catch {
            log.warning("a security event was not recorded", metadata: ["error": "\(type(of: error))"])
        }
    }

    /// Newest first.
    func entries(of user: UserID, limit: Int = maximumEvents + maximumFailures) async throws -> [SecurityEntry] {
        try await store.read { transaction in
            try transaction.rows(
                "SELECT number, sealed FROM security_record WHERE user = ? ORDER BY number DESC LIMIT ?", [user, limit]
            ).map { row in
                let number: Int64 = row["number"]
                return try transaction.open(
                    SecurityEntry.self, row["sealed"], user: user, table: "security_record", row: "\(number)")
            }
        }
    }

    static func append(_ entry: SecurityEntry, of user: UserID, _ transaction: Transaction) throws {
        let number =
            (try transaction.value(Int64.self, "SELECT max(number) FROM security_record WHERE user = ?", [user]) ?? 0)
            + 1
        let failed = entry.event == .signInFailed
        let sealed = try transaction.seal(entry, user: user, table: "security_record", row: "\(number)")
        try transaction.execute(
            "INSERT INTO security_record (user, number, at, failed, sealed) VALUES (?, ?, ?, ?, ?)",
            [user, number, entry.at, failed, sealed])
        try transaction.execute(
            """
            DELETE FROM security_record WHERE user = ? AND (at < ? OR failed = ? AND number <= coalesce(
                (SELECT number FROM security_record WHERE user = ? AND failed = ? ORDER BY number DESC LIMIT 1 OFFSET ?), 0))
            """, [user, entry.at - lifetime, failed, user, failed, failed ? maximumFailures : maximumEvents])
    }
}
