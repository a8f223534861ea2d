import Storage

extension Schema {
    /// How every column is protected.
    static let columns: [TableColumns] = [
        .accounts, .tokens, .knownDevices, .secondFactors, .recoveryCodes, .identities, .eraseJobs,
        .invitations, .refreshTokens,
        TableColumns(
            "pairings", sealed: ["sealed"],
            open: ["user": "a random id", "id": "random", "created": "pairings are ordered by it"]),
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
        "accounts", granting: ["user", "name", "password", "created", "example"], sealed: ["sealed"],
        open: [
            "ahead": "not used any more", "letter": "hides a letter that was read",
            "week": "hides a letter that was read", "user": "a random id",
            "name": "an HMAC, by which the account is found; the name is sealed", "password": "scrypt, with the pepper",
            "created": "accounts are ordered by it", "example": "says which account is the example person's",
        ], key: ["user"])
    static let tokens = TableColumns(
        "tokens",
        granting: ["digest", "id", "user", "kind", "label", "created", "expires", "scopes", "confirmed", "roles"],
        open: [
            "used": "the last use, which people see", "digest": "an HMAC, by which the token is found", "id": "random",
            "user": "a random id", "kind": "a session or a device token: lists are filtered by it",
            "created": "lists are ordered by it", "expires": "old rows are deleted by it", "scopes": "what a token may",
            "confirmed": "when a password was checked",
            "roles": "sessions through the identity provider are found by it",
        ], key: ["id"], digest: "digest", texts: ["label"])
    static let knownDevices = TableColumns(
        "known_devices", granting: ["digest", "user", "created", "used"],
        open: [
            "digest": "of a random secret, by which a browser is found", "user": "a random id",
            "created": "the oldest are deleted by it", "used": "old rows are deleted by it",
        ], key: ["digest", "user"])
    static let secondFactors = TableColumns(
        "second_factors", granting: ["user", "sealed", "enabled", "step"],
        open: [
            "user": "a random id", "sealed": "the secret, sealed for its person", "enabled": "says whether it is on",
            "step": "a code counts once",
        ], key: ["user"])
    static let recoveryCodes = TableColumns(
        "recovery_codes", granting: ["user", "digest"],
        open: ["user": "a random id", "digest": "of a random code, by which it is found"], key: ["user", "digest"])
    static let identities = TableColumns(
        "identities", granting: ["identity", "user", "created", "suspended"],
        open: [
            "identity": "an HMAC of issuer and subject, by which the account is found", "user": "a random id",
            "created": "when it was linked", "suspended": "suspends device tokens",
        ], key: ["identity"])
    static let invitations = TableColumns(
        "invitations", granting: ["digest", "user", "pairing", "companion", "expires", "bound"],
        open: [
            "digest": "an HMAC, by which the invitation is found", "user": "a random id", "pairing": "a random id",
            "companion": "an invitation is for one app", "expires": "old rows are deleted by it",
            "bound": "a digest of random secrets",
        ], key: ["digest"], digest: "digest")
    static let refreshTokens = TableColumns(
        "refresh_tokens", granting: ["digest", "user", "pairing", "used"],
        open: [
            "digest": "an HMAC, by which the token is found", "user": "a random id", "pairing": "a random id",
            "used": "old rows are deleted by it",
        ], key: ["digest"], digest: "digest")
    static let eraseJobs = TableColumns(
        "erase_jobs", granting: ["subject", "service", "done", "erased"],
        open: [
            "subject": "a random id", "service": "a service", "done": "open jobs are found by it",
            "erased": "a number that people see",
        ], key: ["subject", "service"])
}
