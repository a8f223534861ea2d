import Foundation
import Messages
import Testing

@testable import Scoring

/// Scores whose rows were damaged in the database.
@Suite struct DamagedScoreTests {
    @Test(
        "OWN-2 a damaged score says so, at the newest day too; what arrives for the day computes it again as it was",
        arguments: [false, true])
    func named(isNewest: Bool) async throws {
        let world = try ServiceWorld()
        try await world.deliver((0...40).map { world.reduced(metrics($0, hrv: 50 + Double($0 % 5))) })
        let (offset, before) = (isNewest ? 40 : 30, try await world.states())
        try await world.damage("UPDATE scores SET sealed = x'01020304' WHERE day = \(day(offset).number)")

        let report = try await world.service.score(
            ScoreQuery(user: world.user, day: isNewest ? nil : day(offset), today: day(40)))
        #expect(report.day == day(offset) && report.status == .damaged && report.reason?.contains("damaged") == true)
        #expect(try await world.breakdown(offset).report.status == .damaged)
        let history = try await world.history(0, 40)
        #expect(history.filter { $0.status == .damaged }.map(\.day) == [day(offset)])
        #expect(!history.contains { $0.status == .noData })
        let recent = try await world.service.recentDays(RecentDays(user: world.user, today: day(40), compared: 28))
        #expect(recent.days.first?.report.status == (isNewest ? .damaged : .provisional))
        #expect(world.store.damaged?.names == ["scores \(day(offset))"])
        let table = try #require(try await world.exported()["scoring/scores.csv"])
        #expect(!table.contains("\(day(offset)),") && table.split(separator: "\n").count == 41)

        try await world.deliver([world.reduced(metrics(offset, hrv: 50 + Double(offset % 5)), revision: 2)])
        #expect(try await world.states() == before)
    }

    @Test("SCO-6 a damaged checkpoint is passed over, and written again")
    func checkpoints() async throws {
        let world = try ServiceWorld()
        try await world.deliver((0...40).map { world.reduced(metrics($0, hrv: 50 + Double($0 % 5))) })
        let before = try await world.states()
        #expect(try await world.count("checkpoints") > 1)
        try await world.damage("UPDATE checkpoints SET sealed = x'01020304'")
        try await world.deliver([world.reduced(metrics(40, hrv: 50), revision: 2)])
        #expect(try await world.states() == before)
        let damaged = try await world.store.read {
            try $0.value(Int.self, "SELECT count(*) FROM checkpoints WHERE sealed = x'01020304'")
        }
        #expect(damaged == 0)
    }
}
