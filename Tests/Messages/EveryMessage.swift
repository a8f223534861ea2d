@testable import Messages
@testable import Wire

/// Every message of the contract once, by the service that answers it. Nested types are found through them.
///
/// The order affects `.proto` files only: a type belongs to the first file that uses it.
enum EveryMessage {
    struct File {
        var name: String
        var messages: [any Message.Type]
        var requests: [any BusRequest.Type]
        var events: [any BusEvent.Type]

        init(
            _ name: String, _ requests: [any BusRequest.Type], events: [any BusEvent.Type] = [],
            others: [any Message.Type] = []
        ) {
            (self.name, self.requests, self.events) = (name, requests, events)
            messages = others + requests.flatMap { [$0] + Self.answers(to: $0) } + events
        }

        private static func answers<R: BusRequest>(to: R.Type) -> [any Message.Type] { [R.Reply.self, R.Partial.self] }
    }

    static let files =
        [
            File(
                "common",
                [
                    DeliverEvents.self, EraseUser.self, ExportUser.self, Ping.self, ListParked.self, ReleaseLane.self,
                    ReplayEvents.self,
                    TraceQuery.self, KeepingQuery.self, ProcessQuery.self, ClearProcessEnds.self,
                    UnprovenRowsQuery.self, RequireRowProofs.self,
                ],
                others: [Empty.self, ServiceError.self, MirrorEvent.self, DamagedRows.self]),
            File("broker", [BusStatus.self]),
        ] + (order + Topology.services.filter { !order.contains($0) }).map(service)

    /// Order of the files; services not listed follow.
    private static let order: [ServiceName] = [.safety, .ingestion, .sentiment, .scoring, .gateway, .coaching, .api]

    private static func service(_ name: ServiceName) -> File {
        let entry = Topology.entries.first { $0.name == name }
        let requests = (entry?.requests ?? []).compactMap { $0.messages.first as? any BusRequest.Type }
        return File(name.rawValue, requests, events: (entry?.events ?? []).compactMap(\.message))
    }

    /// Each type once.
    static let all: [any Message.Type] = {
        var seen: Set<ObjectIdentifier> = []
        return files.flatMap(\.messages).filter { seen.insert(ObjectIdentifier($0)).inserted }
    }()
}
