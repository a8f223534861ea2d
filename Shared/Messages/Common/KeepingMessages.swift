import Wire

/// Requests the risks in how a service's data and master key are stored, checked at each request, and the parts that
/// the service lacks. Answered by every service.
public struct KeepingQuery: BusRequest, EmptyMessage {
    public static let type = MessageType(0x0010)
    public static let service: ServiceName? = nil
    public init() {}

    /// The current findings.
    public struct Reply: Message, Equatable {
        /// The risks; empty if there are none.
        public var warnings: [KeepingWarning]
        /// Identifier of the current master key, which does not reveal the key.
        public var masterKey: String
        /// Progress of a master key rotation; nil if there is none.
        public var rotation: RotationProgress?
        public init(warnings: [KeepingWarning], masterKey: String, rotation: RotationProgress?) {
            (self.warnings, self.masterKey, self.rotation) = (warnings, masterKey, rotation)
        }
        enum CodingKeys: Int, CodingKey { case warnings = 1, masterKey, rotation }
    }
}

/// A risk that makes stolen or copied files readable, or a missing part of the installation, with a remedy.
public struct KeepingWarning: Message, Hashable {
    /// `keyBesideData`, `openToOthers`, `synchronised`, `unnamedProxy`, `openSecret`, `noSentenceModel`,
    /// `damagedRows`, `rowsOfEarlierRelease`.
    public var kind: String
    /// A sentence with a next step.
    public var text: String
    public init(kind: String, text: String) { (self.kind, self.text) = (kind, text) }
    enum CodingKeys: Int, CodingKey { case kind = 1, text }
    /// Whether it advises on how a usual installation can be safer, where nothing is wrong.
    public var isAdvice: Bool { kind == "keyBesideData" }
}

/// Progress of a master key rotation in one service.
public struct RotationProgress: Message, Equatable {
    /// Data keys wrapped by the new master key.
    public var done: Int64
    /// All data keys.
    public var all: Int64
    public init(done: Int64, all: Int64) { (self.done, self.all) = (done, all) }
    enum CodingKeys: Int, CodingKey { case done = 1, all }
}
