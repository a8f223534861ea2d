import Foundation
import Messages
import Synchronization

/// A row whose proof failed, which counts as absent.
public struct RefusedRow: Sendable, Hashable {
    /// The table.
    public let table: String
    /// The person whom the row names; nil if it names nobody.
    public let user: UserID?
}

/// Counts refused rows, and reports each one once per process.
final class RefusedRows: Sendable {
    private struct State {
        var counts: [String: Int] = [:]
        var known: Set<Data> = []
        var report: (@Sendable (RefusedRow) -> Void)?
    }

    /// Digests of reported rows; beyond that rows are reported again.
    private static let maximumKnown = 1_024

    private let state = Mutex(State())

    /// Refusals since the start, by table.
    var counts: [String: Int] { state.withLock { $0.counts } }

    func onFirst(_ report: @escaping @Sendable (RefusedRow) -> Void) { state.withLock { $0.report = report } }

    func note(_ row: AuthenticatedRow) {
        let digest = row.digest
        let report = state.withLock { state in
            state.counts[row.table.name, default: 0] += 1
            if state.known.count >= Self.maximumKnown { state.known.removeAll() }
            return state.known.insert(digest).inserted ? state.report : nil
        }
        report?(RefusedRow(table: row.table.name, user: row.user))
    }
}
