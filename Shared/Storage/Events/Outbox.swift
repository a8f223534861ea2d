import Foundation
import Messages
import Wire

extension Transaction {
    /// Stores an event in the transaction of its change: numbered and sealed for each consumer, and published on the
    /// mirror after the commit. An event without consumers is only published.
    /// - Parameter id: the changed entity, for watchers; nil for a new random id.
    /// - Throws: `ServiceError(.erased)`.
    public func emit<E: BusEvent>(_ event: E, id: EntityID? = nil) throws {
        try emit(event, id: id, to: Topology.consumers(of: E.type))
    }

    /// The same for some consumers of the event: those that do not know it already.
    /// - Throws: `ServiceError(.erased)`.
    public func emit<E: BusEvent>(_ event: E, id: EntityID?, to consumers: [ServiceName]) throws {
        let own = try enqueue(event, to: consumers)
        scope.effects.events.append(CommittedEvent(type: E.type, user: event.user, id: id ?? own))
    }

    /// Sends an event with the current state to one consumer again, under a new number. Nothing changed, so the mirror
    /// is not notified.
    /// - Throws: `ServiceError(.erased)`.
    public func emitAgain<E: BusEvent>(_ event: E, to consumer: ServiceName) throws {
        _ = try enqueue(event, to: [consumer])
    }

    /// - Returns: the event's own identifier.
    private func enqueue<E: BusEvent>(_ event: E, to consumers: [ServiceName]) throws -> EntityID {
        let user = event.user
        // The event's own id, not the entity's: a consumer compares it to detect that a number was reused for another
        // event.
        let id = EntityID.random(using: &scope.random)
        guard !consumers.isEmpty else {
            try check(user)
            return id
        }
        // Fails before any write for an erased user, who has no key and gets none.
        let key = try dataKey(user)
        let payload = try WireEncoder().encode(event)
        let type = try hidesContent() ? key.hide(E.type.rawValue, of: id) : Int64(E.type.rawValue)
        for consumer in consumers {
            let lane = RelayCore.Lane(consumer: consumer, user: user)
            let next = try number(lane)
            let sealed = try key.seal(payload, table: "storage_outbox", row: "\(consumer)/\(next)", &scope.random)
            let trace = scope.trace.map {
                EventTrace(trace: $0.id, parent: $0.span, span: UInt64.random(in: 1 ... .max, using: &scope.random))
            }
            try session.run(
                "INSERT INTO storage_outbox (consumer, user, sequence, id, type, sealed, trace) VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    .name(consumer), .id(user), .integer(next), .id(id), .integer(type),
                    .bytes(sealed),
                    try trace.map { .bytes(Data(try WireEncoder().encode($0))) } ?? .null,
                ])
            if let trace {
                scope.effects.steps.append(
                    TracedStep(
                        role: .committed, trace: trace, own: 0, type: E.type, peer: consumer, duration: .zero,
                        failure: nil))
            }
            let told = StreamEvent(
                sequence: UInt64(bitPattern: next), id: id, type: E.type, payload: payload, trace: trace)
            scope.effects.outbox.append((lane, told))
            scope.effects.changesOutbox = true
        }
        return id
    }

    /// Statements of the numbers of streams.
    private struct Numbers {
        let set: String
        let advance: String
        let get: String

        init(_ table: String) {
            set = "UPDATE \(table) SET last = ? WHERE consumer = ? AND user = ?"
            advance =
                "INSERT INTO \(table) (consumer, user, last) VALUES (?, ?, 1) ON CONFLICT (consumer, user) DO UPDATE SET last = \(table).last + 1"
            get = "SELECT last FROM \(table) WHERE consumer = ? AND user = ?"
        }

        static let sqlite = Numbers("storage_streams")
        /// A table of its own: a transaction that emits would conflict with each acknowledgement of earlier events, which
        /// changes `storage_streams`, and a long one would never end.
        static let postgres = Numbers("storage_numbers")
    }

    private var streamNumbers: Numbers { spansMachines ? .postgres : .sqlite }

    /// The next number of a stream. Avoids RETURNING, for which SQLite builds a table in memory on each call, about
    /// doubling the cost.
    private func number(_ lane: RelayCore.Lane) throws -> Int64 {
        if let last = scope.numbers[lane] ?? scope.memory.number(lane) {
            scope.numbers[lane] = last + 1
            return last + 1
        }
        let stream = [ColumnValue.name(lane.consumer), .id(lane.user)]
        try session.run(streamNumbers.advance, stream)
        guard let next = try session.first(streamNumbers.get, stream, { $0.integer(0) }) else {
            throw ServiceError(.failed, "The stream to \(lane.consumer) gave no number.")
        }
        guard (1...StoredCounter.maximum).contains(next) else {
            throw StorageError.damaged(
                "The last number of the stream to \(lane.consumer) is damaged; restore the database from a backup.")
        }
        if next == 1, spansMachines {
            try session.run("INSERT INTO storage_streams (consumer, user, last) VALUES (?, ?, 0)", stream)
        }
        scope.memory.note(next, of: lane)
        return next
    }

    /// Stores the last numbers of the streams, once per commit instead of once per event. Call last in a transaction.
    func storeNumbers() throws {
        for (lane, last) in scope.numbers {
            try session.run(streamNumbers.set, [.integer(last), .name(lane.consumer), .id(lane.user)])
            scope.memory.note(last, of: lane)
        }
        scope.numbers = [:]
    }

    // MARK: What the relay reads and writes

    /// Streams with unacknowledged events, parked ones included. Finds the first event of each lane by one index step
    /// per lane.
    /// - Parameter known: the type of a lane's event, if it is at hand.
    func pendingLanes(known: KnownType = { _, _ in nil }) throws -> [RelayCore.Pending] {
        if case .postgres = session { return try pendingLanesAtOnce(known) }
        var pending: [RelayCore.Pending] = []
        var (consumer, user) = (ColumnValue.text(""), ColumnValue.bytes(Data()))
        while true {
            let lane = try session.first(
                """
                SELECT o.consumer, o.user, s.acknowledged, s.last, s.attempts, s.parked, s.parked_release, s.rebased, o.type, s.epoch, o.sequence, o.id
                FROM storage_outbox o CROSS JOIN storage_streams s ON s.consumer = o.consumer AND s.user = o.user
                WHERE (o.consumer, o.user, o.sequence) > (?, ?, ?) ORDER BY o.consumer, o.user, o.sequence LIMIT 1
                """, [consumer, user, .integer(.max)]
            ) { row in
                if let lane = try self.pending(row, known) { pending.append(lane) }
                return RelayCore.Lane(consumer: row.name(0), user: try row.id(1))
            }
            guard let lane else { return pending }
            (consumer, user) = (.name(lane.consumer), .id(lane.user))
        }
    }

    /// The same in one statement, because each step of its own would be a round trip to the server.
    private func pendingLanesAtOnce(_ known: KnownType) throws -> [RelayCore.Pending] {
        var pending: [RelayCore.Pending] = []
        try session.run(
            """
            WITH RECURSIVE lane (consumer, user, sequence, type, id) AS (
                (SELECT consumer, user, sequence, type, id FROM storage_outbox ORDER BY consumer, user, sequence LIMIT 1)
                UNION ALL
                SELECT next.consumer, next.user, next.sequence, next.type, next.id FROM lane JOIN LATERAL (
                    SELECT o.consumer, o.user, o.sequence, o.type, o.id FROM storage_outbox o
                    WHERE (o.consumer, o.user) > (lane.consumer, lane.user)
                    ORDER BY o.consumer, o.user, o.sequence LIMIT 1) next ON true)
            SELECT o.consumer, o.user, s.acknowledged, s.last, s.attempts, s.parked, s.parked_release, s.rebased, o.type, s.epoch, o.sequence, o.id
            FROM lane o JOIN storage_lanes s ON s.consumer = o.consumer AND s.user = o.user
                AND o.sequence = \(Self.next)
            """
        ) {
            if let lane = try self.pending($0, known) { pending.append(lane) }
            return true
        }
        return pending
    }

    typealias KnownType = (RelayCore.Lane, UInt64) -> UInt16?

    /// The number of a stream's next event; NULL where the one before is damaged.
    fileprivate static let next =
        "CASE WHEN s.acknowledged BETWEEN 0 AND \(StoredCounter.maximum) THEN s.acknowledged + 1 END"

    /// Nil for a stream whose first event is not its next one: a damaged number keeps this stream waiting, and no other.
    private func pending(_ row: Columns, _ known: KnownType) throws -> RelayCore.Pending? {
        guard StoredCounter(columnValue: .integer(row.integer(2))) != nil, row.number(10) == row.number(2) + 1 else {
            return nil
        }
        let lane = RelayCore.Lane(consumer: row.name(0), user: try row.id(1))
        let stored = row.integer(8)
        // A number in the clear may be newer than what is at hand: that of an event that was skipped.
        let atHand = DataKey.isHidden(stored) ? known(lane, row.number(10)) : nil
        let type = try atHand ?? shownType(stored, of: row.id(11), lane.user)
        return RelayCore.Pending(
            lane: lane, acknowledged: row.number(2),
            last: row.number(3), attempts: Int(min(max(row.integer(4), 0), Int64(Int32.max))),
            isParked: row.integer(5) != 0, parkedRelease: row.text(6), nextType: MessageType(type),
            isRebased: row.integer(7) != 0, epoch: row.isNull(9) ? nil : row.number(9))
    }

    /// The type of a stored number; that of a skipped event if the person's key is damaged. Reading the event then fails.
    fileprivate func shownType(_ stored: Int64, of event: EntityID, _ user: UserID) throws -> UInt16 {
        guard DataKey.isHidden(stored) else { return UInt16(truncatingIfNeeded: stored) }
        do {
            return try dataKey(user).show(stored, of: event)
        } catch let error as StorageError where error.code == .damagedValue {
            return StreamEvent.skipped
        }
    }

    /// The lane's next events, oldest first, up to `limit` and about `bytes` of payload (at least one event), ending
    /// before a type that `accepts` rejects.
    func events(of pending: RelayCore.Pending, limit: Int, bytes: Int, accepts: (MessageType) -> Bool) throws
        -> [StreamEvent]
    {
        let lane = pending.lane
        var events: [StreamEvent] = []
        var size = 0
        try session.run(
            "SELECT sequence, id, type, sealed, trace FROM storage_outbox WHERE consumer = ? AND user = ? AND sequence > ? ORDER BY sequence LIMIT ?",
            [.name(lane.consumer), .id(lane.user), .number(pending.acknowledged), .integer(Int64(limit))]
        ) { row in
            let sequence = row.integer(0)
            let id: EntityID = try row.id(1)
            let stored = row.integer(2)
            let type = MessageType(
                DataKey.isHidden(stored)
                    ? try dataKey(lane.user).show(stored, of: id) : UInt16(truncatingIfNeeded: stored))
            let isSkipped = type.rawValue == StreamEvent.skipped
            guard isSkipped || accepts(type) else { return false }
            let payload =
                isSkipped
                ? Data()
                : try openBytes(
                    row.data(3), user: lane.user, table: "storage_outbox", row: "\(lane.consumer)/\(sequence)")
            // An unreadable trace is dropped; it must not hold up the event.
            let trace = row.isNull(4) ? nil : try? WireDecoder().decode(EventTrace.self, from: [UInt8](row.bytes(4)))
            events.append(
                StreamEvent(
                    sequence: row.number(0), id: id, type: type, payload: [UInt8](payload), trace: trace))
            size += payload.count + 64
            return size < bytes
        }
        return events
    }

    /// Stores the outcome of a lane's delivery and deletes its acknowledged events. Each statement is right by itself,
    /// as acknowledged numbers only grow (`WriteJob.Isolation.rows`).
    func settle(_ settlement: RelayCore.Settlement) throws {
        let lane = settlement.lane
        try session.run(
            "DELETE FROM storage_outbox WHERE consumer = ? AND user = ? AND sequence <= ?",
            [.name(lane.consumer), .id(lane.user), .number(settlement.acknowledged)])
        try session.run(
            """
            UPDATE storage_streams SET rebased = CASE WHEN ? <= acknowledged THEN rebased ELSE 0 END, acknowledged = max(acknowledged, ?), attempts = ?, parked = ?,
                parked_release = ?, last_error = ?
            WHERE consumer = ? AND user = ?
            """,
            [
                .number(settlement.acknowledged), .number(settlement.acknowledged),
                .integer(Int64(settlement.attempts)), .integer(settlement.isParked ? 1 : 0),
                .text(settlement.parkedRelease), .text(settlement.error), .name(lane.consumer), .id(lane.user),
            ])
    }

    /// Restarts the lane of a consumer that lost its position (its database was lost, or is an older copy), in one
    /// transaction. Re-emits current state after the pending events; delivery resumes at `acknowledged`.
    /// - Parameter isSetBack: this database is the older copy; a new epoch makes the consumer discard this producer's
    ///   earlier events.
    func restartLane(
        _ lane: RelayCore.Lane, isOlderCopy: Bool = false, _ replay: (ServiceName, UserID, Transaction) throws -> Void
    ) throws {
        try replay(lane.consumer, lane.user, self)
        try execute(
            "UPDATE storage_streams SET rebased = 1, attempts = 0, parked = 0, parked_release = NULL, last_error = NULL WHERE consumer = ? AND user = ?",
            [lane.consumer, lane.user])
        guard isOlderCopy else { return }
        try execute(
            "UPDATE storage_streams SET epoch = max(?, coalesce(epoch, (SELECT epoch FROM storage_meta)) + 1) WHERE consumer = ? AND user = ?",
            [scope.dataKeys.now(), lane.consumer, lane.user])
    }
}

extension Store {
    /// The parked lanes, which wait for an operator or a newer consumer release, and the number of all unacknowledged
    /// events.
    public func parkedLanes() async throws -> ListParked.Reply {
        try await read(isSerial: false) { transaction in
            let rows = try transaction.rows(
                """
                SELECT s.consumer, s.user, o.sequence, s.attempts, s.last - s.acknowledged AS waiting, s.last_error, o.type, o.id
                FROM \(transaction.lanes) s JOIN storage_outbox o ON o.consumer = s.consumer AND o.user = s.user AND o.sequence = \(Transaction.next)
                WHERE s.last > s.acknowledged AND s.parked <> 0 ORDER BY s.consumer, s.user
                """)
            let lanes = try transaction.readEach(rows, in: "storage_streams") { row in
                let user: UserID = try row["user"]
                return try ParkedLane(
                    consumer: row["consumer"], user: user,
                    sequence: UInt64(bitPattern: row["sequence"] as Int64),
                    type: MessageType(transaction.shownType(row["type"], of: row["id"], user)),
                    attempts: row["attempts"],
                    waiting: row["waiting"],
                    lastError: row["last_error"] ?? "")
            }
            // On PostgreSQL, the rows of the outbox: an index that changed with every event would cost more.
            let pending = try transaction.value(
                Int64.self,
                transaction.sql(
                    """
                    SELECT CAST(total(last - acknowledged) AS INTEGER) FROM storage_streams WHERE last > acknowledged
                        AND typeof(last) = 'integer' AND typeof(acknowledged) = 'integer'
                    """,
                    postgres: "SELECT count(*) FROM storage_outbox"))
            return ListParked.Reply(lanes: lanes, pending: pending ?? 0)
        }
    }

    /// The numbers of unacknowledged events of the consumers that have any.
    public func pendingEvents() async throws -> [ServiceName: Int64] {
        try await read(isSerial: false) { transaction in
            let rows = try transaction.rows(
                transaction.sql(
                    """
                    SELECT consumer, CAST(total(last - acknowledged) AS INTEGER) AS waiting FROM storage_streams WHERE last > acknowledged
                        AND typeof(last) = 'integer' AND typeof(acknowledged) = 'integer' GROUP BY consumer
                    """,
                    postgres: "SELECT consumer, count(*) AS waiting FROM storage_outbox GROUP BY consumer"))
            let waiting = try transaction.readEach(rows, in: "storage_streams") {
                (try $0["consumer"] as ServiceName, try $0["waiting"] as Int64)
            }
            return Dictionary(waiting, uniquingKeysWith: +)
        }
    }

    /// Retries a parked lane (`skip` false), or skips its first event for good and records that. A skipped event keeps
    /// its number and is delivered without content, so that the stream has no gap.
    /// - Throws: `ServiceError(.notFound)` if this lane is not parked.
    public func release(consumer: ServiceName, user: UserID, skip: Bool) async throws {
        try await write { try $0.release(consumer: consumer, user: user, skip: skip) }
    }
}

extension Transaction {
    /// Streams with their last numbers.
    fileprivate var lanes: String { sql("storage_streams", postgres: "storage_lanes") }

    fileprivate func release(consumer: ServiceName, user: UserID, skip: Bool) throws {
        let stream = try row(
            "SELECT \(Self.next) AS sequence FROM \(lanes) s WHERE consumer = ? AND user = ? AND parked <> 0 AND last > acknowledged",
            [consumer, user])
        guard let sequence = try stream.flatMap({ try $0["sequence"] as Int64? }) else {
            throw ServiceError(.notFound, "No parked lane of this user to \(consumer); see “pulsum bus parked”.")
        }
        if skip {
            try execute(
                """
                INSERT INTO storage_skipped (consumer, user, sequence, id, type, at, last_error)
                SELECT o.consumer, o.user, o.sequence, o.id, o.type, ?, s.last_error
                FROM storage_outbox o JOIN storage_streams s ON s.consumer = o.consumer AND s.user = o.user
                WHERE o.consumer = ? AND o.user = ? AND o.sequence = ?
                ON CONFLICT DO NOTHING
                """, [scope.dataKeys.now(), consumer, user, sequence])
            try execute(
                "UPDATE storage_outbox SET type = 0, sealed = x'' WHERE consumer = ? AND user = ? AND sequence = ?",
                [consumer, user, sequence])
        }
        try execute(
            "UPDATE storage_streams SET attempts = 0, parked = 0, parked_release = NULL, last_error = NULL WHERE consumer = ? AND user = ?",
            [consumer, user])
        scope.effects.changesOutbox = true
    }
}
