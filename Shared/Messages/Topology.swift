import Wire

/// Who answers, calls and hears what. The one table that the broker's permissions, the outboxes and the command line read.
public enum Topology {
    /// One request type: its number, name, answerer (nil: every service) and callers.
    public struct Request: Sendable {
        public let type: MessageType
        public let name: String
        public let service: ServiceName?
        public let isRepeatable: Bool
        public let callers: Set<ServiceName>
        /// A `UserRequest`: it carries a capability.
        public let isAboutPerson: Bool
        /// What travels: the request, its reply and its partial answers.
        public let messages: [any Message.Type]
    }

    /// One event type: who emits it and who hears it. An event that nobody hears skips the outbox.
    public struct Event: Sendable {
        public let type: MessageType
        public let name: String
        public let producer: ServiceName
        public let consumers: [ServiceName]
        /// Nil where it is for the mirror only, which carries no content.
        public let message: (any BusEvent.Type)?
    }

    /// The services that keep something of a user, in the order an erasure asks them.
    public static let keepers: [ServiceName] = [.ingestion, .sentiment, .safety, .scoring, .coaching, .gateway]
    public static let services: [ServiceName] = keepers + [.api]

    /// The owner's command line may ask everything but what only producers and the coach may.
    private static func request<R: BusRequest>(_: R.Type, from callers: ServiceName...) -> Request {
        let others: [ServiceName] = R.type == DeliverEvents.type || R.type == Phrase.type ? [] : [.cli]
        return Request(
            type: R.type, name: "\(R.self)", service: R.service, isRepeatable: R.isRepeatable, callers: Set(callers + others),
            isAboutPerson: R.self is any UserRequest.Type, messages: [R.self, R.Reply.self, R.Partial.self])
    }

    public static let requests: [Request] = [
        request(DeliverEvents.self, from: .ingestion, .sentiment, .scoring, .coaching, .api),
        request(EraseUser.self, from: .api),
        request(ExportUser.self, from: .api),
        request(Ping.self, from: .api),
        request(ListParked.self),
        request(ReleaseLane.self),
        request(ReplayEvents.self),
        request(TraceQuery.self, from: .api),
        request(KeepingQuery.self, from: .api),
        request(BusStatus.self, from: .api),
        request(BeginUpload.self, from: .api),
        request(UploadChunk.self, from: .api),
        request(StartImport.self, from: .api),
        request(ImportQuery.self, from: .api),
        request(ImportList.self, from: .api),
        request(MetricsQuery.self, from: .api),
        request(IngestSamples.self, from: .api),
        request(AnchorsQuery.self, from: .api),
        request(SourcesQuery.self, from: .api),
        request(SubmitJournal.self, from: .api),
        request(JournalQuery.self, from: .api),
        request(DeleteJournalEntry.self, from: .api),
        request(Classify.self, from: .api, .sentiment, .coaching, .gateway),
        request(SafetyPlanQuery.self, from: .api),
        request(SetSafetyPlan.self, from: .api),
        request(SubmitCheckIn.self, from: .api),
        request(CheckInsQuery.self, from: .api),
        request(CorrectCheckIn.self, from: .api),
        request(DeleteCheckIn.self, from: .api),
        request(SetDayContext.self, from: .api),
        request(ContextMaskQuery.self, from: .api),
        request(SetContextMask.self, from: .api),
        request(ScoreQuery.self, from: .api),
        request(BreakdownQuery.self, from: .api),
        request(ScoreHistory.self, from: .api),
        request(CardsQuery.self, from: .api),
        request(CardFeedback.self, from: .api),
        request(Chat.self, from: .api),
        request(NotACrisis.self, from: .api),
        request(ImportLibrary.self, from: .api),
        request(SetConsent.self, from: .api),
        request(ConsentQuery.self, from: .api),
        request(Phrase.self, from: .coaching),
        request(ReceiptsQuery.self, from: .api),
        request(SetCloudKey.self, from: .api),
        request(TestConnection.self, from: .api),
        request(ListAccounts.self),
        request(CreateAccount.self),
        request(ProfileQuery.self),
        request(SetProfile.self),
        request(StartErase.self),
        request(ListTokens.self),
        request(CreateToken.self),
        request(RevokeToken.self),
        request(RecordSecurity.self),
        request(SecurityRecordQuery.self),
        request(SetPassword.self),
        request(MintCapability.self),
    ]

    /// Type numbers of removed requests, which no other may take: 0x0402 asked safety for a country's crisis card,
    /// which API and coach make themselves.
    static let reserved: Set<MessageType> = [MessageType(0x0402)]

    /// What the service that answers a request about a person asks others about this person in turn: who sends the first has capabilities for both.
    private static let through: [MessageType: [MessageType]] = [Chat.type: [Phrase.type]]

    /// The request types that are reached through one, in the end.
    public static func reached(through type: MessageType) -> [MessageType] { reachedThrough[type] ?? [] }

    private static let reachedThrough = through.mapValues { direct in
        var reached: [MessageType] = []
        var next = direct
        while let type = next.popLast() {
            guard !reached.contains(type) else { continue }
            reached.append(type)
            next += through[type] ?? []
        }
        return reached
    }

    private static func event<E: BusEvent>(_: E.Type, from producer: ServiceName, to consumers: [ServiceName]) -> Event {
        Event(type: E.type, name: "\(E.self)", producer: producer, consumers: consumers, message: E.self)
    }

    public static let events: [Event] = [
        event(MetricsReduced.self, from: .ingestion, to: [.scoring]),
        Event(type: ImportProgressed.type, name: "ImportProgressed", producer: .ingestion, consumers: [], message: nil),
        event(JournalAnalyzed.self, from: .sentiment, to: [.scoring, .coaching]),
        event(ScoreUpdated.self, from: .scoring, to: [.coaching]),
        event(CardCompleted.self, from: .coaching, to: []),
        event(CrisisSeen.self, from: .coaching, to: [.scoring]),
        event(ConsentChanged.self, from: .gateway, to: []),
        event(ProfileChanged.self, from: .api, to: [.ingestion, .scoring]),
        event(DevicesChanged.self, from: .api, to: [.ingestion]),
    ]

    private static let requestByType = Dictionary(uniqueKeysWithValues: requests.map { ($0.type, $0) })
    private static let eventByType = Dictionary(uniqueKeysWithValues: events.map { ($0.type, $0) })

    public static func request(_ type: MessageType) -> Request? { requestByType[type] }
    public static func event(_ type: MessageType) -> Event? { eventByType[type] }

    /// The services that hear this event; empty where nobody does.
    public static func consumers(of type: MessageType) -> [ServiceName] { eventByType[type]?.consumers ?? [] }

    /// The event types a service hears.
    public static func heard(by service: ServiceName) -> [Event] { events.filter { $0.consumers.contains(service) } }

    /// The type's name as people read it, `0x1234` where unknown.
    public static func name(of type: MessageType) -> String {
        requestByType[type]?.name ?? eventByType[type]?.name ?? "0x" + String(type.rawValue, radix: 16)
    }
}
