import GRDB
import Messages
import SystemKit

/// SQLite's extended result code. Replaces GRDB's error as a cause, because that one carries SQL and its arguments.
struct SQLiteFault: CodedError, Equatable {
    let code: Int32
    init(_ error: DatabaseError) { code = error.extendedResultCode.rawValue }
    var codeText: String { "SQLite \(code)" }
}

/// The error of a failed statement as its caller sees it: `StorageError` for a constraint, an invalid statement or a
/// value that is too long. A fault of the machine stays a `DatabaseError` inside the transaction, so that its jobs can
/// be repeated; `storageFault` translates it at the store's border.
func statementFault(_ error: DatabaseError) -> any Error {
    if isOperational(error) { return error }
    // SQLite's message names tables and columns, never values.
    let reason = "SQLite \(error.extendedResultCode.rawValue): \(error.message ?? "no reason given")"
    switch error.resultCode {
    case .SQLITE_CONSTRAINT:
        return StorageError(.constraint, "A row does not fit those that are stored (\(reason)); look again and repeat.")
    case .SQLITE_TOOBIG:
        return StorageError(.tooLarge, "A value is longer than the database stores (\(reason)); send less at once.")
    default:
        return StorageError(.statement, "The database does not accept a statement of this release (\(reason)).")
    }
}

/// Maps the database library's errors to errors that callers handle; returns the caller's own errors unchanged.
func storageFault(_ error: any Error, path: String) -> any Error {
    if error is CancellationError { return ServiceError(.cancelled, "The request was cancelled; nothing was changed.") }
    if let error = error as? SystemError {
        return StorageError(.open, "\(error.action) (\(error.reason)); check its directory.")
    }
    guard let database = error as? DatabaseError else { return error }
    switch database.resultCode {
    case .SQLITE_FULL:
        return ServiceError(
            .storage, "No disk space is left for \(path); nothing was changed. Free some space and try again.",
            cause: SQLiteFault(database))
    case .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN:
        return ServiceError(
            .storage,
            "The disk refused to read or write \(path) (SQLite \(database.extendedResultCode.rawValue)); nothing was changed.",
            cause: SQLiteFault(database))
    case .SQLITE_ABORT:
        return ServiceError(
            .storage, "A transaction of \(path) was given up after a fault of the disk; nothing was changed.",
            cause: SQLiteFault(database))
    case .SQLITE_BUSY, .SQLITE_LOCKED:
        return ServiceError(
            .busy, "Another process holds \(path); try again.", retryAfter: 1000, cause: SQLiteFault(database))
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
        return StorageError(.damagedDatabase, "\(path) is damaged or not a database; restore it from a backup.")
    case .SQLITE_NOMEM:
        return ServiceError(
            .busy, "Too little memory for \(path); try again.", retryAfter: 1000, cause: SQLiteFault(database))
    case .SQLITE_INTERRUPT:
        return ServiceError(.cancelled, "The request was cancelled; nothing was changed.")
    default:
        return statementFault(database)
    }
}

/// True for faults of the machine, not of an event or command: a retry may succeed.
func isOperational(_ database: DatabaseError) -> Bool {
    switch database.resultCode {
    case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_CORRUPT,
        .SQLITE_NOTADB, .SQLITE_NOMEM,
        .SQLITE_INTERRUPT, .SQLITE_ABORT:
        return true
    default:
        return false
    }
}
