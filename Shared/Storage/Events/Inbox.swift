import Foundation
import Messages

extension Store {
    /// Applies delivered events, each stream in its own write, so that other writes run in between. Within a stream the
    /// next number is applied, an earlier one is acknowledged without effect, and a gap is refused with `conflict`.
    /// Events of an erased user are acknowledged and dropped; skipped events (type 0) only advance the position.
    ///
    /// `apply` runs in the transaction that advances the position, so its effect happens exactly once; it may
    /// run again after a rollback. If it throws, its event is rolled back and its stream stops there; earlier events
    /// stay applied and other streams continue.
    ///
    /// `finishBatch` runs once per stream with applied events, after the last one and in the same transaction, for work
    /// that can be done once for many events. If it throws, the whole stream is rolled back and refused.
    ///
    /// `resetProducer` runs before the first event of a new epoch. The producer was restored from an older copy and
    /// sends everything again, so the consumer must discard the producer's earlier events and their revisions.
    /// - Throws: `ServiceError(.invalid)` for a batch addressed to another service; disk errors, which fail the whole
    ///   batch.
    public func receive(
        _ batch: DeliverEvents, apply: @escaping @Sendable (StreamEvent, UserID, Transaction) throws -> Void,
        finishBatch: @escaping @Sendable (UserID, Transaction) throws -> Void = { _, _ in },
        resetProducer: @escaping @Sendable (ServiceName, UserID, Transaction) throws -> Void = { _, _, _ in }
    ) async throws -> DeliverReceipt {
        guard batch.consumer == service else {
            throw ServiceError(.invalid, "These events are for \(batch.consumer), not for \(service).")
        }
        let limit = Self.sliceTimeLimit
        return try await withThrowingTaskGroup(of: (Int, StreamReceipt).self) { group in
            for (index, slice) in batch.slices.enumerated() {
                group.addTask {
                    (
                        index,
                        try await self.write(for: slice.user) {
                            try $0.receive(
                                slice, from: batch.producer, within: limit, apply, finishBatch, resetProducer)
                        }
                    )
                }
            }
            var receipts: [(Int, StreamReceipt)] = []
            for try await receipt in group { receipts.append(receipt) }
            return DeliverReceipt(streams: receipts.sorted { $0.0 < $1.0 }.map(\.1))
        }
    }

    /// Time limit for one slice; the producer delivers its remaining events again. Another one in tests.
    @TaskLocal static var sliceTimeLimit = Duration.milliseconds(100)
}

extension Transaction {
    fileprivate func receive(
        _ slice: StreamSlice, from producer: ServiceName, within limit: Duration,
        _ apply: (StreamEvent, UserID, Transaction) throws -> Void,
        _ finishBatch: (UserID, Transaction) throws -> Void,
        _ resetProducer: (ServiceName, UserID, Transaction) throws -> Void
    ) throws -> StreamReceipt {
        let user = slice.user
        guard try !isErased(user) else {
            return StreamReceipt(user: user, acknowledged: slice.events.last?.sequence ?? 0)
        }
        let stored = try position(producer, user)
        var start = stored ?? StreamPosition(epoch: slice.epoch, last: 0)
        start.enter(epoch: slice.epoch)
        if let base = slice.base { start.rebase(to: base) }
        guard !slice.events.contains(where: { start.contradicts($0.sequence, $0.id) }) else {
            return StreamReceipt(user: user, acknowledged: start.last, diverged: true)
        }
        let isNewEpoch = stored.map { $0.epoch != slice.epoch } ?? false
        // All events share one savepoint: one for each would cost as much as an event. After a refusal the events
        // before it are applied again.
        var (events, position) = (slice.events[...], start)
        var refused: RefusedEvent?
        while true {
            do {
                let gap = try savepoint {
                    // Skipped if there is no event to apply: the reset would have nothing to replace it.
                    if isNewEpoch, events.contains(where: { position.decide($0.sequence) == .apply }) {
                        try resetProducer(producer, user, self)
                    }
                    // The events before a refused one were within the limit.
                    let end = refused == nil ? ContinuousClock.now + limit : nil
                    let gap = try advance(&position, through: events, of: user, from: producer, until: end, apply)
                    if position.last > start.last { try finishBatch(user, self) }
                    return gap
                }
                if let step = refused?.step { scope.effects.steps.append(step) }
                // A new epoch is stored with its first event: until then the next delivery must reset the producer.
                if position != stored, position.last > (isNewEpoch ? start.last : 0) {
                    try save(position, producer, user)
                }
                return StreamReceipt(user: user, acknowledged: position.last, refusal: refused?.refusal ?? gap)
            } catch {
                let event = error as? RefusedEvent
                let cause = event?.cause ?? error
                // A disk error is not a fault of an event.
                if isOperational(cause) || !session.isOpen { throw cause }
                guard let event else {
                    let refusal = self.refusal(cause, of: "the events so far")
                    return StreamReceipt(user: user, acknowledged: start.last, refusal: refusal)
                }
                refused = event
                (events, position) = (events[..<event.index], start)
            }
        }
    }

    /// An event whose `apply` threw.
    private struct RefusedEvent: Error {
        let index: Int
        let cause: any Error
        let refusal: ServiceError
        let step: TracedStep?
    }

    /// Applies events until one is missing, and returns the reason; or until `end`, but at least one.
    /// - Throws: `RefusedEvent` if `apply` threw.
    private func advance(
        _ position: inout StreamPosition, through events: ArraySlice<StreamEvent>, of user: UserID,
        from producer: ServiceName, until end: ContinuousClock.Instant?,
        _ apply: (StreamEvent, UserID, Transaction) throws -> Void
    ) throws -> ServiceError? {
        for (index, event) in zip(events.indices, events) {
            if index > events.startIndex, let end, ContinuousClock.now > end { return nil }
            switch position.decide(event.sequence) {
            case .acknowledge:
                continue
            case .gap:
                return ServiceError(
                    .conflict,
                    "Event \(event.sequence) of this stream arrived where \(position.last + 1) was expected; send from there."
                )
            case .apply:
                if event.type != StreamEvent.skipped {
                    try consume(event, at: index, of: user, from: producer, apply)
                }
                position.advance(to: event.id)
            }
        }
        return nil
    }

    /// Applies one event.
    /// - Throws: `RefusedEvent` if `apply` threw.
    private func consume(
        _ event: StreamEvent, at index: Int, of user: UserID, from producer: ServiceName,
        _ apply: (StreamEvent, UserID, Transaction) throws -> Void
    ) throws {
        let type = MessageType(event.type)
        // Changes made by `apply`, and by `finishBatch` after the last event, belong to the event's trace.
        // Each attempt is a span of its own: a refused event is delivered again.
        let own = event.trace == nil ? 0 : UInt64.random(in: 1 ... .max, using: &scope.random)
        scope.trace = event.trace.map { TraceOrigin(id: $0.trace, span: own) }
        let begin = ContinuousClock.now
        func step(_ failure: ServiceError.Code?) -> TracedStep? {
            event.trace.map {
                TracedStep(
                    role: .consumed, trace: $0, own: own, type: type, peer: producer, duration: .now - begin,
                    failure: failure)
            }
        }
        do {
            try apply(event, user, self)
        } catch {
            let refusal = self.refusal(error, of: "\(type)")
            throw RefusedEvent(index: index, cause: error, refusal: refusal, step: step(refusal.code))
        }
        if let step = step(nil) { scope.effects.steps.append(step) }
    }

    private func refusal(_ error: any Error, of name: String) -> ServiceError {
        error as? ServiceError
            ?? ServiceError(
                .failed, "\(scope.dataKeys.service) could not apply \(name) (\(type(of: error))).", cause: error)
    }

    private func position(_ producer: ServiceName, _ user: UserID) throws -> StreamPosition? {
        try session.first(
            "SELECT epoch, last, last_id FROM storage_positions WHERE producer = ? AND user = ?",
            [.name(producer), .id(user)]
        ) { row in
            StreamPosition(epoch: row.number(0), last: row.number(1), lastID: row.isNull(2) ? nil : try row.id(2))
        }
    }

    private func save(_ position: StreamPosition, _ producer: ServiceName, _ user: UserID) throws {
        try session.run(
            """
            INSERT INTO storage_positions (producer, user, epoch, last, last_id) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (producer, user) DO UPDATE SET epoch = excluded.epoch, last = excluded.last, last_id = excluded.last_id
            """,
            [
                .name(producer), .id(user), .number(position.epoch), .number(position.last),
                position.lastID.map { .id($0) } ?? .null,
            ])
    }
}

extension StreamEvent {
    /// Type of an event that an operator skipped at its producer: it keeps its number and has no payload.
    static let skipped: UInt16 = 0
}
