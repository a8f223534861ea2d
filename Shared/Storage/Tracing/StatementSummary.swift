import Synchronization
import Tracing

/// The kinds and tables of the statements of one transaction, such as `SELECT scores; INSERT storage_outbox`, for its
/// span. Holds no values and nothing else of the statements.
final class StatementSummary: Sendable {
    private struct State {
        var parts: [String] = []
        var count = 0
    }

    /// Different parts that are named; the count has all.
    private static let maximumParts = 6
    private static let kinds = ["SELECT": "FROM", "DELETE": "FROM", "INSERT": "INTO", "REPLACE": "INTO", "UPDATE": ""]

    private let state = Mutex(State())

    var text: String { state.withLock { $0.parts.joined(separator: "; ") } }
    var count: Int { state.withLock { $0.count } }

    func note(_ sql: String) {
        let words = sql.split(maxSplits: 200, whereSeparator: { $0.isWhitespace || $0 == "(" || $0 == "," })
        guard let kind = words.first?.uppercased(), let before = Self.kinds[kind] else { return }
        // A table is named by the word after FROM or INTO, unless a query is there.
        let place =
            before.isEmpty
            ? 0
            : words.indices.dropLast().first { index in
                words[index].uppercased() == before && words[index + 1].first?.isLetter == true
                    && words[index + 1].uppercased() != "SELECT"
            }
        let table = place.flatMap { words.dropFirst($0 + 1).first } ?? ""
        let name = table.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }.prefix(40)
        let part = name.isEmpty ? kind : "\(kind) \(name)"
        state.withLock { state in
            state.count += 1
            if state.parts.count < Self.maximumParts, !state.parts.contains(part) { state.parts.append(part) }
        }
    }
}

extension StatementSummary? {
    /// Notes the statements that `body` executes; does nothing but run it if there is no summary.
    func following<T>(_ session: Session, _ body: () throws -> T) rethrows -> T {
        guard let self else { return try body() }
        return try session.observed(self.note, body)
    }
}

extension Store {
    /// Runs a transaction as a span of the current trace, named after its statements.
    func withStatementSpan<T: Sendable>(_ body: (StatementSummary?) async throws -> T) async throws -> T {
        try await withSpan("transaction", ofKind: .client) { span in
            guard span.isRecording else { return try await body(nil) }
            let statements = StatementSummary()
            defer {
                let text = statements.text
                if !text.isEmpty { span.operationName = text }
                span.attributes["db.system.name"] = engine.system
                span.attributes["db.query.summary"] = text
                span.attributes["db.operation.batch.size"] = statements.count
            }
            return try await body(statements)
        }
    }
}
