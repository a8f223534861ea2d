import Storage

extension Schema {
    /// How every column is protected.
    static let columns: [TableColumns] = [
        TableColumns(
            "entries", sealed: ["body", "analysis", "embedding", "mood"],
            open: [
                "id": "random", "user": "a random id", "day": "days are found and ordered by it",
                "at": "entries are ordered by it", "revision": "tells which of two states is newer",
                "attempts": "a limit", "due": "waiting work is found by it",
                "written": "tells which of two states is newer", "edited": "when the text was changed",
            ]),
        TableColumns(
            "deleted_entries", sealed: ["body", "analysis", "embedding", "mood"],
            open: [
                "id": "random", "user": "a random id", "day": "days are found and ordered by it",
                "at": "entries are ordered by it", "revision": "tells which of two states is newer",
                "attempts": "a limit", "due": "waiting work is found by it",
                "written": "tells which of two states is newer", "edited": "when the text was changed",
                "purge": "old rows are deleted by it",
            ]),
    ]
}
