import Messages

@testable import Storage

/// A transaction's body at work: reads committed rows, notes which, and gathers its changes.
struct SimulatedTransaction {
    /// Runs in a transaction; returns what follows the commit.
    typealias Body = (inout SimulatedTransaction) throws -> () -> Void

    private let disk: Disk
    /// The server's clock, nanoseconds.
    private let time: Int64
    private(set) var rows: Set<DiskRow> = []
    private(set) var changes: [DiskChange] = []

    init(_ disk: Disk, time: Int64) { (self.disk, self.time) = (disk, time) }

    mutating func change(_ change: DiskChange) { changes.append(change) }

    /// Stores an event under the next number of the user's stream.
    mutating func emit(_ command: Int, user: Int) {
        rows.insert(.number(user))
        changes.append(.event(command, user: user))
    }

    mutating func reply(to command: Int) -> UInt64? {
        rows.insert(.reply(command))
        return disk.replies[command]
    }

    mutating func position(of user: Int) -> StreamPosition? {
        rows.insert(.position(user))
        return disk.positions[user]
    }

    /// True if the event of this command is still to be refused.
    mutating func isPoison(_ command: Int) -> Bool {
        guard let left = disk.poison[command] else { return false }
        rows.insert(.poison(command))
        return left > 0
    }

    mutating func settle(_ settlement: RelayCore.Settlement) {
        rows.insert(.lane(Int(settlement.lane.user.low)))
        changes.append(.settlement(settlement))
    }

    // MARK: Leases

    mutating func lease() -> Lease.Stored? {
        rows.insert(.lease)
        return disk.lease.map {
            Lease.Stored(holder: $0.holder, fence: $0.fence, remaining: ($0.until - time) / 1_000_000)
        }
    }

    /// Stores this lease with a new end.
    mutating func put(_ lease: Lease, lasting length: Int64) {
        changes.append(.lease(Disk.LeaseRow(holder: lease.holder, fence: lease.fence, until: time + length)))
    }

    mutating func require(_ lease: Lease) throws {
        guard self.lease()?.isHeld(by: lease) == true else { throw StorageError(.lostClaim, "") }
    }

    mutating func duties() -> Int {
        rows.insert(.duties)
        return disk.duties
    }
}

extension Simulation {
    /// Runs a write of a process. On a file it is committed when this returns.
    /// - Parameters:
    ///   - person: the user concerned.
    ///   - isKnown: the person is known before the body runs.
    ///   - lease: the lease under which the process works.
    ///   - isolation: on a server; by rows the lease is locked until the end.
    ///   - failed: called instead of what follows the commit.
    func write(
        _ process: SimulatedProcess, for person: Int? = nil, isKnown: Bool = true, under lease: Lease? = nil,
        isolation: WriteJob.Isolation = .serial, _ body: @escaping SimulatedTransaction.Body,
        failed: @escaping (any Error) -> Void
    ) {
        guard server == nil else {
            let write = SimulatedWrite(
                person: person.map(Cast.user), isKnown: isKnown, lease: lease, isolation: isolation, body: body,
                failed: failed)
            return submit(write, process)
        }
        do {
            let (transaction, resume) = try run(body)
            commit(transaction.changes)
            resume()
        } catch {
            failed(error)
        }
    }

    /// Runs a body on the data as committed now.
    func run(_ body: SimulatedTransaction.Body) throws -> (
        transaction: (rows: Set<DiskRow>, changes: [DiskChange]), resume: () -> Void
    ) {
        var transaction = SimulatedTransaction(disk, time: time)
        let resume = try body(&transaction)
        return ((transaction.rows, transaction.changes), resume)
    }
}
