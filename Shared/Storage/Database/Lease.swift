import Messages
import SystemKit

/// The right to do what one process at a time does, as a row of a PostgreSQL database; on SQLite kernel locks serve.
///
/// The lease keeps others away while its holder renews it; its fencing number decides (M. Kleppmann, “How to do
/// distributed locking”, 2016): a transaction that requires the lease fails once another holder has it. Time is the
/// server's, so no clocks of two machines are compared.
struct Lease: Sendable, Equatable {
    /// How long it lasts without renewal, ms.
    static let length: Milliseconds = 15_000

    let name: String
    /// Random, so that a number that is given out again after the row was deleted cannot be mistaken.
    let holder: EntityID
    let fence: Int64

    fileprivate var key: Arguments { [name, holder, fence] }
}

extension Transaction {
    private static let clock = PostgresMigrator.clock

    /// Takes a lease that is free or has ended.
    /// - Returns: nil if another holder has it.
    /// - Throws: `ServiceError(.erased)`.
    /// - Parameter user: the person concerned, with whose data the lease is erased.
    func takeLease(_ name: String, of user: UserID? = nil) throws -> Lease? {
        if let user { try check(user) }
        let holder = EntityID.random(using: &scope.random)
        let taken = try execute(
            """
            INSERT INTO storage_leases (name, holder, fence, until, user) VALUES (?1, ?2, 1, \(Self.clock) + ?3, ?4)
            ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, fence = storage_leases.fence + 1,
                until = excluded.until
                WHERE storage_leases.until < \(Self.clock)
            """, [name, holder, Lease.length, user])
        guard taken == 1,
            let fence = try value(Int64.self, "SELECT fence FROM storage_leases WHERE name = ?", [name])
        else { return nil }
        return Lease(name: name, holder: holder, fence: fence)
    }

    /// - Returns: false if another holder has the lease.
    func renew(_ lease: Lease) throws -> Bool {
        try execute(
            "UPDATE storage_leases SET until = \(Self.clock) + ? WHERE name = ? AND holder = ? AND fence = ?",
            [Lease.length] + lease.key) == 1
    }

    /// Ends a lease; changes nothing if another holder has it.
    func release(_ lease: Lease) throws {
        try execute("UPDATE storage_leases SET until = 0 WHERE name = ? AND holder = ? AND fence = ?", lease.key)
    }

    /// - Throws: `StorageError(.lostClaim)` if another holder has the lease: then this transaction must have no effect.
    func require(_ lease: Lease) throws {
        guard
            try row("SELECT 1 FROM storage_leases WHERE name = ? AND holder = ? AND fence = ?", lease.key) != nil
        else {
            throw StorageError(.lostClaim, "Another process does “\(lease.name)” now; nothing was changed.")
        }
    }
}

extension Store {
    /// Runs `body` under a lease, which is renewed meanwhile. Its task is cancelled when the lease is lost, and writes of
    /// the store that it receives then fail. An SQLite file needs no lease: `body` takes its own kernel locks.
    /// - Parameter user: the person concerned, with whose data the lease is erased.
    /// - Returns: nil if another process holds the lease.
    /// - Throws: errors of `body` and of `write`.
    public func leased<T: Sendable>(
        _ name: String, of user: UserID? = nil, _ body: @escaping @Sendable (Store) async throws -> T
    ) async throws -> T? {
        guard address.spansMachines else { return try await body(self) }
        guard let lease = try await write(for: user, { try $0.takeLease(name, of: user) }) else { return nil }
        let result = await withTaskGroup(of: Result<T, any Error>?.self) { group in
            group.addTask {
                do { return .success(try await body(self.requiring(lease))) } catch { return .failure(error) }
            }
            group.addTask {
                await self.renew(lease)
                return nil
            }
            var result: Result<T, any Error>?
            for await ended in group {
                result = ended ?? result
                group.cancelAll()
            }
            return result
        }
        // Runs even if this task was cancelled, so that others need not wait for the lease to end.
        await Task { try? await write { try $0.release(lease) } }.value
        return try result?.get()
    }

    /// Returns when the lease is lost, or may be, or the task is cancelled.
    private func renew(_ lease: Lease) async {
        let time = Duration.milliseconds(Lease.length)
        var end = ContinuousClock.now + time
        while (try? await Task.sleep(for: time / 3)) != nil {
            let began = ContinuousClock.now
            let isRenewed = try? await write { try $0.renew(lease) }
            if isRenewed == true { end = began + time }
            if isRenewed == false || ContinuousClock.now > end { return }
        }
    }

    /// Runs `body` while no other process on this database does the same under this name, again and again until the task
    /// is cancelled: on SQLite under the kernel's lock on a file, on PostgreSQL under a lease.
    /// - Parameter failed: receives an error that keeps it from starting.
    func alone(
        _ name: String, failed: (any Error) -> Void, _ body: @escaping @Sendable (Store) async -> Void
    ) async {
        while !Task.isCancelled {
            do {
                switch address {
                case .file(let path):
                    if let lock = try FileLock.attempt(path: "\(path).\(name)") {
                        await body(self)
                        _ = consume lock
                        return
                    }
                case .server: _ = try await leased(name, body)
                }
            } catch {
                failed(error)
            }
            do { try await Task.sleep(for: .seconds(1)) } catch { return }
        }
    }
}
