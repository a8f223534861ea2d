import Wire

/// Kind of an entry that can be restored after its deletion.
public struct DeletedKind: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// A goal with its steps and junctions.
    public static let goal = DeletedKind(rawValue: 1)
    /// A term with its assignments.
    public static let term = DeletedKind(rawValue: 2)
    /// An action with its measurements and contributions.
    public static let action = DeletedKind(rawValue: 3)
    /// A value with its relevance for goals.
    public static let value = DeletedKind(rawValue: 4)
    public static let names: [(value: DeletedKind, name: String)] = [
        (goal, "goal"), (term, "term"), (action, "action"), (value, "value"),
    ]
}

/// Restores a goal, term, action or value within `undo` of its deletion, under the same id and with everything that was
/// deleted along, as far as the other end still exists. What two deleted entries had in common comes back with the one
/// that is restored last. An entry that is not deleted stays unchanged.
///
/// `notFound` for an unknown entry, and later; `conflict` if another term has its number or days meanwhile, or if none
/// of a goal's measures exists any more.
public struct RestoreDeleted: UserRequest {
    public typealias Reply = Empty
    public static let type = MessageType(0x092A)
    public static let service: ServiceName? = .goals
    /// Milliseconds for which a deleted entry is kept.
    public static let undo: Milliseconds = 10 * 60_000
    public var user: UserID
    /// Goal, term, action or value.
    public var kind: DeletedKind
    /// The entry's id.
    public var id: EntityID
    public init(user: UserID, kind: DeletedKind, id: EntityID) { (self.user, self.kind, self.id) = (user, kind, id) }
    enum CodingKeys: Int, CodingKey { case user = 1, kind, id }
}
