import Wire

/// Requests what a chat message about a topic would send to the cloud model now. Nothing is sent.
public struct CloudPreview: UserRequest {
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

    /// What would be sent.
    public struct Reply: Message, Equatable {
        /// The exact request body (UTF-8 JSON), without the API key.
        public var body: String
        /// Host and path of the call.
        public var destination: String
        /// The gate that would keep it here now (GAT-4), such as `consent`; absent if none of those before the limits
        /// would.
        public var gate: String?
        public init(body: String, destination: String, gate: String? = nil) {
            (self.body, self.destination, self.gate) = (body, destination, gate)
        }
        enum CodingKeys: Int, CodingKey { case body = 1, destination, gate }
    }
}
