import Bus
import Messages
import Storage
import Wire

/// Consent given, withdrawn and asked for, and the end of a person.
extension GatewayService {
    /// How long a withdrawal waits for calls in flight before it answers `pending`.
    static let patience = Duration.seconds(3)

    /// Writes the person's word down first; a withdrawal then ends this process's calls and waits a little for all of them.
    /// A request that is repeated writes nothing and answers the state as it is now: a grant that was withdrawn since is answered as withdrawn.
    /// - Throws: `BusError(.conflict)` where a grant's sender saw another text than today's, or another record than the latest.
    func setConsent(_ request: SetConsent, id: RequestID) async throws -> ConsentState {
        guard !request.granted || request.copyVersion == ConsentCopy.version else {
            throw BusError(.conflict, "The text of the consent has changed; read it again before you agree.")
        }
        let record: @Sendable () async throws -> Void = { [store] in
            _ = try await store.command(id, user: request.user) { transaction in
                let rows = ConsentRows(user: request.user, transaction: transaction)
                guard request.granted else { return try rows.withdraw(copyVersion: request.copyVersion, at: request.at) }
                return try rows.grant(copyVersion: request.copyVersion, at: request.at, following: request.follows)
            }
        }
        if request.granted { try await record() } else { _ = try await withdraw(.consent, request.user, record) }
        return try await consentState(request.user)
    }

    /// Before a person is erased: their consent is withdrawn, and their calls have ended.
    /// - Throws: `BusError(.busy)` where one may still be in flight: ask again.
    func letGo(_ user: UserID) async throws {
        guard try await !store.isErased(user) else { return }
        let now = clock()
        let step = try await withdraw(.person, user) { [store] in
            try await store.write { transaction in
                let rows = ConsentRows(user: user, transaction: transaction)
                guard let consent = try rows.current(), consent.granted else { return }
                _ = try rows.withdraw(copyVersion: consent.copyVersion, at: now)
            }
        }
        if step == .pending { throw Self.stillCalling }
    }

    /// In the transaction that erases a person.
    /// - Throws: `BusError(.busy)` where a call began since `letGo`, by a consent given meanwhile.
    static func checkErasable(_ user: UserID, _ transaction: Transaction) throws {
        guard Barrier.allowsErasing(openReceipts: try ReceiptRows(user: user, transaction: transaction).inFlight().count) else { throw stillCalling }
    }

    private static let stillCalling = BusError(.busy, "A call to the cloud model is still ending; ask again to erase.", retryAfter: 1_000)

    /// Runs a withdrawal up to the point where it is acknowledged, pending, or may erase.
    private func withdraw(_ purpose: Withdrawal.Purpose, _ user: UserID, _ record: () async throws -> Void) async throws -> Withdrawal.Step {
        var withdrawal = Withdrawal(purpose)
        let deadline = ContinuousClock.now + Self.patience
        while true {
            switch withdrawal.step {
            case .record:
                try await record()
                withdrawal.recorded()
            case .cancel:
                calls.cancel(user)
                withdrawal.cancelled()
            case .look:
                withdrawal.looked(isAnyInFlight: try await look(user).isAnyInFlight, isPatient: .now < deadline)
                if withdrawal.step == .look { try await Task.sleep(for: .milliseconds(20)) }
            case .erase, .acknowledged, .pending:
                return withdrawal.step
            }
        }
    }

    func consentState(_ user: UserID) async throws -> ConsentState {
        let (consent, record, isAnyInFlight) = try await look(user)
        let hasSharedKey = sharedKey() != nil
        let hasKey = try await store.read { try hasSharedKey || $0.value(Int.self, "SELECT 1 FROM cloud_keys WHERE user = ?", [user]) != nil }
        let granted = consent?.allows ?? false
        let endedBy = try await granted ? nil : store.read { try ConsentEnds.reason(user, version: consent?.version ?? 0, $0) }
        return ConsentState(
            granted: granted, version: consent?.version ?? 0, at: consent?.at, copyVersion: ConsentCopy.version,
            pending: !granted && !Barrier.acknowledges(isGranted: granted, isAnyInFlight: isAnyInFlight), banner: ConsentCopy.banner, hasKey: hasKey,
            record: record, endedBy: endedBy)
    }

    /// The last word on consent and, as of the same moment, whether a call may be in flight. Receipts of calls that are over are closed on the way.
    private func look(_ user: UserID) async throws -> (consent: Consent?, record: EntityID?, isAnyInFlight: Bool) {
        // One snapshot: a receipt opened between two reads would belong to neither.
        let (consent, record, open) = try await store.read { transaction in
            let rows = ConsentRows(user: user, transaction: transaction)
            return (try rows.current(), try rows.latest(), try ReceiptRows(user: user, transaction: transaction).inFlight())
        }
        let over = open.filter { !Barrier.mayBeInFlight(holder(of: $0.id, $0.holder)) }
        for receipt in over { await close(receipt.id, of: user, outcome: "interrupted") }
        return (consent, record, open.count > over.count)
    }

    private func holder(of receipt: EntityID, _ name: String) -> Barrier.Holder {
        name == holder.name ? .itself(isCalling: calls.contains(receipt)) : .other(isLocked: !holder.isDead(name))
    }

    /// Ends this process's calls of people who withdrew at another gateway. An economy, not the barrier: that is the consent check in the transaction of each
    /// receipt, and the open receipts.
    func follow(_ events: AsyncStream<WatchEvent>) async {
        for await event in events {
            let users: Set<UserID>
            switch event {
            case .event(let event) where event.type == ConsentChanged.type.rawValue: users = Set([event.user].compactMap(\.self))
            case .missed(.gateway): users = calls.users
            case .event, .missed: continue
            }
            for user in users where (try? await store.read { try ConsentRows(user: user, transaction: $0).current()?.allows ?? false }) == false {
                calls.cancel(user)
            }
        }
    }
}
