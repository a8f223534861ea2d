import Fixtures
import Foundation
import Messages
import Testing

@testable import Plans
@testable import Storage

@Suite struct KeepingTests {
    /// A world with two people's bodies, days and plans.
    private func world() async throws -> World {
        let world = try World()
        for user in [World.ada, World.ben] {
            try await world.zone("Europe/Berlin", of: user)
            try await world.body(of: user)
            for offset in -70...0 {
                try await world.eat(2_345.678, on: World.today.advanced(by: offset), of: user)
            }
            try await world.weigh(79.875, of: user)
            for _ in 0..<3 {
                try await world.generate(force: true, of: user)
                world.wait(World.day)
            }
        }
        return world
    }

    private func rows(_ store: Store, of user: UserID) async throws -> [String: Int] {
        try await store.read { transaction in
            var rows: [String: Int] = [:]
            for table in ["bodies", "profiles", "months", "plans", "states"] {
                rows[table] = try transaction.value(
                    Int.self, "SELECT count(*) FROM \(table) WHERE user = ?", [user])
            }
            return rows
        }
    }

    @Test("Nothing of a body, of food or of a plan is in the clear in any file")
    func sealed() async throws {
        let world = try await world()
        // Weight and intake as the wire and SQLite write them, and the name of a zone.
        let secrets =
            [79.875, 2_345.678].flatMap { value in
                [value.bitPattern.littleEndian, value.bitPattern.bigEndian].map { bits in
                    withUnsafeBytes(of: bits) { Data($0) }
                }
            } + [Data("Europe/Berlin".utf8)]
        for name in try FileManager.default.contentsOfDirectory(atPath: world.directory) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(world.directory)/\(name)"))
            for secret in secrets { #expect(bytes.range(of: secret) == nil, "\(name)") }
        }
    }

    @Test("OWN-1 Erasing leaves nothing of a person and everything of another")
    func erased() async throws {
        let world = try await world()
        let before = try await rows(world.store, of: World.ben)
        #expect(before == ["bodies": 1, "profiles": 1, "months": 3, "plans": 3, "states": 1])
        #expect(try await world.store.erase(World.ada) > 8)
        #expect(try await rows(world.store, of: World.ada).values.allSatisfy { $0 == 0 })
        #expect(try await rows(world.store, of: World.ben) == before)
        #expect(await code { try await world.body(revision: 9) } == .erased)
        #expect(await code { try await world.weigh(80) } == .erased)
        #expect(await code { try await world.generate() } == .erased)
    }

    @Test("OWN-2 The export holds body, plans and days, with numbers that are away on the screen, in pages that join")
    func export() async throws {
        let world = try await world()
        _ = try await world.service.show(ShowNumbers(user: World.ada, shown: false), id: .random())
        let export = PlansExport(store: world.store)
        var files: [String: [UInt8]] = [:]
        var cursor: String?
        repeat {
            let page = try await export.page(World.ada, cursor)
            for file in page.files { files[file.name, default: []] += file.content }
            cursor = page.next
        } while cursor != nil
        func read<T: Decodable>(_ name: String, _ type: T.Type) throws -> T {
            try JSONDecoder().decode(type, from: Data(files["plans/\(name).json"] ?? []))
        }
        let settings = try read("settings", PlansExport.Settings.self)
        #expect(settings.body == World.body())
        #expect(settings.numbersHidden)
        #expect(settings.announces)
        let plans = try read("plans", [Plan].self)
        #expect(plans.count == 3 && plans[0].targets != nil && plans[0].status == .active)
        let days = try read("days", [PlansExport.ExportedDay].self)
        #expect(days.count == 71 && days.last?.kilograms == 79.875 && days[0].kilocalories == 2_345.678)
        let nobody = try await export.page(UserID(high: 9, low: 9), "plans")
        #expect(nobody.files[0].content == Array("[\n]\n".utf8))
        #expect(await code { _ = try await export.page(World.ada, "plans/x") } == .invalid)
        #expect(await code { _ = try await export.page(World.ada, "goals") } == .invalid)
    }

    @Test("A restored producer's data replaces what it told before")
    func restored() async throws {
        let world = try await world()
        try await world.store.write { [service = world.service] transaction in
            try service.resetProducer(.api, World.ada, transaction)
            try service.resetProducer(.ingestion, World.ada, transaction)
        }
        try await world.body(revision: 1) { $0.weightKilograms = 90 }
        let reply = try await world.generate(force: true)
        #expect(reply.plan?.inputs?.kilograms == 90)
        #expect(reply.plan?.inputs?.isMeasured == false)
        let course = PlanCourse(user: World.ada, from: World.today.advanced(by: -9), through: World.today)
        #expect(try await world.service.course(course).days.allSatisfy { $0.kilocalories == nil })
        #expect(try await world.current(of: World.ben).plan?.inputs?.kilograms == 79.875)
    }
}
