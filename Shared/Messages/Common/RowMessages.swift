import Wire

/// Lists the rows of a service's database that decide who may do what and have no valid proof. Answered by every
/// service.
public struct UnprovenRowsQuery: BusRequest, EmptyMessage {
    public static let type = MessageType(0x0013)
    public static let service: ServiceName? = nil
    public static let budget = Duration.seconds(60)
    public init() {}

    /// The rows.
    public struct Reply: Message, Equatable {
        /// True if such rows count as absent. Otherwise a release without proofs made the database, and
        /// `RequireRowProofs` was not requested yet.
        public var areRefused: Bool
        /// All such rows.
        public var count: Int64
        /// At most 1,000 of them.
        public var rows: [UnprovenRow]
        /// Digest of all of them.
        public var digest: [UInt8]
        public init(areRefused: Bool, count: Int64, rows: [UnprovenRow], digest: [UInt8]) {
            self.areRefused = areRefused
            self.count = count
            self.rows = rows
            self.digest = digest
        }
        enum CodingKeys: Int, CodingKey { case areRefused = 1, count, rows, digest }
    }
}

/// A row without a valid proof.
public struct UnprovenRow: Message, Equatable {
    /// The table.
    public var table: String
    /// The person whom the row names; nil if it names nobody.
    public var user: UserID?
    /// Names of columns with numbers and texts.
    public var columns: [String]
    /// The values of these columns.
    public var values: [String]
    public init(table: String, user: UserID?, columns: [String], values: [String]) {
        self.table = table
        self.user = user
        self.columns = columns
        self.values = values
    }
    enum CodingKeys: Int, CodingKey { case table = 1, user, columns, values }
}

/// Gives proofs to the rows without one; from then on rows without a valid proof count as absent. Answered by every
/// service.
public struct RequireRowProofs: BusRequest {
    public static let type = MessageType(0x0014)
    public static let service: ServiceName? = nil
    public static let isRepeatable = false
    public static let budget = Duration.seconds(120)
    /// `digest` of the listed rows that a person has confirmed; nil for any.
    public var confirmed: [UInt8]?
    public init(confirmed: [UInt8]?) { self.confirmed = confirmed }
    enum CodingKeys: Int, CodingKey { case confirmed = 1 }

    /// The effect.
    public struct Reply: Message, Equatable {
        /// Rows that got a proof.
        public var proved: Int64
        public init(proved: Int64) { self.proved = proved }
        enum CodingKeys: Int, CodingKey { case proved = 1 }
    }
}
