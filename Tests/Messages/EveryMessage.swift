@testable import Messages
@testable import Wire

/// Every message of the contract, once, by the service that answers it. Types inside of these are found through them.
///
/// Order matters for `.proto` files only: a type belongs to the first file that uses it.
enum EveryMessage {
    struct File {
        var name: String
        var messages: [any Message.Type]
        var requests: [any BusRequest.Type]
        var events: [any BusEvent.Type]

        init(_ name: String, _ requests: [any BusRequest.Type], events: [any BusEvent.Type] = [], others: [any Message.Type] = []) {
            (self.name, self.requests, self.events) = (name, requests, events)
            messages = others + requests.flatMap { [$0] + Self.answers(to: $0) } + events
        }

        private static func answers<R: BusRequest>(to: R.Type) -> [any Message.Type] { [R.Reply.self, R.Partial.self] }
    }

    static let files = [
        File(
            "common",
            [
                DeliverEvents.self, EraseUser.self, ExportUser.self, Ping.self, ListParked.self, ReleaseLane.self, ReplayEvents.self, TraceQuery.self,
                KeepingQuery.self,
            ],
            others: [Nothing.self, BusError.self, MirrorEvent.self]),
        File("broker", [BusStatus.self]),
        File("safety", [Classify.self, SafetyPlanQuery.self, SetSafetyPlan.self]),
        File(
            "ingestion",
            [
                BeginUpload.self, UploadChunk.self, StartImport.self, ImportQuery.self, ImportList.self, MetricsQuery.self, IngestSamples.self,
                AnchorsQuery.self, SourcesQuery.self,
            ],
            events: [MetricsReduced.self]),
        File("sentiment", [SubmitJournal.self, JournalQuery.self, DeleteJournalEntry.self], events: [JournalAnalyzed.self]),
        File(
            "scoring",
            [
                SubmitCheckIn.self, CheckInsQuery.self, CorrectCheckIn.self, DeleteCheckIn.self, SetDayContext.self, ContextMaskQuery.self, SetContextMask.self,
                ScoreQuery.self, BreakdownQuery.self, ScoreHistory.self,
            ],
            events: [ScoreUpdated.self]),
        File(
            "gateway", [SetConsent.self, ConsentQuery.self, Phrase.self, ReceiptsQuery.self, SetCloudKey.self, TestConnection.self],
            events: [ConsentChanged.self]),
        File(
            "coaching", [CardsQuery.self, CardFeedback.self, Chat.self, NotACrisis.self, ImportLibrary.self],
            events: [CardCompleted.self, CrisisSeen.self]),
        File(
            "api",
            [
                ListAccounts.self, CreateAccount.self, ProfileQuery.self, SetProfile.self, StartErase.self, ListTokens.self, CreateToken.self,
                RevokeToken.self, RecordSecurity.self, SecurityRecordQuery.self, SetPassword.self, MintCapability.self,
            ],
            events: [ProfileChanged.self, DevicesChanged.self]),
    ]

    /// Each type once.
    static let all: [any Message.Type] = {
        var seen: Set<ObjectIdentifier> = []
        return files.flatMap(\.messages).filter { seen.insert(ObjectIdentifier($0)).inserted }
    }()
}
