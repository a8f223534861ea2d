import Foundation
import Messages
import Synchronization
import TestTraits
import Testing

@testable import Storage

/// How values are stored and read, and how statements fail.
@Suite(.bothEngines, .tags(.processes)) struct StatementTests {
    private static let table = Migration(
        1, "values",
        "CREATE TABLE stored (name TEXT NOT NULL PRIMARY KEY, integer INTEGER, real REAL, text TEXT, blob BLOB)")
    private let scratch: Scratch
    private let store: Store

    init() throws {
        scratch = try Scratch()
        store = try scratch.store(migrations: [Self.table])
    }

    /// Stores a value in the column of this class and reads it again.
    /// - Returns: its storage class, and the value read as `T`.
    private func roundTrip<T: ColumnConvertible & Sendable>(_ value: T, in column: String) async throws -> (String, T) {
        let name = "\(EntityID.random())"
        try await store.write {
            try $0.execute("INSERT INTO stored (name, \(column)) VALUES (?, ?)", [name, value])
        }
        return try await store.read { transaction in
            let row = try #require(
                try transaction.row("SELECT \(column) AS value FROM stored WHERE name = ?", [name]))
            return ((try row[0] as ColumnValue).storageClass.lowercased(), try row["value"])
        }
    }

    @Test("Each type is stored in its storage class and read as it was written")
    func roundTrips() async throws {
        #expect(try await roundTrip(Int.min, in: "integer") == ("integer", Int.min))
        #expect(try await roundTrip(Int32.max, in: "integer") == ("integer", Int32.max))
        #expect(try await roundTrip(Int64(7), in: "integer") == ("integer", 7))
        #expect(try await roundTrip(UInt64(7), in: "integer") == ("integer", 7))
        #expect(try await roundTrip(-0.5, in: "real") == ("real", -0.5))
        #expect(try await roundTrip(true, in: "integer") == ("integer", true))
        #expect(try await roundTrip("Grüße", in: "text") == ("text", "Grüße"))
        #expect(try await roundTrip("", in: "text") == ("text", ""))
        if scratch.isSQLite {
            #expect(try await roundTrip("before\0after", in: "text") == ("text", "before\0after"))
        } else {
            #expect(await storageCode { _ = try await roundTrip("before\0after", in: "text") } == .statement)
        }
        #expect(try await roundTrip(Data([0, 255]), in: "blob") == ("blob", Data([0, 255])))
        #expect(try await roundTrip(Data(), in: "blob") == ("blob", Data()))
        #expect(try await roundTrip(Day(number: -3), in: "integer") == ("integer", Day(number: -3)))
        #expect(try await roundTrip(ServiceName.scoring, in: "text") == ("text", .scoring))
        let counter = try #require(StoredCounter(columnValue: .integer(1 << 62)))
        #expect(try await roundTrip(counter, in: "integer") == ("integer", counter))
        for damaged: Int64 in [-1, (1 << 62) + 1, .max] {
            #expect(StoredCounter(columnValue: .integer(damaged)) == nil)
        }
        for damaged in [Double.infinity, -.infinity, .nan] { #expect(Double(columnValue: .real(damaged)) == nil) }
        let user = UserID(high: 1, low: .max)
        #expect(try await roundTrip(user, in: "blob") == ("blob", user))
        #expect(try await roundTrip(Data(user.bytes), in: "blob") == ("blob", Data(user.bytes)))
        #expect(try await roundTrip(Day?.none, in: "integer") == ("null", nil))
        #expect(try await roundTrip(Day?.some(Day(number: 5)), in: "integer") == ("integer", Day(number: 5)))
    }

    @Test("A value of another type, NULL for none, and an unknown column throw; none of them is guessed")
    func wrongTypes() async throws {
        try await store.read { transaction in
            let row = try #require(
                try transaction.row(
                    "SELECT NULL AS missing, 'x' AS text, 1.5 AS real, x'0102' AS blob, 1099511627776 AS big")
            )
            func code<T: ColumnConvertible>(_ column: String, _ type: T.Type) -> StorageError.Code? {
                do {
                    _ = try row[column] as T
                    return nil
                } catch {
                    return (error as? StorageError)?.code
                }
            }
            #expect(code("missing", Int?.self) == nil)
            #expect(code("missing", Int.self) == .damagedValue)
            #expect(code("text", Int?.self) == .damagedValue)
            #expect(code("text", Data.self) == .damagedValue)
            #expect(code("real", Int.self) == .damagedValue)
            #expect(code("blob", UserID.self) == .damagedValue)
            #expect(code("blob", String.self) == .damagedValue)
            #expect(code("big", Int64.self) == nil)
            #expect(code("big", Int32.self) == .damagedValue)
            #expect(code("big", Day.self) == .damagedValue)
            #expect(code("unknown", Int?.self) == .statement)
            #expect(throws: StorageError.self) { try row[5] as Int? }
        }
    }

    @Test(
        "A broken constraint and an invalid statement are errors of their own; the transaction goes on after the savepoint"
    )
    func refusals() async throws {
        let isSQLite = scratch.isSQLite
        try await store.write { transaction in
            func code(_ sql: String, _ arguments: Arguments = []) -> StorageError.Code? {
                do {
                    try transaction.savepoint { _ = try transaction.execute(sql, arguments) }
                    return nil
                } catch {
                    return (error as? StorageError)?.code
                }
            }
            let insert = "INSERT INTO stored (name, integer) VALUES (?, ?)"
            #expect(code(insert, ["a", 1]) == nil)
            #expect(code(insert, ["a", 2]) == .constraint)
            #expect(code(insert, ["b"]) == .statement)
            #expect(code("INSERT INTO missing VALUES (1)") == .statement)
            if isSQLite {
                #expect(code("INSERT INTO stored (name, blob) VALUES ('b', zeroblob(2000000000))") == .tooLarge)
            }
            #expect(code(insert, ["b", nil]) == nil)
        }
        let rows = try await store.read { try $0.rows("SELECT name, integer AS value FROM stored ORDER BY name") }
        #expect(try rows.map { try $0["value"] as Int? } == [1, nil])
        let failed = await storageCode { try await store.write { _ = try $0.execute("DELETE FROM missing") } }
        #expect(failed == .statement)
    }

    @Test("An argument may be NULL wherever it stands, also where only that is asked")
    func missingArguments() async throws {
        try await store.write { try $0.execute("INSERT INTO stored (name, integer) VALUES ('a', 1), ('b', 2)") }
        let query = """
            SELECT name FROM stored WHERE (?1 IS NULL OR name = ?1) AND (?2 IS NULL OR integer > ?2) AND ?3 IS NOT NULL
            ORDER BY name
            """
        func names(_ name: String?, _ least: Int?, _ last: Data? = Data()) async throws -> [String] {
            try await store.read { transaction in
                let rows = try transaction.rows(query, [name, least, last]).map { try $0[0] as String }
                var streamed: [String] = []
                try transaction.forEachRow(query, [name, least, last]) {
                    streamed.append(try $0[0])
                    return true
                }
                #expect(streamed == rows)
                return rows
            }
        }
        #expect(try await names(nil, nil) == ["a", "b"])
        #expect(try await names("b", nil) == ["b"])
        #expect(try await names(nil, 1) == ["b"])
        #expect(try await names("a", 1) == [])
        #expect(try await names(nil, nil, nil) == [])
    }

    @Test("Rows are read one by one until the caller has enough")
    func someRows() async throws {
        let read = try await store.read { transaction in
            var read: [Int] = []
            let numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i > ?"
            try transaction.forEachRow(numbers, [10]) { row in
                read.append(try row[0])
                return read.count < 3
            }
            return read
        }
        #expect(read == [11, 12, 13])
    }

    @Test("Columns are read by name in any order; of two with one name the first is read")
    func names() async throws {
        let scratch = try Scratch()
        let store = try scratch.store()
        let rows = try await store.read {
            try $0.rows(
                "SELECT n AS a, n + 10 AS b, n + 20 AS c FROM (SELECT 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 3) AS numbers"
            )
        }
        for (index, row) in rows.enumerated() {
            for (name, offset) in [("a", 1), ("b", 11), ("c", 21), ("a", 1), ("c", 21), ("b", 11), ("b", 11)] {
                #expect(try row[name] as Int == index + offset)
            }
            #expect(throws: StorageError.self) { try row["d"] as Int }
        }
        let twice = try await store.read { try $0.rows("SELECT 1 AS a, 2 AS b, 3 AS a UNION ALL SELECT 4, 5, 6") }
        for (row, first) in zip(twice, [1, 4]) {
            #expect(try [row["a"] as Int, row["b"], row["a"], row["a"]] == [first, first + 1, first, first])
        }
    }

    @Test("A read whose task is cancelled ends at its next statement")
    func cancelledRead() async throws {
        let scratch = try Scratch()
        let store = try scratch.store()
        let (started, continuation) = AsyncStream.makeStream(of: Void.self)
        let isCancelled = DispatchSemaphore(value: 0)
        let reading = Task {
            await code {
                try await store.read { transaction in
                    continuation.yield()
                    isCancelled.wait()
                    _ = try transaction.row("SELECT 1")
                }
            }
        }
        for await _ in started { break }
        reading.cancel()
        isCancelled.signal()
        #expect(await reading.value == .cancelled)
    }

    @Test("OWN-1 whether a user was erased is asked once; an erasure in the same transaction counts at once")
    func checkedOnce() async throws {
        let scratch = try Scratch()
        let store = try scratch.store()
        let (user, other) = (UserID.random(), UserID.random())
        let questions = Mutex(0)
        try await store.write { transaction in
            try transaction.session.observed { sql in
                if sql.contains("FROM storage_erased") { questions.withLock { $0 += 1 } }
            } _: {
                for number in 0..<3 {
                    try transaction.check(user)
                    try transaction.put(number, user: user)
                    try transaction.check(other)
                }
                #expect(questions.withLock { $0 } == 2)
                #expect(try transaction.erase(user) > 0)
                #expect(throws: ServiceError.self) { try transaction.check(user) }
                #expect(throws: ServiceError.self) { try transaction.put(4, user: user) }
                try transaction.check(other)
                #expect(questions.withLock { $0 } == 4)
            }
        }
        // An erasure by another process counts in the next transaction.
        let elsewhere = try Store(
            at: store.address, service: .scoring, key: store.masterKey, migrations: notes)
        try await store.write { try $0.check(other) }
        _ = try await elsewhere.erase(other)
        #expect(await code { try await store.write { try $0.check(other) } } == .erased)
    }
}
