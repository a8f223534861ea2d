import HealthFormats
import Messages
import Storage

/// What companions sent: bodies that could not be read, and the end of a device's records.
extension IngestionService {
    /// - Throws: `ServiceError(.invalid)` for an unknown companion.
    static func check(_ sender: CompanionSender?) throws {
        guard let sender, !Companions.all.contains(where: { $0.name == sender.companion }) else { return }
        throw ServiceError(
            .invalid,
            "There is no such companion; it is one of \(Companions.all.map { $0.name }.joined(separator: ", ")).")
    }

    func aside(_ request: AsideQuery) async throws -> AsideQuery.Reply {
        try await store.read { transaction in
            let rows = AsideRows(user: request.user, transaction: transaction)
            let kept = try GroupRows.kept(of: request.user, transaction)
            return AsideQuery.Reply(
                bodies: try rows.shown(kept), bytes: try rows.bytes(), maximumBytes: AsideRows.maximumBytes)
        }
    }

    func remove(_ request: RemoveAside) async throws -> Empty {
        try await store.write { transaction in
            try transaction.check(request.user)
            try AsideRows(user: request.user, transaction: transaction).remove(request.id)
            try GroupRows(user: request.user, transaction: transaction).dropEmpty()
        }
        return Empty()
    }

    func piece(_ request: AsidePiece) async throws -> AsidePiece.Reply {
        try await store.read { transaction in
            let rows = AsideRows(user: request.user, transaction: transaction)
            let kept = try GroupRows.kept(of: request.user, transaction)
            guard try rows.shownBody(request.id, kept) != nil else { return AsidePiece.Reply(bytes: nil) }
            return AsidePiece.Reply(bytes: try rows.piece(Int(request.number), of: request.id))
        }
    }

    /// Most devices of one request.
    private static let maximumDevices = 200

    func arrivals(_ request: CompanionArrivals) async throws -> CompanionArrivals.Reply {
        guard request.devices.count <= Self.maximumDevices else {
            throw ServiceError(.invalid, "At most \(Self.maximumDevices) devices can be asked about at once.")
        }
        return try await store.read { transaction in
            guard try !CompanionRows.isEmpty(request.user, transaction) else {
                return CompanionArrivals.Reply(devices: [])
            }
            let told = try CompanionRows(user: request.user, transaction: transaction).sampleRecords(
                by: request.devices)
            return CompanionArrivals.Reply(
                devices: request.devices.compactMap { device in
                    told[device].map { CompanionArrival(device, $0.records, isPart: $0.isPart) }
                })
        }
    }

    /// Records deleted by one request.
    private static let forgotten = 500

    func forget(_ request: ForgetCompanion) async throws -> ForgetCompanion.Reply {
        let now = clock()
        let (count, hasMore) = try await store.write { transaction in
            let merge = try CompanionMerge(user: request.user, transaction: transaction, arrived: now)
            let part = try merge.forget(request.device, limit: Self.forgotten)
            if !part.hasMore { try GroupRows(rows: merge.rows).dropEmpty() }
            return (part.count, part.hasMore)
        }
        worker.nudge()
        return ForgetCompanion.Reply(removed: Int64(count), hasMore: hasMore)
    }

    /// Removes the upload of a companion's post that broke off or was too large; succeeds too where there is none.
    func discard(_ request: DiscardUpload) async throws -> Empty {
        let spool = SpoolFile(directory: spools, user: request.user, job: request.job)
        try await alone(with: spool, of: request.user) { store in
            let handle = try spool.openLocked(create: false)
            defer { withExtendedLifetime(handle) {} }
            let isRemoved = try Steps.apart(store).write { transaction in
                let rows = ImportRows(user: request.user, transaction: transaction)
                guard try rows.job(request.job)?.status.companion != nil else { return false }
                return try rows.removeUpload(request.job)
            }
            if isRemoved { spool.remove() }
        }
        return Empty()
    }
}

extension CompanionArrival {
    /// - Parameter isPart: whether the device sent more records.
    init(_ device: UInt64, _ records: [StoredRecord], isPart: Bool) {
        var kinds: [String: ArrivedKind] = [:]
        for reading in records.flatMap(\.readings) {
            guard let row = KindTable.row(reading.kind), !row.isIntimate else { continue }
            var kind = kinds[row.name] ?? ArrivedKind(kind: row.name, count: 0, last: 0, isOfBody: row.isOfBody)
            kind.count += 1
            kind.last = max(kind.last, reading.end * 1000)
            kinds[row.name] = kind
        }
        self.init(
            device: device, kinds: kinds.values.sorted { ($1.last, $0.kind) < ($0.last, $1.kind) }, isPart: isPart)
    }
}
