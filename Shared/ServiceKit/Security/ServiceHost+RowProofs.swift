import Logging
import Messages
import Storage

extension ServiceHost {
    /// Registers the columns of the service's tables: those that decide who may do what need proofs.
    /// - Parameter lastStep: runs in the transaction from which proofs are required and content is hidden.
    public func authenticate(
        _ tables: [TableColumns], lastStep: @escaping @Sendable (Transaction) throws -> Void = { _ in }
    ) {
        duties.withLock { duties in
            duties.authenticated += tables.filter { !$0.granting.isEmpty }
            duties.whenProofsAreRequired.append(lastStep)
        }
    }

    /// Registers what follows a refused row, once for each row and process; every refusal is also logged and counted.
    public func onRefusedRow(_ body: @escaping @Sendable (RefusedRow) -> Void) {
        duties.withLock { $0.refusedRow.append(body) }
    }

    func handleRowProofs() {
        let (store, log, duties) = (store, log, duties.withLock { $0 })
        store.onRefusedRow { row in
            log.warning(
                "A row was refused: it was not written by this service, or changed since.",
                metadata: ["table": "\(row.table)"])
            for report in duties.refusedRow { report(row) }
        }
        metrics.collect {
            var family = Family(
                "pulsum_rows_refused_total", "Refusals of rows that this service did not write, or not as they are.",
                .counter)
            let counts = store.refusedRows
            for table in duties.authenticated { family.add(["table": table.name], Double(counts[table.name] ?? 0)) }
            return duties.authenticated.isEmpty ? [] : [family]
        }
        bus.handle(UnprovenRowsQuery.self) { query, _ in
            let place = query.place.map { UnprovenRows.Place(table: $0.table, skip: Int($0.skip)) }
            let found = try await store.unprovenRows(in: duties.authenticated, from: place)
            return UnprovenRowsQuery.Reply(
                areRefused: found.areRefused, isSealed: found.isSealed,
                rows: found.entries.map { entry in
                    UnprovenRow(
                        table: entry.table, user: entry.user, columns: entry.fields.map(\.name),
                        values: entry.fields.map(\.value), digest: Array(entry.digest))
                }, next: found.next.map { UnprovenPlace(table: $0.table, skip: Int64($0.skip)) })
        }
        bus.handle(RequireRowProofs.self) { request, _ in
            let proved = try await store.requireProofs(
                in: duties.authenticated, confirmed: request.confirmed.map { .init($0) },
                last: { transaction in for step in duties.whenProofsAreRequired { try step(transaction) } })
            log.notice(
                "Rows without a valid proof count as absent, and content is hidden.", metadata: ["proved": "\(proved)"])
            return RequireRowProofs.Reply(proved: Int64(proved))
        }
    }
}
