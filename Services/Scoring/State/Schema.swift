import Storage

/// Scoring's tables: inputs as they arrived, the state of each day, and the scores as shown.
enum Schema {
    static let migrations = [
        Migration(
            1, "inputs and scores",
            """
            CREATE TABLE inputs (
                user BLOB NOT NULL, kind INTEGER NOT NULL, id BLOB NOT NULL, revision INTEGER NOT NULL, sealed BLOB NOT NULL,
                PRIMARY KEY (user, kind, id));
            CREATE TABLE scores (
                user BLOB NOT NULL, day INTEGER NOT NULL, revision INTEGER NOT NULL, filled INTEGER NOT NULL, sealed BLOB NOT NULL,
                PRIMARY KEY (user, day));
            CREATE TABLE shown (
                user BLOB NOT NULL, day INTEGER NOT NULL, revision INTEGER NOT NULL, at INTEGER NOT NULL, sealed BLOB NOT NULL,
                PRIMARY KEY (user, day, revision));
            CREATE TABLE people (user BLOB NOT NULL PRIMARY KEY, revision INTEGER NOT NULL, touched INTEGER);
            """),
        Migration(2, "checkpoints", checkpoints + InputTriggers.sqlite, postgres: checkpoints + InputTriggers.postgres),
    ]

    private static let checkpoints = """
        -- The day an input belongs to; NULL in rows of earlier releases until they are read.
        ALTER TABLE inputs ADD COLUMN day INTEGER;
        CREATE INDEX inputs_of_day ON inputs (user, kind, day);
        -- The revision that this release wrote. An earlier release, which may work beside this one, writes a new revision and leaves this: so its rows are found.
        ALTER TABLE inputs ADD COLUMN written INTEGER;
        CREATE INDEX inputs_of_earlier ON inputs (user) WHERE written IS NOT revision;
        ALTER TABLE scores ADD COLUMN written INTEGER;
        CREATE INDEX scores_of_earlier ON scores (user, day) WHERE written IS NOT revision;
        -- The state of a person's replay after a day (Checkpoint), sealed: one for about 16 days with inputs.
        CREATE TABLE checkpoints (user BLOB NOT NULL, day INTEGER NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (user, day)) WITHOUT ROWID;
        -- The version of the formula (Checkpoint.version) that a person's scores and checkpoints are of; 0 where an earlier release computed them.
        ALTER TABLE people ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
        -- Days that have or had check-ins (kind 2) or journal entries (3), with their DayTally, sealed; NULL where it has to be counted again.
        CREATE TABLE tallies (user BLOB NOT NULL, day INTEGER NOT NULL, sealed BLOB, PRIMARY KEY (user, day)) WITHOUT ROWID;


        """
}
