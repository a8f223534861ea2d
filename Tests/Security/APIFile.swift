import Fixtures
import Foundation
import Storage

/// The API database of a running stack, for changes that no route offers: elapsed time, or another replica.
struct APIFile {
    private let file: DatabaseFile

    init(_ stack: Stack) throws { file = try DatabaseFile(stack.directory + "/db/api.sqlite") }

    func execute(_ sql: String) throws { try file.execute(sql) }

    func blobs(_ sql: String) throws -> [Data] { try file.rows(sql).map { try $0[0] } }

    /// Lets the confirmation of passwords expire.
    func passQuarterHour() throws { try execute("UPDATE tokens SET confirmed = confirmed - 900001") }
}
