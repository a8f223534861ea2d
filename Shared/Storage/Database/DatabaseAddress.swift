import Foundation

/// Where a service's tables are.
public enum DatabaseAddress: Sendable, Hashable, CustomStringConvertible {
    /// An SQLite file: its path.
    case file(String)
    /// A schema of a PostgreSQL database.
    case server(PostgresAddress)

    /// The path, or the schema and the database, for messages; without credentials.
    public var description: String {
        switch self {
        case .file(let path): path
        case .server(let address): "\(address)"
        }
    }

    /// True if processes on other machines may share the database.
    public var spansMachines: Bool { if case .server = self { true } else { false } }

    /// True if a service has made its tables there.
    /// - Throws: `ServiceError` or `StorageError` if the server cannot be asked.
    public var exists: Bool {
        get throws {
            switch self {
            case .file(let path): return FileManager.default.fileExists(atPath: path)
            case .server(let address):
                do {
                    return try PostgresMigrator.hasTables(address)
                } catch let fault as PostgresFault {
                    throw fault.connectionError("\(address)")
                }
            }
        }
    }
}
