import Wire

/// Requests a preview of the cloud call that a chat message about a topic would cause now. The call is not made.
public struct CloudPreview: UserRequest {
    public typealias Reply = PreviewedCall
    public static let type = MessageType(0x0628)
    public static let service: ServiceName? = .coaching
    public var user: UserID
    /// Time of the request.
    public var at: Milliseconds
    /// The person's local day.
    public var today: Day
    /// The topic of the message; absent for what stands out today.
    public var topic: Topic?
    public init(user: UserID, at: Milliseconds, today: Day, topic: Topic? = nil) {
        (self.user, self.at, self.today, self.topic) = (user, at, today, topic)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, at, today, topic }
}
