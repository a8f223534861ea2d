import Foundation
import Messages
import ServiceKit
import Storage
import SystemKit

/// Databases that are older than what ended since: copies from a backup, or a restored PostgreSQL server.
struct RestoredDatabases {
    let databases: [(service: ServiceName, address: DatabaseAddress)]
    /// Opens them, also where an older master key has sealed.
    let key: MasterKey

    init(_ databases: [(service: ServiceName, address: DatabaseAddress)], _ key: MasterKey) {
        (self.databases, self.key) = (databases, key)
    }

    init(_ layout: DataLayout, _ key: MasterKey) {
        self.init(layout.services.map { ($0, .file(layout.database($0))) }, key)
    }

    private func with<T>(
        _ database: (service: ServiceName, address: DatabaseAddress), _ body: (Store) async throws -> T
    ) async throws -> T {
        let store = try Store(at: database.address, service: database.service, key: key, migrations: [])
        let result = try await body(store)
        try store.close()
        return result
    }

    /// The users erased by any service.
    /// - Parameter isStrict: true to fail if a database cannot be read, and to check the pages of files; false to warn
    ///   and go on, because a database being replaced may be damaged.
    func erasedUsers(isStrict: Bool) async throws -> Set<UserID> {
        var users: Set<UserID> = []
        for database in databases {
            do {
                try await with(database) { store in
                    if isStrict, !database.address.spansMachines { try await store.checkPages() }
                    users.formUnion(try await store.erasedUsers())
                }
            } catch  where !isStrict {
                Terminal.tell(
                    "The database of \(database.service) that is replaced cannot be read (\(CLIError(error))); the other services know whom they erased."
                )
            }
        }
        return users
    }

    /// Erases these people where they were not erased before.
    /// - Returns: number of these users that the databases contained.
    func erase(_ users: Set<UserID>) async throws -> Int {
        var found: Set<UserID> = []
        for database in databases {
            try await with(database) { store in
                let known = Set(try await store.erasedUsers())
                for user in users.subtracting(known).sorted() where try await store.erase(user) > 0 {
                    found.insert(user)
                }
                // Completes an erasure that was interrupted after its rows were deleted.
                try await store.removeRemains()
            }
        }
        return found.count
    }

    /// Wraps every data key with the current master key, and marks every database as restored, so that its service ends
    /// credentials and consents that may have ended since the backup.
    /// - Parameter after: the latest instant of a service's database that is known.
    func mark(after: (ServiceName) throws -> Int64 = { _ in 0 }) async throws {
        let restored = Restored(id: .random(), at: WallClock.milliseconds())
        for database in databases {
            try await with(database) { store in
                if try await !store.rewrapping().isDone { try await store.rewrapKeys() }
                try await store.markRestored(restored, after: try after(database.service))
            }
        }
    }

    /// Says how many people were erased again.
    static func sayErased(_ count: Int) {
        guard count > 0 else { return }
        Terminal.say(
            "\(count == 1 ? "One person who was" : "\(count) people who were") erased since \(count == 1 ? "is" : "are") erased in it too."
        )
    }
}
