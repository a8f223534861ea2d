import Messages
import Storage
import Synchronization

/// The work under way in a process, as a value: what may run together, and whether all of it advances (ING-8).
struct WorkTable<Key: Hashable & Sendable>: Sendable {
    private struct Entry {
        /// After crashes with several pieces in progress the cause is unknown: the next attempt runs alone.
        let isAlone: Bool
        /// The last progress; nil for work that is not watched.
        var looked: SuspendingClock.Instant?
        /// `looked`, if that was too long ago at the last check.
        var suspected: SuspendingClock.Instant?
    }

    /// Longer than any step of an import on any machine; the longest waits for another process's database write.
    static var timeout: Duration { .seconds(120) }
    /// How long a refused piece that must run alone keeps others from starting, so that it gets its turn.
    static var reservation: Duration { .seconds(10) }

    private var entries: [Key: Entry] = [:]
    /// Until this instant only work that must run alone may start.
    private var reserved: SuspendingClock.Instant?

    /// Never blocks: refused work is tried again soon.
    /// - Returns: false if the work must be postponed.
    mutating func begin(_ work: Key, alone: Bool, isWatched: Bool = true, at now: SuspendingClock.Instant) -> Bool {
        guard !entries.values.contains(where: \.isAlone) else { return false }
        if alone {
            guard entries.isEmpty else {
                reserved = now + Self.reservation
                return false
            }
            reserved = nil
        } else if let reserved, now < reserved {
            return false
        }
        entries[work] = Entry(isAlone: alone, looked: isWatched ? now : nil)
        return true
    }

    /// Records progress; called between any two steps of the work.
    mutating func look(_ work: Key, at now: SuspendingClock.Instant) {
        if entries[work]?.looked != nil { entries[work]?.looked = now }
    }

    mutating func end(_ work: Key) { entries[work] = nil }

    /// Returns true if some work made no progress for longer than `timeout` in two successive checks: a process that
    /// was suspended gets the chance to continue first.
    mutating func isStalled(at now: SuspendingClock.Instant) -> Bool {
        var isStalled = false
        for (work, entry) in entries {
            let late = entry.looked.flatMap { $0 + Self.timeout < now ? $0 : nil }
            if late != nil, late == entry.suspected { isStalled = true }
            entries[work]?.suspected = late
        }
        return isStalled
    }
}

/// The work of this process that is under way, each piece with the mark by which a crash is counted (SEC-11).
///
/// All that is known of crashes: how often a piece of work crashed its process before (`attempts`), that its crash will
/// be counted (`begin`), and that a stop or an end is none (`stop`, `end`). A stalled thread holds the person's turn, so
/// its work becomes available only when the process ends (`isStalled`).
final class WorkInProgress: Sendable {
    private struct State {
        var table = WorkTable<ObjectIdentifier>()
        var marks: [ObjectIdentifier: PlaceMark] = [:]
        var isStopping = false
    }

    private let state = Mutex(State())

    var isStopping: Bool { state.withLock { $0.isStopping } }

    func start() { state.withLock { $0.isStopping = false } }

    /// Makes current work stop at its next step. If the process is killed before that, it does not count as a crash of
    /// the work.
    func stop() {
        let marks = state.withLock { state in
            state.isStopping = true
            return Array(state.marks.values)
        }
        for mark in marks { mark.drain() }
    }

    /// The crashes of a piece of work so far, including one that its mark shows. Call with the person's turn.
    /// - Returns: also whether that crash was counted now.
    func attempts(
        _ work: EntityID, of user: UserID, _ mark: PlaceMark, _ steps: Steps, now: Milliseconds
    ) throws -> (attempts: Attempts, hasDied: Bool) {
        let left = mark.left()
        let known = try steps.read { try AttemptRows(user: user, transaction: $0).attempts(work) } ?? Attempts()
        // A crash that a worker already counted before it crashed itself is not counted twice.
        guard let left, left.attempt == known.number else { return (known, false) }
        var attempts = known
        attempts.died(at: left.place, now: now)
        let counted = attempts
        try steps.write { try AttemptRows(user: user, transaction: $0).set(counted, work) }
        return (counted, true)
    }

    /// Admits work and writes its mark.
    /// - Parameter isWatched: false for work that `isStalled` ignores.
    /// - Returns: false if the work must be postponed, because other work has to end first.
    func begin(_ attempts: Attempts, _ mark: PlaceMark, at place: WorkPlace, isWatched: Bool = true) -> Bool {
        let work = ObjectIdentifier(mark)
        let isAdmitted = state.withLock { state in
            guard state.table.begin(work, alone: attempts.runsAlone, isWatched: isWatched, at: .now) else {
                return false
            }
            state.marks[work] = mark
            return true
        }
        guard isAdmitted else { return false }
        mark.begin(attempts.number, at: place)
        if isStopping { mark.drain() }
        return true
    }

    /// The admitted work ended regularly.
    func end(_ mark: PlaceMark) {
        state.withLock { state in
            state.table.end(ObjectIdentifier(mark))
            state.marks[ObjectIdentifier(mark)] = nil
        }
        mark.end()
    }

    /// Checked by work between its steps, which records progress.
    /// - Returns: true if the work has to stop.
    func isStopping(_ mark: PlaceMark) -> Bool {
        state.withLock { state in
            state.table.look(ObjectIdentifier(mark), at: .now)
            return state.isStopping
        }
    }

    /// Returns true if some work is stalled; see `WorkTable.isStalled`.
    func isStalled(at now: SuspendingClock.Instant) -> Bool { state.withLock { $0.table.isStalled(at: now) } }
}
