import Wire

/// Requests the hosts whose gateways share a PostgreSQL database (GAT-2). A host is a data directory on a running
/// machine; after the machine has started again it is another one.
public struct HostsQuery: BusRequest, EmptyMessage {
    public static let type = MessageType(0x0709)
    public static let service: ServiceName? = .gateway
    public init() {}

    /// The hosts.
    public struct Reply: Message, Equatable {
        /// Every host whose gateways have not ended in order; empty on SQLite.
        public var hosts: [GatewayHost]
        /// Why nobody can consent and nothing is sent, whatever the host; nil where that is possible.
        public var refusal: String?
        public init(hosts: [GatewayHost], refusal: String?) { (self.hosts, self.refusal) = (hosts, refusal) }
        enum CodingKeys: Int, CodingKey { case hosts = 1, refusal }
    }
}

/// A host of gateways.
public struct GatewayHost: Message, Equatable {
    public var id: EntityID
    /// Name of its machine, or of its container.
    public var name: String
    /// Time since its last sign of life, ms.
    public var silence: Milliseconds
    /// Calls of it that may be in flight.
    public var openReceipts: Int64
    /// Those of people who withdrew their consent: each keeps a withdrawal pending.
    public var pending: Int64
    /// When it was declared fenced; nil if it is not.
    public var fenced: Milliseconds?
    public init(
        id: EntityID, name: String, silence: Milliseconds, openReceipts: Int64, pending: Int64, fenced: Milliseconds?
    ) {
        (self.id, self.name, self.silence) = (id, name, silence)
        (self.openReceipts, self.pending, self.fenced) = (openReceipts, pending, fenced)
    }
    enum CodingKeys: Int, CodingKey { case id = 1, name, silence, openReceipts, pending, fenced }
}

/// Declares a host fenced: its machine is off, or cut from the network until its gateways have ended. Its calls count as
/// over from then on, and its gateways call nobody until the fence is lifted or the machine has started again. Refused
/// with `conflict` while the host gives signs of life.
public struct FenceHost: BusRequest {
    public static let type = MessageType(0x070A)
    public static let service: ServiceName? = .gateway
    /// The host.
    public var host: EntityID
    /// True to lift the fence.
    public var lifts: Bool
    public init(host: EntityID, lifts: Bool) { (self.host, self.lifts) = (host, lifts) }
    enum CodingKeys: Int, CodingKey { case host = 1, lifts }

    /// The effect.
    public struct Reply: Message, Equatable {
        /// People with a call that counts as over now.
        public var people: [UserID]
        public init(people: [UserID]) { self.people = people }
        enum CodingKeys: Int, CodingKey { case people = 1 }
    }
}
