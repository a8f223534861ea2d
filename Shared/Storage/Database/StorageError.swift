import Messages

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
        /// The rows were moved to another storage engine, or a move has not filled this database yet; see
        /// `DatabaseMove`.
        case moved
        /// The database is older than what this machine knows of it; see `ErasureLog`.
        case restored
        /// The database was restored since it was opened, and a new start may accept it; see `DatabaseIdentity`.
        case replaced
        /// The database file was there before and is gone; an empty one is not made in its place.
        case missing
        /// A move between storage engines cannot go on: the message says what is in its way.
        case move
    }

    /// The kind of fault.
    public let code: Code
    /// One sentence with a next step.
    public let message: String

    init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    /// For a value in the clear that no release stores: lists leave its row out, as with any damaged row.
    public static func damaged(_ message: String) -> StorageError { StorageError(.damagedValue, message) }

    public var description: String { message }
}

extension StorageError: CodedError {
    /// The name of `code`.
    public var codeText: String { "\(code)" }
}
