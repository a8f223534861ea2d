import Wire

/// State of an import.
public struct ImportStatus: Message, Equatable {
    /// Stage of an import.
    public struct Phase: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// Chunks are arriving.
        public static let uploading = Phase(rawValue: 1)
        /// Complete; waits for a worker.
        public static let queued = Phase(rawValue: 2)
        /// Samples are being read.
        public static let reading = Phase(rawValue: 3)
        /// Daily metrics are being computed.
        public static let reducing = Phase(rawValue: 4)
        /// Finished.
        public static let done = Phase(rawValue: 5)
        /// Stopped at `problem`; earlier samples are kept, and the file can be sent again.
        public static let failed = Phase(rawValue: 6)
        /// The import's samples are being removed.
        public static let undoing = Phase(rawValue: 7)
        /// The import's samples were removed; the file can be sent again.
        public static let undone = Phase(rawValue: 8)
        public static let names: [(value: Phase, name: String)] = [
            (uploading, "uploading"), (queued, "queued"), (reading, "reading"), (reducing, "reducing"), (done, "done"),
            (failed, "failed"), (undoing, "undoing"), (undone, "undone"),
        ]
        /// True if the stage does not change without a request.
        public var isEnded: Bool { self == .done || self == .failed || self == .undone }
        /// True if the same file may be sent again under the same job.
        public var canRestart: Bool { self == .failed || self == .undone }
    }

    /// Whether an import can be undone.
    public struct Undo: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// It can be undone.
        public static let possible = Undo(rawValue: 1)
        /// A later import brought some of the same samples.
        public static let overlapped = Undo(rawValue: 2)
        /// It also deleted samples; see `replaces`.
        public static let replacing = Undo(rawValue: 3)
        /// It represents the uploads of an app that sends data every few minutes.
        public static let posts = Undo(rawValue: 4)
        /// The list of its samples was dropped, or an earlier release did not record it.
        public static let unknown = Undo(rawValue: 5)
        public static let names: [(value: Undo, name: String)] = [
            (possible, "possible"), (overlapped, "overlapped"), (replacing, "replacing"), (posts, "posts"),
            (unknown, "unknown"),
        ]
    }

    /// The import's job.
    public var job: EntityID
    /// The file's name without its path.
    public var fileName: String
    /// Stage of the import.
    public var phase: Phase
    /// Bytes read so far.
    public var bytesRead: Int64
    /// Total bytes to read, if known.
    public var bytesTotal: Int64?
    /// Records of known kinds read so far.
    public var samplesRead: Int64
    /// Number of those records that were not stored before.
    public var samplesNew: Int64
    /// Days whose metrics changed.
    public var daysChanged: Int64
    /// Rejected samples, counted by reason.
    public var quarantined: [String: Int64]
    /// Records of unused kinds, counted by name.
    public var unknownKinds: [String: Int64]
    /// Estimated seconds until the end.
    public var eta: Double?
    /// Why the import failed; present with `failed`.
    public var problem: ImportProblem?
    /// The first omitted parts of a file whose parts have names: rows of a CSV, fields of a JSON. At most
    /// `maximumSkipped`.
    public var skipped: [SkippedPart]
    /// True if samples of earlier exports that this one lacks are deleted, see `StartImport`.
    public var replaces: Bool?
    /// Number of samples deleted for that reason; absent unless `replaces`.
    public var samplesRemoved: Int64?
    /// Accepted samples by kind, including those stored before.
    public var taken: [String: Int64]
    /// Why records of `unknownKinds` are not used: a `UnusedReason` by the same names. Absent for kinds without any
    /// use.
    public var unusedReasons: [String: String]
    /// Number of app uploads that this entry represents; its counts are their sums. Absent for files.
    public var posts: Int64?
    /// Whether it can be undone; absent before its end. One that added nothing has no reason why it cannot.
    public var undo: Undo?
    /// Number of samples that undoing it removed; absent unless it was undone.
    public var samplesUndone: Int64?
    /// Time of the request to undo it.
    public var undoneAt: Milliseconds?
    /// Kinds of which every record was rejected, by the names of `taken`: the number of those records.
    public var lost: [String: Int64]
    /// True while the import waits for space on the machine's disk; it goes on by itself.
    public var waitsForSpace: Bool?
    /// What a companion's post said; absent for all other imports.
    public var companion: CompanionReceipt?
    /// Largest count of `skipped`.
    public static let maximumSkipped = 100
    public init(job: EntityID, fileName: String, phase: Phase) {
        (self.job, self.fileName, self.phase) = (job, fileName, phase)
        (bytesRead, samplesRead, samplesNew, daysChanged, quarantined, unknownKinds, skipped) = (
            0, 0, 0, 0, [:], [:], []
        )
        (taken, unusedReasons) = ([:], [:])
        lost = [:]
    }
    enum CodingKeys: Int, CodingKey {
        case job = 1, fileName, phase, bytesRead, bytesTotal, samplesRead, samplesNew, daysChanged, quarantined,
            unknownKinds, eta, problem, skipped, replaces
        case samplesRemoved, taken, unusedReasons, posts, undo, samplesUndone, undoneAt, lost, waitsForSpace, companion
    }
}

/// Why values of a known kind are not used.
public enum UnusedReason: String, CaseIterable, Sendable {
    /// The value is a mean over the whole day, from which neither night nor rest can be derived.
    case meanOfDay
    /// A night with time in bed but without sleep stages: its 0 h of sleep means unknown.
    case noTimeAsleep

    /// The reason as a sentence for people, with a next step if there is one.
    public var sentence: String {
        switch self {
        case .meanOfDay: "A mean over the whole day says nothing of sleep or rest: let the app send single values."
        case .noTimeAsleep: "These nights tell the time in bed and no sleep."
        }
    }
}

extension ImportStatus {
    /// The reason by name for each of `unknownKinds`, as a sentence for people.
    public var whyUnused: [String: String] {
        Dictionary(
            uniqueKeysWithValues: unknownKinds.keys.map { name in
                (
                    name,
                    unusedReasons[name].flatMap(UnusedReason.init)?.sentence
                        ?? "No score or metric is made of this kind."
                )
            })
    }
}

/// An omitted part of the input, without its content.
public struct SkippedPart: Message, Equatable {
    /// Position of the part, such as `line 17`, `metrics[2].data[5].date`, `samples[3]`.
    public var place: String
    /// A reason for rejecting samples, such as `badDate`.
    public var reason: String
    public init(place: String, reason: String) { (self.place, self.reason) = (place, reason) }
    enum CodingKeys: Int, CodingKey { case place = 1, reason }
}

/// The error that ended an import, and its place in the file.
public struct ImportProblem: Error, Message, Equatable {
    /// Code for programs: `notAHealthExport`, `truncated`, `malformed`, `tooLarge`, `noSpace`, …
    public var code: String
    /// One sentence with a next step.
    public var message: String
    /// Offset in the file; for a zip, in the XML inside it.
    public var byteOffset: Int64?
    public init(code: String, message: String, byteOffset: Int64? = nil) {
        (self.code, self.message, self.byteOffset) = (code, message, byteOffset)
    }
    enum CodingKeys: Int, CodingKey { case code = 1, message, byteOffset }
}

/// Removes the samples that an import added and computes its days again; `conflict` with the reason if
/// `ImportStatus.undo` excludes it.
public struct UndoImport: UserRequest {
    public typealias Reply = ImportStatus
    public static let type = MessageType(0x0235)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    /// The import's job.
    public var job: EntityID
    public init(user: UserID, job: EntityID) { (self.user, self.job) = (user, job) }
    enum CodingKeys: Int, CodingKey { case user = 1, job }
}

/// Type of the progress events of a running import, published on the mirror only. The event id is the job's.
public enum ImportProgressed { public static let type = MessageType(0x0281) }
