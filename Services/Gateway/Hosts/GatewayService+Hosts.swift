import Messages
import Storage

/// Periodic work of gateways on several hosts (GAT-2): signs of life, closing receipts of dead processes, listing the
/// hosts of the others, cancelling calls after a withdrawal. The withdrawal barrier holds also if this work is late or
/// fails; a withdrawal then stays pending.
extension GatewayService {
    /// Pause between two looks at the consent of people with a call in flight.
    static let pollInterval = Duration.seconds(1)
    /// Pause between two signs of life, each with a search for receipts of dead processes.
    static let signInterval = Duration.seconds(10)
    /// A host that gave a sign of life within this time, ms, cannot be declared fenced. Longer than a call lasts until
    /// the kernel ends its process (20 s and `killGrace`): a host that was cut from the network for as long, and ran,
    /// has no call in flight.
    static let minimumSilence: Milliseconds = 60_000

    /// Runs until the task is cancelled; returns immediately on SQLite, whose gateways are on one machine.
    func followHosts() async {
        guard let host else { return }
        var (next, isFailing, refusal) = (ContinuousClock.now, false, String?.none)
        while !Task.isCancelled {
            if .now >= next {
                next = .now + Self.signInterval
                do {
                    let now = try await giveSign(of: host)
                    if let now, now != refusal { log.warning("\(now)") }
                    (isFailing, refusal) = (false, now)
                } catch {
                    if !isFailing {
                        log.error(
                            "Receipts of ended processes cannot be looked for.",
                            metadata: ["error": "\(ServiceError.logText(error))"])
                    }
                    isFailing = true
                }
            }
            await cancelCallsWithoutConsent(of: calls.users)
            do { try await Task.sleep(for: Self.pollInterval) } catch { return }
        }
    }

    /// Notes that this host lives, closes the receipts of its processes that ended, and lists every host of another open
    /// receipt.
    /// - Returns: why nothing is sent from here; nil if calls are possible.
    func giveSign(of host: HostIdentity) async throws -> String? {
        try await store.write { try HostRows(transaction: $0).note(host) }
        let (open, unlisted, refusal) = try await store.read { transaction in
            let rows = HostRows(transaction: transaction)
            let isFenced = try rows.fenced(host.id) != nil
            return (
                try ReceiptRows.open(transaction), try rows.unlisted(),
                isFenced ? Self.fencedRefusal : try Self.refusal(transaction)
            )
        }
        for receipt in open { await closeIfOver(receipt) }
        if !unlisted.isEmpty { try await store.write { try HostRows(transaction: $0).listHolders() } }
        return refusal
    }

    /// Takes this host off the list after a drain, unless one of its receipts is open. Before, ends calls that
    /// outlasted the drain, and closes the receipts of the host's ended processes. If another gateway of the host runs
    /// on, its next sign of life or call puts the host back.
    func signOff() async {
        guard let host else { return }
        await calls.end()
        do {
            for receipt in try await store.read({ try ReceiptRows.open($0) }) { await closeIfOver(receipt) }
            try await store.write { try HostRows(transaction: $0).remove(host.id) }
        } catch {
            log.warning(
                "This host stays in the list of hosts.", metadata: ["error": "\(ServiceError.logText(error))"])
        }
    }

    /// Cancels this process's calls of people who withdrew at another gateway, and all of a fenced host. This only saves
    /// time: the barrier is the consent check in each receipt's transaction together with the open receipts.
    func cancelCallsWithoutConsent(of users: Set<UserID>) async {
        guard !users.isEmpty else { return }
        let (copy, host) = (settings.copy, host?.id)
        let forbidden = try? await store.read { transaction in
            try users.filter { user in
                do {
                    _ = try Self.checkConsent(user, copy, host, transaction)
                    return false
                } catch is Refusal {
                    return true
                }
            }
        }
        for user in forbidden ?? [] { calls.cancel(user) }
    }

    func hosts() async throws -> HostsQuery.Reply {
        guard host != nil else { return HostsQuery.Reply(hosts: [], refusal: nil) }
        return try await store.read { transaction in
            HostsQuery.Reply(
                hosts: try HostRows(transaction: transaction).all(), refusal: try Self.refusal(transaction))
        }
    }

    /// Declares a host fenced, or lifts its fence.
    /// - Throws: `ServiceError(.notFound)` for an unknown host; `ServiceError(.conflict)` if it gave a sign of life
    ///   within `minimumSilence`.
    func fence(_ request: FenceHost) async throws -> FenceHost.Reply {
        guard host != nil else {
            throw ServiceError(
                .refused, "All gateways of an SQLite file are on one machine, so there is no host to declare fenced.")
        }
        let people = try await store.write { transaction in
            let rows = HostRows(transaction: transaction)
            guard let known = try rows.all().first(where: { $0.id == request.host }) else {
                throw ServiceError(
                    .notFound,
                    "The host \(request.host) is not listed: no gateway of this database ran there, or the last one ended in order."
                )
            }
            guard !request.lifts else {
                try rows.lift(known.id)
                return [UserID]()
            }
            guard known.fenced != nil || known.silence >= Self.minimumSilence else {
                throw ServiceError(
                    .conflict,
                    "A gateway of \(known.name) gave a sign of life \(max(known.silence, 0) / 1000) s ago; switch the machine off, or cut it from the network until its gateways have ended, and repeat after a minute."
                )
            }
            return try rows.fence(known.id)
        }
        log.warning(
            request.lifts ? "The fence of a host was lifted." : "A host was declared fenced; its receipts are closed.",
            metadata: ["event": "hostFenced", "host": "\(request.host)", "people": "\(people.count)"])
        return FenceHost.Reply(people: people)
    }
}
