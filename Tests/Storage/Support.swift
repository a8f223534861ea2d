import Fixtures
import Foundation
import GRDB
import Messages
import Synchronization
import TestTraits
import Testing

@testable import Storage

/// A directory for each test, deleted afterwards.
final class Scratch: Sendable {
    let path: String
    /// Where its stores have their tables.
    let database: TestDatabase
    private let isOwner: Bool

    init() throws {
        path = NSTemporaryDirectory() + "/pulsum-storage-" + EntityID.random().description
        (database, isOwner) = (.current, true)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// The directory of another process that it passed on as `words`.
    init(words: [Substring]) {
        path = String(words[0])
        (database, isOwner) = (words.count > 1 ? .postgres(url: String(words[1])) : .sqlite, false)
    }

    deinit { if isOwner { try? FileManager.default.removeItem(atPath: path) } }

    /// For another process, separated by a space.
    var words: String { if case .postgres(let url) = database { "\(path) \(url)" } else { path } }

    var isSQLite: Bool { database == .sqlite }

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
        clock: @escaping @Sendable () -> Milliseconds = { Milliseconds(Date().timeIntervalSince1970 * 1000) },
        trace: @escaping @Sendable () -> TraceOrigin? = { nil }
    ) throws -> Store {
        let key = try MasterKey.loadOrCreate(path: file("master.key"))
        return try Store(
            at: address(name ?? "\(service)"), service: service, key: key, migrations: migrations, clock: clock,
            trace: trace)
    }

    /// Of a store with this name, which may not exist.
    func address(_ name: String) -> DatabaseAddress {
        if case .postgres(let url) = database,
            let server = PostgresAddress(
                url, service: name, installation: "t" + path.suffix(12).filter { $0 != "-" }, connections: 3)
        {
            return .server(server)
        }
        return .file(file(name + ".sqlite"))
    }

    /// Copies a store's tables as they are now.
    func copy(_ store: Store, to name: String) throws {
        switch (store.address, address(name)) {
        case (.file(let path), .file(let copy)): try Snapshot.copy([(path, copy)]) {}
        case (.server(let source), .server(let target)):
            _ = try self.store(store.service, name: name)
            let connection = try PostgresConnection(target, isBare: true)
            let tables = try connection.first(
                "SELECT string_agg(relname, ',') FROM pg_class WHERE relkind = 'r' AND relnamespace = '\(source.schema)'::regnamespace"
            )
            for table in (tables ?? "").split(separator: ",") {
                try connection.command("DELETE FROM \(target.schema).\(table)")
                try connection.command(
                    "INSERT INTO \(target.schema).\(table) SELECT * FROM \(source.schema).\(table)")
            }
        default: Issue.record("two kinds of databases")
        }
    }
}

extension Store {
    /// The connections to an SQLite file.
    var pool: DatabasePool { get throws { try #require(engine as? SQLiteEngine).pool } }
}

/// Where the stores of a test have their tables.
enum TestDatabase: Hashable, Sendable {
    case sqlite
    case postgres(url: String)

    @TaskLocal static var current = TestDatabase.sqlite

    static var onServer: TestDatabase {
        get async throws { .postgres(url: try await PostgresCluster.running.url()) }
    }
}

/// Runs each test twice: on SQLite files, then on PostgreSQL. A few at a time on PostgreSQL, since each has connections
/// of its own. Without PostgreSQL the second run fails in continuous integration, and elsewhere `BothEnginesTests` is
/// skipped for all of them.
struct BothEngines: SuiteTrait, TestTrait, TestScoping {
    private static let gate = Gate(width: 4)
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await function()
        do {
            guard try await Requirement.areMet([.postgres]) else { return }
        } catch {
            Issue.record(error)
            return
        }
        let database = try await TestDatabase.onServer
        await Self.gate.enter()
        do {
            try await TestDatabase.$current.withValue(database) {
                // Each statement is a round trip, while other tests run.
                try await Store.$sliceTimeLimit.withValue(.seconds(1)) { try await function() }
            }
        } catch {
            Issue.record(error, "on PostgreSQL")
        }
        await Self.gate.leave()
    }
}

extension Trait where Self == BothEngines {
    static var bothEngines: Self { Self() }
}

@Suite(.tags(.processes)) struct BothEnginesTests {
    @Test("Each test of a suite with this trait runs on PostgreSQL too", .needs(.postgres), .bothEngines)
    func both() throws {
        Self.engines.withLock { $0.append(try? Scratch().store().address.spansMachines) }
        #expect(Self.engines.withLock { $0 } == (TestDatabase.current == .sqlite ? [false] : [false, true]))
    }

    private static let engines = Mutex<[Bool?]>([])
}

/// Lets a bounded number of tasks in.
private actor Gate {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(width: Int) { free = width }

    func enter() async {
        if free > 0 { return free -= 1 }
        await withCheckedContinuation { waiting.append($0) }
    }

    func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
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

    /// Numbers of all pending events.
    func sequences() throws -> [Int] {
        try rows("SELECT sequence FROM storage_outbox ORDER BY sequence").map { try $0["sequence"] }
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
