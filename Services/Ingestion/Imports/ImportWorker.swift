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
    private let watchdog = Mutex(Watchdog<SizeClass>())
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
                try await guarded(.job(place.job), place.user) { store in
                    try await self.on(size) { try self.work(place.user, place.job, size, store) }
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
                try await guarded(.days(user), user) { store in
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
                    let sweep = SpoolSweep(store: store, spools: self.spools)
                    try sweep.dropPosts(before: began)
                    try sweep.run(now: now)
                }
            }
        } catch let error where !(error is CancellationError) {
            log.error("Old uploads could not be looked through.", metadata: ["reason": "\(Self.reason(error))"])
        }
    }

    /// Checked by all work between its steps; feeds the watchdog.
    private func isStopping(_ size: SizeClass) -> Bool {
        watchdog.withLock { $0.look(size, at: .now) }
        return inProgress.isStopping
    }

    private func watched<T>(_ size: SizeClass, _ body: () throws -> T) rethrows -> T {
        watchdog.withLock { $0.begin(size, at: .now) }
        defer { watchdog.withLock { $0.end(size) } }
        return try body()
    }

    /// Ends the process if an import is stalled; the restarted process continues the import.
    func watch(at now: SuspendingClock.Instant) {
        guard watchdog.withLock({ $0.isStalled(at: now) }) else { return }
        log.critical("An import stands still; this process ends, so that another one goes on with it.")
        end()
    }

    func on<T: Sendable>(_ size: SizeClass, _ body: @escaping @Sendable () throws -> T) async throws -> T {
        guard let queue = queues[size] else { throw CancellationError() }
        return try await WorkThread.run(queue, body)
    }

    /// Updates a user's changed days. Call on a work thread, with a store that requires the user's lease.
    func reduce(_ user: UserID, _ store: Store) throws {
        guard let turn = try turn(user, store) else { return }
        let mark = try PlaceMark("\(SpoolFile.directory(spools, user))/days.place")
        try withExtendedLifetime(turn) {
            let attempts = try attempts(user, AttemptRows.daysWork, mark, store)
            // Retried once a day, because a new release or other samples may have removed the cause.
            guard !attempts.isPoisoned || clock() - attempts.at > Self.retryAfter else { return }
            try attempted(attempts, .small, mark, at: .days(0), user, AttemptRows.daysWork, store) {
                try MetricsUpdate(steps: .apart(store), user: user).run(
                    stopped: { self.isStopping(.small) }, progress: { done, _ in mark.note(.days(done)) })
            }
        }
    }

    // MARK: Deaths

    /// The crashes of this work so far, including one recorded in `mark`. Call with the work's lock held.
    private func attempts(_ user: UserID, _ job: EntityID, _ mark: PlaceMark, _ store: Store) throws -> Attempts {
        let (left, now) = (mark.left(), clock())
        let (attempts, hasDied) = try WorkThread.wait { () -> (Attempts, Bool) in
            let known =
                try await store.read { try AttemptRows(user: user, transaction: $0).attempts(job) } ?? Attempts()
            // A crash that a worker already counted before it crashed itself is not counted twice.
            guard let left, left.attempt == known.number else { return (known, false) }
            return try await store.write { transaction in
                var attempts = known
                attempts.died(at: left.place, now: now)
                try AttemptRows(user: user, transaction: transaction).set(attempts, job)
                return (attempts, true)
            }
        }
        if hasDied, let place = attempts.place {
            log.warning(
                "A worker died over this work.",
                metadata: ["stage": "\(place.stage)", "position": "\(place.position)", "times": "\(attempts.deaths)"])
        }
        return attempts
    }

    /// Runs work with a progress mark, so that a crash of this process is counted; regular ends and drains are not.
    /// Postpones the work if other work has to end first.
    private func attempted(
        _ attempts: Attempts, _ size: SizeClass, _ mark: PlaceMark, at place: WorkPlace, _ user: UserID,
        _ job: EntityID, _ store: Store,
        _ body: () throws -> Void
    ) throws {
        guard inProgress.begin(attempts, mark, at: place) else { return }
        defer { inProgress.end(attempts, mark) }
        try watched(size, body)
        guard attempts.number > 0 else { return }
        try WorkThread.wait { try await store.write { try AttemptRows(user: user, transaction: $0).remove(job) } }
    }

    /// Runs work under the user's lease; nothing happens while another process has it. Logs errors that a retry may
    /// resolve and pauses the work; other work continues.
    func guarded(
        _ work: Work, _ user: UserID, _ body: @escaping @Sendable (Store) async throws -> Void
    ) async throws {
        if isResting(work) { return }
        do {
            try await store.leased("samples of \(user)", of: user, body)
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

    /// Locks a user's samples for this thread; nil if another thread or process has the lock.
    /// - Throws: `ServiceError(.erased)` or `ServiceError(.notFound)` if no data of the user may be stored; no
    ///   directory is then created or left behind.
    private func turn(_ user: UserID, _ store: Store) throws -> SpoolHandle? {
        let directory = SpoolFile.directory(spools, user)
        _ = try WorkThread.wait { try await store.read { try $0.dataKey(user) } }
        guard let handle = try SpoolHandle(SpoolFile.turn(spools, user), create: true), handle.lock() else {
            return nil
        }
        if try WorkThread.wait({ try await store.isErased(user) }) {
            // Erased between the check and the lock: the directory may have been created again.
            try? FileManager.default.removeItem(atPath: directory)
            throw ServiceError(.erased, "This account was erased; nothing is kept or accepted for it any more.")
        }
        return handle
    }

    /// Undoes an import. Call on a work thread, with the job's lock held.
    private func undo(
        _ job: ImportJob, _ attempts: Attempts, _ size: SizeClass, _ mark: PlaceMark, _ store: Store
    ) throws {
        guard !attempts.isPoisoned || clock() - attempts.at > Self.retryAfter else { return }
        try attempted(attempts, size, mark, at: .days(0), job.user, job.job, store) {
            let status = try ImportUndo(store: store, job: job).run(stopped: { self.isStopping(size) }) { [bus] in
                bus?.publish(ImportProgressed.type, user: job.user, id: job.job)
            }
            log.info("An import was undone.", metadata: ["samples": "\(status.samplesUndone ?? 0)"])
        }
    }

    /// Runs one job. Call on a work thread, with a store that requires the user's lease.
    private func work(_ user: UserID, _ job: EntityID, _ size: SizeClass, _ store: Store) throws {
        let spool = SpoolFile(directory: spools, user: user, job: job)
        guard let turn = try turn(user, store) else { return }
        // An upload without bytes has no file.
        let handle = try SpoolHandle(spool.path, create: false)
        guard handle?.lock() ?? true else { return }
        defer { withExtendedLifetime((turn, handle)) {} }
        let (found, key) = try WorkThread.wait {
            try await store.read { (try ImportRows(user: user, transaction: $0).job(job), try $0.dataKey(user)) }
        }
        // Another worker may have finished it between the query and the lock.
        guard let found, [.queued, .reading, .reducing, .undoing].contains(found.status.phase) else { return }
        let mark = try PlaceMark(spool.place)
        let attempts = try attempts(user, job, mark, store)
        if found.status.phase == .undoing { return try undo(found, attempts, size, mark, store) }
        let source: any RandomAccess = try handle.map { try SpoolReader(spool, $0, key: key) } ?? MemoryBytes([])
        guard !attempts.isPoisoned else { return try giveUp(found, attempts, source, spool, store) }
        let run = Self.run(
            found, .apart(store), source, pace: pace, quota: quotas.kept, stopped: { self.isStopping(size) },
            told: { [bus] in bus?.publish(ImportProgressed.type, user: user, id: job) }, noted: mark.note)
        var ended: ImportStatus?
        try attempted(attempts, size, mark, at: WorkPlace(stage: .reading, position: 0), user, job, store) {
            ended = try finish(run, found, source, store)
        }
        guard let status = ended else { return }
        spool.remove()
        if status.posts != nil {
            let now = clock()
            try WorkThread.wait { try await store.write { try PostFold(user: user, transaction: $0).fold(now: now) } }
        }
        log.info(
            "An import ended.",
            metadata: [
                "phase": "\(status.phase)", "samples": "\(status.samplesRead)", "new": "\(status.samplesNew)",
                "days": "\(status.daysChanged)",
                "problem": "\(status.problem?.code ?? "none")",
            ])
    }
}
