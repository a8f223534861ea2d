import Bus
import Crypto
import Messages
import Synchronization
import SystemKit

/// Creates capabilities in the API, for its own requests and for the command line.
public final class CapabilityIssuer: CapabilitySource {
    /// Expiries are multiples of this, in seconds, so that one capability serves all equal requests within five
    /// minutes.
    static let slot: Int64 = 300
    private static let maximumKept = 4_096

    private struct Call: Hashable {
        let type: MessageType
        let user: UserID
        let audience: ServiceName
    }

    private struct State {
        var keys: [ServiceName: SymmetricKey]
        var slot: Int64
        var fields: [Call: CapabilityField] = [:]
    }

    private let files: CapabilityKeys
    private let services: [ServiceName]
    private let now: @Sendable () -> Int64
    private let state: Mutex<State>

    /// Reads the keys.
    /// - Parameters:
    ///   - services: the services to create capabilities for; the key of each must be present.
    ///   - now: seconds since 1970.
    /// - Throws: `StartFailure` if a key is missing.
    public init(
        _ files: CapabilityKeys, services: [ServiceName] = Topology.services,
        now: @escaping @Sendable () -> Int64 = WallClock.seconds
    ) throws(StartFailure) {
        (self.files, self.services, self.now) = (files, services, now)
        state = Mutex(State(keys: try Self.keys(files, services), slot: now() / Self.slot))
    }

    /// The newest key of each service.
    private static func keys(_ files: CapabilityKeys, _ services: [ServiceName]) throws(StartFailure) -> [ServiceName:
        SymmetricKey]
    {
        var keys: [ServiceName: SymmetricKey] = [:]
        for service in services { keys[service] = try files.read(service).first }
        return keys
    }

    /// Creates the capabilities for a request, or returns cached ones. Nil if no key of the audience is known.
    public func ready(_ type: MessageType, user: UserID, audience: ServiceName) -> CapabilityField? {
        let (call, slot) = (Call(type: type, user: user, audience: audience), now() / Self.slot)
        return state.withLock { state in
            renew(&state, slot)
            if let field = state.fields[call] { return field }
            let field = CapabilityField(capabilities(call, state))
            if state.fields.count >= Self.maximumKept { state.fields.removeAll(keepingCapacity: true) }
            state.fields[call] = field
            return field
        }
    }

    /// Same as `ready`: a mint needs no request.
    public func fetch(_ type: MessageType, user: UserID, audience: ServiceName, over bus: any Requesting) async throws
        -> CapabilityField?
    {
        ready(type, user: user, audience: audience)
    }

    /// The capabilities that a client requests, without duplicates.
    /// - Throws: `ServiceError(.invalid)` for a type that is not about a person.
    func mint(_ request: MintCapability, for caller: ServiceName) throws -> CapabilitySet {
        let types = request.types.map { MessageType($0) }
        let known = Topology.requests.filter(\.isAboutPerson)
        guard types.count <= known.count, types.allSatisfy({ type in known.contains { $0.type == type } }) else {
            throw ServiceError(.invalid, "Capabilities are made for requests about a person, each named once.")
        }
        let meant = known.filter { types.isEmpty ? $0.callers.contains(caller) : types.contains($0.type) }
        let slot = now() / Self.slot
        return state.withLock { state in
            renew(&state, slot)
            var seen: Set<Capability> = []
            let all = meant.flatMap { asked in
                (asked.service.map { [$0] } ?? services).flatMap { audience in
                    capabilities(Call(type: asked.type, user: request.user, audience: audience), state)
                }
            }
            return CapabilitySet(all.filter { seen.insert($0).inserted })
        }
    }

    /// Reads the keys every five minutes, so that a rotation needs no restart. If a file cannot be read, the current
    /// keys stay in use.
    private func renew(_ state: inout State, _ slot: Int64) {
        guard slot != state.slot else { return }
        (state.slot, state.fields) = (slot, [:])
        if let keys = try? Self.keys(files, services) { state.keys = keys }
    }

    /// Capabilities for the request, and for the requests that its service makes in turn.
    private func capabilities(_ call: Call, _ state: State) -> [Capability] {
        let further = Topology.reached(through: call.type).compactMap { type in
            Topology.request(type)?.service.map { Call(type: type, user: call.user, audience: $0) }
        }
        return ([call] + further).compactMap { call in
            // Valid for five to ten minutes.
            let expires = UInt32(clamping: (state.slot + 2) * Self.slot)
            guard let key = state.keys[call.audience],
                let statement = Capability.statement(
                    call.type, user: call.user, audience: call.audience, expires: expires)
            else { return nil }
            return Capability(statement + Array(HMAC<SHA256>.authenticationCode(for: statement, using: key)))
        }
    }
}
