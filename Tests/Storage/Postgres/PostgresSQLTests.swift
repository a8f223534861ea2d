import TestTraits
import Testing

@testable import Storage

/// What `PostgresSQL` translates, and what it leaves alone.
@Suite(.tags(.processes)) struct PostgresSQLTests {
    private func translated(_ sql: String) -> String { PostgresSQL(sql).text }

    @Test("Placeholders are numbered; in strings, names and comments they are none")
    func placeholders() {
        let sql = PostgresSQL("SELECT '?', \"?\", 'it''s ?' FROM t -- ?\nWHERE a = ? AND b = ?")
        #expect(sql.text == "SELECT '?', \"?\", 'it''s ?' FROM t  WHERE a = $1 AND b = $2")
        #expect(sql.parameters == 2)
        #expect(PostgresSQL("a = ?2 OR b = ?1 OR c = ?2") == PostgresSQL("a = ?2 OR b = ?1 OR c = ?2"))
        #expect(translated("a = ?2 OR b = ?1 OR c = ?") == "a = $2 OR b = $1 OR c = $3")
        #expect(PostgresSQL("a = ?7").parameters == 7)
    }

    @Test("The column user is quoted wherever it stands; other words that contain it are not")
    func user() {
        #expect(
            translated("SELECT user, o.user FROM users WHERE (user, user_id) IN (?)")
                == "SELECT \"user\", o.\"user\" FROM users WHERE (\"user\", user_id) IN ($1)")
        #expect(translated("SELECT 'user' AS \"user\"") == "SELECT 'user' AS \"user\"")
    }

    @Test("Types of tables are translated, in definitions only")
    func types() {
        #expect(
            translated("CREATE TABLE t (a BLOB NOT NULL, b INTEGER, c REAL, d TEXT, text BLOB) WITHOUT ROWID;")
                == "CREATE TABLE t (a BYTEA NOT NULL, b BIGINT, c DOUBLE PRECISION, d TEXT COLLATE \"C\", text BYTEA) ;"
        )
        #expect(translated("ALTER TABLE t ADD COLUMN e INTEGER") == "ALTER TABLE t ADD COLUMN e BIGINT")
        #expect(translated("SELECT CAST(a AS INTEGER)") == "SELECT CAST(a AS INTEGER)")
        #expect(
            translated("CREATE TABLE t (a INTEGER) STRICT; UPDATE t SET a = CAST(b AS INTEGER)")
                == "CREATE TABLE t (a BIGINT) ; UPDATE t SET a = CAST(b AS INTEGER)")
    }

    @Test("IS compares values; IS NULL and IS NOT NULL stay")
    func comparisons() {
        #expect(translated("a IS ? AND b IS NOT ?") == "a IS NOT DISTINCT FROM $1 AND b IS DISTINCT FROM $2")
        #expect(
            translated("a IS NULL AND b IS NOT NULL AND c IS NOT DISTINCT FROM d")
                == "a IS NULL AND b IS NOT NULL AND c IS NOT DISTINCT FROM d")
        #expect(translated("(level IS NULL) = (due IS NOT NULL)") == "(level IS NULL) = (due IS NOT NULL)")
        #expect(translated("written IS NOT revision") == "written IS DISTINCT FROM revision")
    }

    @Test("Whether an argument is NULL is answered in the text")
    func nulls() {
        let text = "SELECT id FROM t WHERE user = ?1 AND (?2 IS NULL OR kind = ?2) AND ?3 IS NOT NULL"
        let given = PostgresSQL(text)
        #expect(given.text == "SELECT id FROM t WHERE \"user\" = $1 AND (FALSE OR kind = $2) AND TRUE")
        #expect(given.parameters == 3 && given.mentioned == [1, 2])
        let missing = PostgresSQL(text) { $0 > 1 }
        #expect(missing.text == "SELECT id FROM t WHERE \"user\" = $1 AND (TRUE OR kind = $2) AND FALSE")
    }

    @Test("max and min of one value are aggregates, of several values not")
    func extremes() {
        #expect(translated("SELECT max(day) FROM t") == "SELECT max(day) FROM t")
        #expect(translated("max(a + 1, ?)") == "greatest(a + 1, $1)")
        #expect(translated("min(coalesce(a, b), c)") == "least(coalesce(a, b), c)")
        #expect(translated("SELECT max(coalesce(a, b))") == "SELECT max(coalesce(a, b))")
        #expect(translated("1000 << CAST(min(a + 1, 16) AS INTEGER)") == "1000 << CAST(least(a + 1, 16) AS INTEGER)")
    }

    @Test("INSERT OR IGNORE ignores conflicts, at the end of its statement")
    func ignoring() {
        #expect(
            translated("INSERT OR IGNORE INTO t (a) VALUES (?); DELETE FROM t")
                == "INSERT INTO t (a) VALUES ($1) ON CONFLICT DO NOTHING; DELETE FROM t")
        #expect(
            translated("INSERT INTO t (a) VALUES (?) ON CONFLICT DO NOTHING")
                == "INSERT INTO t (a) VALUES ($1) ON CONFLICT DO NOTHING")
    }

    @Test("Hints, joins, literals and limits")
    func others() {
        #expect(
            translated("FROM actions a INDEXED BY actions_by_day CROSS JOIN c ON c.user = a.user")
                == "FROM actions a  JOIN c ON c.\"user\" = a.\"user\"")
        #expect(translated("SET sealed = x'00ff', a = x''") == "SET sealed = '\\x00ff'::bytea, a = '\\x'::bytea")
        #expect(translated("LIMIT -1 OFFSET ?") == "LIMIT ALL OFFSET $1")
        #expect(translated("LIMIT ? OFFSET max(?2, 0)") == "LIMIT $1 OFFSET greatest($2, 0)")
        #expect(translated("SELECT group_concat(a, ' ')") == "SELECT string_agg(a, ' ')")
        #expect(translated("SELECT a-b, 1.5, \"end\"") == "SELECT a-b, 1.5, \"end\"")
    }
}
