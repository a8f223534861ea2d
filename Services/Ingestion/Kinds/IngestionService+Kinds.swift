import HealthFormats
import Messages
import Storage

/// Kinds beyond those of daily metrics.
extension IngestionService {
    func groups(_ request: IntimateGroups) async throws -> IntimateGroups.Reply {
        try await store.read { transaction in
            IntimateGroups.Reply(
                groups: try GroupRows.all(of: request.user, transaction).sorted { $0.group < $1.group }.map { stored in
                    IntimateGroup(
                        group: stored.group, isKept: stored.isKept,
                        deletes: stored.isKept == nil ? stored.asked + GroupRows.waiting : nil,
                        isLapsed: stored.isKept == false && stored.answered == nil)
                })
        }
    }

    /// - Throws: `ServiceError(.invalid)` for an unknown group.
    func answer(_ request: AnswerGroup) async throws -> IntimateGroup {
        guard let group = HealthKind.Group(rawValue: request.group), group.isIntimate else {
            throw ServiceError(
                .invalid, "There is no such group; it is one of \(IntimateGroup.names.joined(separator: ", ")).")
        }
        let (user, now) = (request.user, clock())
        var isStored = false
        while !isStored {
            isStored = try await store.write { transaction in
                try transaction.check(user)
                return try GroupRows(user: user, transaction: transaction).answer(group, request.isKept, at: now)
            }
        }
        worker.nudge()
        return IntimateGroup(group: group.rawValue, isKept: request.isKept)
    }
}

/// Days, readings and deletion of kinds.
extension IngestionService {
    func kinds(_ request: KindsQuery) async throws -> KindsQuery.Reply {
        try await store.read { transaction in
            guard try !ReadingRows.isEmpty(request.user, transaction) else { return KindsQuery.Reply(kinds: []) }
            return try KindView(user: request.user, transaction: transaction).summaries(after: request.cursor)
        }
    }

    func days(_ request: KindDaysQuery) async throws -> KindDaysQuery.Reply {
        guard request.from <= request.through,
            request.from.distance(to: request.through) < KindDaysQuery.maximumDays
        else {
            throw ServiceError(
                .invalid,
                "A range runs from an earlier to a later day and holds at most \(KindDaysQuery.maximumDays) days.")
        }
        return try await store.read { transaction in
            let view = try KindView(user: request.user, transaction: transaction)
            let kind = try view.kind(request.kind)
            return KindDaysQuery.Reply(info: kind.info, days: try view.days(of: kind, request.from...request.through))
        }
    }

    func readings(_ request: KindReadingsQuery) async throws -> KindReadingsQuery.Reply {
        guard (1...KindReadingsQuery.maximum).contains(request.limit) else {
            throw ServiceError(.invalid, "Between 1 and \(KindReadingsQuery.maximum) readings come at once.")
        }
        return try await store.read { transaction in
            let view = try KindView(user: request.user, transaction: transaction)
            let kind = try view.kind(request.kind)
            let page = try view.page(of: kind, after: request.cursor, limit: Int(request.limit))
            return KindReadingsQuery.Reply(info: kind.info, readings: page.readings, next: page.next)
        }
    }

    func remove(_ request: RemoveKind) async throws -> RemoveKind.Reply {
        try await store.write { transaction in
            try transaction.check(request.user)
            let view = try KindView(user: request.user, transaction: transaction)
            return try view.remove(view.kind(request.kind), after: request.cursor)
        }
    }
}
