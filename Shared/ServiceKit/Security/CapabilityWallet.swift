import Bus
import Messages
import Synchronization
import SystemKit

/// The capabilities of a client that has no keys, such as the command line: asks the API once per person, and again shortly before they expire.
public final class CapabilityWallet: CapabilitySource {
    /// Not used this long before they expire. Seconds.
    private static let margin: Int64 = 60
    private static let maximumKept = 1_024

    private let held = Mutex<[UserID: CapabilitySet]>([:])
    private let now: @Sendable () -> Int64

    /// - Parameter now: seconds since 1970.
    public init(now: @escaping @Sendable () -> Int64 = WallClock.seconds) { self.now = now }

    public func ready(_ type: MessageType, user: UserID, audience: ServiceName) -> CapabilityField? {
        guard let set = held.withLock({ $0[user] }), let first = set[0], Int64(first.expires) - Self.margin > now() else { return nil }
        return set.field(type, user: user, audience: audience)
    }

    public func fetch(_ type: MessageType, user: UserID, audience: ServiceName, over bus: any Requesting) async throws -> CapabilityField? {
        let bytes: [UInt8]
        do {
            bytes = try await bus.request(MintCapability(user: user)).capabilities
        } catch let error as BusError where [.unavailable, .refused].contains(error.code) {
            // No API, or one of a release that makes none: who answers the request decides.
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
