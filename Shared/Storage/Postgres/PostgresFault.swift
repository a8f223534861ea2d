import Messages

/// A fault of the server, of the connection to it, or between transactions: a retry may succeed. Thrown inside a
/// transaction, which it ends; `PostgresEngine.fault` translates it at the store's border.
struct PostgresFault: CodedError, Equatable {
    /// Five characters (SQLSTATE); empty if the connection was lost.
    let state: String

    static let lost = PostgresFault(state: "")
    /// The server committed without waiting for its synchronous standbys (“warning”).
    static let unconfirmed = PostgresFault(state: "01000")

    /// libpq's reason for a failed connection, without credentials; empty for faults of statements.
    var reason = ""

    var codeText: String { state.isEmpty ? "connection lost" : "SQLSTATE \(state)" }

    /// The transaction was rolled back so that another one could commit, or because the table of predicate locks is
    /// full: it runs again.
    var isConflict: Bool { ["40001", "40P01", "53200"].contains(state) }

    /// Others have a lock for too long, or wait for one of this transaction's: without its locks they go on.
    var isInTheWay: Bool { ["55P03", "40P01"].contains(state) }

    /// The connection is unusable; a transaction that was not committing is rolled back.
    var isLost: Bool { state.isEmpty || state.hasPrefix("08") || state.hasPrefix("57P") }

    /// Whether the commit took effect is unknown: the connection broke, or the server says so (CockroachDB). Or it did,
    /// but the standbys may not have it.
    var isAmbiguousCommit: Bool { isLost || self == .unconfirmed || state == "40003" }

    /// Cleared by repeating the transaction on a connection whose statements are compiled anew: a migration changed what
    /// a statement returns.
    var isStale: Bool { state == "0A000" }

    /// Classes: conflicts, connections, resources, lock timeouts, intervention, faults of the system.
    static func isOperational(_ state: String) -> Bool {
        ["08", "40", "53", "57", "58", "XX"].contains(state.prefix(2)) || ["55P03", "25006"].contains(state)
    }

    /// The error of a connection that could not be opened, for operators: with libpq's reason.
    func connectionError(_ place: String) -> any Error {
        reason.isEmpty ? error(place) : StorageError(.open, "\(place) cannot be reached: \(reason).")
    }

    /// The error that the caller of a store handles.
    /// - Parameter place: the database, for the message.
    func error(_ place: String) -> any Error {
        switch state.prefix(2) {
        case "01":
            ServiceError(
                .storage, "The server of \(place) did not wait for its standbys; try again.", retryAfter: 1000,
                cause: self)
        case "53" where state == "53100", "58", "25":
            ServiceError(
                .storage,
                "The server cannot write to \(place) (\(codeText)); nothing was changed. Look at its disk and its log.",
                cause: self)
        case "XX" where state != "XX000":
            StorageError(
                .damagedDatabase, "The server reports damage of \(place) (\(codeText)); look at its log.")
        case "40", "53", "55", "0A", "XX":
            ServiceError(
                .busy, "Others are at work on \(place) (\(codeText)); nothing was changed, try again.",
                retryAfter: 1000, cause: self)
        case "57" where !isLost:
            ServiceError(
                .busy, "The server ended a statement on \(place) (\(codeText)); nothing was changed, try again.",
                retryAfter: 1000, cause: self)
        case "", "08", "57":
            ServiceError(
                .storage, "The server of \(place) does not answer; nothing was changed, try again.", retryAfter: 1000,
                cause: self)
        default:
            StorageError(
                .open, "The server refuses access to \(place): \(reason.isEmpty ? codeText : reason).")
        }
    }
}
