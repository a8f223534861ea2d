import Messages
import Storage

extension IngestionService {
    func habits(_ request: HabitsQuery) async throws -> HabitsQuery.Reply {
        let now = clock()
        return HabitsQuery.Reply(
            devices: try await store.read { try HabitRows(user: request.user, transaction: $0).devices(at: now) })
    }
}
