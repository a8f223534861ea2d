import Messages
import TestTraits
import Testing

@testable import Plans

/// A weight that no body reaches waits for a second one (PLN-2).
@Suite(.tags(.processes)) struct WaitingWeightTests {
    private func weigh(
        _ world: World, _ kilograms: Double, daysAgo: Int = 0, minutes: Milliseconds = 0, batch: Int64
    ) async throws {
        let event = BodyMassRecorded(
            user: World.ada, revision: 1, day: World.today.advanced(by: -daysAgo), kilograms: kilograms,
            at: World.now - Milliseconds(daysAgo) * World.day + minutes * 60_000, batch: batch)
        try await world.store.write { try world.service.apply(event, $0) }
    }

    private func counted(_ world: World) async throws -> Double? { try await world.generate().plan?.inputs?.kilograms }

    @Test("PLN-2 a reading that no body reaches waits, is shown, and ends no plan; the next usual one refutes it")
    func jump() async throws {
        let world = try World()
        try await world.body()
        #expect(try await counted(world) == 80)
        // Underweight, if it counted.
        try await weigh(world, 50, batch: 7)
        let reply = try await world.generate()
        #expect(reply.plan?.inputs?.kilograms == 80)
        #expect(reply.care == nil)
        #expect(reply.waitingWeight == WaitingWeight(kilograms: 50, at: World.now, countedKilograms: 80))
        let range = World.today.advanced(by: -3)...World.today
        let course = try await world.service.course(
            PlanCourse(user: World.ada, from: range.lowerBound, through: range.upperBound))
        #expect(course.days.compactMap(\.kilograms) == [80])
        world.wait(World.day)
        try await weigh(world, 79.5, daysAgo: -1, batch: 8)
        let later = try await world.generate()
        #expect(later.plan?.inputs?.kilograms == 79.5)
        #expect(later.waitingWeight == nil)
    }

    @Test("PLN-2 repeats of one minute or one import confirm nothing; another import, or a third day, does")
    func confirmed() async throws {
        let world = try World()
        try await world.body()
        world.wait(6 * World.day)
        try await weigh(world, 110, batch: 7)
        try await weigh(world, 110.5, daysAgo: -1, batch: 7)
        #expect(try await world.generate(force: true).plan?.inputs?.kilograms == 80)
        try await weigh(world, 110.2, daysAgo: -2, batch: 8)
        #expect(try await counted(world) == 110.2)
        // A level of three days in one import.
        let other = try World()
        try await other.body()
        other.wait(6 * World.day)
        for day in 0..<3 {
            #expect(try await other.generate(force: true).plan?.inputs?.kilograms == 80)
            try await weigh(other, 110 + Double(day), daysAgo: -day, batch: 7)
        }
        #expect(try await counted(other) == 112)
    }

    @Test("PLN-2 other services learn of which days the reading does not count, once for each change")
    func uncounted() async throws {
        let world = try World()
        try await world.body()
        func finish() async throws {
            try await world.store.write { try world.service.finishBatch(of: World.ada, $0) }
        }
        try await finish()
        #expect(try await world.told() == nil)
        world.wait(6 * World.day)
        try await weigh(world, 110, batch: 7)
        try await finish()
        try await finish()
        let waiting = try #require(try await world.told())
        #expect(waiting.uncountedDays == [World.today])
        #expect(waiting.revision == 1)
        // The same weight from another import confirms both.
        try await weigh(world, 110.2, daysAgo: -2, batch: 8)
        try await finish()
        #expect(try await world.told()?.uncountedDays == [])
    }

    @Test("PLN-2 a typed weight waits as well, until it is typed again in another minute")
    func stated() async throws {
        let world = try World()
        try await world.body()
        #expect(try await counted(world) == 80)
        try await world.body(revision: 2) { ($0.weightKilograms, $0.weightAt) = (180, World.now - 600_000) }
        let waiting = try await world.generate()
        #expect(waiting.plan?.inputs?.kilograms == 80)
        #expect(waiting.waitingWeight?.kilograms == 180)
        try await world.body(revision: 3) { ($0.weightKilograms, $0.weightAt) = (180, World.now - 599_000) }
        #expect(try await world.generate(force: true).plan?.inputs?.kilograms == 80)
        try await world.body(revision: 4) { ($0.weightKilograms, $0.weightAt) = (180, World.now - 60_000) }
        let confirmed = try await world.generate()
        #expect(confirmed.plan?.inputs?.kilograms == 180)
        #expect(confirmed.waitingWeight == nil)
    }

    @Test("PLN-2 weights of months apart count, and a first wrong reading does not hold up those after it")
    func slow() async throws {
        let world = try World()
        try await world.body { ($0.weightKilograms, $0.weightAt) = (nil, nil) }
        try await weigh(world, 158, daysAgo: 300, batch: 7)
        for day in 0..<4 { try await weigh(world, 72, daysAgo: 200 - day * 60, batch: 7) }
        #expect(try await counted(world) == 72)
        try await weigh(world, 55, batch: 7)
        // 24 % in twenty days waits.
        #expect(try await counted(world) == 72)
    }
}
