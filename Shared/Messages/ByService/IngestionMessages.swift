import Wire

/// Starts or resumes an upload; the reply has the number of the job's bytes on disk.
public struct BeginUpload: UserRequest {
    public typealias Reply = UploadState
    public static let type = MessageType(0x0201)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    /// The job's id, chosen by the client.
    public var job: EntityID
    /// The file's name without its path. The format is detected by content, not by name.
    public var fileName: String
    /// Bytes of the whole file if known, for progress.
    public var size: Int64?
    /// True for data that an app sends every few minutes: imports of one day with equal outcome are listed as one, see
    /// `ImportStatus.posts`.
    public var isPost: Bool?
    /// Present for the post of a companion app; decides its format.
    public var companion: CompanionSender?
    public init(
        user: UserID, job: EntityID, fileName: String, size: Int64?, isPost: Bool? = nil,
        companion: CompanionSender? = nil
    ) {
        (self.user, self.job, self.fileName, self.size, self.isPost) = (user, job, fileName, size, isPost)
        self.companion = companion
    }
    enum CodingKeys: Int, CodingKey { case user = 1, job, fileName, size, isPost, companion }
}

/// Appends at most 1 MiB at `offset`; acknowledged once on disk. A repeated chunk is acknowledged and stored once; a
/// gap is `conflict`.
public struct UploadChunk: UserRequest {
    public typealias Reply = UploadState
    public static let type = MessageType(0x0202)
    public static let service: ServiceName? = .ingestion
    /// Bytes of the largest chunk.
    public static let maximumBytes = 1 << 20
    public var user: UserID
    /// The upload's job.
    public var job: EntityID
    /// Position of the chunk in the file, in bytes.
    public var offset: Int64
    /// The chunk.
    public var bytes: [UInt8]
    public init(user: UserID, job: EntityID, offset: Int64, bytes: [UInt8]) {
        (self.user, self.job, self.offset, self.bytes) = (user, job, offset, bytes)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, job, offset, bytes }
}

/// Progress of an upload.
public struct UploadState: Message, Equatable {
    /// The upload's job.
    public var job: EntityID
    /// Bytes on disk; the next chunk starts here.
    public var offset: Int64
    public init(job: EntityID, offset: Int64) { (self.job, self.offset) = (job, offset) }
    enum CodingKeys: Int, CodingKey { case job = 1, offset }
}

/// Completes an upload: a worker imports it from now on, even if the caller disconnects.
public struct StartImport: UserRequest {
    public typealias Reply = ImportStatus
    public static let type = MessageType(0x0203)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    /// The upload's job.
    public var job: EntityID
    /// True if the file is a full Apple Health export and samples of earlier exports that it lacks must be deleted.
    /// Only the person can decide it: the file does not record whether it is complete.
    public var replace: Bool?
    public init(user: UserID, job: EntityID, replace: Bool? = nil) {
        (self.user, self.job, self.replace) = (user, job, replace)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, job, replace }
}

/// Imports the small file that an app sends every few minutes, and replies at its end. What is replied is on disk; a
/// repetition under the same job gets the same status. If the import cannot end immediately, it is queued like an
/// upload, and the reply says so.
public struct PostSamples: UserRequest {
    public typealias Reply = ImportStatus
    public static let type = MessageType(0x0286)
    public static let service: ServiceName? = .ingestion
    public static let budget = Duration.seconds(20)
    /// Bytes of the largest file.
    public static let maximumBytes = 256 << 10
    public var user: UserID
    /// The job's id, chosen by the client.
    public var job: EntityID
    /// See `BeginUpload.fileName`.
    public var fileName: String
    /// The whole file.
    public var bytes: [UInt8]
    /// See `BeginUpload.companion`.
    public var companion: CompanionSender?
    public init(
        user: UserID, job: EntityID, fileName: String, bytes: [UInt8], companion: CompanionSender? = nil
    ) {
        (self.user, self.job, self.fileName, self.bytes) = (user, job, fileName, bytes)
        self.companion = companion
    }
    enum CodingKeys: Int, CodingKey { case user = 1, job, fileName, bytes, companion }
}

/// Requests the state of one import.
public struct ImportQuery: UserRequest {
    public typealias Reply = ImportStatus
    public static let type = MessageType(0x0204)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    /// The import's job.
    public var job: EntityID
    public init(user: UserID, job: EntityID) { (self.user, self.job) = (user, job) }
    enum CodingKeys: Int, CodingKey { case user = 1, job }
}

/// Requests the user's imports, newest first, at most 50.
public struct ImportList: UserRequest {
    public static let type = MessageType(0x0205)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }

    /// The imports.
    public struct Reply: Message {
        /// Newest first.
        public var imports: [ImportStatus]
        public init(imports: [ImportStatus]) { self.imports = imports }
        enum CodingKeys: Int, CodingKey { case imports = 1 }
    }
}

/// Submits the result of a device's anchored query (ING-3). Applied completely in one transaction, or not at all.
public struct IngestSamples: UserRequest {
    public static let type = MessageType(0x0207)
    public static let service: ServiceName? = .ingestion
    /// Most samples and deletions of one batch.
    public static let maximumChanges = 5000
    public var user: UserID
    /// The device's permanent identifier for itself; anchors are stored per device and kind.
    public var device: String
    /// The kind's name in exports (`heartRate`), or its HealthKit identifier.
    public var kind: String
    /// Anchor that the query began at; empty for the first one.
    public var anchor: String
    /// Anchor that the next query begins at.
    public var newAnchor: String
    /// The added samples.
    public var samples: [AnchoredSample]
    /// Ids of deleted samples.
    public var deleted: [EntityID]
    /// The sending device token; absent for a signed-in person. A device has its own anchors and can delete only
    /// samples that it sent.
    public var sender: DeviceSender?
    public init(
        user: UserID, device: String, kind: String, anchor: String, newAnchor: String, samples: [AnchoredSample],
        deleted: [EntityID],
        sender: DeviceSender? = nil
    ) {
        (self.user, self.device, self.kind, self.anchor, self.newAnchor) = (user, device, kind, anchor, newAnchor)
        (self.samples, self.deleted, self.sender) = (samples, deleted, sender)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, device, kind, anchor, newAnchor, samples, deleted, sender }

    /// The effect of a batch.
    public struct Reply: Message, Equatable {
        /// False if `anchor` was not the stored one: nothing changed, and the client resumes from the stored one.
        public var accepted: Bool
        /// The stored anchor.
        public var anchor: String
        /// Number of new samples.
        public var added: Int64
        /// Number of deleted samples.
        public var removed: Int64
        /// The omitted samples.
        public var skipped: [SkippedPart]
        public init(accepted: Bool, anchor: String, added: Int64 = 0, removed: Int64 = 0, skipped: [SkippedPart] = []) {
            (self.accepted, self.anchor, self.added, self.removed, self.skipped) = (
                accepted, anchor, added, removed, skipped
            )
        }
        enum CodingKeys: Int, CodingKey { case accepted = 1, anchor, added, removed, skipped }
    }
}

/// The device that a token authenticates.
public struct DeviceSender: Message, Equatable {
    /// Derived from the person and the token's label; never 0.
    public var device: UInt64
    /// True for a token created before scopes existed: it continues the anchors, and may delete the samples, that were
    /// stored without a device.
    public var isOlder: Bool
    public init(device: UInt64, isOlder: Bool) { (self.device, self.isOlder) = (device, isOlder) }
    enum CodingKeys: Int, CodingKey { case device = 1, isOlder }
}

/// A sample of an anchored query.
public struct AnchoredSample: Message, Equatable {
    /// HealthKit's UUID.
    public var id: EntityID
    /// Seconds since 1970.
    public var start: Int64
    /// Seconds since 1970.
    public var end: Int64
    /// In `unit`; for sleep, HealthKit's number of the stage.
    public var value: Double
    /// HealthKit's unit text (`count/min`); empty for sleep.
    public var unit: String
    /// Name of the source app or device.
    public var source: String
    /// Model of the measuring device, such as `Watch`; empty if unknown.
    public var model: String
    /// Hardware version of the measuring device, such as `Watch6,2`; empty if unknown.
    public var hardware: String
    /// IANA time zone from the sample's metadata; empty if absent.
    public var zone: String
    /// Activity of a workout, such as `running` or HealthKit's name; absent if unknown, and for other kinds.
    public var activity: String?
    public init(
        id: EntityID, start: Int64, end: Int64, value: Double, unit: String, source: String, model: String = "",
        hardware: String = "", zone: String = "", activity: String? = nil
    ) {
        (self.id, self.start, self.end, self.value, self.unit) = (id, start, end, value, unit)
        (self.source, self.model, self.hardware, self.zone) = (source, model, hardware, zone)
        self.activity = activity
    }
    enum CodingKeys: Int, CodingKey { case id = 1, start, end, value, unit, source, model, hardware, zone, activity }
}

/// Requests a user's stored anchors, for devices that lost theirs and for the settings page.
public struct AnchorsQuery: UserRequest {
    public static let type = MessageType(0x0208)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    /// The device token that asks, and receives its own anchors; absent for a signed-in person, who receives all.
    public var sender: DeviceSender?
    public init(user: UserID, sender: DeviceSender? = nil) { (self.user, self.sender) = (user, sender) }
    enum CodingKeys: Int, CodingKey { case user = 1, sender }

    /// The stored anchors.
    public struct Reply: Message, Equatable {
        /// The anchors.
        public var anchors: [StoredAnchor]
        public init(anchors: [StoredAnchor]) { self.anchors = anchors }
        enum CodingKeys: Int, CodingKey { case anchors = 1 }
    }
}

/// A stored anchor of one device and kind.
public struct StoredAnchor: Message, Equatable {
    /// The device's identifier for itself.
    public var device: String
    /// The kind's name.
    public var kind: String
    /// Anchor that the next query begins at.
    public var anchor: String
    /// Time when its batch arrived.
    public var at: Milliseconds
    /// Anchor that its batch began at; both together identify a repeated batch.
    public var from: String?
    /// `DeviceSender.device`; 0 for a signed-in person; absent if it was stored before devices were distinguished.
    public var sender: UInt64?
    public init(
        device: String, kind: String, anchor: String, at: Milliseconds, from: String? = nil, sender: UInt64? = nil
    ) {
        (self.device, self.kind, self.anchor, self.at, self.from, self.sender) = (
            device, kind, anchor, at, from, sender
        )
    }
    enum CodingKeys: Int, CodingKey { case device = 1, kind, anchor, at, from, sender }
}

/// Requests the sources, most trusted first, and each one's share of a day's steps (ING-6).
public struct SourcesQuery: UserRequest {
    public static let type = MessageType(0x0209)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    /// The day whose steps are shown; if absent, the latest day with steps.
    public var day: Day?
    public init(user: UserID, day: Day? = nil) { (self.user, self.day) = (user, day) }
    enum CodingKeys: Int, CodingKey { case user = 1, day }

    /// The sources and their steps.
    public struct Reply: Message, Equatable {
        /// Revision of the profile that determines this order.
        public var revision: UInt64
        /// Most trusted first.
        public var sources: [SourceStanding]
        /// The day shown; absent if no day has steps.
        public var day: Day?
        public init(revision: UInt64, sources: [SourceStanding], day: Day? = nil) {
            (self.revision, self.sources, self.day) = (revision, sources, day)
        }
        enum CodingKeys: Int, CodingKey { case revision = 1, sources, day }
    }
}

/// One source: an app or a device, by its name.
public struct SourceStanding: Message, Equatable {
    /// The kind of source, which determines its default rank.
    public struct Kind: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// A watch.
        public static let watch = Kind(rawValue: 1)
        /// A phone.
        public static let phone = Kind(rawValue: 2)
        /// Anything else.
        public static let other = Kind(rawValue: 3)
        public static let names: [(value: Kind, name: String)] = [(watch, "watch"), (phone, "phone"), (other, "other")]
    }

    /// The source's name.
    public var name: String
    /// The kind of source.
    public var kind: Kind
    /// True if the person set its rank; false if its kind did.
    public var isChosen: Bool
    /// Steps of the day by this source alone; absent if it has none.
    public var steps: Double?
    /// Steps that remain after overlaps with more trusted sources are removed; absent if it has none.
    public var counted: Double?
    /// Its devices, as `MetricValue.device` names them.
    public var devices: [UInt64]
    public init(
        name: String, kind: Kind, isChosen: Bool, steps: Double? = nil, counted: Double? = nil, devices: [UInt64] = []
    ) {
        (self.name, self.kind, self.isChosen, self.steps, self.counted) = (name, kind, isChosen, steps, counted)
        self.devices = devices
    }
    enum CodingKeys: Int, CodingKey { case name = 1, kind, isChosen, steps, counted, devices }
}

/// Requests the daily metrics of a range, oldest first, at most 400 days per page.
public struct MetricsQuery: UserRequest {
    public static let type = MessageType(0x0206)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    /// First day of the range.
    public var from: Day
    /// Last day of the range.
    public var through: Day
    public init(user: UserID, from: Day, through: Day) { (self.user, self.from, self.through) = (user, from, through) }
    enum CodingKeys: Int, CodingKey { case user = 1, from, through }

    /// The daily metrics.
    public struct Reply: Message, Equatable {
        /// Oldest first; days without metrics are absent.
        public var days: [DailyMetrics]
        public init(days: [DailyMetrics]) { self.days = days }
        enum CodingKeys: Int, CodingKey { case days = 1 }
    }
}
