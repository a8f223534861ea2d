import Messages
import SystemKit

extension Transaction {
    private static let clock = PostgresMigrator.clock

    /// Takes a lease that is free or has ended.
    /// - Parameter user: the person concerned, with whose data the lease is erased.
    /// - Returns: nil if another holder has it.
    /// - Throws: `ServiceError(.erased)`.
    func takeLease(_ name: String, of user: UserID? = nil) throws -> Lease? {
        if let user { try check(user) }
        let holder = EntityID.random(using: &scope.random)
        guard let lease = Lease.next(name, after: try stored(name), for: holder) else { return nil }
        try execute(
            """
            INSERT INTO storage_leases (name, holder, fence, until, user) VALUES (?1, ?2, ?3, \(Self.clock) + ?4, ?5)
            ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, fence = excluded.fence, until = excluded.until
            """, [name, holder, lease.fence, Lease.length, user])
        return lease
    }

    /// - Returns: false if another holder has the lease.
    func renew(_ lease: Lease) throws -> Bool {
        guard try isHeld(lease) else { return false }
        try execute(
            "UPDATE storage_leases SET until = \(Self.clock) + ? WHERE name = ?", [Lease.length, lease.name])
        return true
    }

    /// Ends a lease; changes nothing if another holder has it.
    func release(_ lease: Lease) throws {
        guard try isHeld(lease) else { return }
        try execute("UPDATE storage_leases SET until = 0 WHERE name = ?", [lease.name])
    }

    /// - Parameter isolation: of this transaction. By rows it locks the lease until its end, so that nobody takes it.
    /// - Throws: `StorageError(.lostClaim)` if another holder has the lease: then this transaction must have no effect.
    func require(_ lease: Lease, in isolation: WriteJob.Isolation = .serial) throws {
        guard try stored(lease.name, isolation == .rows ? "FOR SHARE" : "")?.isHeld(by: lease) ?? false else {
            throw StorageError(.lostClaim, "Another process does “\(lease.name)” now; nothing was changed.")
        }
    }

    private func isHeld(_ lease: Lease) throws -> Bool { try stored(lease.name)?.isHeld(by: lease) ?? false }

    /// The stored lease. Another process that changes it before this transaction commits conflicts with it, because
    /// both are serializable.
    private func stored(_ name: String, _ lock: String = "") throws -> Lease.Stored? {
        try row(
            "SELECT holder, fence, until - \(Self.clock) AS remaining FROM storage_leases WHERE name = ? \(lock)",
            [name]
        ).map { try Lease.Stored(holder: $0["holder"], fence: $0["fence"], remaining: $0["remaining"]) }
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
        let clock = ContinuousClock()
        let start = clock.now
        var term = Lease.Term(now: .zero)
        while (try? await Task.sleep(for: term.pause)) != nil {
            let begin = clock.now - start
            let isRenewed = try? await write { try $0.renew(lease) }
            guard term.continues(after: isRenewed, begin: begin, now: clock.now - start) else { return }
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
