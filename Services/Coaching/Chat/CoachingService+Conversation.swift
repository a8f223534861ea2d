import Bus
import Messages
import Storage
import SystemKit

extension CoachingService {
    func conversation(_ query: ConversationQuery) async throws -> ConversationQuery.Reply {
        let turns = try await store.read {
            let plan = try PlanRows(user: query.user, transaction: $0).latest()
            return try ConversationRows(user: query.user, transaction: $0).turns(at: query.at).map {
                $0.shown(plan).turn
            }
        }
        return ConversationQuery.Reply(turns: turns)
    }

    /// Removes every hour what is past its time, whether or not the person writes again.
    func expireConversations() async throws {
        while !Task.isCancelled {
            do {
                try await store.write { try ConversationRows.expire(at: WallClock.milliseconds(), $0) }
            } catch let error as ServiceError {
                log.warning(
                    "Old conversations could not be removed; retrying in an hour.",
                    metadata: ["error": "\(ServiceError.logText(error))"])
            }
            try await Task.sleep(for: .seconds(3_600))
        }
    }

    func deleteConversation(_ request: DeleteConversation) async throws -> Empty {
        try await store.write { try ConversationRows(user: request.user, transaction: $0).delete() }
        return Empty()
    }
}
