import Storage

extension Schema {
    /// How every column is protected.
    static let columns: [TableColumns] = [
        TableColumns(
            "bodies", sealed: ["sealed"],
            open: ["user": "a random id", "revision": "tells which of two states is newer"]),
        TableColumns(
            "profiles", sealed: ["sealed"],
            open: ["user": "a random id", "revision": "tells which of two states is newer"]),
        TableColumns("months", sealed: ["sealed"], open: ["user": "a random id", "month": "months are found by it"]),
        TableColumns(
            "plans", sealed: ["sealed"],
            open: [
                "id": "random", "user": "a random id", "number": "plans are ordered by it",
                "status": "the active plan is found by it",
            ]),
        TableColumns("states", sealed: ["sealed"], open: ["user": "a random id"]),
    ]
}
