import Bus
import Messages

/// The reader of the replies to the current HTTP request.
enum Audience: Sendable {
    /// The person, in a session.
    case person
    /// A device token and whatever it feeds: the dashboard of a household, an automation, a picture. It must not learn
    /// of a crisis.
    case outward

    /// Set by `Authentication` for each request; `outward` where nobody set it.
    @TaskLocal static var current = Audience.outward
}

/// The bus of the routes below `/v1`. It is the one place that makes a request outward for a reader other than the
/// person, so that no route, present or later, decides it for itself.
struct AudienceBus: Requesting {
    private let bus: any Requesting
    /// The same bus for a session, which shows the person what it reads.
    private let shown: any Requesting

    init(_ bus: any Requesting, shown: any Requesting) {
        self.bus = bus
        self.shown = shown
    }

    func request<R: BusRequest>(_ request: R, to service: ServiceName?, id: RequestID, budget: Duration?) async throws
        -> R.Reply
    {
        guard Audience.current == .person else {
            return try await bus.request(request.outward(), to: service, id: id, budget: budget)
        }
        return try await shown.request(request, to: service, id: id, budget: budget)
    }
}
