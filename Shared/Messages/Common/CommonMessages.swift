import Wire

/// Delivers committed events to one consumer: slices of streams, each in order. Answered by every service that consumes
/// events.
public struct DeliverEvents: BusRequest {
    public typealias Reply = DeliverReceipt
    public static let type = MessageType(0x0001)
    public static let service: ServiceName? = nil
    public static let budget = Duration.seconds(30)

    /// The service that committed the events.
    public var producer: ServiceName
    /// The service that they are for.
    public var consumer: ServiceName
    /// At most one slice per user.
    public var slices: [StreamSlice]
    public init(producer: ServiceName, consumer: ServiceName, slices: [StreamSlice]) {
        (self.producer, self.consumer, self.slices) = (producer, consumer, slices)
    }
    enum CodingKeys: Int, CodingKey { case producer = 1, consumer, slices }
}

/// Consecutive events of one user's stream.
public struct StreamSlice: Message, Equatable {
    public var user: UserID
    /// Changes if the producer was restored from an older copy of its database. Positions of other epochs are void, and
    /// the consumer receives all events again.
    public var epoch: UInt64
    /// The events in order.
    public var events: [StreamEvent]
    /// Events numbered ≤ `base` are re-sent under higher numbers; a consumer behind `base` may skip to it.
    public var base: UInt64?
    public init(user: UserID, epoch: UInt64, events: [StreamEvent], base: UInt64? = nil) {
        (self.user, self.epoch, self.events, self.base) = (user, epoch, events, base)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, epoch, events, base }
}

/// One event of a stream.
public struct StreamEvent: Message, Equatable {
    /// 1, 2, 3, … in each stream (producer, consumer, user).
    public var sequence: UInt64
    /// The event's own id, not the entity's: detects that a number was reused for another event.
    public var id: EntityID
    /// Message type; 0 for an event that was skipped at its producer: it keeps its number, has no payload, and only
    /// advances the position.
    public var type: UInt16
    /// The encoded event message.
    public var payload: [UInt8]
    /// The trace that it was committed in; nil if the trace is not sampled.
    public var trace: EventTrace?
    public init(sequence: UInt64, id: EntityID, type: MessageType, payload: [UInt8], trace: EventTrace? = nil) {
        (self.sequence, self.id, self.type, self.payload, self.trace) = (sequence, id, type.rawValue, payload, trace)
    }
    enum CodingKeys: Int, CodingKey { case sequence = 1, id, type, payload, trace }
}

/// An event's place in a trace, from its commit to its handling at the consumer, however much later.
public struct EventTrace: Message, Hashable {
    /// The trace's id.
    public var trace: TraceID
    /// Span of the handler that committed the event.
    public var parent: UInt64
    /// Span of its handling at the consumer; the parent span of the consumer's own commits.
    public var span: UInt64
    public init(trace: TraceID, parent: UInt64, span: UInt64) {
        (self.trace, self.parent, self.span) = (trace, parent, span)
    }
    enum CodingKeys: Int, CodingKey { case trace = 1, parent, span }
}

/// The result of a delivery.
public struct DeliverReceipt: Message {
    /// The result by stream.
    public var streams: [StreamReceipt]
    public init(streams: [StreamReceipt]) { self.streams = streams }
    enum CodingKeys: Int, CodingKey { case streams = 1 }
}

/// A consumer's position in one stream. Unacknowledged events stay with the producer.
public struct StreamReceipt: Message, Equatable {
    public var user: UserID
    /// Every event up to this number is committed at the consumer.
    public var acknowledged: UInt64
    /// The reason for not applying the next event; nil if all were applied.
    public var refusal: ServiceError?
    /// The last applied number belonged to another event: the producer was restored from an older copy of its database
    /// and reuses numbers.
    public var diverged: Bool
    public init(user: UserID, acknowledged: UInt64, refusal: ServiceError? = nil, diverged: Bool = false) {
        (self.user, self.acknowledged, self.refusal, self.diverged) = (user, acknowledged, refusal, diverged)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, acknowledged, refusal, diverged }
}

/// Erases all data of a user in this service, which refuses the identifier afterwards (OWN-1).
public struct EraseUser: BusRequest {
    public static let type = MessageType(0x0002)
    public static let service: ServiceName? = nil
    public static let budget = Duration.seconds(30)
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }

    /// The effect of an erasure.
    public struct Reply: Message, Equatable {
        /// Deleted rows; 0 if there were none, or if a repeated request found the work done.
        public var rows: Int64
        public init(rows: Int64) { self.rows = rows }
        enum CodingKeys: Int, CodingKey { case rows = 1 }
    }
}

/// Requests one page of all data of a user in this service, as files in open formats (OWN-2).
public struct ExportUser: UserRequest {
    public static let type = MessageType(0x0003)
    public static let service: ServiceName? = nil
    public static let budget = Duration.seconds(30)
    public var user: UserID
    /// `next` of the previous page; nil for the first one.
    public var cursor: String?
    public init(user: UserID, cursor: String? = nil) { (self.user, self.cursor) = (user, cursor) }
    enum CodingKeys: Int, CodingKey { case user = 1, cursor }

    /// One page of the export.
    public struct Reply: Message, Equatable {
        /// At most about 1 MiB in total. A name that appears on several pages is one file in parts, in order.
        public var files: [ExportFile]
        /// `cursor` of the next page; nil after the last one.
        public var next: String?
        /// Rows of this page that could not be opened.
        public var damaged: DamagedRows?
        public init(files: [ExportFile], next: String? = nil) { (self.files, self.next) = (files, next) }
        enum CodingKeys: Int, CodingKey { case files = 1, next, damaged }
    }
}

/// A file or a part of one.
public struct ExportFile: Message, Equatable {
    /// A relative path such as `scoring/scores.csv`.
    public var name: String
    /// The file's bytes.
    public var content: [UInt8]
    public init(name: String, content: [UInt8]) { (self.name, self.content) = (name, content) }
    enum CodingKeys: Int, CodingKey { case name = 1, content }
}

/// Checks whether a process answers. Handled by the bus library in every process.
public struct Ping: BusRequest, EmptyMessage {
    public static let type = MessageType(0x0004)
    public static let service: ServiceName? = nil
    public init() {}

    /// The answering process.
    public struct Reply: Message, Equatable {
        /// Its service name.
        public var service: ServiceName
        /// Its release.
        public var release: String
        /// Its process id.
        public var processID: Int64
        /// Milliseconds since the process started.
        public var uptime: Int64
        public init(service: ServiceName, release: String, processID: Int64, uptime: Int64) {
            (self.service, self.release, self.processID, self.uptime) = (service, release, processID, uptime)
        }
        enum CodingKeys: Int, CodingKey { case service = 1, release, processID, uptime }
    }
}

/// Lists the lanes of this service's outbox that wait for an operator or a newer consumer release.
public struct ListParked: BusRequest, EmptyMessage {
    public static let type = MessageType(0x0005)
    public static let service: ServiceName? = nil
    public init() {}

    /// The parked lanes.
    public struct Reply: Message {
        /// The lanes, by consumer and user.
        public var lanes: [ParkedLane]
        /// Number of unacknowledged events, parked or not.
        public var pending: Int64
        public init(lanes: [ParkedLane], pending: Int64) { (self.lanes, self.pending) = (lanes, pending) }
        enum CodingKeys: Int, CodingKey { case lanes = 1, pending }
    }
}

/// A stream whose next event was refused too often.
public struct ParkedLane: Message, Equatable {
    /// The service that refused the event.
    public var consumer: ServiceName
    public var user: UserID
    /// Number of the refused event.
    public var sequence: UInt64
    /// Message type of the refused event.
    public var type: UInt16
    /// Number of refusals.
    public var attempts: Int32
    /// Events that wait in this lane.
    public var waiting: Int64
    /// The consumer's last refusal: a code and a sentence, without content.
    public var lastError: String
    public init(
        consumer: ServiceName, user: UserID, sequence: UInt64, type: MessageType, attempts: Int32, waiting: Int64,
        lastError: String
    ) {
        (self.consumer, self.user, self.sequence, self.type) = (consumer, user, sequence, type.rawValue)
        (self.attempts, self.waiting, self.lastError) = (attempts, waiting, lastError)
    }
    enum CodingKeys: Int, CodingKey { case consumer = 1, user, sequence, type, attempts, waiting, lastError }
}

/// Retries a parked lane (`skip` false), or skips its first event for good and records that (`skip` true).
public struct ReleaseLane: BusRequest {
    public typealias Reply = Empty
    public static let type = MessageType(0x0006)
    public static let service: ServiceName? = nil
    /// The lane's consumer.
    public var consumer: ServiceName
    public var user: UserID
    /// True to skip the first event.
    public var skip: Bool
    public init(consumer: ServiceName, user: UserID, skip: Bool) {
        (self.consumer, self.user, self.skip) = (consumer, user, skip)
    }
    enum CodingKeys: Int, CodingKey { case consumer = 1, user, skip }
}

/// Re-emits the current state of a user to one consumer, as ordinary events under new numbers. Events whose state the
/// consumer already has change nothing there.
public struct ReplayEvents: BusRequest {
    public static let type = MessageType(0x0007)
    public static let service: ServiceName? = nil
    public static let budget = Duration.seconds(60)
    /// The service to receive the events.
    public var consumer: ServiceName
    public var user: UserID
    /// First local day to include; nil for everything.
    public var since: Day?
    public init(consumer: ServiceName, user: UserID, since: Day? = nil) {
        (self.consumer, self.user, self.since) = (consumer, user, since)
    }
    enum CodingKeys: Int, CodingKey { case consumer = 1, user, since }

    /// The effect of a replay.
    public struct Reply: Message, Equatable {
        /// Number of emitted events.
        public var events: Int64
        public init(events: Int64) { self.events = events }
        enum CodingKeys: Int, CodingKey { case events = 1 }
    }
}

/// A committed change on the mirror, without content. After a gap in `sequence`, a new `epoch` or 3 s of silence,
/// watchers query the state again.
public struct MirrorEvent: Message, Equatable {
    /// The service that committed the change.
    public var service: ServiceName
    /// Random per process start.
    public var epoch: UInt64
    /// Increases by one per event of an epoch.
    public var sequence: UInt64
    /// The event's type; 0 is a heartbeat.
    public var type: UInt16
    /// The person concerned, if any.
    public var user: UserID?
    /// The entity that changed, if any.
    public var id: EntityID?
    public init(service: ServiceName, epoch: UInt64, sequence: UInt64, type: MessageType, user: UserID?, id: EntityID?)
    {
        (self.service, self.epoch, self.sequence, self.type, self.user, self.id) = (
            service, epoch, sequence, type.rawValue, user, id
        )
    }
    enum CodingKeys: Int, CodingKey { case service = 1, epoch, sequence, type, user, id }
}
