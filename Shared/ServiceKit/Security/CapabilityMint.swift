import Bus
import Crypto
import Messages
import Synchronization
import SystemKit

/// Makes capabilities: the API, for its own requests and for the command line.
public final class CapabilityMint: CapabilitySource {
    /// Expiries are multiples of this, so that one capability serves all like requests of five minutes. Seconds.
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

    /// - Parameters:
    ///   - services: for whose requests; each needs its key here.
    ///   - now: seconds since 1970.
    /// - Throws: `StartFailure` where a key is missing.
    public init(
        _ files: CapabilityKeys, services: [ServiceName] = Topology.services, now: @escaping @Sendable () -> Int64 = WallClock.seconds
    ) throws(StartFailure) {
        (self.files, self.services, self.now) = (files, services, now)
        state = Mutex(State(keys: try Self.keys(files, services), slot: now() / Self.slot))
    }

    /// The newest key of each.
    private static func keys(_ files: CapabilityKeys, _ services: [ServiceName]) throws(StartFailure) -> [ServiceName: SymmetricKey] {
        var keys: [ServiceName: SymmetricKey] = [:]
        for service in services { keys[service] = try files.read(service).first }
        return keys
    }

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

    public func fetch(_ type: MessageType, user: UserID, audience: ServiceName, over bus: any Requesting) async throws -> CapabilityField? {
        ready(type, user: user, audience: audience)
    }

    /// What a client asks for; no capability twice.
    /// - Throws: `BusError(.invalid)` for a type that is not about a person.
    func mint(_ request: MintCapability, for caller: ServiceName) throws -> CapabilitySet {
        let types = request.types.map { MessageType($0) }
        let known = Topology.requests.filter(\.isAboutPerson)
        guard types.count <= known.count, types.allSatisfy({ type in known.contains { $0.type == type } }) else {
            throw BusError(.invalid, "Capabilities are made for requests about a person, each named once.")
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

    /// Keys are read again every five minutes, so that a new one counts without a restart. One that cannot be read leaves the old ones in use.
    private func renew(_ state: inout State, _ slot: Int64) {
        guard slot != state.slot else { return }
        (state.slot, state.fields) = (slot, [:])
        if let keys = try? Self.keys(files, services) { state.keys = keys }
    }

    /// For the call, and for what its service asks others in turn.
    private func capabilities(_ call: Call, _ state: State) -> [Capability] {
        let further = Topology.reached(through: call.type).compactMap { type in
            Topology.request(type)?.service.map { Call(type: type, user: call.user, audience: $0) }
        }
        return ([call] + further).compactMap { call in
            // Between five and ten minutes ahead.
            let expires = UInt32(clamping: (state.slot + 2) * Self.slot)
            guard let key = state.keys[call.audience],
                let statement = Capability.statement(call.type, user: call.user, audience: call.audience, expires: expires)
            else { return nil }
            return Capability(statement + Array(HMAC<SHA256>.authenticationCode(for: statement, using: key)))
        }
    }
}
