import Messages
import Synchronization
import TestTraits
import Testing

@testable import Storage

@Suite(.tags(.processes)) struct StatementSummaryTests {
    @Test("COM-4 A summary names kinds and tables and nothing else of a statement")
    func names() {
        let summary = StatementSummary()
        for sql in [
            "SAVEPOINT x", "SELECT a, 'marker' FROM people WHERE name = 'marker'",
            "insert or ignore into days (a) VALUES (1)",
            "UPDATE people SET name = 'marker'", "DELETE FROM days WHERE 1", "SELECT 'marker'",
            "SELECT 1 FROM (SELECT 1 FROM nights)", "PRAGMA marker", "SELECT b FROM people",
        ] {
            summary.note(sql)
        }
        #expect(
            summary.text
                == "SELECT people; INSERT days; UPDATE people; DELETE days; SELECT; SELECT nights")
        #expect(summary.count == 7)
    }
}
