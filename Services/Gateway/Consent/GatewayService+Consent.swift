import Bus
import Messages
import Storage
import Wire

/// Consent changes, consent queries and the preparation of erasures.
extension GatewayService {
    /// Longest time that a withdrawal waits for calls in flight before it replies `pending`.
    static let timeout = Duration.seconds(3)

    /// Records the grant or withdrawal first. A withdrawal then cancels this process's calls and waits up to `timeout`
    /// for all gateways' calls.
    ///
    /// A repeated request writes nothing and returns the current state, so a grant that was withdrawn since is reported
    /// as withdrawn.
    /// - Throws: `ServiceError(.conflict)` if a grant's sender saw an outdated text or an outdated record;
    ///   `ServiceError(.refused)` for a grant where the database may lose its withdrawal.
    func setConsent(_ request: SetConsent, id: RequestID) async throws -> ConsentState {
        guard !request.granted || request.copyVersion == settings.copy.version else {
            throw ServiceError(.conflict, "The text of the consent has changed; read it again before you agree.")
        }
        let record: @Sendable () async throws -> Void = { [store] in
            _ = try await store.command(id, user: request.user) { transaction in
                let rows = ConsentRows(user: request.user, transaction: transaction)
                guard request.granted else {
                    return try rows.withdraw(copyVersion: request.copyVersion, at: request.at)
                }
                if let reason = try Self.refusal(transaction) { throw ServiceError(.refused, reason) }
                return try rows.grant(copyVersion: request.copyVersion, at: request.at, following: request.follows)
            }
        }
        if request.granted {
            try await record()
        } else {
            _ = try await withdraw(.consent, request.user, record)
            // A server that is restored to a point before the withdrawal is noticed by it.
            try await store.noteInstant()
        }
        return try await consentState(request.user)
    }

    /// Prepares a person's erasure: withdraws their consent and ends their calls.
    /// - Throws: `ServiceError(.busy)` if a call may still be in flight; the caller retries.
    func prepareErasure(_ user: UserID) async throws {
        guard try await !store.isErased(user) else { return }
        let now = clock()
        let step = try await withdraw(.person, user) { [store] in
            try await store.write { transaction in
                let rows = ConsentRows(user: user, transaction: transaction)
                guard let consent = try rows.current(), consent.granted else { return }
                _ = try rows.withdraw(copyVersion: consent.copyVersion, at: now)
            }
        }
        if step == .pending { throw Self.callInFlightError }
    }

    /// Checks, in the transaction that erases a person, that no receipt is open.
    /// - Throws: `ServiceError(.busy)` if a consent granted in the meantime allowed a call since `prepareErasure`.
    static func requireNoOpenReceipts(_ user: UserID, _ transaction: Transaction) throws {
        guard
            WithdrawalBarrier.allowsErasing(
                openReceipts: try ReceiptRows(user: user, transaction: transaction).inFlight().count)
        else { throw callInFlightError }
    }

    private static let callInFlightError = ServiceError(
        .busy, "A call to the cloud model is still ending; ask again to erase.", retryAfter: 1_000)

    /// Runs the withdrawal until it is acknowledged, pending, or allowed to erase.
    private func withdraw(_ purpose: Withdrawal.Purpose, _ user: UserID, _ record: () async throws -> Void) async throws
        -> Withdrawal.Step
    {
        var withdrawal = Withdrawal(purpose)
        let deadline = ContinuousClock.now + Self.timeout
        while true {
            switch withdrawal.step {
            case .record:
                try await record()
                withdrawal.recorded()
            case .cancel:
                calls.cancel(user)
                withdrawal.cancelled()
            case .look:
                withdrawal.looked(isAnyInFlight: try await look(user).isAnyInFlight, hasTime: .now < deadline)
                if withdrawal.step == .look { try await Task.sleep(for: .milliseconds(20)) }
            case .erase, .acknowledged, .pending:
                return withdrawal.step
            }
        }
    }

    func consentState(_ user: UserID) async throws -> ConsentState {
        let (consent, record, isAnyInFlight) = try await look(user)
        let hasSharedKey = sharedKey() != nil
        let hasKey = try await store.read {
            try hasSharedKey || KeyRows(user: user, transaction: $0).hasKey()
        }
        let granted = consent?.allows(settings.copy) ?? false
        var endedBy: String?
        if !granted {
            // A grant for another wording ended when the provider or the model was changed.
            endedBy =
                consent?.granted ?? false
                ? "wording"
                : try await store.read {
                    try ConsentEndRows(user: user, transaction: $0).reason(version: consent?.version ?? 0)
                }
        }
        return ConsentState(
            granted: granted, version: consent?.version ?? 0, at: consent?.at, copyVersion: settings.copy.version,
            pending: !granted && !WithdrawalBarrier.acknowledges(isGranted: granted, isAnyInFlight: isAnyInFlight),
            banner: settings.copy.banner, hasKey: hasKey,
            record: record, endedBy: endedBy, model: settings.copy.name)
    }

    /// Reads the latest consent record and, from the same snapshot, whether a call may be in flight. Closes receipts
    /// whose calls are over.
    private func look(_ user: UserID) async throws -> (consent: Consent?, record: EntityID?, isAnyInFlight: Bool) {
        // One snapshot: two reads could miss a receipt opened in between. The read is SERIALIZABLE: `WithdrawalBarrier`
        // says why.
        let (consent, record, open) = try await store.read { transaction in
            let rows = ConsentRows(user: user, transaction: transaction)
            return (
                try rows.current(), try rows.latest(), try ReceiptRows(user: user, transaction: transaction).inFlight()
            )
        }
        var isAnyInFlight = false
        for receipt in open {
            let isOver = await closeIfOver(receipt)
            isAnyInFlight = isAnyInFlight || !isOver
        }
        return (consent, record, isAnyInFlight)
    }

    /// The number of people whose withdrawal is pending, for metrics: nothing is acknowledged by it, so no admission has
    /// to run again for it. Closes receipts whose calls are over.
    func pendingWithdrawals() async throws -> Int {
        var people: Set<UserID> = []
        for receipt in try await store.read(isSerial: false, { try ReceiptRows.withoutConsent($0) }) {
            if await !closeIfOver(receipt) { people.insert(receipt.user) }
        }
        return people.count
    }

    /// Closes an open receipt unless its call may be in flight.
    /// - Returns: false if the call may be in flight.
    @discardableResult
    func closeIfOver(_ receipt: OpenReceipt) async -> Bool {
        guard !WithdrawalBarrier.mayBeInFlight(writer(of: receipt)) else { return false }
        await close(receipt.id, of: receipt.user, outcome: nil)
        return true
    }

    /// A receipt without a host was written on SQLite, whose gateways are all on one machine.
    private func writer(of receipt: OpenReceipt) -> WithdrawalBarrier.Writer {
        if receipt.holder == holder.name { return .itself(isCalling: calls.contains(receipt.id)) }
        guard receipt.host == nil || receipt.host == host?.id else { return .elsewhere }
        return .other(isLocked: !holder.isDead(receipt.holder))
    }

    /// Cancels calls as soon as the mirror tells of a withdrawal at another gateway, which it need not.
    func follow(_ events: AsyncStream<WatchEvent>) async {
        for await event in events {
            switch event {
            case .event(let event) where event.type == ConsentChanged.type.rawValue:
                await cancelCallsWithoutConsent(of: calls.users.filter { $0 == event.user })
            case .missed(.gateway): await cancelCallsWithoutConsent(of: calls.users)
            case .event, .missed: continue
            }
        }
    }
}
