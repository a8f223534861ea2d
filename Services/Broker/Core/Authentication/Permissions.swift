import Bus
import Messages

/// Which names may handle, send and publish which types: from Topology for Pulsum's names, by a simple rule for others
/// (docs/bus-protocol.md, "Who may do what").
struct Permissions: Sendable {
    /// Types reserved for peers that are not part of Pulsum.
    static let foreignTypes: ClosedRange<UInt16> = 0xF000...0xFFFF

    private let ours: Set<WireName> = Set((Topology.services + [.cli]).compactMap { WireName($0) })
    private let services: Set<WireName> = Set(Topology.services.compactMap { WireName($0) })
    private let rules = Dictionary(
        uniqueKeysWithValues: Topology.requests.map { request in
            let isOpen = request.type == Ping.type || request.type == BusStatus.type
            let callers = Set(request.callers.compactMap { WireName($0) })
            return (
                request.type,
                Rule(
                    service: request.service.flatMap { WireName($0) }, callers: callers, isOpen: isOpen,
                    isRepeatable: request.isRepeatable,
                    isDelivery: request.type == DeliverEvents.type)
            )
        })

    /// One request of Topology, with names as in a header.
    private struct Rule {
        let service: WireName?
        let callers: Set<WireName>
        /// Every authenticated peer may send it.
        let isOpen: Bool
        let isRepeatable: Bool
        /// A service accepts events only from producers of the types that it consumes.
        let isDelivery: Bool
    }
    private let producers = Dictionary(
        Topology.events.flatMap { event in
            event.consumers.compactMap { WireName($0) }.map { ($0, Set([event.producer].compactMap { WireName($0) })) }
        },
        uniquingKeysWith: { $0.union($1) })

    /// Additional types that a foreign name may send, from its token or key file.
    private var granted: [WireName: Set<MessageType>] = [:]

    /// Replaces the grants of a name.
    mutating func grant(_ types: Set<MessageType>, to name: WireName) { granted[name] = types.isEmpty ? nil : types }

    func isOurs(_ service: WireName) -> Bool { services.contains(service) }

    func mayAnswer(_ name: WireName, _ type: MessageType) -> Bool {
        if Self.foreignTypes.contains(type.rawValue) { return !ours.contains(name) && name != .broker }
        guard let request = Topology.request(type) else { return false }
        if let service = request.service { return WireName(service) == name }
        return services.contains(name) || type == Ping.type || type == TraceQuery.type
    }

    func mayCall(_ name: WireName, _ type: MessageType, at service: WireName) -> Bool {
        call(by: name, type, at: service, repeatable: false) != nil
    }

    /// Whether the request is repeatable; nil if it is not allowed. Topology decides for Pulsum's types, the caller for
    /// foreign ones.
    func call(by name: WireName, _ type: MessageType, at service: WireName, repeatable: Bool) -> Bool? {
        if Self.foreignTypes.contains(type.rawValue) { return repeatable }
        guard let rule = rules[type], rule.service == nil || rule.service == service else { return nil }
        if rule.isDelivery {
            return rule.callers.contains(name) && producers[service]?.contains(name) == true ? rule.isRepeatable : nil
        }
        return rule.isOpen || rule.callers.contains(name) || granted[name]?.contains(type) == true
            ? rule.isRepeatable : nil
    }

    func mayPublish(_ name: WireName, _ type: MessageType) -> Bool {
        if type.rawValue == 0 { return name != .broker }
        if Self.foreignTypes.contains(type.rawValue) { return !ours.contains(name) && name != .broker }
        return Topology.event(type).map { WireName($0.producer) == name } ?? false
    }
}
