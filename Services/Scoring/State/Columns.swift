import Storage

extension Schema {
    /// How every column is protected.
    static let columns: [TableColumns] = [
        TableColumns(
            "inputs", sealed: ["sealed"],
            open: [
                "id": "random", "user": "a random id", "kind": "inputs of a day are found by it",
                "revision": "tells which of two states is newer", "day": "days are found and ordered by it",
                "written": "tells which of two states is newer",
            ]),
        TableColumns(
            "scores", sealed: ["sealed"],
            open: [
                "user": "a random id", "day": "days are found and ordered by it",
                "revision": "tells which of two states is newer",
                "filled": "always 1 where content is hidden; else, whether a day has values",
                "written": "tells which of two states is newer",
            ]),
        TableColumns(
            "shown", sealed: ["sealed"],
            open: [
                "user": "a random id", "day": "days are found and ordered by it",
                "revision": "tells which of two states is newer", "at": "when a score was first shown",
            ]),
        TableColumns(
            "people",
            open: [
                "user": "a random id", "revision": "tells which of two states is newer",
                "touched": "the first day to compute", "version": "of the formula",
            ]),
        TableColumns(
            "checkpoints", sealed: ["sealed"], open: ["user": "a random id", "day": "days are found and ordered by it"]),
        TableColumns(
            "tallies", sealed: ["sealed"], open: ["user": "a random id", "day": "days are found and ordered by it"]),
    ]
}
