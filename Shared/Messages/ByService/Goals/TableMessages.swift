import Wire

/// The contents of a table that is imported or exported (GOL-5).
public struct TableKind: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// CSV, one action a row.
    public static let actions = TableKind(rawValue: 1)
    /// CSV, one goal a row.
    public static let goals = TableKind(rawValue: 2)
    /// CSV, one value a row.
    public static let values = TableKind(rawValue: 3)
    /// CSV, one term a row.
    public static let terms = TableKind(rawValue: 4)
    /// JSON: an object with the arrays `values`, `measures`, `goals`, `terms` and `actions`, in this order.
    public static let graph = TableKind(rawValue: 5)
    public static let names: [(value: TableKind, name: String)] = [
        (actions, "actions"), (goals, "goals"), (values, "values"), (terms, "terms"), (graph, "graph"),
    ]
}

/// Appends a part of a table to its upload; acknowledged once stored. A repeated part is acknowledged and stored once; a
/// gap is `conflict`. A person has at most four uploads; a further one replaces the oldest that is not being written.
/// An upload is kept for a day.
public struct UploadTable: UserRequest {
    public typealias Reply = UploadedTable
    public static let type = MessageType(0x0925)
    public static let service: ServiceName? = .goals
    /// Bytes of the largest part.
    public static let maximumPartBytes = 1 << 20
    /// Bytes of the largest table.
    public static let maximumBytes: Int64 = 32 << 20
    public var user: UserID
    /// The upload's id, chosen by the client.
    public var table: EntityID
    /// Position of the part in the table, in bytes.
    public var offset: Int64
    /// 1 … `maximumPartBytes` bytes.
    public var bytes: [UInt8]
    public init(user: UserID, table: EntityID, offset: Int64, bytes: [UInt8]) {
        (self.user, self.table, self.offset, self.bytes) = (user, table, offset, bytes)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, table, offset, bytes }
}

/// Progress of an upload.
public struct UploadedTable: Message, Equatable {
    /// The upload's id.
    public var table: EntityID
    /// Bytes stored; the next part starts here.
    public var offset: Int64
    public init(table: EntityID, offset: Int64) { (self.table, self.offset) = (table, offset) }
    enum CodingKeys: Int, CodingKey { case table = 1, offset }
}

/// A row that cannot be imported.
public struct BadRow: Message, Equatable {
    /// Number of the line that it starts on, from 1. In JSON, the number of the entry in its array.
    public var line: Int64
    /// Every wrong field by the name of its column, in JSON by its path.
    public var errors: [FieldError]
    public init(line: Int64, errors: [FieldError]) { (self.line, self.errors) = (line, errors) }
    enum CodingKeys: Int, CodingKey { case line = 1, errors }
}

/// The result of checking a table.
public struct TableReport: Message, Equatable {
    /// Bad rows in a report, at most; `bad` counts all.
    public static let maximumBadRows = 1_000
    /// Number of rows, bad ones included.
    public var rows: Int64
    /// Rows that add an entry.
    public var added: Int64
    /// Rows that change an entry.
    public var changed: Int64
    /// Rows that are stored already.
    public var unchanged: Int64
    /// Number of bad rows.
    public var bad: Int64
    /// The first bad rows, at most `maximumBadRows`.
    public var badRows: [BadRow]
    /// Columns of the header that are not read.
    public var unknownColumns: [String]
    public init(
        rows: Int64 = 0, added: Int64 = 0, changed: Int64 = 0, unchanged: Int64 = 0, bad: Int64 = 0,
        badRows: [BadRow] = [], unknownColumns: [String] = []
    ) {
        (self.rows, self.added, self.changed, self.unchanged, self.bad) = (rows, added, changed, unchanged, bad)
        (self.badRows, self.unknownColumns) = (badRows, unknownColumns)
    }
    enum CodingKeys: Int, CodingKey { case rows = 1, added, changed, unchanged, bad, badRows, unknownColumns }
}

/// Checks an uploaded table and writes nothing.
///
/// `notFound` for an unknown upload; `invalid` for bytes without a header that can be read.
public struct ImportPreview: UserRequest {
    public typealias Reply = TableReport
    public static let type = MessageType(0x0926)
    public static let service: ServiceName? = .goals
    public static let budget = Duration.seconds(30)
    public var user: UserID
    /// The upload's id.
    public var table: EntityID
    /// Its contents.
    public var kind: TableKind
    public init(user: UserID, table: EntityID, kind: TableKind) {
        (self.user, self.table, self.kind) = (user, table, kind)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, table, kind }
}

/// The state of an import.
public struct TableImportPhase: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// It has bad rows; nothing was written.
    public static let refused = TableImportPhase(rawValue: 1)
    /// Rows are being written, page by page.
    public static let writing = TableImportPhase(rawValue: 2)
    /// Every row is written.
    public static let done = TableImportPhase(rawValue: 3)
    /// A row could not be written any more; what was written is being taken back.
    public static let undoing = TableImportPhase(rawValue: 4)
    /// Everything was taken back.
    public static let undone = TableImportPhase(rawValue: 5)
    public static let names: [(value: TableImportPhase, name: String)] = [
        (refused, "refused"), (writing, "writing"), (done, "done"), (undoing, "undoing"), (undone, "undone"),
    ]
}

/// An import's state and report.
public struct TableImportStatus: Message, Equatable {
    /// The upload's id.
    public var table: EntityID
    /// Actions, goals, values, terms or the whole graph.
    public var kind: TableKind
    /// How far the import is.
    public var phase: TableImportPhase
    /// Rows written so far.
    public var written: Int64
    /// As checked before writing; with the row that failed if the import was taken back.
    public var report: TableReport
    public init(table: EntityID, kind: TableKind, phase: TableImportPhase, written: Int64, report: TableReport) {
        (self.table, self.kind, self.phase, self.written, self.report) = (table, kind, phase, written, report)
    }
    enum CodingKeys: Int, CodingKey { case table = 1, kind, phase, written, report }
}

/// Imports an uploaded table: all rows or none. A row with a known id replaces its entry; one without an id gets an id
/// that is the same in every attempt. The reply may come while rows are still being written; the background goes on.
/// A repetition continues the import or returns its state.
///
/// Errors as of `ImportPreview`; bad rows are no error but the phase `refused`.
public struct ImportTable: UserRequest {
    public typealias Reply = TableImportStatus
    public static let type = MessageType(0x0927)
    public static let service: ServiceName? = .goals
    public static let budget = Duration.seconds(30)
    public var user: UserID
    /// The upload's id.
    public var table: EntityID
    /// Its contents.
    public var kind: TableKind
    public init(user: UserID, table: EntityID, kind: TableKind) {
        (self.user, self.table, self.kind) = (user, table, kind)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, table, kind }
}

/// Requests the state of an import; `notFound` if none was begun.
public struct TableImportQuery: UserRequest {
    public typealias Reply = TableImportStatus
    public static let type = MessageType(0x0928)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// The upload's id.
    public var table: EntityID
    public init(user: UserID, table: EntityID) { (self.user, self.table) = (user, table) }
    enum CodingKeys: Int, CodingKey { case user = 1, table }
}

/// Requests a person's entries as a table, in pages of about 1 MiB that join to one file.
public struct ExportTable: UserRequest {
    public static let type = MessageType(0x0929)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// Actions, goals, values or terms.
    public var kind: TableKind
    /// `next` of the page before; absent for the first page.
    public var cursor: String?
    public init(user: UserID, kind: TableKind, cursor: String? = nil) {
        (self.user, self.kind, self.cursor) = (user, kind, cursor)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, kind, cursor }

    /// One page.
    public struct Reply: Message, Equatable {
        /// UTF-8.
        public var bytes: [UInt8]
        /// Absent after the last page.
        public var next: String?
        public init(bytes: [UInt8], next: String? = nil) { (self.bytes, self.next) = (bytes, next) }
        enum CodingKeys: Int, CodingKey { case bytes = 1, next }
    }
}
