import Foundation
import Messages
import Storage
import Synchronization
import Testing

@testable import API

/// A real store in its own directory.
struct TestStore {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("api-\(UInt64.random(in: 0 ... .max))")
        .path
    let store: Store

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        store = try Self.open(path)
    }

    /// Opens the same database a second time, as another replica does.
    func replica() throws -> Store { try Self.open(path) }

    private static func open(_ path: String) throws -> Store {
        try Store(
            path: path + "/api.sqlite", service: .api, key: try MasterKey.loadOrCreate(path: path + "/master.key"),
            migrations: Schema.migrations)
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}

/// A clock that a test sets.
final class TestClock: Sendable {
    private let value = Mutex<Milliseconds>(1_750_000_000_000)
    var now: Milliseconds { value.withLock { $0 } }
    func advance(by step: Milliseconds) { value.withLock { $0 += step } }
}

let goodPassword = "correct horse battery"

/// Counts events.
final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
}

extension Accounts {
    /// Creates a test account.
    func make(_ name: String = "Ada", zone: String = "UTC") async throws -> UserID {
        try await create(.random(), name: name, password: goodPassword, timeZone: zone, as: .owner).user
    }
}

extension Password.Parameters {
    /// One 32nd of the production work factor, so that tests may sign in often.
    static let light = Password.Parameters(logN: 10, r: 8, p: 3)
}
