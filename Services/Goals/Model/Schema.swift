import Storage

enum Schema {
    /// The domain in third normal form: abstractions, basics and junctions (docs/goals.md). `texts` is a sealed
    /// `StoredTexts`, `notes` a sealed `StoredNotes`, `sealed` an amount; other numbers and days are in the clear, because
    /// sums, orders and checks need them. Days are numbers since 1970-01-01, times milliseconds since 1970, durations seconds.
    ///
    /// `level` is safety's judgement of the texts, NULL until it came, at the time `judged`; texts without one are due at `due`.
    static let migrations = [
        Migration(
            1, "goals, terms, actions, values and measures",
            """
            -- Abstractions: what all five have in common, then each of them.
            CREATE TABLE abstractions (
                user BLOB NOT NULL, id BLOB NOT NULL, version INTEGER NOT NULL CHECK (version >= 1),
                logged INTEGER NOT NULL, texts BLOB NOT NULL,
                level INTEGER CHECK (level >= 1), judged INTEGER, due INTEGER, attempts INTEGER NOT NULL DEFAULT 0,
                PRIMARY KEY (user, id), CHECK ((level IS NULL) = (due IS NOT NULL))) WITHOUT ROWID;
            CREATE INDEX abstractions_due ON abstractions (due) WHERE due IS NOT NULL;
            CREATE TABLE actions (
                user BLOB NOT NULL, id BLOB NOT NULL, start INTEGER NOT NULL,
                duration INTEGER NOT NULL CHECK (duration BETWEEN 0 AND 2678400), day INTEGER NOT NULL,
                PRIMARY KEY (user, id),
                FOREIGN KEY (user, id) REFERENCES abstractions (user, id) ON DELETE CASCADE) WITHOUT ROWID;
            CREATE INDEX actions_by_start ON actions (user, start, id);
            CREATE TABLE expectations (
                user BLOB NOT NULL, id BLOB NOT NULL, kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 3),
                importance INTEGER NOT NULL CHECK (importance BETWEEN 1 AND 10),
                urgency INTEGER NOT NULL CHECK (urgency BETWEEN 1 AND 10),
                PRIMARY KEY (user, id), UNIQUE (user, id, kind),
                FOREIGN KEY (user, id) REFERENCES abstractions (user, id) ON DELETE CASCADE) WITHOUT ROWID;
            CREATE TABLE time_periods (
                user BLOB NOT NULL, id BLOB NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL,
                PRIMARY KEY (user, id), CHECK ("end" > start),
                FOREIGN KEY (user, id) REFERENCES abstractions (user, id) ON DELETE CASCADE) WITHOUT ROWID;
            CREATE TABLE measures (
                user BLOB NOT NULL, id BLOB NOT NULL, kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 5),
                factor REAL NOT NULL CHECK (factor > 0),
                PRIMARY KEY (user, id),
                FOREIGN KEY (user, id) REFERENCES abstractions (user, id) ON DELETE CASCADE) WITHOUT ROWID;
            CREATE TABLE personal_values (
                user BLOB NOT NULL, id BLOB NOT NULL, rank INTEGER NOT NULL CHECK (rank BETWEEN 1 AND 4),
                priority INTEGER NOT NULL CHECK (priority BETWEEN 1 AND 100),
                PRIMARY KEY (user, id),
                FOREIGN KEY (user, id) REFERENCES abstractions (user, id) ON DELETE CASCADE) WITHOUT ROWID;

            -- Basics. A goal, milestone or obligation shares the id of its expectation, a term that of its period;
            -- `kind` is constant, so that the foreign key refuses an expectation of another kind.
            CREATE TABLE goals (
                user BLOB NOT NULL, id BLOB NOT NULL, kind INTEGER NOT NULL DEFAULT 1 CHECK (kind = 1),
                start INTEGER NOT NULL, target INTEGER NOT NULL,
                weeks INTEGER NOT NULL CHECK (weeks BETWEEN 1 AND 520),
                status INTEGER NOT NULL CHECK (status BETWEEN 1 AND 4), revision INTEGER NOT NULL DEFAULT 0,
                PRIMARY KEY (user, id), CHECK (target > start),
                FOREIGN KEY (user, id, kind) REFERENCES expectations (user, id, kind) ON DELETE CASCADE) WITHOUT ROWID;
            CREATE INDEX goals_by_target ON goals (user, target, id);
            CREATE TABLE milestones (
                user BLOB NOT NULL, id BLOB NOT NULL, kind INTEGER NOT NULL DEFAULT 2 CHECK (kind = 2),
                goal BLOB NOT NULL, target INTEGER NOT NULL, reached INTEGER,
                PRIMARY KEY (user, id),
                FOREIGN KEY (user, id, kind) REFERENCES expectations (user, id, kind) ON DELETE CASCADE,
                FOREIGN KEY (user, goal) REFERENCES goals (user, id)) WITHOUT ROWID;
            CREATE INDEX milestones_by_goal ON milestones (user, goal);
            CREATE TABLE obligations (
                user BLOB NOT NULL, id BLOB NOT NULL, kind INTEGER NOT NULL DEFAULT 3 CHECK (kind = 3),
                goal BLOB NOT NULL, deadline INTEGER NOT NULL, met INTEGER,
                PRIMARY KEY (user, id),
                FOREIGN KEY (user, id, kind) REFERENCES expectations (user, id, kind) ON DELETE CASCADE,
                FOREIGN KEY (user, goal) REFERENCES goals (user, id)) WITHOUT ROWID;
            CREATE INDEX obligations_by_goal ON obligations (user, goal);
            CREATE TABLE terms (
                user BLOB NOT NULL, id BLOB NOT NULL, number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 9999),
                status INTEGER NOT NULL CHECK (status BETWEEN 1 AND 6),
                PRIMARY KEY (user, id), UNIQUE (user, number),
                FOREIGN KEY (user, id) REFERENCES time_periods (user, id) ON DELETE CASCADE) WITHOUT ROWID;
            CREATE TABLE expectation_measures (
                user BLOB NOT NULL, expectation BLOB NOT NULL, measure BLOB NOT NULL,
                position INTEGER NOT NULL, target REAL NOT NULL CHECK (target > 0), notes BLOB,
                PRIMARY KEY (user, expectation, measure), UNIQUE (user, expectation, position),
                FOREIGN KEY (user, expectation) REFERENCES expectations (user, id) ON DELETE CASCADE,
                FOREIGN KEY (user, measure) REFERENCES measures (user, id)) WITHOUT ROWID;
            CREATE INDEX expectation_measures_by_measure ON expectation_measures (user, measure);

            -- Junctions.
            CREATE TABLE goal_relevances (
                user BLOB NOT NULL, goal BLOB NOT NULL, value BLOB NOT NULL, position INTEGER NOT NULL,
                strength INTEGER NOT NULL CHECK (strength BETWEEN 1 AND 10),
                PRIMARY KEY (user, goal, value),
                FOREIGN KEY (user, goal) REFERENCES goals (user, id) ON DELETE CASCADE,
                FOREIGN KEY (user, value) REFERENCES personal_values (user, id) ON DELETE CASCADE) WITHOUT ROWID;
            CREATE INDEX goal_relevances_by_value ON goal_relevances (user, value);
            CREATE TABLE measured_actions (
                user BLOB NOT NULL, action BLOB NOT NULL, measure BLOB NOT NULL, position INTEGER NOT NULL,
                value REAL NOT NULL CHECK (value >= 0),
                PRIMARY KEY (user, action, measure),
                FOREIGN KEY (user, action) REFERENCES actions (user, id) ON DELETE CASCADE,
                FOREIGN KEY (user, measure) REFERENCES measures (user, id)) WITHOUT ROWID;
            CREATE INDEX measured_actions_by_measure ON measured_actions (user, measure);
            CREATE TABLE action_goal_contributions (
                user BLOB NOT NULL, action BLOB NOT NULL, goal BLOB NOT NULL, measure BLOB NOT NULL,
                position INTEGER NOT NULL, amount REAL NOT NULL CHECK (amount > 0),
                PRIMARY KEY (user, action, goal, measure),
                FOREIGN KEY (user, action) REFERENCES actions (user, id) ON DELETE CASCADE,
                FOREIGN KEY (user, goal) REFERENCES goals (user, id) ON DELETE CASCADE,
                FOREIGN KEY (user, measure) REFERENCES measures (user, id)) WITHOUT ROWID;
            CREATE INDEX contributions_by_goal ON action_goal_contributions (user, goal, measure, amount);
            CREATE INDEX contributions_by_measure ON action_goal_contributions (user, measure);
            CREATE TABLE term_goal_assignments (
                user BLOB NOT NULL, term BLOB NOT NULL, goal BLOB NOT NULL, position INTEGER NOT NULL,
                PRIMARY KEY (user, term, goal),
                FOREIGN KEY (user, term) REFERENCES terms (user, id) ON DELETE CASCADE,
                FOREIGN KEY (user, goal) REFERENCES goals (user, id) ON DELETE CASCADE) WITHOUT ROWID;
            CREATE INDEX term_goal_assignments_by_goal ON term_goal_assignments (user, goal);
            """),
        Migration(
            2, "sums of days, crises and weekly reviews",
            """
            -- Running sums: `days` is a `DaySeries` of the contributions of one measure to one goal. Without them a list
            -- would read every contribution.
            CREATE TABLE goal_days (
                user BLOB NOT NULL, goal BLOB NOT NULL, measure BLOB NOT NULL, days BLOB NOT NULL,
                PRIMARY KEY (user, goal, measure),
                FOREIGN KEY (user, goal) REFERENCES goals (user, id) ON DELETE CASCADE,
                FOREIGN KEY (user, measure) REFERENCES measures (user, id)) WITHOUT ROWID;
            CREATE INDEX goal_days_by_measure ON goal_days (user, measure);
            CREATE INDEX actions_by_day ON actions (user, day, duration);

            -- Crisis verdicts by `source`: 1 the person's texts here, 2 the coach, which also withdraws, 3 the journal.
            CREATE TABLE crises (
                user BLOB NOT NULL, id BLOB NOT NULL, source INTEGER NOT NULL CHECK (source BETWEEN 1 AND 3),
                revision INTEGER NOT NULL, at INTEGER NOT NULL, level INTEGER NOT NULL, withdrawn INTEGER NOT NULL,
                PRIMARY KEY (user, id, source)) WITHOUT ROWID;

            -- An abstraction: the answers of an ISO week, by its Monday.
            CREATE TABLE reviews (
                user BLOB NOT NULL, id BLOB NOT NULL, week INTEGER NOT NULL,
                PRIMARY KEY (user, id), UNIQUE (user, week),
                FOREIGN KEY (user, id) REFERENCES abstractions (user, id) ON DELETE CASCADE) WITHOUT ROWID;
            """),
        HealthSchema.migration(3),
        TableSchema.migration(4),
        DeletedSchema.migration(5),
        LikenessSchema.migration(6),
        HealthSchema.furtherKinds(7),
        NumbersSchema.migration(8),
        MeasureSchema.furtherQuantities(9),
        MeasureSchema.unreadIndex(10),
        Announcements.migration(11),
        Migration(
            12, "sealed verdicts",
            """
            -- The verdict of a row whose level and withdrawn are 0 (CrisisRows); NULL where these tell it.
            ALTER TABLE crises ADD COLUMN sealed BLOB;
            CREATE INDEX crises_by_time ON crises (user, at);
            """),
        Migration(
            13, "sealed amounts",
            """
            -- The amount of a row whose target, value or amount is 1 (AmountColumn), and the sums of one without days
            -- (GoalDayRows); NULL where these have it.
            ALTER TABLE expectation_measures ADD COLUMN sealed BLOB;
            ALTER TABLE measured_actions ADD COLUMN sealed BLOB;
            ALTER TABLE action_goal_contributions ADD COLUMN sealed BLOB;
            ALTER TABLE goal_days ADD COLUMN sealed BLOB;
            """),
    ]
}
