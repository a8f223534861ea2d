import Messages
import Storage

/// The API's tables. The user column of erase jobs is called `subject`, because the rows outlive the erased user.
enum Schema {
    static let migrations = [
        Migration(
            1, "accounts",
            """
            CREATE TABLE accounts (user BLOB NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE COLLATE NOCASE, password BLOB NOT NULL, created INTEGER NOT NULL);
            CREATE TABLE tokens (
                digest BLOB NOT NULL PRIMARY KEY, id BLOB NOT NULL UNIQUE, user BLOB NOT NULL, kind TEXT NOT NULL, label TEXT NOT NULL,
                created INTEGER NOT NULL, expires INTEGER);
            CREATE TABLE sign_in_failures (user BLOB NOT NULL PRIMARY KEY, failures INTEGER NOT NULL, until INTEGER NOT NULL);
            CREATE TABLE profiles (user BLOB NOT NULL PRIMARY KEY, revision INTEGER NOT NULL, sealed BLOB NOT NULL);
            CREATE TABLE erase_jobs (
                subject BLOB NOT NULL, service TEXT NOT NULL, done INTEGER NOT NULL, erased INTEGER NOT NULL, PRIMARY KEY (subject, service));
            """,
            postgres: """
                CREATE TABLE accounts (
                    user BLOB NOT NULL PRIMARY KEY, name TEXT NOT NULL, password BLOB NOT NULL, created INTEGER NOT NULL);
                CREATE UNIQUE INDEX accounts_by_name ON accounts (lower(name));
                CREATE TABLE tokens (
                    digest BLOB NOT NULL PRIMARY KEY, id BLOB NOT NULL UNIQUE, user BLOB NOT NULL, kind TEXT NOT NULL,
                    label TEXT NOT NULL, created INTEGER NOT NULL, expires INTEGER);
                CREATE TABLE sign_in_failures (
                    user BLOB NOT NULL PRIMARY KEY, failures INTEGER NOT NULL, until INTEGER NOT NULL);
                CREATE TABLE profiles (user BLOB NOT NULL PRIMARY KEY, revision INTEGER NOT NULL, sealed BLOB NOT NULL);
                CREATE TABLE erase_jobs (
                    subject BLOB NOT NULL, service TEXT NOT NULL, done INTEGER NOT NULL, erased INTEGER NOT NULL,
                    rowid INTEGER GENERATED ALWAYS AS IDENTITY, PRIMARY KEY (subject, service));
                """),
        Migration(
            2, "token scopes and the security record",
            """
            -- Names of TokenScope; NULL for sessions, and for device tokens from before scopes, which may `ingest`.
            ALTER TABLE tokens ADD COLUMN scopes TEXT;
            -- Last use, to the minute.
            ALTER TABLE tokens ADD COLUMN used INTEGER;
            -- When the password of a session was last checked.
            ALTER TABLE tokens ADD COLUMN confirmed INTEGER;
            -- What happened to an account's security (SecurityEntry), sealed. Failed attempts are bounded apart, so that they push out nothing else.
            CREATE TABLE security_record (
                user BLOB NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, failed INTEGER NOT NULL, sealed BLOB NOT NULL,
                PRIMARY KEY (user, number));
            """),
        Migration(
            3, "set-up code, known browsers, throttling and second factors",
            """
            -- A row only while there is no account.
            CREATE TABLE set_up (one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1), nonce BLOB NOT NULL);
            CREATE TABLE known_devices (
                digest BLOB NOT NULL, user BLOB NOT NULL, created INTEGER NOT NULL, used INTEGER NOT NULL, PRIMARY KEY (digest, user));
            CREATE INDEX known_devices_user ON known_devices (user);
            -- `id` is a MAC of a name, an address, a browser or a session. Takes the place of sign_in_failures.
            CREATE TABLE throttle (id BLOB NOT NULL PRIMARY KEY, failures INTEGER NOT NULL, until INTEGER NOT NULL, last INTEGER NOT NULL) WITHOUT ROWID;
            CREATE TABLE second_factors (user BLOB NOT NULL PRIMARY KEY, sealed BLOB NOT NULL, enabled INTEGER NOT NULL, step INTEGER NOT NULL);
            CREATE TABLE recovery_codes (user BLOB NOT NULL, digest BLOB NOT NULL, PRIMARY KEY (user, digest));
            """),
        Migration(
            4, "the example person",
            """
            -- 1 for the account of the example person, which does not count as an account of this installation.
            ALTER TABLE accounts ADD COLUMN example INTEGER NOT NULL DEFAULT 0;
            """),
        Migration(
            5, "body profiles and requests to plans",
            """
            -- `sealed` is a `BodyProfile`. No row for a person who has stated nothing.
            CREATE TABLE bodies (user BLOB NOT NULL PRIMARY KEY, revision INTEGER NOT NULL, sealed BLOB NOT NULL);
            -- Instants of a person's latest requests to plans, ms since 1970, 8 bytes each (RequestWindow).
            CREATE TABLE plan_requests (user BLOB NOT NULL PRIMARY KEY, recent BLOB NOT NULL) WITHOUT ROWID;
            """),
        Migration(
            6, "the section Ahead",
            """
            -- 1 once the person opened or used the section of goals and terms. Earlier accounts have it.
            ALTER TABLE accounts ADD COLUMN ahead INTEGER NOT NULL DEFAULT 0;
            UPDATE accounts SET ahead = 1;
            """),
        Migration(
            7, "sign-in through an identity provider",
            """
            -- `identity` is a MAC of issuer and subject (IdentityRows). An account without a password has an empty hash.
            CREATE TABLE identities (identity BLOB NOT NULL PRIMARY KEY, user BLOB NOT NULL UNIQUE, created INTEGER NOT NULL) WITHOUT ROWID;
            -- Digests of the states that came back, until they are too old to count.
            CREATE TABLE openid_states (state BLOB NOT NULL PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;
            -- Names of Role for a session through the provider; NULL for all others.
            ALTER TABLE tokens ADD COLUMN roles TEXT;
            """),
        Migration(
            8, "indexes of tokens",
            """
            CREATE INDEX tokens_of_user ON tokens (user, kind);
            CREATE INDEX tokens_by_expiry ON tokens (expires);
            """),
        Migration(
            9, "device tokens end with the role",
            """
            -- 1 while the linked account lacks the role of a person: its device tokens open nothing.
            ALTER TABLE identities ADD COLUMN suspended INTEGER NOT NULL DEFAULT 0;
            """),
        Migration(
            10, "proofs of what decides who may do what",
            """
            ALTER TABLE accounts ADD COLUMN proof BLOB;
            ALTER TABLE tokens ADD COLUMN proof BLOB;
            ALTER TABLE known_devices ADD COLUMN proof BLOB;
            ALTER TABLE second_factors ADD COLUMN proof BLOB;
            ALTER TABLE recovery_codes ADD COLUMN proof BLOB;
            ALTER TABLE identities ADD COLUMN proof BLOB;
            ALTER TABLE erase_jobs ADD COLUMN proof BLOB;
            """),
        Migration(
            11, "sealed names",
            """
            -- The name of a row whose `name` is an HMAC of it; NULL where the name is in the clear.
            ALTER TABLE accounts ADD COLUMN sealed BLOB;
            """),
        Migration(
            12, "paired companions",
            """
            -- Pairing, sealed. The tokens of a pairing name it in `scopes`.
            CREATE TABLE pairings (user BLOB NOT NULL, id BLOB NOT NULL, created INTEGER NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (user, id));
            -- Codes and secrets that an app exchanges for a token, by their digests; `bound` is a digest of who did.
            CREATE TABLE invitations (
                digest BLOB NOT NULL PRIMARY KEY, user BLOB NOT NULL, pairing BLOB NOT NULL, companion TEXT NOT NULL, expires INTEGER NOT NULL,
                bound BLOB, proof BLOB);
            CREATE INDEX invitations_of_pairing ON invitations (user, pairing);
            -- Refresh tokens by their digests; `used` is when one was exchanged for the next.
            CREATE TABLE refresh_tokens (
                digest BLOB NOT NULL PRIMARY KEY, user BLOB NOT NULL, pairing BLOB NOT NULL, used INTEGER, proof BLOB);
            CREATE INDEX refresh_tokens_of_pairing ON refresh_tokens (user, pairing);
            """),
        Migration(
            13, "letters that were read",
            """
            -- When the import of the latest opened letter began, ms since 1970.
            ALTER TABLE accounts ADD COLUMN letter INTEGER;
            -- Last day of the week of the latest opened weekly letter.
            ALTER TABLE accounts ADD COLUMN week INTEGER;
            """),
    ]
}
