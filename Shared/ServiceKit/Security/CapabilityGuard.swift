import Bus
import Crypto
import Messages
import Synchronization
import SystemKit

/// Looks, before a service answers a request about a person, whether the API said that this may be asked.
public final class CapabilityGuard: Sendable {
    /// How far the clocks of two machines may differ. Seconds.
    static let skew: Int64 = 120
    /// Nothing is valid longer than this from now on, whoever signed it. Seconds.
    static let longest: Int64 = 900
    private static let maximumKept = 1_024

    /// Why a request is refused; also the label in metrics.
    public enum Refusal: String, Error, CaseIterable {
        case missing, foreign, expired, forged

        var error: BusError {
            let reason =
                switch self {
                case .missing: "It carries no capability of the API."
                case .foreign: "Its capability is for another person, service or request."
                case .expired: "Its capability is not valid now; check that the clocks of all machines agree within two minutes."
                case .forged: "Its capability was not made with this service's key; run “pulsum keys create” where keys are made and start api again."
                }
            return BusError(.refused, "This request about a person is refused. \(reason)")
        }
    }

    private struct State {
        var keys: [SymmetricKey]
        /// When the keys were read, seconds since 1970.
        var read: Int64
        /// Those whose code was right under a key in force.
        var known: Set<Capability> = []
    }

    private let service: ServiceName
    private let files: CapabilityKeys
    private let acceptsMissing: Bool
    private let now: @Sendable () -> Int64
    private let state: Mutex<State>

    /// - Parameters:
    ///   - acceptsMissing: answers requests without a capability, while an API of an older release is at work.
    ///   - now: seconds since 1970.
    /// - Throws: `StartFailure` where the service's key is missing.
    public init(
        _ service: ServiceName, _ files: CapabilityKeys, acceptsMissing: Bool = false, now: @escaping @Sendable () -> Int64 = WallClock.seconds
    ) throws(StartFailure) {
        (self.service, self.files, self.acceptsMissing, self.now) = (service, files, acceptsMissing, now)
        state = Mutex(State(keys: try files.read(service), read: now()))
    }

    /// - Parameter capabilities: what came with the request.
    /// - Throws: why it is refused.
    public func check(_ type: MessageType, user: UserID, _ capabilities: CapabilitySet?) throws(Refusal) {
        guard let capabilities else {
            if acceptsMissing { return }
            throw .missing
        }
        guard let capability = capabilities.first(type, user: user, audience: service) else { throw .foreign }
        let now = now()
        let expires = Int64(capability.expires)
        guard expires + Self.skew > now, expires <= now + Self.longest + Self.skew else { throw .expired }
        guard state.withLock({ isGenuine(capability, now, &$0) }) else { throw .forged }
    }

    private func isGenuine(_ capability: Capability, _ now: Int64, _ state: inout State) -> Bool {
        // Every five minutes, so that a key which was taken away stops to count.
        if now - state.read >= CapabilityMint.slot || now < state.read { readAgain(now, &state) }
        if state.known.contains(capability) { return true }
        if !isSigned(capability, state.keys) {
            // The API may have a newer key than this process; a forger does not make it read files all the time.
            guard now != state.read else { return false }
            readAgain(now, &state)
            guard isSigned(capability, state.keys) else { return false }
        }
        if state.known.count >= Self.maximumKept { state.known.removeAll(keepingCapacity: true) }
        state.known.insert(capability)
        return true
    }

    /// A file that cannot be read leaves the keys as they are.
    private func readAgain(_ now: Int64, _ state: inout State) {
        state.read = now
        guard let keys = try? files.read(service), keys != state.keys else { return }
        (state.keys, state.known) = (keys, [])
    }

    /// Compared in constant time.
    private func isSigned(_ capability: Capability, _ keys: [SymmetricKey]) -> Bool {
        keys.contains { HMAC<SHA256>.isValidAuthenticationCode(Array(capability.code), authenticating: Array(capability.statement), using: $0) }
    }
}
