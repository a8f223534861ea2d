import Fixtures
import Foundation
import Logging
import Messages
import Storage
import TestTraits
import Testing

@testable import Gateway

/// Whole journeys of one person: consents, withdrawals, chats, crises, deaths and pauses of processes, restores, and a
/// clock that is set. Whatever happens, no byte leaves without consent, a safe verdict, a passed redaction and a durable
/// receipt.
@Suite(.timeLimit(.minutes(10)), .tags(.processes)) struct JourneyTests {
    private enum Act: CaseIterable {
        case grant, revoke, chat, crisis, safetyDown, identifier, kill, pause, restore, clockForward, clockBack
    }

    /// A gateway process; forgetting it releases its lease, as its death does.
    private struct Process { var service: GatewayService }

    @Test("GAT-1 GAT-4 GAT-6 SAF-6 in 50 real journeys no byte leaves that may not")
    func real() async throws {
        var (sent, refused) = (0, 0)
        for seed in 0..<50 {
            let journey = try await journey(UInt64(seed))
            sent += journey.sent
            refused += journey.refused
            #expect(journey.faults.isEmpty, "journey \(seed): \(journey.faults)")
        }
        print("50 journeys: \(sent) calls left, \(refused) were refused by a gate")
        #expect(sent > 50)
        #expect(refused > 50)
    }

    private func journey(_ seed: UInt64) async throws -> (sent: Int, refused: Int, faults: [String]) {
        var random = SplitMix(seed: seed)
        let directory = NSTemporaryDirectory() + "pulsum-journey-\(UInt64.random(in: 0 ... .max))"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let key = try MasterKey.loadOrCreate(path: directory + "/master.key")
        func store() throws -> Store {
            try Store(
                path: directory + "/gateway.sqlite", service: .gateway, key: key, migrations: Schema.migrations)
        }
        let (user, clock, safety, text) = (UserID.random(), TestClock(), SafetyDouble(), TestText())
        let cloud = WatchedCloud(store: try store(), user: user, safety: safety)
        func process() throws -> Process {
            Process(
                service: GatewayService(
                    store: try store(), bus: safety, cloud: cloud,
                    settings: GatewayService.Settings(
                        address: try CloudAddress("http://127.0.0.1:1/v1"), model: "gpt-5", keyFile: nil,
                        moment: { _ in text.value }),
                    holder: try ProcessLease(directory: directory),
                    log: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), clock: { clock.now }))
        }
        var processes = [try process(), try process()]
        var refused = 0
        for _ in 0..<24 {
            let index = Int.random(in: 0...1, using: &random)
            let gateway = processes[index].service
            text.set(GatewayWorld.moment)
            safety.isDown.withLock { $0 = false }
            cloud.state.withLock { $0.holds = false }
            // Half of all acts are chats and grants, so that something leaves.
            let act: Act =
                Bool.random(using: &random)
                ? [.chat, .grant].randomElement(using: &random) ?? .chat
                : Act.allCases.randomElement(using: &random) ?? .chat
            switch act {
            case .grant:
                let seen = try await gateway.consentState(user).record
                _ = try await gateway.setConsent(
                    SetConsent(
                        user: user, granted: true, copyVersion: gateway.settings.copy.version, at: clock.now,
                        follows: seen), id: .random())
            case .revoke:
                try await revoke(gateway, user, clock, cloud)
            case .chat, .crisis, .safetyDown, .identifier:
                if act == .crisis { text.set(SafetyDouble.grave) }
                if act == .identifier { text.set("Write to jane.doe@example.com.") }
                if act == .safetyDown { safety.isDown.withLock { $0 = true } }
                clock.advance(RateLimit.spacing)
                if try await gateway.phrase(request(user), until: .now + .milliseconds(3_400)).receipt == nil {
                    refused += 1
                }
            case .pause:
                // A call hangs while consent is withdrawn at the other process.
                cloud.state.withLock { $0.holds = true }
                clock.advance(RateLimit.spacing)
                let before = cloud.state.withLock { $0.sent }
                let request = request(user)
                let call = Task { try? await gateway.phrase(request, until: .now + .seconds(30)) }
                while cloud.state.withLock({ $0.sent }) == before, !call.isCancelled {
                    if try await gateway.consentState(user).granted == false { break }
                    if try await isSpent(gateway, user, clock) { break }
                    await Task.yield()
                }
                cloud.state.withLock { $0.holds = false }
                call.cancel()
                _ = await call.value
                try await revoke(processes[1 - index].service, user, clock, cloud)
            case .kill:
                processes[index] = try process()
            case .restore:
                _ = try await gateway.store.write { [now = clock.now] in
                    try RestoreRows(transaction: $0).withdrawConsents(at: now)
                }
                try await note(gateway, user, cloud)
            case .clockForward: clock.advance(RateLimit.hour)
            case .clockBack: clock.advance(-RateLimit.hour / 2)
            }
        }
        let state = cloud.state.withLock { $0 }
        return (state.sent, refused, state.faults)
    }

    /// Whether the limits keep a call back, so that none will arrive.
    private func isSpent(_ gateway: GatewayService, _ user: UserID, _ clock: TestClock) async throws -> Bool {
        let destination = gateway.settings.address.destination
        return try await gateway.store.read { [now = clock.now] transaction in
            let attempts = try transaction.rows("SELECT at, is_retry FROM calls WHERE user = ?", [user]).map {
                try RateLimit.Attempt(at: $0["at"], isRetry: $0["is_retry"])
            }
            let opened = try transaction.value(
                Milliseconds.self, "SELECT opened FROM breakers WHERE destination = ?", [destination])
            return RateLimit.wait(now, after: attempts) != nil || opened != nil
        }
    }

    private func revoke(_ gateway: GatewayService, _ user: UserID, _ clock: TestClock, _ cloud: WatchedCloud)
        async throws
    {
        let state = try await gateway.setConsent(
            SetConsent(user: user, granted: false, copyVersion: gateway.settings.copy.version, at: clock.now),
            id: .random())
        if !state.pending { cloud.state.withLock { $0.acknowledged = state.version } }
    }

    private func note(_ gateway: GatewayService, _ user: UserID, _ cloud: WatchedCloud) async throws {
        let state = try await gateway.consentState(user)
        if !state.granted, !state.pending { cloud.state.withLock { $0.acknowledged = state.version } }
    }

    private func request(_ user: UserID) -> Phrase {
        Phrase(
            user: user, toneHints: [.calm], topSignal: .sleep, topMomentID: "lights", rationale: .belowUsual,
            zScoreSummary: [SignalStep(signal: .sleepDebt, halfSteps: 4)])
    }

    @Test(
        "GAT-2 in 10,000 simulated journeys of gateways, calls, consents, deaths, pauses, cut networks, fences and restores no call is in flight that may not be"
    )
    func simulated() {
        var random = SplitMix(seed: 18)
        var (events, calls, withdrawals) = (0, 0, 0)
        for journey in 0..<10_000 {
            var budget = BarrierWorld.Budget(gateways: 3, calls: 6)
            (budget.withdrawals, budget.grants, budget.queries, budget.crashes) = (3, 4, 2, 3)
            (budget.repeats, budget.failures, budget.restores, budget.powerCuts) = (2, 2, 2, 1)
            budget.erasures = journey % 5 == 0 ? 1 : 0
            if journey % 3 == 0 { (budget.hosts, budget.cuts, budget.hostDeaths, budget.fences) = (2, 2, 1, 2) }
            budget.beginsGranted = journey % 2 == 0
            var world = BarrierWorld(.asBuilt, budget)
            for _ in 0..<120 {
                guard let event = world.events.randomElement(using: &random) else { break }
                world = world.after(event)
                events += 1
                if let violation = world.violation {
                    Issue.record("journey \(journey): \(violation)")
                    return
                }
            }
            calls += budget.calls - world.left.calls
            withdrawals += budget.withdrawals - world.left.withdrawals
        }
        print("10,000 simulated journeys: \(events) events, \(calls) calls, \(withdrawals) withdrawals")
        #expect(calls > 10_000)
        #expect(withdrawals > 10_000)
    }
}
