import Wire

/// Lists a page of the rows of a service's database that decide who may do what and have no valid proof. Answered by
/// every service.
public struct UnprovenRowsQuery: BusRequest {
    public static let type = MessageType(0x0013)
    public static let service: ServiceName? = nil
    public static let budget = Duration.seconds(60)
    /// The beginning of the page; nil for the first one.
    public var place: UnprovenPlace?
    public init(place: UnprovenPlace? = nil) { self.place = place }
    enum CodingKeys: Int, CodingKey { case place = 1 }

    /// The page.
    public struct Reply: Message, Equatable {
        /// True if such rows count as absent. Otherwise a release without proofs made the database, and
        /// `RequireRowProofs` was not requested yet.
        public var areRefused: Bool
        /// In the order of tables and keys; a page may be empty.
        public var rows: [UnprovenRow]
        /// The beginning of the next page; nil at the end.
        public var next: UnprovenPlace?
        /// True if content is hidden, too; nil from a release before.
        public var isSealed: Bool?
        public init(areRefused: Bool, isSealed: Bool?, rows: [UnprovenRow], next: UnprovenPlace?) {
            self.areRefused = areRefused
            self.isSealed = isSealed
            self.rows = rows
            self.next = next
        }
        enum CodingKeys: Int, CodingKey { case areRefused = 1, rows, next, isSealed }
    }
}

/// Where a page of rows without a valid proof begins.
public struct UnprovenPlace: Message, Equatable {
    /// The table.
    public var table: String
    /// Number of the table's rows before the page.
    public var skip: Int64
    public init(table: String, skip: Int64) {
        self.table = table
        self.skip = skip
    }
    enum CodingKeys: Int, CodingKey { case table = 1, skip }
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
    /// Digest of the whole row.
    public var digest: [UInt8]
    public init(table: String, user: UserID?, columns: [String], values: [String], digest: [UInt8]) {
        self.table = table
        self.user = user
        self.columns = columns
        self.values = values
        self.digest = digest
    }
    enum CodingKeys: Int, CodingKey { case table = 1, user, columns, values, digest }
}

/// Gives proofs to the rows without one; from then on rows without a valid proof count as absent. Answered by every
/// service.
public struct RequireRowProofs: BusRequest {
    public static let type = MessageType(0x0014)
    public static let service: ServiceName? = nil
    public static let isRepeatable = false
    public static let budget = Duration.seconds(120)
    /// Digest of the rows that a person has confirmed: SHA-256 over their own digests in ascending order. Nil for any.
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
