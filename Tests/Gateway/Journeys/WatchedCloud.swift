import Language
import Messages
import Storage
import Synchronization

@testable import Gateway

/// A cloud that looks, whenever bytes would leave, at whether they may (GAT-1, GAT-4, GAT-6, SAF-6).
final class WatchedCloud: Cloud {
    struct State {
        /// What was wrong, one entry a fault.
        var faults: [String] = []
        var sent = 0
        /// The person's withdrawals that were acknowledged, by consent version.
        var acknowledged: Int64 = 0
        /// Calls that are held until they are cancelled.
        var holds = false
    }

    let state = Mutex(State())
    /// Another connection to the gateway's database, as another process would have.
    private let store: Store
    private let user: UserID
    private let safety: SafetyDouble

    init(store: Store, user: UserID, safety: SafetyDouble) {
        (self.store, self.user, self.safety) = (store, user, safety)
    }

    func send(_ call: CloudCall) async -> CloudOutcome {
        do {
            // A cancelled call is looked at too: its bytes may have left.
            let faults = try await Task { try await self.faults(of: call) }.value
            state.withLock {
                $0.sent += 1
                $0.faults += faults
            }
        } catch {
            state.withLock { $0.faults.append("the database could not be read: \(error)") }
        }
        if state.withLock({ $0.holds }) {
            try? await Task.sleep(for: .seconds(600))
            return .cancelled
        }
        return .status(400, retryAfter: nil)
    }

    private func faults(of call: CloudCall) async throws -> [String] {
        let body = String(decoding: call.body, as: UTF8.self)
        let (open, consents) = try await store.read { [user] transaction in
            (
                try ReceiptRows(user: user, transaction: transaction).page(before: .max, limit: 100).filter {
                    $0.outcome == ReceiptRows.open
                }, try ConsentRows(user: user, transaction: transaction).all()
            )
        }
        var faults: [String] = []
        guard let receipt = open.first(where: { $0.body == body }) else {
            return ["bytes leave without a durable open receipt of exactly them"]
        }
        if !consents.contains(where: { $0.version == receipt.consentVersion && $0.granted }) {
            faults.append("the receipt names no grant")
        }
        if receipt.consentVersion <= state.withLock({ $0.acknowledged }) {
            faults.append("bytes leave under a consent whose withdrawal was acknowledged")
        }
        // Line breaks are escaped in the body.
        let asked = safety.judged.withLock { $0 }
        guard
            let verdict = asked.last(where: { body.contains($0.text.replacing("\n", with: "\\n")) && !$0.text.isEmpty })
        else { return faults + ["bytes leave that safety did not see"] }
        if verdict.level != .safe { faults.append("bytes leave that safety did not find safe") }
        if !Redaction.isClean(verdict.text) { faults.append("bytes leave that hold something like an identifier") }
        return faults
    }
}
