/// Imports a library file (`podcastrecommendations*.json`); importing the same file again changes nothing (COA-1). A
/// file with the name of an earlier one adds to that library.
public struct ImportLibrary: UserRequest {
    public static let type = MessageType(0x0605)
    public static let service: ServiceName? = .coaching
    public static let budget = Duration.seconds(30)
    /// Owner of the library; it is offered to this person only and never leaves the machine.
    public var user: UserID
    /// The file's name without its path.
    public var fileName: String
    /// At most 4 MiB of JSON.
    public var json: [UInt8]
    /// Time of the import; absent in requests of earlier releases.
    public var at: Milliseconds?
    public init(user: UserID, fileName: String, json: [UInt8], at: Milliseconds? = nil) {
        (self.user, self.fileName, self.json, self.at) = (user, fileName, json, at)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, fileName, json, at }

    /// The effect of an import.
    public struct Reply: Message, Equatable {
        /// Number of new micro-moments.
        public var added: Int32
        /// Number of changed micro-moments.
        public var updated: Int32
        /// Number of unchanged micro-moments.
        public var unchanged: Int32
        /// Unusable recommendations, counted by reason.
        public var skipped: [String: Int64]
        /// The first unusable recommendations in the file's order, at most `LibrarySkip.limit`.
        public var skips: [LibrarySkip]
        public init(
            added: Int32, updated: Int32, unchanged: Int32, skipped: [String: Int64], skips: [LibrarySkip] = []
        ) {
            (self.added, self.updated, self.unchanged, self.skipped) = (added, updated, unchanged, skipped)
            self.skips = skips
        }
        enum CodingKeys: Int, CodingKey { case added = 1, updated, unchanged, skipped, skips }
    }
}

/// A part of a library file that cannot be used.
public struct LibrarySkip: Message, Equatable {
    /// Most entries of one reply.
    public static let limit = 50
    /// Position of the episode in the file, from 1.
    public var episode: Int32
    /// Position of the recommendation in the episode, from 1; absent if the whole episode cannot be used.
    public var entry: Int32?
    /// The recommendation's text, at most 80 characters; absent if it has none.
    public var title: String?
    /// Why: `noRecommendation`, `malformed`, `advertising` or `duplicate`.
    public var reason: String
    public init(episode: Int32, entry: Int32?, title: String?, reason: String) {
        (self.episode, self.entry, self.title, self.reason) = (episode, entry, title, reason)
    }
    enum CodingKeys: Int, CodingKey { case episode = 1, entry, title, reason }
}

/// Requests the person's own libraries.
public struct LibrariesQuery: UserRequest {
    public static let type = MessageType(0x061B)
    public static let service: ServiceName? = .coaching
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }

    /// The libraries, the latest first.
    public struct Reply: Message, Equatable {
        /// The latest first.
        public var libraries: [OwnLibrary]
        public init(libraries: [OwnLibrary]) { self.libraries = libraries }
        enum CodingKeys: Int, CodingKey { case libraries = 1 }
    }
}

/// The micro-moments that a person imported under one file name.
public struct OwnLibrary: Message, Equatable {
    /// Absent for micro-moments imported by releases that kept no file names.
    public var id: EntityID?
    /// The file's name; empty where `id` is absent.
    public var fileName: String
    /// Time of the latest import; absent where `id` is absent.
    public var at: Milliseconds?
    /// Number of micro-moments. A micro-moment of several files counts in each.
    public var moments: Int32
    public init(id: EntityID?, fileName: String, at: Milliseconds?, moments: Int32) {
        (self.id, self.fileName, self.at, self.moments) = (id, fileName, at, moments)
    }
    enum CodingKeys: Int, CodingKey { case id = 1, fileName, at, moments }
}

/// Removes a library with its micro-moments, except those that another library also holds. The ranker keeps its
/// training on responses to them.
/// Errors: `notFound` for a library that the person does not have.
public struct RemoveLibrary: UserRequest {
    public static let type = MessageType(0x061C)
    public static let service: ServiceName? = .coaching
    public var user: UserID
    /// Absent for micro-moments imported by releases that kept no file names.
    public var library: EntityID?
    public init(user: UserID, library: EntityID?) { (self.user, self.library) = (user, library) }
    enum CodingKeys: Int, CodingKey { case user = 1, library }

    /// The effect of a removal.
    public struct Reply: Message, Equatable {
        /// Number of removed micro-moments.
        public var removed: Int32
        public init(removed: Int32) { self.removed = removed }
        enum CodingKeys: Int, CodingKey { case removed = 1 }
    }
}
