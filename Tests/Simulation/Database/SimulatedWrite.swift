import Bus
import Messages

@testable import Storage

/// A write of a process on the server, with the production code's decisions about what follows each outcome.
struct SimulatedWrite {
    let person: UserID?
    let lease: Lease?
    let isolation: WriteJob.Isolation
    let body: SimulatedTransaction.Body
    let failed: (any Error) -> Void
    var course: PostgresWrite
    var transaction: OpenTransaction?

    init(
        person: UserID?, isKnown: Bool, lease: Lease?, isolation: WriteJob.Isolation,
        body: @escaping SimulatedTransaction.Body, failed: @escaping (any Error) -> Void
    ) {
        (self.person, self.lease, self.isolation) = (person, lease, isolation)
        (self.body, self.failed) = (body, failed)
        course = PostgresWrite(
            for: isKnown ? person : nil, retries: ServerSchedule.retries, lookUps: ServerSchedule.lookUps)
    }
}

/// A transaction whose body has run.
final class OpenTransaction {
    let marker: CommitMarker
    let rows: Set<DiskRow>
    let changes: [DiskChange]
    let resume: () -> Void
    /// The server's `now` and `life`.
    let begin: UInt64
    let life: Int
    let begun: Int64
    let isolation: WriteJob.Isolation
    /// When the server ends the session, and with it the lock of the lease; nil without a lock.
    let lockEnd: Int64?
    private let lease: Lease?
    private let wasStale: Bool
    private let person: UserID?

    init(_ simulation: Simulation, _ server: SerializableServer, _ write: SimulatedWrite) throws {
        marker = CommitMarker(now: simulation.time / 1_000_000, using: &simulation.random)
        wasStale = Self.isStale(write.lease, simulation.disk)
        (person, lease, isolation) = (write.person, write.lease, write.isolation)
        (begin, life, begun) = (server.now, server.life, simulation.time)
        let (transaction, resume) = try simulation.run(write.body)
        (rows, changes, self.resume) = (transaction.rows, transaction.changes, resume)
        let isLocked =
            write.isolation == .rows && write.lease != nil
            && ![.fenceOmitted, .leaseNotLocked].contains(simulation.flaw)
        lockEnd = isLocked ? simulation.time + ServerSchedule.maximumIdle : nil
        simulation.server?.leaseLocks[marker] = lockEnd
    }

    /// True if another holder has the lease under which this works, and had it when this took effect: a serializable
    /// transaction at its begin, one by rows at its commit.
    func isStale(_ disk: Disk) -> Bool { isolation == .rows ? Self.isStale(lease, disk) : wasStale }

    private static func isStale(_ lease: Lease?, _ disk: Disk) -> Bool {
        lease.map { disk.lease?.holder != $0.holder || disk.lease?.fence != $0.fence } ?? false
    }

    func failed(_ state: String) -> PostgresWrite.Outcome { .failed(PostgresFault(state: state), person: person) }
}

/// What a run on a server met, for a test to see that it met all of it.
enum Encounter: CaseIterable {
    case conflict
    /// Unknown commits, by what the look-up found.
    case foundCommitted, foundVoid
    case interrupted
    /// A new holder of the lease, and a write of an earlier one that failed.
    case takeover, fenced
}

/// A step of a write.
enum WriteEvent {
    // In the process.
    case takeTurn(UserID?)
    case run
    case commit
    case lookUp
    case ended(PostgresWrite.Outcome)
    // At the server.
    case commitArrives(OpenTransaction, isAnswered: Bool)
    case lookUpArrives(CommitMarker, isAnswered: Bool)

    var isAtServer: Bool {
        switch self {
        case .commitArrives, .lookUpArrives: true
        case .takeTurn, .run, .commit, .lookUp, .ended: false
        }
    }
}

extension Simulation {
    /// Starts a write after earlier ones of the same person in this process.
    func submit(_ write: SimulatedWrite, _ process: SimulatedProcess) {
        process.writes.last += 1
        let id = process.writes.last
        process.writes.running[id] = write
        queue(write.course.turn, id, process)
    }

    private func queue(_ turn: UserID?, _ id: UInt64, _ process: SimulatedProcess) {
        if let turn {
            guard process.writes.turns[turn] == nil else {
                process.writes.turns[turn]?.append(id)
                return
            }
            process.writes.turns[turn] = []
        }
        plan(.run, of: id, process, in: 0)
    }

    private func end(_ turn: UserID?, _ process: SimulatedProcess) {
        guard let turn, let waiting = process.writes.turns[turn] else { return }
        process.writes.turns[turn] = waiting.isEmpty ? nil : Array(waiting.dropFirst())
        if let next = waiting.first { plan(.run, of: next, process, in: 0) }
    }

    private func plan(_ event: WriteEvent, of id: UInt64, _ process: SimulatedProcess, in delay: Int64) {
        plan(.write(event, process: process.index, life: process.life, id: id), in: delay)
    }

    func perform(_ event: WriteEvent, _ id: UInt64, _ process: SimulatedProcess) {
        guard var write = process.writes.running[id] else { return }
        switch event {
        case .takeTurn(let old):
            queue(write.course.turn, id, process)
            end(old, process)
        case .run:
            guard let server, isConnected(process) else { return lose(.failed(.lost, person: nil), id, process) }
            do {
                write.transaction = try OpenTransaction(self, server, write)
                process.writes.running[id] = write
                plan(.commit, of: id, process, in: Int64.random(in: 50_000...maximumTransaction, using: &random))
            } catch {
                if (error as? StorageError)?.code == .lostClaim { tally[.fenced, default: 0] += 1 }
                finish(id, write, process) { write.failed(error) }
            }
        case .commit: if let transaction = write.transaction { commit(transaction, id, process) }
        case .lookUp: if let marker = write.transaction?.marker { lookUp(marker, id, process) }
        case .ended(let outcome): ended(outcome, id, write, process)
        case .commitArrives, .lookUpArrives: break
        }
    }

    // MARK: The process's side

    private func ended(
        _ seen: PostgresWrite.Outcome, _ id: UInt64, _ write: SimulatedWrite, _ process: SimulatedProcess
    ) {
        var write = write
        let old = write.course.turn
        var outcome = seen
        if case .unknown = seen, flaw == .markerIgnored { outcome = .failed(.lost, person: nil) }
        if case .unknown = seen, flaw == .unknownIsCommitted { outcome = .committed }
        let now = Duration.nanoseconds(process.clock.moment(time).nanoseconds)
        let step = write.course.next(after: outcome, now: now, using: &random)
        process.writes.running[id] = write
        note(outcome, step)
        switch step {
        case .run(let pause): plan(.run, of: id, process, in: pause.wholeNanoseconds)
        case .takeTurn(let pause): plan(.takeTurn(old), of: id, process, in: pause.wholeNanoseconds)
        case .lookUp(let pause): plan(.lookUp, of: id, process, in: pause.wholeNanoseconds)
        case .finish: finish(id, write, process) { write.transaction?.resume() }
        case .fail(let fault):
            if fault.isConflict { history.violate("a write gave up after conflicts") }
            finish(id, write, process) { write.failed(fault.error("the server")) }
        case .interrupt(let fault):
            let error: any Error =
                flaw == .unknownIsFailure ? fault.error("the server") : ServiceError(.interrupted, "", cause: fault)
            finish(id, write, process) { write.failed(error) }
        }
    }

    private func note(_ outcome: PostgresWrite.Outcome, _ step: PostgresWrite.Step) {
        switch (outcome, step) {
        case (.failed(let fault, _), _) where fault.isConflict: tally[.conflict, default: 0] += 1
        case (.found(isCommitted: true), _): tally[.foundCommitted, default: 0] += 1
        case (.found(isCommitted: false), _): tally[.foundVoid, default: 0] += 1
        case (.notFound, .interrupt): tally[.interrupted, default: 0] += 1
        default: break
        }
    }

    private func finish(_ id: UInt64, _ write: SimulatedWrite, _ process: SimulatedProcess, _ resume: () -> Void) {
        process.writes.running[id] = nil
        end(write.course.turn, process)
        resume()
    }

    private func commit(_ transaction: OpenTransaction, _ id: UInt64, _ process: SimulatedProcess) {
        guard let server, isConnected(process), transaction.life == server.life,
            time - transaction.begun < ServerSchedule.maximumIdle
        else { return lose(unknown(transaction, .lost), id, process) }
        switch cut() {
        case nil: plan(.commitArrives(transaction, isAnswered: true), of: id, process, in: latency())
        case .request: lose(unknown(transaction, .lost), id, process)
        case .answer:
            plan(.commitArrives(transaction, isAnswered: false), of: id, process, in: latency())
            // The server may say so itself, as CockroachDB does.
            lose(unknown(transaction, random.chance(0.5) ? .lost : PostgresFault(state: "40003")), id, process)
        case .delayed:
            plan(.commitArrives(transaction, isAnswered: false), of: id, process, in: late())
            lose(unknown(transaction, .lost), id, process)
        }
    }

    /// The outcome of a commit that ended with this fault.
    private func unknown(_ transaction: OpenTransaction, _ fault: PostgresFault) -> PostgresWrite.Outcome {
        !transaction.changes.isEmpty && fault.isAmbiguousCommit ? .unknown : .failed(fault, person: nil)
    }

    private func lookUp(_ marker: CommitMarker, _ id: UInt64, _ process: SimulatedProcess) {
        guard isConnected(process) else { return lose(.notFound(.lost), id, process) }
        switch cut() {
        case nil: plan(.lookUpArrives(marker, isAnswered: true), of: id, process, in: latency())
        case .request: lose(.notFound(.lost), id, process)
        case .answer:
            plan(.lookUpArrives(marker, isAnswered: false), of: id, process, in: latency())
            lose(.notFound(.lost), id, process)
        case .delayed:
            plan(.lookUpArrives(marker, isAnswered: false), of: id, process, in: late())
            lose(.notFound(.lost), id, process)
        }
    }

    // MARK: The connection

    private enum Cut { case request, answer, delayed }

    /// What breaks now, if anything.
    private func cut() -> Cut? {
        guard !isEnding, random.chance(serverSchedule?.ambiguity ?? 0) else { return nil }
        disturbed(for: 0)
        return [.request, .answer, .delayed].randomElement(using: &random)
    }

    private var maximumTransaction: Int64 { serverSchedule?.maximumTransaction ?? 50_000 }
    func latency() -> Int64 { Int64.random(in: 50_000...1_000_000, using: &random) }
    private func late() -> Int64 { Int64.random(in: 0...3_000, using: &random).milliseconds }

    /// The process notices a broken connection.
    private func lose(_ outcome: PostgresWrite.Outcome, _ id: UInt64, _ process: SimulatedProcess) {
        plan(.ended(outcome), of: id, process, in: Int64.random(in: 1...1_000, using: &random).milliseconds)
    }

    /// False if nothing passes between the process and the server.
    func isConnected(_ process: SimulatedProcess) -> Bool {
        guard let server else { return false }
        return server.downUntil <= time && server.cutUntil[process.index % server.cutUntil.count] <= time
    }

    // MARK: The server's side

    /// Also if the process has died meanwhile.
    func arrive(_ event: WriteEvent, _ id: UInt64, _ process: SimulatedProcess, life: Int) {
        let answer: (answered: PostgresWrite.Outcome, lost: PostgresWrite.Outcome)
        let isAwaited: Bool
        switch event {
        case .commitArrives(let transaction, let isAnswered):
            if server?.isLeaseLocked(at: time) == true, transaction.changes.contains(where: { $0.row == .lease }) {
                let pause = Int64.random(in: 1...50, using: &random).milliseconds
                return plan(.write(event, process: process.index, life: life, id: id), in: pause)
            }
            answer = (commit(transaction), unknown(transaction, .lost))
            isAwaited = isAnswered
        case .lookUpArrives(let marker, let isAnswered):
            answer = (lookUp(marker), .notFound(.lost))
            isAwaited = isAnswered
        case .takeTurn, .run, .commit, .lookUp, .ended: return
        }
        guard isAwaited, process.isAlive, process.life == life else { return }
        if isConnected(process) {
            plan(.ended(answer.answered), of: id, process, in: latency())
        } else {
            lose(answer.lost, id, process)
        }
    }

    private func commit(_ transaction: OpenTransaction) -> PostgresWrite.Outcome {
        guard let server, transaction.life == server.life, server.downUntil <= time else {
            return unknown(transaction, .lost)
        }
        self.server?.leaseLocks[transaction.marker] = nil
        if let end = transaction.lockEnd, end <= time { return unknown(transaction, .lost) }
        // Its marker is there if a look-up took its place.
        guard server.markers[transaction.marker] == nil else { return transaction.failed("23505") }
        if !isEnding, random.chance(serverSchedule?.falseConflicts ?? 0) {
            return transaction.failed(["40001", "40P01", "53200"].randomElement(using: &random) ?? "40001")
        }
        let changed = Set(transaction.changes.map(\.row))
        if flaw == .readCommitted {
            self.server?.overwrite(changed)
        } else if transaction.isolation == .rows {
            self.server?.commitRows(changed)
        } else {
            let read = flaw == .snapshotIsolation ? [] : transaction.rows
            let isCommitted = self.server?.commit(read: read, changed: changed, begin: transaction.begin)
            guard isCommitted == true else { return transaction.failed("40001") }
        }
        if !changed.isEmpty { self.server?.markers[transaction.marker] = .committed }
        if transaction.isStale(disk) { history.violate("a holder took effect after it had been replaced") }
        commit(transaction.changes)
        return .committed
    }

    private func lookUp(_ marker: CommitMarker) -> PostgresWrite.Outcome {
        guard let server, server.downUntil <= time else { return .notFound(.lost) }
        let stored = server.markers[marker]
        if flaw == .lookUpAddsNothing { return .found(isCommitted: stored == .committed) }
        let found = self.server?.lookUp(marker)
        return .found(isCommitted: found == .committed || flaw == .lookUpTrustsAnyRow && stored != nil)
    }
}
