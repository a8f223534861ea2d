import GRDB
import Messages
import SystemKit

/// Why a database or a sealed value cannot be used. The message is one sentence with a next step and never carries
/// content.
///
/// Faults that a retry may cure (a full disk, a busy file) are thrown as `ServiceError` instead, so that they reach the
/// caller unchanged.
public struct StorageError: Error, Equatable, CustomStringConvertible {
    /// The kind of fault.
    public enum Code: Sendable {
        /// The master key file is missing, unreadable, of the wrong size or accessible to others.
        case masterKeyFile
        /// The database was sealed with another master key.
        case wrongMasterKey
        /// A sealed value was altered, moved to another row, or belongs to another user; or a column holds a value of
        /// another type than its release stores.
        case damagedValue
        /// The file is not a database, or SQLite found it corrupt.
        case damagedDatabase
        /// A migration failed or differs from the recorded one; the database is unchanged.
        case migration
        /// A backup was altered or truncated, or cannot be opened.
        case archive
        /// The database could not be opened or created.
        case open
        /// A statement broke a constraint of its table, such as a unique column; its changes were rolled back.
        case constraint
        /// A statement is not valid for this database: a fault of the program.
        case statement
        /// A value or a row is longer than SQLite stores; the statement's changes were rolled back.
        case tooLarge
        /// Scheduled work was completed under a claim that another one replaced; see `DueWork`.
        case lostClaim
    }

    /// The kind of fault.
    public let code: Code
    /// One sentence with a next step.
    public let message: String

    init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }
    public var description: String { message }
}

extension StorageError: CodedError {
    /// The name of `code`.
    public var codeText: String { "\(code)" }
}

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
func isOperational(_ error: any Error) -> Bool {
    guard let database = error as? DatabaseError else { return false }
    switch database.resultCode {
    case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_CORRUPT,
        .SQLITE_NOTADB, .SQLITE_NOMEM,
        .SQLITE_INTERRUPT, .SQLITE_ABORT:
        return true
    default:
        return false
    }
}
