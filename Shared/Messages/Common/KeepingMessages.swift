import Wire

/// How a service's data and master key are kept on disk, looked at anew for each question, and what the service has to do without; answered by every service.
public struct KeepingQuery: BusRequest, EmptyMessage {
    public static let type = MessageType(0x0010)
    public static let service: ServiceName? = nil
    public init() {}

    public struct Reply: Message, Equatable {
        public var warnings: [KeepingWarning]
        /// Names the master key in force, which it does not tell.
        public var masterKey: String
        /// nil where no rotation of the master key is under way.
        public var rotation: RotationProgress?
        public init(warnings: [KeepingWarning], masterKey: String, rotation: RotationProgress?) {
            (self.warnings, self.masterKey, self.rotation) = (warnings, masterKey, rotation)
        }
        enum CodingKeys: Int, CodingKey { case warnings = 1, masterKey, rotation }
    }
}

/// One thing that makes stolen or copied files readable, or that the installation lacks, and what to do about it.
public struct KeepingWarning: Message, Hashable {
    /// `keyBesideData`, `openToOthers`, `synchronised`, `noSentenceModel`.
    public var kind: String
    /// A sentence with a next step.
    public var text: String
    public init(kind: String, text: String) { (self.kind, self.text) = (kind, text) }
    enum CodingKeys: Int, CodingKey { case kind = 1, text }
}

/// How many data keys of one service a new master key wraps already.
public struct RotationProgress: Message, Equatable {
    public var done: Int64
    public var all: Int64
    public init(done: Int64, all: Int64) { (self.done, self.all) = (done, all) }
    enum CodingKeys: Int, CodingKey { case done = 1, all }
}
