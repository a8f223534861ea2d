import Wire

/// Delivery of committed events to one consumer: slices of streams, each in the order of its numbers. Answered by every service that hears something.
public struct DeliverEvents: BusRequest {
    public typealias Reply = DeliverReceipt
    public static let type = MessageType(0x0001)
    public static let service: ServiceName? = nil
    public static let budget = Duration.seconds(30)

    public var producer: ServiceName
    public var consumer: ServiceName
    public var slices: [StreamSlice]
    public init(producer: ServiceName, consumer: ServiceName, slices: [StreamSlice]) {
        (self.producer, self.consumer, self.slices) = (producer, consumer, slices)
    }
    enum CodingKeys: Int, CodingKey { case producer = 1, consumer, slices }
}

/// Consecutive events of one user's stream.
public struct StreamSlice: Message, Equatable {
    public var user: UserID
    /// Changes where the producer was set back to an older copy of its database: positions of another epoch do not count, and what its consumer had from it is
    /// told anew.
    public var epoch: UInt64
    public var events: [StreamEvent]
    /// The producer's word that what had a number up to this is told again under the numbers that follow: a consumer that lost its place goes on from here.
    public var base: UInt64?
    public init(user: UserID, epoch: UInt64, events: [StreamEvent], base: UInt64? = nil) {
        (self.user, self.epoch, self.events, self.base) = (user, epoch, events, base)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, epoch, events, base }
}

public struct StreamEvent: Message, Equatable {
    /// 1, 2, 3, … in each stream (producer, consumer, user).
    public var sequence: UInt64
    /// Its own, whatever it is about: shows whether a number still belongs to the same event.
    public var id: EntityID
    /// 0: skipped at its source for good; it keeps its number, has no payload, and only moves the position.
    public var type: UInt16
    /// The event's own message, encoded.
    public var payload: [UInt8]
    /// The trace it was committed in; nil where nobody follows that.
    public var trace: EventTrace?
    public init(sequence: UInt64, id: EntityID, type: MessageType, payload: [UInt8], trace: EventTrace? = nil) {
        (self.sequence, self.id, self.type, self.payload, self.trace) = (sequence, id, type.rawValue, payload, trace)
    }
    enum CodingKeys: Int, CodingKey { case sequence = 1, id, type, payload, trace }
}

/// An event's place in a trace, from its commit to what its consumer does with it, however much later that is.
public struct EventTrace: Message, Hashable {
    public var trace: TraceID
    /// The span of the handler that committed it.
    public var parent: UInt64
    /// The span of its handling: the parent of what that commits.
    public var span: UInt64
    public init(trace: TraceID, parent: UInt64, span: UInt64) { (self.trace, self.parent, self.span) = (trace, parent, span) }
    enum CodingKeys: Int, CodingKey { case trace = 1, parent, span }
}

public struct DeliverReceipt: Message {
    public var streams: [StreamReceipt]
    public init(streams: [StreamReceipt]) { self.streams = streams }
    enum CodingKeys: Int, CodingKey { case streams = 1 }
}

/// How far a stream got. What is not acknowledged stays with its producer.
public struct StreamReceipt: Message, Equatable {
    public var user: UserID
    /// Every event up to this number is committed at the consumer.
    public var acknowledged: UInt64
    /// Why the next event was not applied; nil where all were.
    public var refusal: BusError?
    /// The last number that the consumer applied was another event: the producer was set back to an older copy of its database, and gives numbers again.
    public var diverged: Bool
    public init(user: UserID, acknowledged: UInt64, refusal: BusError? = nil, diverged: Bool = false) {
        (self.user, self.acknowledged, self.refusal, self.diverged) = (user, acknowledged, refusal, diverged)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, acknowledged, refusal, diverged }
}

/// Everything this service knows of a user is destroyed; afterwards it refuses the identifier (OWN-1).
public struct EraseUser: BusRequest {
    public static let type = MessageType(0x0002)
    public static let service: ServiceName? = nil
    public static let budget = Duration.seconds(30)
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }

    public struct Reply: Message, Equatable {
        /// Rows deleted; 0 where nothing was known, or where a repeated request finds it done.
        public var rows: Int64
        public init(rows: Int64) { self.rows = rows }
        enum CodingKeys: Int, CodingKey { case rows = 1 }
    }
}

/// A page of everything this service knows of a user, as files in open formats (OWN-2).
public struct ExportUser: BusRequest {
    public static let type = MessageType(0x0003)
    public static let service: ServiceName? = nil
    public static let budget = Duration.seconds(30)
    public var user: UserID
    /// `next` of the page before; nil for the first.
    public var cursor: String?
    public init(user: UserID, cursor: String? = nil) { (self.user, self.cursor) = (user, cursor) }
    enum CodingKeys: Int, CodingKey { case user = 1, cursor }

    public struct Reply: Message, Equatable {
        /// Together at most about 1 MiB. The same name on several pages means one file in parts, in order.
        public var files: [ExportFile]
        public var next: String?
        public init(files: [ExportFile], next: String? = nil) { (self.files, self.next) = (files, next) }
        enum CodingKeys: Int, CodingKey { case files = 1, next }
    }
}

public struct ExportFile: Message, Equatable {
    /// A relative path such as `scoring/scores.csv`.
    public var name: String
    public var content: [UInt8]
    public init(name: String, content: [UInt8]) { (self.name, self.content) = (name, content) }
    enum CodingKeys: Int, CodingKey { case name = 1, content }
}

/// Answered by the bus library itself in every process.
public struct Ping: BusRequest, EmptyMessage {
    public static let type = MessageType(0x0004)
    public static let service: ServiceName? = nil
    public init() {}

    public struct Reply: Message, Equatable {
        public var service: ServiceName
        public var release: String
        public var processID: Int64
        /// Milliseconds since the process started.
        public var uptime: Int64
        public init(service: ServiceName, release: String, processID: Int64, uptime: Int64) {
            (self.service, self.release, self.processID, self.uptime) = (service, release, processID, uptime)
        }
        enum CodingKeys: Int, CodingKey { case service = 1, release, processID, uptime }
    }
}

/// The lanes of this service's outbox that wait for a person or a newer consumer.
public struct ListParked: BusRequest, EmptyMessage {
    public static let type = MessageType(0x0005)
    public static let service: ServiceName? = nil
    public init() {}

    public struct Reply: Message {
        public var lanes: [ParkedLane]
        /// Events committed and not yet acknowledged, parked or not.
        public var pending: Int64
        public init(lanes: [ParkedLane], pending: Int64) { (self.lanes, self.pending) = (lanes, pending) }
        enum CodingKeys: Int, CodingKey { case lanes = 1, pending }
    }
}

public struct ParkedLane: Message, Equatable {
    public var consumer: ServiceName
    public var user: UserID
    /// Number of the event that was refused.
    public var sequence: UInt64
    public var type: UInt16
    public var attempts: Int32
    public var waiting: Int64
    /// The consumer's last refusal; a code and a sentence, never content.
    public var lastError: String
    public init(consumer: ServiceName, user: UserID, sequence: UInt64, type: MessageType, attempts: Int32, waiting: Int64, lastError: String) {
        (self.consumer, self.user, self.sequence, self.type) = (consumer, user, sequence, type.rawValue)
        (self.attempts, self.waiting, self.lastError) = (attempts, waiting, lastError)
    }
    enum CodingKeys: Int, CodingKey { case consumer = 1, user, sequence, type, attempts, waiting, lastError }
}

/// Tries a parked lane again (`skip` false), or gives up its first event for good and records that (`skip` true).
public struct ReleaseLane: BusRequest {
    public typealias Reply = Nothing
    public static let type = MessageType(0x0006)
    public static let service: ServiceName? = nil
    public var consumer: ServiceName
    public var user: UserID
    public var skip: Bool
    public init(consumer: ServiceName, user: UserID, skip: Bool) { (self.consumer, self.user, self.skip) = (consumer, user, skip) }
    enum CodingKeys: Int, CodingKey { case consumer = 1, user, skip }
}

/// Tells one consumer again, as ordinary events under new numbers, how everything stands that this service emits of a user. What the consumer knows already
/// changes nothing there.
public struct ReplayEvents: BusRequest {
    public static let type = MessageType(0x0007)
    public static let service: ServiceName? = nil
    public static let budget = Duration.seconds(60)
    public var consumer: ServiceName
    public var user: UserID
    /// Only what belongs to this local day or a later one; everything where nil.
    public var since: Day?
    public init(consumer: ServiceName, user: UserID, since: Day? = nil) { (self.consumer, self.user, self.since) = (consumer, user, since) }
    enum CodingKeys: Int, CodingKey { case consumer = 1, user, since }

    public struct Reply: Message, Equatable {
        public var events: Int64
        public init(events: Int64) { self.events = events }
        enum CodingKeys: Int, CodingKey { case events = 1 }
    }
}

/// One committed change, told to watchers without content. A gap in `sequence`, a new `epoch` or 3 s of silence means: ask again.
public struct MirrorEvent: Message, Equatable {
    public var service: ServiceName
    /// Random per process start.
    public var epoch: UInt64
    public var sequence: UInt64
    /// The event's type; 0 is a heartbeat.
    public var type: UInt16
    public var user: UserID?
    public var id: EntityID?
    public init(service: ServiceName, epoch: UInt64, sequence: UInt64, type: MessageType, user: UserID?, id: EntityID?) {
        (self.service, self.epoch, self.sequence, self.type, self.user, self.id) = (service, epoch, sequence, type.rawValue, user, id)
    }
    enum CodingKeys: Int, CodingKey { case service = 1, epoch, sequence, type, user, id }
}
