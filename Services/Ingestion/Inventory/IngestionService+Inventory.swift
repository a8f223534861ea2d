import HealthFormats
import Messages
import Storage

/// Requests for the inventory of days and for the counts that devices report.
extension IngestionService {
    /// - Throws: `ServiceError(.invalid)` for a range that is too long.
    func inventory(_ request: InventoryQuery) async throws -> InventoryQuery.Reply {
        guard request.from <= request.through,
            request.from.distance(to: request.through) < InventoryQuery.maximumDays
        else {
            throw ServiceError(
                .invalid,
                "A range runs from an earlier to a later day and holds at most \(InventoryQuery.maximumDays) days.")
        }
        return try await store.read { transaction in
            let view = InventoryView(user: request.user, transaction: transaction)
            return InventoryQuery.Reply(days: try view.days(request.from...request.through))
        }
    }

    /// Kinds that are unknown are named in the reply, intimate ones are counted as taken and not kept.
    /// - Throws: `ServiceError(.invalid)` for too many counts, a count out of range, and a day after tomorrow.
    func state(_ request: StateCounts) async throws -> StateCounts.Reply {
        guard request.counts.count <= StateCounts.maximumCounts else {
            throw ServiceError(.invalid, "At most \(StateCounts.maximumCounts) counts come in one request.")
        }
        let now = clock()
        let last = Day(number: Int32(clamping: now / 86_400_000 + 1))
        guard request.counts.allSatisfy({ (0...StateCounts.maximum).contains($0.count) && $0.day <= last }) else {
            throw ServiceError(
                .invalid, "A count is a number from 0 to \(StateCounts.maximum) of a day that has begun.")
        }
        var (days, unknown, taken): ([Day: [String: Int64]], [String], Int64) = ([:], [], 0)
        for stated in request.counts {
            guard let kind = InventoryView.name(stated.kind) else {
                let name = String(stated.kind.prefix(Self.maximumName))
                if unknown.count < Self.maximumUnknown, !unknown.contains(name) { unknown.append(name) }
                continue
            }
            taken += 1
            // Parts of a record are no samples of their own.
            guard SampleKind(named: stated.kind)?.isPart != true else { continue }
            let row = KindTable.row(kind) ?? ShownKind(named: kind)?.first
            guard !(row?.isIntimate ?? false) else { continue }
            // The halves of a pair are counted as the larger one.
            days[stated.day, default: [:]][kind] = max(days[stated.day]?[kind] ?? 0, stated.count)
        }
        let device = request.sender?.device ?? 0
        try await store.write { [days] transaction in
            try transaction.check(request.user)
            let rows = StatedRows(user: request.user, transaction: transaction)
            for (day, counts) in days { try rows.add(counts, of: day, by: device, at: now) }
            try rows.trim(device)
        }
        return StateCounts.Reply(taken: taken, unknown: unknown)
    }

    private static let maximumName = 100
    private static let maximumUnknown = 100
}
