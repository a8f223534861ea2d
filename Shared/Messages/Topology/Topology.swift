import Wire

/// The table of services, their requests and their events, which permissions, outboxes, scripts and the command line
/// read.
public enum Topology {
    /// Every service, in the order in which an erasure asks them and the supervisor starts them. The API is last: people
    /// reach the others through it.
    public static let entries: [ServiceEntry] = [
        ServiceEntry(
            .ingestion, purpose: "Imports health files and samples; keeps raw samples and daily metrics.",
            container: .init(
                memory: 512,
                reason: "An import takes at most 256 MB; the rest is for uploads beside it and for cached pages."),
            requests: [
                request(BeginUpload.self, from: .api),
                request(UploadChunk.self, from: .api),
                request(StartImport.self, from: .api),
                request(PostSamples.self, from: .api),
                request(ImportQuery.self, from: .api),
                request(ImportList.self, from: .api),
                request(MetricsQuery.self, from: .api, .coaching),
                request(IngestSamples.self, from: .api),
                request(AnchorsQuery.self, from: .api),
                request(SourcesQuery.self, from: .api),
                request(LatestArrival.self, from: .api),
                request(NightArrivals.self, from: .api),
                request(KindArrivals.self, from: .api),
                request(LettersQuery.self, from: .api),
                request(LetterQuery.self, from: .api),
                request(UndoImport.self, from: .api),
                request(ReadingsQuery.self, from: .api),
                request(WorkoutSums.self, from: .api, .coaching),
                request(AsideQuery.self, from: .api),
                request(RemoveAside.self, from: .api),
                request(AsidePiece.self, from: .api),
                request(CompanionArrivals.self, from: .api),
                request(ForgetCompanion.self, from: .api),
                request(DiscardUpload.self, from: .api),
                request(HabitsQuery.self, from: .api),
                request(InventoryQuery.self, from: .api),
                request(StateCounts.self, from: .api),
                request(IntimateGroups.self, from: .api),
                request(AnswerGroup.self, from: .api),
                request(KindsQuery.self, from: .api),
                request(KindDaysQuery.self, from: .api, .coaching),
                request(KindReadingsQuery.self, from: .api),
                request(RemoveKind.self, from: .api),
            ],
            events: [
                event(DailyMetricsChanged.self, from: .ingestion, to: [.scoring]),
                event(DayTotals.self, from: .ingestion, to: [.goals]),
                event(WorkoutRecorded.self, from: .ingestion, to: [.goals]),
                event(BodyMassRecorded.self, from: .ingestion, to: [.plans, .goals]),
                event(IntakeRecorded.self, from: .ingestion, to: [.plans, .goals]),
                ServiceEntry.Event(
                    type: ImportProgressed.type, name: "ImportProgressed", producer: .ingestion, consumers: [],
                    message: nil),
            ]),
        ServiceEntry(
            .sentiment, purpose: "Keeps journals; finds sentiment and redacts.",
            container: .init(
                memory: 512,
                reason:
                    "About 130 MB of the sentence model are mapped and some 40 MB are its own; packing it at the first start takes more.",
                loadsModel: true),
            requests: [
                request(SubmitJournal.self, from: .api),
                request(JournalQuery.self, from: .api),
                request(DeleteJournalEntry.self, from: .api),
                request(EditJournalEntry.self, from: .api),
                request(RestoreJournalEntry.self, from: .api),
                request(SetJournalMood.self, from: .api),
                request(JournalEntryQuery.self, from: .api),
                request(JournalMonthsQuery.self, from: .api),
                request(JournalDaysQuery.self, from: .api),
                request(SearchJournal.self, from: .api),
                request(Transcribe.self, from: .api),
                request(TranscriptionQuery.self, from: .api),
                request(EmbedTexts.self, from: .goals),
            ],
            events: [
                event(JournalEntryChanged.self, from: .sentiment, to: [.scoring, .coaching, .goals, .plans]),
                event(JournalSaved.self, from: .sentiment, to: []),
            ]),
        ServiceEntry(
            .safety, purpose: "Judges any text before it is used; keeps safety plans.",
            container: .init(memory: 512, reason: "The sentence model, as in sentiment.", loadsModel: true),
            requests: [
                request(Classify.self, from: .api, .sentiment, .coaching, .gateway, .goals),
                request(SafetyPlanQuery.self, from: .api),
                request(SetSafetyPlan.self, from: .api),
            ]),
        ServiceEntry(
            .scoring, purpose: "Keeps check-ins; computes baselines and the daily score with its reasons.",
            container: .init(memory: 384, reason: "Ten years of days of a few people, computed anew at once."),
            requests: [
                request(SubmitCheckIn.self, from: .api),
                request(CheckInsQuery.self, from: .api, .coaching),
                request(CorrectCheckIn.self, from: .api),
                request(DeleteCheckIn.self, from: .api),
                request(NoteNightSeen.self, from: .api),
                request(SetDayContext.self, from: .api),
                request(ContextMaskQuery.self, from: .api),
                request(SetContextMask.self, from: .api),
                request(DayContextsQuery.self, from: .api, .coaching),
                request(StartLastingContext.self, from: .api),
                request(EndLastingContext.self, from: .api),
                request(SetDayTags.self, from: .api),
                request(DayTagsQuery.self, from: .api),
                request(TrackRecordQuery.self, from: .api),
                request(ScoreQuery.self, from: .api),
                request(BreakdownQuery.self, from: .api, .coaching),
                request(RecentDays.self, from: .api, .coaching),
                request(ScoreHistory.self, from: .api, .coaching),
            ],
            events: [
                event(ScoreUpdated.self, from: .scoring, to: [.coaching])
            ]),
        ServiceEntry(
            .coaching, purpose: "Suggests small acts, answers the chat.",
            container: .init(memory: 512, reason: "The sentence model, as in sentiment.", loadsModel: true),
            requests: [
                request(CardsQuery.self, from: .api),
                request(CardQuery.self, from: .api),
                request(CardFeedback.self, from: .api),
                request(Chat.self, from: .api),
                request(NotACrisis.self, from: .api),
                request(ImportLibrary.self, from: .api),
                request(LibrariesQuery.self, from: .api),
                request(RemoveLibrary.self, from: .api),
                request(ConversationQuery.self, from: .api),
                request(DeleteConversation.self, from: .api),
                request(CloudPreview.self, from: .api),
            ],
            events: [
                event(CardCompleted.self, from: .coaching, to: []),
                event(CrisisChanged.self, from: .coaching, to: [.scoring, .goals]),
                event(ConversationChanged.self, from: .coaching, to: []),
            ]
                + ReplyStage.allCases.map { stage in
                    ServiceEntry.Event(
                        type: stage.type, name: stage.eventName, producer: .coaching, consumers: [], message: nil)
                }),
        ServiceEntry(
            .gateway, purpose: "Keeps consent and receipts; the only way out.",
            container: nil,
            requests: [
                request(SetConsent.self, from: .api),
                request(ConsentQuery.self, from: .api),
                request(Phrase.self, from: .coaching),
                request(ReceiptsQuery.self, from: .api),
                request(SetCloudKey.self, from: .api),
                request(TestConnection.self, from: .api),
                request(PhrasePreview.self, from: .coaching),
                request(CloudUsage.self, from: .api),
                request(HostsQuery.self),
                request(FenceHost.self),
            ],
            events: [
                event(ConsentChanged.self, from: .gateway, to: []),
                event(ConsentRowRefused.self, from: .gateway, to: [.api]),
            ]),
        ServiceEntry(
            .goals, purpose: "Keeps goals, terms, actions, values, measures and weekly reviews.",
            container: .init(memory: 256, reason: "It keeps no data in memory; a list has at most 1,000 entries."),
            requests: [
                request(SaveGoal.self, from: .api),
                request(DeleteGoal.self, from: .api),
                request(GoalsQuery.self, from: .api, .coaching),
                request(SaveTerm.self, from: .api),
                request(CloseTerm.self, from: .api),
                request(DeleteTerm.self, from: .api),
                request(TermsQuery.self, from: .api),
                request(SaveAction.self, from: .api),
                request(DeleteAction.self, from: .api),
                request(ActionsQuery.self, from: .api, .coaching),
                request(SaveValue.self, from: .api),
                request(DeleteValue.self, from: .api),
                request(ValuesQuery.self, from: .api),
                request(SaveMeasure.self, from: .api),
                request(DeleteMeasure.self, from: .api),
                request(MeasuresQuery.self, from: .api, .coaching),
                request(SimilarTitles.self, from: .api),
                request(ReadAction.self, from: .api),
                request(MatchProposals.self, from: .api),
                request(GoalsOverview.self, from: .api),
                request(SaveReview.self, from: .api),
                request(DeleteReview.self, from: .api),
                request(ReviewQuery.self, from: .api),
                request(SaveHealthRule.self, from: .api),
                request(DeleteHealthRule.self, from: .api),
                request(HealthRulesQuery.self, from: .api),
                request(StagedHealthQuery.self, from: .api),
                request(ReparseStaged.self, from: .api),
                request(UploadTable.self, from: .api),
                request(ImportPreview.self, from: .api),
                request(ImportTable.self, from: .api),
                request(TableImportQuery.self, from: .api),
                request(ExportTable.self, from: .api),
                request(RestoreDeleted.self, from: .api),
                request(MarkStep.self, from: .api),
                request(OrderTermGoals.self, from: .api),
                request(DismissProposal.self, from: .api),
            ],
            events: [
                event(GoalProgressed.self, from: .goals, to: [.coaching]),
                event(ActionCompleted.self, from: .goals, to: [.coaching]),
                event(GoalTextJudged.self, from: .goals, to: [.coaching]),
                event(GoalNumbersChanged.self, from: .goals, to: []),
            ]),
        ServiceEntry(
            .plans, purpose: "Computes nutrition and weight targets with their reasons; keeps plans.",
            container: .init(memory: 256, reason: "It keeps no data in memory; a person's filter has a few numbers."),
            requests: [
                request(GeneratePlan.self, from: .api),
                request(CurrentPlan.self, from: .api),
                request(PlanHistory.self, from: .api),
                request(AdjustPlan.self, from: .api),
                request(ShowNumbers.self, from: .api),
                request(PlanCourse.self, from: .api),
                request(SetPlanNotice.self, from: .api),
                request(PlanNumbers.self, from: .api, .coaching),
                request(EstimatePlan.self, from: .api),
            ],
            events: [
                event(PlanUpdated.self, from: .plans, to: [.coaching, .goals])
            ]),
        ServiceEntry(
            .api, purpose: "Accounts, profiles, the HTTP edge and the page; the only way in.",
            container: nil,
            requests: [
                request(ListAccounts.self),
                request(CreateAccount.self),
                request(ProfileQuery.self),
                request(SetProfile.self),
                request(BodyProfileQuery.self),
                request(SetBodyProfile.self),
                request(StartErase.self),
                request(ListTokens.self),
                request(CreateToken.self),
                request(RevokeToken.self),
                request(RecordSecurity.self),
                request(SecurityRecordQuery.self),
                request(SetPassword.self),
                request(MintCapability.self),
            ],
            events: [
                event(ProfileChanged.self, from: .api, to: [.ingestion, .scoring, .plans]),
                event(BodyProfileChanged.self, from: .api, to: [.plans]),
                event(DevicesChanged.self, from: .api, to: [.ingestion]),
            ]),
    ]

    /// The names of `entries`.
    public static let services: [ServiceName] = entries.map(\.name)
    /// The services without the API: they store data of people, but no accounts.
    public static let keepers: [ServiceName] = services.filter { $0 != .api }
    /// All names that have a process: the broker and the services.
    public static let processes: [ServiceName] = [.broker] + services

    /// The requests that every service answers, and those that the broker itself answers.
    private static let common: [ServiceEntry.Request] = [
        ServiceEntry.Request(
            DeliverEvents.self, from: Set(entries.flatMap(\.events).filter { !$0.consumers.isEmpty }.map(\.producer))),
        request(EraseUser.self, from: .api),
        request(ExportUser.self, from: .api),
        request(Ping.self, from: .api),
        request(ListParked.self),
        request(ReleaseLane.self),
        request(ReplayEvents.self),
        request(TraceQuery.self, from: .api),
        request(KeepingQuery.self, from: .api),
        request(UnprovenRowsQuery.self),
        request(RequireRowProofs.self),
        request(ProcessQuery.self, from: .api),
        request(ClearProcessEnds.self, from: .api),
        request(BusStatus.self, from: .api),
    ]

    /// Every request type of the bus.
    public static let requests: [ServiceEntry.Request] = common + entries.flatMap(\.requests)
    /// Every event type.
    public static let events: [ServiceEntry.Event] = entries.flatMap(\.events)

    /// Types of requests and events that are sent only around a crisis, so that a count of them tells of one.
    static let revealing: Set<MessageType> = [NotACrisis.type, CrisisChanged.type, GoalTextJudged.type]

    /// Whether a count of a process's requests of this type would tell of a crisis: those of a revealing type, and the
    /// deliveries of a service whose consumed events are all revealing. Metrics leave these counts out.
    /// - Parameter service: nil if the count is over all requesters.
    public static func isRevealing(_ type: MessageType, requestedBy service: ServiceName?) -> Bool {
        guard type == DeliverEvents.type else { return revealing.contains(type) }
        return service.map { isRevealing(eventsOf: $0) } ?? false
    }

    /// Whether all events from a producer to a consumer, or to any where none is named, are revealing.
    public static func isRevealing(eventsOf producer: ServiceName, to consumer: ServiceName? = nil) -> Bool {
        let delivered = events.filter { event in
            event.producer == producer && (consumer.map(event.consumers.contains) ?? !event.consumers.isEmpty)
        }
        return !delivered.isEmpty && delivered.allSatisfy { revealing.contains($0.type) }
    }

    /// The processes in the order in which an upgrade replaces them one by one: the broker, which refuses request types
    /// that it does not know, then each service before those that call it. Events need no order: a producer keeps the
    /// types that a consumer does not announce. Lacks services that call each other in a circle.
    public static let upgradeOrder: [ServiceName] = {
        var order: [ServiceName] = [.broker]
        while let next = services.first(where: { !order.contains($0) && callees(of: $0).isSubset(of: order) }) {
            order.append(next)
        }
        return order
    }()

    /// The other services that a service sends requests to; deliveries of events are none.
    public static func callees(of caller: ServiceName) -> Set<ServiceName> {
        let callsAll = common.contains { $0.type != DeliverEvents.type && $0.callers.contains(caller) }
        let called = entries.filter { callsAll || $0.requests.contains { $0.callers.contains(caller) } }
        return Set(called.map(\.name)).subtracting([caller])
    }

    /// The requests of the owner's command line: all except those reserved for producers and for the coach.
    private static func request<R: BusRequest>(_ type: R.Type, from callers: ServiceName...) -> ServiceEntry.Request {
        ServiceEntry.Request(type, from: Set(R.type == Phrase.type ? callers : callers + [.cli]))
    }

    private static func event<E: BusEvent>(_: E.Type, from producer: ServiceName, to consumers: [ServiceName])
        -> ServiceEntry.Event
    {
        ServiceEntry.Event(type: E.type, name: "\(E.self)", producer: producer, consumers: consumers, message: E.self)
    }

    /// Type numbers of removed requests, which no later request may take. 0x0402 asked safety for a country's crisis
    /// card, which API and coach now make themselves.
    static let reserved: Set<MessageType> = [MessageType(0x0402)]

    /// The onward requests about the same person that a service sends while it answers a request. The first sender
    /// holds capabilities for both.
    private static let through: [MessageType: [MessageType]] = [
        Chat.type: [
            Phrase.type, MetricsQuery.type, CheckInsQuery.type, ScoreHistory.type, RecentDays.type, BreakdownQuery.type,
            GoalsQuery.type, MeasuresQuery.type, ActionsQuery.type, WorkoutSums.type, DayContextsQuery.type,
            KindDaysQuery.type, PlanNumbers.type,
        ],
        CardsQuery.type: [DayContextsQuery.type, MetricsQuery.type],
        CardQuery.type: [ScoreHistory.type],
        CloudPreview.type: [PhrasePreview.type],
        SimilarTitles.type: [EmbedTexts.type],
    ]

    /// The request types that a request leads to, directly or through further requests.
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

    private static let requestByType = Dictionary(uniqueKeysWithValues: requests.map { ($0.type, $0) })
    private static let eventByType = Dictionary(uniqueKeysWithValues: events.map { ($0.type, $0) })

    /// The request of a type number; nil if unknown.
    public static func request(_ type: MessageType) -> ServiceEntry.Request? { requestByType[type] }
    /// The event of a type number; nil if unknown.
    public static func event(_ type: MessageType) -> ServiceEntry.Event? { eventByType[type] }

    /// The services that consume this event; may be empty.
    public static func consumers(of type: MessageType) -> [ServiceName] { eventByType[type]?.consumers ?? [] }

    /// The event types a service consumes.
    public static func consumed(by service: ServiceName) -> [ServiceEntry.Event] {
        events.filter { $0.consumers.contains(service) }
    }

    /// The type's name for people; `0x1234` for an unknown type.
    public static func name(of type: MessageType) -> String {
        requestByType[type]?.name ?? eventByType[type]?.name ?? "0x" + String(type.rawValue, radix: 16)
    }
}

extension MessageType: CustomStringConvertible {
    /// The name that `Topology` has for this type; `0x1234` for a type it does not list.
    public var description: String { Topology.name(of: self) }
}
