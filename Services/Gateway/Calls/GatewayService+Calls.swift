import Foundation
import Language
import Messages
import Storage

extension GatewayService {
    /// Timeout of a single attempt, whatever the remaining budget.
    private static let attemptTimeout = Duration.seconds(20)
    /// Reserved from the caller's budget for validating the reply and returning it.
    private static let reserve = Duration.seconds(2)
    /// Time beyond its timeout that a call may take to open and close its receipt and to close its socket before the
    /// kernel kills the process. A PostgreSQL server may be away for a failover.
    private var killGrace: Duration { host == nil ? .seconds(5) : .seconds(30) }

    /// Phrases through all gates in order (GAT-4). Any failure yields a reply with the gate's name, and the caller
    /// falls back to its own text.
    func phrase(_ request: Phrase, until deadline: ContinuousClock.Instant) async throws -> PhraseReply {
        do {
            return try await phraseThroughGates(request, deadline)
        } catch let refusal as Refusal {
            log.info("Phrasing was refused by a gate.", metadata: ["gate": "\(refusal.gate.rawValue)"])
            return PhraseReply(gate: refusal.gate.rawValue, receipt: refusal.receipt)
        }
    }

    private func phraseThroughGates(_ request: Phrase, _ deadline: ContinuousClock.Instant) async throws -> PhraseReply
    {
        let words = try PromptBuilder(request, moment: settings.moment)
        try await requireAllowed(words, request.user)
        let body = try settings.body(words.text)
        let (receipt, answer) = try await call(request.user, body, deadline)
        do {
            let reply = try await judge(answer, words)
            return PhraseReply(coachReply: reply.coachReply, nextAction: reply.nextAction, receipt: receipt)
        } catch let refusal as Refusal {
            await close(receipt, of: request.user, outcome: "secondWall: \(refusal.reason)")
            throw Refusal(.secondWall, refusal.reason, receipt: receipt)
        }
    }

    /// Validates the cloud reply (COA-9): schema, the reply checks, and the safety verdict.
    private func judge(_ answer: [UInt8], _ words: PromptBuilder) async throws -> CloudReply {
        guard let raw = CloudReply(response: answer, shape: settings.address.shape) else {
            throw Refusal(.secondWall, ReplyFault.schema.rawValue)
        }
        let reply = try ReplyValidator.validate(raw, words)
        do {
            let text = [reply.coachReply, reply.nextAction ?? ""].joined(separator: " ")
            try await checkSafety(text, .secondWall, isAdvice: true)
        } catch is Refusal {
            throw Refusal(.secondWall, ReplyFault.safety.rawValue)
        }
        return reply
    }

    /// What a call would send now, and the gate that would keep it here. Nothing is sent, and nothing is written.
    func preview(_ request: PhrasePreview) async throws -> PreviewedCall {
        do {
            let words = try PromptBuilder(request.phrase, moment: settings.moment)
            var reply = PreviewedCall(
                body: String(decoding: try settings.body(words.text), as: UTF8.self),
                destination: settings.address.destination)
            do { try await requireAllowed(words, request.user) } catch let refusal as Refusal {
                reply.gate = refusal.gate.rawValue
            }
            return reply
        } catch let refusal as Refusal {
            throw ServiceError(.invalid, refusal.reason)
        }
    }

    /// The gates before the limits: consent, safety, redaction.
    private func requireAllowed(_ words: PromptBuilder, _ user: UserID) async throws {
        try await requireConsent(user)
        try await checkSafety(words.text, .safety)
        guard Redaction.isClean(words.text) else {
            throw Refusal(.redaction, "The text that would leave holds something like an identifier.")
        }
    }

    /// A test call without personal data. Like any call, it needs consent and leaves a receipt (GAT-7).
    func testConnection(_ request: TestConnection, until deadline: ContinuousClock.Instant) async throws
        -> TestConnection.Reply
    {
        do {
            try await requireConsent(request.user)
            let body = try settings.body(Self.testPrompt)
            let (receipt, answer) = try await call(request.user, body, deadline)
            guard CloudReply(response: answer, shape: settings.address.shape) != nil else {
                await close(receipt, of: request.user, outcome: "secondWall: schema")
                return TestConnection.Reply(
                    ok: false,
                    message:
                        "The cloud model answered, but not in the form asked for; choose one that supports strict JSON schemas."
                )
            }
            return TestConnection.Reply(ok: true, message: "The connection works.")
        } catch let refusal as Refusal {
            return TestConnection.Reply(ok: false, message: refusal.reason)
        }
    }

    private static let testPrompt = "This is a connection test. Say that the connection works."

    // MARK: Gates

    /// - Throws: `Refusal(.consent)`.
    private func requireConsent(_ user: UserID) async throws {
        let (copy, host) = (settings.copy, host?.id)
        _ = try await store.read { try Self.checkConsent(user, copy, host, $0) }
    }

    /// Fails closed: no verdict before the deadline counts as a refusal (SAF-6).
    private func checkSafety(_ text: String, _ gate: Gate, isAdvice: Bool = false) async throws {
        do {
            let verdict = try await bus.request(
                Classify(text: text, country: "", isAdvice: isAdvice, effort: .thorough))
            guard verdict.level == .safe else { throw Refusal(gate, "Safety did not find the text safe.") }
        } catch let error as ServiceError {
            throw Refusal(gate, "Safety gave no answer (\(error.code)); nothing leaves without one.")
        }
    }

    // MARK: The way out

    /// Calls the cloud model, with retries by `RetryPolicy`; each attempt has its own receipt.
    /// - Returns: the last receipt and the reply's body.
    private func call(_ user: UserID, _ body: [UInt8], _ deadline: ContinuousClock.Instant) async throws -> (
        EntityID, [UInt8]
    ) {
        let end = deadline - Self.reserve
        let key = try await key(of: user)
        var attempt = 1
        var last: EntityID?
        while true {
            let receipt = EntityID.random()
            let timeout = min(Self.attemptTimeout, end - .now)
            guard timeout >= RetryPolicy.minimumTime else { throw Refusal(.call, "There was no time left for a call.") }
            let call = CloudCall(url: settings.address.url, key: key.text, body: body, timeout: timeout)
            let outcome: CloudOutcome
            do {
                outcome = try await self.attempt(call, key, user, receipt, isRetry: attempt > 1)
            } catch let refusal as Refusal {
                // A gate refused the retry, but the earlier attempts left the machine.
                throw Refusal(refusal.gate, refusal.reason, receipt: last)
            }
            if case .answered(let answer) = outcome { return (receipt, answer) }
            guard
                let delay = RetryPolicy.delay(
                    after: outcome, attempt: attempt, remaining: end - .now, random: .random(in: 0..<1))
            else {
                try await storeBackoff(outcome, key, of: user)
                throw Refusal(.call, outcome.sentence, receipt: receipt)
            }
            do { try await Task.sleep(for: delay) } catch {
                throw Refusal(.call, CloudOutcome.cancelled.sentence, receipt: receipt)
            }
            (attempt, last) = (attempt + 1, receipt)
        }
    }

    /// Runs one attempt in the order of `CallStep`. The call is registered in this process before its receipt is
    /// written: a withdrawal is either seen by the receipt's transaction, or it sees the call.
    private func attempt(_ call: CloudCall, _ key: CloudKey, _ user: UserID, _ receipt: EntityID, isRetry: Bool)
        async throws -> CloudOutcome
    {
        let deadline = ContinuousClock.now + call.timeout
        let admitted = clock()
        let task = calls.start(receipt, user) { [self] in
            var step = CallStep.arm
            var timer: KernelTimer?
            var outcome = CloudOutcome.cancelled
            var refusal: (any Error)?
            while step != .ended {
                var isDone = true
                switch step {
                case .arm, .admit:
                    do {
                        if step == .arm {
                            timer = try KernelTimer(after: deadline - .now + killGrace)
                        } else {
                            try await admit(call, key, user, receipt, isRetry: isRetry, at: admitted)
                        }
                    } catch {
                        (isDone, refusal) = (false, error)
                    }
                case .exchange: outcome = await exchange(call, until: deadline)
                case .close:
                    isDone = await close(receipt, of: user, outcome: outcome.text)
                    if !isDone { await Self.pause() }
                case .disarm: timer?.disarm()
                case .leave: calls.remove(receipt)
                case .ended: break
                }
                step = step.next(isDone: isDone)
            }
            if let refusal { throw refusal }
            return outcome
        }
        let outcome: CloudOutcome
        do {
            outcome = try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch let unavailable as KernelTimer.Unavailable {
            throw Refusal(.call, "\(unavailable)")
        } catch is CancellationError {
            // Cancelled before the receipt was written, so nothing was sent.
            throw Refusal(.call, CloudOutcome.cancelled.sentence)
        }
        await record(outcome, admitted: admitted)
        return outcome
    }

    /// Waits between attempts to close a receipt, even if the call was cancelled.
    private static func pause() async { await Task { try? await Task.sleep(for: .milliseconds(200)) }.value }

    /// Sends the bytes. The socket is closed on return.
    private func exchange(_ call: CloudCall, until deadline: ContinuousClock.Instant) async -> CloudOutcome {
        guard !Task.isCancelled else { return .cancelled }
        var call = call
        call.timeout = deadline - .now
        return call.timeout > .zero ? await cloud.send(call) : .timeout
    }

    /// Checks consent and all limits and writes the open receipt. Retries are exempt from the spacing of calls only.
    private func admit(
        _ call: CloudCall, _ key: CloudKey, _ user: UserID, _ receipt: EntityID, isRetry: Bool, at now: Milliseconds
    ) async throws {
        let (destination, holder) = (settings.address.destination, holder.name)
        let hasKey = call.key != nil || settings.address.isPrivate
        let (copy, host) = (settings.copy, host)
        try await store.write { transaction in
            let consent = try Self.checkConsent(user, copy, host?.id, transaction)
            if let host { try HostRows(transaction: transaction).list(host) }
            try CallRows(user: user, transaction: transaction).admit(now, isRetry: isRetry)
            try BackoffRows(key: key, user: user, destination: destination, transaction: transaction).check(now)
            try BreakerRows(destination: destination, transaction: transaction).admit(now)
            guard hasKey else { throw Refusal(.call, "No API key is set; add one in settings.") }
            try ReceiptRows(user: user, transaction: transaction).add(
                Receipt(
                    id: receipt, at: now, consentVersion: consent.version, destination: destination,
                    body: String(decoding: call.body, as: UTF8.self),
                    outcome: ReceiptRows.open), holder: holder, host: host?.id)
        }
    }

    /// Stores the back-off, such as a Retry-After, so that later calls honour it.
    private func storeBackoff(_ outcome: CloudOutcome, _ key: CloudKey, of user: UserID) async throws {
        guard let rest = Backoff.after(outcome) else { return }
        let (now, destination) = (clock(), settings.address.destination)
        try await store.write { transaction in
            try BackoffRows(key: key, user: user, destination: destination, transaction: transaction).keep(
                rest, from: now)
        }
    }

    /// Records the evidence for the circuit breaker, even if the call was cancelled. A failed write only loses this
    /// record; the person still gets the reply.
    private func record(_ outcome: CloudOutcome, admitted: Milliseconds) async {
        let (store, log, now, destination) = (store, log, clock(), settings.address.destination)
        await Task {
            do {
                try await store.write {
                    try BreakerRows(destination: destination, transaction: $0).record(
                        outcome.finding, admitted: admitted, now)
                }
            } catch {
                log.error(
                    "The circuit breaker's state could not be stored.",
                    metadata: ["error": "\(ServiceError.logText(error))"])
            }
        }.value
    }
}
