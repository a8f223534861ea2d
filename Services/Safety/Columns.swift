import Storage

extension Schema {
    /// How every column is protected.
    static let columns: [TableColumns] = [
        TableColumns("plans", sealed: ["body"], open: ["user": "a random id"])
    ]
}
