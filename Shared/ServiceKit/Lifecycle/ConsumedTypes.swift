import Bus
import Messages
import Storage
import Synchronization

/// The event types that consumers on the bus declared, for the relay. An event waits until every worker of its consumer
/// consumes its type. A consumer with a new release retries its parked lanes once.
final class ConsumedTypes: Sendable {
    private let known = Mutex<[ServiceName: Announcement]>([:])
    private static let interval = Duration.seconds(2)

    /// Every type if a consumer is not on the bus, or declared none.
    subscript(consumer: ServiceName) -> Announcement { known.withLock { $0[consumer] ?? Announcement() } }

    /// Polls the broker until the task is cancelled. While the broker does not answer, the last result stays.
    func follow(_ bus: some Requesting) async {
        while !Task.isCancelled {
            if let status = try? await bus.request(BusStatus(), to: .broker) { note(status.services) }
            do { try await Task.sleep(for: Self.interval) } catch { return }
        }
    }

    func note(_ services: [ServiceStatus]) {
        known.withLock { known in
            for service in services {
                if let announcement = Self.announcement(service.workers.filter { !$0.draining }) {
                    known[service.service] = announcement
                }
            }
        }
    }

    /// The types that all workers consume, and their release if all run the same one; nil without workers.
    static func announcement(_ workers: [WorkerStatus]) -> Announcement? {
        guard let first = workers.first else { return nil }
        let said = workers.filter { !$0.consumes.isEmpty }.map { Set($0.consumes.map { MessageType($0) }) }
        let types = said.dropFirst().reduce(said.first) { $0?.intersection($1) }
        return Announcement(
            types: types, release: workers.allSatisfy { $0.release == first.release } ? first.release : nil)
    }
}
