import Bus
import Dispatch
import Foundation
import Logging
import Messages
import Storage
import Synchronization

/// Takes imports and changed days one after another. Which process has a job is decided by a kernel lock on its spool file, so a dead worker's job is free at once.
final class ImportWorker: Sendable {
    private let store: Store
    private let bus: BusConnection?
    private let spools: String
    private let log: Logger
    private let queue = DispatchQueue(label: "pulsum.import", qos: .utility)
    private let wake: (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation)
    private let stopping = Mutex(false)
    /// Jobs of dead processes and days marked by others are looked for this often.
    private static let interval = Duration.seconds(2)
    /// After a fault that is not the file's (no disk space), before the next attempt.
    private static let pause = Duration.seconds(15)
    /// An upload nobody completes is kept a week, ms.
    private static let patience: Milliseconds = 7 * 86_400_000

    /// - Parameter spools: `{data}/spool`.
    init(store: Store, bus: BusConnection?, spools: String, log: Logger) {
        (self.store, self.bus, self.spools, self.log) = (store, bus, spools, log)
        wake = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Looks for work now.
    func nudge() { wake.continuation.yield() }

    /// Works until the task is cancelled; a job in hand is then left for the next start.
    func run() async throws {
        stopping.withLock { $0 = false }
        try await withTaskCancellationHandler {
            let ticker = Task { [wake] in
                while !Task.isCancelled {
                    try await Task.sleep(for: Self.interval)
                    wake.continuation.yield()
                }
            }
            defer { ticker.cancel() }
            try await sweep(before: Milliseconds(Date().timeIntervalSince1970 * 1000) - Self.patience)
            try await drain()
            for await _ in wake.stream {
                try Task.checkCancellation()
                try await drain()
            }
        } onCancel: {
            stopping.withLock { $0 = true }
        }
    }

    /// Does all that is to be done now.
    func drain() async throws {
        for (user, job) in try await store.read({ try $0.openImports() }) { try await attempt(user, job) }
        for user in try await store.read({ try $0.waitingUsers() }) {
            try await guarded { try await self.reduce(user) }
        }
    }

    /// Gives the disk back that uploads hold which nobody went on with.
    func sweep(before: Milliseconds) async throws {
        for (user, job) in try await store.read({ try $0.abandonedUploads(before: before) }) {
            SpoolFile(directory: spools, user: user, job: job).remove()
            try await store.write { try $0.removeImport(user, job) }
        }
    }

    private var isStopping: Bool { stopping.withLock { $0 } }

    private func attempt(_ user: UserID, _ job: EntityID) async throws {
        try await guarded {
            try await WorkThread.run(self.queue) { try self.work(user, job) }
        }
    }

    private func reduce(_ user: UserID) async throws {
        try await WorkThread.run(queue) {
            guard let turn = try self.turn(user) else { return }
            _ = try withExtendedLifetime(turn) { try MetricsUpdate(store: self.store, user: user).run { self.isStopping } }
        }
    }

    /// Faults that a later attempt may cure are logged and left to it.
    private func guarded(_ body: @Sendable () async throws -> Void) async throws {
        do {
            try await body()
        } catch is CancellationError {
            try Task.checkCancellation()
        } catch let error as BusError where error.code == .erased || error.code == .notFound {
            return
        } catch {
            let reason = (error as? BusError)?.description ?? (error as? StorageError)?.message ?? "\(type(of: error))"
            log.error("An import stopped and will be tried again.", metadata: ["reason": "\(reason)"])
            try await Task.sleep(for: Self.pause)
        }
    }

    /// One user's samples are worked on by one thread of one process at a time.
    private func turn(_ user: UserID) throws -> SpoolHandle? {
        guard let handle = try SpoolHandle("\(SpoolFile.directory(spools, user))/turn", create: true), handle.lock(waits: false) else { return nil }
        return handle
    }

    /// The end of a run. What is neither the file's fault nor the machine's would happen again: the job fails with it instead of being tried for ever.
    private func finish(_ run: ImportRun, _ job: ImportJob) throws -> ImportStatus {
        do {
            return try run.run()
        } catch let error where !(error is BusError || error is CancellationError) {
            var status = run.status
            status.phase = .failed
            status.problem = ImportProblem(
                code: "failed",
                message: (error as? StorageError)?.message ?? "The import failed by a fault of Pulsum's; what was read is kept, send the file again.")
            let (store, final) = (store, status)
            try WorkThread.wait { try await store.write { try $0.setImport(final, job.user) } }
            return status
        }
    }

    /// On the work thread.
    private func work(_ user: UserID, _ job: EntityID) throws {
        let spool = SpoolFile(directory: spools, user: user, job: job)
        let store = store
        // First of all: an erased user's directory is not made again.
        _ = try WorkThread.wait { try await store.read { try $0.dataKey(user) } }
        guard let turn = try turn(user), let handle = try SpoolHandle(spool.path, create: true), handle.lock(waits: false) else { return }
        defer { withExtendedLifetime((turn, handle)) {} }
        let (found, key) = try WorkThread.wait { try await store.read { (try $0.importJob(user, job), try $0.dataKey(user)) } }
        // Another worker may have finished it between the look and the lock.
        guard let found, [.queued, .reading, .reducing].contains(found.status.phase) else {
            // Or died after its end was on disk and before the file was gone.
            if let found, [.done, .failed].contains(found.status.phase) { spool.remove() }
            return
        }
        let reader = try SpoolReader(spool, handle, key: key)
        let run = ImportRun(store: store, job: found, source: reader, stopped: { self.isStopping }) { [bus] in
            bus?.publish(ImportProgressed.type, user: user, id: job)
        }
        let status = try finish(run, found)
        spool.remove()
        log.info(
            "An import ended.",
            metadata: [
                "phase": "\(status.phase)", "samples": "\(status.samplesRead)", "new": "\(status.samplesNew)", "days": "\(status.daysChanged)",
                "problem": "\(status.problem?.code ?? "none")",
            ])
    }
}
