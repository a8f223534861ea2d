/// A request about one person. It carries a capability of the API for this person (docs/bus-protocol.md), which the
/// answering service verifies. A service that has erased this person refuses it with `erased`.
public protocol UserRequest: BusRequest {
    /// The person concerned.
    var user: UserID { get }
}

extension UserRequest {
    public var person: UserID? { user }
}

extension ExportUser: UserRequest {}
extension BeginUpload: UserRequest {}
extension UploadChunk: UserRequest {}
extension StartImport: UserRequest {}
extension ImportQuery: UserRequest {}
extension ImportList: UserRequest {}
extension MetricsQuery: UserRequest {}
extension IngestSamples: UserRequest {}
extension AnchorsQuery: UserRequest {}
extension SourcesQuery: UserRequest {}
extension SubmitJournal: UserRequest {}
extension JournalQuery: UserRequest {}
extension DeleteJournalEntry: UserRequest {}
extension SafetyPlanQuery: UserRequest {}
extension SetSafetyPlan: UserRequest {}
extension SubmitCheckIn: UserRequest {}
extension CheckInsQuery: UserRequest {}
extension CorrectCheckIn: UserRequest {}
extension DeleteCheckIn: UserRequest {}
extension SetDayContext: UserRequest {}
extension ContextMaskQuery: UserRequest {}
extension SetContextMask: UserRequest {}
extension ScoreQuery: UserRequest {}
extension BreakdownQuery: UserRequest {}
extension ScoreHistory: UserRequest {}
extension CardsQuery: UserRequest {}
extension CardFeedback: UserRequest {}
extension Chat: UserRequest {}
extension NotACrisis: UserRequest {}
extension ImportLibrary: UserRequest {}
extension SetConsent: UserRequest {}
extension ConsentQuery: UserRequest {}
extension Phrase: UserRequest {}
extension ReceiptsQuery: UserRequest {}
extension SetCloudKey: UserRequest {}
extension TestConnection: UserRequest {}
extension ProfileQuery: UserRequest {}
extension ListTokens: UserRequest {}
extension CreateToken: UserRequest {}
extension RevokeToken: UserRequest {}
extension RecordSecurity: UserRequest {}
extension SecurityRecordQuery: UserRequest {}
extension SetPassword: UserRequest {}
