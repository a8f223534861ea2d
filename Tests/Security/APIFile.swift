import Fixtures
import Foundation
import GRDB

/// The API's database of a running stack, for what no route does: time that passes, or another replica.
struct APIFile {
    private let queue: DatabaseQueue

    init(_ stack: Stack) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        queue = try DatabaseQueue(path: stack.directory + "/db/api.sqlite", configuration: configuration)
    }

    func execute(_ sql: String) throws { try queue.write { try $0.execute(sql: sql) } }

    func blobs(_ sql: String) throws -> [Data] { try queue.read { try Data.fetchAll($0, sql: sql) } }

    /// Checked passwords grow old.
    func passQuarterHour() throws { try execute("UPDATE tokens SET confirmed = confirmed - 900001") }
}
