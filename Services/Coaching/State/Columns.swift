import Storage

extension Schema {
    /// How every column is protected.
    static let columns: [TableColumns] = [
        TableColumns("coaches", sealed: ["body"], open: ["user": "a random id"]),
        TableColumns(
            "moments", sealed: ["body", "vector"],
            open: [
                "id": "made of its text: who has the same library can recognise it", "user": "a random id",
                "checksum": "finds equal suggestions of a person's own library",
            ]),
        TableColumns(
            "chats", sealed: ["reply"],
            open: ["id": "random", "user": "a random id", "at": "old rows are deleted by it"]),
        TableColumns(
            "conversation", sealed: ["body"],
            open: ["id": "random", "user": "a random id", "at": "the conversation is ordered by it"]),
        TableColumns("libraries", sealed: ["body"], open: ["id": "random", "user": "a random id"]),
        TableColumns("library_moments", open: ["library": "random", "moment": "random", "user": "a random id"]),
        TableColumns("plans", sealed: ["body"], open: ["user": "a random id"]),
    ]
}
