import Bus
import Fixtures
import Foundation
import Messages
import Storage
import TestTraits
import Testing

/// The weekly work of real processes whose clock is set forward by weeks.
@Suite(.serialized, .tags(.processes)) struct WeeklyPlansTests {
    private static let week = 7 * 86_400
    /// Longer than the lease of a claim.
    private static let lease = 61

    @Test(
        "PLN-7 Two processes of plans that are killed again and again: everybody has one plan a week, and the coach hears of each once",
        .timeLimit(.minutes(6)))
    func replicas() async throws {
        let scratch = try Scratch()
        let clock = try await SteppedClock(in: scratch)
        let stack = try await Stack.start(
            ["--scale", "plans=2"], environment: clock.environment, scratch: scratch)
        try await stack.during { stack in
            var users: [UserID] = []
            for name in ["Ada", "Ben", "Cem", "Dan", "Eve", "Fay"] {
                let user = try await stack.makeAccount(name, zone: Self.zone)
                let body = try await stack.bus.request(SetBodyProfile(user: user, body: Self.body(of: user)))
                _ = try await stack.bus.request(GeneratePlan(user: user, body: body))
                users.append(user)
            }
            for week in 1...3 {
                try clock.step(to: week * Self.week)
                for _ in 1...2 {
                    // A process that starts looks for due work immediately.
                    for process in stack.processIDs(of: .plans) { kill(process, SIGKILL) }
                    _ = try await eventually("plans answer again", within: .seconds(60)) {
                        try? await stack.bus.request(CurrentPlan(user: users[0]))
                    }
                }
                // What a dead process had claimed.
                try clock.step(to: week * Self.week + Self.lease)
                try await eventually("everybody has the week's plan", within: .seconds(60)) { () -> Void? in
                    for user in users {
                        guard let kept = try? await plans(of: user, stack), kept.count > week else { return nil }
                    }
                    return ()
                }
            }
            try await stack.settle()
            for user in users {
                let plans = try await plans(of: user, stack)
                #expect(plans.map(\.occasion) == [.weekly, .weekly, .weekly, .first])
                #expect(plans.map { $0.status == .active } == [true, false, false, false])
            }
            // One event for each plan: as many left plans as the coach has applied, and none waits.
            #expect(try numbers("plans", "SELECT last FROM storage_streams WHERE consumer = 'coaching'", stack) == [4])
            let heard = "SELECT last FROM storage_positions WHERE producer = 'plans'"
            #expect(try numbers("coaching", heard, stack) == [4])
            #expect(try await stack.bus.request(ListParked(), to: .plans).lanes.isEmpty)
        }
    }

    /// A zone where Sunday 02:00 is not now.
    private static var zone: String {
        let hours = Int(Date().timeIntervalSince1970) / 3_600
        let isSundayMorning = (hours / 24 + 3) % 7 == 6 && hours % 24 < 4
        return isSundayMorning ? "Asia/Tokyo" : "UTC"
    }

    private static func body(of user: UserID) -> BodyProfile {
        BodyProfile(
            user: user, revision: 0, sex: .male, birthday: Day(year: 1996, month: 3, day: 1), heightCentimetres: 180,
            weightKilograms: 80, weightAt: Milliseconds(Date().timeIntervalSince1970 * 1000), targetKilograms: 75,
            aim: .lose, activity: .moderate)
    }

    private func plans(of user: UserID, _ stack: Stack) async throws -> [Plan] {
        try await stack.bus.request(PlanHistory(user: user), budget: .seconds(20)).plans.map(\.plan)
    }

    /// The different values of a query for one column.
    private func numbers(_ service: String, _ sql: String, _ stack: Stack) throws -> Set<Int64> {
        Set(try DatabaseFile("\(stack.directory)/db/\(service).sqlite").rows(sql).map { try $0[0] as Int64 })
    }
}
