import Bus
import Dispatch
import Foundation
import HealthFormats
import Logging
import Messages
import Storage
import Synchronization
import SystemKit

/// Runs imports and updates of changed days in sequence. A kernel lock on a job's spool file decides which process has
/// the job, so a crashed worker's job is free immediately; on PostgreSQL also a lease on the person's samples, which
/// holds across machines.
///
/// Large files have a queue of their own, so that a phone's few samples never wait behind another person's ten years.
final class ImportWorker: Sendable {
    enum SizeClass: CaseIterable { case small, large }

    /// Work that is paused after it failed.
    enum Work: Hashable {
        case job(EntityID)
        case days(UserID)
        case records(UserID)
        case groups
    }

    let store: Store
    let bus: BusConnection?
    private let spools: String
    let log: Logger
    private let pace: ImportRun.Pace
    private let quotas: Quotas
    private let clock: @Sendable () -> Milliseconds
    private let queues = Dictionary(
        uniqueKeysWithValues: SizeClass.allCases.map {
            ($0, DispatchQueue(label: "pulsum.import.\($0)", qos: .utility))
        })
    private let wakes = Dictionary(
        uniqueKeysWithValues: SizeClass.allCases.map {
            ($0, AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1)))
        })
    /// True if there may be jobs that came since the small ones were looked for.
    private let isNudged = Atomic(false)
    /// The work under way, here and of `SmallPost`.
    let inProgress = WorkInProgress()
    /// Ends this process immediately; replaced in tests.
    private let end: @Sendable () -> Void
    /// Failed work is not retried before this instant. Only limits the rate.
    private let rests = Mutex<[Work: ContinuousClock.Instant]>([:])
    /// Work that stopped because the disk is full, until it goes on.
    private let waitingWork = Mutex<Set<Work>>([])
    /// Interval of the search for jobs of crashed processes and for days marked by other processes.
    private static let interval = Duration.seconds(2)
    private static let sweepInterval = Duration.seconds(3600)
    private static let watchInterval = Duration.seconds(10)
    /// Delay before a retry after an error that is not the file's, such as a full disk.
    private static let pause = Duration.seconds(15)
    /// Delay before days whose computation crashed workers are retried, ms.
    private static let retryAfter: Milliseconds = 86_400_000
    /// Larger spool files go to the large queue, bytes: about ten thousand samples of XML.
    private static let large: Int64 = 4 << 20

    /// - Parameter spools: `{data}/spool`.
    init(
        store: Store, bus: BusConnection?, spools: String, log: Logger, pace: ImportRun.Pace = .init(),
        quotas: Quotas = Quotas(),
        clock: @escaping @Sendable () -> Milliseconds = WallClock.milliseconds,
        end: @escaping @Sendable () -> Void = { _exit(1) }
    ) {
        (self.store, self.bus, self.spools, self.log, self.pace, self.end) = (store, bus, spools, log, pace, end)
        (self.quotas, self.clock) = (quotas, clock)
    }

    /// Wakes the queues to look for work.
    func nudge() {
        isNudged.store(true, ordering: .relaxed)
        for wake in wakes.values { wake.continuation.yield() }
    }

    /// Runs until the task is cancelled; a job in progress is left for the next start.
    func run() async throws {
        inProgress.start()
        let began = clock()
        try await withTaskCancellationHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await self.every(Self.interval) { self.nudge() } }
                group.addTask {
                    try await self.every(Self.sweepInterval) { try await self.sweep(now: self.clock(), began: began) }
                }
                group.addTask { try await self.every(Self.watchInterval) { self.watch(at: .now) } }
                for (size, wake) in self.wakes {
                    group.addTask {
                        try await self.drain(size)
                        for await _ in wake.stream {
                            try Task.checkCancellation()
                            try await self.drain(size)
                        }
                    }
                }
                try await group.next()
                group.cancelAll()
            }
        } onCancel: {
            stop()
        }
    }

    /// See `WorkInProgress.stop`.
    func stop() { inProgress.stop() }

    private func every(_ interval: Duration, _ body: () async throws -> Void) async throws {
        while true {
            try await body()
            try await Task.sleep(for: interval)
        }
    }

    /// Does all pending work once.
    func drain() async throws { for size in SizeClass.allCases { try await drain(size) } }

    private func drain(_ size: SizeClass) async throws {
        try await drainImports(size)
        guard size == .small else { return }
        try await drainDays()
        try await drainGroups(now: clock())
    }

    /// Runs every job once that waits now. Those that come meanwhile are left to the next round, which begins with the
    /// oldest again: while jobs come steadily, one that was started after a younger one would otherwise never be reached.
    private func drainImports(_ size: SizeClass) async throws {
        guard let end = try await store.read({ try ImportQueueRows(transaction: $0).lastOpenImport() }) else { return }
        var last: ImportPlace?
        while true {
            let after = last
            let page = try await store.read {
                try ImportQueueRows(transaction: $0).openImports(after: after, through: end)
            }
            if page.isEmpty { return }
            for place in page
            where
                (place.isUndo
                || SpoolFile(directory: spools, user: place.user, job: place.job).size > Self.large)
                == (size == .large)
            {
                try await runLeased(.job(place.job), place.user) { store in
                    try await self.on(size) { try self.work(place.user, place.job, store) }
                }
            }
            last = page.last
        }
    }

    /// Computes changed days that belong to no import. Small imports wait for one person's days at most.
    private func drainDays() async throws {
        var last: UserID?
        while true {
            let after = last
            let page = try await store.read { try ImportQueueRows(transaction: $0).waitingUsers(after: after) }
            if page.isEmpty { return }
            for user in page {
                try await runLeased(.days(user), user) { store in
                    try await self.on(.small) { try self.reduce(user, store) }
                }
                if isNudged.exchange(false, ordering: .relaxed) { try await drainImports(.small) }
            }
            last = page.last
        }
    }

    /// Runs `SpoolSweep`; errors are logged.
    /// - Parameter began: when this process began; posts that another one left are dropped.
    func sweep(now: Milliseconds, began: Milliseconds = 0) async throws {
        do {
            _ = try await store.leased("sweep of uploads") { store in
                try await self.on(.small) {
                    let sweep = SpoolSweep(steps: .apart(store), spools: self.spools)
                    try sweep.dropPosts(before: began)
                    try sweep.run(now: now)
                }
            }
        } catch let error where !(error is CancellationError) {
            log.error("Old uploads could not be looked through.", metadata: ["reason": "\(Self.reason(error))"])
        }
    }

    /// Ends the process if an import is stalled; the restarted process continues the import.
    func watch(at now: SuspendingClock.Instant) {
        guard inProgress.isStalled(at: now) else { return }
        log.critical("An import stands still; this process ends, so that another one goes on with it.")
        end()
    }

    func on<T: Sendable>(_ size: SizeClass, _ body: @escaping @Sendable () throws -> T) async throws -> T {
        guard let queue = queues[size] else { throw CancellationError() }
        return try await WorkThread.run(queue, body)
    }

    /// Updates a user's changed days. Call on a work thread, with a store that requires the user's lease.
    func reduce(_ user: UserID, _ store: Store) throws {
        let steps = Steps.apart(store)
        guard let turn = try PersonTurn(user, spools: spools).take(steps) else { return }
        defer { withExtendedLifetime(turn) {} }
        let mark = try PlaceMark("\(SpoolFile.directory(spools, user))/days.place")
        try attempt(.days, AttemptRows.daysWork, of: user, mark, steps) { step, _ in
            if step == .reduce {
                try MetricsUpdate(steps: steps, user: user).run(
                    stopped: { self.inProgress.isStopping(mark) }, progress: { done, _ in mark.note(.days(done)) })
            }
            return .done
        }
    }

    /// Attempts a piece of work in the order of `ImportStep`. Crashes of this process are counted by `mark`; regular
    /// ends and drains are not. Call with the person's turn, and the job's lock.
    /// - Parameter perform: performs all steps but `count` and `admit`.
    private func attempt(
        _ kind: ImportStep.Kind, _ work: EntityID, of user: UserID, _ mark: PlaceMark, _ steps: Steps,
        _ perform: (ImportStep, Attempts) throws -> ImportStep.Event
    ) throws {
        var (attempts, isAdmitted) = (Attempts(), false)
        defer { if isAdmitted { inProgress.end(mark) } }
        try ImportStep.run(kind, from: .count) { step in
            switch step {
            case .count:
                let now = clock()
                attempts = try count(work, of: user, mark, steps, at: now)
                // Undoings and days are retried once a day, because a new release or other samples may have removed the
                // cause.
                let isOver = attempts.isPoisoned && (kind == .file || now - attempts.at <= Self.retryAfter)
                return isOver ? .poisoned : .done
            case .admit:
                isAdmitted = inProgress.begin(attempts, mark, at: kind.place)
                return isAdmitted ? .done : .refused
            case .forget:
                if attempts.number > 0 {
                    try steps.write { try AttemptRows(user: user, transaction: $0).remove(work) }
                }
                return try perform(step, attempts)
            case .begin, .preview, .read, .compare, .keep, .undo, .reduce, .close, .sweep, .fail, .ended:
                return try perform(step, attempts)
            }
        }
    }

    /// The crashes of this work so far; logs one that is counted now.
    private func count(
        _ work: EntityID, of user: UserID, _ mark: PlaceMark, _ steps: Steps, at now: Milliseconds
    ) throws -> Attempts {
        let (attempts, hasDied) = try inProgress.attempts(work, of: user, mark, steps, now: now)
        if hasDied, let place = attempts.place {
            log.warning(
                "A worker died over this work.",
                metadata: ["stage": "\(place.stage)", "position": "\(place.position)", "times": "\(attempts.deaths)"])
        }
        return attempts
    }

    /// Runs work under the user's lease; nothing happens while another process has it. Logs errors that a retry may
    /// resolve and pauses the work; other work continues.
    func runLeased(
        _ work: Work, _ user: UserID, _ body: @escaping @Sendable (Store) async throws -> Void
    ) async throws {
        if isResting(work) { return }
        do {
            _ = try await PersonTurn(user, spools: spools).leased(store, body)
            _ = rests.withLock { $0.removeValue(forKey: work) }
            note(work, waits: false)
        } catch is CancellationError {
            try Task.checkCancellation()
        } catch let error as ServiceError where error.code == .erased || error.code == .notFound {
            return
        } catch {
            rest(work, for: Self.pause)
            note(work, waits: (error as? ServiceError)?.code == .storage)
            log.error("An import stopped and will be tried again.", metadata: ["reason": "\(Self.reason(error))"])
        }
    }

    func isResting(_ work: Work) -> Bool { rests.withLock { $0[work] ?? .now } > .now }

    func rest(_ work: Work, for time: Duration) {
        rests.withLock { rests in
            rests = rests.filter { $0.value > .now }
            rests[work] = .now + time
        }
    }

    private func note(_ work: Work, waits: Bool) {
        _ = waitingWork.withLock { waits ? $0.insert(work).memberAfterInsert : $0.remove(work) }
    }

    /// Whether the import of this job stopped because the disk is full, and will go on.
    func waitsForSpace(_ job: EntityID) -> Bool { waitingWork.withLock { $0.contains(.job(job)) } }

    static func reason(_ error: any Error) -> String {
        guard let error = error as? ServiceError else {
            return (error as? StorageError)?.message ?? ServiceError.logText(error)
        }
        return error.causeText.map { "\(error), caused by \($0)" } ?? "\(error)"
    }

    /// Runs one job. Call on a work thread, with a store that requires the user's lease.
    private func work(_ user: UserID, _ job: EntityID, _ store: Store) throws {
        let (spool, steps) = (SpoolFile(directory: spools, user: user, job: job), Steps.apart(store))
        guard let turn = try PersonTurn(user, spools: spools).take(steps) else { return }
        // An upload without bytes has no file.
        let handle = try SpoolHandle(spool.path, create: false)
        guard handle?.lock() ?? true else { return }
        defer { withExtendedLifetime((turn, handle)) {} }
        let (found, key) = try steps.read {
            (try ImportRows(user: user, transaction: $0).job(job), try $0.dataKey(user))
        }
        // Another worker may have finished it between the query and the lock.
        guard let found, let kind = ImportStep.Kind(found.status.phase) else { return }
        let mark = try PlaceMark(spool.place)
        var source: any RandomAccess = MemoryBytes([])
        if kind == .file, let handle { source = try SpoolReader(spool, handle, key: key) }
        let stopped: () -> Bool = { self.inProgress.isStopping(mark) }
        let told: () -> Void = { [bus] in bus?.publish(ImportProgressed.type, user: user, id: job) }
        let run: any ImportWork =
            kind == .undo
            ? ImportUndo(steps: steps, job: found, stopped: stopped, told: told)
            : Self.run(
                found, steps, source, pace: pace, quota: quotas.kept, stopped: stopped, told: told, noted: mark.note)
        var ends = JobEnds(job: found, run: run, source: source, spool: spool, steps: steps, log: log, clock: clock)
        try attempt(kind, job, of: user, mark, steps) { step, attempts in
            let event = try ends.perform(step, attempts)
            if step == .fail { told() }
            return event
        }
    }
}
