import Bus
import Hummingbird
import Logging
import Messages

@testable import API

extension APIApplication {
    /// The HTTP server over an empty store.
    /// - Parameter other: nil for a bus on which nobody answers.
    static func test(_ world: TestStore, bus other: (any Requesting)? = nil) throws -> APIApplication {
        let accounts = Accounts(store: world.store, cost: .light)
        let bus = try BusConnection(
            BusConfiguration(
                service: .api, release: "test", brokers: [try BusEndpoint("ipc://\(world.path)/bus")], token: "none"))
        return APIApplication(
            accounts: accounts, profiles: Profiles(store: world.store),
            erasures: Erasures(store: world.store, bus: bus), bus: other ?? bus,
            streams: EventStreams(credentials: accounts.credentials), log: Logger(label: "test"))
    }

    /// Every declared route.
    static func declared() throws -> Endpoints {
        let world = try TestStore()
        defer { world.remove() }
        return try test(world).endpoints
    }
}
