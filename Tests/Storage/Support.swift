import Foundation
import Messages
import Testing

@testable import Storage

/// A directory for each test, deleted afterwards.
final class Scratch: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/pulsum-storage-" + EntityID.random().description
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }

    /// The bytes of every file here, by name.
    func contents() throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            contents[name] = try Data(contentsOf: URL(fileURLWithPath: file(name)))
        }
        return contents
    }

    func store(
        _ service: ServiceName = .scoring, name: String? = nil, migrations: [Migration] = notes,
        clock: @escaping @Sendable () -> Milliseconds = { Milliseconds(Date().timeIntervalSince1970 * 1000) }
    ) throws -> Store {
        let key = try MasterKey.loadOrCreate(path: file("master.key"))
        return try Store(
            path: file(name ?? "\(service).sqlite"), service: service, key: key, migrations: migrations, clock: clock)
    }
}

/// A table like those of a service.
let notes = [
    Migration(
        1, "notes",
        "CREATE TABLE notes (user BLOB NOT NULL, number INTEGER NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (user, number))"
    )
]

/// An event about a note; the number identifies it.
struct Noted: BusEvent, Equatable {
    static let type = MessageType(0x7F01)
    var user: UserID
    var number: Int64
    enum CodingKeys: Int, CodingKey { case user = 1, number }
}

extension Transaction {
    func put(_ number: Int, _ text: String = "", user: UserID) throws {
        let sealed = try sealBytes(Data(text.utf8), user: user, table: "notes", row: "\(number)")
        try execute("INSERT INTO notes (user, number, sealed) VALUES (?, ?, ?)", [user, number, sealed])
    }

    func note(_ number: Int, user: UserID) throws -> String? {
        guard
            let sealed = try value(Data.self, "SELECT sealed FROM notes WHERE user = ? AND number = ?", [user, number])
        else { return nil }
        return String(decoding: try openBytes(sealed, user: user, table: "notes", row: "\(number)"), as: UTF8.self)
    }

    func numbers(_ user: UserID) throws -> [Int] {
        try rows("SELECT number FROM notes WHERE user = ? ORDER BY number", [user]).map { try $0["number"] }
    }
}

struct Fault: Error {}

/// The code of the `ServiceError` that `body` throws; nil where it throws none.
func code(_ body: () async throws -> Void) async -> ServiceError.Code? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? ServiceError)?.code
    }
}

/// The code of the `StorageError` that `body` throws; nil where it throws none.
func storageCode(_ body: () async throws -> Void) async -> StorageError.Code? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? StorageError)?.code
    }
}

/// A small seeded generator (SplitMix64, Steele, Lea and Flood 2014), so that a failing run can be repeated.
struct Seeded: RandomNumberGenerator {
    var state: UInt64
    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func chance(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &self) < probability }
}
