import Foundation
import Messages
import Storage

/// The services' databases as a data directory and its login see them.
public struct ReachableDatabases: Sendable {
    /// Those that exist, in the order of `Topology.services`.
    public internal(set) var found: [(service: ServiceName, address: DatabaseAddress)] = []
    /// Services on a server whose database cannot be asked, and which never ran with this data directory: where each
    /// service has a login, a data directory and a master key of its own, all others.
    public internal(set) var unreached: [ServiceName] = []
}

extension Configuration {
    /// Holds the instant of the last backup, ms since 1970: written by `pulsum backup`, or by the operator of a server.
    public static func lastBackupPath(in data: String) -> String { data + "/last-backup" }

    /// When the last backup was made; nil if none is known.
    public var lastBackup: Milliseconds? {
        (try? String(contentsOfFile: Self.lastBackupPath(in: data), encoding: .utf8)).flatMap {
            Milliseconds($0.trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }

    /// Asks for the database of every service.
    /// - Throws: `ServiceError`, `StorageError` if one cannot be asked whose service ran with this data directory, or
    ///   if none can.
    public func reachableDatabases() throws -> ReachableDatabases {
        var databases = ReachableDatabases()
        var failure: (any Error)?
        for service in Topology.services {
            let address = databaseAddress(of: service)
            do {
                if try address.exists { databases.found.append((service, address)) }
            } catch {
                guard !Files.exists(ErasureLog.path(in: data, service)) else { throw error }
                databases.unreached.append(service)
                failure = failure ?? error
            }
        }
        if databases.found.isEmpty, let failure { throw failure }
        return databases
    }

    /// - Throws: `StartFailure` if a service that ran over PostgreSQL with this data directory has neither a server nor a
    ///   file now: its start would make an empty database.
    public func requireServerOrFile(of service: ServiceName) throws(StartFailure) {
        let (log, file) = (ErasureLog.path(in: data, service), database(of: service.rawValue))
        guard !usesServer, Files.exists(log), !Files.exists(file) else { return }
        throw StartFailure(
            "The data of \(service) are in PostgreSQL, as \(log) says, and PULSUM_DATABASE is not set; set it, or move the data back with “pulsum move”. To begin with an empty database instead, delete \(log).",
            status: StartFailure.badConfiguration)
    }
}
