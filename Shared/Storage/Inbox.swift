import Foundation
import GRDB
import Messages

extension Store {
    /// Applies delivered events, all streams in one transaction. Per stream the next number applies, an earlier one is acknowledged, a gap is refused with
    /// `conflict`; an erased user's events are acknowledged and dropped, skipped ones (type 0) only counted.
    ///
    /// A throwing `apply` takes its own event back and stops its stream there; what came before stays, other streams go on. It runs inside the transaction that
    /// moves the position, so its effect happens exactly once.
    /// - Throws: `BusError(.invalid)` for a batch addressed to another service; a fault of the disk fails the whole batch.
    public func receive(_ batch: DeliverEvents, apply: @escaping @Sendable (StreamEvent, UserID, Transaction) throws -> Void) async throws -> DeliverReceipt {
        guard batch.consumer == service else {
            throw BusError(.invalid, "These events are for \(batch.consumer), not for \(service).")
        }
        return try await write { transaction in
            DeliverReceipt(streams: try batch.slices.map { try transaction.receive($0, from: batch.producer, apply) })
        }
    }
}

extension Transaction {
    fileprivate func receive(
        _ slice: StreamSlice, from producer: ServiceName, _ apply: (StreamEvent, UserID, Transaction) throws -> Void
    ) throws -> StreamReceipt {
        let user = slice.user
        guard try !isErased(user) else { return StreamReceipt(user: user, acknowledged: slice.events.last?.sequence ?? 0) }
        let stored = try position(producer, user)
        var position = stored ?? StreamPosition(epoch: slice.epoch, last: 0)
        position.enter(epoch: slice.epoch)
        var refusal: BusError?
        events: for event in slice.events {
            switch position.decide(event.sequence) {
            case .acknowledge:
                continue
            case .gap:
                refusal = BusError(
                    .conflict, "Event \(event.sequence) of this stream arrived where \(position.last + 1) was expected; send from there.")
                break events
            case .apply:
                refusal = try attempt(event, user, apply)
                guard refusal == nil else { break events }
                position.advance()
            }
        }
        if position != stored, position.last > 0 { try save(position, producer, user) }
        return StreamReceipt(user: user, acknowledged: position.last, refusal: refusal)
    }

    /// The handler's refusal, nil where the event was applied.
    private func attempt(_ event: StreamEvent, _ user: UserID, _ apply: (StreamEvent, UserID, Transaction) throws -> Void) throws -> BusError? {
        guard event.type != StreamEvent.skipped else { return nil }
        do {
            try savepoint { try apply(event, user, self) }
            return nil
        } catch {
            // A fault of the disk says nothing about this event.
            if isOperational(error) || !db.isInsideTransaction { throw error }
            return error as? BusError ?? BusError(.failed, "\(scope.vault.service) could not apply \(MessageType(event.type)) (\(type(of: error))).")
        }
    }

    private func position(_ producer: ServiceName, _ user: UserID) throws -> StreamPosition? {
        try row("SELECT epoch, last FROM storage_positions WHERE producer = ? AND user = ?", [producer, user]).map {
            StreamPosition(epoch: UInt64(bitPattern: $0["epoch"] as Int64), last: UInt64(bitPattern: $0["last"] as Int64))
        }
    }

    private func save(_ position: StreamPosition, _ producer: ServiceName, _ user: UserID) throws {
        try execute(
            """
            INSERT INTO storage_positions (producer, user, epoch, last) VALUES (?, ?, ?, ?)
            ON CONFLICT (producer, user) DO UPDATE SET epoch = excluded.epoch, last = excluded.last
            """, [producer, user, Int64(bitPattern: position.epoch), Int64(bitPattern: position.last)])
    }
}

extension StreamEvent {
    /// The type of an event that a person skipped at its source: it keeps its number and has no payload.
    static let skipped: UInt16 = 0
}
