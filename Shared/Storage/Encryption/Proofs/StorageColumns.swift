extension StorageSchema {
    /// How every column of the library's own tables is protected.
    static let columns: [TableColumns] = [
        TableColumns(
            "storage_meta",
            open: [
                "one": "always 1", "key_check": "sealed by the master key; states whether rows need proofs",
                "epoch": "when the database was made", "restored": "random", "restored_at": "when it was restored",
                "master": "an id of the master key, which does not tell the key", "last_restore": "random",
            ]),
        TableColumns(
            "storage_keys",
            open: ["user": "a random id", "wrapped": "sealed by the master key", "master": "an id of the master key"]),
        TableColumns(
            "storage_service_keys",
            open: ["name": "what the key is for", "wrapped": "sealed by the master key", "master": "its id"]),
        TableColumns(
            "storage_erased",
            open: ["user": "a random id, all that is left of a person; a row refuses a person and grants nothing"]),
        TableColumns(
            "storage_replies", sealed: ["sealed"],
            open: [
                "user": "a random id", "request": "random", "kind": "a keyed hash of the type",
                "at": "old rows are deleted by it",
            ]),
        TableColumns(
            "storage_streams",
            open: [
                "consumer": "a service", "user": "a random id", "last": "counts events",
                "acknowledged": "counts events",
                "attempts": "a limit", "parked": "waiting streams are found by it", "parked_release": "a release",
                "last_error": "a code and a sentence without content", "rebased": "tells how a stream continues",
                "epoch": "tells which database an event is from",
            ]),
        TableColumns(
            "storage_outbox", sealed: ["sealed"],
            open: [
                "consumer": "a service", "user": "a random id", "sequence": "counts events", "id": "random",
                "type": "hidden by a key and the id", "trace": "random ids of a trace",
            ]),
        TableColumns(
            "storage_skipped",
            open: [
                "consumer": "a service", "user": "a random id", "sequence": "counts events", "id": "random",
                "type": "hidden by a key and the id", "at": "when it was skipped",
                "last_error": "a code and a sentence without content",
            ]),
        TableColumns(
            "storage_positions",
            open: [
                "producer": "a service", "user": "a random id", "epoch": "tells which database an event is from",
                "last": "counts events", "last_id": "random",
            ]),
        TableColumns(
            "storage_due_work",
            open: [
                "user": "a random id", "kind": "the kind of work", "due": "due work is found by it",
                "lease": "when others may take it", "fence": "counts claims", "failures": "a limit",
            ]),
        TableColumns(
            "storage_migrations", open: ["owner": "a service", "number": "of the step", "name": "of the step"]),
    ]

    /// Tables that only PostgreSQL has.
    static let serverColumns: [TableColumns] = [
        TableColumns("storage_lock", open: ["one": "always 1", "turn": "counts migrations"]),
        TableColumns("storage_commits", open: ["id": "random"]),
        TableColumns(
            "storage_leases",
            open: [
                "name": "the kind of work", "holder": "random, a process", "fence": "counts holders",
                "until": "when others may take it", "user": "a random id",
            ]),
        TableColumns(
            "storage_numbers", open: ["consumer": "a service", "user": "a random id", "last": "counts events"]),
        TableColumns("storage_instants", open: ["number": "an instant", "accepted": "says which instants count"]),
    ]

    /// A column that only PostgreSQL has, where SQLite numbers rows by itself.
    static let rowNumber = "rowid"
}
