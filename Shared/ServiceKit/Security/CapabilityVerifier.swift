import Bus
import Crypto
import Messages
import Synchronization
import SystemKit

/// Verifies that the API authorised a request about a person, before the service handles it.
public final class CapabilityVerifier: Sendable {
    /// Tolerated clock difference between machines, in seconds.
    static let skew: Int64 = 120
    /// Longest accepted validity from now, in seconds, even for a correctly signed capability.
    static let maximumSeconds: Int64 = 900
    private static let maximumKept = 1_024

    /// Why a request is refused; also the label in metrics: no capability (`missing`), one for another request
    /// (`foreign`), outside its validity (`expired`), wrong HMAC (`forged`).
    public enum Refusal: String, Error, CaseIterable {
        case missing, foreign, expired, forged

        var error: ServiceError {
            let reason =
                switch self {
                case .missing: "It carries no capability of the API."
                case .foreign: "Its capability is for another person, service or request."
                case .expired:
                    "Its capability is not valid now; check that the clocks of all machines agree within two minutes."
                case .forged:
                    "Its capability was not made with this service's key; run “pulsum keys create” where keys are made and start api again."
                }
            return ServiceError(.refused, "This request about a person is refused. \(reason)")
        }
    }

    private struct State {
        var keys: [SymmetricKey]
        /// When the keys were last read, in seconds since 1970.
        var read: Int64
        /// Capabilities verified under the current keys.
        var known: Set<Capability> = []
    }

    private let service: ServiceName
    private let files: CapabilityKeys
    private let acceptsMissing: Bool
    private let now: @Sendable () -> Int64
    private let state: Mutex<State>

    /// Reads the service's keys.
    /// - Parameters:
    ///   - acceptsMissing: accepts requests without a capability, for the time an API of an older release runs.
    ///   - now: seconds since 1970.
    /// - Throws: `StartFailure` if the service's key is missing.
    public init(
        _ service: ServiceName, _ files: CapabilityKeys, acceptsMissing: Bool = false,
        now: @escaping @Sendable () -> Int64 = WallClock.seconds
    ) throws(StartFailure) {
        (self.service, self.files, self.acceptsMissing, self.now) = (service, files, acceptsMissing, now)
        state = Mutex(State(keys: try files.read(service), read: now()))
    }

    /// Checks a request. Verified capabilities are cached, so that repeated checks cost a hash lookup.
    /// - Parameter capabilities: those sent with the request.
    /// - Throws: the reason of a refusal.
    public func check(_ type: MessageType, user: UserID, _ capabilities: CapabilitySet?) throws(Refusal) {
        guard let capabilities else {
            if acceptsMissing { return }
            throw .missing
        }
        guard let capability = capabilities.first(type, user: user, audience: service) else { throw .foreign }
        let now = now()
        let expires = Int64(capability.expires)
        guard expires + Self.skew > now, expires <= now + Self.maximumSeconds + Self.skew else { throw .expired }
        guard state.withLock({ isVerified(capability, now, &$0) }) else { throw .forged }
    }

    private func isVerified(_ capability: Capability, _ now: Int64, _ state: inout State) -> Bool {
        // Reads the keys every five minutes, so that a revoked key is no longer accepted.
        if now - state.read >= CapabilityIssuer.slot || now < state.read { reloadKeys(now, &state) }
        if state.known.contains(capability) { return true }
        if !isSigned(capability, state.keys) {
            // The API may use a newer key than this process. At most one read per second, so that forgeries cannot
            // cause constant reads.
            guard now != state.read else { return false }
            reloadKeys(now, &state)
            guard isSigned(capability, state.keys) else { return false }
        }
        if state.known.count >= Self.maximumKept { state.known.removeAll(keepingCapacity: true) }
        state.known.insert(capability)
        return true
    }

    /// Keeps the current keys if the file cannot be read.
    private func reloadKeys(_ now: Int64, _ state: inout State) {
        state.read = now
        guard let keys = try? files.read(service), keys != state.keys else { return }
        (state.keys, state.known) = (keys, [])
    }

    /// Verifies the HMAC in constant time.
    private func isSigned(_ capability: Capability, _ keys: [SymmetricKey]) -> Bool {
        keys.contains {
            HMAC<SHA256>.isValidAuthenticationCode(
                Array(capability.code), authenticating: Array(capability.statement), using: $0)
        }
    }
}
