import Foundation
import GRDB
import Messages
import Synchronization
import TestTraits
import Testing

@testable import Storage

@Suite(.bothEngines, .tags(.processes)) struct StoreTests {
    @Test(
        "What a write returned is there for a reader and after opening again; the file is private, WAL and fully synchronous"
    )
    func persists() async throws {
        let scratch = try Scratch()
        let user = UserID.random()
        let store = try scratch.store()
        try await store.write { try $0.put(1, "kept", user: user) }
        #expect(try await store.read { try $0.note(1, user: user) } == "kept")
        try store.close()
        #expect(try await scratch.store().read { try $0.note(1, user: user) } == "kept")
        guard scratch.isSQLite else {
            let mode = try await scratch.store().write {
                try $0.value(String.self, "SELECT current_setting('synchronous_commit')")
            }
            return #expect(mode == "on")
        }
        let modes = try await scratch.store().write { transaction in
            try ["journal_mode", "synchronous", "secure_delete"].map {
                try transaction.value(ColumnValue.self, "PRAGMA \($0)")
            }
        }
        #expect(modes == [.text("wal"), .integer(2), .integer(1)])
        for name in ["scoring.sqlite", "master.key"] {
            let mode = try FileManager.default.attributesOfItem(atPath: scratch.file(name))[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test("A file that is gone ends its process and is not made again while its lock says that there was one")
    func missing() async throws {
        let scratch = try Scratch()
        guard scratch.isSQLite else { return }
        let user = UserID.random()
        let (path, aside) = (scratch.file("scoring.sqlite"), scratch.file("aside"))
        let store = try scratch.store()
        try await store.write { try $0.put(1, "kept", user: user) }
        try store.close()
        let running = try scratch.store()
        try await running.checkDatabase(advances: false)
        try FileManager.default.moveItem(atPath: path, toPath: aside)
        #expect(await storageCode { try await running.checkDatabase(advances: false) } == .missing)
        try running.close()
        for _ in 1...2 {
            let error = try #require(throws: StorageError.self) { try scratch.store() }
            #expect(error.code == .missing)
            #expect(error.message.contains(path + ".lock"))
            #expect(!FileManager.default.fileExists(atPath: path))
        }
        let move = DatabaseMove(.scoring, from: scratch.address("scoring"), to: scratch.address("other"))
        #expect(await storageCode { _ = try move.prepare() } == .missing)
        try FileManager.default.moveItem(atPath: aside, toPath: path)
        #expect(try await scratch.store().read { try $0.note(1, user: user) } == "kept")
        for suffix in ["", "-wal", "-shm", ".lock"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        #expect(try await scratch.store().read { try $0.numbers(user) } == [])
    }

    @Test("Concurrent writes share transactions; each gets its own result")
    func groups() async throws {
        let scratch = try Scratch()
        let store = try scratch.store()
        let user = UserID.random()
        try await store.write { _ = try $0.dataKey(user) }
        let before = store.statistics
        let results = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
            for number in 0..<500 {
                group.addTask {
                    (
                        number,
                        try await store.write { transaction in
                            try transaction.put(number, user: user)
                            return number * 2
                        }
                    )
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(results == Dictionary(uniqueKeysWithValues: (0..<500).map { ($0, $0 * 2) }))
        #expect(try await store.read { try $0.numbers(user) } == Array(0..<500))
        #expect(store.statistics.writes - before.writes == 500)
        let transactions = store.statistics.transactions - before.transactions
        #expect(scratch.isSQLite ? transactions < 250 : transactions == 500)
    }

    @Test("A write that throws takes back only its own changes, though it shared the transaction with others")
    func rollsBackAlone() async throws {
        let scratch = try Scratch()
        let store = try scratch.store()
        let (kind, shy) = (UserID.random(), UserID.random())
        let thrown = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    do {
                        try await store.write { transaction in
                            try transaction.put(number, user: number % 3 == 0 ? shy : kind)
                            if number % 3 == 0 { throw Fault() }
                        }
                        return false
                    } catch {
                        return error is Fault
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(thrown == 67)
        #expect(try await store.read { try $0.numbers(kind) } == (0..<200).filter { $0 % 3 != 0 })
        #expect(try await store.read { try $0.numbers(shy) } == [])
        #expect(await code { try await store.read { _ = try $0.dataKey(shy) } } == .notFound)
    }

    @Test(
        "A write that throws, or whose transaction SQLite ended, has the others run again at most once, with one effect",
        arguments: [false, true])
    func runsAgain(isEnded: Bool) async throws {
        let scratch = try Scratch()
        guard scratch.isSQLite else { return }
        let store = try scratch.store()
        let user = UserID.random()
        let runs = Mutex([Int](repeating: 0, count: 10))
        let isOpen = Atomic(false)
        let (ends, end) = AsyncStream.makeStream(of: (number: Int, isKept: Bool).self)
        // Those that are submitted meanwhile share a transaction.
        let first = WriteJob(
            run: { _ in
                while !isOpen.load(ordering: .acquiring) {}
                return {}
            }, fail: { _ in })
        store.engine.submit(first, for: nil)
        for number in 0..<10 {
            let job = WriteJob(
                run: { transaction in
                    runs.withLock { $0[number] += 1 }
                    try transaction.put(number, user: user)
                    try transaction.emit(Noted(user: user, number: 1), id: .random(), to: [.coaching])
                    if number % 4 == 3 {
                        guard isEnded else { throw Fault() }
                        // SQLite may do so at a fault of the disk; this write does not notice.
                        _ = try? transaction.execute("ROLLBACK")
                    }
                    return { end.yield((number, true)) }
                }, fail: { _ in end.yield((number, false)) })
            store.engine.submit(job, for: nil)
        }
        isOpen.store(true, ordering: .releasing)
        let kept = await ends.prefix(10).reduce(into: [Int]()) { if $1.isKept { $0.append($1.number) } }
        #expect(kept.sorted() == [0, 1, 2, 4, 5, 6, 8, 9])
        #expect(try await store.read { try $0.numbers(user) } == kept.sorted())
        #expect(try await store.read { try $0.sequences() } == Array(1...8))
        #expect(runs.withLock { $0.allSatisfy { (1...2).contains($0) } })
    }

    @Test("A savepoint inside a write takes back rows, keys and events of its own")
    func savepoints() async throws {
        let scratch = try Scratch()
        let store = try scratch.store()
        let user = UserID.random()
        try await store.write { transaction in
            try? transaction.savepoint {
                try transaction.put(1, "never", user: user)
                try transaction.emit(Noted(user: user, number: 1), id: .random(), to: [.coaching])
                throw Fault()
            }
            try transaction.put(2, "kept", user: user)
        }
        #expect(try await store.read { try $0.numbers(user) } == [2])
        #expect(try await store.read { try $0.note(2, user: user) } == "kept")
        #expect(try await store.parkedLanes().pending == 0)
    }

    @Test("Unacknowledged events are counted by consumer")
    func pendingEvents() async throws {
        let scratch = try Scratch()
        let store = try scratch.store()
        let user = UserID.random()
        #expect(try await store.pendingEvents().isEmpty)
        try await store.write { transaction in
            try transaction.emit(Noted(user: user, number: 1), id: .random(), to: [.coaching, .scoring])
            try transaction.emit(Noted(user: user, number: 2), id: .random(), to: [.coaching])
        }
        #expect(try await store.pendingEvents() == [.coaching: 2, .scoring: 1])
    }

    @Test("A stream's numbers have no gap after a savepoint was rolled back, in later writes and in another process")
    func streamNumbers() async throws {
        let scratch = try Scratch()
        let (user, other) = (UserID.random(), UserID.random())
        for store in [try scratch.store(), try scratch.store()] {
            for _ in 0..<2 {
                try await store.write { transaction in
                    let emit = { (user: UserID) in
                        try transaction.emit(Noted(user: user, number: 1), id: .random(), to: [.coaching])
                    }
                    try emit(user)
                    try? transaction.savepoint {
                        for _ in 0..<3 { try emit(user) }
                        try emit(other)
                        throw Fault()
                    }
                    for _ in 0..<2 { try emit(user) }
                }
            }
        }
        let store = try scratch.store()
        #expect(try await store.read { try $0.sequences() } == Array(1...12))
        let last = try await store.read { transaction in
            try transaction.rows(
                transaction.sql("SELECT last FROM storage_streams", postgres: "SELECT last FROM storage_numbers")
            ).map { try $0["last"] as Int }
        }
        #expect(last == [12])
    }

    @Test("Two stores on one file, as two processes have, write at the same time without losing anything")
    func twoStores() async throws {
        let scratch = try Scratch()
        let stores = [try scratch.store(), try scratch.store()]
        let user = UserID.random()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<300 {
                group.addTask {
                    try await stores[number % 2].write { transaction in
                        try transaction.put(number, "text \(number)", user: user)
                        try transaction.emit(Noted(user: user, number: Int64(number)), id: .random(), to: [.coaching])
                    }
                }
            }
            try await group.waitForAll()
        }
        for store in stores {
            #expect(try await store.read { try $0.numbers(user) } == Array(0..<300))
            #expect(try await store.read { try $0.note(299, user: user) } == "text 299")
            #expect(try await store.read { try $0.sequences() } == Array(1...300))
        }
    }

    @Test("A write of a cancelled task changes nothing")
    func cancelled() async throws {
        let scratch = try Scratch()
        let store = try scratch.store()
        let user = UserID.random()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await code { try await store.write { try $0.put(1, user: user) } }
        }
        #expect(await task.value == .cancelled)
        #expect(try await store.read { try $0.numbers(user) } == [])
    }

    @Test("The mirror receives events after their commit, in order, and none that was rolled back")
    func mirror() async throws {
        let scratch = try Scratch()
        let store = try scratch.store(.sentiment)
        let (stream, continuation) = AsyncStream.makeStream(of: CommittedEvent.self)
        store.onCommit { events in for event in events { continuation.yield(event) } }
        let user = UserID.random()
        let ids = (0..<3).map { _ in EntityID.random() }
        try await store.write { try $0.emit(Noted(user: user, number: 1), id: ids[0]) }
        try? await store.write { transaction in
            try transaction.emit(Noted(user: user, number: 2), id: ids[1])
            throw Fault()
        }
        try await store.write { try $0.emit(Noted(user: user, number: 3), id: ids[2]) }
        continuation.finish()
        var heard: [CommittedEvent] = []
        for await event in stream { heard.append(event) }
        #expect(heard == [ids[0], ids[2]].map { CommittedEvent(type: Noted.type, user: user, id: $0) })
    }
}

/// Faults of the file and of its disk.
@Suite(.tags(.processes)) struct StoreFileTests {
    @Test("A full disk refuses what does not fit, keeps what was accepted, and accepts again when there is room")
    func diskFull() async throws {
        let scratch = try Scratch()
        let store = try scratch.store()
        let user = UserID.random()
        try await store.write { try $0.put(0, "before", user: user) }
        try await store.pool.writeWithoutTransaction { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            try db.execute(sql: "PRAGMA max_page_count = \(pages + 4)")
        }
        let large = String(repeating: "x", count: 200_000)
        do {
            try await store.write { try $0.put(1, large, user: user) }
            Issue.record("The disk should be full.")
        } catch let error as ServiceError {
            #expect(error.code == .storage)
            #expect(error.causeText == "SQLiteFault (SQLite 13)")
        }
        // In a batch with others it alone is refused.
        let refused = await withTaskGroup(of: ServiceError.Code?.self) { group in
            for number in 2..<22 {
                group.addTask {
                    await code {
                        try await store.write { try $0.put(number, number == 10 ? large : "small", user: user) }
                    }
                }
            }
            return await group.reduce(into: [ServiceError.Code]()) { codes, code in if let code { codes.append(code) } }
        }
        #expect(refused == [.storage])
        #expect(try await store.read { try $0.numbers(user) } == [0] + (2..<22).filter { $0 != 10 })
        try await store.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
        try await store.write { try $0.put(1, large, user: user) }
        #expect(try await store.read { try $0.note(0, user: user) } == "before")
        #expect(try await store.read { try $0.note(1, user: user) } == large)
    }

    @Test("A write that ignores a full disk and goes on leaves nothing behind")
    func ignoresFullDisk() async throws {
        let scratch = try Scratch()
        let store = try scratch.store()
        let user = UserID.random()
        try await store.write { try $0.put(0, "before", user: user) }
        try await store.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 1") }
        let failure = await code {
            try await store.write { transaction in
                try? transaction.put(1, String(repeating: "x", count: 500_000), user: user)
                try transaction.execute("DELETE FROM notes WHERE user = ?", [user])
            }
        }
        #expect(failure == .storage)
        #expect(try await store.read { try $0.note(0, user: user) } == "before")
    }

    @Test("A file that is no database, and a directory that cannot be, say so")
    func foreignFile() async throws {
        let scratch = try Scratch()
        try Data(repeating: 7, count: 10_000).write(to: URL(fileURLWithPath: scratch.file("scoring.sqlite")))
        #expect(await storageCode { _ = try scratch.store() } == .damagedDatabase)
        try Data().write(to: URL(fileURLWithPath: scratch.file("blocked")))
        #expect(await storageCode { _ = try scratch.store(name: "blocked/scoring") } == .open)
    }
}
