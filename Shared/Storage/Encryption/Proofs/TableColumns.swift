/// The columns of a table by how they are protected. Each service declares one for every table next to its schema; a
/// test compares them with the database, and docs/security.md has them as a table.
public struct TableColumns: Sendable, Equatable {
    /// The table's name.
    public let name: String
    /// Columns that decide who may do what, under the row's `proof` (`AuthenticatedRow`), in the order of its encoding.
    /// A column that is added later comes last; a changed order voids every proof.
    public let granting: [String]
    /// Columns with content sealed for their row.
    public let sealed: [String]
    /// Columns in the clear, granting ones too, with the reason.
    public let open: [String: String]
    /// The primary key, by which a row is given a proof.
    let key: [String]
    /// The column with the SHA-256 digest of a secret, by which rows are looked up; nil for none.
    let digest: String?
    /// Granting text columns that are sealed in place where the database hides content (`Transaction.text`).
    public let texts: [String]

    /// The column with the HMAC over the granting columns.
    static let proof = "proof"

    /// Declares a table.
    /// - Parameters:
    ///   - key: the primary key of a table with granting columns.
    ///   - digest: the granting column whose digests become HMACs, `Transaction.keyed`.
    ///   - texts: granting text columns without control characters, to seal in place.
    public init(
        _ name: String, granting: [String] = [], sealed: [String] = [], open: [String: String] = [:],
        key: [String] = [], digest: String? = nil, texts: [String] = []
    ) {
        self.name = name
        self.granting = granting
        self.sealed = sealed
        self.open = open
        self.key = key
        self.digest = digest
        self.texts = texts
    }

    /// Every column.
    public var all: Set<String> { Set(granting + sealed + open.keys + (granting.isEmpty ? [] : [Self.proof])) }
}
