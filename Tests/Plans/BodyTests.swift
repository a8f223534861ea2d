import Messages
import Testing

@testable import Plans
@testable import Storage

@Suite struct BodyTests {
    @Test("PLN-1 The latest revision of a body profile counts, whatever the order of the events")
    func order() async throws {
        let world = try World()
        let kept = try await world.store.write { transaction in
            let rows = BodyRows(user: World.ada, transaction: transaction)
            try rows.put(BodyProfile(user: World.ada, revision: 2, weightKilograms: 75))
            try rows.put(BodyProfile(user: World.ada, revision: 1, weightKilograms: 80))
            return try rows.body()
        }
        #expect(kept?.weightKilograms == 75)
        let restored = try await world.store.write { transaction in
            let rows = BodyRows(user: World.ada, transaction: transaction)
            try rows.forgetRevision()
            try rows.put(BodyProfile(user: World.ada, revision: 1, weightKilograms: 80))
            return try rows.body()
        }
        #expect(restored?.weightKilograms == 80)
    }
}
