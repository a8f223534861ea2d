import Fixtures
import Messages
import Storage
import TestTraits
import Testing
import Wire

@testable import Scoring

/// The judge of `deploy/bench worth` on predictions and people whose answers are known.
@Suite(.timeLimit(.minutes(3)), .tags(.exhaustive)) struct WorthTests {
    private func row(
        _ person: Int, _ label: Double, _ predictions: [String: Double], covered: Bool = true, calibrated: Bool = false
    ) -> WorthRow {
        WorthRow(
            person: person, day: day(0), label: label, predictions: predictions, isCovered: covered,
            isCalibrated: calibrated)
    }

    @Test("SCO-8 The judge by hand: mean absolute errors over all rows, shares of the band, no error where one lacks")
    func byHand() {
        let judge = WorthJudge([
            row(1, 1, ["a": 0.5, "b": 1], calibrated: true),
            row(1, -1, ["a": -2, "b": 0], covered: false, calibrated: true),
            row(2, 0, ["a": 0.5, "b": 0], covered: false), row(2, 2, ["a": 2, "b": -1, "c": 2]),
        ])
        #expect(judge.people == 2)
        #expect(judge.coverage == 0.5)
        #expect(judge.calibrated.count == 2)
        #expect(judge.calibrated.coverage == 0.5)
        #expect(judge.error("a") == 0.5)
        #expect(judge.error("b") == 1)
        #expect(judge.error("c") == nil)
        #expect(judge.difference("a", "c") == nil)
    }

    @Test("SCO-8 The interval draws whole people: it holds the difference, is empty without one, and excludes chance")
    func interval() throws {
        // Ten people with as many rows as their number; `a` misses by 0.2 less, but by 0.4 more for one of them.
        let rows = (1...10).flatMap { person in
            (0..<person).map { _ in row(person, 0, ["a": person == 1 ? 0.9 : 0.3, "b": 0.5]) }
        }
        let judge = WorthJudge(rows)
        let found = try #require(judge.difference("a", "b"))
        #expect(abs(found.middle - (54 * -0.2 + 0.4) / 55) < 1e-12)
        #expect(found.low <= found.middle)
        #expect(found.middle <= found.high)
        #expect(found.low >= -0.2 - 1e-12)
        #expect(found.high < 0)
        let reverse = try #require(judge.difference("b", "a"))
        #expect(abs(reverse.middle + found.middle) < 1e-12)
        #expect(reverse.low > 0)
        let same = try #require(judge.difference("a", "a"))
        #expect(same.low == 0)
        #expect(same.middle == 0)
        #expect(same.high == 0)
        // Half of the people gain what the other half loses.
        let even = WorthJudge((1...10).map { row($0, 0, ["a": $0 % 2 == 0 ? 0.2 : 0.4, "b": 0.3]) })
        let chance = try #require(even.difference("a", "b"))
        #expect(chance.low < 0)
        #expect(chance.high > 0)
        #expect(WorthJudge(Array(rows.prefix(1))).difference("a", "b") == nil, "one person has no interval")
    }

    @Test("SCO-8 People whose answer follows yesterday's body: the score learns it, and its band holds its promise")
    func foresees() async throws {
        let judge = try await judged(effect: 0.9, seed: 8)
        #expect(judge.people == 6)
        #expect(judge.rows.count > 450)
        let (ours, average) = (try #require(judge.error("ours")), try #require(judge.error("EWMA")))
        #expect(ours <= 0.85 * average, "\(ours) against \(average)")
        // Noise with a deviation of 0.3 and the steps of the sliders cannot be foreseen: less would be a label that was
        // known.
        #expect(ours > 0.25, "\(ours)")
        for other in ["persistence", "EWMA", "ours without sensors"] {
            let difference = try #require(judge.difference("ours", other))
            #expect(difference.high < 0, "\(other): \(difference)")
        }
        #expect((0.7...0.92).contains(judge.coverage), "\(judge.coverage)")
        #expect(judge.calibrated.count > 300, "\(judge.calibrated)")
        #expect((0.7...0.9).contains(judge.calibrated.coverage), "\(judge.calibrated)")
        // The same judge finds a score that was turned around.
        let turned = WorthJudge(
            judge.rows.map { row in
                var row = row
                row.predictions["ours"] = row.predictions["ours"].map { -$0 }
                return row
            })
        #expect(try #require(turned.difference("ours", "EWMA")).low > 0)
    }

    @Test("SCO-8 People whose answer follows nothing: the score claims no more than an average does")
    func nothing() async throws {
        let judge = try await judged(effect: 0, seed: 9)
        let (ours, average) = (try #require(judge.error("ours")), try #require(judge.error("EWMA")))
        #expect((0.9...1.5).contains(ours / average), "\(ours) against \(average)")
        #expect((0.7...0.95).contains(judge.coverage), "\(judge.coverage)")
    }

    /// Six people with 100 days each.
    private func judged(effect: Double, seed: UInt64) async throws -> WorthJudge {
        let scoring = ScoringHere(world: try ServiceWorld())
        var random = SplitMix(seed: seed)
        let people = (0..<6).map { _ in
            RecordedPerson(synthetic: 100, endingOn: day(39), effect: effect, noise: 0.3, random: &random)
        }
        return try await withThrowingTaskGroup(of: [WorthRow].self) { group in
            for (index, person) in people.enumerated() {
                group.addTask { try await FollowedPerson(person, index, by: scoring).rows }
            }
            var rows: [WorthRow] = []
            for try await followed in group { rows += followed }
            return WorthJudge(rows.sorted { ($0.person, $0.day) < ($1.person, $1.day) })
        }
    }
}

/// The service in this process, as the judge asks it.
private struct ScoringHere: JudgedScoring {
    let world: ServiceWorld

    func deliver(_ metrics: DailyMetrics, of user: UserID, number: UInt64) async throws {
        try await deliver(DailyMetricsChanged(user: user, revision: number, metrics: metrics), .ingestion, number)
    }

    func deliver(sentiment: Double, on day: Day, of user: UserID, number: UInt64) async throws {
        let event = JournalEntryChanged(
            user: user, entry: .random(), revision: 1, day: day, at: 0, sentiment: sentiment, level: .safe,
            deleted: false)
        try await deliver(event, .sentiment, number)
    }

    private func deliver<E: BusEvent>(_ event: E, _ producer: ServiceName, _ number: UInt64) async throws {
        let told = StreamEvent(
            sequence: number, id: .random(), type: E.type, payload: try WireEncoder().encode(event))
        let slice = StreamSlice(user: event.user, epoch: 1, events: [told])
        if let refusal = try await world.receive(slice, from: producer).streams[0].refusal { throw refusal }
    }

    func checkIn(_ request: SubmitCheckIn) async throws { _ = try await world.service.checkIn(request, id: .random()) }

    func breakdown(_ query: BreakdownQuery) async throws -> ScoreBreakdown { try await world.service.breakdown(query) }
}
