import Foundation
import Messages
import Storage
import Synchronization
import Testing

@testable import API

/// A real store in a directory of its own.
struct TestStore {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("api-\(UInt64.random(in: 0 ... .max))").path
    let store: Store

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        store = try Store(
            path: path + "/api.sqlite", service: .api, key: try MasterKey.loadOrCreate(path: path + "/master.key"), migrations: Schema.migrations)
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}

/// A clock that tests set.
final class TestClock: Sendable {
    private let value = Mutex<Milliseconds>(1_750_000_000_000)
    var now: Milliseconds { value.withLock { $0 } }
    func advance(by step: Milliseconds) { value.withLock { $0 += step } }
}

let goodPassword = "correct horse battery"

/// Counts what happened.
final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
}
