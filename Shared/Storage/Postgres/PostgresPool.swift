import Dispatch
import Messages
import Synchronization

/// The connections of a process to its service's schema, a bounded number, each used by a thread of its own, because
/// the bodies of transactions are synchronous. Jobs of one person run one after the other: their transactions would
/// conflict, and all but one would run again.
final class PostgresPool: Sendable {
    typealias Job = @Sendable (PostgresSlot) -> Void

    private struct State {
        /// Jobs that may begin, oldest first, with the person whose turn each takes.
        var ready: [(user: UserID?, job: Job)] = []
        /// Number of jobs at the front of `ready` that were taken.
        var taken = 0
        /// By person: jobs that wait for the end of the one that has the turn.
        var turns: [UserID: [Job]] = [:]
        var idle: [PostgresSlot]

        mutating func next() -> (user: UserID?, job: Job)? {
            guard taken < ready.count else { return nil }
            taken += 1
            let job = ready[taken - 1]
            if taken == ready.count { (ready, taken) = ([], 0) }
            return job
        }

        mutating func end(_ user: UserID) {
            guard var waiting = turns[user], !waiting.isEmpty else { return turns[user] = nil }
            ready.append((user, waiting.removeFirst()))
            turns[user] = waiting
        }
    }

    private let state: Mutex<State>
    private let slots: [PostgresSlot]

    /// - Parameter check: runs on each new connection; if it throws, nothing runs there.
    init(_ address: PostgresAddress, check: @escaping @Sendable (PostgresConnection) throws -> Void) {
        let slots = (0..<address.connections).map { _ in PostgresSlot(address, check: check) }
        self.slots = slots
        state = Mutex(State(idle: slots))
    }

    /// Runs a job on a connection, after earlier jobs of the same person.
    func submit(for user: UserID?, _ job: @escaping Job) {
        let slot = state.withLock { state -> PostgresSlot? in
            if let user {
                guard state.turns[user] == nil else {
                    state.turns[user]?.append(job)
                    return nil
                }
                state.turns[user] = []
            }
            state.ready.append((user, job))
            return state.idle.popLast()
        }
        guard let slot else { return }
        slot.queue.async { self.serve(slot) }
    }

    private func serve(_ slot: PostgresSlot) {
        while let (user, job) = next(slot) {
            job(slot)
            if let user { state.withLock { $0.end(user) } }
        }
    }

    private func next(_ slot: PostgresSlot) -> (user: UserID?, job: Job)? {
        state.withLock { state in
            let next = state.next()
            if next == nil { state.idle.append(slot) }
            return next
        }
    }

    /// Closes the connections after the jobs at work; later jobs fail.
    func close() { for slot in slots { slot.close() } }
}

/// One connection, opened when it is first needed and again after it broke.
final class PostgresSlot: Sendable {
    let queue = DispatchQueue(label: "pulsum.postgresql")
    private let address: PostgresAddress
    private let check: @Sendable (PostgresConnection) throws -> Void
    private let state = Mutex<(connection: PostgresConnection?, isClosed: Bool)>((nil, false))

    init(_ address: PostgresAddress, check: @escaping @Sendable (PostgresConnection) throws -> Void) {
        (self.address, self.check) = (address, check)
    }

    /// - Throws: `PostgresFault` if there is no connection; errors of `body`.
    func with<T: Sendable>(_ body: @Sendable (PostgresConnection) throws -> T) throws -> T {
        try state.withLock { state in
            guard !state.isClosed else { throw PostgresFault.lost }
            let connection = try state.connection ?? open()
            state.connection = connection
            defer { if connection.isBroken { state.connection = nil } }
            return try body(connection)
        }
    }

    private func open() throws -> PostgresConnection {
        let connection = try PostgresConnection(address)
        try check(connection)
        return connection
    }

    func close() { state.withLock { $0 = (nil, true) } }

    var isClosed: Bool { state.withLock { $0.isClosed } }
}
