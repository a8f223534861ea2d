import Storage

enum HealthSchema {
    /// Health to actions (GOL-6). A rule is an abstraction: its title and activity are texts, judged and sealed as those
    /// of a goal. Numbers, days and references are in the clear, as in `Schema`.
    static func migration(_ number: Int) -> Migration {
        Migration(
            number, "health rules and staged records",
            """
            -- `kind` is HealthRecordKind, `quantity` WorkoutQuantity, `least` in the measure's unit, `since` a day. A goal
            -- that is deleted stays named, and its records say so.
            CREATE TABLE health_rules (
                user BLOB NOT NULL, id BLOB NOT NULL, kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 5),
                quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 3), least REAL NOT NULL CHECK (least >= 0),
                since INTEGER, measure BLOB NOT NULL, goal BLOB,
                PRIMARY KEY (user, id),
                FOREIGN KEY (user, id) REFERENCES abstractions (user, id) ON DELETE CASCADE,
                FOREIGN KEY (user, measure) REFERENCES measures (user, id)) WITHOUT ROWID;
            CREATE INDEX health_rules_by_measure ON health_rules (user, measure);
            -- The latest state of a day's total or of a workout. `sealed` is a StagedContent, NULL if nothing is left of
            -- it; `state` is StagedState, `errors` sealed StagedErrors of a failed record. Pending records are read from
            -- `due` on; parsed and empty ones are purged from `expires` on. Both are milliseconds since 1970.
            CREATE TABLE health_staged (
                user BLOB NOT NULL, id BLOB NOT NULL, kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 5),
                day INTEGER NOT NULL, revision INTEGER NOT NULL, state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 5),
                due INTEGER NOT NULL, expires INTEGER NOT NULL, sealed BLOB, errors BLOB,
                PRIMARY KEY (user, id), CHECK ((state = 4) = (errors IS NOT NULL))) WITHOUT ROWID;
            CREATE INDEX health_staged_by_day ON health_staged (user, day, id);
            CREATE INDEX health_staged_by_state ON health_staged (user, state, kind);
            CREATE INDEX health_staged_pending ON health_staged (due, user, kind) WHERE state = 1;
            CREATE INDEX health_staged_expired ON health_staged (expires) WHERE state IN (2, 5);
            -- The action that a rule made of a record. The key makes it one action, however often the record comes.
            -- `sealed` is the DerivedAction last written, NULL while the record gives none; `version` is the action's
            -- version after that, 0 once the person has edited it. A dismissed action was deleted by the person and is
            -- not made again; `gone` marks those of a deleted rule.
            CREATE TABLE health_actions (
                user BLOB NOT NULL, rule BLOB NOT NULL, record BLOB NOT NULL, kind INTEGER NOT NULL,
                day INTEGER NOT NULL, revision INTEGER NOT NULL, action BLOB NOT NULL, version INTEGER NOT NULL,
                dismissed INTEGER NOT NULL DEFAULT 0, gone INTEGER NOT NULL DEFAULT 0, sealed BLOB,
                PRIMARY KEY (user, rule, record), UNIQUE (user, action)) WITHOUT ROWID;
            CREATE INDEX health_actions_by_record ON health_actions (user, record);
            CREATE INDEX health_actions_gone ON health_actions (user) WHERE gone = 1;
            """)
    }

    /// Kinds of records after the first five. SQLite cannot change the check of a table, so both are made anew; nothing
    /// references them.
    static func furtherKinds(_ number: Int) -> Migration {
        Migration(
            number, "further kinds of health records",
            """
            CREATE TABLE health_rules_next (
                user BLOB NOT NULL, id BLOB NOT NULL, kind INTEGER NOT NULL CHECK (kind >= 1),
                quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 3), least REAL NOT NULL CHECK (least >= 0),
                since INTEGER, measure BLOB NOT NULL, goal BLOB,
                PRIMARY KEY (user, id),
                FOREIGN KEY (user, id) REFERENCES abstractions (user, id) ON DELETE CASCADE,
                FOREIGN KEY (user, measure) REFERENCES measures (user, id)) WITHOUT ROWID;
            INSERT INTO health_rules_next (user, id, kind, quantity, least, since, measure, goal)
                SELECT user, id, kind, quantity, least, since, measure, goal FROM health_rules;
            DROP TABLE health_rules;
            ALTER TABLE health_rules_next RENAME TO health_rules;
            CREATE INDEX health_rules_by_measure ON health_rules (user, measure);
            CREATE TABLE health_staged_next (
                user BLOB NOT NULL, id BLOB NOT NULL, kind INTEGER NOT NULL CHECK (kind >= 1),
                day INTEGER NOT NULL, revision INTEGER NOT NULL, state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 5),
                due INTEGER NOT NULL, expires INTEGER NOT NULL, sealed BLOB, errors BLOB,
                PRIMARY KEY (user, id), CHECK ((state = 4) = (errors IS NOT NULL))) WITHOUT ROWID;
            INSERT INTO health_staged_next (user, id, kind, day, revision, state, due, expires, sealed, errors)
                SELECT user, id, kind, day, revision, state, due, expires, sealed, errors FROM health_staged;
            DROP TABLE health_staged;
            ALTER TABLE health_staged_next RENAME TO health_staged;
            CREATE INDEX health_staged_by_day ON health_staged (user, day, id);
            CREATE INDEX health_staged_by_state ON health_staged (user, state, kind);
            CREATE INDEX health_staged_pending ON health_staged (due, user, kind) WHERE state = 1;
            CREATE INDEX health_staged_expired ON health_staged (expires) WHERE state IN (2, 5);
            """)
    }
}
