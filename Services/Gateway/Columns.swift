import Storage

extension Schema {
    /// How every column is protected.
    static let columns: [TableColumns] = [
        .consents, .consentHeads, .fences,
        TableColumns("cloud_keys", sealed: ["sealed"], open: ["user": "a random id"]),
        TableColumns(
            "receipts", sealed: ["sealed"],
            open: [
                "user": "a random id", "id": "random", "at": "pages are ordered by it",
                "open": "a withdrawal waits for open receipts; to close one is like to delete it",
                "holder": "finds the writer's lock", "host": "finds the writer's machine",
            ]),
        TableColumns(
            "calls",
            open: [
                "user": "a random id", "at": "limits are counted by it", "is_retry": "a retry has a limit of its own",
            ]),
        TableColumns(
            "breakers",
            open: ["destination": "names the cloud model's host", "failures": "a limit", "opened": "a limit"]),
        TableColumns("rests", open: ["user": "a random id", "until": "a limit"]),
        TableColumns("shared_rests", open: ["key": "a digest of a key", "until": "a limit"]),
        TableColumns("restores", open: ["one": "always 1", "id": "random"]),
        TableColumns(
            "consent_ends",
            open: ["user": "a random id", "version": "names the record", "reason": "tells why a consent ended"]),
        TableColumns(
            "hosts", open: ["id": "random", "name": "the operator chooses a host by it", "seen": "tells its silence"]),
    ]
}

extension TableColumns {
    static let consents = TableColumns(
        "consents", granting: ["user", "version", "granted", "copy_version", "at", "id"],
        open: [
            "user": "a random id", "version": "records are ordered by it",
            "granted": "hidden by a key and the id: a grant or an end", "copy_version": "names the wording",
            "at": "when it was said", "id": "random",
        ], key: ["user", "version"])
    static let consentHeads = TableColumns(
        "consent_heads", granting: ["user", "version"],
        open: ["user": "a random id", "version": "names the latest record"], key: ["user"])
    static let fences = TableColumns(
        "fences", granting: ["host", "at", "lifted"],
        open: ["host": "names a machine", "at": "when it was said", "lifted": "says whether it counts"],
        key: ["host", "at"])
}
