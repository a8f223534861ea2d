import Storage

extension Schema {
    /// How every column is protected.
    static let columns: [TableColumns] = [
        .accounts, .tokens, .knownDevices, .secondFactors, .recoveryCodes, .identities, .eraseJobs,
        TableColumns(
            "set_up",
            open: ["one": "always 1", "nonce": "only its HMAC under a key of the installation is a set-up code"]),
        TableColumns(
            "throttle",
            open: [
                "id": "an HMAC of a name, an address, a browser or a session", "failures": "a limit",
                "until": "a limit",
                "last": "old rows are deleted by it",
            ]),
        TableColumns(
            "sign_in_failures", open: ["user": "a random id", "failures": "not used any more", "until": "as failures"]),
        TableColumns(
            "profiles", sealed: ["sealed"],
            open: ["user": "a random id", "revision": "tells which of two states is newer"]),
        TableColumns(
            "bodies", sealed: ["sealed"],
            open: ["user": "a random id", "revision": "tells which of two states is newer"]),
        TableColumns("plan_requests", open: ["user": "a random id", "recent": "instants of requests, a limit"]),
        TableColumns(
            "security_record", sealed: ["sealed"],
            open: [
                "user": "a random id", "number": "entries are ordered by it", "at": "old rows are deleted by it",
                "failed": "failed attempts have a limit of their own",
            ]),
        TableColumns(
            "openid_states",
            open: ["state": "a digest of a random value that counts once", "until": "old rows are deleted by it"]),
    ]
}

extension TableColumns {
    static let accounts = TableColumns(
        "accounts", granting: ["user", "name", "password", "created", "example"],
        open: ["ahead": "shows a section of the page"], key: ["user"])
    static let tokens = TableColumns(
        "tokens",
        granting: ["digest", "id", "user", "kind", "label", "created", "expires", "scopes", "confirmed", "roles"],
        open: ["used": "the last use, which people see"], key: ["id"], digest: "digest")
    static let knownDevices = TableColumns(
        "known_devices", granting: ["digest", "user", "created", "used"], key: ["digest", "user"])
    static let secondFactors = TableColumns(
        "second_factors", granting: ["user", "sealed", "enabled", "step"], key: ["user"])
    static let recoveryCodes = TableColumns("recovery_codes", granting: ["user", "digest"], key: ["user", "digest"])
    static let identities = TableColumns(
        "identities", granting: ["identity", "user", "created", "suspended"], key: ["identity"])
    static let eraseJobs = TableColumns(
        "erase_jobs", granting: ["subject", "service", "done", "erased"], key: ["subject", "service"])
}
