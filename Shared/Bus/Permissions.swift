import Messages

/// Who may answer, call and publish what: Topology for our own names, a simple rule for others (PROTOCOL.md, "Who may do what").
struct Permissions: Sendable {
    /// Types from here on belong to peers that are not part of Pulsum.
    static let foreignTypes: ClosedRange<UInt16> = 0xF000...0xFFFF

    private let ours: Set<WireName> = Set((Topology.services + [.cli]).compactMap { WireName($0) })
    private let services: Set<WireName> = Set(Topology.services.compactMap { WireName($0) })
    private let open: Set<MessageType> = [Ping.type, BusStatus.type]
    /// Additional types a foreign name may call, from its token file.
    private var granted: [WireName: Set<MessageType>] = [:]

    /// Replaces what the name's token file grants.
    mutating func grant(_ types: Set<MessageType>, to name: WireName) { granted[name] = types.isEmpty ? nil : types }

    func mayAnswer(_ name: WireName, _ type: MessageType) -> Bool {
        if Self.foreignTypes.contains(type.rawValue) { return !ours.contains(name) && name != .broker }
        guard let request = Topology.request(type) else { return false }
        if let service = request.service { return WireName(service) == name }
        return services.contains(name) || type == Ping.type
    }

    func mayCall(_ name: WireName, _ type: MessageType, at service: WireName) -> Bool {
        if Self.foreignTypes.contains(type.rawValue) { return true }
        guard let request = Topology.request(type) else { return false }
        if let answerer = request.service, WireName(answerer) != service { return false }
        if open.contains(type) { return true }
        return request.callers.contains(name.service) || granted[name]?.contains(type) == true
    }

    func mayPublish(_ name: WireName, _ type: MessageType) -> Bool {
        if type.rawValue == 0 { return name != .broker }
        if Self.foreignTypes.contains(type.rawValue) { return !ours.contains(name) && name != .broker }
        return Topology.event(type).map { WireName($0.producer) == name } ?? false
    }
}
