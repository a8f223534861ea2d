import Wire

/// Starts or resumes an upload: answers how many bytes of this job are already on disk.
public struct BeginUpload: BusRequest {
    public typealias Reply = UploadState
    public static let type = MessageType(0x0201)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    public var job: EntityID
    /// The file's name without its path; says nothing about the format, which is recognised by content.
    public var fileName: String
    /// Bytes of the whole file where known; for progress.
    public var size: Int64?
    /// True for what an app sends by itself every few minutes: imports of one day that ended alike are shown as one, see `ImportStatus.posts`.
    public var isPost: Bool?
    public init(user: UserID, job: EntityID, fileName: String, size: Int64?, isPost: Bool? = nil) {
        (self.user, self.job, self.fileName, self.size, self.isPost) = (user, job, fileName, size, isPost)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, job, fileName, size, isPost }
}

/// At most 1 MiB, appended at `offset`; acknowledged when it is on disk. A chunk sent twice is acknowledged twice and stored once; a gap is `conflict`.
public struct UploadChunk: BusRequest {
    public typealias Reply = UploadState
    public static let type = MessageType(0x0202)
    public static let service: ServiceName? = .ingestion
    public static let maximumBytes = 1 << 20
    public var user: UserID
    public var job: EntityID
    public var offset: Int64
    public var bytes: [UInt8]
    public init(user: UserID, job: EntityID, offset: Int64, bytes: [UInt8]) { (self.user, self.job, self.offset, self.bytes) = (user, job, offset, bytes) }
    enum CodingKeys: Int, CodingKey { case user = 1, job, offset, bytes }
}

public struct UploadState: Message, Equatable {
    public var job: EntityID
    /// Bytes on disk; the next chunk starts here.
    public var offset: Int64
    public init(job: EntityID, offset: Int64) { (self.job, self.offset) = (job, offset) }
    enum CodingKeys: Int, CodingKey { case job = 1, offset }
}

/// The upload is complete: from here a worker imports it, whatever becomes of the caller.
public struct StartImport: BusRequest {
    public typealias Reply = ImportStatus
    public static let type = MessageType(0x0203)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    public var job: EntityID
    /// True where the file is a full Apple Health export and what earlier exports brought and this one lacks is to go. Never assumed: a file does not say whether it is whole.
    public var replace: Bool?
    public init(user: UserID, job: EntityID, replace: Bool? = nil) { (self.user, self.job, self.replace) = (user, job, replace) }
    enum CodingKeys: Int, CodingKey { case user = 1, job, replace }
}

public struct ImportQuery: BusRequest {
    public typealias Reply = ImportStatus
    public static let type = MessageType(0x0204)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    public var job: EntityID
    public init(user: UserID, job: EntityID) { (self.user, self.job) = (user, job) }
    enum CodingKeys: Int, CodingKey { case user = 1, job }
}

/// The user's imports, newest first, at most 50.
public struct ImportList: BusRequest {
    public static let type = MessageType(0x0205)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }

    public struct Reply: Message {
        public var imports: [ImportStatus]
        public init(imports: [ImportStatus]) { self.imports = imports }
        enum CodingKeys: Int, CodingKey { case imports = 1 }
    }
}

public struct ImportStatus: Message, Equatable {
    public struct Phase: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        public static let uploading = Phase(rawValue: 1)
        public static let queued = Phase(rawValue: 2)
        public static let reading = Phase(rawValue: 3)
        public static let reducing = Phase(rawValue: 4)
        public static let done = Phase(rawValue: 5)
        /// Stopped at `problem`; what came before it is kept, and the file can be sent again.
        public static let failed = Phase(rawValue: 6)
        public static let names: [(value: Phase, name: String)] = [
            (uploading, "uploading"), (queued, "queued"), (reading, "reading"), (reducing, "reducing"), (done, "done"), (failed, "failed"),
        ]
    }

    public var job: EntityID
    public var fileName: String
    public var phase: Phase
    public var bytesRead: Int64
    /// Bytes to read in all, where known.
    public var bytesTotal: Int64?
    /// Records of a known kind seen so far.
    public var samplesRead: Int64
    /// Of these, the ones that were not there before.
    public var samplesNew: Int64
    /// Days whose metrics changed.
    public var daysChanged: Int64
    /// Samples set aside, counted by reason.
    public var quarantined: [String: Int64]
    /// Records of kinds that are not used, counted by name.
    public var unknownKinds: [String: Int64]
    /// Estimated seconds to the end.
    public var eta: Double?
    public var problem: ImportProblem?
    /// The first of the parts that were left out of a file whose parts have names: rows of a CSV, fields of a JSON. At most `mostSkipped`.
    public var skipped: [SkippedPart]
    /// True where what this export lacks of earlier ones is to go, see `StartImport`.
    public var replaces: Bool?
    /// Samples that went so; absent unless asked for.
    public var samplesRemoved: Int64?
    /// Samples that were taken (those that were there before included), by kind.
    public var taken: [String: Int64]
    /// Why records of the kinds in `unknownKinds` are not used, where it is not that the kind is of no use: one of `UnusedReason`, by the same names.
    public var unusedReasons: [String: String]
    /// Of what an app sends by itself: how many imports this one stands for, whose counts are added up here. Absent for files.
    public var posts: Int64?
    public static let mostSkipped = 100
    public init(job: EntityID, fileName: String, phase: Phase) {
        (self.job, self.fileName, self.phase) = (job, fileName, phase)
        (bytesRead, samplesRead, samplesNew, daysChanged, quarantined, unknownKinds, skipped) = (0, 0, 0, 0, [:], [:], [])
        (taken, unusedReasons) = ([:], [:])
    }
    enum CodingKeys: Int, CodingKey {
        case job = 1, fileName, phase, bytesRead, bytesTotal, samplesRead, samplesNew, daysChanged, quarantined, unknownKinds, eta, problem, skipped, replaces
        case samplesRemoved, taken, unusedReasons, posts
    }
}

/// Why values of a known kind are not used.
public enum UnusedReason: String, CaseIterable, Sendable {
    /// A mean over the whole day says nothing of the night or of rest.
    case meanOfDay
    /// A night that tells the time in bed and no sleep: 0 h stands for unknown there.
    case noTimeAsleep

    /// For people, with a next step where there is one.
    public var sentence: String {
        switch self {
        case .meanOfDay: "A mean over the whole day says nothing of sleep or rest: let the app send single values."
        case .noTimeAsleep: "These nights tell the time in bed and no sleep."
        }
    }
}

extension ImportStatus {
    /// Why each of `unknownKinds` is not used.
    public var whyUnused: [String: String] {
        Dictionary(
            uniqueKeysWithValues: unknownKinds.keys.map { name in
                (name, unusedReasons[name].flatMap(UnusedReason.init)?.sentence ?? "No score or metric is made of this kind.")
            })
    }
}

/// A part of what was sent that was left out; never its content.
public struct SkippedPart: Message, Equatable {
    /// `line 17`, `metrics[2].data[5].date`, `samples[3]`.
    public var place: String
    /// One of the reasons that samples are set aside for, such as `badDate`.
    public var reason: String
    public init(place: String, reason: String) { (self.place, self.reason) = (place, reason) }
    enum CodingKeys: Int, CodingKey { case place = 1, reason }
}

/// What an anchored query of a device found (ING-3): applied whole, in one transaction, or not at all.
public struct IngestSamples: BusRequest {
    public static let type = MessageType(0x0207)
    public static let service: ServiceName? = .ingestion
    /// Samples and deletions of one batch.
    public static let most = 5000
    public var user: UserID
    /// The device's own lasting name for itself; anchors are kept per device and kind.
    public var device: String
    /// The kind's name in exports (`heartRate`), or HealthKit's identifier.
    public var kind: String
    /// Where the query began; empty for the first.
    public var anchor: String
    /// Where the next query begins.
    public var newAnchor: String
    public var samples: [AnchoredSample]
    /// Ids of samples that are gone.
    public var deleted: [EntityID]
    /// The device token that sends; absent for a signed-in person. A device has anchors of its own and deletes only what it sent.
    public var sender: DeviceSender?
    public init(
        user: UserID, device: String, kind: String, anchor: String, newAnchor: String, samples: [AnchoredSample], deleted: [EntityID],
        sender: DeviceSender? = nil
    ) {
        (self.user, self.device, self.kind, self.anchor, self.newAnchor) = (user, device, kind, anchor, newAnchor)
        (self.samples, self.deleted, self.sender) = (samples, deleted, sender)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, device, kind, anchor, newAnchor, samples, deleted, sender }

    public struct Reply: Message, Equatable {
        /// False where `anchor` was not the stored one: nothing was changed, the client resumes from the stored one.
        public var accepted: Bool
        /// The stored anchor.
        public var anchor: String
        public var added: Int64
        public var removed: Int64
        public var skipped: [SkippedPart]
        public init(accepted: Bool, anchor: String, added: Int64 = 0, removed: Int64 = 0, skipped: [SkippedPart] = []) {
            (self.accepted, self.anchor, self.added, self.removed, self.skipped) = (accepted, anchor, added, removed, skipped)
        }
        enum CodingKeys: Int, CodingKey { case accepted = 1, anchor, added, removed, skipped }
    }
}

/// Which device a token speaks for.
public struct DeviceSender: Message, Equatable {
    /// Made from the person and the token's label; never 0.
    public var device: UInt64
    /// True for a token older than scopes: it goes on from the anchors, and may delete the samples, that were stored without a device.
    public var isOlder: Bool
    public init(device: UInt64, isOlder: Bool) { (self.device, self.isOlder) = (device, isOlder) }
    enum CodingKeys: Int, CodingKey { case device = 1, isOlder }
}

public struct AnchoredSample: Message, Equatable {
    /// HealthKit's UUID.
    public var id: EntityID
    /// s since 1970.
    public var start: Int64
    public var end: Int64
    /// In `unit`; HealthKit's number of the stage for sleep.
    public var value: Double
    /// As HealthKit writes it (`count/min`); empty for sleep.
    public var unit: String
    public var source: String
    /// Of the measuring device, such as `Watch` and `Watch6,2`; empty where unknown.
    public var model: String
    public var hardware: String
    /// IANA name from the sample's metadata; empty where it has none.
    public var zone: String
    public init(
        id: EntityID, start: Int64, end: Int64, value: Double, unit: String, source: String, model: String = "", hardware: String = "", zone: String = ""
    ) {
        (self.id, self.start, self.end, self.value, self.unit) = (id, start, end, value, unit)
        (self.source, self.model, self.hardware, self.zone) = (source, model, hardware, zone)
    }
    enum CodingKeys: Int, CodingKey { case id = 1, start, end, value, unit, source, model, hardware, zone }
}

/// The stored anchors of a user, for devices that lost theirs and for the settings page.
public struct AnchorsQuery: BusRequest {
    public static let type = MessageType(0x0208)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    /// The device token that asks and sees its own; absent for a signed-in person, who sees all.
    public var sender: DeviceSender?
    public init(user: UserID, sender: DeviceSender? = nil) { (self.user, self.sender) = (user, sender) }
    enum CodingKeys: Int, CodingKey { case user = 1, sender }

    public struct Reply: Message, Equatable {
        public var anchors: [StoredAnchor]
        public init(anchors: [StoredAnchor]) { self.anchors = anchors }
        enum CodingKeys: Int, CodingKey { case anchors = 1 }
    }
}

public struct StoredAnchor: Message, Equatable {
    public var device: String
    public var kind: String
    public var anchor: String
    /// When its batch arrived.
    public var at: Milliseconds
    /// Where that batch began: it is known again by both.
    public var from: String?
    /// `DeviceSender.device`; 0 for a signed-in person, absent where it was stored before devices were told apart.
    public var sender: UInt64?
    public init(device: String, kind: String, anchor: String, at: Milliseconds, from: String? = nil, sender: UInt64? = nil) {
        (self.device, self.kind, self.anchor, self.at, self.from, self.sender) = (device, kind, anchor, at, from, sender)
    }
    enum CodingKeys: Int, CodingKey { case device = 1, kind, anchor, at, from, sender }
}

/// Who measured, the most trusted first, and what each of them makes of a day's steps (ING-6).
public struct SourcesQuery: BusRequest {
    public static let type = MessageType(0x0209)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    /// The day whose steps are shown; the latest with steps where absent.
    public var day: Day?
    public init(user: UserID, day: Day? = nil) { (self.user, self.day) = (user, day) }
    enum CodingKeys: Int, CodingKey { case user = 1, day }

    public struct Reply: Message, Equatable {
        /// Of the profile that this order follows.
        public var revision: UInt64
        public var sources: [SourceStanding]
        /// Absent where no day has steps.
        public var day: Day?
        public init(revision: UInt64, sources: [SourceStanding], day: Day? = nil) { (self.revision, self.sources, self.day) = (revision, sources, day) }
        enum CodingKeys: Int, CodingKey { case revision = 1, sources, day }
    }
}

/// Everything of one name: an app or a device.
public struct SourceStanding: Message, Equatable {
    public struct Kind: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        public static let watch = Kind(rawValue: 1)
        public static let phone = Kind(rawValue: 2)
        public static let other = Kind(rawValue: 3)
        public static let names: [(value: Kind, name: String)] = [(watch, "watch"), (phone, "phone"), (other, "other")]
    }

    public var name: String
    public var kind: Kind
    /// True where the person put it at its place; else its kind did.
    public var isChosen: Bool
    /// Steps of the day by this source alone, and those of them that count beside the others; absent where it has none of that day.
    public var steps: Double?
    public var counted: Double?
    public init(name: String, kind: Kind, isChosen: Bool, steps: Double? = nil, counted: Double? = nil) {
        (self.name, self.kind, self.isChosen, self.steps, self.counted) = (name, kind, isChosen, steps, counted)
    }
    enum CodingKeys: Int, CodingKey { case name = 1, kind, isChosen, steps, counted }
}

/// What was wrong with a file, and where.
public struct ImportProblem: Error, Message, Equatable {
    /// `notAHealthExport`, `truncated`, `malformed`, `tooLarge`, `noSpace`, … for programs.
    public var code: String
    /// One sentence with a next step.
    public var message: String
    /// Offset in the file sent (for a zip: in the XML inside it).
    public var byteOffset: Int64?
    public init(code: String, message: String, byteOffset: Int64? = nil) { (self.code, self.message, self.byteOffset) = (code, message, byteOffset) }
    enum CodingKeys: Int, CodingKey { case code = 1, message, byteOffset }
}

/// Daily metrics of a range, oldest first, at most 400 days a page.
public struct MetricsQuery: BusRequest {
    public static let type = MessageType(0x0206)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    public var from: Day
    public var through: Day
    public init(user: UserID, from: Day, through: Day) { (self.user, self.from, self.through) = (user, from, through) }
    enum CodingKeys: Int, CodingKey { case user = 1, from, through }

    public struct Reply: Message, Equatable {
        public var days: [DailyMetrics]
        public init(days: [DailyMetrics]) { self.days = days }
        enum CodingKeys: Int, CodingKey { case days = 1 }
    }
}

/// Shown live while an import runs; only ever on the mirror. The event id is the job's.
public enum ImportProgressed { public static let type = MessageType(0x0281) }
