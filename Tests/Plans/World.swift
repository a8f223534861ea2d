import Foundation
import Messages

@testable import Plans
@testable import Storage

/// A plans service on a scratch database.
final class World: Sendable {
    static let ada = UserID(high: 1, low: 1)
    static let ben = UserID(high: 2, low: 2)

    let directory: String
    let store: Store

    init() throws {
        directory = NSTemporaryDirectory() + "plans-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        store = try Store(
            path: directory + "/plans.sqlite", service: .plans,
            key: try MasterKey.loadOrCreate(path: directory + "/master.key"), migrations: Schema.migrations)
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }
}
