import Bus
import Messages
import Synchronization
import SystemKit

/// The capabilities of a client without keys, such as the command line: requests them from the API once per person, and
/// again shortly before they expire.
public final class CapabilityCache: CapabilitySource {
    /// Seconds before expiry at which a capability is no longer used.
    private static let margin: Int64 = 60
    private static let maximumKept = 1_024

    private let held = Mutex<[UserID: CapabilitySet]>([:])
    private let now: @Sendable () -> Int64

    /// An empty cache.
    /// - Parameter now: seconds since 1970.
    public init(now: @escaping @Sendable () -> Int64 = WallClock.seconds) { self.now = now }

    /// Cached capabilities that are valid for at least another minute; else nil.
    public func ready(_ type: MessageType, user: UserID, audience: ServiceName) -> CapabilityField? {
        guard let set = held.withLock({ $0[user] }), let first = set[0], Int64(first.expires) - Self.margin > now()
        else { return nil }
        return set.field(type, user: user, audience: audience)
    }

    /// Requests the person's capabilities from the API. Nil if no API creates them.
    /// - Throws: `ServiceError` if the API cannot be reached now.
    public func fetch(_ type: MessageType, user: UserID, audience: ServiceName, over bus: any Requesting) async throws
        -> CapabilityField?
    {
        let bytes: [UInt8]
        do {
            bytes = try await bus.request(MintCapability(user: user)).capabilities
        } catch let error as ServiceError where [.unavailable, .refused].contains(error.code) {
            // There is no API, or its release does not create capabilities: the answering service decides.
            return nil
        }
        guard let set = CapabilitySet(bytes: bytes), set.count > 0 else { return nil }
        held.withLock { held in
            if held.count >= Self.maximumKept { held.removeAll() }
            held[user] = set
        }
        return set.field(type, user: user, audience: audience)
    }
}
