import Foundation
import Messages
import Synchronization
import TestTraits
import Testing

@testable import Storage

/// Transactions that conflict.
@Suite(.needs(.postgres), .timeLimit(.minutes(2)), .tags(.processes)) struct PostgresConflictTests {
    /// Waits, in the first run of each of two transactions, until both are as far.
    private final class Meeting: Sendable {
        private let runs = Mutex<[Int: Int]>([:])
        private let arrived = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]

        func meet(_ side: Int) {
            let run = runs.withLock { runs in
                runs[side, default: 0] += 1
                return runs[side] ?? 0
            }
            guard run == 1 else { return }
            arrived[side].signal()
            arrived[1 - side].wait()
        }

        var total: Int { runs.withLock { $0.values.reduce(0, +) } }
    }

    /// Records the order of the steps of two transactions.
    private final class Order: Sendable {
        private let events = Mutex<[String]>([])
        var all: [String] { events.withLock { $0 } }
        func add(_ event: String) { events.withLock { $0.append(event) } }
    }

    /// Number of transactions at work.
    private final class Running: Sendable {
        private let count = Mutex(0)

        @discardableResult
        func change(by difference: Int) -> Int {
            count.withLock { count in
                count += difference
                return count
            }
        }
    }

    private func scratch() async throws -> Scratch {
        let database = try await TestDatabase.onServer
        return try TestDatabase.$current.withValue(database) { try Scratch() }
    }

    @Test("Of two transactions that each read what the other one writes, one runs again and sees it")
    func writeSkew() async throws {
        let scratch = try await scratch()
        let stores = [try scratch.store(), try scratch.store()]
        let users = [UserID.random(), UserID.random()]
        for user in users { try await stores[0].write { _ = try $0.dataKey(user) } }
        let meeting = Meeting()
        let seen = try await withThrowingTaskGroup(of: Int.self) { group in
            for side in 0..<2 {
                group.addTask {
                    try await stores[side].write { transaction in
                        let count = try transaction.value(Int.self, "SELECT count(*) FROM notes") ?? 0
                        meeting.meet(side)
                        try transaction.put(count, user: users[side])
                        return count
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(seen.sorted() == [0, 1])
        #expect(meeting.total >= 3)
        #expect(stores.map(\.statistics.retries).reduce(0, +) == meeting.total - 2)
    }

    @Test("The same command on two machines at once has one effect and one reply, although its rows collide")
    func sameCommand() async throws {
        let scratch = try await scratch()
        let stores = [try scratch.store(), try scratch.store()]
        let (user, id) = (UserID.random(), RequestID.random())
        try await stores[0].write { _ = try $0.dataKey(user) }
        let meeting = Meeting()
        let replies = try await withThrowingTaskGroup(of: Int64.self) { group in
            for side in 0..<2 {
                group.addTask {
                    try await stores[side].command(id, user: user) { transaction in
                        meeting.meet(side)
                        try transaction.put(1, user: user)
                        return EraseUser.Reply(rows: Int64(side))
                    }.rows
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(replies.count == 2 && Set(replies).count == 1)
        #expect(try await stores[0].read { try $0.numbers(user) } == [1])
    }

    @Test("A fault that a body ignores still ends its transaction, which runs again: two that wait for each other")
    func deadlock() async throws {
        let scratch = try await scratch()
        let stores = [try scratch.store(), try scratch.store()]
        let users = [UserID.random(), UserID.random()]
        for user in users { try await stores[0].write { try $0.put(0, user: user) } }
        let meeting = Meeting()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for side in 0..<2 {
                group.addTask {
                    try await stores[side].write { transaction in
                        let change = "UPDATE notes SET number = number + 1 WHERE user = ?"
                        try transaction.execute(change, [users[side]])
                        meeting.meet(side)
                        _ = try? transaction.execute(change, [users[1 - side]])
                    }
                }
            }
            try await group.waitForAll()
        }
        for user in users { #expect(try await stores[0].read { try $0.numbers(user) } == [2]) }
    }

    @Test("A write whose caller gave up is not run again after a conflict, and nothing of it is stored")
    func givenUp() async throws {
        let scratch = try await scratch()
        let store = try scratch.store()
        let (user, runs) = (UserID.random(), Running())
        try await store.write { _ = try $0.dataKey(user) }
        let (begun, cancelled) = (Meeting(), Meeting())
        let write = Task {
            try await store.write { transaction in
                runs.change(by: 1)
                try transaction.put(1, user: user)
                begun.meet(0)
                cancelled.meet(0)
                throw PostgresFault(state: "40001")
            }
        }
        begun.meet(1)
        write.cancel()
        cancelled.meet(1)
        await #expect {
            try await write.value
        } throws: {
            ($0 as? ServiceError)?.code == .cancelled
        }
        #expect(runs.change(by: 0) == 1)
        #expect(try await store.read { try $0.numbers(user) } == [])
    }

    @Test("A long transaction that emits does not conflict with the acknowledgement of earlier events")
    func acknowledged() async throws {
        let scratch = try await scratch()
        let store = try scratch.store()
        let user = UserID.random()
        try await store.write { try $0.emit(Noted(user: user, number: 1), id: .random(), to: [.coaching]) }
        let (begun, done) = (Meeting(), Meeting())
        let long = Task {
            try await store.write { transaction in
                _ = try transaction.dataKey(user)
                begun.meet(0)
                done.meet(0)
                try transaction.emit(Noted(user: user, number: 2), id: .random(), to: [.coaching])
            }
        }
        begun.meet(1)
        try await store.write(for: nil, isolation: .rows) {
            try $0.settle(
                RelayCore.Settlement(
                    lane: RelayCore.Lane(consumer: .coaching, user: user), acknowledged: 1, attempts: 0,
                    isParked: false))
        }
        done.meet(1)
        try await long.value
        #expect(begun.total == 2 && store.statistics.retries == 0)
        let pending = try await store.read { try $0.pendingLanes() }
        #expect(pending.map(\.acknowledged) == [1] && pending.map(\.last) == [2])
    }

    @Test("A settlement locks its lease: nobody takes it before the commit")
    func settlementLocks() async throws {
        let scratch = try await scratch()
        let (side, other) = (try await Side(scratch, .random()), try scratch.store())
        let begun = Meeting()
        let order = Order()
        let settling = Task {
            try await side.store.requiring(side.lease).write(for: nil, isolation: .rows) { _ in
                begun.meet(0)
                Thread.sleep(forTimeInterval: 0.4)
                order.add("settled")
            }
        }
        begun.meet(1)
        try await other.write {
            try $0.execute("UPDATE storage_leases SET until = 0 WHERE name = ?", [side.lease.name])
        }
        order.add("taken")
        try await settling.value
        #expect(order.all == ["settled", "taken"])
    }

    /// Transactions of everyday.
    private enum Work: CaseIterable {
        case command, arrival, delivery, settlement, schedule, renewal
    }

    /// One of two processes, which works for people whose rows share no page with those of the other one.
    private struct Side {
        let store: Store
        let user: UserID
        let lease: Lease

        init(_ scratch: Scratch, _ user: UserID) async throws {
            (store, self.user) = (try scratch.store(), user)
            try await store.write { try $0.emit(Noted(user: user, number: 1), id: .random(), to: [.coaching]) }
            let lease = try await store.write { try $0.takeLease("work \(user)") }
            self.lease = try #require(lease)
        }

        /// - Parameter meet: called after the last statement before the commit.
        func run(_ work: Work, _ number: Int, _ meet: @escaping @Sendable () -> Void) async throws {
            let user = work == .arrival ? UserID(high: user.high, low: user.low + UInt64(number)) : user
            switch work {
            case .command, .arrival:
                _ = try await store.command(.random(), user: user) { transaction in
                    try transaction.put(number, user: user)
                    try transaction.emit(Noted(user: user, number: Int64(number)), id: .random(), to: [.coaching])
                    meet()
                    return Empty()
                }
            case .delivery:
                let event = StreamEvent(sequence: 1, id: .random(), type: Noted.type, payload: [])
                // Each begins a stream.
                let slice = StreamSlice(user: UserID(high: user.high, low: UInt64(number)), epoch: 1, events: [event])
                let batch = DeliverEvents(producer: .sentiment, consumer: store.service, slices: [slice])
                _ = try await store.receive(batch) { _, user, transaction in
                    try transaction.put(number, user: user)
                    meet()
                }
            case .settlement:
                let settlement = RelayCore.Settlement(
                    lane: RelayCore.Lane(consumer: .coaching, user: user), acknowledged: 1, attempts: 0,
                    isParked: false)
                try await store.requiring(lease).write(for: nil, isolation: .rows) {
                    try $0.settle(settlement)
                    meet()
                }
            case .schedule:
                try await store.write(for: user) {
                    try $0.schedule("review", user: user, at: Int64(number))
                    meet()
                }
            case .renewal:
                try await store.write { [lease] transaction in
                    let isHeld = try transaction.renew(lease)
                    #expect(isHeld)
                    meet()
                }
            }
        }
    }

    /// Rows of a thousand others, so that each index has several pages.
    private func fill(_ store: Store) async throws {
        try await store.write { transaction in
            guard case .postgres(let connection) = transaction.session else { return }
            let rows = [
                "storage_keys (\"user\", wrapped) SELECT id, ''",
                "storage_replies (\"user\", request, kind, at, sealed) SELECT id, id, '', 0, ''",
                "storage_streams (consumer, \"user\", last) SELECT 'coaching', id, 0",
                "storage_numbers (consumer, \"user\", last) SELECT 'coaching', id, 0",
                "storage_positions (producer, \"user\", epoch, last) SELECT 'sentiment', id, 1, 1",
                "storage_due_work (\"user\", kind, due) SELECT id, 'review', 0",
                "notes (\"user\", number, sealed) SELECT id, 1, ''",
            ]
            let people = "SELECT decode(md5(n::text), 'hex') AS id FROM generate_series(1, 1000) n"
            for row in rows { try connection.command("INSERT INTO \(row) FROM (\(people)) people") }
        }
    }

    @Test("Everyday transactions of two people on different pages never make each other run again, whichever overlap")
    func everyday() async throws {
        let scratch = try await scratch()
        let sides = [
            try await Side(scratch, UserID(high: 0, low: 1 << 32)), try await Side(scratch, UserID(high: .max, low: 0)),
        ]
        try await fill(sides[0].store)
        var number = 0
        for first in Work.allCases {
            for second in Work.allCases {
                number += 1
                let before = sides.map(\.store.statistics.retries)
                let meeting = Meeting()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for (side, work) in [first, second].enumerated() {
                        group.addTask { [number] in
                            try await sides[side].run(work, number) { meeting.meet(side) }
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(sides.map(\.store.statistics.retries) == before, "\(first) and \(second)")
            }
        }
    }

    @Test("Commands of one person in one process run one after the other: none runs again")
    func turns() async throws {
        let scratch = try await scratch()
        let store = try scratch.store()
        let user = UserID.random()
        try await store.write { _ = try $0.dataKey(user) }
        let running = Running()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    _ = try await store.command(.random(), user: user) { transaction in
                        #expect(running.change(by: 1) == 1)
                        defer { running.change(by: -1) }
                        try transaction.put(number, user: user)
                        return Empty()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(store.statistics.retries == 0)
        #expect(store.statistics.transactions == 41)
    }

    @Test("A statement that failed outside of a savepoint spoils its transaction, also where its error is ignored")
    func ignoredError() async throws {
        let scratch = try await scratch()
        let store = try scratch.store()
        let user = UserID.random()
        try await store.write { try $0.put(1, user: user) }
        let failure = await storageCode {
            try await store.write { transaction in
                try transaction.put(2, user: user)
                try? transaction.put(1, user: user)
            }
        }
        #expect(failure == .statement)
        #expect(try await store.read { try $0.numbers(user) } == [1])
    }

    @Test("What a read sees is a state between the writes in some order, as if they ran one by one")
    func serialRead() async throws {
        let scratch = try await scratch()
        let store = try scratch.store()
        let (withdrawn, call) = (UserID.random(), UserID.random())
        for user in [withdrawn, call] { try await store.write { _ = try $0.dataKey(user) } }
        // A call is admitted if nothing was withdrawn; a withdrawal that is seen without an admitted call is complete.
        let (looking, withdrawing) = (Meeting(), Meeting())
        let admission = Task {
            try await store.write { transaction in
                let isFree = try transaction.numbers(withdrawn).isEmpty
                looking.meet(0)
                // Until the withdrawal is committed and read.
                withdrawing.meet(0)
                if isFree { try transaction.put(1, user: call) }
                return isFree
            }
        }
        looking.meet(1)
        try await store.write { try $0.put(1, user: withdrawn) }
        let looked = try await store.read { (try $0.numbers(withdrawn), try $0.numbers(call)) }
        withdrawing.meet(1)
        let isAdmitted = try await admission.value
        #expect(looked.0 == [1])
        // Admitted means before the withdrawal, and then the read had to see the call.
        #expect(!isAdmitted || looked.1 == [1])
    }
}
