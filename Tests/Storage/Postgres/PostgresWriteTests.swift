import Messages
import TestTraits
import Testing

@testable import Storage

/// What follows each outcome of a write's transaction.
@Suite(.tags(.processes)) struct PostgresWriteTests {
    private let conflict = PostgresFault(state: "40001")

    /// The kinds of steps after these outcomes.
    private func steps(
        _ outcomes: [PostgresWrite.Outcome], every interval: Duration = .seconds(1)
    ) -> (kinds: [String], turn: UserID?) {
        var (write, random) = (PostgresWrite(for: nil), Seeded(1))
        let kinds = outcomes.enumerated().map { number, outcome in
            switch write.next(after: outcome, now: interval * number, using: &random) {
            case .run(let pause):
                #expect(pause > .zero && pause <= .milliseconds(200))
                return "run"
            case .takeTurn: return "takeTurn"
            case .lookUp: return "lookUp"
            case .finish: return "finish"
            case .fail: return "fail"
            case .interrupt: return "interrupt"
            }
        }
        return (kinds, write.turn)
    }

    private func times(_ count: Int, _ kind: String) -> [String] { Array(repeating: kind, count: count) }

    @Test("After a conflict it waits for the turn of its person, after several in line with others like it")
    func turns() {
        let user = UserID.random()
        let conflicts = Array(repeating: PostgresWrite.Outcome.failed(conflict, person: user), count: 100)
        let (first, turn) = steps(Array(conflicts.prefix(3)))
        #expect(first == ["takeTurn", "run", "run"])
        #expect(turn == user)
        let (all, last) = steps(conflicts, every: .milliseconds(100))
        #expect(all == first + ["takeTurn"] + times(95, "run") + ["fail"])
        #expect(last != user)
    }

    @Test("What conflicts runs again for twenty seconds since its last turn began, however few runs that are")
    func slowConflicts() {
        let conflicts = Array(repeating: PostgresWrite.Outcome.failed(conflict, person: nil), count: 25)
        #expect(steps(conflicts).kinds == times(3, "run") + ["takeTurn"] + times(20, "run") + ["fail"])
    }

    @Test("A lost connection is opened again for ten seconds")
    func lost() {
        let lost = Array(repeating: PostgresWrite.Outcome.failed(.lost, person: nil), count: 11)
        #expect(steps(lost).kinds == times(10, "run") + ["fail"])
    }

    @Test("An unknown commit is looked up for twenty seconds: found it is done, not found it runs again")
    func unknown() {
        let silent = Array(repeating: PostgresWrite.Outcome.notFound(.lost), count: 21)
        #expect(steps([.unknown, silent[0], .found(isCommitted: true)]).kinds == ["lookUp", "lookUp", "finish"])
        #expect(steps([.unknown, .found(isCommitted: false), .committed]).kinds == ["lookUp", "run", "finish"])
        #expect(steps([.unknown] + silent).kinds == times(21, "lookUp") + ["interrupt"])
    }
}
