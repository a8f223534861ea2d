import Bus
import Messages
import Storage
import Synchronization

/// What the consumers on the bus said they hear, for the relay: an event waits until every worker of its consumer knows its type, and a consumer that comes
/// with another release tries its parked lanes once.
final class Announcements: Sendable {
    private let known = Mutex<[ServiceName: Announcement]>([:])
    private static let interval = Duration.seconds(2)

    /// Every type where a consumer is not on the bus, or did not say.
    subscript(consumer: ServiceName) -> Announcement { known.withLock { $0[consumer] ?? Announcement() } }

    /// Asks the broker until the task is cancelled. While it does not answer, what was known stays.
    func follow(_ bus: some Requesting) async {
        while !Task.isCancelled {
            if let status = try? await bus.request(BusStatus(), to: .broker) { note(status.services) }
            do { try await Task.sleep(for: Self.interval) } catch { return }
        }
    }

    func note(_ services: [ServiceStatus]) {
        known.withLock { known in
            for service in services {
                if let announcement = Self.announcement(service.workers.filter { !$0.draining }) { known[service.service] = announcement }
            }
        }
    }

    /// What all workers hear, and the release where all run the same; nil without workers.
    static func announcement(_ workers: [WorkerStatus]) -> Announcement? {
        guard let first = workers.first else { return nil }
        let said = workers.filter { !$0.hears.isEmpty }.map { Set($0.hears.map { MessageType($0) }) }
        let types = said.dropFirst().reduce(said.first) { $0?.intersection($1) }
        return Announcement(types: types, release: workers.allSatisfy { $0.release == first.release } ? first.release : nil)
    }
}
