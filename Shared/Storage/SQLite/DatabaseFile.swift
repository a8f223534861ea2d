import GRDB

/// A database file opened without its service: for the end of a key rotation, and for tests and benchmarks that look
/// into the file of a running service. Closed with its last reference.
package struct DatabaseFile {
    let queue: DatabaseQueue

    /// Opens an existing or new file.
    /// - Parameter busyTimeout: seconds to wait for another process's transaction.
    /// - Throws: the database library's error.
    package init(_ path: String, label: String = "pulsum file", busyTimeout: Double = 10) throws {
        var configuration = Configuration()
        configuration.label = label
        configuration.busyMode = .timeout(busyTimeout)
        queue = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Runs one or more statements, separated by semicolons, in one transaction.
    package func execute(_ sql: String) throws { try queue.write { try $0.execute(sql: sql) } }

    /// All rows of a query.
    package func rows(_ sql: String) throws -> [Row] {
        try queue.read { db in
            var rows: [Row] = []
            try Session.sqlite(db).rows(sql, [], isLarge: false) {
                rows.append($0)
                return true
            }
            return rows
        }
    }
}
