import Fixtures
import Foundation
import GRDB

/// The API database of a running stack, for changes that no route offers: elapsed time, or another replica.
struct APIFile {
    private let queue: DatabaseQueue

    init(_ stack: Stack) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        queue = try DatabaseQueue(path: stack.directory + "/db/api.sqlite", configuration: configuration)
    }

    func execute(_ sql: String) throws { try queue.write { try $0.execute(sql: sql) } }

    func blobs(_ sql: String) throws -> [Data] { try queue.read { try Data.fetchAll($0, sql: sql) } }

    /// Lets the confirmation of passwords expire.
    func passQuarterHour() throws { try execute("UPDATE tokens SET confirmed = confirmed - 900001") }
}
