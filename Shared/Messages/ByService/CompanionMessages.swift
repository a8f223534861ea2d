import Wire

/// Says that an upload is the post of a companion app, and whose.
public struct CompanionSender: Message, Hashable {
    /// The app by its `CompanionReader.name`, such as `hc-webhook`.
    public var companion: String
    /// `DeviceSender.device` of the pairing.
    public var device: UInt64
    /// Of several users of a shared device, the person's own by name or number; absent if the app knows one user.
    public var member: String?
    public init(companion: String, device: UInt64, member: String? = nil) {
        self.companion = companion
        self.device = device
        self.member = member
    }
    enum CodingKeys: Int, CodingKey { case companion = 1, device, member }
}

/// What a companion's post said, in counts and names of the format; never a value.
public struct CompanionReceipt: Message, Equatable {
    /// Whose post it was.
    public var sender: CompanionSender
    /// Elements by the name of their array.
    public var received: [String: Int64]
    /// Unknown members of objects, by array and name.
    public var unknownFields: [String: Int64]
    /// Number of deletions that the post holds.
    public var deletions: Int64
    /// Records of other users of a shared device, which are not kept.
    public var others: Int64
    /// True for the test of an app that is being set up: nothing of it is stored.
    public var isTest: Bool
    /// The number that a snapshot must have at least; present if the post was refused for a lower one.
    public var minimumEpoch: Int64?
    /// True if the body, or a part of it, could not be read and the body was put aside.
    public var isAside: Bool
    /// The user of a shared device whose records were kept, as the app numbers it; absent if there were none.
    public var member: String?
    public init(sender: CompanionSender) {
        self.sender = sender
        received = [:]
        unknownFields = [:]
        deletions = 0
        others = 0
        isTest = false
        isAside = false
    }
    enum CodingKeys: Int, CodingKey {
        case sender = 1, received, unknownFields, deletions, others, isTest, minimumEpoch, isAside, member
    }
}

/// Requests the bodies that were put aside because they could not be read, newest first.
public struct AsideQuery: UserRequest {
    public static let type = MessageType(0x0238)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }

    /// The bodies.
    public struct Reply: Message, Equatable {
        /// Newest first.
        public var bodies: [AsideBody]
        /// Bytes of all of them.
        public var bytes: Int64
        /// At this size no further body is taken.
        public var maximumBytes: Int64
        public init(bodies: [AsideBody], bytes: Int64, maximumBytes: Int64) {
            self.bodies = bodies
            self.bytes = bytes
            self.maximumBytes = maximumBytes
        }
        enum CodingKeys: Int, CodingKey { case bodies = 1, bytes, maximumBytes }
    }
}

/// A body that was put aside; its bytes are in the export.
public struct AsideBody: Message, Equatable {
    /// Its id: that of the post's import.
    public var id: EntityID
    /// The app that sent it.
    public var companion: String
    /// When it arrived.
    public var at: Milliseconds
    /// Its size.
    public var bytes: Int64
    /// Why it could not be read.
    public var problem: ImportProblem
    /// Groups of intimate kinds that were found in it; none in replies.
    public var groups: [String]
    /// Whether it is text that was searched for names of intimate kinds. The content of others may be of any, and is
    /// shown only to whoever agreed to all groups.
    public var isText: Bool
    public init(
        id: EntityID, companion: String, at: Milliseconds, bytes: Int64, problem: ImportProblem, isText: Bool = false
    ) {
        self.id = id
        self.companion = companion
        self.at = at
        self.bytes = bytes
        self.problem = problem
        groups = []
        self.isText = isText
    }
    enum CodingKeys: Int, CodingKey { case id = 1, companion, at, bytes, problem, groups, isText }
}

/// Deletes a body that was put aside; succeeds too where there is none.
public struct RemoveAside: UserRequest {
    public typealias Reply = Empty
    public static let type = MessageType(0x0239)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    /// The body's id.
    public var id: EntityID
    public init(user: UserID, id: EntityID) {
        self.user = user
        self.id = id
    }
    enum CodingKeys: Int, CodingKey { case user = 1, id }
}

/// Undoes what a paired companion brought, a part at a time: records that it alone sent are deleted, what they had
/// replaced counts again, samples that another import path brought too stay, and its days are computed anew. Repeat it
/// until nothing is left.
public struct ForgetCompanion: UserRequest {
    public static let type = MessageType(0x023A)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    /// `CompanionSender.device`.
    public var device: UInt64
    public init(user: UserID, device: UInt64) {
        self.user = user
        self.device = device
    }
    enum CodingKeys: Int, CodingKey { case user = 1, device }

    /// What this part did.
    public struct Reply: Message, Equatable {
        /// Records of the device that this request went through; those that another device sent too stay.
        public var removed: Int64
        /// True if records of the device are left.
        public var hasMore: Bool
        public init(removed: Int64, hasMore: Bool) {
            self.removed = removed
            self.hasMore = hasMore
        }
        enum CodingKeys: Int, CodingKey { case removed = 1, hasMore }
    }
}

/// Removes the upload of a companion's post that broke off or was too large, so that it takes no place among the person's
/// uploads. Succeeds too where there is none, and leaves one alone whose import has started.
public struct DiscardUpload: UserRequest {
    public typealias Reply = Empty
    public static let type = MessageType(0x023B)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    /// The upload's id.
    public var job: EntityID
    public init(user: UserID, job: EntityID) {
        self.user = user
        self.job = job
    }
    enum CodingKeys: Int, CodingKey { case user = 1, job }
}

/// Requests what each paired companion brought of late. Kinds that are shown only after their owner has agreed are left
/// out.
public struct CompanionArrivals: UserRequest {
    public static let type = MessageType(0x023C)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    /// `CompanionSender.device` of the pairings that are asked about.
    public var devices: [UInt64]
    public init(user: UserID, devices: [UInt64]) {
        self.user = user
        self.devices = devices
    }
    enum CodingKeys: Int, CodingKey { case user = 1, devices }

    /// What they brought.
    public struct Reply: Message, Equatable {
        /// Of the devices that brought anything, in the order of the request.
        public var devices: [CompanionArrival]
        public init(devices: [CompanionArrival]) { self.devices = devices }
        enum CodingKeys: Int, CodingKey { case devices = 1 }
    }
}

/// What one paired companion brought.
public struct CompanionArrival: Message, Equatable {
    /// `CompanionSender.device`.
    public var device: UInt64
    /// Its kinds, the one with the newest reading first.
    public var kinds: [ArrivedKind]
    /// True if not all of its records were looked at: then there are more readings than counted, and perhaps kinds.
    public var isPart: Bool
    public init(device: UInt64, kinds: [ArrivedKind], isPart: Bool) {
        self.device = device
        self.kinds = kinds
        self.isPart = isPart
    }
    enum CodingKeys: Int, CodingKey { case device = 1, kinds, isPart }
}

/// One kind of data that a companion brought.
public struct ArrivedKind: Message, Equatable {
    /// The kind's name in exports, such as `heartRate`.
    public var kind: String
    /// Number of readings.
    public var count: Int64
    /// End of the newest one.
    public var last: Milliseconds
    /// True for food, energy and the size of the body.
    public var isOfBody: Bool
    public init(kind: String, count: Int64, last: Milliseconds, isOfBody: Bool) {
        self.kind = kind
        self.count = count
        self.last = last
        self.isOfBody = isOfBody
    }
    enum CodingKeys: Int, CodingKey { case kind = 1, count, last, isOfBody }
}

/// Requests a piece of a body that was put aside.
public struct AsidePiece: UserRequest {
    public static let type = MessageType(0x023D)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    /// The body's id.
    public var id: EntityID
    /// The piece's number, from 0.
    public var number: Int32
    public init(user: UserID, id: EntityID, number: Int32) {
        self.user = user
        self.id = id
        self.number = number
    }
    enum CodingKeys: Int, CodingKey { case user = 1, id, number }

    /// The piece.
    public struct Reply: Message, Equatable {
        /// Its bytes; absent after the last piece and for an unknown body.
        public var bytes: [UInt8]?
        public init(bytes: [UInt8]?) { self.bytes = bytes }
        enum CodingKeys: Int, CodingKey { case bytes = 1 }
    }
}
