import Messages
import Storage

extension ServiceHost {
    /// Registers what happens when a person's scheduled work (`Transaction.schedule`) is due, once over all replicas.
    /// - Parameters:
    ///   - kind: the kind of work; also its name in logs and metrics.
    ///   - body: the work's effect, in the transaction that completes it. Returns when the person's next work of the
    ///     kind is due, ms since 1970, later than `DueWork.due`; nil if nothing follows. Compute it from the later of
    ///     `DueWork.due` and the clock. If it throws, it is repeated after a pause of 1 to 15 minutes.
    public func whenDue(
        _ kind: String, _ body: @escaping @Sendable (DueWork, Transaction) throws -> Milliseconds?
    ) {
        whenDue(kind, prepare: { _ in }, finish: { work, _, transaction in try body(work, transaction) })
    }

    /// Like the other one, for work that must do something outside a transaction first, such as requests.
    /// - Parameters:
    ///   - prepare: may run more than once; must end within a minute.
    ///   - finish: receives its result.
    public func whenDue<Input: Sendable>(
        _ kind: String, prepare: @escaping @Sendable (DueWork) async throws -> Input,
        finish: @escaping @Sendable (DueWork, Input, Transaction) throws -> Milliseconds?
    ) {
        let (metrics, log) = (metrics, log)
        let worker = DueWorker(store: store, kind: kind, prepare: prepare, finish: finish) { outcome, error in
            metrics.counter(
                "pulsum_due_work_total", "Scheduled work of people by how its claim ended.",
                ["kind": kind, "outcome": "\(outcome)"]
            ).increment()
            guard let error else { return }
            // Never logs the error's text, because it could quote the person.
            log.error(
                "Scheduled work failed; it is repeated.",
                metadata: ["kind": "\(kind)", "error": "\(ServiceError.logText(error))"])
        }
        background(kind) { try await worker.run() }
    }
}
