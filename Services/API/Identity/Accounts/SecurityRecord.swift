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

    /// Records an event. A failure to record it is logged and does not fail the action.
    /// - Parameters:
    ///   - user: nil if no account has the given name; the event is then only logged.
    ///   - address: `EdgeContext.clientAddress`, `commandLine` or `ourselves`.
    ///   - label: the device, token or browser concerned; cut to 64 characters.
    func note(_ event: SecurityEvent, of user: UserID?, from address: String, label: String = "") async {
        log.notice("security", metadata: ["event": "\(event)", "address": "\(address)"])
        guard let user else { return }
        let entry = SecurityEntry(
            event: event, at: now(), address: address,
            label: String(String.UnicodeScalarView(label.unicodeScalars.prefix(64))))
        do {
            try await store.write { try SecurityRows(user: user, transaction: $0).append(entry) }
        } catch let error as ServiceError where error.code == .erased {
            // The record was erased with the user.
        } catch {
            log.warning("a security event was not recorded", metadata: ["error": "\(ServiceError.logText(error))"])
        }
    }

    /// Newest first.
    func entries(of user: UserID, limit: Int = SecurityRows.maximumEvents + SecurityRows.maximumFailures) async throws
        -> SecurityRecordQuery.Reply
    {
        let opened = try await store.read { try SecurityRows(user: user, transaction: $0).entries(limit: limit) }
        return SecurityRecordQuery.Reply(entries: opened.values, damaged: opened.damaged)
    }
}

extension Accounts {
    /// Notes in the security record of the person whom it names that a row was refused.
    func note(_ row: RefusedRow) async {
        guard let user = row.user else { return }
        let moment = now()
        // The host has logged it; a failure to record it must not fail the request.
        try? await store.write { try Self.noteRefusal(of: row.table, user, at: moment, $0) }
    }

    /// A row may name anybody: only an account has a record.
    static func noteRefusal(of table: String, _ user: UserID, at moment: Milliseconds, _ transaction: Transaction)
        throws
    {
        guard try AccountRows(transaction: transaction).exists(user) else { return }
        try SecurityRows(user: user, transaction: transaction).append(
            SecurityEntry(event: .rowRefused, at: moment, address: SecurityRecord.ourselves, label: table))
    }
}
