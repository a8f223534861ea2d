/// A request about one person. It carries a capability of the API for this person (docs/bus-protocol.md), which the
/// answering service verifies. A service that has erased this person refuses it with `erased`.
public protocol UserRequest: BusRequest {
    /// The person concerned.
    var user: UserID { get }
}

extension UserRequest {
    public var person: UserID? { user }
}
